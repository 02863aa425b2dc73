import AnimGraphics
import Foundation
import Testing

/// Results that are kept in files next to the tests, such as many small images and texts for users,
/// so that every change is noticed.
///
/// After an intended change, `X11VIEWER_REWRITE_GOLDENS=1` rewrites the files; review the diff.
package enum Kept {
  /// Whether the kept files are rewritten.
  package static let rewrites =
    ProcessInfo.processInfo.environment["X11VIEWER_REWRITE_GOLDENS"] == "1"

  private static func url(_ file: String, beside source: String) -> URL {
    URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(file)
  }

  /// Returns the hashes in a JSON file by name, or `nil` if the file was rewritten. Records an issue
  /// if two of the present items have the same name, and if the file has other items.
  ///
  /// - Parameters:
  ///   - source: The file of the test, beside which the file is.
  ///   - present: The names and hashes of the present items.
  static func hashes(
    in file: String, beside source: String, of present: [(name: String, hashes: [String])]
  ) throws -> [String: [String]]? {
    let url = url(file, beside: source)
    let present = Dictionary(present, uniquingKeysWith: { $0 + $1 })
    if rewrites {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(present.mapValues { $0.joined(separator: " ") }).write(to: url)
      return nil
    }
    let kept = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: url))
    let others = Set(kept.keys).subtracting(present.keys)
    #expect(others.isEmpty, "\(file) has more")
    return kept.mapValues { $0.split(separator: " ").map(String.init) }
  }

  /// Records an issue for the numbers whose hash differs from the one in a JSON file.
  ///
  /// - Parameter source: The file of the test, beside which the file is.
  package static func compare(
    _ items: [(name: String, hash: UInt64)], with file: String, beside source: String = #filePath
  ) throws {
    let present = items.map { (name: $0.name, hashes: [String($0.hash, radix: 16)]) }
    guard let kept = try hashes(in: file, beside: source, of: present) else { return }
    for item in present where kept[item.name] != item.hashes {
      Issue.record("\(file): \(item.name) differ")
    }
  }

  /// Records an issue for the first line that differs from a file.
  ///
  /// - Parameter source: The file of the test, beside which the file is.
  package static func compare(
    _ text: String, with file: String, beside source: String = #filePath
  ) throws {
    let url = url(file, beside: source)
    if rewrites {
      try Data(text.utf8).write(to: url)
      return
    }
    let kept = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    guard text != kept else { return }
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false) + ["(the end)"]
    }
    let (present, expected) = (lines(text), lines(kept))
    let index = zip(present, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
    Issue.record("\(file):\(index + 1): \(present[index])\ninstead of \(expected[index])")
  }

  /// Returns JSON in which objects and lists without nested ones are on a single line, which makes
  /// comparisons easier.
  package static func compact(_ json: String) -> String {
    var lines: [String] = []
    for line in json.split(separator: "\n").map(String.init) {
      lines.append(line)
      let last = line.drop { $0 == " " }
      guard last.hasPrefix("}") || last.hasPrefix("]") else { continue }
      let start = lines.dropLast().lastIndex { $0.hasSuffix("{") || $0.hasSuffix("[") } ?? 0
      guard lines[start...].dropFirst().dropLast().allSatisfy({ !$0.contains(" }") }) else {
        continue
      }
      let parts = lines[(start + 1)...].map { $0.drop { $0 == " " } }
      let joined = lines[start] + parts.joined(separator: " ")
      lines.removeSubrange(start...)
      lines.append(joined)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// FNV-1a of numbers.
  package static func hash(_ numbers: some Sequence<UInt64>) -> UInt64 {
    numbers.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }

  package static func hash(_ image: PixelImage) -> UInt64 {
    image.withPixels { words in
      hash([UInt64(image.size.width), UInt64(image.size.height)] + words.map(UInt64.init))
    }
  }

  package static func hash(_ text: String) -> UInt64 { hash(text.utf8.lazy.map(UInt64.init)) }
}
