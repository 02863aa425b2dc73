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
      var decoded = try decode(try bytes(asset, resource))
      pixels -= decoded.words.count
      return Image(
        size: PixelSize(width: decoded.width, height: decoded.height), straight: decoded.takeWords()
      )
    } catch {
      diagnostics.append(.notDrawn, "\(error)", at: asset.path)
      return nil
    }
  }

  private func decode(_ bytes: [UInt8]) throws(ImageError) -> DecodedImage {
    do throws(ImageError) {
      return try DecodedImage(bytes, limit: min(limits.imagePixels, pixels))
    } catch {
      guard case .tooLarge(let width, let height, _) = error else { throw error }
      let (area, overflow) = width.multipliedReportingOverflow(by: height)
      throw overflow || area > limits.imagePixels
        ? .tooLarge(width: width, height: height, limit: limits.imagePixels)
        : .tooMany(width: width, height: height, limit: limits.pixels)
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

/// Base64 (RFC 4648), in the standard or the URL-safe alphabet.
enum Base64 {
  /// Decodes a text; nil if it contains anything but the alphabet, whitespace, and padding at the
  /// end.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let longest = text.count / 4 * 3 + 3
    var isValid = false
    let bytes = [UInt8](unsafeUninitializedCapacity: longest) { bytes, count in
      if let decoded = decode(text, into: bytes) { (isValid, count) = (true, decoded) }
    }
    return isValid ? bytes : nil
  }

  /// - Returns: the number of bytes; nil if the text is not base64.
  private static func decode(
    _ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    // The bits of digits that do not yet make up a byte, and the number of those digits.
    var bits: UInt32 = 0
    var digits = 0
    var isPadded = false
    for byte in text {
      let digit = values[Int(byte)]
      if digit < 64, !isPadded {
        bits = bits << 6 | UInt32(digit)
        digits += 1
        if digits == 4 {
          bytes[count] = UInt8(truncatingIfNeeded: bits >> 16)
          bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 8)
          bytes[count + 2] = UInt8(truncatingIfNeeded: bits)
          count += 3
          (bits, digits) = (0, 0)
        }
      } else if digit == padding {
        isPadded = true
      } else if digit != blank {
        return nil
      }
    }
    guard digits != 1 else { return nil }
    if digits >= 2 { bytes[count] = UInt8(truncatingIfNeeded: bits >> (digits == 2 ? 4 : 10)) }
    if digits == 3 { bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 2) }
    return count + max(digits - 1, 0)
  }

  private static let padding: UInt8 = 64
  private static let blank: UInt8 = 65
  private static let other: UInt8 = 66

  /// For each byte, the digit that it stands for, or another kind of character.
  private static let values: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    case UInt8(ascii: "="): padding
    case 0x20, 0x0A, 0x0D, 0x09: blank
    default: other
    }
  }
}
