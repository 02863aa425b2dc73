/// A filled circle that opens like a fan about the centre of the view.
///
/// It is opened by 2π · easing(time ÷ duration). The display link ends with the last opening, so
/// that a fan that is alone on the screen costs nothing any more.
package final class FanScene: LinkedScene {
  package let options: FanOptions
  /// How far the fan is open now; never negative, and exactly a full turn at the end.
  package private(set) var sweep = Angle.zero
  private let timing: MediaTiming
  private var size = Size.zero
  package var link: DisplayLink?

  package init(options: FanOptions = FanOptions()) {
    self.options = options
    timing = MediaTiming(
      duration: options.duration, repeatCount: options.repeatCount,
      autoreverses: options.autoreverses, fillMode: .both)
  }

  package func layout(in size: Size) {
    self.size = size
  }

  package func update(to time: Seconds) {
    let elapsed = timing.basicTime(at: time) ?? 0
    let opened = options.easing.value(at: elapsed / options.duration)
    // A curve may swing over its ends; a fan cannot.
    sweep = .fullTurn * min(max(opened, 0), 1)
  }

  package func draw(into list: inout DisplayList) {
    list.fillSector(
      center: size.center, radius: radius, start: options.startAngle,
      sweep: options.direction == .clockwise ? sweep : -sweep, options.color)
  }

  private var radius: Double {
    options.radius ?? min(Self.usualRadius, Self.fittingPart * min(size.width, size.height))
  }

  private static let usualRadius = 100.0
  /// Of the shorter side of the view: leaves a margin around the circle.
  private static let fittingPart = 0.45
}

extension FanScene {
  package func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    let time = frame.targetTimestamp.seconds
    update(to: time)
    if time >= timing.activeDuration { link.invalidate() }
  }
}
