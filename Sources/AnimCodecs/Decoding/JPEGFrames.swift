#if Codecs
  import AnimGraphics
  import CTurboJPEG

  // Decoding of JPEG files with libjpeg-turbo.
  extension FrameDecoder {
    /// - Returns: Whether the file has data for all pixels.
    func decodeJPEG(
      _ input: UnsafeRawBufferPointer, into words: UnsafeMutablePointer<UInt32>, stride: Int
    ) throws(CodecError) -> Bool {
      let size = index.canvas
      guard let decoder = tjInitDecompress() else {
        throw .outOfMemory(width: size.width, height: size.height)
      }
      defer { tjDestroy(decoder) }
      let scans = zip(input, input.dropFirst()).count { $0 == (0xFF, 0xDA) }
      guard scans <= RasterLimits.maximumScans else {
        throw damaged(
          0,
          "more than \(RasterLimits.maximumScans) passes (limit of this program)")
      }
      let bytes = input.bindMemory(to: UInt8.self).baseAddress
      var (width, height, subsampling, colors) = (CInt(), CInt(), CInt(), CInt())
      // This fails for unusual chroma subsampling, although it finds the size. Such images can be decoded too.
      tjDecompressHeader3(
        decoder, bytes, UInt(input.count), &width, &height, &subsampling, &colors)
      let stored = index.storedCanvas ?? size
      guard width == stored.width, height == stored.height
      else { throw damaged(0, Self.message(of: decoder)) }
      let isPrinted = [TJCS_CMYK, TJCS_YCCK].contains { CInt($0.rawValue) == colors }
      let status = tjDecompress2(
        decoder, bytes, UInt(input.count),
        UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self), CInt(size.width),
        CInt(stride * 4), CInt(size.height),
        CInt((isPrinted ? TJPF_CMYK : TJPF_BGRA).rawValue), TJFLAG_ACCURATEDCT)
      // A warning means that a part of the image was decoded, for example because the file is truncated.
      guard status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue else {
        throw damaged(0, Self.message(of: decoder))
      }
      if isPrinted {
        for y in 0..<size.height {
          Self.showInks(UnsafeMutableBufferPointer(start: words + y * stride, count: size.width))
        }
      }
      return status == 0 || !Self.isAboutMissingData(Self.message(of: decoder))
    }

    /// Returns whether the data of a JPEG ends before its last pixel. Decodes an eighth of the rows and columns, which
    /// takes hardly more time than reading the data.
    static func isTruncatedJPEG(_ input: UnsafeRawBufferPointer) -> Bool {
      let scans = zip(input, input.dropFirst()).count { $0 == (0xFF, 0xDA) }
      guard scans <= RasterLimits.maximumScans, let decoder = tjInitDecompress() else {
        return false
      }
      defer { tjDestroy(decoder) }
      if JPEGScans(of: input).lacksScans { return true }
      let bytes = input.bindMemory(to: UInt8.self).baseAddress
      var (width, height, subsampling, colors) = (CInt(), CInt(), CInt(), CInt())
      tjDecompressHeader3(
        decoder, bytes, UInt(input.count), &width, &height, &subsampling, &colors)
      guard width > 0, height > 0 else { return false }
      let isPrinted = [TJCS_CMYK, TJCS_YCCK].contains { CInt($0.rawValue) == colors }
      let (columns, rows) = (Int(width + 7) / 8, Int(height + 7) / 8)
      let status = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns * rows * 4) {
        tjDecompress2(
          decoder, bytes, UInt(input.count), $0.baseAddress, CInt(columns), 0, CInt(rows),
          CInt((isPrinted ? TJPF_CMYK : TJPF_BGRA).rawValue), 0)
      }
      return status != 0 && tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
        && isAboutMissingData(message(of: decoder))
    }

    /// Returns whether libjpeg-turbo warns that the file or a scan ends early. Its warnings have no codes.
    private static func isAboutMissingData(_ warning: String) -> Bool {
      warning.contains("remature end")
    }

    /// Converts CMYK to RGB: one byte each for cyan, magenta, yellow and black. 255 means no ink, as
    /// in all files that programs write and browsers read. Each ink transmits a part of the light.
    private static func showInks(_ words: UnsafeMutableBufferPointer<UInt32>) {
      for index in words.indices {
        let word = UInt32(littleEndian: words[index])
        let black = word >> 24
        func channel(_ ink: UInt32) -> UInt32 { ((ink & 255) * black + 127) / 255 }
        words[index] =
          0xFF00_0000 | channel(word) << 16 | channel(word >> 8) << 8 | channel(word >> 16)
      }
    }

    private static func message(of decoder: tjhandle) -> String {
      tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "it cannot be read"
    }
  }
#endif
