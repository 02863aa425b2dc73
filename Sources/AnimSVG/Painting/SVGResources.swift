import AnimCore
import AnimText

/// Resources for a document from its environment: files next to it, image decoders and fonts. Each
/// answers nil for what it does not have.
package struct SVGResources: Sendable {
  /// The bytes of a file that the document refers to by a relative URL or a file URL, if it has at most `limit` bytes.
  package var file: @Sendable (_ reference: String, _ limit: Int) -> [UInt8]?
  /// Returns whether a file that wasn't found lies outside the folders that the document may refer to.
  package var isOutside: @Sendable (_ reference: String) -> Bool
  /// The first picture of an image file: PNG, JPEG, GIF or WebP.
  package var image: @Sendable (_ bytes: [UInt8]) -> SVGImage?
  /// What gzip has compressed, if that is at most so many bytes.
  package var inflate: @Sendable (_ bytes: [UInt8], _ limit: Int) -> [UInt8]?
  /// The fonts for a text: the first that there is of its families, or else the best one.
  package var font: @Sendable (SVGFontRequest) -> FontStack?
  /// Returns the reason why no font can be read, such as a library that is not installed, or `nil`.
  package var fontProblem: @Sendable () -> String?
  /// Those that the document itself has.
  var embeddedFonts: EmbeddedFonts?

  /// Nothing: no files, no images, no fonts.
  package init() {
    file = { _, _ in nil }
    isOutside = { _ in false }
    image = { _ in nil }
    inflate = { _, _ in nil }
    font = { _ in nil }
    fontProblem = { nil }
  }
}

/// An image file whose size is known.
package struct SVGImage {
  package let size: PixelSize
  /// Whether it has more pictures than the first one.
  let moves: Bool
  /// Nil if it cannot be decoded.
  package let decode: () -> Image?

  package init(size: PixelSize, moves: Bool = false, decode: @escaping () -> Image?) {
    self.size = size
    self.moves = moves
    self.decode = decode
  }

  package init(_ image: Image) { self.init(size: image.size) { image } }

  /// The bytes of its pixels.
  var bytes: Int { size.width * size.height * 4 }
}

/// The font that a text requests.
package struct SVGFontRequest: Hashable, Sendable {
  /// The families in order of preference; empty if none is specified.
  package var families: [String]
  package var style: FontStyle
  /// Places on the axes of a variable font.
  package var variations: [FontVariation]
  /// The styles that are imitated where a family has no such face.
  package var synthesis = FontSynthesis.all
  /// The fonts of the document, which come before others of the same family.
  package var embedded: EmbeddedFonts?

  package init(families: [String], style: FontStyle, variations: [FontVariation] = []) {
    self.families = families
    self.style = style
    self.variations = variations
  }
}
