import CTurboJPEG

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
    // Pixels of a damaged picture that are not decoded stay clear.
    var words = [UInt32](repeating: 0, count: area)
    words.withUnsafeMutableBytes { pixels in
      status = tjDecompress2(
        decoder, bytes, UInt(bytes.count), pixels.baseAddress, width, 0, height,
        Int32(TJPF_BGRA.rawValue), TJFLAG_ACCURATEDCT)
    }
    // A warning means that part of the picture could be decoded, for example because the file ends
    // early.
    guard status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue else {
      throw .damaged(message(of: decoder))
    }
    return DecodedImage(width: Int(width), height: Int(height), words: words)
  }

  /// Progressive files have about ten scans. Each can take as long as the whole picture.
  private static let mostScans = 40

  /// The number of scan markers (FF DA), which cannot occur in compressed data.
  private static func scanCount(_ bytes: [UInt8]) -> Int {
    zip(bytes, bytes.dropFirst()).count { $0 == (0xFF, 0xDA) }
  }

  private static func message(of decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "it is damaged"
  }
}
