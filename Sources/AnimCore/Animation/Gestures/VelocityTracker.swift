/// Computes the velocity of a dragged value from its recent values and their times.
///
/// ```swift
/// var tracker = VelocityTracker<Point>()
/// // In each motion of the pointer:
/// tracker.add(pointer, at: time)
/// // When it is let go:
/// card.$position.decelerate(velocity: tracker.velocity(at: time))
/// ```
///
/// A ``Drag`` contains a tracker.
///
/// It is the slope of the line that best fits the values of the last tenth of a second, by least
/// squares, as in Android and Flutter. A single step would contain the noise of its two instants. A
/// pause of 40 ms discards all earlier values, because a finger that rests before it lets go flings
/// nothing.
public struct VelocityTracker<Value: Interpolatable>: Sendable {
  private struct Sample: Sendable {
    var time: Seconds
    var value: Value
  }

  /// The age of the oldest value that counts, in seconds.
  private static var horizon: Seconds { 0.1 }
  /// The time without a value after which the velocity is zero, in seconds.
  private static var pause: Seconds { 0.04 }
  /// The maximum number of values, more than a mouse of 1000 Hz sends within the horizon. The
  /// oldest are dropped first.
  private static var maximumCount: Int { 128 }

  private var samples: [Sample] = []

  /// Creates a tracker without values, whose velocity is zero.
  public init() {}

  /// Adds the value at a time in seconds. A time before that of the last value restarts the
  /// tracker. A second value at the same time replaces the first. Times that aren't finite are
  /// ignored.
  public mutating func add(_ value: Value, at time: Seconds) {
    guard time.isFinite else { return }
    if let last = samples.last {
      if time < last.time || time - last.time > Self.pause { samples = [] }
      if time == last.time { samples.removeLast() }
    }
    samples.removeAll { $0.time < time - Self.horizon }
    if samples.count == Self.maximumCount { samples.removeFirst() }
    samples.append(Sample(time: time, value: value))
  }

  /// Adds the value at an instant of a display or of an event.
  public mutating func add(_ value: Value, at instant: Timestamp) {
    add(value, at: instant.seconds)
  }

  /// Discards all values, as at the start of a drag.
  public mutating func reset() { samples = [] }

  /// The velocity at the last value, per second, or zero with fewer than two values.
  public var velocity: Value.Displacement {
    guard samples.count > 1, let last = samples.last else { return .zero }
    let count = Double(samples.count)
    let mean = samples.reduce(0) { $0 + ($1.time - last.time) } / count
    let spread = samples.reduce(0) {
      let offset = $1.time - last.time - mean
      return $0 + offset * offset
    }
    guard spread > 0 else { return .zero }
    return samples.reduce(Value.Displacement.zero) { sum, sample in
      let displacement = Value.displacement(from: last.value, to: sample.value, turning: .shortest)
      return sum + displacement * ((sample.time - last.time - mean) / spread)
    }
  }

  /// Returns the velocity of a value that is released at a time in seconds, or zero if there was no
  /// value in the 40 ms before.
  public func velocity(at time: Seconds) -> Value.Displacement {
    guard let last = samples.last, time - last.time > Self.pause else { return velocity }
    return .zero
  }

  /// Returns the velocity of a value that is released at an instant; see
  /// ``velocity(at:)-(Seconds)``.
  public func velocity(at instant: Timestamp) -> Value.Displacement {
    velocity(at: instant.seconds)
  }
}
