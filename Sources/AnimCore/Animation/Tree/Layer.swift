/// A node in a tree of animated objects, with a time of its own and animatable properties.
///
/// A plain layer draws nothing; ``GraphicLayer`` and its subclasses do. To draw in a way of your
/// own, declare properties with ``Animatable``, and read their presentation values when drawing.
///
/// Layers and their tree belong to one thread.
open class Layer {
  /// The layer that this one was added to, if any. Its time is the parent of this layer's time.
  public private(set) final weak var superlayer: Layer?
  /// The tree that the layer is in, whose time it follows.
  public final var tree: LayerTree? {
    guard let clock = clock.tree else { return nil }
    if let tree = clock.tree { return tree }
    forgetTree()
    return nil
  }
  /// The delegate, which is asked first what setting a property does.
  public final weak var delegate: (any LayerDelegate)?

  final let clock = LayerClock()
  /// The speed to resume with; nil unless paused.
  private final var pausedSpeed: Double?

  /// The sublayers from back to front, and the same as an array while it is known.
  private final var children = SlotList<InSuperlayer>()
  private final var childArray: [Layer]?
  /// The levels of layers from this one down, or more if some have left.
  private final var height: Int32 = 1
  /// Where the layer is among its superlayer's sublayers.
  private final var slot = 0

  /// The attached animations, a group as one, in the order in which they were added.
  private final var attached = SlotList<InLayer>()
  /// Those with a name, of which there is at most one for each.
  private final var named: [String: AnimationInstance] = [:]
  /// The number of running animations that change what the layer shows.
  final var redrawingCount = 0
  /// The tree's ``LayerTree/displayNumber`` when drawing was last requested.
  private final var displayRequest = 0
  /// The tree's ``LayerTree/frameNumber`` when the layer joined it.
  private final var joinedFrame = 0

  /// A layer that is in no tree.
  public init() { clock.layer = self }

  deinit { clock.layer = nil }

  /// Whether the layer must be redrawn because a property was set, or an animation is running or
  /// has just ended. Reset by ``LayerTree/didDisplay()``.
  public final var needsDisplay: Bool {
    guard let tree else { return false }
    return redrawingCount > 0 || displayRequest == tree.displayNumber
  }

  /// Called after the layer has joined a tree, and after its timing or that of a layer above it has
  /// changed. Does nothing by default.
  ///
  /// A layer whose picture is a function of its ``time`` can override this to add an animation that
  /// runs while the picture changes, so that the tree moves and redraws it until then.
  open func timingDidChange() {}

  /// Requests that the layer be redrawn.
  public final func setNeedsDisplay() {
    guard let tree else { return }
    displayRequest = tree.displayNumber
    tree.requestDisplay()
  }
}

// MARK: - The tree

extension Layer {
  private enum InSuperlayer: SlotKey {
    static func slot(of layer: Layer) -> Int { layer.slot }
    static func set(_ slot: Int, of layer: Layer) { layer.slot = slot }
  }

  /// The layers directly below this one, from back to front.
  ///
  /// Complexity: O(1), but O(n) the first time after a change.
  public final var sublayers: [Layer] {
    if let childArray { return childArray }
    let array = children.elements
    childArray = array
    return array
  }

  /// The sublayers from back to front, and empty slots between them.
  final var sublayerSlots: [Layer?] { children.slots }

  /// Adds `layer` as the last sublayer, removing it from its superlayer first.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: .max)
  }

  /// Inserts `layer` at `index`, which is clamped to the list, removing it from its superlayer
  /// first. A layer that is already a sublayer moves within the list, and its animations continue.
  ///
  /// A layer cannot be below itself, the root of a tree cannot be below any layer, and layers cannot
  /// be nested more deeply than ``maximumDepth``: such calls have no effect.
  ///
  /// Complexity: O(1) for the first and the last index and for the removal, O(n) for others in the
  /// number of sublayers.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    place(layer) { $0.insert(layer, at: index) }
  }

  /// Makes a layer a sublayer, which `insert` puts into the list.
  private final func place(_ layer: Layer, insert: (inout SlotList<InSuperlayer>) -> Void) {
    guard canHold(layer), layer.tree?.root !== layer else { return }
    let isHere = layer.superlayer === self
    if isHere { children.remove(layer) } else { layer.removeFromSuperlayer() }
    childArray = nil
    insert(&children)
    if isHere { return layer.setNeedsDisplay() }
    layer.superlayer = self
    layer.clock.outer = clock
    raise(above: layer)
    if let tree { layer.join(tree) }
  }

  /// The most levels of layers that a tree may have. Nothing here needs more stack than that.
  public static var maximumDepth: Int { 256 }

  /// Whether `layer` may be put below this one: it is not above it, and would not be too deep.
  private final func canHold(_ layer: Layer) -> Bool {
    var depth = 0
    var ancestor: Layer? = self
    while let current = ancestor {
      if current === layer { return false }
      depth += 1
      ancestor = current.superlayer
    }
    if depth + Int(layer.height) <= Self.maximumDepth { return true }
    return depth + layer.measureHeight() <= Self.maximumDepth
  }

  /// Keeps the heights after a layer was put below this one.
  private final func raise(above layer: Layer) {
    var height = layer.height
    var ancestor: Layer? = self
    while let current = ancestor, current.height <= height {
      height += 1
      current.height = height
      ancestor = current.superlayer
    }
  }

  private final func measureHeight() -> Int {
    var tallest = 0
    for case let layer? in sublayerSlots { tallest = max(tallest, layer.measureHeight()) }
    height = Int32(tallest + 1)
    return tallest + 1
  }

  /// Inserts `layer` right above `sibling`; has no effect if that is not a sublayer of this one.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) {
    guard layer !== sibling, sibling.superlayer === self else { return }
    place(layer) { $0.insert(layer, above: sibling) }
  }

  /// Inserts `layer` right below `sibling`; has no effect if that is not a sublayer of this one.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) {
    guard layer !== sibling, sibling.superlayer === self else { return }
    place(layer) { $0.insert(layer, below: sibling) }
  }

  /// Removes the layer from its superlayer. Its animations and those of all layers below it end.
  ///
  /// Complexity: O(1) in the number of its siblings.
  public final func removeFromSuperlayer() {
    guard let superlayer else { return }
    superlayer.children.remove(self)
    superlayer.childArray = nil
    self.superlayer = nil
    clock.outer = nil
    leaveTree()
  }

  final func join(_ tree: LayerTree) {
    forgetTree()
    clock.outer = superlayer?.clock
    clock.enter(tree.clock)
    joinedFrame = tree.frameNumber
    setNeedsDisplay()
    for case let layer? in sublayerSlots { layer.join(tree) }
    timingDidChange()
  }

  /// Leaves a tree that was deallocated, and drops its animations with it.
  final func forgetTree() {
    guard let tree = clock.tree, tree.state == TreeClock.ended else { return }
    clock.enter(nil)
    for case let instance? in attached.slots { instance.detach() }
    (attached, named, redrawingCount) = (SlotList(), [:], 0)
  }

  /// Whether the layer joined its tree in the present frame, and so has not been shown yet.
  final var isNew: Bool { joinedFrame == tree?.frameNumber }

  final func leaveTree() {
    guard let tree else { return }
    let ended = withdraw(from: tree)
    tree.requestDisplay()
    tree.post(ended, .removed)
    if tree.depth == 0 { tree.notify() }
  }

  /// Removes the layer and all below it from the tree. Returns their animations, whose completions
  /// are called once all layers are removed.
  final func withdraw(from tree: LayerTree) -> [AnimationInstance] {
    var ended = animations
    for instance in ended { tree.detach(instance, from: self) }
    clock.enter(nil)
    for case let layer? in sublayerSlots { ended += layer.withdraw(from: tree) }
    return ended
  }
}

// MARK: - Animations

extension Layer {
  /// Adds a group of animations of this layer's properties. It starts at the transaction's begin
  /// time.
  /// - Parameters:
  ///   - completion: called once, at the end of the transaction at the earliest.
  ///   - began: called once, when the tree's time reaches the start, at the end of the transaction
  ///     at the earliest; not called if the group ends before that.
  /// - Throws: ``AnimationError`` if one of them is not valid, in which case none is added.
  public final func add(
    _ group: AnimationGroup, forKey key: AnimationKey? = nil,
    completion: ((AnimationEnding) -> Void)? = nil, began: (() -> Void)? = nil
  ) throws(AnimationError) {
    guard let tree else { throw .layerWithoutTree }
    tree.catchUp()
    let instance = try group.instance(
      startingAt: startTime(in: tree), on: self, in: tree, key: key, group: nil)
    instance.callbacks = Callbacks(completion: completion, began: began)
    tree.add(instance, replacing: animations(under: key, of: nil), on: self)
  }

  private enum InLayer: SlotKey {
    static func slot(of instance: AnimationInstance) -> Int { instance.layerSlot }
    static func set(_ slot: Int, of instance: AnimationInstance) { instance.layerSlot = slot }
  }

  /// The attached animations, a group as one, in the order in which they were added.
  final var animations: [AnimationInstance] {
    forgetTree()
    return attached.elements
  }

  final func attach(_ instance: AnimationInstance) {
    attached.append(instance)
    if case .named(let name) = instance.key { named[name] = instance }
  }

  final func detach(_ instance: AnimationInstance) {
    attached.remove(instance)
    if case .named(let name) = instance.key, named[name] === instance { named[name] = nil }
  }

  /// An animation belongs to a property, so it is added there: `layer.$x.add(animation)`.
  @available(*, unavailable, message: "add it to the property it is for: layer.$x.add(animation)")
  public final func add(
    _ animation: some PropertyAnimation, forKey key: AnimationKey? = nil
  ) {}

  /// The names under which animations are attached, in the order in which they were added.
  public final var animationKeys: [AnimationKey] { animations.compactMap(\.key) }

  /// The animation or group under `key` as it is now, or nil if there is none.
  /// ``AnimationKey/property`` finds the first implicit one.
  public final func animation(forKey key: AnimationKey) -> AttachedAnimation? {
    animations(under: key).first.map(AttachedAnimation.init)
  }

  /// Removes the animations of the layer under `key`, with ``AnimationEnding/removed`` for their
  /// completions. ``AnimationKey/property`` removes the implicit ones of all its properties.
  public final func removeAnimation(forKey key: AnimationKey) {
    tree?.end(animations(under: key), .removed)
  }

  /// Removes all animations of the layer, with ``AnimationEnding/removed`` for their completions.
  public final func removeAllAnimations() {
    tree?.end(animations, .removed)
  }

  /// The animations under `key`: those of `property`, or of the whole layer for a name.
  final func animations(
    under key: AnimationKey?, of property: AnimatableProperty?
  ) -> [AnimationInstance] {
    guard let key else { return [] }
    guard key == .property else { return animations(under: key) }
    guard let property else { return [] }
    forgetTree()
    var found: [AnimationInstance] = []
    for case let instance? in attached.slots
    where instance.key == .property && instance.moves(property) {
      found.append(instance)
    }
    return found
  }

  private final func animations(under key: AnimationKey) -> [AnimationInstance] {
    guard case .named(let name) = key else { return animations.filter { $0.key == key } }
    forgetTree()
    return named[name].map { [$0] } ?? []
  }
}

// MARK: - Time

extension Layer {
  /// The layer's own time at the tree's present time, in seconds; 0 if it is not in a tree.
  public final var time: Seconds { clock.time }

  /// How the layer's time runs relative to its superlayer's.
  public final var timing: LayerTiming { clock.timing }

  /// Changes how the layer's time runs from now on. The time, and with it every animation, jumps
  /// unless beginTime and timeOffset are chosen to prevent it, as ``pause()`` and ``resume()`` do.
  public final func setTiming(_ timing: LayerTiming) {
    tree?.catchUp()
    pausedSpeed = nil
    change(timing)
  }

  /// Whether the layer is stopped by ``pause()``.
  public final var isPaused: Bool { pausedSpeed != nil }

  /// Stops the time of the layer and of all layers below it.
  public final func pause() {
    guard !isPaused, timing.speed != 0 else { return }
    tree?.catchUp()
    pausedSpeed = timing.speed
    change(timing.paused(at: parentTime))
  }

  /// Continues the time from where ``pause()`` stopped it, at the speed it had before.
  public final func resume() {
    guard let speed = pausedSpeed else { return }
    tree?.catchUp()
    pausedSpeed = nil
    change(timing.resumed(at: parentTime, speed: speed))
  }

  private final var parentTime: Seconds { superlayer?.time ?? tree?.time ?? 0 }

  private final func change(_ new: LayerTiming) {
    clock.timing = new
    tree?.timingChanged(below: self)
  }
}

// MARK: - Conversion

extension Layer {
  /// Converts a time of this layer to the time of `other`, or of the tree if that is nil.
  ///
  /// Nil if a layer on the way up has speed 0, so that the time is not unique, or if the two are
  /// not in one tree. Only layers up to the nearest common superlayer matter.
  public final func convert(_ time: Seconds, to other: Layer?) -> Seconds? {
    var layer: Layer? = self
    var converted = time
    while let current = layer {
      if let other, let inner = other.localTime(at: converted, of: current) { return inner }
      guard let outer = current.timing.parentTime(at: converted) else { return nil }
      converted = outer
      layer = current.superlayer
    }
    return other == nil ? converted : nil
  }

  /// Converts a time of the tree to the time of this layer.
  public final func localTime(atTreeTime time: Seconds) -> Seconds {
    timing.localTime(at: superlayer?.localTime(atTreeTime: time) ?? time)
  }

  /// Converts a time of `ancestor` to the time of this layer; nil if that is not above it.
  private final func localTime(at time: Seconds, of ancestor: Layer) -> Seconds? {
    if self === ancestor { return time }
    guard let outer = superlayer?.localTime(at: time, of: ancestor) else { return nil }
    return timing.localTime(at: outer)
  }

  /// Converts an instant of a display to the time of this layer.
  public final func localTime(at instant: Timestamp) -> Seconds {
    localTime(atTreeTime: instant.seconds)
  }

  /// Converts a time of this layer to an instant of a display, to the nearest nanosecond; nil if
  /// the layer or one above it is stopped.
  public final func instant(at time: Seconds) -> Timestamp? {
    convert(time, to: nil).map(Timestamp.init(seconds:))
  }

  /// Seconds here per second of the tree.
  final var rate: Double { timing.speed * (superlayer?.rate ?? 1) }

  /// Whether the layer's time runs backwards, or will when it is resumed.
  final var isReversed: Bool {
    ((pausedSpeed ?? timing.speed) < 0) != (superlayer?.isReversed ?? false)
  }

  /// 1, or −1 if the layer's time runs backwards.
  final var direction: Double { isReversed ? -1 : 1 }

  /// The transaction's begin time, or else now, in the layer's time.
  final func startTime(in tree: LayerTree) throws(AnimationError) -> Seconds {
    let begin = tree.transaction.begin(at: tree.time)
    try AnimationError.Quantity.beginTime.check(begin)
    return localTime(atTreeTime: begin)
  }
}
