import AnimGraphics

/// Draws the frames of a file onto a canvas. Reuses its memory for every frame.
package struct FrameDecoder: ~Copyable {
  let index: RasterIndex
  private let bytes: any RasterBytes
  /// The bytes of a frame.
  private let input = DecodingScratch()
  /// The pixels of a frame that can't be decoded directly onto the canvas.
  private let pixels = DecodingScratch()
  private let lzw = LZWDecoder()

  package init(_ index: RasterIndex, _ bytes: any RasterBytes) {
    self.index = index
    self.bytes = bytes
  }

  /// Creates another decoder of the same file, for another thread.
  package func makeAnother() -> FrameDecoder { FrameDecoder(index, bytes) }

  /// Loads the libraries that are otherwise loaded when a file needs them, if they are installed. For a process that
  /// can't load libraries later.
  package static func loadLibraries() {
    #if Codecs
      _ = WebPLibrary.shared
    #endif
  }

  /// Draws a frame onto the canvas that the previous frames have left.
  ///
  /// - Returns: Whether the frame has all of its pixels. Missing pixels leave the canvas unchanged.
  /// - Throws: The reason why the frame can't be drawn. The pixels in its rectangle may have changed.
  package func draw(_ number: Int, onto canvas: FrameCanvas) throws(CodecError) -> Bool {
    let frame = index.frames[number]
    guard index.format != .gif, frame.replacesCanvas else {
      return try draw(decode(number), onto: canvas)
    }
    let input = try read(frame)
    let start = canvas[row: frame.area.y, canvas.visibleColumns(frame.area)].baseAddress
    guard let start else { return !frame.isCutOff }
    return try decodeWords(number, input, into: start, stride: canvas.size.width)
  }

  /// Decodes a frame without a canvas. The result is valid until the decoder decodes another frame.
  ///
  /// - Throws: The reason why the frame can't be decoded.
  package func decode(_ number: Int) throws(CodecError) -> DecodedFrame {
    let frame = index.frames[number]
    let input = try read(frame)
    if index.format == .gif {
      return DecodedFrame(number: number, pixels: .indexes(try decodeGIF(frame, input)))
    }
    guard let buffer = pixels.reserve(frame.area.width * frame.area.height * 4) else {
      throw noMemory
    }
    // The memory may contain older pixels. Rows missing from the file must be transparent.
    if frame.isCutOff { buffer.initializeMemory(as: UInt8.self, repeating: 0) }
    guard let words = buffer.bindMemory(to: UInt32.self).baseAddress else { throw noMemory }
    let isWhole = try decodeWords(number, input, into: words, stride: frame.area.width)
    return DecodedFrame(number: number, pixels: .words(words, isWhole: isWhole))
  }

  /// Draws a frame that was decoded by a decoder of the same file.
  ///
  /// - Returns: Whether the frame has all of its pixels.
  package func draw(_ decoded: DecodedFrame, onto canvas: FrameCanvas) -> Bool {
    switch decoded.pixels {
    case .indexes(let indexes):
      guard let indexes else { return false }
      drawIndexes(indexes, of: index.frames[decoded.number], onto: canvas)
      return indexes.count == indexes.wanted
    case .words(let words, let isWhole):
      drawWords(words, of: decoded.number, onto: canvas)
      return isWhole
    }
  }

  /// Reads the bytes of a frame. They are followed by the slack that ``LZWDecoder`` needs.
  private func read(_ frame: RasterFrame) throws(CodecError) -> UnsafeMutableRawBufferPointer {
    let slack = LZWDecoder.inputSlack
    guard let buffer = input.reserve(frame.bytes.count + slack) else { throw noMemory }
    let input = UnsafeMutableRawBufferPointer(rebasing: buffer[..<frame.bytes.count])
    guard bytes.copy(from: frame.bytes.lowerBound, into: input) == input.count else {
      throw .damaged("the file has changed since it was opened")
    }
    return input
  }

  /// Decodes a frame that isn't indexed.
  ///
  /// - Parameters:
  ///   - words: The first pixel of the frame's rectangle.
  ///   - stride: The number of words from one row to the next.
  /// - Returns: Whether the frame has all of its pixels.
  private func decodeWords(
    _ number: Int, _ input: UnsafeMutableRawBufferPointer,
    into words: UnsafeMutablePointer<UInt32>, stride: Int
  ) throws(CodecError) -> Bool {
    #if Codecs
      let input = UnsafeRawBufferPointer(input)
      switch index.format {
      case .gif: break
      case .png: try decodePNG(number, input, into: words, stride: stride)
      case .webp: try decodeWebP(number, input, into: words, stride: stride)
      case .jpeg: return try decodeJPEG(input, into: words, stride: stride)
      }
    #endif
    return !index.frames[number].isCutOff
  }

  /// Decodes the first frame of a file directly into words, because a photograph is large.
  ///
  /// - Parameter words: The pixels, row by row and before rotation. The memory is reused if the number of words matches.
  package func drawFirst(into words: inout [UInt32]) throws(CodecError) {
    let size = index.canvas
    let count = size.width * size.height
    if words.count == count {
      words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    } else {
      words = [UInt32](repeating: 0, count: count)
    }
    let failure = words.withUnsafeMutableBufferPointer { words -> CodecError? in
      do throws(CodecError) {
        _ = try draw(0, onto: FrameCanvas(size, in: words))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Returns whether the data of a frame ends before its last pixel, in a format whose containers don't show that.
  /// Nothing is drawn.
  package func isTruncated(_ number: Int) -> Bool {
    let frame = index.frames[number]
    guard !frame.isCutOff, let buffer = input.reserve(frame.bytes.count + LZWDecoder.inputSlack)
    else { return false }
    let input = UnsafeMutableRawBufferPointer(rebasing: buffer[..<frame.bytes.count])
    guard bytes.copy(from: frame.bytes.lowerBound, into: input) == input.count else { return false }
    #if Codecs
      switch index.format {
      case .gif: return isTruncatedGIF(frame, input)
      case .jpeg: return Self.isTruncatedJPEG(UnsafeRawBufferPointer(input))
      case .png, .webp: return false
      }
    #else
      return isTruncatedGIF(frame, input)
    #endif
  }

  private var noMemory: CodecError {
    .outOfMemory(width: index.size.width, height: index.size.height)
  }

  /// Returns an error that explains why a frame can't be drawn.
  func damaged(_ number: Int, _ reason: String) -> CodecError {
    .damaged(
      index.isAnimation ? "frame \(number) is corrupt: \(reason)" : "it is corrupt: \(reason)")
  }

  /// Draws the pixels of a frame, row by row without gaps.
  private func drawWords(
    _ words: UnsafeMutablePointer<UInt32>, of number: Int, onto canvas: FrameCanvas
  ) {
    let frame = index.frames[number]
    let (area, blend) = (frame.area, frame.replacesCanvas ? .replace : frame.blend)
    let columns = canvas.visibleColumns(area)
    // In WebP, a frame replaces what the previous frame has cleared.
    let last = blend == .overInWebP && number > 0 ? index.frames[number - 1] : nil
    let cleared = last?.disposal == .clear ? last?.area : nil
    for y in canvas.visibleRows(area) {
      let row = words + (y - area.y) * area.width
      func draw(_ part: Range<Int>, _ blend: FrameBlend) {
        guard !part.isEmpty, let target = canvas[row: y, part].baseAddress else { return }
        Compositor.draw(
          row + (part.lowerBound - area.x), onto: target, count: part.count, blend)
      }
      var fresh = columns.upperBound..<columns.upperBound
      if let cleared, canvas.visibleRows(cleared).contains(y) {
        fresh = canvas.visibleColumns(cleared).clamped(to: columns)
      }
      draw(columns.lowerBound..<fresh.lowerBound, blend)
      draw(fresh, .replace)
      draw(fresh.upperBound..<columns.upperBound, blend)
    }
  }
}

/// A frame that was decoded without a canvas.
package struct DecodedFrame {
  fileprivate let number: Int
  fileprivate let pixels: Pixels

  fileprivate enum Pixels {
    /// The indexes of a GIF frame, or `nil` if it has no pixels on the canvas.
    case indexes(DecodedIndexes?)
    /// The words of the frame's rectangle, and whether all were in the file.
    case words(UnsafeMutablePointer<UInt32>, isWhole: Bool)
  }
}

/// The palette indexes of a GIF frame.
private struct DecodedIndexes {
  /// The indexes, followed by the slack of ``LZWDecoder``.
  let bytes: UnsafeMutableRawPointer
  /// The number of decoded indexes, and the number that the frame needs.
  let count: Int
  let wanted: Int
  let isInterlaced: Bool
  /// The local palette, three bytes per colour.
  let palette: UnsafeRawBufferPointer
}

// MARK: - GIF

extension FrameDecoder {
  private func isTruncatedGIF(_ frame: RasterFrame, _ input: UnsafeMutableRawBufferPointer) -> Bool
  {
    let area = frame.area
    guard area.width > 0, area.height > 0, input.count > GIFContainer.descriptorLength else {
      return false
    }
    let flags = input[GIFContainer.descriptorLength - 1]
    let start = GIFContainer.descriptorLength + GIFContainer.paletteCount(flags) * 3
    guard start < input.count, let base = input.baseAddress else { return true }
    let minimumSize = Int(input[start])
    guard minimumSize < LZWDecoder.longestCode else { return false }
    let codeCount = Self.joinBlocks(input, from: start + 1)
    let wanted = area.width * area.height
    return lzw.count(
      base + (start + 1), codeCount: codeCount, minimumSize: minimumSize, wanted: wanted) < wanted
  }

  private func decodeGIF(
    _ frame: RasterFrame, _ input: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodedIndexes? {
    let area = frame.area
    guard area.width > 0, area.height > 0, input.count > GIFContainer.descriptorLength else {
      return nil
    }
    let flags = input[GIFContainer.descriptorLength - 1]
    let isInterlaced = flags & 0x40 != 0
    let start = GIFContainer.descriptorLength + GIFContainer.paletteCount(flags) * 3
    guard start < input.count else { return nil }
    let minimumSize = Int(input[start])
    guard minimumSize < LZWDecoder.longestCode, area.y < index.canvas.height,
      area.x < index.canvas.width
    else { return nil }
    // Rows below the canvas aren't needed.
    let height = isInterlaced ? area.height : min(area.height, index.canvas.height - area.y)
    let wanted = area.width * height
    let codeCount = Self.joinBlocks(input, from: start + 1)
    guard let output = pixels.reserve(wanted + LZWDecoder.outputSlack),
      let codes = input.baseAddress, let indexes = output.baseAddress
    else { throw noMemory }
    let count = lzw.decode(
      codes + (start + 1), codeCount: codeCount, minimumSize: minimumSize, into: indexes,
      wanted: wanted)
    return DecodedIndexes(
      bytes: indexes, count: count, wanted: wanted, isInterlaced: isInterlaced,
      palette: UnsafeRawBufferPointer(rebasing: input[GIFContainer.descriptorLength..<start]))
  }

  private func drawIndexes(
    _ indexes: DecodedIndexes, of frame: RasterFrame, onto canvas: FrameCanvas
  ) {
    let area = frame.area
    let (rows, columns) = (canvas.visibleRows(area), canvas.visibleColumns(area))
    withPalette(indexes.palette) { palette in
      for number in 0..<indexes.wanted / area.width where number * area.width < indexes.count {
        let decoded = number * area.width
        let y =
          area.y + (indexes.isInterlaced ? Self.interlacedRow(number, of: area.height) : number)
        guard rows.contains(y), let target = canvas[row: y, columns].baseAddress else { continue }
        // Draw as much of a truncated row as exists.
        let length = min(columns.count, indexes.count - decoded)
        if let transparent = frame.transparentIndex {
          Self.draw(indexes.bytes + decoded, palette, transparent, onto: target, count: length)
        } else {
          let row = (indexes.bytes + decoded).assumingMemoryBound(to: UInt8.self)
          for x in 0..<length { target[x] = palette[Int(row[x])] }
        }
      }
    }
  }

  /// Draws the colours of pixels, except those with the transparent index. Transparent pixels often form runs, so eight
  /// are examined at once. Up to seven bytes after the indexes are read.
  private static func draw(
    _ indexes: UnsafeRawPointer, _ palette: UnsafePointer<UInt32>, _ transparent: UInt8,
    onto target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let eight = UInt64(transparent) &* 0x0101_0101_0101_0101
    for start in stride(from: 0, to: count, by: 8) {
      let word = indexes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      if word == eight { continue }
      for x in start..<min(start &+ 8, count) {
        let index = indexes.load(fromByteOffset: x, as: UInt8.self)
        if index != transparent { target[x] = palette[Int(index)] }
      }
    }
  }

  /// Calls `body` with the colours of all 256 indexes. Undefined colours are black.
  ///
  /// - Parameter localPalette: The local palette of the frame, three bytes per colour. If it is empty, the frame uses the global
  ///   palette.
  private func withPalette(
    _ localPalette: UnsafeRawBufferPointer, _ body: (UnsafePointer<UInt32>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { colors in
      colors.initialize(repeating: 0xFF00_0000)
      func fill(_ bytes: UnsafeRawBufferPointer) {
        for index in 0..<min(bytes.count / 3, colors.count) {
          let (red, green) = (UInt32(bytes[index * 3]), UInt32(bytes[index * 3 + 1]))
          colors[index] = 0xFF00_0000 | red << 16 | green << 8 | UInt32(bytes[index * 3 + 2])
        }
      }
      if localPalette.isEmpty { index.shared.withUnsafeBytes(fill) } else { fill(localPalette) }
      if let base = colors.baseAddress { body(base) }
    }
  }

  /// Joins the contents of data blocks.
  ///
  /// - Parameter start: The offset of the first block, and the destination of the contents.
  /// - Returns: The number of bytes of the contents.
  private static func joinBlocks(_ bytes: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
    var (source, target) = (start, start)
    while source < bytes.count, let base = bytes.baseAddress {
      let length = min(Int(bytes[source]), bytes.count - source - 1)
      if length == 0 { break }
      (base + target).copyMemory(from: base + (source + 1), byteCount: length)
      source += length + 1
      target += length
    }
    return target - start
  }

  /// Returns the row at a position in an interlaced image: every eighth row starting at 0, every eighth starting at 4,
  /// every fourth starting at 2, and every second starting at 1.
  static func interlacedRow(_ number: Int, of height: Int) -> Int {
    let (first, second, third) = ((height + 7) / 8, (height + 3) / 8, (height + 1) / 4)
    if number < first { return number * 8 }
    if number < first + second { return (number - first) * 8 + 4 }
    if number < first + second + third { return (number - first - second) * 4 + 2 }
    return (number - first - second - third) * 2 + 1
  }
}
