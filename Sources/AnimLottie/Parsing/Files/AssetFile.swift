/// The file that an asset refers to: in the asset itself, in the archive, or beside the animation.
struct AssetFile {
  private let asset: JSONValue

  init(_ asset: JSONValue) { self.asset = asset }

  /// - Parameter resource: returns the bytes of a file, given its relative path.
  func bytes(_ resource: (String) -> [UInt8]?) throws(AssetFileError) -> [UInt8] {
    guard let name = asset["p"], name.isString else { throw .noName }
    if let bytes = try name.withText(Self.embedded)?.get() { return bytes }
    let path = (asset["u"]?.string ?? "") + (name.string ?? "")
    guard let bytes = resource(path) else { throw .missing(path) }
    return bytes
  }

  /// The bytes in a data URI (RFC 2397); nil for any other text.
  static func embedded(
    _ text: UnsafeRawBufferPointer
  ) -> Result<[UInt8]?, AssetFileError> {
    guard text.starts(with: "data:".utf8) else { return .success(nil) }
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return .failure(.noData) }
    guard text[..<comma].suffix(7).elementsEqual(";base64".utf8) else {
      let type = text[..<comma].dropFirst(5).prefix(32)
      return .failure(.notBase64(type: String(decoding: type, as: UTF8.self)))
    }
    guard let bytes = Base64.decode(UnsafeRawBufferPointer(rebasing: text[(comma + 1)...])) else {
      return .failure(.damagedBase64)
    }
    return .success(bytes)
  }
}

/// Why there is no file for an asset.
enum AssetFileError: Error {
  case noName
  case missing(String)
  /// A data URI without a comma.
  case noData
  /// A data URI whose data is text.
  case notBase64(type: String)
  case damagedBase64
}

extension AssetFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noName: "it has no name (p)"
    case .missing(let path): "there is no file \"\(path.shortened)\""
    case .noData: "the data URI has no data"
    case .notBase64: "the data URI is not base64"
    case .damagedBase64: "it is not base64"
    }
  }
}
