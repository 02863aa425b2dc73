import AnimCore
import AnimScript

/// The immutable data of an animation that expressions can access: times, sizes, layers, images and fonts.
final class ExpressionScene {
  let frameRate: Double
  let size: SIMD2<Double>
  let frames: Range<Double>
  /// The values stored in the file.
  let values: ExpressionValues
  /// See ``ExpressionModel``.
  private let model: ExpressionModel
  /// The layers, in the order of ``ExpressionModel/layers``.
  private let layers: [LayerModel]
  private let images: [ImageModel]
  private let fonts: [FontModel]
  /// Frequently used properties of each layer.
  private let states: [LayerValues]

  init(_ model: ExpressionModel, _ document: AnimationModel) {
    self.model = model
    values = ExpressionValues(model)
    frameRate = document.frameRate
    size = document.size
    frames = document.frames
    layers = document.compositions.flatMap { $0.layers } + document.layers
    images = document.images
    fonts = document.fonts
    states = layers.map { LayerValues($0) }
  }

  // MARK: - Layers

  @inline(__always)
  func state(ofLayer layer: Int) -> LayerValues { states[layer] }

  func name(ofLayer layer: Int) -> String { layers[layer].name }

  func position(ofLayer layer: Int) -> TransformProperties.Position {
    layers[layer].transform.position
  }

  /// Returns the index of a layer's parent, or `nil`.
  func parent(ofLayer layer: Int) -> Int? {
    guard let parent = states[layer].parent else { return nil }
    return model.compositions[model.layers[layer].composition].layers.lowerBound + parent
  }

  /// Returns whether a layer is visible.
  @inline(__always)
  func isActive(_ layer: Int, at time: Double) -> Bool {
    !states[layer].isHidden && states[layer].visible.contains(time)
  }

  /// Returns the size of a layer. As in lottie-web, layers without a size are 100 wide and high.
  func size(ofLayer layer: Int) -> SIMD2<Double> {
    switch layers[layer].content {
    case .composition(let content): content.size
    case .solid(let size, _): size
    case .image(let index): images[index].size
    case .none, .shapes, .text: SIMD2(100, 100)
    }
  }

  /// Returns the composition that a layer shows, or `nil` for other kinds of layers.
  func composition(shownBy layer: Int) -> PrecompositionContent? {
    if case .composition(let content) = layers[layer].content { content } else { nil }
  }

  // MARK: - Compositions

  /// Returns the first layer that `isWanted` accepts.
  func firstLayer(where isWanted: (Int) -> Bool) -> Int? { layers.indices.first(where: isWanted) }

  /// Returns the layers that show a composition.
  func layers(showing composition: Int) -> [Int] {
    layers.indices.filter { self.composition(shownBy: $0)?.index == composition }
  }

  /// Returns the size of a composition in the first layer that shows it.
  func size(ofComposition composition: Int) -> SIMD2<Double> {
    for layer in layers.indices {
      if let content = self.composition(shownBy: layer), content.index == composition {
        return content.size
      }
    }
    return size
  }

  /// Returns the duration of a composition, in frames. For a nested composition, it is the end of its last layer.
  func length(ofComposition composition: Int) -> Double {
    if composition == model.main { return frames.upperBound - frames.lowerBound }
    return model.compositions[composition].layers.reduce(0) {
      max($0, states[$1].visible.upperBound)
    }
  }

  // MARK: - Texts

  /// Returns the content of a text layer, or `nil` for other kinds of layers.
  func text(ofLayer layer: Int) -> LayerText? {
    if case .text(let content) = layers[layer].content { content } else { nil }
  }

  /// Returns the box of a text in its layer, from the advances of its letters and the height of its lines.
  ///
  /// - Parameter spend: Counts steps.
  func textBox(
    _ content: LayerText, _ text: String, at time: Double,
    spend: (Int) throws(Exception) -> Void
  ) throws(Exception) -> Rect {
    try spend(2 * text.utf8.count)
    var document = content.documents[0].document
    for entry in content.documents where entry.time <= time { document = entry.document }
    document.text = text
    let font = document.font.map { fonts[$0] }
    let layout = LetterLayout(document, font, grouping: content.alignment.grouping)
    var box: Rect?
    try spend(layout.work.glyphSteps / 4)
    for letter in layout.letters where !letter.isEmpty {
      let parts = [LottieGlyphLayer.outline(letter.outline, nil)] + letter.layers
      let origin = layout.origin + letter.position + SIMD2(layout.lineOffsets[letter.line], 0)
      for part in parts {
        if case .outline(let path, _) = part { try spend(path.pointCount / 4) }
        let bounds = part.transformed(by: Transform(translation: origin)).bounds
        guard let bounds else { continue }
        box = box.map { $0.union(bounds) } ?? bounds
      }
    }
    return box ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }
}

/// Frequently used properties of a layer.
struct LayerValues {
  /// See ``LayerModel/parent``.
  let parent: Int?
  let visible: Range<Double>
  let startTime: Double
  let stretch: Double
  let isHidden: Bool
  let isAutoOriented: Bool

  init(_ layer: LayerModel) {
    parent = layer.parent
    visible = layer.visible
    startTime = layer.startTime
    stretch = layer.stretch
    isHidden = layer.isHidden
    isAutoOriented = layer.isAutoOriented
  }
}
