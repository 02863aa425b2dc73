import AnimGraphics

#if Codecs
  import CPNG
#endif

extension PixelImage {
  /// Returns the image as a PNG file with eight bits per channel in sRGB, and an alpha channel if the image may be
  /// transparent. The file contains nothing else, so the same image results in the same bytes on every machine with the
  /// same zlib version.
  ///
  /// libpng compresses the file. Without the package's trait `Codecs`, it isn't compressed and no C library is
  /// required.
  /// - Throws: ``PNGError/cannotEncode(_:)`` if the image has no pixels or there isn't enough memory.
  public func png() throws(PNGError) -> [UInt8] {
    #if Codecs
      try compressedPNG()
    #else
      try StoredPNG.encode(self)
    #endif
  }

  /// Creates an image from the contents of a PNG file. It may be transparent if the file has an alpha channel.
  ///
  /// Any bytes may be passed. Corrupt files and images with more than 2²⁸ pixels cause an error.
  /// - Throws: ``PNGError/cannotDecode(_:)``, and always without the package's trait `Codecs`.
  public convenience init(png bytes: [UInt8]) throws(PNGError) {
    #if Codecs
      let (size, isOpaque, rgba) = try Self.decode(bytes)
      self.init(size: size, isOpaque: isOpaque)
      withMutablePixels { words in
        for index in words.indices {
          words[index] =
            Color(
              red8: rgba[4 * index], green8: rgba[4 * index + 1], blue8: rgba[4 * index + 2],
              alpha8: rgba[4 * index + 3]
            ).premultipliedARGB
        }
      }
    #else
      throw .cannotDecode("this program was built without the trait Codecs, which contains libpng")
    #endif
  }

  /// Returns the channels of each pixel with straight alpha, in file order.
  ///
  /// - Parameter hasAlpha: Whether to include alpha.
  func channels(hasAlpha: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * (hasAlpha ? 4 : 3))
    withPixels { words in
      for word in words {
        let color = isOpaque ? Color(rgb: word) : Color(premultipliedARGB: word)
        bytes.append(color.red)
        bytes.append(color.green)
        bytes.append(color.blue)
        if hasAlpha { bytes.append(color.alpha) }
      }
    }
    return bytes
  }

  /// Returns the width and height in the types of the file format.
  func fileSize() throws(PNGError) -> (width: UInt32, height: UInt32) {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height),
      width > 0, height > 0
    else { throw .cannotEncode("it has \(size.width) by \(size.height) pixels") }
    return (width, height)
  }
}

/// An error in encoding or decoding a PNG file.
public enum PNGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The image has no pixels, or there isn't enough memory.
  case cannotEncode(String)
  /// The bytes aren't a readable PNG file.
  case cannotDecode(String)

  public var description: String {
    switch self {
    case .cannotEncode(let reason): "image: cannot be saved as PNG: \(reason)"
    case .cannotDecode(let reason): "invalid PNG: \(reason)"
    }
  }
}

#if Codecs
  extension PixelImage {
    /// The maximum number of pixels, so that a forged header can't request excessive memory.
    private static var largestArea: Int { 1 << 28 }

    private func compressedPNG() throws(PNGError) -> [UInt8] {
      let (width, height) = try fileSize()
      var image = png_image()
      (image.width, image.height) = (width, height)
      image.format = Self.rgba
      let limit = Int(cpng_encoded_size_limit(image)) + 1024
      let pixels = channels(hasAlpha: true)
      var memory = cpng_memory()
      var succeeded: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        memory.bytes = buffer.baseAddress
        memory.capacity = limit
        // An empty list of texts.
        succeeded = cpng_encode(pixels, width, height, isOpaque ? 1 : 0, 6, nil, 0, [0], &memory)
        count = succeeded != 0 ? memory.count : 0
      }
      guard succeeded != 0 else {
        throw .cannotEncode(withUnsafeBytes(of: memory.message, Self.text))
      }
      return bytes
    }

    /// Returns the size, whether all pixels are opaque, and the red, green, blue and straight alpha of each pixel.
    private static func decode(
      _ bytes: [UInt8]
    ) throws(PNGError) -> (size: PixelSize, isOpaque: Bool, rgba: [UInt8]) {
      var image = png_image()
      image.version = png_uint_32(PNG_IMAGE_VERSION)
      defer { png_image_free(&image) }
      guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
        throw .cannotDecode(withUnsafeBytes(of: image.message, text))
      }
      let size = PixelSize(width: Int(image.width), height: Int(image.height))
      let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
      guard !overflow, area <= largestArea else { throw .cannotDecode("it is too large") }
      let isOpaque = image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) == 0
      image.format = rgba
      // Don't zero the memory, so that a forged header costs nothing.
      let pixels = [UInt8](unsafeUninitializedCapacity: area * 4) { buffer, count in
        let isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
        count = isRead ? area * 4 : 0
      }
      guard !pixels.isEmpty else { throw .cannotDecode(withUnsafeBytes(of: image.message, text)) }
      return (size, isOpaque, pixels)
    }

    private static var rgba: png_uint_32 {
      png_uint_32(PNG_FORMAT_RGB) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
    }

    /// Returns a zero-terminated message of libpng.
    private static func text(of bytes: UnsafeRawBufferPointer) -> String {
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
