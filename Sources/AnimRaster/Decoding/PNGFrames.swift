#if Codecs
  import AnimCore
  import CPNG

  // Frames of a PNG, which libpng decodes.
  extension FrameDecoder {
    /// - Parameter input: the chunks of the frame, from its first to its last.
    func drawPNG(
      _ frame: RasterFrame, _ input: UnsafeRawBufferPointer, _ number: Int, onto canvas: Canvas
    ) throws(RasterError) {
      guard png.collect(frame, input, shared: index.shared) else {
        throw damaged(number, "a checksum is wrong")
      }
      try drawPixels(of: frame, onto: canvas) { (target, stride) throws(RasterError) in
        let size = PixelSize(width: frame.area.width, height: frame.area.height)
        let result = png.decode(size, into: target, stride: stride)
        // Of what is cut off, the rows that are there are shown.
        guard result.isDecoded || frame.isCutOff && result.isAtEnd else {
          throw damaged(number, png.message)
        }
      }
    }
  }

  /// A frame of a PNG as a stream for libpng, and the memory of both, which is used again for the next.
  final class PNGStream {
    /// What stands before the data: the chunks that frames share, with the size of this one, and the start
    /// of a chunk that holds all the data.
    private var start: [UInt8] = []
    private var data: [cpng_part] = []
    private var parts = cpng_parts()
    private var arena = cpng_arena()

    deinit { free(arena.bytes) }

    /// Collects what is in the chunks of the same type as the first, without the numbers that those of later
    /// frames begin with. A chunk that is cut off ends with the file.
    ///
    /// - Parameters:
    ///   - input: the frame's chunks, which must stay where they are until it is decoded.
    ///   - shared: the chunks that frames share.
    /// - Returns: false if a checksum is wrong.
    func collect(_ frame: RasterFrame, _ input: UnsafeRawBufferPointer, shared: [UInt8]) -> Bool {
      data.removeAll(keepingCapacity: true)
      guard input.count >= PNGContainer.chunkStart else { return true }
      let type = input.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      // Those of fdAT begin with their numbers in the sequence.
      let numberLength = input[4] == UInt8(ascii: "f") ? 4 : 0
      var (offset, count) = (0, 0)
      while input.count - offset >= PNGContainer.chunkStart {
        let length = input[offset..<offset + 4].bigEndian
        let start = offset + PNGContainer.chunkStart
        let end = min(start + length, input.count)
        if input.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self) == type {
          if end + 4 <= input.count {
            let checked = UnsafeRawBufferPointer(rebasing: input[offset + 4..<end])
            guard Int(PNGContainer.checksum(checked)) == input[end..<end + 4].bigEndian else {
              return false
            }
          }
          add(UnsafeRawBufferPointer(rebasing: input[min(start + numberLength, end)..<end]))
          count += max(end - start - numberLength, 0)
        }
        offset = min(end + 4, input.count)
      }
      makeStart(frame, shared, dataCount: count)
      return true
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
      guard !bytes.isEmpty else { return }
      data.append(
        cpng_part(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, count: bytes.count))
    }

    private func makeStart(_ frame: RasterFrame, _ shared: [UInt8], dataCount: Int) {
      start.removeAll(keepingCapacity: true)
      start += shared
      for _ in 0..<4 { start.append(0) }
      for letter in "IDAT".utf8 { start.append(letter) }
      let size = PNGContainer.signature.count + PNGContainer.chunkStart
      write(frame.area.width, at: size)
      write(frame.area.height, at: size + 4)
      write(dataCount, at: start.count - PNGContainer.chunkStart)
    }

    private func write(_ number: Int, at offset: Int) {
      guard offset + 4 <= start.count else { return }
      for byte in 0..<4 {
        start[offset + byte] = UInt8(truncatingIfNeeded: number >> (24 - byte * 8))
      }
    }

    /// Decodes what was collected.
    ///
    /// - Parameters:
    ///   - target: where the first row goes, as words 0xAARRGGBB with straight alpha.
    ///   - stride: the words from one row to the next.
    /// - Returns: whether all was decoded, and whether the data end too early.
    func decode(
      _ size: PixelSize, into target: UnsafeMutablePointer<UInt32>, stride: Int
    ) -> (isDecoded: Bool, isAtEnd: Bool) {
      parts = cpng_parts()
      let rows = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
      let isDecoded = start.withUnsafeBufferPointer { start in
        data.withUnsafeBufferPointer { data in
          parts.start = cpng_part(bytes: start.baseAddress, count: start.count)
          (parts.parts, parts.count) = (data.baseAddress, data.count)
          return cpng_decode(
            &parts, &arena, png_uint_32(size.width), png_uint_32(size.height), rows, stride * 4)
        }
      }
      return (isDecoded != 0, parts.is_at_end != 0)
    }

    /// Why nothing was decoded, in libpng's words.
    var message: String {
      withUnsafeBytes(of: parts.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }
#endif
