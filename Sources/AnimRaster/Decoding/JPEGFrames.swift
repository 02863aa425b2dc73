import AnimCore
import CTurboJPEG

// The picture of a JPEG, which libjpeg-turbo decodes.
extension FrameDecoder {
  func drawJPEG(_ input: UnsafeRawBufferPointer, onto canvas: Canvas) throws(RasterError) {
    guard let decoder = tjInitDecompress() else {
      throw .outOfMemory(width: canvas.size.width, height: canvas.size.height)
    }
    defer { tjDestroy(decoder) }
    let scans = zip(input, input.dropFirst()).count { $0 == (0xFF, 0xDA) }
    guard scans <= RasterLimits.maximumScans else {
      throw damaged(
        0,
        "it has \(scans) passes, and at most \(RasterLimits.maximumScans) are read, a limit of this "
          + "program")
    }
    let bytes = input.bindMemory(to: UInt8.self).baseAddress
    var (width, height, subsampling, colors) = (CInt(), CInt(), CInt(), CInt())
    // It fails where colours are subsampled in a way that it has no name for; such pictures are decoded
    // as well, and it has found their size.
    tjDecompressHeader3(
      decoder, bytes, UInt(input.count), &width, &height, &subsampling, &colors)
    guard width == canvas.size.width, height == canvas.size.height
    else { throw damaged(0, Self.message(of: decoder)) }
    let status = tjDecompress2(
      decoder, bytes, UInt(input.count),
      UnsafeMutableRawPointer(canvas.words.baseAddress)?.assumingMemoryBound(to: UInt8.self), width,
      0, height, CInt(TJPF_BGRA.rawValue), TJFLAG_ACCURATEDCT)
    // A warning means that part of the picture could be decoded, for example because the file ends
    // early.
    guard status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue else {
      throw damaged(0, Self.message(of: decoder))
    }
  }

  private static func message(of decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "it cannot be read"
  }
}
