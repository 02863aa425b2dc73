import AnimCore

/// A circle that fans out in three seconds, driven by the time between the frames of a display
/// link.
final class FanningCircle: DisplayLinkListener {
  let drawDuration = 3.0
  private(set) var opened = Angle.zero

  func start(on source: FrameSource) {
    DisplayLink(listener: self).add(to: source)
  }

  func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    // The first delta is zero, so no initialization is needed.
    opened += .fullTurn * (frame.delta / drawDuration)
    if opened >= .fullTurn {
      opened = .fullTurn
      link.invalidate()
    }
    print("opened by \(Int(opened.degrees))°")
  }

  func draw(into list: inout DisplayList) {
    list.fillSector(center: Point(x: 100, y: 100), radius: 100, start: .zero, sweep: opened, .blue)
  }
}

@main
enum Program {
  static func main() {
    let source = TimerFrameSource(refreshRate: 30)
    let circle = FanningCircle()
    circle.start(on: source)
    source.run()
  }
}
