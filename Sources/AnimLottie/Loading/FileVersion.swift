/// The version of the exporter that wrote a file (`v`), on which the meaning of some fields depends.
struct FileVersion: Comparable {
  private var numbers: [Int]

  init(_ major: Int, _ minor: Int, _ patch: Int) { numbers = [major, minor, patch] }

  /// Anything but three numbers counts as newer than every version.
  init(_ text: String?) {
    let text = text.flatMap { $0.utf8.count <= 64 ? $0 : nil } ?? ""
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.prefix(3).compactMap { Int($0) }
    self.numbers = numbers.count == 3 ? numbers : [.max, 0, 0]
  }

  static func < (a: FileVersion, b: FileVersion) -> Bool {
    a.numbers.lexicographicallyPrecedes(b.numbers)
  }

  /// Colours of fills and strokes are 0 ... 255.
  var hasByteColors: Bool { self < FileVersion(4, 1, 9) }
  /// Text does not change over time: its document stands where later files have keyframes.
  var hasStaticText: Bool { self < FileVersion(4, 4, 14) }
  /// The flag that closes a path belongs to the shape or mask, not to the path.
  var hasClosedFlagAtShape: Bool { self < FileVersion(4, 4, 18) }
}
