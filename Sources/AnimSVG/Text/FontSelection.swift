import AnimCore
import AnimText

/// A cache of the fonts of a document's texts, and of shaped text.
final class TextShaper {
  /// The font requested by a span.
  private struct Choice: Hashable {
    let style: TextStyle
    /// The size, for fonts whose glyphs depend on it.
    let size: Double
  }

  private struct Key: Hashable {
    let scalars: [Unicode.Scalar]
    let parts: [Part]
    let direction: ShapedText.Direction
    let controls: [ShapedText.Control]
  }

  private struct Part: Hashable {
    let end: Int
    let fonts: ObjectIdentifier
    let features: [FontFeature]
  }

  /// The maximum number of cached chunks.
  private static let capacity = 1024
  private let resources: SVGResources
  private var fonts: [SVGFontRequest: FontStack?] = [:]
  private var chosen: [Choice: FontStack?] = [:]
  private var shaped: [Key: ShapedText] = [:]

  init(_ resources: SVGResources) { self.resources = resources }

  /// Returns the fonts of a span, or `nil` if none is available.
  func fonts(_ style: TextStyle, size: Double) -> FontStack? {
    let choice = Choice(style: style, size: size)
    if let cached = chosen[choice] { return cached }
    var found = font(SVGFontRequest(style, resources.embeddedFonts))
    if style.isOpticallySized, let face = found?.primary, face.axes.contains("opsz"),
      !style.variations.contains(where: { $0.axis == "opsz" })
    {
      found = font(SVGFontRequest(style, resources.embeddedFonts, opticalSize: size))
    }
    if chosen.count >= Self.capacity { chosen.removeAll() }
    chosen[choice] = .some(found)
    return found
  }

  private func font(_ request: SVGFontRequest) -> FontStack? {
    if let cached = fonts[request] { return cached }
    let found = resources.font(request)
    // Shaped text refers to fonts by identity, so they must stay alive.
    if fonts.count >= Self.capacity {
      fonts.removeAll()
      shaped.removeAll()
    }
    fonts[request] = .some(found)
    return found
  }

  static func features(_ style: TextStyle) -> [FontFeature] {
    var features: [FontFeature] = []
    if style.isSmallCaps { features.append(FontFeature("smcp", 1)) }
    if !style.hasKerning { features.append(FontFeature("kern", 0)) }
    return features + style.features
  }

  /// Shapes a chunk, whose parts have the fonts returned by ``fonts(_:size:)``.
  func shape(
    _ scalars: [Unicode.Scalar], _ parts: [ShapedText.Part], _ direction: ShapedText.Direction,
    _ controls: [ShapedText.Control]
  ) -> ShapedText {
    let key = Key(
      scalars: scalars,
      parts: parts.map {
        Part(end: $0.end, fonts: ObjectIdentifier($0.fonts), features: $0.features)
      }, direction: direction, controls: controls)
    if let cached = shaped[key] { return cached }
    let text = ShapedText(scalars, parts: parts, direction: direction, controls: controls)
    if shaped.count >= Self.capacity { shaped.removeAll() }
    shaped[key] = text
    return text
  }
}
