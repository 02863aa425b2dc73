/// The file that an asset refers to: embedded in the asset, in the archive, or next to the
/// animation.
struct AssetFile {
  private let asset: JSONValue

  init(_ asset: JSONValue) { self.asset = asset }

  /// - Parameter resource: A closure that returns the contents of a file with a relative path.
  func bytes(
    _ resource: (String) throws(AssetFileError) -> [UInt8]?
  ) throws(AssetFileError) -> [UInt8] {
    guard let name = asset["p"], name.isString else { throw .noName }
    if let bytes = try name.withText(Self.embedded)?.get() { return bytes }
    let folder = asset["u"]?.string ?? ""
    let file = name.string ?? ""
    if let bytes = try resource(folder + file) { return bytes }
    // After Effects' exporter collects the files in this folder. Some tools then remove its name
    // from the animation.
    if folder.isEmpty, !file.isEmpty, !file.utf8.contains(UInt8(ascii: "/")),
      let bytes = try resource("images/" + file)
    {
      return bytes
    }
    throw .missing(folder + file)
  }

  /// Returns the bytes in a data URI (RFC 2397), or `nil` for other text.
  static func embedded(
    _ text: UnsafeRawBufferPointer
  ) -> Result<[UInt8]?, AssetFileError> {
    guard text.starts(with: "data:".utf8) else { return .success(nil) }
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return .failure(.noData) }
    let data = UnsafeRawBufferPointer(rebasing: text[(comma + 1)...])
    guard text[..<comma].suffix(7).elementsEqual(";base64".utf8) else {
      return .success(unescaped(data))
    }
    return Base64.decode(data).map { .success($0) } ?? .failure(.damagedBase64)
  }

  /// Returns text without percent escapes (RFC 3986, 2.1).
  private static func unescaped(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      var byte = text[index]
      index += 1
      if byte == UInt8(ascii: "%"), index + 2 <= text.count,
        let high = digit(text[index]), let low = digit(text[index + 1])
      {
        byte = high << 4 | low
        index += 2
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

/// The reason why an asset has no file.
enum AssetFileError: Error {
  case noName
  case missing(String)
  /// The file is outside the folders that the animation may refer to.
  case outside(String)
  /// A data URI without a comma.
  case noData
  case damagedBase64
}

extension AssetFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noName: "it has no name (p)"
    case .missing(let path): "there is no file \"\(path.shortened)\""
    case .outside(let path):
      "\"\(path.shortened)\" is outside the folder of the file (--resources allows a folder around both)"
    case .noData: "the data URI has no data"
    case .damagedBase64: "it is not base64"
    }
  }
}
