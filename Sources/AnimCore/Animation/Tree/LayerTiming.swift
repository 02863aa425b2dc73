/// The timing of a layer relative to its superlayer: `t = (parent − beginTime)·speed + timeOffset`.
public struct LayerTiming: Hashable, Sendable {
  /// The parent's time at which the layer's time is ``timeOffset``.
  public let beginTime: Seconds
  /// The speed relative to the parent. At 0, the layer and all layers below it stop.
  ///
  /// With a negative speed, time runs backwards: running animations reverse, and animations that
  /// are added without a ``MediaTiming/delay`` play from their end to their start. An animation
  /// that repeats forever has no end to start from, and is over immediately. Properties that are
  /// set move to their new values as usual.
  public let speed: Double
  /// The layer's time at ``beginTime``, and always at speed 0.
  public let timeOffset: Seconds

  /// The parent's time unchanged.
  public static let identity = LayerTiming()

  /// Creates a timing. Infinite values are clamped to finite ones, and NaN is replaced by the
  /// default.
  public init(beginTime: Seconds = 0, speed: Double = 1, timeOffset: Seconds = 0) {
    self.beginTime = AnimationError.Quantity.beginTime.clamped(beginTime, orIfNaN: 0)
    self.speed = AnimationError.Quantity.speed.clamped(speed, orIfNaN: 1)
    self.timeOffset = AnimationError.Quantity.timeOffset.clamped(timeOffset, orIfNaN: 0)
  }

  /// Creates a timing from untrusted values.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` if a value isn't finite.
  public init(
    validatingBeginTime beginTime: Seconds, speed: Double = 1, timeOffset: Seconds = 0
  ) throws(AnimationError) {
    try AnimationError.Quantity.beginTime.check(beginTime)
    try AnimationError.Quantity.speed.check(speed)
    try AnimationError.Quantity.timeOffset.check(timeOffset)
    self.init(beginTime: beginTime, speed: speed, timeOffset: timeOffset)
  }

  /// Returns the layer's time at a time of its parent.
  public func localTime(at parent: Seconds) -> Seconds {
    (parent - beginTime) * speed + timeOffset
  }

  /// Returns the parent's time at a time of the layer, or `nil` at speed 0, because it isn't
  /// unique.
  public func parentTime(at local: Seconds) -> Seconds? {
    speed == 0 ? nil : (local - timeOffset) / speed + beginTime
  }

  /// Returns this timing, paused at a time of the parent as usual in Core Animation: speed 0 and
  /// the time as offset.
  public func paused(at parent: Seconds) -> LayerTiming {
    LayerTiming(speed: 0, timeOffset: localTime(at: parent))
  }

  /// Returns this timing, resumed at `speed` at a time of the parent.
  func resumed(at parent: Seconds, speed: Double) -> LayerTiming {
    LayerTiming(beginTime: parent, speed: speed, timeOffset: localTime(at: parent))
  }
}
