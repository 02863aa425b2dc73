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
    let slack = LZWDecoder.inputSlack
    guard let buffer = input.reserve(frame.bytes.count + slack) else { throw noMemory }
    let input = UnsafeMutableRawBufferPointer(rebasing: buffer[..<frame.bytes.count])
    guard bytes.copy(from: frame.bytes.lowerBound, into: input) == input.count else {
      throw .damaged("the file has changed since it was opened")
    }
    #if Codecs
      switch index.format {
      case .gif: return try drawGIF(frame, input, onto: canvas)
      case .png: try drawPNG(frame, UnsafeRawBufferPointer(input), number, onto: canvas)
      case .webp: try drawWebP(frame, UnsafeRawBufferPointer(input), number, onto: canvas)
      case .jpeg: return try drawJPEG(UnsafeRawBufferPointer(input), onto: canvas)
      }
      return !frame.isCutOff
    #else
      return try drawGIF(frame, input, onto: canvas)
    #endif
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

  /// Decodes pixels directly onto the canvas, or into separate memory if they must be blended.
  ///
  /// - Parameters:
  ///   - cleared: The area of the canvas that is known to be transparent.
  ///   - decode: A closure that writes rows with the given stride, in words.
  func drawPixels(
    of frame: RasterFrame, onto canvas: FrameCanvas, cleared: RasterArea? = nil,
    _ decode: (UnsafeMutablePointer<UInt32>, _ stride: Int) throws(CodecError) -> Void
  ) throws(CodecError) {
    let area = frame.area
    let columns = canvas.visibleColumns(area)
    if frame.blend == .replace || frame.isOpaque {
      guard let base = canvas[row: area.y, columns].baseAddress else { return }
      return try decode(base, canvas.size.width)
    }
    guard let buffer = pixels.reserve(area.width * area.height * 4) else { throw noMemory }
    // The memory may contain older pixels. Rows missing from the file must be transparent.
    if frame.isCutOff { buffer.initializeMemory(as: UInt8.self, repeating: 0) }
    guard let source = buffer.bindMemory(to: UInt32.self).baseAddress else { return }
    try decode(source, area.width)
    for y in canvas.visibleRows(area) {
      let row = source + (y - area.y) * area.width
      func draw(_ part: Range<Int>, _ blend: FrameBlend) {
        guard !part.isEmpty, let target = canvas[row: y, part].baseAddress else { return }
        Compositor.draw(
          row + (part.lowerBound - area.x), onto: target, count: part.count, blend)
      }
      var fresh = columns.upperBound..<columns.upperBound
      if let cleared, canvas.visibleRows(cleared).contains(y) {
        fresh = canvas.visibleColumns(cleared).clamped(to: columns)
      }
      draw(columns.lowerBound..<fresh.lowerBound, frame.blend)
      draw(fresh, .replace)
      draw(fresh.upperBound..<columns.upperBound, frame.blend)
    }
  }
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

  private func drawGIF(
    _ frame: RasterFrame, _ input: UnsafeMutableRawBufferPointer, onto canvas: FrameCanvas
  ) throws(CodecError) -> Bool {
    let area = frame.area
    let (rows, columns) = (canvas.visibleRows(area), canvas.visibleColumns(area))
    guard area.width > 0, area.height > 0, input.count > GIFContainer.descriptorLength else {
      return false
    }
    let flags = input[GIFContainer.descriptorLength - 1]
    let isInterlaced = flags & 0x40 != 0
    let colorCount = GIFContainer.paletteCount(flags)
    let start = GIFContainer.descriptorLength + colorCount * 3
    guard start < input.count else { return false }
    let minimumSize = Int(input[start])
    guard minimumSize < LZWDecoder.longestCode, !rows.isEmpty, !columns.isEmpty else {
      return false
    }
    // Rows below the canvas aren't needed.
    let wanted = area.width * (isInterlaced ? area.height : rows.upperBound - area.y)
    let codeCount = Self.joinBlocks(input, from: start + 1)
    guard let output = pixels.reserve(wanted + LZWDecoder.outputSlack),
      let codes = input.baseAddress, let indexes = output.baseAddress
    else { throw noMemory }
    let count = lzw.decode(
      codes + (start + 1), codeCount: codeCount, minimumSize: minimumSize, into: indexes,
      wanted: wanted)
    withPalette(
      of: frame,
      UnsafeRawBufferPointer(rebasing: input[GIFContainer.descriptorLength..<start])
    ) { palette in
      for number in 0..<wanted / area.width where number * area.width < count {
        let decoded = number * area.width
        let y = area.y + (isInterlaced ? Self.interlacedRow(number, of: area.height) : number)
        guard rows.contains(y), let target = canvas[row: y, columns].baseAddress else { continue }
        // Draw as much of a truncated row as exists.
        let length = min(columns.count, count - decoded)
        if let transparent = frame.transparentIndex {
          Self.draw(indexes + decoded, palette, transparent, onto: target, count: length)
        } else {
          let row = (indexes + decoded).assumingMemoryBound(to: UInt8.self)
          for x in 0..<length { target[x] = palette[Int(row[x])] }
        }
      }
    }
    return count == wanted
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
    of frame: RasterFrame, _ localPalette: UnsafeRawBufferPointer,
    _ body: (UnsafePointer<UInt32>) -> Void
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
