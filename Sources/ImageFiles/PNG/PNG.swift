import AnimCore
import CIgzip
import CPNG
import Glibc
import LinuxSystem

/// An encoder and a decoder for PNG. Written files have eight bits each of red, green and blue in
/// sRGB, and of alpha if the image may be transparent. They contain only the requested texts and no
/// date, so the same image results in the same bytes.
///
/// libpng writes the files. zlib compresses the rows or, at low levels, ISA-L, which takes an
/// eighth of the time for files of about the same size. Rows aren't filtered, because filters make
/// rendered images larger.
package enum PNG {
  /// A text in a file, for other programs: a tEXt chunk. Both parts are ASCII without control
  /// characters. A keyword has 1 to 79 characters.
  package struct Text: Hashable, Sendable {
    package var keyword: String
    package var text: String

    package init(keyword: String, text: String) {
      self.keyword = keyword
      self.text = text
    }
  }

  /// The maximum number of pixels of an image, 16,384 squared, so that a forged header can't make
  /// the program request more memory than is available.
  package static let largestArea = 1 << 28

  /// The default compression level. Higher levels aren't worth the time.
  package static let defaultCompression = 2

  /// The compression levels of ISA-L. Its code variants produce the same bytes for them, except the
  /// one for x86-64 processors without SSE 4.2.
  private static let quickLevels = 1...2

  /// - Parameter compression: The compression level, from 0 for none to 9 for the most.
  package static func encode(
    _ rendering: PixelImage, compression: Int = defaultCompression, texts: [Text] = []
  ) throws(PNGCodingError) -> [UInt8] {
    try encode(
      size: rendering.size, isOpaque: rendering.isOpaque, compression: compression, texts: texts
    ) {
      copyRows($0, of: rendering, to: $1)
    } pixels: {
      StraightPixels(rendering).bytes
    }
  }

  /// Returns a PNG file for pixels with straight alpha.
  package static func encode(
    _ pixels: StraightPixels, compression: Int = defaultCompression, texts: [Text] = []
  ) throws(PNGCodingError) -> [UInt8] {
    try encode(
      size: pixels.size, isOpaque: pixels.isOpaque, compression: compression, texts: texts
    ) {
      copyRows($0, of: pixels, to: $1)
    } pixels: {
      pixels.bytes
    }
  }

  /// Copies rows in the format of a file before compression: each is preceded by a zero, the number
  /// of its filter, and has no alpha if the image is opaque. The memory is large enough for four
  /// bytes per pixel and one per row.
  ///
  /// Returns the number of bytes.
  typealias RowCopy = (Range<Int>, UnsafeMutablePointer<UInt8>) -> Int

  private static func encode(
    size: PixelSize, isOpaque: Bool, compression: Int, texts: [Text], rows: RowCopy,
    pixels: () -> [UInt8]
  ) throws(PNGCodingError) -> [UInt8] {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height),
      width > 0, height > 0, isAllowed(size)
    else { throw .cannotEncode(reason: "it has \(size.width) by \(size.height) pixels") }
    var image = png_image()
    image.width = width
    image.height = height
    image.format = rgba
    var list: [UInt8] = []
    for text in texts { list += Array(text.keyword.utf8) + [0] + Array(text.text.utf8) + [0] }
    list.append(0)
    // A chunk has 12 bytes in addition to its keyword and its text.
    let limit = Int(cpng_encoded_size_limit(image)) + list.count + texts.count * 12

    let quick =
      quickLevels.contains(compression) ? compressed(size, level: compression, rows) : nil
    let pixels = quick == nil ? pixels() : []
    var memory = cpng_memory()
    var succeeded: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      memory.bytes = buffer.baseAddress
      memory.capacity = limit
      succeeded = cpng_encode(
        pixels, width, height, isOpaque ? 1 : 0, Int32(compression), quick,
        quick?.count ?? 0, list, &memory)
      count = succeeded != 0 ? memory.count : 0
    }
    guard succeeded != 0 else {
      throw .cannotEncode(reason: withUnsafeBytes(of: memory.message, text))
    }
    return bytes
  }

  /// Returns the rows of an image, compressed by ISA-L, or `nil` if there isn't enough memory.
  ///
  /// - Parameter level: The compression level, 1 or 2.
  static func compressed(_ size: PixelSize, level: Int, _ rows: RowCopy) -> [UInt8]? {
    let (width, height) = (size.width, size.height)
    let longest = width * 4 + 1
    // Incompressible data are stored in blocks of 64 KB, with five additional bytes each.
    let limit = longest * height + longest * height / 1_000 + 1_024
    // The size of the blocks determines the bytes of the file, so it must not change.
    let rowsInBlock = max(1, (1 << 17) / longest)
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var deflation = cigzip_deflation()
      defer { cigzip_end(&deflation) }
      let isBegun = cigzip_begin(
        &deflation, Int32(level), rowsInBlock * longest, buffer.baseAddress, limit)
      guard isBegun != 0 else { return }
      var y = 0
      while y < height {
        let end = min(y + rowsInBlock, height)
        let filled = rows(y..<end, deflation.block)
        guard cigzip_compress(&deflation, filled, end == height ? 1 : 0) != 0 else { return }
        y = end
      }
      count = deflation.written
    }
    return bytes.isEmpty ? nil : bytes
  }

  private static func copyRows(
    _ rows: Range<Int>, of pixels: StraightPixels, to bytes: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let (width, isOpaque) = (pixels.size.width, pixels.isOpaque)
    var written = 0
    for y in rows {
      bytes[written] = 0
      written += 1
      for pixel in y * width..<(y + 1) * width {
        for channel in 0..<(isOpaque ? 3 : 4) {
          bytes[written] = pixels.bytes[pixel * 4 + channel]
          written += 1
        }
      }
    }
    return written
  }

  private static func copyRows(
    _ rows: Range<Int>, of rendering: PixelImage, to bytes: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let (width, isOpaque) = (rendering.size.width, rendering.isOpaque)
    let length = 1 + width * (isOpaque ? 3 : 4)
    rendering.withPixels { words in
      var target = UnsafeMutableRawPointer(bytes)
      for y in rows {
        let row = UnsafeBufferPointer(rebasing: words[y * width..<(y + 1) * width])
        target.storeBytes(of: 0, as: UInt8.self)
        if isOpaque {
          Unpremultiplication.convertOpaque(row, into: target + 1)
        } else {
          Unpremultiplication.convert(row, isOpaque: false, into: target + 1)
        }
        target += length
      }
    }
    return rows.count * length
  }

  /// Decodes the image in `bytes`. It may be transparent if they have alpha.
  package static func decode(_ bytes: [UInt8]) throws(PNGCodingError) -> PixelImage {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(PNGCodingError) in
        guard let file = InputFile.over(bytes) else { throw .cannotDecode(reason: "it is empty") }
        return try decode(file)
      }
    }
    return try result.get()
  }

  /// Decodes the image at the start of `file`. It may be transparent if the file has alpha. Needs
  /// at most the memory of two such images, for any file.
  package static func decode(_ file: borrowing InputFile) throws(PNGCodingError) -> PixelImage {
    try decodePixels(file).image
  }

  /// Decodes the pixels at the start of `file`, with straight alpha.
  package static func decodePixels(_ file: borrowing InputFile) throws(PNGCodingError)
    -> StraightPixels
  {
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
    // Check the memory for the pixels, and for the image that is created from them.
    guard isAvailable(area * 4 * 2) else { throw .noMemory(size) }
    image.format = rgba
    // The bytes aren't zeroed first, so that a forged header costs no memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: area * 4) { buffer, count in
      let isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      count = isRead ? area * 4 : 0
    }
    guard !bytes.isEmpty else { throw .cannotDecode(reason: message(of: image)) }
    return StraightPixels(size: size, isOpaque: isOpaque, bytes: bytes)
  }

  /// Returns the size of the image at the start of `file`.
  package static func size(_ file: borrowing InputFile) throws(PNGCodingError) -> PixelSize {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_stdio(&image, file.stream) != 0 else {
      throw .cannotDecode(reason: message(of: image))
    }
    return image.size
  }

  private static let alphaFlag = png_uint_32(PNG_FORMAT_FLAG_ALPHA)

  /// libpng's format of red, green, blue and alpha.
  private static let rgba = png_uint_32(PNG_FORMAT_RGB) | alphaFlag

  /// Returns whether this many bytes can be allocated. If they can't, Swift's arrays end the
  /// program.
  ///
  /// Ask the kernel, because the optimiser removes a malloc whose memory is only freed.
  private static func isAvailable(_ bytes: Int) -> Bool {
    let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return memory != MAP_FAILED && munmap(memory, bytes) == 0
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
  /// Returns the error message of libpng, which is an array of 64 chars, terminated by a zero.
  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message, text)
  }

  private static func text(of bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
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

extension Failure {
  package init(_ error: PNGCodingError) { self.init("\(error)", status: .writingFailed) }
}
