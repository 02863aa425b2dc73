import AnimCodecs
import AnimCore
import AnimText

/// The files and fonts that a document refers to.
///
/// ```swift
/// let fonts = try SystemFonts()
/// let resources = SVGResources(
///   resource: { path in contents(of: "icons/" + path) },
///   font: { family, style in fonts.match(family: family, style: style)?.face })
/// let image = try SVGImage(bytes, resources: resources)
/// ```
///
/// The closures may be called whenever the document is read or drawn, and must always return the same result.
public struct SVGResources: Sendable {
  /// Returns the contents of a file that the document refers to by a relative URL or a file URL, if it has at most
  /// `limit` bytes.
  package var file: @Sendable (_ reference: String, _ limit: Int) -> [UInt8]?
  /// Returns whether a file that wasn't found lies outside the folders that the document may refer to.
  package var isOutside: @Sendable (_ reference: String) -> Bool
  /// The decoder for the images.
  package var images = EmbeddedImages()
  /// Returns the fonts for a text, or `nil` if none is available.
  package var font: @Sendable (SVGFontRequest) -> FontStack?
  /// Returns the reason why no font can be read, such as a library that is not installed, or `nil`.
  package var fontProblem: @Sendable () -> String?
  /// The fonts in the document itself.
  var embeddedFonts: EmbeddedFonts?

  /// Creates resources. By default, a document has only the images and the fonts inside it.
  /// - Parameters:
  ///   - resource: A closure that returns the contents of a file, or `nil` if it isn't available. The path is as
  ///     written in the document, without query and fragment. It is relative and stays below its folder, apart from
  ///     symbolic links. Other references, such as URLs, are not requested.
  ///   - font: A closure that returns a font of a family that is as close as possible to a style, or `nil` if the
  ///     family isn't available. Families are requested in order of preference, at last the generic family `serif`. If
  ///     the document doesn't specify a family, `sans-serif` is requested first.
  public init(
    resource: @escaping @Sendable (_ path: String) -> [UInt8]? = { _ in nil },
    font: @escaping @Sendable (_ family: String, _ style: FontStyle) -> FontFace? = { _, _ in nil }
  ) {
    file = { reference, limit in
      guard let path = RelativePath(reference) else { return nil }
      return resource(path.text).flatMap { $0.count <= limit ? $0 : nil }
    }
    self.font = { $0.fonts(font) }
    isOutside = { _ in false }
    fontProblem = { nil }
  }
}

/// A reference to a file below the folder of the document.
private struct RelativePath {
  let text: String

  /// Creates a path, or returns `nil` for an absolute path, a URL with a scheme, and a path that leaves the folder.
  init?(_ reference: String) {
    let path = reference.trimmingSpace.prefix { $0 != "?" && $0 != "#" }
    let isPlain = path.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":")
    }
    // Percent escapes may encode dots and slashes.
    let unescaped = path.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
      .replacing("%5c", with: "/")
    guard isPlain, !path.isEmpty, path.utf8.count <= 1024, !unescaped.hasPrefix("/"),
      !unescaped.split(separator: "/").contains("..")
    else { return nil }
    text = String(path)
  }
}

extension SVGResources {
  /// The maximum number of pixels of an image: 4096 × 4096.
  private static let maximumArea = 1 << 24

  /// Reads the size of an image other than SVG, or returns `nil` if its format isn't supported or it is too large.
  func image(_ bytes: [UInt8]) -> EmbeddedImage? {
    guard let image = try? images.image(bytes),
      image.size.width * image.size.height <= Self.maximumArea
    else { return nil }
    return image
  }
}

/// The font that a text requests.
package struct SVGFontRequest: Hashable, Sendable {
  /// The families in order of preference, or an empty array if the document doesn't specify families.
  package var families: [String]
  package var style: FontStyle
  /// The positions on the axes of a variable font.
  package var variations: [FontVariation]
  /// The styles that are synthesized if a family lacks a face with the style.
  package var synthesis = FontSynthesis.all
  /// The fonts of the document, which take precedence over other fonts with the same family.
  package var embedded: EmbeddedFonts?

  package init(families: [String], style: FontStyle, variations: [FontVariation] = []) {
    self.families = families
    self.style = style
    self.variations = variations
  }

  /// Returns the fonts that a closure finds, or `nil` if none is available. Fonts embedded in the document take
  /// precedence.
  fileprivate func fonts(
    _ find: @escaping @Sendable (_ family: String, _ style: FontStyle) -> FontFace?
  ) -> FontStack? {
    let names = families.isEmpty ? ["sans-serif"] : families
    let face = names.lazy.compactMap { family in
      embedded?.faces(family: family, style: style).first ?? find(family, style)
    }.first
    guard let face = face ?? find("serif", style) else { return nil }
    func styled(_ face: FontFace) -> FontFace {
      face.varied(by: variations).imitating(style, synthesis)
    }
    // An embedded family may consist of several fonts, each with some of the characters.
    return FontStack(styled(face)) { [embedded, style, variations, synthesis] scalar in
      names.lazy.flatMap { family in
        (embedded?.faces(family: family, style: style, for: scalar) ?? [])
          + [find(family, style)].compactMap(\.self)
      }
      .first { $0.glyph(of: scalar) != nil }?
      .varied(by: variations).imitating(style, synthesis)
    }
  }
}
