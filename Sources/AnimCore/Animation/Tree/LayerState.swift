import Synchronization

/// The part of a layer that its properties and animations access: its time and its list of
/// animations.
///
/// Properties refer to the state instead of the layer that owns them, so that a layer can be
/// released on any thread while one of its properties is still in use. Such a property reads only
/// the time here. It accesses the animations only while it retains the tree, and thereby the layer.
final class LayerState {
  // The time is read with every animated value. It therefore comes first, isn't checked for
  // exclusive access, and is reached through uncounted references: otherwise, these steps would
  // take longer than all others.
  @exclusivity(unchecked) private var clockReference: Unmanaged<TreeClock>?
  @exclusivity(unchecked) private var cachedTime: Seconds = 0
  @exclusivity(unchecked) private var cachedVersion = -1
  @exclusivity(unchecked) private var outerReference: Unmanaged<LayerState>?
  @exclusivity(unchecked) private(set) var timing = LayerTiming.identity

  private var clock: TreeClock? {
    didSet { clockReference = clock.map(Unmanaged.passUnretained) }
  }
  /// The state of the superlayer, which may have been deallocated; see ``parent``.
  private var outer: LayerState? {
    didSet { outerReference = outer.map(Unmanaged.passUnretained) }
  }
  /// The speed to resume with, or `nil` if the layer isn't paused.
  private(set) var pausedSpeed: Double?

  /// The attached animations, in the order in which they were added. A group counts as one.
  private var attached = SlotList<InLayer>()
  /// The animations with a name. Each name occurs once.
  private var named: [String: AnimationInstance] = [:]
  /// The number of running animations that change the appearance of the layer.
  var redrawingCount = 0
  /// The tree's ``LayerTree/displayNumber`` when drawing was last requested.
  private var displayRequest = 0
  /// The tree's ``LayerTree/frameNumber`` when the layer joined it.
  private var joinedFrame = 0
  /// Whether the layer has been deallocated, which may have been on any thread.
  private let isGone = Atomic(false)

  /// Called when the layer is deallocated, with the tree that it was in, if any. The animations
  /// refer to this.
  func layerIsGone() {
    isGone.store(true, ordering: .relaxed)
    (attached, named) = (SlotList(), [:])
  }

  /// The state of the superlayer.
  private var parent: LayerState? {
    guard let outer, !outer.isGone.load(ordering: .relaxed) else { return nil }
    return outer
  }
}

// MARK: - The tree

extension LayerState {
  /// The tree that the layer is in.
  var tree: LayerTree? { clock?.tree }

  func isIn(_ tree: TreeClock) -> Bool { clock === tree }

  /// Makes `other` the superlayer, or removes the layer from its superlayer if `other` is `nil`.
  func move(below other: LayerState?) { outer = other }

  func join(_ tree: LayerTree) {
    // Detach the animations that a deallocated tree left behind.
    for instance in attached { instance.detach() }
    (attached, named, redrawingCount) = (SlotList(), [:], 0)
    enter(tree.clock)
    joinedFrame = tree.frameNumber
    setNeedsDisplay()
  }

  /// Leaves the tree, and returns the animations whose completions must be called once all layers
  /// have left.
  func leave(_ tree: LayerTree) -> [AnimationInstance] {
    let ended = animations
    for instance in ended { tree.detach(instance, from: self) }
    enter(nil)
    return ended
  }

  private func enter(_ tree: TreeClock?) {
    clock = tree
    cachedVersion = -1
  }

  /// Whether the layer joined its tree in the present frame, and so hasn't been shown yet.
  var isNew: Bool { joinedFrame == tree?.frameNumber }

  var needsDisplay: Bool {
    guard let tree else { return false }
    return redrawingCount > 0 || displayRequest == tree.displayNumber
  }

  func setNeedsDisplay() {
    guard let tree else { return }
    displayRequest = tree.displayNumber
    tree.requestDisplay()
  }
}

// MARK: - Animations

extension LayerState {
  private enum InLayer: SlotKey {
    static func slot(of instance: AnimationInstance) -> Int { Int(instance.layerSlot) }
    static func set(_ slot: Int, of instance: AnimationInstance) {
      instance.layerSlot = UInt32(slot)
    }
  }

  /// The attached animations, in the order in which they were added. A group counts as one.
  var animations: [AnimationInstance] {
    guard let tree else { return [] }
    return withExtendedLifetime(tree) { attached.elements }
  }

  func attach(_ instance: AnimationInstance) {
    attached.append(instance)
    if case .named(let name) = instance.key { named[name] = instance }
  }

  func detach(_ instance: AnimationInstance) {
    attached.remove(instance)
    if case .named(let name) = instance.key, named[name] === instance { named[name] = nil }
  }

  /// Returns the animations with `key`: those of `property`, or of the layer for a name.
  func animations(
    under key: AnimationKey?, of property: AnimatableProperty?
  ) -> [AnimationInstance] {
    guard let key, let tree else { return [] }
    return withExtendedLifetime(tree) {
      if case .named(let name) = key { return named[name].map { [$0] } ?? [] }
      guard let property else { return [] }
      return attached.filter { $0.key == .property && $0.animates(property) }
    }
  }

  /// Returns the layer's animations with `key`.
  func animations(under key: AnimationKey) -> [AnimationInstance] {
    guard key == .property else { return animations(under: key, of: nil) }
    return animations.filter { $0.key == key }
  }
}

// MARK: - Time

extension LayerState {
  /// The layer's time at the current time of the tree, or `nil` if the layer isn't in a tree.
  var timeInTree: Seconds? {
    guard let clockReference else { return nil }
    return clockReference._withUnsafeGuaranteedRef { clock in
      let version = clock.version
      if cachedVersion == version { return cachedTime }
      guard version != TreeClock.ended else { return nil }
      let outerTime = outerReference?._withUnsafeGuaranteedRef { $0.timeInTree }
      cachedTime = timing.localTime(at: (outerTime ?? nil) ?? clock.time)
      cachedVersion = version
      return cachedTime
    }
  }

  /// The layer's time at the current time of the tree, or 0 if the layer isn't in a tree.
  var time: Seconds { timeInTree ?? 0 }

  func setTiming(_ new: LayerTiming) { (timing, pausedSpeed) = (new, nil) }

  func pause() { (timing, pausedSpeed) = (timing.paused(at: parentTime), timing.speed) }

  func resume() {
    guard let speed = pausedSpeed else { return }
    (timing, pausedSpeed) = (timing.resumed(at: parentTime, speed: speed), nil)
  }

  private var parentTime: Seconds { parent?.time ?? tree?.time ?? 0 }

  /// Seconds here per second of the tree.
  var rate: Double { timing.speed * (parent?.rate ?? 1) }

  /// Whether the layer's time runs backwards, or will when it is resumed.
  var isReversed: Bool {
    ((pausedSpeed ?? timing.speed) < 0) != (parent?.isReversed ?? false)
  }

  /// 1, or −1 if the layer's time runs backwards.
  var direction: Double { isReversed ? -1 : 1 }

  /// Returns the transaction's begin time, or otherwise the current time, in the layer's time.
  func startTime(in tree: LayerTree) throws(AnimationError) -> Seconds {
    let begin = tree.transaction.begin(at: tree.time)
    try AnimationError.Quantity.beginTime.check(begin)
    return localTime(atTreeTime: begin)
  }

  /// See ``Layer/convertTime(_:to:)``.
  func convertTime(_ time: Seconds, to other: LayerState?) -> Seconds? {
    var state: LayerState? = self
    var converted = time
    while let current = state {
      if let other, let inner = other.localTime(at: converted, of: current) { return inner }
      guard let outer = current.timing.parentTime(at: converted) else { return nil }
      converted = outer
      state = current.parent
    }
    return other == nil ? converted : nil
  }

  func localTime(atTreeTime time: Seconds) -> Seconds {
    timing.localTime(at: parent?.localTime(atTreeTime: time) ?? time)
  }

  /// Converts a time of `ancestor` to the time of this layer, or returns `nil` if `ancestor` isn't
  /// above it.
  private func localTime(at time: Seconds, of ancestor: LayerState) -> Seconds? {
    if self === ancestor { return time }
    guard let outer = parent?.localTime(at: time, of: ancestor) else { return nil }
    return timing.localTime(at: outer)
  }
}

/// The time of a tree, referenced by the tree and by its layers.
///
/// A tree can be released on any thread, with its last owner, while its layers are still in use on
/// their own threads. So the end of a tree changes only an atomic number here, which each layer
/// reads on its own thread.
final class TreeClock {
  @exclusivity(unchecked) private(set) var time: Seconds
  private let counter = Atomic(0)
  weak var tree: LayerTree?

  /// The version once the tree has been deallocated.
  static let ended = -2

  /// Counts the changes that invalidate the layers' cached times.
  var version: Int { counter.load(ordering: .relaxed) }

  init(time: Seconds) { self.time = time }

  func move(to target: Seconds) {
    time = target
    counter.store(version + 1, ordering: .relaxed)
  }

  func end() { counter.store(Self.ended, ordering: .relaxed) }
}
