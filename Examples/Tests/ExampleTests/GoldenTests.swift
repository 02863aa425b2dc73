import AnimCore
import Testing

/// A ball that is thrown back and forth.
private final class Ball: Layer {
  @Animatable(action: .curve(.easeInEaseOut)) var place = 0.0
}

/// Records the output of a display, with a row for each frame.
private final class Court {
  let ball = Ball()
  lazy var tree = LayerTree(root: ball)
  var rows: [String] = []

  func start(on source: FrameSource) {
    DisplayLink(for: self) { court, frame in court.draw(frame) }.add(to: source)
  }

  private func draw(_ frame: Frame) {
    tree.update(to: frame.targetTimestamp.seconds)
    let column = Int(ball.$place.presentation.rounded())
    rows.append(String(repeating: "·", count: column) + "o")
  }
}

@Test("the ball eases across the court, and turns back midway without a jump")
func ballIsThrown() throws {
  let source = VirtualFrameSource(refreshRate: 8)
  let court = Court()
  court.start(on: source)
  source.pump(frames: 1)
  court.tree.animate(duration: 1) { court.ball.place = 16 }
  source.pump(frames: 5)
  court.tree.animate(duration: 1) { court.ball.place = 0 }
  source.pump(frames: 9)

  let image = """
    o
    o
    ··o
    ·····o
    ········o
    ···········o
    ···········o
    ··········o
    ········o
    ······o
    ···o
    ·o
    o
    o
    o
    """
  #expect(court.rows.joined(separator: "\n") == image)
}
