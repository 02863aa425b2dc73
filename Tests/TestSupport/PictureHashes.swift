import Foundation
import Testing

/// Hashes of pictures that have to stay the same to the last bit, in a JSON file beside the test that
/// draws them: for each sentence about what is shown, the hashes of its pictures in order.
///
/// Where a change is meant, `X11VIEWER_REWRITE_GOLDENS=1` writes the file again, and the diff shows in
/// which sentences to look.
package struct PictureHashes {
  private var rows: [(shows: String, pictures: [(name: String, hash: UInt64)])] = []

  package init() {}

  /// Adds a picture to those of a sentence.
  package mutating func add(_ hash: UInt64, to shows: String, name: String) {
    if rows.last?.shows != shows { rows.append((shows, [])) }
    rows[rows.count - 1].pictures.append((name, hash))
  }

  /// Six hexadecimal digits, of which one in sixteen million is the same by chance.
  private static func text(_ hash: UInt64) -> String {
    // Mixed, since the lower bits of FNV-1a depend on nothing above them.
    let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    let digits = String(mixed >> 40, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Records an issue for each sentence with a picture whose hash is another one than in a file, and if
  /// the file has other sentences.
  ///
  /// - Parameter test: a file in the folder of the JSON file.
  package func compare(with file: String, beside test: String = #filePath) throws {
    let url = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent(file)
    let present = rows.map { ($0.shows, $0.pictures.map { Self.text($0.hash) }) }
    if Kept.rewrites {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let texts = Dictionary(uniqueKeysWithValues: present.map { ($0, $1.joined(separator: " ")) })
      try encoder.encode(texts).write(to: url)
      return
    }
    let kept = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: url))
    #expect(Set(kept.keys) == Set(present.map(\.0)), "\(file) has other sentences")
    for (row, (shows, hashes)) in zip(rows, present) {
      let wanted = (kept[shows] ?? "").split(separator: " ").map(String.init)
      #expect(wanted.count == hashes.count, "\(shows): another number of pictures")
      let changed = zip(row.pictures, zip(hashes, wanted)).filter { $1.0 != $1.1 }.map(\.0.name)
      if !changed.isEmpty {
        Issue.record(
          """
          \(shows): \(changed.count) of \(hashes.count) pictures differ: \
          \(changed.prefix(12).joined(separator: "; "))
          """)
      }
    }
  }
}
