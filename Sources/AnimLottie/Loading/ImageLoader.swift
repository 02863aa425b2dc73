import AnimCore

/// Finds and decodes the images of assets.
struct ImageLoader {
  private let limits: LottieLimits
  /// How many more pixels may be decoded, in all images together.
  private var pixels: Int

  init(limits: LottieLimits) {
    self.limits = limits
    pixels = limits.pixels
  }

  /// The image of an asset; nil, with a diagnostic, if it cannot be loaded.
  ///
  /// - Parameter resource: returns the bytes of a file, given its relative path.
  mutating func image(
    _ asset: JSONValue, _ diagnostics: inout DiagnosticList, resource: (String) -> [UInt8]?
  ) -> Image? {
    do {
      var decoded = try DecodedImage(
        try bytes(asset, resource), limit: min(limits.imagePixels, pixels))
      pixels -= decoded.words.count
      return Image(
        size: PixelSize(width: decoded.width, height: decoded.height), straight: decoded.takeWords()
      )
    } catch {
      diagnostics.append(.notDrawn, "\(error)", at: asset.path)
      return nil
    }
  }

  private func bytes(
    _ asset: JSONValue, _ resource: (String) -> [UInt8]?
  ) throws(ImageError) -> [UInt8] {
    guard let name = asset["p"], name.isString else { throw .damaged("it has no name (p)") }
    if let bytes = try name.withText(Self.embedded)?.get() { return bytes }
    let path = (asset["u"]?.string ?? "") + (name.string ?? "")
    guard let bytes = resource(path) else {
      throw .damaged("there is no file \"\(path.shortened)\"")
    }
    return bytes
  }

  /// The bytes in a data URI (RFC 2397); nil for any other text.
  private static func embedded(_ text: UnsafeRawBufferPointer) -> Result<[UInt8]?, ImageError> {
    guard text.starts(with: "data:".utf8) else { return .success(nil) }
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else {
      return .failure(.damaged("the data URI has no data"))
    }
    guard text[..<comma].suffix(7).elementsEqual(";base64".utf8) else {
      let isSVG = text[..<comma].starts(with: "data:image/svg".utf8)
      return .failure(isSVG ? .unknownFormat("SVG") : .damaged("the data URI is not base64"))
    }
    guard let bytes = Base64.decode(UnsafeRawBufferPointer(rebasing: text[(comma + 1)...])) else {
      return .failure(.damaged("it is not base64"))
    }
    return .success(bytes)
  }
}
