import AnimCore
import AnimWindow

/// A ball that bounces in a room, in equal time steps: the same game at any frame rate.
final class Game {
  /// The duration of a simulation step, in seconds.
  static let step: Seconds = 1.0 / 120
  static let room = Size(width: 320, height: 240)

  let tree: LayerTree
  private let ball = ShapeLayer()
  private(set) var place = Point(x: 160, y: 20)
  private var before = Point(x: 160, y: 20)
  private var velocity = Vector(dx: 140, dy: 0)
  private(set) var steps = 0

  init() {
    ball.path = Path(ellipseIn: Rect(center: .zero, side: 24))
    ball.fillColor = .yellow
    ball.position = place
    tree = LayerTree(root: ball)
  }

  func start(on source: FrameSource) {
    let link = DisplayLink(for: self) { game, frame in
      for _ in 0..<frame.steps { game.step() }
      game.show(at: frame.remainder / Game.step)
    }
    link.deltaPolicy = .fixedStep(Self.step)
    link.add(to: source)
  }

  private func step() {
    steps += 1
    before = place
    velocity.dy += 600 * Self.step
    place += velocity * Self.step
    if place.x < 12 || place.x > Self.room.width - 12 { velocity.dx = -velocity.dx }
    if place.y > Self.room.height - 12, velocity.dy > 0 { velocity.dy = -velocity.dy }
  }

  /// Shows the ball between the last two steps, so that it moves smoothly at any frame rate.
  private func show(at fraction: Double) {
    ball.$position.jump(to: before + (place - before) * fraction)
  }
}
