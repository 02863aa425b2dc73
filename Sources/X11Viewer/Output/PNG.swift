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
    image.format = format(isOpaque: picture.isOpaque)
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
  /// no more memory than the picture does, whatever is in the file.
  static func decode(_ file: borrowing InputFile) throws(PNGError) -> PixelImage {
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
    let channels = isOpaque ? 3 : 4
    guard isAvailable(area * (channels + MemoryLayout<UInt32>.size)) else {
      throw .cannotDecode(
        reason: "there is no memory for \(size.width) by \(size.height) pixels")
    }
    image.format = format(isOpaque: isOpaque)
    // Not set to zero before: a forged header then costs no memory.
    let samples = [UInt8](unsafeUninitializedCapacity: area * channels) { buffer, count in
      let isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      count = isRead ? area * channels : 0
    }
    guard !samples.isEmpty else { throw .cannotDecode(reason: message(of: image)) }
    return isOpaque
      ? opaquePicture(of: samples, size: size) : translucentPicture(of: samples, size: size)
  }

  private static let alphaFlag = png_uint_32(PNG_FORMAT_FLAG_ALPHA)

  /// What libpng calls samples of red, green and blue, and of alpha unless they are opaque.
  private static func format(isOpaque: Bool) -> png_uint_32 {
    png_uint_32(PNG_FORMAT_RGB) | (isOpaque ? 0 : alphaFlag)
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

// Samples: bytes in the order of the file, with straight alpha.
extension PNG {
  private static func samples(of picture: PixelImage) -> [UInt8] {
    picture.isOpaque ? opaqueSamples(of: picture) : translucentSamples(of: picture)
  }

  private static func opaqueSamples(of picture: PixelImage) -> [UInt8] {
    picture.withPixels { pixels in
      [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { samples, count in
        for (index, pixel) in pixels.enumerated() {
          samples[index * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
          samples[index * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          samples[index * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
        }
        count = pixels.count * 3
      }
    }
  }

  private static func translucentSamples(of picture: PixelImage) -> [UInt8] {
    picture.withPixels { pixels in
      [UInt8](unsafeUninitializedCapacity: pixels.count * 4) { samples, count in
        for (index, pixel) in pixels.enumerated() {
          let color = Color(premultipliedARGB: pixel)
          samples[index * 4] = color.red
          samples[index * 4 + 1] = color.green
          samples[index * 4 + 2] = color.blue
          samples[index * 4 + 3] = color.alpha
        }
        count = pixels.count * 4
      }
    }
  }

  private static func opaquePicture(of samples: [UInt8], size: PixelSize) -> PixelImage {
    let picture = PixelImage(size: size)
    picture.withMutablePixels { pixels in
      for index in pixels.indices {
        let red = UInt32(samples[index * 3])
        let green = UInt32(samples[index * 3 + 1])
        let blue = UInt32(samples[index * 3 + 2])
        pixels[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
      }
    }
    return picture
  }

  private static func translucentPicture(of samples: [UInt8], size: PixelSize) -> PixelImage {
    let picture = PixelImage(size: size, isOpaque: false)
    picture.withMutablePixels { pixels in
      for index in pixels.indices {
        pixels[index] =
          Color(
            red: samples[index * 4], green: samples[index * 4 + 1], blue: samples[index * 4 + 2],
            alpha: samples[index * 4 + 3]
          ).premultipliedARGB
      }
    }
    return picture
  }
}

extension PNG {
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
