import AnimCore

/// The reason why an animation can't be read from a file.
public enum LottieError: Error, Hashable, Sendable {
  /// The file isn't JSON, gzip or zip.
  case unknownFormat
  /// The text isn't valid JSON. The offset is in bytes of the uncompressed text.
  case invalidJSON(offset: Int, reason: String)
  /// The gzip or zip file can't be decompressed.
  case damagedArchive(reason: String)
  /// The file is a gzip or zip file, and the library was built without its trait `Codecs`.
  case noDecompression
  /// The zip file contains no animation.
  case noAnimation
  /// The file has no animation with this identifier. Only animations in zip files have identifiers.
  case unknownAnimation(String)
  /// The file is JSON, but not an animation.
  case notAnAnimation(reason: String)
  /// The file exceeds a limit of ``LottieLimits``. The path is the JSON location at which the limit
  /// was exceeded, or an empty string for the entire file.
  case tooMuch(LottieLimits.Resource, limit: Int, path: String)
  /// A required field, such as `w`, is missing or out of range.
  case invalidField(path: String, reason: String)
  /// The file doesn't have this slot.
  case unknownSlot(String)
  /// The value isn't valid for this slot.
  case invalidSlot(String, reason: String)
  /// The file has no theme with this identifier, or none of its animations can use it.
  case unknownTheme(String)
  /// The theme with this identifier can't be applied. The path is the name of the theme's file and
  /// the JSON location of the error.
  case invalidTheme(String, path: String, reason: String)
  /// The file has no state machine with this identifier.
  case unknownStateMachine(String)
  /// The state machine with this identifier can't run. The path is the name of the machine's file
  /// and the JSON location of the error.
  case invalidStateMachine(String, path: String, reason: String)
}

extension LottieError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFormat: "not a Lottie animation: neither JSON, nor gzip, nor zip"
    case .invalidJSON(let offset, let reason): "invalid JSON at byte \(offset): \(reason)"
    case .damagedArchive(let reason): "corrupt archive: \(reason)"
    case .noDecompression: "the file is compressed, and this build reads only plain JSON"
    case .noAnimation: "the archive has no animation"
    case .unknownAnimation(let id): "the file has no animation \"\(id)\""
    case .notAnAnimation(let reason): "not a Lottie animation: \(reason)"
    case .tooMuch(let resource, let limit, let path):
      "\(path.isEmpty ? "" : path + ": ")more than \(limit) \(resource.description) "
        + "(limit of this program)"
    case .invalidField(let path, let reason): "\(path): \(reason)"
    case .unknownSlot(let name): "the animation has no slot \"\(name)\""
    case .invalidSlot(let name, let reason): "invalid value for the slot \"\(name)\": \(reason)"
    case .unknownTheme(let id): "the file has no theme \"\(id)\" for its animations"
    case .invalidTheme, .invalidStateMachine: "\(diagnostic)"
    case .unknownStateMachine(let id): "the file has no state machine \"\(id)\""
    }
  }
}

extension LottieError {
  /// The corresponding diagnostic, if the theme or state machine is skipped.
  package var diagnostic: Diagnostic {
    let (code, path, message): (LottieCode, String, String) =
      switch self {
      case .invalidTheme(_, let path, let reason):
        (.invalidTheme, path, "\(reason); the theme is not applied")
      case .invalidStateMachine(_, let path, let reason):
        (.invalidStateMachine, path, "\(reason); the state machine is not run")
      default: (.invalidManifest, "manifest.json", "\(self)")
      }
    return Diagnostic(code, .invalid, message, at: path)
  }
}

/// The features of a file are reported as `Diagnostic`s.
@available(*, unavailable, renamed: "Diagnostic")
public typealias LottieDiagnostic = Diagnostic
