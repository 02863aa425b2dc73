import AnimCore

/// The effects of a layer, ready to be evaluated.
final class LayerEffects {
  private let filters: [EffectNode]
  private let maskStrokes: [MaskStrokeNode]
  /// The paths of all of the layer's masks, including those that do nothing.
  private let masks: [PathNode]

  /// Nil for a layer without effects.
  init?(_ layer: LottieLayer) {
    if layer.effects.isEmpty { return nil }
    filters = layer.effects.compactMap { EffectNode($0) }
    maskStrokes = layer.effects.compactMap { MaskStrokeNode($0) }
    masks =
      maskStrokes.isEmpty
      ? []
      : layer.masks.map { PathNode(.contour(PathProperty($0.shape)), isReversed: false) }
  }

  var strokesMasks: Bool { !maskStrokes.isEmpty && !masks.isEmpty }

  /// - Parameter transform: maps the layer's space to points.
  func filters(at time: Double, _ transform: Transform) -> [Filter] {
    filters.map { $0.filter(at: time, transform) }
  }

  /// Strokes the layer's masks.
  func drawMaskStrokes(
    at time: Double, into list: inout DisplayList, _ transform: Transform
  ) {
    for mask in masks { mask.update(to: time) }
    let paths = masks.map(\.path)
    for stroke in maskStrokes { stroke.draw(paths, at: time, into: &list, transform) }
  }
}
