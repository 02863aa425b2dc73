import AnimCore
import FileChecks
import Glibc
import ImageFiles
import LinuxSystem
import OfflineRendering

/// The settings for testing the animations of a folder, from the file `settings.txt` next to their
/// goldens. A line contains a pattern for file names, and settings for them:
///
///     # This part of the images shows the time of day.
///     clock.json   mask=10,20,64x32
///     photo-*      tolerance=2,100
///     *            every-frame
struct GoldenSettings: Sendable {
  private var rules: [Rule] = []

  private struct Rule {
    /// The file and the number of the line.
    let source: SourceLine
    let pattern: String
    let settings: [Setting]
  }

  /// A line of a file with settings.
  struct SourceLine: Hashable, Sendable, CustomStringConvertible {
    let path: String
    let line: Int

    var description: String { "\(path): line \(line)" }
  }

  fileprivate enum Setting {
    case everyFrame
    case frames(GoldenFrames)
    case mask(PixelRect)
    case tolerance(ImageTolerance)
    /// A setting that only concerns `check`.
    case check(CheckSetting)
  }

  /// The settings for one animation.
  struct Resolved {
    /// Whether all frames are compared, by their hashes.
    var isEveryFrame = false
    var frames: GoldenFrames?
    /// The parts of the images that aren't compared.
    var masks: [PixelRect] = []
    var tolerance: ImageTolerance?
  }

  static let fileName = "settings.txt"

  /// Reads the settings for the goldens in a folder: those of its parent folders, starting with the
  /// top folder, and then its own. The file is optional.
  init(of folder: String, top: String) throws(Failure) {
    var folders = [folder]
    while let last = folders.last, last != top, last.hasPrefix(top) {
      folders.append(FilePath.folder(of: last))
    }
    for folder in folders.reversed() { try read(FilePath.join(folder, Self.fileName)) }
  }

  /// Returns the settings for an animation. The last line with a setting takes precedence, and
  /// masks accumulate.
  func resolved(for subject: GoldenSubject) -> Resolved {
    var resolved = Resolved()
    for rule in rules where FileFilter.matches(rule.pattern, FilePath.name(of: subject.name)) {
      for setting in rule.settings {
        switch setting {
        case .everyFrame: resolved.isEveryFrame = true
        case .frames(let frames): resolved.frames = frames
        case .mask(let mask): resolved.masks.append(mask)
        case .tolerance(let tolerance): resolved.tolerance = tolerance
        case .check: break
        }
      }
    }
    return resolved
  }

  /// Returns the settings that concern `check` for a file name, in their order.
  fileprivate func checkSettings(for name: String) -> [CheckSetting] {
    rules.filter { FileFilter.matches($0.pattern, name) }.flatMap(\.settings).compactMap {
      if case .check(let setting) = $0 { setting } else { nil }
    }
  }

  /// The lines in their order, with their patterns.
  var patterns: [(source: SourceLine, pattern: String)] { rules.map { ($0.source, $0.pattern) } }

  /// Returns masks as text, in the format of the file.
  static func text(of masks: [PixelRect]) -> String {
    masks.map { "mask=\($0.x0),\($0.y0),\($0.width)x\($0.height)" }.joined(separator: " ")
  }

  private mutating func read(_ path: String) throws(Failure) {
    let limit = 1 << 20
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: limit)
    } catch {
      if error.isMissing { return }
      throw Failure("\(error)", status: .noInput)
    }
    guard bytes.count <= limit, !LFSPointer.isPointer(bytes) else {
      throw Failure(
        "\(path): "
          + (bytes.count > limit
            ? "more than 1 MiB (limit of this program)" : LFSPointer.complaint),
        status: .noInput)
    }
    let lines = String(fileName: bytes.withoutMark)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      // File names may contain bytes above ASCII.
      guard line.utf8.allSatisfy({ $0 >= 0x20 || $0 == UInt8(ascii: "\t") }) else {
        throw Failure("\(path): line \(index + 1) is not text; write it again", status: .noInput)
      }
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let pattern = words.first else { continue }
      var settings: [Setting] = []
      for word in words.dropFirst() {
        guard let setting = Setting(word) else {
          throw Failure(
            "\(path): line \(index + 1): '\(word)' is an unknown setting; use every-frame, "
              + "frames=0,50%, mask=X,Y,WxH, tolerance=MAXDIFF,PIXELS, "
              + CheckSetting.description, status: .noInput)
        }
        settings.append(setting)
      }
      guard !settings.isEmpty else {
        throw Failure(
          "\(path): line \(index + 1): '\(pattern)' has no settings; write some after it, such as "
            + "every-frame", status: .noInput)
      }
      rules.append(
        Rule(
          source: SourceLine(path: path, line: index + 1), pattern: String(pattern),
          settings: settings))
    }
  }
}

extension GoldenSettings.Setting {
  fileprivate init?(_ word: Substring) {
    if word == "every-frame" {
      self = .everyFrame
      return
    }
    guard let split = word.firstIndex(of: "=") else { return nil }
    let value = String(word[word.index(after: split)...])
    let name = word[..<split]
    if let setting = CheckSetting(name: name, value: value) {
      self = .check(setting)
      return
    }
    switch name {
    case "frames":
      guard let frames = GoldenFrames(value) else { return nil }
      self = .frames(frames)
    case "mask":
      guard let mask = Self.mask(value) else { return nil }
      self = .mask(mask)
    case "tolerance":
      guard let tolerance = ImageTolerance(value) else { return nil }
      self = .tolerance(tolerance)
    default: return nil
    }
  }

  /// Parses `X,Y,WxH`, in pixels.
  private static func mask(_ text: String) -> PixelRect? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let sides = parts[2].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let x = Int(parts[0]), let y = Int(parts[1]), let width = Int(sides[0]),
      let height = Int(sides[1]),
      [x, y].allSatisfy({ (0...ImageLimit.side).contains($0) }),
      [width, height].allSatisfy({ (1...ImageLimit.side).contains($0) })
    else { return nil }
    return PixelRect(x0: x, y0: y, x1: x + width, y1: y + height)
  }
}

extension PixelImage {
  /// Returns the image with masked parts, which are black, or clear if the image may be
  /// transparent.
  func masked(by masks: [PixelRect]) -> PixelImage {
    if masks.isEmpty { return self }
    let masked = PixelImage(size: size, isOpaque: isOpaque)
    masked.withMutablePixels { target in
      withPixels { source in _ = target.update(fromContentsOf: source) }
    }
    for mask in masks {
      for y in min(mask.y0, size.height)..<min(mask.y1, size.height) {
        for x in min(mask.x0, size.width)..<min(mask.x1, size.width) {
          masked[x, y] = isOpaque ? 0xFF00_0000 : 0
        }
      }
    }
    return masked
  }
}

extension CheckConfiguration {
  /// Applies the settings for the file at a path, from `goldens/settings.txt` next to it. Later settings take
  /// precedence, but not over the rules and players of this configuration.
  package mutating func applySettings(for path: String) throws(Failure) {
    let given = self
    let folder = FilePath.join(FilePath.folder(of: path), GoldenSearch.folderName)
    let settings = try GoldenSettings(of: folder, top: folder)
    for setting in settings.checkSettings(for: FilePath.name(of: path)) {
      apply(setting, over: given)
    }
  }
}
