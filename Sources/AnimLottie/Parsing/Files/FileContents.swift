import AnimCodecs

/// The contents of a file: the JSON of its animations, and the files that they refer to.
struct FileContents: Sendable {
  let format: LottieAnimation.Format
  /// The JSON of the only animation, or `nil` for an archive, which may contain several.
  let json: [UInt8]?
  /// The archive, or `nil` for formats with a single animation, which has no identifier.
  private(set) var archive: DotLottie?

  init(_ bytes: [UInt8], limits: LottieLimits) throws(LottieError) {
    guard bytes.count <= limits.fileBytes else {
      throw .tooMuch(.fileBytes, limit: limits.fileBytes, path: "")
    }
    if ZipArchive.isZip(bytes) {
      guard Inflation.isAvailable else { throw .noDecompression }
      archive = try DotLottie(bytes, limits: limits)
      format = .dotLottie
      json = nil
      return
    }
    if Inflation.isGzip(bytes) {
      format = .gzip
      do throws(InflationError) {
        json = try Inflation.gzip(bytes, limit: limits.jsonBytes)
      } catch {
        throw LottieError(error, limit: limits.jsonBytes)
      }
    } else {
      format = .json
      json = bytes
    }
    guard let json, Self.isText(json) else { throw .unknownFormat }
  }

  /// Returns the JSON of an animation.
  ///
  /// - Parameter id: The identifier of the animation, or `nil` for the first.
  mutating func animation(_ id: String?) throws(LottieError) -> [UInt8] {
    if let json {
      if let id { throw .unknownAnimation(id) }
      return json
    }
    guard let json = try archive?.animation(id) else { throw .noAnimation }
    return json
  }

  /// Returns the JSON of a theme or a state machine, or `nil` if the file is missing.
  mutating func json(of part: DotLottie.Part, _ id: String) throws(LottieError) -> [UInt8]? {
    try archive?.json(of: part, id)
  }

  /// Returns the contents of a file that the animation refers to, from the archive or, without an
  /// archive, from outside.
  mutating func resource(
    _ path: String, _ options: LottieLoadingOptions
  ) throws(AssetFileError) -> [UInt8]? {
    // Web exporters write "/images/" for a folder next to the animation.
    let path = String(path.drop { $0 == "/" })
    guard archive == nil else { return archive?.resource(path) }
    return try Self.externalFile(path, options)
  }

  private static func externalFile(
    _ path: String, _ options: LottieLoadingOptions
  ) throws(AssetFileError) -> [UInt8]? {
    guard let isOutside = options.isOutside else {
      return isRelative(path) ? options.resource(path) : nil
    }
    if let bytes = options.resource(path) { return bytes }
    if isOutside(path) { throw .outside(path) }
    return nil
  }

  /// Returns whether a path stays below the folder that it is relative to. Only the path is
  /// checked: symbolic links may still lead elsewhere.
  private static func isRelative(_ path: String) -> Bool {
    let bytes = path.utf8
    guard !bytes.isEmpty, bytes.count <= 1024 else { return false }
    let isPlain = bytes.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":")
    }
    return isPlain && !path.split(separator: "/").contains("..")
  }

  /// Returns whether the bytes may be JSON: an object, after whitespace and an optional byte order
  /// mark.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }
      == UInt8(ascii: "{")
  }
}

extension LottieError {
  /// - Parameter limit: The maximum number of bytes of the decompressed data.
  init(_ error: InflationError, limit: Int) {
    self =
      switch error {
      case .damaged(let reason): .damagedArchive(reason: reason)
      case .tooLarge: .tooMuch(.jsonBytes, limit: limit, path: "")
      case .unavailable: .noDecompression
      }
  }
}

extension LottieAnimation {
  /// Returns the JSON of the first animation in a file, or `nil` if it can't be read.
  package static func json(in bytes: [UInt8], limits: LottieLimits = LottieLimits()) -> [UInt8]? {
    guard var contents = try? FileContents(bytes, limits: limits) else { return nil }
    return try? contents.animation(nil)
  }
}
