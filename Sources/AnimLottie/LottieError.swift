/// Why a file cannot be drawn at all.
public enum LottieError: Error, Hashable, Sendable {
  /// Neither JSON, nor a gzip file, nor a zip file.
  case unknownFormat
}
