import AnimCore

/// A filled circle that opens like a fan around the centre of the view.
///
/// It is open by 2π · easing(time ÷ duration). The display link ends with the last opening. After
/// that, a fan alone on the screen uses no processor time.
package final class FanScene: LinkedScene {
  package let configuration: FanConfiguration
  /// The angle by which the fan is currently open. Never negative, and exactly a full turn at the
  /// end.
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
    // A timing curve can overshoot, but a fan can't.
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

/// The appearance and motion of the fan.
package struct FanConfiguration: Hashable, Sendable {
  /// The time that the fan takes to open in seconds, which must be positive.
  package var duration: Seconds = 3
  package var radius = Radius.usual
  package var color = Color.blue
  /// The angle from which the fan opens; zero is 3 o'clock, and positive angles go clockwise.
  package var startAngle = Angle.zero
  package var direction = Direction.clockwise
  /// The timing function of the opening.
  package var easing = TimingFunction.linear
  /// The number of times that the fan opens, which must be positive and may be fractional or
  /// infinite.
  package var repeatCount = 1.0
  /// Whether every opening is followed by a closing with the same duration.
  package var autoreverses = false

  package init() {}

  /// A fan to show next to other scenes: it fills its cell, opens from the top, and never stops.
  package static var tiled: FanConfiguration {
    var configuration = FanConfiguration()
    configuration.radius = .fitting
    configuration.color = Color(rgb: 0x2E7DD7)
    configuration.startAngle = .turns(-0.25)
    configuration.easing = .easeInEaseOut
    configuration.repeatCount = .infinity
    configuration.autoreverses = true
    return configuration
  }

  /// The radius of the fan.
  package enum Radius: Hashable, Sendable {
    /// 100 points, or less if the view is too small.
    case usual
    /// The largest radius that fits the view with a margin.
    case fitting
    /// A radius in points, which must be positive.
    case points(Double)
  }

  package enum Direction: String, CaseIterable, Hashable, Sendable {
    case clockwise
    case counterclockwise
  }
}
