import AnimGraphics
import Foundation
import Testing

/// Hashes of what was right when it was last looked at, in a file of the folder `Kept`, so that any
/// change of many small pictures is noticed.
///
/// Where a change is meant, `X11VIEWER_REWRITE_GOLDENS=1` writes the file again, and the diff names the
/// pictures to look at.
package enum KeptHashes {
  /// Records an issue for each item whose hash is another one than in the file, and if the file has
  /// other items.
  package static func compare(_ items: [(name: String, hash: UInt64)], with file: String) throws {
    let present = Dictionary(
      items.map { ($0.name, String($0.hash, radix: 16)) }, uniquingKeysWith: { "\($0), \($1)" })
    #expect(present.count == items.count, "two items have one name")
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Kept/\(file).json")
    if ProcessInfo.processInfo.environment["X11VIEWER_REWRITE_GOLDENS"] == "1" {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(present).write(to: url)
      return
    }
    let kept = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: url))
    let changed = items.map(\.name).filter { present[$0] != kept[$0] }
    if !changed.isEmpty {
      Issue.record(
        """
        \(changed.count) of \(items.count) differ from \(file).json: \
        \(changed.prefix(12).joined(separator: ", "))
        """)
    }
    #expect(Set(kept.keys).subtracting(present.keys).isEmpty, "\(file).json has more")
  }

  /// FNV-1a of numbers.
  package static func hash(_ numbers: some Sequence<UInt64>) -> UInt64 {
    numbers.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }

  package static func hash(_ picture: PixelImage) -> UInt64 {
    picture.withPixels { words in
      hash([UInt64(picture.size.width), UInt64(picture.size.height)] + words.map(UInt64.init))
    }
  }
}
