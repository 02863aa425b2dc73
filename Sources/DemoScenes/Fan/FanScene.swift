import AnimCore

/// A filled circle that opens like a fan about the centre of the view.
///
/// It is open by 2π · easing(time ÷ duration). The display link ends with the last opening, after
/// which a fan alone on the screen costs nothing.
package final class FanScene: LinkedScene {
  package let configuration: FanConfiguration
  /// The angle by which the fan is open now; never negative, and exactly a full turn at the end.
  package private(set) var sweep = Angle.zero
  private let timing: MediaTiming
  private var size = Size.zero
  package var link: DisplayLink?

  package init(configuration: FanConfiguration = FanConfiguration()) {
    self.configuration = configuration
    timing = MediaTiming(
      duration: configuration.duration, repeatCount: configuration.repeatCount,
      autoreverses: configuration.autoreverses, fillMode: .both)
  }

  package func layout(in size: Size) {
    self.size = size
  }

  package func update(to time: Seconds) {
    let elapsed = timing.basicTime(at: time) ?? 0
    let opened = configuration.easing.value(at: elapsed / configuration.duration)
    // A curve may overshoot; a fan cannot.
    sweep = .fullTurn * min(max(opened, 0), 1)
  }

  package func draw(into list: inout DisplayList) {
    list.fillSector(
      center: size.center, radius: radius, start: configuration.startAngle,
      sweep: configuration.direction == .clockwise ? sweep : -sweep, configuration.color)
  }

  private var radius: Double {
    let fitting = Self.fittingPart * min(size.width, size.height)
    switch configuration.radius {
    case .usual: return min(Self.usualRadius, fitting)
    case .fitting: return fitting
    case .points(let radius): return radius
    }
  }

  private static let usualRadius = 100.0
  /// The radius as a fraction of the shorter side of the view, which leaves a margin around the
  /// circle.
  private static let fittingPart = 0.45
}

extension FanScene {
  package func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    let time = frame.targetTimestamp.seconds
    update(to: time)
    if time >= timing.activeDuration { link.invalidate() }
  }
}
