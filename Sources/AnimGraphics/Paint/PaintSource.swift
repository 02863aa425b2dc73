/// A paint prepared for a frame.
struct PaintSource {
  /// The word 0xAARRGGBB of all pixels, if they are the same.
  var solid: UInt32? {
    if case .solid(let source) = kind { source.word } else { nil }
  }
  /// Whether every word has an alpha of 255.
  let isOpaque: Bool
  let kind: Kind

  enum Kind {
    case solid(SolidSource)
    case linear(LinearSource)
    case radial(RadialSource)
    case spread(SpreadSource)
    case image(ImageSource)
  }

  /// - Parameters:
  ///   - transform: From the shape's space to pixels. If it has no inverse, nothing is painted.
  ///   - tables: Keeps the tables of gradients from frame to frame.
  init(_ paint: Paint, _ transform: Transform, tables: GradientTables) {
    kind = Self.kind(paint, transform, tables)
    isOpaque =
      switch kind {
      case .solid(let source): source.word >> 24 == 255
      case .linear(let source): source.table.isOpaque
      case .radial(let source): source.table.isOpaque
      case .spread(let source): source.table.isOpaque && source.isComplete
      case .image(let source): source.isOpaque
      }
  }

  private static func kind(
    _ paint: Paint, _ transform: Transform, _ tables: GradientTables
  ) -> Kind {
    switch paint {
    case .color(let color):
      return .solid(SolidSource(word: Premultiplied.word(straight: color.argb)))
    case .gradient(let gradient):
      guard let last = gradient.stops.last,
        let inverse = gradient.transform.followed(by: transform).inverse
      else { return .solid(.clear) }
      let kind: Kind? =
        switch gradient.geometry {
        case .linear(let start, let end) where gradient.spread == .pad:
          LinearSource(start, end, inverse) { tables.table(for: gradient.stops) }
            .map(Kind.linear)
        case .radial(let center, let radius, let focus, let focusRadius)
        where gradient.spread == .pad && !(focusRadius > 0):
          RadialSource(center, radius, focus, inverse) { tables.table(for: gradient.stops) }
            .map(Kind.radial)
        case .linear, .radial, .conic:
          SpreadSource(gradient, inverse) { tables.table(for: gradient.stops) }
            .map(Kind.spread)
        }
      return kind ?? .solid(SolidSource(word: last))
    case .image(let paint):
      // A drawing without pixels isn't visible in the painted tiles.
      if let drawing = paint.image.drawing, drawing.drawnPixels == nil { return .solid(.clear) }
      guard let inverse = paint.transform.followed(by: transform).inverse
      else { return .solid(.clear) }
      return .image(ImageSource(paint, inverse))
    }
  }
}

/// Yields the premultiplied words of a paint, row by row.
protocol RowSource {
  associatedtype Row: PaintRow
  func row(_ y: Int) -> Row
}

/// A row of a paint. The word of a pixel depends only on its column, not on the start of its run.
protocol PaintRow {
  /// Stores the words of `count` pixels, at least one, starting at column `x`. There must be room
  /// for four words.
  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int)
}

/// A source with the same word at every pixel.
struct SolidSource: RowSource, PaintRow {
  let word: UInt32

  static let clear = SolidSource(word: 0)

  func row(_ y: Int) -> SolidSource { self }

  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int) {
    Blend.fill(words, word, count)
  }
}
