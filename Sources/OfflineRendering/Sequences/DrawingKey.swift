import AnimCore
import PictureFiles

/// What pictures are drawn from, as a hash: the file's bytes and how it is played, or the scene; their size;
/// the version of the program. Two frames of the same key that show the same instant are the same picture.
///
/// It is in the files of a sequence, so that a film which was interrupted can be continued without drawing
/// again what is there.
package struct DrawingKey: Sendable {
  private let digest: [UInt8]

  /// The keywords of the texts in a PNG file: of the key, and of the hash of the pixels.
  private static let keyword = "x11viewer:key"
  private static let hashKeyword = "x11viewer:pixels"

  /// - Parameter inputs: everything that decides the pixels, but for the instant and what ``PictureSource`` has.
  package init(_ inputs: [String], _ source: PictureSource) {
    var hash = SHA256()
    for input in inputs { hash.update(input) }
    hash.update(String(dumping: (source.size, source.scale, source.background)))
    digest = hash.digest()
  }

  /// The texts in the file of a frame.
  ///
  /// - Parameter withHash: whether the hash of the pixels is among them.
  func texts(for frame: RenderedFrame, withHash: Bool) -> [PNG.Text] {
    [PNG.Text(keyword: Self.keyword, text: text(for: frame.instant))]
      + (withHash ? [PNG.Text(keyword: Self.hashKeyword, text: "\(frame.hash)")] : [])
  }

  /// Whether a file says that it has the frame which shows an instant.
  func isIn(_ note: PNGNote, for instant: SceneInstant) -> Bool {
    note[Self.keyword] == text(for: instant)
  }

  /// The hash of the pixels that a file says it has; nil if it does not say.
  static func hash(in note: PNGNote) -> PixelHash? { note[hashKeyword].flatMap { PixelHash($0) } }

  private func text(for instant: SceneInstant) -> String {
    var hash = SHA256()
    hash.update(digest)
    hash.update(String(dumping: instant))
    return SHA256.text(hash.digest())
  }
}

extension String {
  /// All that a value consists of, so that two values which differ have different texts. Where it has
  /// dictionaries or sets, those that do not differ may have different texts as well.
  package init(dumping value: some Any) {
    self = ""
    dump(value, to: &self)
  }
}
