import AnimCore

/// A layer, with the memory for its evaluation.
final class LayerNode {
  let model: LayerModel
  let content: Content
  let transform: TransformNode
  let masks: [MaskNode]
  let effects: LayerEffects?
  /// The outline of the layer, if it is a rectangle.
  let extent: Path?
  /// Whether to skip the layer, to see whether it changes the image.
  var isOmitted = false
  /// The record of the drawing of the layer, or `nil` to record nothing.
  var record: LayerRecord?

  enum Content {
    case none
    case solid(Path, Color)
    case image(Path, ImagePaint)
    case shapes([ShapeNode])
    case composition(PrecompositionContent)
    case text(TextNode)
  }

  init(_ layer: LayerModel, in document: AnimationModel) {
    model = layer
    transform = TransformNode(layer.transform, isAutoOriented: layer.isAutoOriented)
    masks = layer.masks.compactMap { MaskNode($0) }
    effects = LayerEffects(layer)
    extent = layer.content.extent(in: document).map { .rectangle($0) }
    switch layer.content {
    case .none: content = .none
    case .solid(let size, let color): content = .solid(.rectangle(size), color)
    case .shapes(let items): content = .shapes(items.map { ShapeNode($0) })
    case .image(let index): content = Self.content(document.images[index]) ?? .none
    case .composition(let precomposition): content = .composition(precomposition)
    case .text(let text): content = .text(TextNode(text, fonts: document.fonts, layer.masks))
    }
  }

  /// Returns an image with the part of its size that it covers, or `nil` if it couldn't be loaded.
  private static func content(_ image: ImageModel) -> Content? {
    guard let rendering = image.image else { return nil }
    let natural = Size(
      width: Double(rendering.size.width), height: Double(rendering.size.height))
    let size = Size(width: image.size.x, height: image.size.y)
    let isWhole = image.fit.scaling == .contain
    return .image(
      Path(isWhole ? image.fit.rect(of: natural, in: size) : Rect(origin: .zero, size: size)),
      ImagePaint(rendering, transform: image.fit.transform(from: natural, to: size)))
  }

  /// Whether the layer has edges that enclose no area.
  var isFlat: Bool { extent?.bounds.map { $0.width <= 0 || $0.height <= 0 } ?? false }

  /// Returns whether the layer itself is drawn at a frame, rather than only as a parent or matte.
  func isShown(at frame: Double) -> Bool {
    model.visible.contains(frame) && !model.isHidden && !model.isMatteSource && !isOmitted
  }

  /// Returns the time in the composition that the layer shows.
  func time(
    in content: PrecompositionContent, at time: EvaluationTime, frameRate: Double
  ) -> EvaluationTime {
    guard let timeRemap = content.timeRemap else {
      let frame = (time.frame - model.startTime) / model.stretch
      return EvaluationTime(Self.snapped(frame), time.expressions)
    }
    let frame = Self.snapped(timeRemap.value(at: time) * frameRate)
    // As in lottie-web, remapping to exactly the layer's end shows the previous frame.
    let end = model.visible.upperBound
    return EvaluationTime(frame == end ? end - 1 : frame, time.expressions)
  }

  /// Removes rounding errors near integral frames, where layers start and end.
  private static func snapped(_ frame: Double) -> Double {
    let whole = frame.rounded()
    return abs(frame - whole) < 1e-6 ? whole : frame
  }
}

extension PrecompositionContent {
  /// The rectangle that the composition is clipped to.
  var frame: Rect { Rect(x: 0, y: 0, width: size.x, height: size.y) }
}

extension LayerModel.Content {
  /// Returns the extent from the origin of the layer, or `nil` if the layer has no edges.
  fileprivate func extent(in document: AnimationModel) -> SIMD2<Double>? {
    switch self {
    case .solid(let size, _): size
    case .image(let index): document.images[index].size
    case .composition(let content): content.size
    case .none, .shapes, .text: nil
    }
  }
}

extension Path {
  /// Returns a rectangle with its upper left corner at the origin.
  fileprivate static func rectangle(_ size: SIMD2<Double>) -> Path {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: size.x, height: size.y))
    return path
  }
}

/// The layers of a composition.
final class LayerList {
  let layers: [LayerNode]
  /// The index of the composition in the document. The main composition is the last one.
  let index: Int
  /// Whether any layer is in 3D space.
  let isSpatial: Bool
  private let mixes: Bool

  init(_ layers: [LayerModel], index: Int, in document: AnimationModel) {
    self.index = index
    self.layers = layers.map { LayerNode($0, in: document) }
    isSpatial = layers.contains { $0.isSpatial }
    mixes = layers.contains { $0.blendMode != .normal }
  }

  /// Returns whether any layer that is visible at a frame is blended with those below it.
  func mixes(at frame: Double) -> Bool {
    guard mixes else { return false }
    var isFirst = true
    for layer in layers.reversed() where layer.isShown(at: frame) {
      if layer.model.blendMode != .normal && !isFirst { return true }
      isFirst = false
    }
    return false
  }
}
