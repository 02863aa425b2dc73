import AnimCore

/// Draws frames of a file onto a canvas. Its memory is used again for each frame.
struct FrameDecoder: ~Copyable {
  let index: RasterIndex
  private let bytes: any RasterBytes
  /// The bytes of a frame.
  private let input = Scratch()
  /// The pixels of a frame that cannot be decoded to where they belong.
  private let pixels = Scratch()
  private let lzw = LZWDecoder()
  private var colors = IndexedColors()
  #if Codecs
    let png = PNGStream()
  #endif

  init(_ index: RasterIndex, _ bytes: any RasterBytes) {
    self.index = index
    self.bytes = bytes
  }

  deinit {
    lzw.destroy()
    colors.destroy()
  }

  /// Draws a frame onto what is there before it.
  ///
  /// - Returns: whether all of its pixels were drawn, as far as they are on the canvas.
  /// - Throws: a reason why it cannot be drawn; then the pixels in its rectangle may have changed.
  mutating func draw(_ number: Int, onto canvas: Canvas) throws(RasterError) -> Bool {
    let frame = index.frames[number]
    let slack = LZWDecoder.inputSlack
    guard let buffer = input.reserve(frame.bytes.count + slack) else { throw noMemory }
    let input = UnsafeMutableRawBufferPointer(rebasing: buffer[..<frame.bytes.count])
    guard bytes.copy(from: frame.bytes.lowerBound, into: input) == input.count else {
      throw .damaged("the file has changed since it was opened")
    }
    switch index.format {
    case .gif: return try drawGIF(frame, input, onto: canvas)
    #if Codecs
      case .png: try drawPNG(frame, UnsafeRawBufferPointer(input), number, onto: canvas)
      case .webp: try drawWebP(frame, UnsafeRawBufferPointer(input), number, onto: canvas)
      case .jpeg: try drawJPEG(UnsafeRawBufferPointer(input), onto: canvas)
    #else
      case .png, .webp, .jpeg: throw .noCodecs(index.format)
    #endif
    }
    return !frame.isCutOff
  }

  private var noMemory: RasterError {
    .outOfMemory(width: index.size.width, height: index.size.height)
  }

  /// The reason why a frame cannot be drawn.
  func damaged(_ number: Int, _ reason: String) -> RasterError {
    .damaged(
      index.isAnimation ? "frame \(number) is damaged: \(reason)" : "it is damaged: \(reason)")
  }

  /// Decodes pixels to where they belong, or beside that if they are to be blended with what is there.
  ///
  /// - Parameters:
  ///   - cleared: where there is nothing to be blended with.
  ///   - decode: writes rows that are as many words apart as it is told.
  func drawPixels(
    of frame: RasterFrame, onto canvas: Canvas, cleared: RasterArea? = nil,
    _ decode: (UnsafeMutablePointer<UInt32>, _ stride: Int) throws(RasterError) -> Void
  ) throws(RasterError) {
    let area = frame.area
    let columns = canvas.visibleColumns(area)
    if frame.blend == .replace || frame.isOpaque {
      guard let base = canvas[row: area.y, columns].baseAddress else { return }
      return try decode(base, canvas.size.width)
    }
    guard let buffer = pixels.reserve(area.width * area.height * 4) else { throw noMemory }
    guard let source = buffer.bindMemory(to: UInt32.self).baseAddress else { return }
    try decode(source, area.width)
    for y in canvas.visibleRows(area) {
      let row = source + (y - area.y) * area.width
      func draw(_ part: Range<Int>, _ blend: Blend) {
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
  /// - Returns: whether all pixels on the canvas were drawn.
  private mutating func drawGIF(
    _ frame: RasterFrame, _ input: UnsafeMutableRawBufferPointer, onto canvas: Canvas
  ) throws(RasterError) -> Bool {
    let area = frame.area
    let (rows, columns) = (canvas.visibleRows(area), canvas.visibleColumns(area))
    if rows.isEmpty || columns.isEmpty { return true }
    guard input.count > GIFContainer.descriptorLength else { return false }
    let flags = input[GIFContainer.descriptorLength - 1]
    let isInterlaced = flags & 0x40 != 0
    let colorCount = GIFContainer.paletteCount(flags)
    let start = GIFContainer.descriptorLength + colorCount * 3
    guard start < input.count else { return false }
    let minimumSize = Int(input[start])
    guard minimumSize < LZWDecoder.longestCode else { return false }
    // Rows that follow those on the canvas are not wanted.
    let wanted = area.width * (isInterlaced ? area.height : rows.upperBound - area.y)
    guard let output = pixels.reserve(wanted + LZWDecoder.outputSlack),
      let codes = input.baseAddress, let indexes = output.baseAddress
    else { throw noMemory }
    if colorCount > 0 {
      let own = UnsafeRawBufferPointer(rebasing: input[GIFContainer.descriptorLength..<start])
      colors.change(to: own, transparent: frame.transparentIndex)
    } else {
      index.shared.withUnsafeBytes { colors.change(to: $0, transparent: frame.transparentIndex) }
    }
    let codeCount = Self.joinBlocks(input, from: start + 1)
    let count = lzw.decode(
      codes + (start + 1), codeCount: codeCount, minimumSize: minimumSize, into: indexes,
      wanted: wanted)
    for number in 0..<wanted / area.width where number * area.width < count {
      let decoded = number * area.width
      let y = area.y + (isInterlaced ? Self.interlacedRow(number, of: area.height) : number)
      guard rows.contains(y), let target = canvas[row: y, columns].baseAddress else { continue }
      // A row that is cut off is drawn as far as it goes.
      colors.draw(indexes + decoded, onto: target, count: min(columns.count, count - decoded))
    }
    return count >= wanted
  }

  /// Moves the contents of the blocks together.
  ///
  /// - Parameter start: where the first one begins, and the contents are moved to.
  /// - Returns: how many bytes they have.
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

  /// The row that has a number in the order of an interlaced image: every eighth from 0 on, then from 4 on,
  /// then every fourth from 2 on, and every second from 1 on.
  static func interlacedRow(_ number: Int, of height: Int) -> Int {
    let (first, second, third) = ((height + 7) / 8, (height + 3) / 8, (height + 1) / 4)
    if number < first { return number * 8 }
    if number < first + second { return (number - first) * 8 + 4 }
    if number < first + second + third { return (number - first - second) * 4 + 2 }
    return (number - first - second - third) * 2 + 1
  }
}
