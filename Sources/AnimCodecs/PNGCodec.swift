#if Codecs
  import AnimGraphics
  import CPNG

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// libpng for complete images with eight bits per channel.
  package enum PNGCodec {
    /// Straight pixels.
    package struct Pixels {
      package let size: PixelSize
      package let isOpaque: Bool
      /// The red, green, blue and straight alpha of each pixel, row by row.
      package let rgba: [UInt8]
    }

    /// The maximum number of pixels of an image, 16,384 squared, so that a forged header can't make
    /// the program request more memory than is available.
    package static let maximumArea = 1 << 28

    /// Returns whether images of this size can be encoded.
    package static func canEncode(_ size: PixelSize) -> Bool {
      size.width > 0 && size.height > 0 && isAllowed(size)
    }

    /// Returns a PNG file in sRGB.
    ///
    /// - Parameters:
    ///   - rgba: The pixels; see ``Pixels/rgba``. Ignored if the rows are compressed already.
    ///   - level: The compression level of zlib, from 0 to 9.
    ///   - compressed: The filtered rows in zlib format, or `nil` to compress them.
    ///   - texts: Keywords and texts, in ASCII without control characters.
    package static func encode(
      _ rgba: [UInt8], size: PixelSize, isOpaque: Bool, level: Int, compressed: [UInt8]? = nil,
      texts: [(keyword: String, text: String)] = []
    ) throws(PNGCodingError) -> [UInt8] {
      guard canEncode(size), let width = UInt32(exactly: size.width),
        let height = UInt32(exactly: size.height)
      else { throw .cannotEncode(reason: "it has \(size.width) by \(size.height) pixels") }
      var image = png_image()
      image.width = width
      image.height = height
      image.format = rgbaFormat
      var list: [UInt8] = []
      for text in texts { list += Array(text.keyword.utf8) + [0] + Array(text.text.utf8) + [0] }
      list.append(0)
      // A chunk has 12 bytes in addition to its keyword and its text.
      let limit = Int(cpng_encoded_size_limit(image)) + list.count + texts.count * 12
      var memory = cpng_memory()
      var succeeded: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        memory.bytes = buffer.baseAddress
        memory.capacity = limit
        succeeded = cpng_encode(
          rgba, width, height, isOpaque ? 1 : 0, Int32(level), compressed, compressed?.count ?? 0,
          list, &memory)
        count = succeeded != 0 ? memory.count : 0
      }
      guard succeeded != 0 else {
        throw .cannotEncode(reason: withUnsafeBytes(of: memory.message, text))
      }
      return bytes
    }

    /// Decodes the image in a file.
    package static func decode(_ bytes: [UInt8]) throws(PNGCodingError) -> Pixels {
      let result = bytes.withUnsafeBytes { bytes in
        Result { () throws(PNGCodingError) in try decode(.bytes(bytes)) }
      }
      return try result.get()
    }

    /// Decodes the image at the start of a stream. Needs at most the memory of two such images, for
    /// any file.
    package static func decode(
      _ stream: UnsafeMutablePointer<FILE>
    ) throws(PNGCodingError) -> Pixels {
      try decode(.stream(stream))
    }

    /// Returns the size of the image at the start of a stream.
    package static func size(
      _ stream: UnsafeMutablePointer<FILE>
    ) throws(PNGCodingError) -> PixelSize {
      var image = png_image()
      defer { png_image_free(&image) }
      try begin(.stream(stream), &image)
      return image.size
    }

    private enum Source {
      case bytes(UnsafeRawBufferPointer)
      case stream(UnsafeMutablePointer<FILE>)
    }

    private static func decode(_ source: Source) throws(PNGCodingError) -> Pixels {
      var image = png_image()
      defer { png_image_free(&image) }
      try begin(source, &image)
      let size = image.size
      guard isAllowed(size) else { throw .cannotDecode(reason: "it is too large") }
      let isOpaque = image.format & alphaFlag == 0
      let area = size.width * size.height
      // Check the memory for the pixels, and for the image that is created from them.
      guard isAvailable(area * 4 * 2) else { throw .noMemory(size) }
      image.format = rgbaFormat
      // libpng otherwise treats images with 16 bits per channel as linear light.
      image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      // The bytes aren't zeroed first, so that a forged header costs no memory.
      let bytes = [UInt8](unsafeUninitializedCapacity: area * 4) { buffer, count in
        let isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
        count = isRead ? area * 4 : 0
      }
      guard !bytes.isEmpty else {
        throw .cannotDecode(reason: withUnsafeBytes(of: image.message, text))
      }
      return Pixels(size: size, isOpaque: isOpaque, rgba: bytes)
    }

    private static func begin(_ source: Source, _ image: inout png_image) throws(PNGCodingError) {
      image.version = png_uint_32(PNG_IMAGE_VERSION)
      let isRead =
        switch source {
        case .bytes(let bytes):
          png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count)
        case .stream(let stream): png_image_begin_read_from_stdio(&image, stream)
        }
      guard isRead != 0 else {
        throw .cannotDecode(reason: withUnsafeBytes(of: image.message, text))
      }
    }

    private static let alphaFlag = png_uint_32(PNG_FORMAT_FLAG_ALPHA)

    /// libpng's format of red, green, blue and alpha.
    private static let rgbaFormat = png_uint_32(PNG_FORMAT_RGB) | alphaFlag

    private static func isAllowed(_ size: PixelSize) -> Bool {
      let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
      return !overflow && area <= maximumArea
    }

    /// Returns whether this many bytes can be allocated. If they can't, Swift's arrays end the
    /// program.
    ///
    /// Ask the kernel, because the optimiser removes a malloc whose memory is only freed.
    private static func isAvailable(_ bytes: Int) -> Bool {
      let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      return memory != MAP_FAILED && munmap(memory, bytes) == 0
    }

    /// Returns a zero-terminated message of libpng.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  extension png_image {
    fileprivate var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
  }

  /// The reason why an image couldn't be encoded or decoded, as reported by libpng.
  package enum PNGCodingError: Error, Hashable {
    case cannotEncode(reason: String)
    case cannotDecode(reason: String)
    /// There isn't enough memory to decode an image of this size.
    case noMemory(PixelSize)
  }

  extension PNGCodingError: CustomStringConvertible {
    package var description: String {
      switch self {
      case .cannotEncode(let reason): "image: cannot be saved as PNG: \(reason)"
      case .cannotDecode(let reason): "invalid PNG: \(reason)"
      case .noMemory(let size):
        "invalid PNG: not enough memory for "
          + "\(size.width) by \(size.height) pixels"
      }
    }
  }
#endif
