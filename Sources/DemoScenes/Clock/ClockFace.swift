import AnimCore

/// The dial of the clock and the shapes of its hands, around the centre of a view.
struct ClockFace {
  let center: Point
  /// The radius of the dial, in points. All other lengths are relative to it.
  let radius: Double
  /// The centre line of the rim, which is stroked, so that a translucent dial shows the background.
  private let rim: Path

  init(in size: Size) {
    center = size.center
    radius = 0.45 * min(size.width, size.height)
    var rim = Path()
    rim.addCircle(center: center, radius: Self.rimRadius * radius, start: .degrees(-90))
    self.rim = rim
  }

  private static let rimRadius = 1 - rimWidth / 2
  private static let rimWidth = 0.025

  /// Draws the dial, the rim over its edge, and the marks.
  func drawDial(_ configuration: ClockConfiguration, into list: inout DisplayList) {
    list.fillDisc(center: center, radius: Self.rimRadius * radius, configuration.faceColor)
    list.stroke(rim, StrokeStyle(width: Self.rimWidth * radius), .color(configuration.markColor))
    guard configuration.hasMarks else { return }
    for hour in 0..<12 {
      let isQuarter = hour % 3 == 0
      let angle = Angle.turns(Double(hour) / 12)
      list.stroke(
        from: point(at: angle, isQuarter ? 0.78 : 0.84), to: point(at: angle, 0.92),
        width: radius * (isQuarter ? 0.035 : 0.02), configuration.markColor)
    }
  }

  /// Draws a hand that points to `angle`: zero is 12 o'clock, and positive angles go clockwise.
  func draw(_ hand: Hand, at angle: Angle, _ color: Color, into list: inout DisplayList) {
    list.stroke(
      from: point(at: angle, -hand.tail), to: point(at: angle, hand.length),
      width: hand.width * radius, color)
  }

  /// Draws the pin that holds the hands.
  func drawPin(_ color: Color, into list: inout DisplayList) {
    list.fillDisc(center: center, radius: 0.04 * radius, color)
  }

  /// Returns the point at `distance` radii from the centre.
  private func point(at angle: Angle, _ distance: Double) -> Point {
    center + Vector(length: distance * radius, direction: angle - .turns(0.25))
  }

  /// The dimensions of a hand, in radii of the dial.
  struct Hand: Hashable {
    var length: Double
    var tail: Double
    var width: Double

    static let hour = Hand(length: 0.5, tail: 0.08, width: 0.06)
    static let minute = Hand(length: 0.76, tail: 0.1, width: 0.04)
    static let second = Hand(length: 0.86, tail: 0.18, width: 0.014)
  }
}

/// A hand of the clock: a layer whose content depends on its angle.
///
/// Setting the angle starts an implicit animation from the position on the screen.
final class HandLayer: Layer {
  /// The direction of the hand: zero is 12 o'clock, and positive angles go clockwise. The hand
  /// continues clockwise from 59 to 0.
  @Animatable(turning: .clockwise) var angle = Angle.zero

  private let shape: ClockFace.Hand
  private let color: Color
  /// The duration of a turn, in seconds.
  private let period: Seconds

  init(_ shape: ClockFace.Hand, _ color: Color, period: Seconds) {
    self.shape = shape
    self.color = color
    self.period = period
  }

  /// Sets the angle for a time of day, in seconds since midnight.
  func show(_ time: Seconds) {
    let rest = time.truncatingRemainder(dividingBy: period)
    angle = .turns((rest < 0 ? rest + period : rest) / period)
  }

  func draw(on face: ClockFace, into list: inout DisplayList) {
    face.draw(shape, at: $angle.presentation, color, into: &list)
  }
}
