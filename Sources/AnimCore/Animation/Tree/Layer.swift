/// A node in a tree of animated objects, with its own time and animatable properties.
///
/// A plain layer draws nothing; ``GraphicLayer`` and its subclasses do. For custom drawing, declare
/// properties with ``Animatable`` and read their presentation values when you draw.
///
/// Layers, their properties and their tree belong to one thread. They can be released on any
/// thread. A property that outlives its layer has its model value, and adding an animation to it
/// throws ``AnimationError/layerWithoutTree``.
open class Layer {
  /// The layer that this one was added to, or `nil`. Its time is the parent of this layer's time.
  public private(set) final weak var superlayer: Layer?
  /// The tree that contains the layer, which follows its time.
  public final var tree: LayerTree? { state.tree }
  /// The delegate, which decides first how the layer responds when a property is set.
  public final weak var delegate: (any LayerDelegate)?

  final let state = LayerState()

  /// The sublayers from back to front. They are also cached as an array.
  private final var children = SlotList<InSuperlayer>()
  private final var childArray: [Layer]?
  /// The number of levels of layers including this one, or more if some have been removed.
  private final var height: Int32 = 1
  /// The position of the layer among the sublayers of its superlayer.
  private final var slot: UInt32 = 0
  /// The number of the removal that is in progress, or 0; see ``isLeaving``.
  private final var departure: UInt32 = 0
  /// The number of removals so far.
  private final var departures: UInt32 = 0

  /// Creates a layer outside of any tree.
  public init() {}

  deinit { state.layerIsGone() }

  /// A Boolean value that indicates whether the layer must be redrawn because a property was set,
  /// or an animation is running or has just ended. Reset by ``LayerTree/didDisplay()``.
  public final var needsDisplay: Bool { state.needsDisplay }

  /// Called after the layer has joined a tree, and after its timing or that of a layer above it has
  /// changed. Does nothing by default.
  ///
  /// A subclass whose image is a function of its `time` can override this to add an animation that
  /// runs while the image changes, so that the tree keeps redrawing it.
  open func timingDidChange() {}

  /// Called when a ``LazyAnimatable`` property is first used.
  func didUseLazyProperty() {}

  /// Requests that the layer be redrawn.
  public final func setNeedsDisplay() { state.setNeedsDisplay() }
}

/// Layers are compared by identity.
extension Layer: Hashable {
  public static func == (a: Layer, b: Layer) -> Bool { a === b }

  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - The tree

extension Layer {
  private enum InSuperlayer: SlotKey {
    static func slot(of layer: Layer) -> Int { Int(layer.slot) }
    static func set(_ slot: Int, of layer: Layer) { layer.slot = UInt32(slot) }
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

  /// The sublayers from back to front, without a separate array.
  final var sublayerList: some Sequence<Layer> { children }

  /// Adds `layer` as the last sublayer, removing it from its superlayer first.
  /// - Returns: `false`, without a change, if the layer can't be a sublayer of this one; see
  ///   ``insertSublayer(_:at:)``.
  @discardableResult
  public final func addSublayer(_ layer: Layer) -> Bool {
    insertSublayer(layer, at: .max)
  }

  /// Inserts `layer` at `index`, which is clamped to the list, after removing it from its
  /// superlayer. A layer that is already a sublayer moves within the list, and its animations
  /// continue.
  ///
  /// The call has no effect and returns `false` if it would put a layer below itself, put the root
  /// of a tree below any layer, or exceed ``maximumDepth``.
  ///
  /// Complexity: O(1) on average for the first and the last index and for the removal, otherwise
  /// O(*n*) in the number of sublayers, with a very small constant.
  @discardableResult
  public final func insertSublayer(_ layer: Layer, at index: Int) -> Bool {
    place(layer) { $0.insert(layer, at: index) }
  }

  /// Makes a layer a sublayer. `insert` adds it to the list.
  private final func place(_ layer: Layer, insert: (inout SlotList<InSuperlayer>) -> Void)
    -> Bool
  {
    guard canHold(layer), layer.tree?.root !== layer else { return false }
    let wasLeaving = layer.isLeaving
    layer.departure = 0
    let isHere = layer.superlayer === self
    if isHere { children.remove(layer) } else { layer.removeFromSuperlayer() }
    childArray = nil
    insert(&children)
    if isHere {
      layer.setNeedsDisplay()
      if wasLeaving { layer.removeTransition() }
      return true
    }
    layer.superlayer = self
    layer.state.move(below: state)
    raise(above: layer)
    if let tree { layer.join(tree) }
    return true
  }

  /// The maximum number of levels of layers in a tree. It also limits the use of the stack.
  public static var maximumDepth: Int { 256 }

  /// Returns whether `layer` may become a sublayer of this one: it isn't above it, and wouldn't be
  /// too deep.
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

  /// Updates the heights after a layer was inserted below this one.
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
    for layer in children { tallest = max(tallest, layer.measureHeight()) }
    height = Int32(tallest + 1)
    return tallest + 1
  }

  /// Inserts `layer` directly above `sibling`. Has no effect and returns `false` if `sibling` isn't
  /// a sublayer of this one or `layer` can't become one.
  ///
  /// Complexity: O(log² n) on average in the number of sublayers.
  @discardableResult
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) -> Bool {
    guard layer !== sibling, sibling.superlayer === self else { return false }
    return place(layer) { $0.insert(layer, above: sibling) }
  }

  /// Inserts `layer` directly below `sibling`. Has no effect and returns `false` if `sibling` isn't
  /// a sublayer of this one or `layer` can't become one.
  ///
  /// Complexity: O(log² n) on average in the number of sublayers.
  @discardableResult
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) -> Bool {
    guard layer !== sibling, sibling.superlayer === self else { return false }
    return place(layer) { $0.insert(layer, below: sibling) }
  }

  /// Removes the layer from its superlayer. Its animations and those of all layers below it end.
  ///
  /// Complexity: O(1) in the number of its siblings.
  public final func removeFromSuperlayer() {
    guard let superlayer else { return }
    departure = 0
    superlayer.children.remove(self)
    superlayer.childArray = nil
    self.superlayer = nil
    if let holder = superlayer as? GraphicLayer { holder.didRemove(self) }
    state.move(below: nil)
    leaveTree()
  }

  /// A Boolean value that indicates whether the layer is being removed with
  /// ``GraphicLayer/removeFromSuperlayer(transition:completion:)`` and is still visible.
  ///
  /// Until it has disappeared, it remains a sublayer, but hit testing ignores it. Adding it again
  /// cancels the removal.
  public final var isLeaving: Bool { departure != 0 }

  /// Starts the removal transition, and returns a closure that completes it unless the layer is
  /// added again before.
  final func depart() -> () -> Void {
    departures = max(departures &+ 1, 1)
    let number = departures
    departure = number
    return { [weak self] in
      if let self, departure == number { removeFromSuperlayer() }
    }
  }

  /// Shows the layer without its transition.
  private final func removeTransition() {
    for name in TransitionKey.all { removeAnimation(forKey: name) }
  }

  final func join(_ tree: LayerTree) {
    state.move(below: superlayer?.state)
    state.join(tree)
    for layer in children { layer.join(tree) }
    timingDidChange()
  }

  final func leaveTree() {
    guard let tree else { return }
    let ended = withdraw(from: tree)
    tree.requestDisplay()
    tree.post(ended, .removed)
    if tree.depth == 0 { tree.notify() }
  }

  /// Removes the layer and all layers below it from the tree. Returns their animations, whose
  /// completions are called once all layers are removed.
  final func withdraw(from tree: LayerTree) -> [AnimationInstance] {
    var ended = state.leave(tree)
    for layer in children { ended += layer.withdraw(from: tree) }
    return ended
  }
}

// MARK: - Animations

extension Layer {
  /// Adds a group of animations of this layer's properties. It starts at the begin time of the
  /// transaction.
  /// - Parameters:
  ///   - group: The animations.
  ///   - key: The name of the group, which replaces another group with the same name.
  ///   - completion: A closure that is called once, after the transaction at the earliest.
  ///   - began: A closure that is called once when the time of the tree reaches the start, after
  ///     the transaction at the earliest. It isn't called if the group ends before.
  ///   - onMember: A closure that is called when a member begins and when it ends, with the
  ///     property that it animates.
  /// - Throws: ``AnimationError`` if a member is invalid. In this case, no member is added.
  public final func add(
    _ group: AnimationGroup, forKey key: AnimationKey? = nil,
    completion: ((AnimationCompletionReason) -> Void)? = nil, began: (() -> Void)? = nil,
    onMember: ((AnimatableProperty, AnimationGroup.MemberEvent) -> Void)? = nil
  ) throws(AnimationError) {
    guard let tree else { throw .layerWithoutTree }
    tree.catchUp()
    let instance = try group.instance(
      startingAt: state.startTime(in: tree), on: state, in: tree, key: key, report: onMember)
    instance.callbacks = Callbacks(completion: completion, began: began)
    tree.add(instance, replacing: state.animations(under: key, of: nil), on: state)
  }

  /// An animation belongs to a property, so it is added there: `layer.$x.add(animation)`.
  @available(*, unavailable, message: "add it to the property it is for: layer.$x.add(animation)")
  public final func add(
    _ animation: some PropertyAnimation, forKey key: AnimationKey? = nil
  ) {}

  /// The names of the attached animations, in the order in which they were added.
  public final var animationKeys: [AnimationKey] { state.animations.compactMap(\.key) }

  /// Returns the current state of the animation or group with a key, or `nil` if there is no such
  /// animation. ``AnimationKey/property`` finds the first implicit one.
  public final func animation(forKey key: AnimationKey) -> AttachedAnimation? {
    state.animations(under: key).first.map(AttachedAnimation.init)
  }

  /// Removes the layer's animations with `key`. Their completions receive
  /// ``AnimationCompletionReason/removed``. ``AnimationKey/property`` removes the implicit ones of
  /// all its properties.
  public final func removeAnimation(forKey key: AnimationKey) {
    tree?.end(state.animations(under: key), .removed)
  }

  /// Removes all animations of the layer. Their completions receive
  /// ``AnimationCompletionReason/removed``.
  public final func removeAllAnimations() {
    tree?.end(state.animations, .removed)
  }
}

// MARK: - Time

extension Layer {
  /// The layer's own time at the current time of the tree, in seconds, or 0 if the layer isn't in a
  /// tree.
  public final var time: Seconds { state.time }

  /// The timing of the layer relative to its superlayer.
  public final var timing: LayerTiming { state.timing }

  /// Changes the timing of the layer. Its time, and with it every animation, jumps unless beginTime
  /// and timeOffset are chosen to prevent it, as ``pause()`` and ``resume()`` do.
  public final func setTiming(_ timing: LayerTiming) {
    tree?.catchUp()
    state.setTiming(timing)
    tree?.timingChanged(below: self)
  }

  /// A Boolean value that indicates whether the layer is stopped by ``pause()``.
  public final var isPaused: Bool { state.pausedSpeed != nil }

  /// Stops the time of the layer and of all layers below it.
  public final func pause() {
    guard !isPaused, timing.speed != 0 else { return }
    tree?.catchUp()
    state.pause()
    tree?.timingChanged(below: self)
  }

  /// Continues the time after ``pause()``, at the previous speed.
  public final func resume() {
    guard isPaused else { return }
    tree?.catchUp()
    state.resume()
    tree?.timingChanged(below: self)
  }

  /// Converts a time of this layer to the time of `other`, or of the tree if `other` is `nil`.
  ///
  /// Returns `nil` if a layer in between has speed 0, so that the time isn't unique, or if the two
  /// layers aren't in the same tree. Only layers up to the nearest common superlayer matter.
  public final func convertTime(_ time: Seconds, to other: Layer?) -> Seconds? {
    state.convertTime(time, to: other?.state)
  }

  /// Use ``convertTime(_:to:)`` for times. This name is for points.
  @available(*, unavailable, renamed: "convertTime(_:to:)")
  public final func convert(_ time: Seconds, to other: Layer?) -> Seconds? { nil }

  /// Converts a time of the tree to the time of this layer.
  public final func localTime(atTreeTime time: Seconds) -> Seconds {
    state.localTime(atTreeTime: time)
  }

  /// Converts an instant of a display to the time of this layer.
  public final func localTime(at instant: Timestamp) -> Seconds {
    localTime(atTreeTime: instant.seconds)
  }

  /// Converts a time of this layer to a timestamp of a display, rounded to the nearest nanosecond.
  /// Returns `nil` if the layer or one of its ancestors is stopped.
  public final func instant(at time: Seconds) -> Timestamp? {
    convertTime(time, to: nil).map(Timestamp.init(seconds:))
  }
}
