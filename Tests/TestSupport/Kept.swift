import AnimGraphics
import Foundation
import Testing

/// What was right when it was last looked at, in files of the folder `Kept`, so that any change of many
/// small pictures and texts is noticed.
///
/// Where a change is meant, `X11VIEWER_REWRITE_GOLDENS=1` writes the files again, and the diff shows
/// what to look at.
package enum Kept {
  /// Whether what is kept is to be written again.
  package static let rewrites =
    ProcessInfo.processInfo.environment["X11VIEWER_REWRITE_GOLDENS"] == "1"

  private static func url(_ file: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Kept/\(file)")
  }

  /// Records an issue for the items whose hash is another one than in a JSON file, and if the file has
  /// other items.
  package static func compare(_ items: [(name: String, hash: UInt64)], with file: String) throws {
    let present = Dictionary(
      items.map { ($0.name, String($0.hash, radix: 16)) }, uniquingKeysWith: { "\($0), \($1)" })
    #expect(present.count == items.count, "two items have one name")
    if rewrites {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(present).write(to: url(file))
      return
    }
    let kept = try JSONDecoder().decode(
      [String: String].self, from: Data(contentsOf: url(file)))
    let changed = items.map(\.name).filter { present[$0] != kept[$0] }
    if !changed.isEmpty {
      Issue.record(
        """
        \(changed.count) of \(items.count) differ from \(file): \
        \(changed.prefix(12).joined(separator: ", "))
        """)
    }
    #expect(Set(kept.keys).subtracting(present.keys).isEmpty, "\(file) has more")
  }

  /// Records an issue for the first line that is another one than in a file.
  package static func compare(_ text: String, with file: String) throws {
    if rewrites {
      try Data(text.utf8).write(to: url(file))
      return
    }
    let kept = String(decoding: try Data(contentsOf: url(file)), as: UTF8.self)
    guard text != kept else { return }
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false) + ["(the end)"]
    }
    let (present, expected) = (lines(text), lines(kept))
    let index = zip(present, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
    Issue.record("\(file):\(index + 1): \(present[index])\ninstead of \(expected[index])")
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

  package static func hash(_ text: String) -> UInt64 { hash(text.utf8.lazy.map(UInt64.init)) }
}
