/// A node in a tree of animated objects, with a time of its own and animatable properties.
///
/// A plain layer draws nothing; ``GraphicLayer`` and its subclasses do. To draw in a way of your
/// own, declare properties with ``Animatable``, and read their presentation values when drawing.
///
/// Layers and their tree belong to one thread.
open class Layer {
  /// The layer that this one was added to, if any. Its time is the parent of this layer's time.
  public private(set) final weak var superlayer: Layer?
  /// The layers directly below this one, from back to front.
  public private(set) final var sublayers: [Layer] = []
  /// The tree that the layer is in, whose time it follows.
  public final var tree: LayerTree? { clock.tree?.tree }
  /// The delegate, which is asked first what setting a property does.
  public final weak var delegate: (any LayerDelegate)?

  final let clock = LayerClock()
  /// The speed to resume with; nil unless paused.
  final var pausedSpeed: Double?

  /// The attached animations, a group as one, in the order in which they were added.
  final var animations: [AnimationInstance] = []
  /// The number of running animations that change what the layer shows.
  final var redrawingCount = 0
  /// The tree's ``LayerTree/displayNumber`` when drawing was last requested.
  private final var displayRequest = 0
  /// The tree's ``LayerTree/frameNumber`` when the layer joined it.
  private final var joinedFrame = 0

  public init() { clock.layer = self }

  deinit {
    clock.layer = nil
    for sublayer in sublayers { sublayer.clock.outer = nil }
  }

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
  /// Adds `layer` as the last sublayer, removing it from its superlayer first.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: sublayers.count)
  }

  /// Inserts `layer` at `index`, which is clamped to the list, removing it from its superlayer
  /// first. A layer that is already a sublayer moves within the list, and its animations continue.
  ///
  /// A layer cannot be below itself, and the root of a tree cannot be below any layer: such calls
  /// have no effect.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    guard !isInside(layer), layer.tree?.root !== layer else { return }
    if layer.superlayer === self {
      sublayers.removeAll { $0 === layer }
      sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
      layer.setNeedsDisplay()
      return
    }
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    layer.clock.outer = clock
    if let tree { layer.join(tree) }
  }

  /// Inserts `layer` right above `sibling`; has no effect if that is not a sublayer of this one.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) {
    insert(layer, beside: sibling, offset: 1)
  }

  /// Inserts `layer` right below `sibling`; has no effect if that is not a sublayer of this one.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) {
    insert(layer, beside: sibling, offset: 0)
  }

  private final func insert(_ layer: Layer, beside sibling: Layer, offset: Int) {
    guard layer !== sibling else { return }
    // The index without the layer, which is removed first.
    let others = sublayers.filter { $0 !== layer }
    guard let index = others.firstIndex(where: { $0 === sibling }) else { return }
    insertSublayer(layer, at: index + offset)
  }

  /// Removes the layer from its superlayer. Its animations and those of all layers below it end.
  public final func removeFromSuperlayer() {
    guard let superlayer else { return }
    superlayer.sublayers.removeAll { $0 === self }
    self.superlayer = nil
    clock.outer = nil
    leaveTree()
  }

  private final func isInside(_ other: Layer) -> Bool {
    self === other || superlayer?.isInside(other) == true
  }

  final func join(_ tree: LayerTree) {
    clock.enter(tree.clock)
    joinedFrame = tree.frameNumber
    setNeedsDisplay()
    for layer in sublayers { layer.join(tree) }
    timingDidChange()
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
    for layer in sublayers { ended += layer.withdraw(from: tree) }
    return ended
  }
}
