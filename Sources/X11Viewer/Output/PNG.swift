import AnimCore
import CPNG
import Glibc

/// Pictures as PNG: eight bits of red, green and blue, sRGB, of alpha where the picture may be
/// transparent, and nothing else. There is no date in it, so that the same picture gives the same
/// bytes.
enum PNG {
  /// No picture may have more pixels than a square of 16,384, so that a forged header cannot make
  /// the program ask for more memory than there is.
  static let largestArea = 1 << 28

  /// How hard zlib tries where nothing else is asked for, 0 to 9: what is gained above that is not
  /// worth the time.
  static let defaultCompression = 3

  static func encode(_ picture: PixelImage) throws(PNGError) -> [UInt8] {
    try encode(StraightPixels(picture), compression: defaultCompression)
  }

  /// - Parameter compression: how hard zlib tries, 0 to 9.
  static func encode(_ pixels: StraightPixels, compression: Int) throws(PNGError) -> [UInt8] {
    let size = pixels.size
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height),
      width > 0, height > 0, isAllowed(size)
    else { throw .cannotEncode(reason: "it has \(size.width) by \(size.height) pixels") }
    var image = png_image()
    image.width = width
    image.height = height
    image.format = rgba
    let limit = Int(cpng_encoded_size_limit(image))

    var memory = cpng_memory()
    var succeeded: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      memory.bytes = buffer.baseAddress
      memory.capacity = limit
      succeeded = cpng_encode(
        pixels.bytes, width, height, pixels.isOpaque ? 1 : 0, Int32(compression), &memory)
      count = succeeded != 0 ? memory.count : 0
    }
    guard succeeded != 0 else {
      throw .cannotEncode(reason: withUnsafeBytes(of: memory.message, text))
    }
    return bytes
  }

  /// The picture in `bytes`; it may be transparent where they have alpha.
  static func decode(_ bytes: [UInt8]) throws(PNGError) -> PixelImage {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(PNGError) in
        guard let file = InputFile.over(bytes) else { throw .cannotDecode(reason: "it is empty") }
        return try decode(file)
      }
    }
    return try result.get()
  }

  /// The picture at the beginning of `file`; it may be transparent where the file has alpha. Takes
  /// no more memory than two such pictures do, whatever is in the file.
  static func decode(_ file: borrowing InputFile) throws(PNGError) -> PixelImage {
    try decodePixels(file).picture
  }

  /// The pixels at the beginning of `file`, as they are in it.
  static func decodePixels(_ file: borrowing InputFile) throws(PNGError) -> StraightPixels {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_stdio(&image, file.stream) != 0 else {
      throw .cannotDecode(reason: message(of: image))
    }
    let size = image.size
    guard isAllowed(size) else { throw .cannotDecode(reason: "it is too large") }
    let isOpaque = image.format & alphaFlag == 0
    let area = size.width * size.height
    // For the pixels, and for the picture that is made of them.
    guard isAvailable(area * 4 * 2) else {
      throw .cannotDecode(
        reason: "there is no memory for \(size.width) by \(size.height) pixels")
    }
    image.format = rgba
    // Not set to zero before: a forged header then costs no memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: area * 4) { buffer, count in
      let isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      count = isRead ? area * 4 : 0
    }
    guard !bytes.isEmpty else { throw .cannotDecode(reason: message(of: image)) }
    return StraightPixels(size: size, isOpaque: isOpaque, bytes: bytes)
  }

  private static let alphaFlag = png_uint_32(PNG_FORMAT_FLAG_ALPHA)

  /// What libpng calls red, green, blue and alpha.
  private static let rgba = png_uint_32(PNG_FORMAT_RGB) | alphaFlag

  /// Whether this many bytes are to be had. Where they are not, Swift's arrays end the program.
  private static func isAvailable(_ bytes: Int) -> Bool {
    guard let memory = malloc(bytes) else { return false }
    free(memory)
    return true
  }

  private static func isAllowed(_ size: PixelSize) -> Bool {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    return !overflow && area <= largestArea
  }
}

extension png_image {
  fileprivate var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
}

extension PNG {
  /// What libpng says went wrong: its message is an array of 64 chars, ended by a zero.
  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message, text)
  }

  private static func text(of bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Why a picture could not be encoded or decoded; the reason is libpng's.
enum PNGError: Error, Hashable {
  case cannotEncode(reason: String)
  case cannotDecode(reason: String)
}

extension PNGError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotEncode(let reason): "picture: cannot be saved as PNG: \(reason)"
    case .cannotDecode(let reason): "not a PNG picture that can be read: \(reason)"
    }
  }
}
