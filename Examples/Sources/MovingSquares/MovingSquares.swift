import AnimCore

/// A square that moves for a limited time with a velocity and an acceleration.
struct Mover {
  var center: Point
  var velocity: Vector
  var acceleration: Vector
  var timeLeft: Seconds

  init(in view: Rect, using random: inout some RandomNumberGenerator) {
    center = Point(
      x: .random(in: view.minX..<view.maxX, using: &random),
      y: .random(in: view.minY..<view.maxY, using: &random))
    let direction = Angle.turns(.random(in: 0..<1, using: &random))
    velocity = Vector(length: .random(in: 20...120, using: &random), direction: direction)
    acceleration = Vector(length: 30, direction: direction + .degrees(90))
    timeLeft = .random(in: 1...4, using: &random)
  }

  mutating func update(_ delta: Seconds) {
    velocity += acceleration * delta
    center += velocity * delta
    timeLeft -= delta
  }
}

/// Sixty moving squares. When its time is up or it has left the view, a square starts again at
/// another position.
final class MovingSquares<Random: RandomNumberGenerator> {
  let view = Rect(x: 0, y: 0, width: 320, height: 480)
  private(set) var movers: [Mover] = []
  private var random: Random

  init(random: Random) {
    self.random = random
    movers = (0..<60).map { _ in Mover(in: view, using: &self.random) }
  }

  func start(on source: FrameSource) {
    DisplayLink(for: self) { squares, frame in squares.update(frame.delta) }.add(to: source)
  }

  private func update(_ delta: Seconds) {
    for index in movers.indices {
      movers[index].update(delta)
      if movers[index].timeLeft <= 0 || !view.contains(movers[index].center) {
        movers[index] = Mover(in: view, using: &random)
      }
    }
  }
}
