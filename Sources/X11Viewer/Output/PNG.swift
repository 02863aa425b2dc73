import AnimCore
import CPNG
import Glibc

/// Pictures as PNG: eight bits of red, green and blue, sRGB, and nothing else. There is no date in
/// it, so that the same picture gives the same bytes.
enum PNG {
  private static let channels = 3
  /// No picture may have more pixels than a square of 16,384, lest a forged header make the
  /// program ask for more memory than there is.
  static let largestArea = 1 << 28

  static func encode(_ picture: PixelImage) throws(PNGError) -> [UInt8] {
    let size = picture.size
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height),
      width > 0, height > 0, isAllowed(size)
    else { throw .cannotEncode(reason: "it has \(size.width) by \(size.height) pixels") }
    let samples = samples(of: picture)

    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = width
    image.height = height
    image.format = png_uint_32(PNG_FORMAT_RGB)
    // No row filters: they help photographs, and take two thirds of the time.
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    var written = png_alloc_size_t(cpng_encoded_size_limit(image))
    var succeeded: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(written)) { buffer, count in
      succeeded = png_image_write_to_memory(
        &image, buffer.baseAddress, &written, 0, samples, 0, nil)
      count = succeeded != 0 ? Int(written) : 0
    }
    guard succeeded != 0 else { throw .cannotEncode(reason: message(of: image)) }
    return bytes
  }

  /// The picture in `bytes`, over black where it is transparent.
  static func decode(_ bytes: [UInt8]) throws(PNGError) -> PixelImage {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(PNGError) in
        guard let file = InputFile.over(bytes) else { throw .cannotDecode(reason: "it is empty") }
        return try decode(file)
      }
    }
    return try result.get()
  }

  /// The picture at the beginning of `file`, over black where it is transparent. Takes no more
  /// memory than the picture does, whatever is in the file.
  static func decode(_ file: borrowing InputFile) throws(PNGError) -> PixelImage {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_stdio(&image, file.stream) != 0 else {
      throw .cannotDecode(reason: message(of: image))
    }
    let size = image.size
    guard isAllowed(size) else { throw .cannotDecode(reason: "it is too large") }
    let area = size.width * size.height
    guard isAvailable(area * (channels + MemoryLayout<UInt32>.size)) else {
      throw .cannotDecode(
        reason: "there is no memory for \(size.width) by \(size.height) pixels")
    }
    image.format = png_uint_32(PNG_FORMAT_RGB)
    var black = png_color(red: 0, green: 0, blue: 0)
    // Not set to zero before: a forged header then costs no memory.
    let samples = [UInt8](unsafeUninitializedCapacity: area * channels) { buffer, count in
      let isRead = png_image_finish_read(&image, &black, buffer.baseAddress, 0, nil) != 0
      count = isRead ? area * channels : 0
    }
    guard !samples.isEmpty else { throw .cannotDecode(reason: message(of: image)) }
    return picture(of: samples, size: size)
  }

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
  private static func samples(of picture: PixelImage) -> [UInt8] {
    picture.withPixels { pixels in
      [UInt8](unsafeUninitializedCapacity: pixels.count * channels) { samples, count in
        for (index, pixel) in pixels.enumerated() {
          samples[index * channels] = UInt8(truncatingIfNeeded: pixel >> 16)
          samples[index * channels + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          samples[index * channels + 2] = UInt8(truncatingIfNeeded: pixel)
        }
        count = pixels.count * channels
      }
    }
  }

  private static func picture(of samples: [UInt8], size: PixelSize) -> PixelImage {
    let picture = PixelImage(size: size)
    picture.withMutablePixels { pixels in
      for index in pixels.indices {
        let red = UInt32(samples[index * channels])
        let green = UInt32(samples[index * channels + 1])
        let blue = UInt32(samples[index * channels + 2])
        pixels[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
      }
    }
    return picture
  }

  /// What libpng says went wrong: its message is an array of 64 chars, ended by a zero.
  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
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
