import AnimCodecs
import AnimLottie
import LinuxSystem

/// Lottie: JSON, optionally compressed, and .lottie archives.
struct LottieFormat: AnimationFormat {
  let kind = "a Lottie animation"
  let fileExtensions = ["json", "lot", "tgs", "lottie"]
  /// All options except the frame rate, which the file specifies.
  let options = Set(FileOption.allCases).subtracting([.fps])

  var example: String { "\(kind) (\(extensionList))" }
  var examples: String { "Lottie animations (\(extensionList))" }
  var streamLimit: Int { LottieLimits().fileBytes }

  private var extensionList: String { fileExtensions.map { ".\($0)" }.joined(separator: ", ") }

  /// Accepts a JSON object, a gzip file or a zip file.
  func recognizes(_ start: [UInt8]) -> Bool {
    if Inflation.isGzip(start) || start.starts(with: "PK".utf8) { return true }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    return text.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }
      == UInt8(ascii: "{")
  }

  /// Returns `true` for JSON without layers, which isn't an animation. Truncated JSON may have been an animation.
  func isUnrelatedFile(_ source: AnimationSource) -> Bool {
    guard FilePath.ends(source.path, in: ".json"),
      let bytes = try? source.all(limit: LottieLimits().fileBytes)
    else { return false }
    guard !bytes.isEmpty, !Self.mentionsLayers(bytes) else { return false }
    do throws(LottieError) {
      _ = try LottieAnimation(bytes)
      return false
    } catch {
      guard case .invalidJSON(let offset, _) = error else { return true }
      return offset < bytes.count
    }
  }

  private static func mentionsLayers(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      if rest[quote...].starts(with: "\"layers\"".utf8) { return true }
      rest = rest[(quote + 1)...]
    }
    return false
  }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try OpenedLottie(source, configuration)
  }

  func edits(from old: [UInt8], to new: [UInt8], _ configuration: FileConfiguration) -> [String] {
    guard let edits = try? LottieEdit.between(old, new, animation: configuration.animation) else {
      return []
    }
    return edits.map { "\($0)".printable }
  }

  func plain(_ bytes: [UInt8]) -> [UInt8]? { LottieAnimation.json(in: bytes) }
}
