import AnimCore
import AnimText

/// What a document needs from where it is read: files beside it, decoders of images, fonts. Each answers nil
/// for what it does not have.
package struct SVGResources: Sendable {
  /// The bytes of a file beside the document by its relative path, of at most so many bytes.
  package var file: @Sendable (_ path: String, _ limit: Int) -> [UInt8]?
  /// The first picture of an image file: PNG, JPEG, GIF or WebP.
  package var image: @Sendable (_ bytes: [UInt8]) -> Image?
  /// What gzip has compressed, if that is at most so many bytes.
  package var inflate: @Sendable (_ bytes: [UInt8], _ limit: Int) -> [UInt8]?
  /// The font of a family, or of the best one that there is.
  package var font: @Sendable (_ families: [String], _ style: FontStyle) -> FontStack?

  /// Nothing: no files, no images, no fonts.
  package init() {
    file = { _, _ in nil }
    image = { _ in nil }
    inflate = { _, _ in nil }
    font = { _, _ in nil }
  }
}
