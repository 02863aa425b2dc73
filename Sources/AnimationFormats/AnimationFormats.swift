import LinuxSystem
import OptionValues
import PictureFiles

/// The formats of animations, in one list. Nothing outside this module names one of them.
package enum AnimationFormats {
  /// All formats, in the order in which they are asked.
  package static let all: [any AnimationFormat] = [
    LottieFormat(), PNGSequenceFormat(), Y4MFormat(),
  ]

  /// What the names of animations end in, without the dot.
  package static let endings = all.flatMap(\.endings)

  /// What the names of scripts end in, which are conversations with an animation.
  package static let scriptEnding = ".script"

  /// For sentences about one file: "a Lottie animation (.json, .lot, .tgs, .lottie)".
  package static let example = alternatives(all.map(\.example))
  /// The same at the beginning of a sentence.
  package static let capitalizedExample = example.prefix(1).uppercased() + example.dropFirst()
  /// For sentences about several files.
  package static let examples = alternatives(all.map(\.examples))

  /// The ``endings`` with their dots, for sentences.
  package static let endingList = endings.map { ".\($0)" }.joined(separator: ", ")

  /// Whether a path means an animation, by its name alone.
  package static func isAnimation(_ path: String) -> Bool { format(ofPath: path) != nil }

  /// The format that a path means, by its name alone; nil for none of them.
  package static func format(ofPath path: String) -> (any AnimationFormat)? {
    all.first { $0.recognizes(path: path) }
  }

  /// Whether the file at a path has the ending of an animation, and is something else.
  package static func isOther(_ path: String) -> Bool {
    guard let source = try? AnimationSource(at: path), let format = format(ofPath: path) else {
      return false
    }
    return !LFSPointer.isPointer(source.start) && format.isOther(source)
  }

  /// The name of an animation without what is no part of it, such as an ending or a frame's number.
  package static func stem(of path: String) -> String {
    format(ofPath: path)?.stem(of: path) ?? FilePath.stem(of: FilePath.name(of: path))
  }

  /// Whether a file with this name, in the same folder, belongs to the animation at a path.
  package static func isPart(_ name: String, of path: String) -> Bool {
    format(ofPath: path)?.isPart(name, of: path) ?? (name == FilePath.name(of: path))
  }

  /// What differs between two versions of a file, in its own words; nothing if one of them is not at hand
  /// or cannot be read.
  package static func edits(
    from old: AnimationSource?, to new: AnimationSource?, _ configuration: FileConfiguration
  ) -> [String] {
    guard let old, let new, let format = try? format(of: new),
      let before = try? old.all(limit: format.streamLimit),
      let after = try? new.all(limit: format.streamLimit), before != after
    else { return [] }
    return format.edits(from: before, to: after, configuration)
  }

  /// The path of the animation that a file is a part of, such as the pattern of numbered pictures; nil if it
  /// is none.
  package static func whole(of path: String) -> String? {
    all.lazy.compactMap { $0.whole(of: path) }.first
  }

  /// The animations that files are or are parts of, each once.
  package static func wholes(of paths: [String]) -> [String] {
    var known: Set<String> = []
    return paths.map { isAnimation($0) ? $0 : whole(of: $0) ?? $0 }
      .filter { known.insert($0).inserted }
  }

  /// The format of a file: by its first bytes, or else by its name.
  static func format(of source: AnimationSource) throws(Failure) -> any AnimationFormat {
    guard !LFSPointer.isPointer(source.start) else {
      throw Failure("\(source.path): \(LFSPointer.complaint)", status: .noInput)
    }
    if let format = all.first(where: { $0.recognizes(source.start) }) { return format }
    if let kind = PictureKind(of: source.start) {
      let advice = whole(of: source.path).map { "or --sequence for \(FilePath.name(of: $0))" }
      throw Failure(
        "\(source.label): \(kind.rawValue), which is not played; give "
          + [example, advice].compactMap(\.self).joined(separator: ", "), status: .differs)
    }
    if let format = format(ofPath: source.path) { return format }
    throw Failure(
      "\(source.label): not an animation of a known format; give \(example)", status: .differs)
  }

  /// The most bytes that are read of standard input.
  ///
  /// - Parameter start: its first bytes.
  static func streamLimit(_ start: [UInt8]) -> Int {
    all.first { $0.recognizes(start) }?.streamLimit ?? AnimationSource.streamLimit
  }
}

/// A kind of file that someone may take for an animation, and that is none.
private enum PictureKind: String {
  case animatedPNG = "an animated PNG picture"
  case png = "a PNG picture"
  case gif = "a GIF picture"
  case webp = "a WebP picture"
  case jpeg = "a JPEG picture"
  case svg = "an SVG drawing"

  /// The kind of a file, by its first bytes; nil for any other.
  init?(of bytes: [UInt8]) {
    let start = bytes.prefix(1024)
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      // The chunk that says so comes before the picture, but not always soon.
      self = bytes.prefix(1 << 16).contains("acTL") ? .animatedPNG : .png
    } else if start.starts(with: "GIF8".utf8) {
      self = .gif
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.contains("<svg") {
      self = .svg
    } else {
      return nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    return (startIndex...(endIndex - wanted.count)).contains { self[$0...].starts(with: wanted) }
  }
}
