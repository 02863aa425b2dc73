import AnimCore
import ImageFiles

/// A hash of everything that determines the pixels of images except their time: the bytes of the
/// file and its playback, or the scene; the size; the version of the program. Frames with the same
/// key and time are identical.
///
/// The files of an image sequence contain it, so that an interrupted render can be resumed.
package struct DrawingKey: Sendable {
  private let digest: [UInt8]

  /// The keywords of the texts in a PNG file: of the key, and of the hash of the pixels.
  private static let keyword = "x11viewer:key"
  private static let hashKeyword = "x11viewer:pixels"

  /// Creates a key.
  /// - Parameter inputs: Everything that determines the pixels except the time and the properties
  ///   of ``RenderSource``.
  package init(_ inputs: [String], _ source: RenderSource) {
    var hash = SHA256()
    for input in inputs { hash.update(input) }
    hash.update(String(dumping: (source.size, source.scale, source.background)))
    digest = hash.digest()
  }

  /// Returns the texts for the file of a frame.
  ///
  /// - Parameter withHash: Whether to include the hash of the pixels.
  func texts(for frame: RenderedFrame, withHash: Bool) -> [PNG.Text] {
    [PNG.Text(keyword: Self.keyword, text: text(for: frame.instant))]
      + (withHash ? [PNG.Text(keyword: Self.hashKeyword, text: "\(frame.hash)")] : [])
  }

  /// Returns whether a file records that it contains the frame at an instant.
  func isIn(_ note: PNGNote, for instant: SceneInstant) -> Bool {
    note[Self.keyword] == text(for: instant)
  }

  /// Returns the hash of the pixels that a file records, or `nil` if it has no such record.
  static func hash(in note: PNGNote) -> PixelHash? { note[hashKeyword].flatMap { PixelHash($0) } }

  private func text(for instant: SceneInstant) -> String {
    var hash = SHA256()
    hash.update(digest)
    hash.update(String(dumping: instant))
    return SHA256.text(hash.digest())
  }
}

extension String {
  /// Creates a text of a value, so that different values have different texts. If the value
  /// contains dictionaries or sets, equal values can also have different texts.
  package init(dumping value: some Any) {
    self = ""
    dump(value, to: &self)
  }
}
