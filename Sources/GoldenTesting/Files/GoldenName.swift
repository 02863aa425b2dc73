import AnimationFormats
import LinuxSystem
import PlainText

/// The name of a golden, without its folder: `spinner.0030.png` is the image of frame 30 of
/// `spinner.json`, and `spinner.hashes` has the hashes of all of its frames.
struct GoldenName: Hashable {
  /// The stem of the animation's goldens; see ``stem(ofFile:)``.
  let stem: String
  let kind: Kind

  enum Kind: Hashable {
    /// A PNG image of the frame with this number.
    case image(frame: Int)
    /// The hashes of all frames.
    case hashes
  }

  private static let image = ".png"
  private static let hashes = ".hashes"
  private static let digits = 4

  /// The file extensions of goldens.
  static let fileExtensions = [image, hashes]

  init(_ stem: String, _ kind: Kind) {
    self.stem = stem
    self.kind = kind
  }

  /// Parses the name of a file. Returns `nil` if it isn't a golden.
  init?(parsing name: String) {
    if name.hasSuffix(Self.hashes) {
      self.init(String(name.dropLast(Self.hashes.count)), .hashes)
    } else {
      guard name.hasSuffix(Self.image) else { return nil }
      let base = name.dropLast(Self.image.count)
      guard let dot = base.lastIndex(of: ".") else { return nil }
      let digits = base[base.index(after: dot)...]
      guard digits.utf8.count >= Self.digits,
        digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      // A number beyond all frames is still a golden's, although no animation has such a frame.
      self.init(String(base[..<dot]), .image(frame: Int(digits) ?? .max))
    }
    if stem.isEmpty { return nil }
  }

  var text: String {
    switch kind {
    case .image(let frame):
      "\(stem).\(String(frame).padded(before: Self.digits, with: "0"))\(Self.image)"
    case .hashes: stem + Self.hashes
    }
  }

  /// Returns the stem with which the names of a file's goldens start. For formats other than JSON,
  /// it includes the extension, because the same animation often exists next to it as JSON.
  static func stem(ofFile name: String) -> String {
    if AnimationFormats.format(ofPath: name)?.isOneFile == false {
      return AnimationFormats.stem(of: name)
    }
    return name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
  }
}

/// All valid goldens, for any animation with any setting. Other goldens are stale.
struct GoldenSet {
  /// The possible frames of an animation.
  enum Frames {
    /// The frames are unknown, or there is no end.
    case any
    case through(last: Int)
  }

  /// The frames by folder and stem.
  private var frames: [String: Frames] = [:]

  mutating func insert(_ subject: GoldenSubject, _ frames: Frames) {
    self.frames[subject.key] = frames
  }

  /// Returns whether an animation has this stem in this folder of goldens.
  func hasAnimation(of golden: FoundGolden) -> Bool { frames[golden.key] != nil }

  func contains(_ golden: FoundGolden) -> Bool {
    switch (frames[golden.key], golden.name.kind) {
    case (nil, _): false
    case (.through(let last)?, .image(let frame)): frame <= last
    default: true
    }
  }
}

/// An existing golden.
struct FoundGolden: Hashable {
  let folder: String
  let name: GoldenName

  var path: String { FilePath.join(folder, name.text) }

  /// The folder and the stem, which its animation has as well.
  var key: String { FilePath.join(folder, name.stem) }
}
