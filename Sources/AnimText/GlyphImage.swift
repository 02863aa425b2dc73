import AnimGraphics
import CFonts

/// The image of a glyph in a colour font, instead of an outline that is filled like the text.
package enum GlyphImage: Sendable {
  /// The outline of another glyph with a colour, or `nil` for the colour of the text.
  package struct Layer: Hashable, Sendable {
    package let glyph: FontFace.Glyph
    package let color: Color?
  }

  /// The position of an image in its font, known before the image is read.
  package struct Source: Hashable, Sendable {
    /// A key that glyphs with the same image share.
    package let key: Int
    /// The cost of reading the image: the number of its bytes, plus the pixels of a bitmap.
    package let cost: Int
    package let kind: Kind
  }

  /// A kind of image, as in ``GlyphImage``.
  package enum Kind: Sendable {
    case layers, image, document
  }

  /// Outlines on top of each other, the lowest first (the table `COLR`, version 0).
  case layers([Layer])
  /// The bytes of a PNG file and its rectangle, in font units with the y axis down (`CBDT`, `sbix`).
  case image(png: [UInt8], Rect)
  /// The bytes of an SVG document, possibly compressed with gzip, in which a point is a font unit. The glyph is the
  /// element with the identifier, or the entire document if there is no such element (`SVG `).
  case document(svg: [UInt8], id: String)
}

/// The images of a font's glyphs, read with HarfBuzz.
struct GlyphImages {
  private let harfBuzz: HarfBuzz
  private let font: OpaquePointer
  private let face: OpaquePointer
  private let hasLayers: Bool
  private let hasDocuments: Bool
  private let hasImages: Bool
  /// Whether images are placed by the outlines of their glyphs.
  private let followsOutlines: Bool

  /// Creates the images of a font, or returns `nil` if it has none.
  init?(_ harfBuzz: HarfBuzz, _ font: OpaquePointer) {
    guard let face = harfBuzz.face(font) else { return nil }
    hasLayers = harfBuzz.hasLayers(face) != 0
    hasDocuments = harfBuzz.hasDocuments(face) != 0
    hasImages = harfBuzz.hasImages(face) != 0
    guard hasLayers || hasDocuments || hasImages else { return nil }
    let sbix: FontTag = "sbix"
    followsOutlines = hasImages && !harfBuzz.bytes(of: harfBuzz.table(face, sbix.value)).isEmpty
    self.harfBuzz = harfBuzz
    self.font = font
    self.face = face
  }

  /// Returns the position of the image of a glyph, or `nil` if there is none or it is too large.
  func source(of glyph: UInt32) -> GlyphImage.Source? {
    if hasLayers {
      let count = harfBuzz.layers(face, glyph, 0, nil, nil)
      if count > 0 {
        return GlyphImage.Source(key: Int(glyph), cost: Int(count), kind: .layers)
      }
    }
    if hasDocuments, let source = source(harfBuzz.document(face, glyph)) { return source }
    return hasImages ? source(harfBuzz.image(font, glyph), pixels: Self.pixels) : nil
  }

  /// Returns the position of a blob, and releases the blob.
  ///
  /// - Parameter pixels: A closure that returns the pixels of an image, or `nil` for a document.
  private func source(
    _ blob: OpaquePointer?, pixels: ((UnsafeRawBufferPointer) -> Int?)? = nil
  ) -> GlyphImage.Source? {
    guard let blob else { return nil }
    defer { harfBuzz.destroyBlob(blob) }
    var count: UInt32 = 0
    guard let data = harfBuzz.blobData(blob, &count),
      1...FontLimits.glyphImageBytes ~= Int(count),
      let area = pixels.map({ $0(UnsafeRawBufferPointer(start: data, count: Int(count))) }) ?? 0
    else { return nil }
    return GlyphImage.Source(
      key: Int(bitPattern: data), cost: Int(count) + area, kind: pixels == nil ? .document : .image)
  }

  /// Returns the number of pixels according to the header of a PNG file, or `nil` if there are too
  /// many.
  private static func pixels(_ png: UnsafeRawBufferPointer) -> Int? {
    guard png.count >= 24 else { return nil }
    func side(_ offset: Int) -> Int { png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let sides = 1...FontLimits.glyphImageSide
    return sides ~= side(16) && sides ~= side(20) ? side(16) * side(20) : nil
  }

  /// Returns the image of a glyph that has a ``source(of:)``.
  ///
  /// - Parameter outline: The outline of the glyph.
  func image(of glyph: UInt32, unitsPerEm: Int, outline: Path) -> GlyphImage? {
    if hasLayers, let layers = layers(of: glyph) { return .layers(layers) }
    if hasDocuments {
      let svg = harfBuzz.bytes(of: harfBuzz.document(face, glyph))
      if !svg.isEmpty { return .document(svg: svg, id: "glyph\(glyph)") }
    }
    return hasImages ? image(of: glyph, unitsPerEm, outline) : nil
  }

  private func layers(of glyph: UInt32) -> [GlyphImage.Layer]? {
    var layers = [fonts_hb_layer](repeating: fonts_hb_layer(), count: FontLimits.glyphLayers)
    var count = UInt32(layers.count)
    _ = harfBuzz.layers(face, glyph, 0, &count, &layers)
    guard count > 0 else { return nil }
    return layers.prefix(Int(count)).map {
      GlyphImage.Layer(glyph: $0.glyph, color: color($0.color_index))
    }
  }

  /// Returns a colour of the first palette, or `nil` for the colour of the text.
  private func color(_ index: UInt32) -> Color? {
    var count: UInt32 = 1
    var color: UInt32 = 0
    guard index != 0xFFFF, harfBuzz.colors(face, 0, index, &count, &color) > index, count == 1
    else { return nil }
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: color >> shift) }
    return Color(red8: part(8), green8: part(16), blue8: part(24), alpha8: part(0))
  }

  /// Returns the largest image of a glyph.
  private func image(of glyph: UInt32, _ unitsPerEm: Int, _ outline: Path) -> GlyphImage? {
    let png = harfBuzz.bytes(of: harfBuzz.image(font, glyph))
    var extents = fonts_hb_extents()
    guard !png.isEmpty, harfBuzz.extents(font, glyph, &extents) != 0 else { return nil }
    var rect = Rect(
      x: Double(extents.x_bearing), y: -Double(extents.y_bearing), width: Double(extents.width),
      height: -Double(extents.height))
    if followsOutlines {
      // As in resvg, an image is at the position of the outline or, without an outline, lower than
      // the font specifies, as Apple draws its emoji.
      let corner = outline.lowerLeft
      rect.origin.x -= corner.x
      rect.origin.y += corner.y == 0 ? 0.128 * Double(unitsPerEm) : corner.y
    }
    return rect.isEmpty ? nil : .image(png: png, rect)
  }
}

extension Path {
  /// The lower left corner of the bounding box of all points, including control points.
  fileprivate var lowerLeft: Point {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let end), .line(let end): points.append(end)
      case .quadratic(let control, let end): points += [control, end]
      case .cubic(let control1, let control2, let end): points += [control1, control2, end]
      case .close: break
      }
    }
    return Point(x: points.map(\.x).min() ?? 0, y: points.map(\.y).max() ?? 0)
  }
}
