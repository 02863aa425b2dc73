import CPNG

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
    // Not zeroed first, so that a forged header costs no memory.
    let words = [UInt32](unsafeUninitializedCapacity: area) { buffer, count in
      isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      count = isRead ? area : 0
    }
    guard isRead else { throw .damaged(message(of: image)) }
    return DecodedImage(width: width, height: height, words: words)
  }

  /// The error message of libpng, which is an array of 64 chars, terminated by a zero.
  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
