import ImageFiles
import LinuxSystem
import PlainText

/// The list of animation formats. Nothing outside this module refers to an individual format.
package enum AnimationFormats {
  /// All formats, in the order in which they are tried.
  package static let all: [any AnimationFormat] =
    [
      SVGFormat(), SheetFormat(), LottieFormat(), PNGSequenceFormat(), Y4MFormat(),
    ] + RasterFileFormat.all + [AVIFFormat(), CursorFileFormat(), AsepriteFormat()]

  /// The file extensions of animations, without the dot.
  package static let fileExtensions = all.flatMap(\.fileExtensions)
  /// The file extensions of all supported files without the dot: animations and images.
  package static let supportedExtensions = all.flatMap { $0.fileExtensions + $0.imageExtensions }

  /// The file extension of interaction scripts.
  package static let scriptExtension = ".script"

  /// Returns whether the name of a script belongs to a file, such as `rating.lottie.tap.script`.
  package static func isScriptOfFile(_ name: String) -> Bool {
    name.hasSuffix(scriptExtension) && fileExtensions.contains { name.contains(".\($0).") }
  }

  /// A phrase for one file: "a Lottie animation (.json, .lot, .tgs, .lottie)".
  package static let example = alternatives(all.map(\.example))
  /// The phrase for the start of a sentence.
  package static let capitalizedExample = example.prefix(1).uppercased() + example.dropFirst()
  /// A phrase for several files.
  package static let examples = alternatives(all.map(\.examples))

  /// The ``supportedExtensions`` with their dots, for messages.
  package static let extensionList = supportedExtensions.map { ".\($0)" }.joined(separator: ", ")

  /// Returns whether a path refers to an animation rather than an image, from its name alone.
  package static func isAnimation(_ path: String) -> Bool {
    format(ofPath: path).map { format in
      !format.imageExtensions.contains { FilePath.ends(path, in: ".\($0)") }
    } ?? false
  }

  /// Returns whether a file can be shown or used by an animation: a file in a known format, a font or a script. The
  /// reader reports files in known unsupported formats by name.
  ///
  /// - Parameter start: The first bytes of the file.
  package static func isResource(_ path: String, start: [UInt8]) -> Bool {
    resourceExtensions.contains { FilePath.ends(path, in: $0) }
      || all.contains { $0.recognizes(start) } || UnsupportedFormat(of: start) != nil
  }

  private static let resourceExtensions =
    supportedExtensions.map { ".\($0)" } + [scriptExtension]
    + [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]

  /// Returns whether a file has a format without a file extension, such as Xcursor. Reads only its first bytes.
  package static func isNameless(at path: String) -> Bool {
    let ends = FileBytes.ends(of: path, first: longestNamelessStart, last: 0)
    return namelessStarts.contains { ends?.start.starts(with: $0) ?? false }
  }

  private static let namelessStarts = all.compactMap(\.namelessStart)
  private static let longestNamelessStart = namelessStarts.map { $0.count }.max() ?? 0

  /// Returns whether the file at a path is an animation rather than an image: from its name or, if its extension is
  /// mostly used for images, from its contents.
  package static func isAnimation(at path: String) -> Bool {
    if isAnimation(path) { return true }
    guard let format = format(ofPath: path), let source = try? AnimationSource(at: path) else {
      return false
    }
    return format.isAnimated(source)
  }

  /// Returns whether the file at a path is an animation rather than an image: from its contents or, if it can't be read
  /// or isn't seekable, from its name.
  package static func isAnimated(at path: String) -> Bool {
    guard !OutputFile.isStream(path), let source = try? AnimationSource(at: path),
      let format = try? format(of: source)
    else {
      return isAnimation(path)
    }
    return format.isAnimated(source)
  }

  /// Returns the format for the name of a path, or `nil` if it is unknown.
  package static func format(ofPath path: String) -> (any AnimationFormat)? {
    all.first { $0.recognizes(path: path) }
  }

  /// Returns whether a path refers to one file, rather than standard input or an image sequence, from its name alone.
  package static func isOneFile(_ path: String) -> Bool {
    path != InputPath.standardInput && format(ofPath: path)?.isOneFile != false
  }

  /// Returns whether the file at a path has the extension of an animation, but isn't one.
  package static func isUnrelatedFile(_ path: String) -> Bool {
    guard let source = try? AnimationSource(at: path) else { return false }
    return isUnrelatedFile(source)
  }

  /// Returns whether a file has the extension of an animation, but isn't one.
  package static func isUnrelatedFile(_ source: AnimationSource) -> Bool {
    guard let format = format(ofPath: source.path) else { return false }
    return !LFSPointer.isPointer(source.start) && format.isUnrelatedFile(source)
  }

  /// Returns the name of an animation without parts such as the file extension or a frame number.
  package static func stem(of path: String) -> String {
    format(ofPath: path)?.stem(of: path) ?? FilePath.stem(of: FilePath.name(of: path))
  }

  /// Returns the paths of the existing files of the animation at a path.
  package static func files(of path: String) -> [String] {
    format(ofPath: path)?.files(of: path) ?? [path]
  }

  /// Returns whether a file with this name, in the same folder, belongs to the animation at a path.
  package static func isPart(_ name: String, of path: String) -> Bool {
    format(ofPath: path)?.isPart(name, of: path) ?? (name == FilePath.name(of: path))
  }

  /// Returns the differences between two versions of a file in terms of its format, or an empty
  /// array if one of them is missing or can't be read.
  package static func edits(
    from old: AnimationSource?, to new: AnimationSource?, _ configuration: FileConfiguration
  ) -> [String] {
    guard let old, let new, let format = try? format(of: new),
      let before = try? old.all(limit: format.streamLimit),
      let after = try? new.all(limit: format.streamLimit), before != after
    else { return [] }
    return format.edits(from: before, to: after, configuration)
  }

  /// Returns the uncompressed contents of a file, which identify it regardless of compression.
  package static func plain(_ bytes: [UInt8], ofPath path: String) -> [UInt8] {
    format(ofPath: path)?.plain(bytes) ?? bytes
  }

  /// Returns the path of the animation that contains a file, such as the pattern of an image sequence, or `nil` if the
  /// file isn't part of one.
  package static func whole(of path: String) -> String? {
    all.lazy.compactMap { $0.whole(of: path) }.first
  }

  /// Returns the animations that contain the given files, without duplicates.
  package static func wholes(of paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.map { isAnimation($0) ? $0 : whole(of: $0) ?? $0 }
      .filter { seen.insert($0).inserted }
  }

  /// Returns the format of a file, from its first bytes or otherwise from its name.
  static func format(of source: AnimationSource) throws(Failure) -> any AnimationFormat {
    guard !LFSPointer.isPointer(source.start) else {
      throw Failure("\(source.path): \(LFSPointer.complaint)", status: .noInput)
    }
    if let format = all.first(where: { $0.recognizes(source.start) }) { return format }
    if source.start.isEmpty, format(ofPath: source.path)?.isOneFile != false {
      throw Failure("\(source.label): the file is empty", status: .differs)
    }
    if let kind = UnsupportedFormat(of: source.start) {
      throw Failure(
        "\(source.label): \(kind.rawValue), which is not supported; \(kind.advice)",
        status: .differs)
    }
    if let format = format(ofPath: source.path) { return format }
    throw Failure(
      "\(source.label): not an animation in a supported format; pass \(example)", status: .differs)
  }

  /// Returns the maximum number of bytes read from standard input.
  ///
  /// - Parameter start: The first bytes of the input.
  static func streamLimit(_ start: [UInt8]) -> Int {
    all.first { $0.recognizes(start) }?.streamLimit ?? AnimationSource.streamLimit
  }
}

/// An unsupported format that could be mistaken for a supported one.
private enum UnsupportedFormat: String {
  case jpegXL = "a JPEG XL image"
  case heif = "an HEIF image"
  case bmp = "a BMP image"
  case tiff = "a TIFF image"
  case psd = "a Photoshop document"
  case mp4 = "an MP4 video"
  case matroska = "a WebM or Matroska video"
  case html = "an HTML page"

  /// The alternative to suggest.
  var advice: String {
    switch self {
    case .mp4, .matroska: "pipe it: ffmpeg -i FILE -f yuv4mpegpipe - | x11viewer -"
    case .jpegXL: "convert it to PNG, or to WebP if it is animated"
    case .heif, .bmp, .tiff, .psd: "convert it to PNG"
    case .html: "it is probably an error page from a server; download the file again"
    }
  }

  /// Detects a format by the first bytes of a file, or returns `nil` if it is unknown.
  init?(of bytes: [UInt8]) {
    let start = bytes.prefix(1024)
    if start.starts(with: [0xFF, 0x0A])
      || start.starts(with: [0, 0, 0, 0x0C] + Array("JXL ".utf8))
    {
      self = .jpegXL
    } else if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if start.starts(with: "BM".utf8), start.count > 14, start[6..<10].allSatisfy({ $0 == 0 })
    {
      self = .bmp
    } else if ["II*\0", "MM\0*"].contains(where: { start.starts(with: $0.utf8) }) {
      self = .tiff
    } else if start.starts(with: "8BPS".utf8) {
      self = .psd
    } else if start.dropFirst(4).starts(with: "ftyp".utf8) {
      // The brand of an ISO base media file follows.
      switch String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self) {
      case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1": self = .heif
      default: self = .mp4
      }
    } else if Self.beginsHTML(start) {
      self = .html
    } else {
      return nil
    }
  }

  /// Returns whether text starts with markup and contains an HTML element that is outside the body.
  private static func beginsHTML(_ start: ArraySlice<UInt8>) -> Bool {
    // In UTF-16, every other byte of the names is zero.
    let text = String(decoding: start.filter { $0 != 0 && $0 < 0x80 }, as: UTF8.self).lowercased()
    let markup = text.drop { $0.isWhitespace }
    let names = ["<!doctype html", "<html", "<head", "<body", "<title", "<script", "<meta"]
    if names.contains(where: { markup.hasPrefix($0) }) { return true }
    // Comments or an XML declaration may come first.
    return markup.hasPrefix("<!--") && names.contains { markup.contains($0) }
      || markup.hasPrefix("<?xml") && names.prefix(2).contains { markup.contains($0) }
  }
}
