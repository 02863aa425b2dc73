/// A paint prepared for a frame, which yields premultiplied words row by row. The word of a pixel
/// depends only on its column and row, not on where a run of pixels begins.
struct PaintSource {
  /// The word 0xAARRGGBB of all pixels, if they are the same.
  var solid: UInt32? {
    if case .solid(let word) = kind { word } else { nil }
  }
  /// Whether every word has an alpha of 255.
  let isOpaque: Bool
  private let kind: Kind

  private enum Kind {
    case solid(UInt32)
    case linear(LinearSource)
    case radial(RadialSource)
    case image(ImageSource)
  }

  /// - Parameters:
  ///   - transform: from the shape's space to pixels. If it has no inverse, nothing is painted.
  ///   - tables: keeps the tables of gradients from frame to frame.
  init(_ paint: Paint, _ transform: Transform, tables: GradientTables) {
    kind = Self.kind(paint, transform, tables)
    isOpaque =
      switch kind {
      case .solid(let word): word >> 24 == 255
      case .linear(let source): source.table.isOpaque
      case .radial(let source): source.table.isOpaque
      case .image(let source): source.isOpaque
      }
  }

  private static func kind(
    _ paint: Paint, _ transform: Transform, _ tables: GradientTables
  ) -> Kind {
    switch paint {
    case .color(let color):
      return .solid(Premultiplied.word(straight: color.argb))
    case .gradient(let gradient):
      guard let last = gradient.stops.last,
        let inverse = gradient.transform.followed(by: transform).inverse
      else { return .solid(0) }
      switch gradient.geometry {
      case .linear(let start, let end):
        let source = LinearSource(start, end, inverse) { tables.table(for: gradient.stops) }
        return source.map(Kind.linear) ?? .solid(last)
      case .radial(let center, let radius, let focus):
        let source = RadialSource(center, radius, focus, inverse) {
          tables.table(for: gradient.stops)
        }
        return source.map(Kind.radial) ?? .solid(last)
      }
    case .image(let paint):
      guard let inverse = paint.transform.followed(by: transform).inverse else { return .solid(0) }
      return .image(ImageSource(paint, inverse))
    }
  }

  /// Stores the words of `count` pixels of row `y`, from column `x` on.
  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    switch kind {
    case .solid(let word): words.update(repeating: word, count: count)
    case .linear(let source): source.fill(words, x: x, y: y, count: count)
    case .radial(let source): source.fill(words, x: x, y: y, count: count)
    case .image(let source): source.fill(words, x: x, y: y, count: count)
    }
  }
}
