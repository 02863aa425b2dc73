import AnimCore

/// An effect that strokes a layer's masks, ready to be evaluated.
final class MaskStrokeNode {
  private let mask: Property<Double>
  private let strokesAllMasks: Property<Double>
  private let color: Property<SIMD4<Double>>
  private let brushSize: Property<Double>
  private let opacity: Property<Double>
  private let start: Property<Double>
  private let end: Property<Double>
  private let spacing: Property<Double>
  private let paintStyle: Property<Double>

  init?(_ effect: LayerEffect) {
    guard case .stroke(let stroke) = effect else { return nil }
    mask = Property(stroke.mask, default: 1)
    strokesAllMasks = Property(stroke.strokesAllMasks)
    color = Property(stroke.color)
    brushSize = Property(stroke.brushSize, default: 1)
    opacity = Property(stroke.opacity, default: 1)
    start = Property(stroke.start)
    end = Property(stroke.end, default: 100)
    spacing = Property(stroke.spacing)
    paintStyle = Property(stroke.paintStyle, default: 1)
  }

  func paintStyle(at time: Double) -> StrokeEffect.PaintStyle {
    Int(exactly: paintStyle.value(at: time)).flatMap(StrokeEffect.PaintStyle.init) ?? .onOriginal
  }

  /// Strokes the paths of a layer's masks. As in lottie-web, a line is twice as wide as its brush.
  func draw(
    _ masks: [Path], at time: Double, into list: inout DisplayList, _ transform: Transform
  ) {
    var color = color.value(at: time)
    color.w = opacity.value(at: time)
    var style = StrokeStyle(width: 2 * brushSize.value(at: time), cap: .round)
    style.dashes = dots(at: time, width: style.width)
    let (first, last) = (start.share(at: time), end.share(at: time))
    for path in chosen(masks, at: time) {
      let length = path.length
      let part =
        first == 0 && last == 1
        ? path : path.part(from: min(first, last) * length, to: max(first, last) * length)
      list.stroke(part, style, .color(Color(color)), transform: transform)
    }
  }

  /// The dots of a brush as dashes: as in lottie-web a point long, with gaps in proportion to the
  /// width. Those that overlap so far that the line seems whole are none.
  private func dots(at time: Double, width: Double) -> [Double] {
    let spacing = spacing.value(at: time)
    return spacing < Self.narrowSpacing || width <= 0 ? [] : [1, width * spacing / 100]
  }

  /// In percent. Below, the edge of the line is at most 1/60 of its width from a straight one.
  private static let narrowSpacing = 25.0

  private func chosen(_ masks: [Path], at time: Double) -> ArraySlice<Path> {
    if strokesAllMasks.value(at: time) == 1 { return masks[...] }
    let place = mask.value(at: time) - 1
    guard let index = Int(exactly: place.rounded(.down)), masks.indices.contains(index) else {
      return []
    }
    return masks[index...index]
  }
}
