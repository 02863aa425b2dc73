import AnimCore

/// A view that moves 50 points per second to the right and 100 down, at any frame rate.
///
/// Unlike CADisplayLink, this needs no wrapper: a link holds its listener weakly, and its first
/// delta after a start or a pause is zero.
final class SomeView: DisplayLinkListener {
  private(set) var position = Point.zero
  private(set) var link: DisplayLink?

  func start(on source: FrameSource) {
    let link = DisplayLink(listener: self)
    link.add(to: source)
    self.link = link
  }

  func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    position += Vector(dx: 50, dy: 100) * frame.delta
  }
}

@main
enum Program {
  static func main() {
    let source = TimerFrameSource(refreshRate: 60)
    let view = SomeView()
    view.start(on: source)
    let printer = DisplayLink(for: view) { view, frame in
      print("delta time: \(frame.delta), position: \(view.position.x), \(view.position.y)")
      if view.position.y >= 200 { source.canceller.cancel() }
    }
    printer.add(to: source)
    source.run()
  }
}
