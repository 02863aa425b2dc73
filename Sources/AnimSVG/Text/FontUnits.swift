import AnimText

/// The lengths of font-relative units, in user units: CSS Values 4, 6.1.
struct FontUnits: Hashable, Sendable {
  /// The size of the font, for `em`.
  let size: Double
  /// The height of small letters, for `ex`.
  private(set) var xHeight: Double
  /// The advance of the digit zero, for `ch`.
  private(set) var zeroAdvance: Double
  /// The advance of the ideograph for water, for `ic`.
  private(set) var ideographAdvance: Double
  /// The height of capital letters, for `cap`.
  private(set) var capHeight: Double

  /// Creates the lengths for text without a font.
  init(size: Double) {
    self.size = size
    xHeight = size / 2
    zeroAdvance = size / 2
    ideographAdvance = size
    capHeight = size * 0.7
  }

  init(_ face: FontFace, size: Double) {
    self.init(size: size)
    let unit = size / Double(face.unitsPerEm)
    func advance(_ scalar: Unicode.Scalar) -> Double? {
      face.glyph(of: scalar).map { Double(face.advance(of: $0)) * unit }
    }
    xHeight = face.metrics.xHeight * unit
    zeroAdvance = advance("0") ?? zeroAdvance
    ideographAdvance = advance("\u{6C34}") ?? ideographAdvance
    capHeight = (face.metrics.capHeight ?? Double(face.ascent)) * unit
  }
}

extension SVGResources {
  /// Returns the lengths of font-relative units for a text.
  func units(_ style: TextStyle, size: Double) -> FontUnits {
    guard let fonts = font(SVGFontRequest(style, embeddedFonts)) else {
      return FontUnits(size: size)
    }
    return FontUnits(fonts.primary, size: size)
  }
}

extension SVGFontRequest {
  /// Creates the request for the font of a text.
  init(_ style: TextStyle, _ embedded: EmbeddedFonts?, opticalSize: Double? = nil) {
    // Variable fonts have these axes instead of separate faces.
    var variations = [FontVariation("wght", Double(style.weight))]
    if style.width != 100 { variations.append(FontVariation("wdth", style.width)) }
    switch style.slant {
    case .italic: variations.append(FontVariation("ital", 1))
    // An angle in degrees, the default of many fonts.
    case .oblique: variations.append(FontVariation("slnt", -12))
    default: break
    }
    if let opticalSize { variations.append(FontVariation("opsz", opticalSize)) }
    self.init(
      families: style.families,
      style: FontStyle(
        weight: style.weight, isItalic: style.slant != .normal, width: style.width),
      variations: variations + style.variations)
    synthesis = style.synthesis
    self.embedded = embedded
  }
}
