#if Codecs
  import AnimGraphics
  import CSharedLibrary

  // Decoding of WebP files with libwebp.
  extension FrameDecoder {
    func decodeWebP(
      _ number: Int, _ input: UnsafeRawBufferPointer, into words: UnsafeMutablePointer<UInt32>,
      stride: Int
    ) throws(CodecError) {
      let library = try WebPLibrary.shared.get()
      let frame = index.frames[number]
      let (width, height) = (frame.area.width, frame.area.height)
      let bytes = input.bindMemory(to: UInt8.self).baseAddress
      var (actualWidth, actualHeight) = (CInt(), CInt())
      guard library.size(bytes, input.count, &actualWidth, &actualHeight) != 0,
        actualWidth == width, actualHeight == height
      else { throw damaged(number, "libwebp finds no image of this size") }
      let result = library.decode(
        bytes, input.count, UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self),
        (stride * (height - 1) + width) * 4, CInt(stride * 4))
      guard result != nil else {
        throw damaged(
          number, frame.isCutOff ? "its data ends too early" : "libwebp cannot decode it")
      }
    }
  }

  /// The functions of libwebp, loaded before the first image is decoded. Thread-safe.
  struct WebPLibrary: Sendable {
    /// Reads the size of an image. Returns 0 on failure (WebPGetInfo).
    typealias Size =
      @convention(c) (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<CInt>?
      ) -> CInt
    /// Decodes an image as blue, green, red and straight alpha, into rows with the given stride. Returns NULL on failure
    /// (WebPDecodeBGRAInto).
    typealias Decode =
      @convention(c) (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, CInt
      ) -> UnsafeMutablePointer<UInt8>?

    fileprivate let size: Size
    fileprivate let decode: Decode

    static let shared: Result<WebPLibrary, CodecError> = load()

    private static func load() -> Result<WebPLibrary, CodecError> {
      let name = "libwebp.so.7"
      guard let library = csharedlibrary_open(name),
        let size = csharedlibrary_function(library, "WebPGetInfo"),
        let decode = csharedlibrary_function(library, "WebPDecodeBGRAInto")
      else { return .failure(.missingLibrary(name, package: "libwebp7")) }
      return .success(
        WebPLibrary(
          size: unsafeBitCast(size, to: Size.self), decode: unsafeBitCast(decode, to: Decode.self)))
    }
  }
#endif
