/// Why a file cannot be drawn at all.
public enum LottieError: Error, Hashable, Sendable {
  /// Neither JSON, nor a gzip file, nor a zip file.
  case unknownFormat
  /// Not JSON; the offset counts bytes of the text, inflated where it is compressed.
  case invalidJSON(offset: Int, reason: String)
  /// A gzip or zip file that cannot be unpacked.
  case damagedArchive(reason: String)
  /// A zip file that has no animation.
  case noAnimation
  /// A zip file that has no animation of this identifier.
  case unknownAnimation(String)
  /// JSON, but no animation.
  case notAnAnimation(reason: String)
  /// More of something than ``LottieLimits`` allows.
  case tooMuch(LottieLimits.Resource, limit: Int, path: String)
  /// A field without which nothing can be drawn, such as `w`.
  case invalidField(path: String, reason: String)
  /// A value was given for a slot that the file does not have.
  case unknownSlot(String)
  /// A value was given for a slot that it cannot have.
  case invalidSlot(String, reason: String)
}

extension LottieError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFormat: "not a Lottie animation: neither JSON, nor gzip, nor zip"
    case .invalidJSON(let offset, let reason): "invalid JSON at byte \(offset): \(reason)"
    case .damagedArchive(let reason): "damaged archive: \(reason)"
    case .noAnimation: "the archive has no animation"
    case .unknownAnimation(let id): "the archive has no animation \"\(id)\""
    case .notAnAnimation(let reason): "not a Lottie animation: \(reason)"
    case .tooMuch(let resource, let limit, let path):
      "\(path.isEmpty ? "" : path + ": ")more than \(limit) \(resource.description)"
    case .invalidField(let path, let reason): "\(path): \(reason)"
    case .unknownSlot(let name): "the animation has no slot \"\(name)\""
    case .invalidSlot(let name, let reason): "invalid value for the slot \"\(name)\": \(reason)"
    }
  }
}
