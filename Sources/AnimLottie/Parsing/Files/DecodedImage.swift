#if Codecs
  import CPNG
  import CTurboJPEG
#endif

/// The pixels of an image file.
struct DecodedImage {
  let width: Int
  let height: Int
  /// The pixels in row order, as 0xAARRGGBB with straight alpha.
  private(set) var words: [UInt32]

  /// - Parameter limit: The maximum number of pixels.
  init(_ bytes: [UInt8], limit: Int) throws(ImageError) {
    if bytes.isEmpty { throw .damaged("it is empty") }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      // Only Apple's systems can read this format.
      if bytes.dropFirst(12).starts(with: "CgBI".utf8) {
        throw .unknownFormat("Apple's CgBI form of PNG")
      }
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
      throw .unknownFormat(nil)
    }
  }

  init(width: Int, height: Int, words: [UInt32]) {
    self.width = width
    self.height = height
    self.words = words
  }

  /// Moves the pixels out, to avoid a copy.
  mutating func takeWords() -> [UInt32] {
    defer { words = [] }
    return words
  }

  /// Returns the number of pixels of an image, or throws an error if there are too many.
  static func area(_ width: Int, _ height: Int, limit: Int) throws(ImageError) -> Int {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
    guard !overflow, area <= limit else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
    return area
  }
}

/// The reason why an image can't be decoded.
enum ImageError: Error, Hashable {
  /// An unsupported format, with its name if that is known.
  case unknownFormat(String?)
  case tooLarge(width: Int, height: Int, limit: Int)
  /// The image exceeds the limit on the total pixels of all images.
  case tooMany(width: Int, height: Int, limit: Int)
  case tooManyDrawings
  case damaged(String)
}

extension ImageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownFormat(let name?): "images in \(name) are not drawn"
    case .unknownFormat(nil): "the image cannot be read: it is neither PNG nor JPEG"
    case .tooLarge(let width, let height, let limit):
      "an image of \(width) by \(height) pixels is not drawn: more than \(limit) "
        + "pixels (limit of this program)"
    case .tooMany(let width, let height, let limit):
      "an image of \(width) by \(height) pixels is not drawn: all images together have more than "
        + "\(limit) pixels (limit of this program)"
    case .tooManyDrawings:
      "the image is not drawn: more than \(ImageAssetLoader.maximumDrawings) images in other formats than PNG, JPEG, GIF "
        + "and WebP (limit of this program)"
    case .damaged(let reason): "the image cannot be read: \(reason)"
    }
  }
}

#if Codecs
  extension DecodedImage {
    static func jpeg(_ bytes: [UInt8], limit: Int) throws(ImageError) -> DecodedImage {
      guard let decoder = tjInitDecompress() else { throw .damaged("there is not enough memory") }
      defer { tjDestroy(decoder) }
      var (width, height) = (Int32(), Int32())
      var (subsampling, colors) = (Int32(), Int32())
      guard
        tjDecompressHeader3(
          decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors) == 0
      else { throw .damaged(message(of: decoder)) }
      let area = try area(Int(width), Int(height), limit: limit)
      guard scanCount(bytes) <= mostScans else { throw .damaged("it has too many scans") }
      var status: Int32 = 0
      // Missing pixels of a corrupt image remain transparent.
      var words = [UInt32](repeating: 0, count: area)
      words.withUnsafeMutableBytes { pixels in
        status = tjDecompress2(
          decoder, bytes, UInt(bytes.count), pixels.baseAddress, width, 0, height,
          Int32(TJPF_BGRA.rawValue), TJFLAG_ACCURATEDCT)
      }
      // A warning means that a part of the image was decoded, for example because the file is
      // truncated.
      guard status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue else {
        throw .damaged(message(of: decoder))
      }
      return DecodedImage(width: Int(width), height: Int(height), words: words)
    }

    /// The maximum number of scans. Progressive files have about ten, and each can take as long as
    /// the entire image.
    private static let mostScans = 40

    /// Counts scan markers (FF DA), which can't occur in compressed data.
    private static func scanCount(_ bytes: [UInt8]) -> Int {
      zip(bytes, bytes.dropFirst()).count { $0 == (0xFF, 0xDA) }
    }

    private static func message(of decoder: tjhandle) -> String {
      tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "it is corrupt"
    }
  }

  extension DecodedImage {
    static func png(_ bytes: [UInt8], limit: Int) throws(ImageError) -> DecodedImage {
      let result = bytes.withUnsafeBytes { bytes in
        Result { () throws(ImageError) in
          var image = png_image()
          image.version = png_uint_32(PNG_IMAGE_VERSION)
          defer { png_image_free(&image) }
          return try decode(&image, bytes, limit: limit)
        }
      }
      return try result.get()
    }

    private static func decode(
      _ image: inout png_image, _ bytes: UnsafeRawBufferPointer, limit: Int
    ) throws(ImageError) -> DecodedImage {
      guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
        throw .damaged(message(of: image))
      }
      let (width, height) = (Int(image.width), Int(image.height))
      let area = try area(width, height, limit: limit)
      // BGRA in memory is 0xAARRGGBB as a little-endian word.
      image.format = png_uint_32(PNG_FORMAT_BGRA)
      var isRead = false
      // Don't zero the memory, so that a forged header costs nothing.
      let words = [UInt32](unsafeUninitializedCapacity: area) { buffer, count in
        isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
        count = isRead ? area : 0
      }
      guard isRead else { throw .damaged(message(of: image)) }
      return DecodedImage(width: width, height: height, words: words)
    }

    /// Returns the error message of libpng, a zero-terminated array of 64 chars.
    private static func message(of image: png_image) -> String {
      withUnsafeBytes(of: image.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }
#else
  extension DecodedImage {
    static func jpeg(_ bytes: [UInt8], limit: Int) throws(ImageError) -> DecodedImage {
      throw .unknownFormat("JPEG")
    }

    static func png(_ bytes: [UInt8], limit: Int) throws(ImageError) -> DecodedImage {
      throw .unknownFormat("PNG")
    }
  }
#endif
