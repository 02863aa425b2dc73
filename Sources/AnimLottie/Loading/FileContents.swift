/// The contents of a file: the JSON of an animation, and the files that it refers to.
struct FileContents {
  let format: LottieAnimation.Format
  let json: [UInt8]
  /// The identifiers of the animations in the file; empty for formats that hold a single one,
  /// without an identifier.
  private(set) var animations: [String] = []
  private(set) var diagnostics: [LottieDiagnostic] = []
  private var archive: DotLottie?

  /// - Parameter animation: the identifier of the wanted animation; nil for the first.
  init(_ bytes: [UInt8], animation: String?, limits: LottieLimits) throws(LottieError) {
    guard bytes.count <= limits.fileBytes else {
      throw .tooMuch(.fileBytes, limit: limits.fileBytes, path: "")
    }
    if ZipArchive.isZip(bytes) {
      var archive = try DotLottie(bytes, limits: limits)
      format = .dotLottie
      json = try archive.animation(animation)
      animations = archive.animations
      diagnostics = archive.diagnostics
      self.archive = archive
      return
    }
    if let animation { throw .unknownAnimation(animation) }
    if bytes.starts(with: [0x1F, 0x8B]) {
      format = .gzip
      json = try Inflation.gzip(bytes, limit: limits.jsonBytes)
    } else {
      format = .json
      json = bytes
    }
    guard Self.isText(json) else { throw .unknownFormat }
  }

  /// The bytes of a file that the animation refers to, from the archive or, failing that, from
  /// outside.
  mutating func resource(_ path: String, outside: (String) -> [UInt8]?) -> [UInt8]? {
    guard archive != nil else { return Self.isRelative(path) ? outside(path) : nil }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      path[path.utf8.index(after: $0)...]
    }
    return archive?.image(name.map(String.init) ?? path)
  }

  /// Whether a path stays below the folder that it is relative to. Only the path is looked at:
  /// symbolic links may still lead elsewhere.
  private static func isRelative(_ path: String) -> Bool {
    let bytes = path.utf8
    guard !bytes.isEmpty, bytes.count <= 1024, bytes.first != UInt8(ascii: "/") else {
      return false
    }
    let isPlain = bytes.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":")
    }
    return isPlain && !path.split(separator: "/").contains("..")
  }

  /// Whether the bytes may be JSON: an object, after whitespace and an optional byte order mark.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }
      == UInt8(ascii: "{")
  }
}
