import TestSupport
import Testing

@testable import GoldenTesting

@Suite("Files with different names in a revision")
struct RenamedFilesTests {
  /// Numbers that are the same for the same seed, on a single line, as exporters write.
  private static func text(_ seed: UInt64, count: Int = 400) -> String {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in "\(Int.random(in: 0..<1_000_000, using: &random))" }
      .joined(separator: ",")
  }

  /// Returns the earlier paths of the files in `now`, by the contents of those that are new and
  /// gone.
  private func earlier(_ then: [String: String], _ now: [String: String]) -> [String: String] {
    let renamed = RenamedFiles(
      new: now.keys, gone: then.keys, now: { now[$0].map { Array($0.utf8) } },
      then: { then[$0].map { Array($0.utf8) } })
    return now.keys.reduce(into: [:]) { $0[$1] = renamed.earlierPath(of: $1) }
  }

  @Test("are recognized by their contents, in any folder")
  func contents() {
    let (a, b) = (Self.text(1), Self.text(2))
    expectEqual(
      earlier(["old/a.json": a, "b.json": b], ["c.json": b, "new/d.json": a, "e.json": "{}"]),
      ["c.json": "b.json", "new/d.json": "old/a.json"])
  }

  @Test(
    "each removed file matches at most one new one, the first in order with its contents"
  )
  func once() {
    let text = Self.text(1)
    expectEqual(
      earlier(
        ["b.json": text, "a.json": text], ["10.json": text, "2.json": text, "3.json": text]),
      ["2.json": "a.json", "3.json": "b.json"])
    // Empty files aren't matched.
    expectEqual(earlier(["a.json": ""], ["b.json": ""]), [:])
  }

  @Test(
    "are recognized while two thirds of them are the same, wherever they were changed",
    arguments: 0..<20
  )
  func similar(seed: Int) {
    let text = Self.text(UInt64(seed))
    let numbers = text.split(separator: ",")
    // A fifth of the text has been inserted at one position, and one number was changed at another.
    let inserted = Self.text(UInt64(seed) + 1_000, count: 80).split(separator: ",")
    let place = seed * 19
    var changed = Array(numbers[..<place]) + inserted + Array(numbers[place...])
    changed[(place + 200) % changed.count] = "x"
    let other = Self.text(UInt64(seed) + 2_000)
    expectEqual(
      earlier(
        ["other.json": other, "a.json": text], ["b.json": changed.joined(separator: ",")]),
      ["b.json": "a.json"])
    // Half of a file isn't enough.
    let half = (numbers[..<200] + Self.text(UInt64(seed) + 3_000).split(separator: ",")[..<200])
      .joined(separator: ",")
    expectEqual(earlier(["a.json": text], ["b.json": half]), [:])
  }

  @Test("the more similar one of two files is chosen")
  func most() {
    let numbers = Self.text(1).split(separator: ",")
    func changed(_ count: Int) -> String {
      numbers.enumerated().map { $0.offset < count ? "y" : String($0.element) }
        .joined(separator: ",")
    }
    expectEqual(
      earlier(["a.json": changed(60), "b.json": changed(10)], ["c.json": changed(0)]),
      ["c.json": "b.json"])
  }

  @Test("a file that changed its format is recognized by its name in the same folder")
  func format() {
    let (a, b) = (Self.text(1), Self.text(2))
    expectEqual(earlier(["x/a.gif": a, "b.gif": b], ["x/a.png": b + "1"]), ["x/a.png": "x/a.gif"])
    expectEqual(earlier(["x/a.gif": a], ["y/a.png": b]), [:])
  }
}
