/// A node in a tree of things that move: it has a time of its own and animatable properties.
///
/// A layer draws nothing; ``GraphicLayer`` and its subclasses do. What another shows is its own
/// business: declare the properties with ``Animatable``, and read their presentation values when
/// drawing.
///
/// Layers and their tree belong to one thread.
open class Layer {
  public private(set) final weak var superlayer: Layer?
  public private(set) final var sublayers: [Layer] = []
  /// The tree that the layer is in, and whose time it follows.
  public final var tree: LayerTree? { clock.tree?.tree }
  /// Is asked first what setting a property does.
  public final weak var delegate: (any LayerDelegate)?

  final let clock = LayerClock()
  /// The speed to go on with after a pause, while there is one.
  final var pausedSpeed: Double?

  /// Those attached, groups as a whole, in the order in which they were added.
  final var animations: [AnimationInstance] = []
  /// How many running animations change what the layer shows.
  final var redrawingCount = 0
  /// The tree's display for which a drawing was asked.
  private final var displayRequest = 0
  /// The tree's frame in which the layer joined it.
  private final var joinedFrame = 0

  public init() { clock.layer = self }

  deinit {
    clock.layer = nil
    for sublayer in sublayers { sublayer.clock.outer = nil }
  }

  /// Whether the layer has to be drawn again: a property was set, or an animation runs or has just
  /// ended. Reset by ``LayerTree/didDisplay()``.
  public final var needsDisplay: Bool {
    guard let tree else { return false }
    return redrawingCount > 0 || displayRequest == tree.displayNumber
  }

  /// Asks for the layer to be drawn again.
  public final func setNeedsDisplay() {
    guard let tree else { return }
    displayRequest = tree.displayNumber
    tree.requestDisplay()
  }
}

// MARK: - The tree

extension Layer {
  /// Adds `layer` as the last, taking it from where it was.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: sublayers.count)
  }

  /// Inserts `layer` at `index`, held within the list, taking it from where it was. A layer that is
  /// a sublayer already moves within the list, and its animations go on.
  ///
  /// A layer cannot be below itself, nor can the root of a tree be below any: such a call changes
  /// nothing.
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

  /// Inserts `layer` right above `sibling`; where that is no sublayer of this one, nothing changes.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) {
    insert(layer, beside: sibling, offset: 1)
  }

  /// Inserts `layer` right below `sibling`; where that is no sublayer of this one, nothing changes.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) {
    insert(layer, beside: sibling, offset: 0)
  }

  private final func insert(_ layer: Layer, beside sibling: Layer, offset: Int) {
    guard layer !== sibling else { return }
    // Counted without the layer, which leaves its old place first.
    let others = sublayers.filter { $0 !== layer }
    guard let index = others.firstIndex(where: { $0 === sibling }) else { return }
    insertSublayer(layer, at: index + offset)
  }

  /// Takes the layer out of its superlayer. The animations of it and of all below it end.
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
  }

  /// Whether the layer joined its tree in the present frame, so that nobody has seen it yet.
  final var isNew: Bool { joinedFrame == tree?.frameNumber }

  final func leaveTree() {
    guard let tree else { return }
    let ended = withdraw(from: tree)
    tree.requestDisplay()
    tree.post(ended, .removed)
    if tree.depth == 0 { tree.notify() }
  }

  /// Takes the layer and all below it off the tree; completions are called when all are off.
  final func withdraw(from tree: LayerTree) -> [AnimationInstance] {
    var ended = animations
    for instance in ended { tree.detach(instance, from: self) }
    clock.enter(nil)
    for layer in sublayers { ended += layer.withdraw(from: tree) }
    return ended
  }
}
