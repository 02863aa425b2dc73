import AnimCore

/// A hand of a clock: a layer with an angle. Setting the angle animates it.
final class HandLayer: Layer {
  @Animatable(action: .curve(.easeIn), turning: .clockwise) var angle = Angle.zero

  func draw(into list: inout DisplayList) {
    let center = Point(x: 100, y: 100)
    let tip = center + Vector(length: 90, direction: $angle.presentation - .degrees(90))
    list.stroke(from: center, to: tip, width: 2, .black)
  }
}

/// A second hand that ticks. It is drawn only while it moves. Between two ticks, nothing wakes up.
final class ClockView {
  let secondHand = HandLayer()
  private(set) var drawnFrames = 0
  private lazy var tree = LayerTree(root: secondHand)

  func start(on source: FrameSource) {
    tree.attach(to: source, for: self) { view, _ in view.draw() }
    let ticker = DisplayLink(for: self) { view, frame in view.tick(frame.targetTimestamp) }
    self.ticker = ticker
    ticker.add(to: source)
  }

  private var ticker: DisplayLink?

  private func tick(_ time: Timestamp) {
    let second = time.seconds.rounded(.down)
    secondHand.angle = .turns(second.truncatingRemainder(dividingBy: 60) / 60)
    ticker?.pause(until: .seconds(second + 1))
  }

  private func draw() {
    var list = DisplayList(size: PixelSize(width: 200, height: 200), background: .white)
    secondHand.draw(into: &list)
    drawnFrames += 1
    print("the second hand is at \(secondHand.$angle.presentation.degrees)°")
  }
}

@main
enum Program {
  static func main() {
    let source = TimerFrameSource(refreshRate: 60)
    let view = ClockView()
    view.start(on: source)
    let end = DisplayLink(for: view) { _, _ in source.canceller.cancel() }
    end.pause(until: source.now + 5)
    end.add(to: source)
    source.run()
  }
}
