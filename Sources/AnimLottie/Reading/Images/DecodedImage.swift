/// The pixels of an image file.
struct DecodedImage {
  let width: Int
  let height: Int
  /// The pixels in row order, as 0xAARRGGBB with straight alpha.
  private(set) var words: [UInt32]

  /// - Parameter limit: the most pixels that the image may have.
  init(_ bytes: [UInt8], limit: Int) throws(ImageError) {
    if bytes.isEmpty { throw .damaged("it is empty") }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = try Self.png(bytes, limit: limit)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = try Self.jpeg(bytes, limit: limit)
    } else if bytes.starts(with: "GIF8".utf8) {
      throw .unknownFormat("GIF")
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      throw .unknownFormat("WebP")
    } else if bytes.starts(with: "<svg".utf8) || bytes.starts(with: "<?xml".utf8) {
      throw .unknownFormat("SVG")
    } else {
      throw .damaged("it is neither PNG nor JPEG")
    }
  }

  init(width: Int, height: Int, words: [UInt32]) {
    self.width = width
    self.height = height
    self.words = words
  }

  /// Moves the pixels out, so that there is never a second copy of them.
  mutating func takeWords() -> [UInt32] {
    defer { words = [] }
    return words
  }

  /// The number of pixels of an image. Throws if there are too many.
  static func area(_ width: Int, _ height: Int, limit: Int) throws(ImageError) -> Int {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
    guard !overflow, area <= limit else { throw .tooLarge(width: width, height: height) }
    return area
  }
}

/// Why an image cannot be decoded.
enum ImageError: Error, Hashable {
  case unknownFormat(String)
  case tooLarge(width: Int, height: Int)
  case damaged(String)
}

extension ImageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownFormat(let name): "images in \(name) are not drawn"
    case .tooLarge(let width, let height): "an image of \(width) by \(height) pixels is too large"
    case .damaged(let reason): "the image cannot be read: \(reason)"
    }
  }
}
