import Synchronization

/// How a layer's time runs relative to that of its superlayer: `t = (parent − beginTime)·speed +
/// timeOffset`.
public struct LayerTiming: Hashable, Sendable {
  /// The parent's time at which the layer's time is ``timeOffset``.
  public let beginTime: Seconds
  /// Seconds here per second of the parent. At 0 the layer and all layers below it stop.
  ///
  /// At a negative speed time runs backwards: animations that run turn round, and those that are
  /// added without a ``MediaTiming/beginTime`` play from their end to their start. One that repeats
  /// forever has no end to start from, and is over at once. Properties that are set move to their
  /// new values as ever.
  public let speed: Double
  /// The layer's time at ``beginTime``, and always at speed 0.
  public let timeOffset: Seconds

  /// The parent's time unchanged.
  public static let identity = LayerTiming()

  /// Infinite values are clamped to finite ones, and NaN is replaced by the default.
  public init(beginTime: Seconds = 0, speed: Double = 1, timeOffset: Seconds = 0) {
    self.beginTime = AnimationError.Quantity.beginTime.clamped(beginTime, orIfNaN: 0)
    self.speed = AnimationError.Quantity.speed.clamped(speed, orIfNaN: 1)
    self.timeOffset = AnimationError.Quantity.timeOffset.clamped(timeOffset, orIfNaN: 0)
  }

  /// For untrusted values.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` if a value is not finite.
  public init(
    validatingBeginTime beginTime: Seconds, speed: Double = 1, timeOffset: Seconds = 0
  ) throws(AnimationError) {
    try AnimationError.Quantity.beginTime.check(beginTime)
    try AnimationError.Quantity.speed.check(speed)
    try AnimationError.Quantity.timeOffset.check(timeOffset)
    self.init(beginTime: beginTime, speed: speed, timeOffset: timeOffset)
  }

  /// The layer's time at a time of its parent.
  public func localTime(at parent: Seconds) -> Seconds {
    (parent - beginTime) * speed + timeOffset
  }

  /// The parent's time at a time of the layer; nil at speed 0, where it is not unique.
  public func parentTime(at local: Seconds) -> Seconds? {
    speed == 0 ? nil : (local - timeOffset) / speed + beginTime
  }

  /// This timing stopped where it is at `parent`, in the usual Core Animation way: speed 0 and the
  /// time as offset.
  public func paused(at parent: Seconds) -> LayerTiming {
    LayerTiming(speed: 0, timeOffset: localTime(at: parent))
  }

  /// This timing resumed at `speed` from where it is at `parent`.
  func resumed(at parent: Seconds, speed: Double) -> LayerTiming {
    LayerTiming(beginTime: parent, speed: speed, timeOffset: localTime(at: parent))
  }
}

/// The time of a layer, referenced by the layer, by its properties and animations, and by the
/// clocks of its sublayers.
///
/// They refer to it instead of the layer that owns them, so there is no reference cycle. Reading
/// time through weak references would cost more than the rest of an evaluation: an object with weak
/// references takes the slow path even when counting its strong ones.
final class LayerClock {
  /// The layer, which clears this when it is deallocated.
  unowned(unsafe) var layer: Layer?
  /// The clock of the superlayer.
  var outer: LayerClock?
  var tree: TreeClock?
  var timing = LayerTiming.identity
  private var cachedTime: Seconds = 0
  private var cachedState = -1

  /// The layer's time at the tree's present time; 0 if it is not in a tree.
  var time: Seconds {
    guard let tree else { return 0 }
    let state = tree.state
    if cachedState != state {
      guard state != TreeClock.ended else {
        layer?.forgetTree()
        return 0
      }
      cachedTime = timing.localTime(at: outer?.time ?? tree.time)
      cachedState = state
    }
    return cachedTime
  }

  func enter(_ tree: TreeClock?) {
    self.tree = tree
    cachedState = -1
  }
}

/// The time of a tree, referenced by the tree and by the clocks of its layers.
///
/// A tree can be released on any thread, with its last owner, while its layers are still in use on
/// theirs. So the end of a tree changes nothing but an atomic number here, by which each layer
/// finds out on its own thread.
final class TreeClock {
  weak var tree: LayerTree?
  private(set) var time: Seconds
  private let counter = Atomic(0)

  /// The state once the tree has been deallocated.
  static let ended = -2

  /// Counts the changes that invalidate the layers' cached times.
  var state: Int { counter.load(ordering: .relaxed) }

  init(time: Seconds) { self.time = time }

  func move(to target: Seconds) {
    time = target
    counter.store(state + 1, ordering: .relaxed)
  }

  func end() { counter.store(Self.ended, ordering: .relaxed) }
}
