import AnimCodecs
import AnimCore

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

  /// Returns the bytes in a data URI, or `nil` for other text.
  static func embedded(
    _ text: UnsafeRawBufferPointer
  ) -> Result<[UInt8]?, AssetFileError> {
    guard DataURI.isDataURI(text) else { return .success(nil) }
    do throws(DataURIError) {
      return .success(try DataURI.bytes(text))
    } catch {
      return .failure(.damagedURI(error))
    }
  }
}

/// The reason why an asset has no file.
enum AssetFileError: Error {
  case noName
  case missing(String)
  /// The file is outside the folders that the animation may refer to.
  case outside(String)
  case damagedURI(DataURIError)
}

extension AssetFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noName: "it has no name (p)"
    case .missing(let path): "there is no file \"\(path.shortened)\""
    case .outside(let path):
      "\"\(path.shortened)\" is outside the folder of the file (--resources allows a folder around both)"
    case .damagedURI(.noData): "the data URI has no data"
    case .damagedURI(.damagedBase64): "it is not base64"
    }
  }
}
