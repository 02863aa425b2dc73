import FramePacing

/// The names of goldens: `spinner.0030.png` is frame 30 of `spinner.json`.
enum GoldenName {
  static let ending = ".png"
  private static let digits = 4

  /// The name of a frame's golden.
  ///
  /// - Parameter animation: the stem of the animation; see ``stem(ofFile:)``.
  static func name(_ animation: String, frame: Int) -> String {
    "\(animation).\(String(frame).padded(before: digits, with: "0"))\(ending)"
  }

  /// The stem with which the names of a file's goldens begin. Files of other formats than JSON keep
  /// their ending, since the same animation is often beside them as JSON.
  static func stem(ofFile name: String) -> String {
    name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
  }

  /// The stem of a golden's name; nil for the names of other pictures.
  static func stem(ofGolden name: String) -> String? {
    guard name.hasSuffix(ending) else { return nil }
    let base = name.dropLast(ending.count)
    guard let dot = base.lastIndex(of: "."), dot > base.startIndex else { return nil }
    let number = base[base.index(after: dot)...].utf8
    guard number.count >= digits,
      number.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(base[..<dot])
  }
}
