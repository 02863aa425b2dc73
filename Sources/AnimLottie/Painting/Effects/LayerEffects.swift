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
    filters = layer.effects.compactMap { EffectNode($0, hasEdges: layer.content.hasEdges) }
    let strokes = layer.effects.compactMap { MaskStrokeNode($0) }
    maskStrokes = layer.masks.isEmpty ? [] : strokes
    masks =
      maskStrokes.isEmpty
      ? []
      : layer.masks.map { PathNode(.contour(PathProperty($0.shape)), isReversed: false) }
  }

  /// - Parameter transform: maps the layer's space to points.
  func filters(at time: Double, _ transform: Transform) -> [Filter] {
    filters.map { $0.filter(at: time, transform) }
  }
}

// Strokes along masks.
extension LayerEffects {
  /// Whether masks cut the layer: as in lottie-web, those that are painted do not.
  func masksCut(at time: Double) -> Bool {
    maskStrokes.allSatisfy { $0.paintStyle(at: time) == .revealOriginal }
  }

  /// Whether the layer's content is drawn.
  func showsContent(at time: Double) -> Bool {
    maskStrokes.allSatisfy { $0.paintStyle(at: time) != .onTransparent }
  }

  /// Strokes the layer's masks in the innermost group, or cuts it to the strokes.
  func drawMaskStrokes(
    at time: Double, into list: inout DisplayList, _ transform: Transform
  ) {
    if maskStrokes.isEmpty { return }
    for mask in masks { mask.update(to: time) }
    let paths = masks.map(\.path)
    for stroke in maskStrokes {
      if stroke.paintStyle(at: time) == .revealOriginal {
        list.withMatte { stroke.draw(paths, at: time, into: &$0, transform) }
      } else {
        stroke.draw(paths, at: time, into: &list, transform)
      }
    }
  }
}

extension LottieLayer.Content {
  /// Whether it has an extent of its own, at whose edges it ends.
  fileprivate var hasEdges: Bool {
    switch self {
    case .solid, .image, .composition: true
    case .none, .shapes, .text: false
    }
  }
}
