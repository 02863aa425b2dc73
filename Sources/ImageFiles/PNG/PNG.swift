import AnimCodecs
import AnimCore
import CIgzip
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

  /// The maximum number of pixels of an image.
  package static let largestArea = PNGCodec.maximumArea

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
    let isQuick = quickLevels.contains(compression) && PNGCodec.canEncode(size)
    let quick = isQuick ? compressed(size, level: compression, rows) : nil
    return try PNGCodec.encode(
      quick == nil ? pixels() : [], size: size, isOpaque: isOpaque, level: compression,
      compressed: quick, texts: texts.map { ($0.keyword, $0.text) })
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
    StraightPixels(try PNGCodec.decode(bytes)).image
  }

  /// Decodes the image at the start of `file`. It may be transparent if the file has alpha.
  package static func decode(_ file: borrowing InputFile) throws(PNGCodingError) -> PixelImage {
    try decodePixels(file).image
  }

  /// Decodes the pixels at the start of `file`, with straight alpha.
  package static func decodePixels(_ file: borrowing InputFile) throws(PNGCodingError)
    -> StraightPixels
  {
    StraightPixels(try PNGCodec.decode(file.stream))
  }

  /// Returns the size of the image at the start of `file`.
  package static func size(_ file: borrowing InputFile) throws(PNGCodingError) -> PixelSize {
    try PNGCodec.size(file.stream)
  }
}

extension StraightPixels {
  fileprivate init(_ pixels: PNGCodec.Pixels) {
    self.init(size: pixels.size, isOpaque: pixels.isOpaque, bytes: pixels.rgba)
  }
}

extension Failure {
  package init(_ error: PNGCodingError) { self.init("\(error)", status: .writingFailed) }
}
