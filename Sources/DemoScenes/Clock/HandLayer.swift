import AnimCore

/// A hand of the clock: a layer whose content depends on a property of its own, the angle.
///
/// Setting the angle starts an implicit animation from where the hand is on the screen.
final class HandLayer: Layer {
  /// The direction of the hand: zero is 12 o'clock, and positive angles go clockwise. The hand
  /// continues clockwise from 59 to 0.
  @Animatable(turning: .clockwise) var angle = Angle.zero

  private let shape: ClockFace.Hand
  private let color: Color
  /// Seconds per turn.
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
