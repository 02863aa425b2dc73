#if Codecs
  import AnimGraphics
  import CPNG

  // Decoding of PNG files with libpng.
  extension FrameDecoder {
    /// - Parameter input: The chunks of the frame, from its first to its last.
    func decodePNG(
      _ number: Int, _ input: UnsafeRawBufferPointer, into words: UnsafeMutablePointer<UInt32>,
      stride: Int
    ) throws(CodecError) {
      let frame = index.frames[number]
      let (data, isIntact) = Self.data(of: input)
      guard isIntact else { throw damaged(number, "a checksum is wrong") }
      let stored =
        index.storedCanvas ?? PixelSize(width: frame.area.width, height: frame.area.height)
      let boxSide =
        index.storedCanvas == nil
        ? 1 : (2...PNGContainer.largestBox).first { stored.boxes(of: $0) == index.canvas } ?? 1
      let isInterlaced =
        index.shared[RasterFormat.pngSignature.count + PNGContainer.chunkStart + 12] == 1
      let start = header(stored, dataCount: data.reduce(0) { $0 + $1.count })
      var parts = cpng_parts()
      let checksum: [UInt8] = [0, 0, 0, 0]
      var list = [cpng_part(bytes: nil, count: start.count)]
      list += data.map {
        cpng_part(bytes: $0.bindMemory(to: UInt8.self).baseAddress, count: $0.count)
      }
      list.append(cpng_part(bytes: nil, count: checksum.count))
      let isDecoded = start.withUnsafeBufferPointer { start in
        checksum.withUnsafeBufferPointer { checksum in
          list[0].bytes = start.baseAddress
          list[list.count - 1].bytes = checksum.baseAddress
          return list.withUnsafeBufferPointer { list in
            parts.parts = list.baseAddress
            parts.count = list.count
            return cpng_decode(
              &parts, png_uint_32(stored.width), png_uint_32(stored.height),
              UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self), stride * 4,
              png_uint_32(boxSide), isInterlaced ? 1 : 0) != 0
          }
        }
      }
      // Show the decoded rows of a truncated image.
      guard isDecoded || frame.isCutOff && parts.is_at_end != 0 else {
        throw damaged(number, withUnsafeBytes(of: parts.message) { Self.text($0) })
      }
    }

    /// Returns the contents of the chunks that have the same type as the first, without sequence numbers, and whether
    /// their checksums match. A truncated chunk ends at the end of the file.
    private static func data(
      of input: UnsafeRawBufferPointer
    ) -> (parts: [UnsafeRawBufferPointer], isIntact: Bool) {
      var parts: [UnsafeRawBufferPointer] = []
      let type = Array(input.dropFirst(4).prefix(4))
      let numberLength = type == Array("fdAT".utf8) ? 4 : 0
      var offset = 0
      while input.count - offset >= PNGContainer.chunkStart {
        let length = input[offset..<offset + 4].bigEndian
        let start = offset + PNGContainer.chunkStart
        let end = min(start + length, input.count)
        if input[offset + 4..<start].elementsEqual(type) {
          if end + 4 <= input.count {
            let checked = UnsafeRawBufferPointer(rebasing: input[offset + 4..<end])
            guard Int(Inflation.checksum(checked)) == input[end..<end + 4].bigEndian else {
              return (parts, false)
            }
          }
          let content = input[min(start + numberLength, end)..<end]
          if !content.isEmpty { parts.append(UnsafeRawBufferPointer(rebasing: content)) }
        }
        offset = min(end + 4, input.count)
      }
      return (parts, true)
    }

    /// Returns everything before the pixel data: the shared chunks with the size of this frame, and the start of a single
    /// chunk for all data.
    private func header(_ stored: PixelSize, dataCount: Int) -> [UInt8] {
      var header = index.shared
      func write(_ number: Int, at offset: Int) {
        for byte in 0..<4 {
          header[offset + byte] = UInt8(truncatingIfNeeded: number >> (24 - byte * 8))
        }
      }
      let size = RasterFormat.pngSignature.count + PNGContainer.chunkStart
      write(stored.width, at: size)
      write(stored.height, at: size + 4)
      header += [0, 0, 0, 0] + Array("IDAT".utf8)
      write(dataCount, at: header.count - PNGContainer.chunkStart)
      return header
    }

    /// Returns a zero-terminated message of libpng.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
