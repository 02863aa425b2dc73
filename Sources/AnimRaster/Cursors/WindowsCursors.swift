import AnimCodecs
import AnimCore

/// The images in a Windows cursor or icon (`.cur`, `.ico`), one for each size. All numbers are little-endian.
struct WindowsIcons {
  private let bytes: any RasterBytes
  private let range: Range<Int>

  /// The maximum number of sizes. No program writes more than a dozen.
  private static let maximumSizes = 256

  /// - Parameter range: The range of the icon in the file.
  init(_ bytes: any RasterBytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// Returns the images from the smallest to the largest, each with the most bits per pixel of its size.
  func frames(_ problems: inout DiagnosticList) throws(RasterError) -> [CursorFrame] {
    guard let header = read(0, 6) else { throw .damaged("the file is truncated") }
    let (type, count) = (header[2..<4].littleEndian, header[4...].littleEndian)
    guard header[0] == 0, header[1] == 0, (1...2).contains(type) else {
      throw .damaged("a frame that isn't a Windows cursor or icon")
    }
    var best: [Int: (bits: Int, frame: CursorFrame)] = [:]
    for index in 0..<count {
      guard let entry = read(6 + 16 * index, 16) else {
        problems.addCutOff()
        break
      }
      let (length, offset) = (entry[8..<12].littleEndian, entry[12...].littleEndian)
      // Icons have the number of planes and of bits instead.
      let hotSpot = type == 2 ? (entry[4..<6].littleEndian, entry[6..<8].littleEndian) : (0, 0)
      guard let (bits, frame) = frame(offset, length, hotSpot) else {
        problems.add(
          .imageSkipped, .notDrawn, "image \(index + 1) isn't shown, because it is damaged")
        continue
      }
      guard best.count < Self.maximumSizes || best[frame.nominalSize] != nil else {
        problems.add(
          .limit, .notDrawn,
          "only the first \(Self.maximumSizes) sizes are shown (limit of this program)")
        continue
      }
      if bits > best[frame.nominalSize]?.bits ?? 0 { best[frame.nominalSize] = (bits, frame) }
    }
    return best.values.map { $0.frame }.sorted { $0.nominalSize < $1.nominalSize }
  }

  private func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    count <= range.count - offset ? bytes.bytes(at: range.lowerBound + offset, count) : nil
  }

  /// Returns an image and its bits per pixel, or `nil` if it violates the format.
  private func frame(
    _ offset: Int, _ length: Int, _ hotSpot: (x: Int, y: Int)
  ) -> (bits: Int, CursorFrame)? {
    guard offset <= range.count, length <= range.count - offset else { return nil }
    let part = range.lowerBound + offset..<range.lowerBound + offset + length
    let (size, bits, pixels): (PixelSize, Int, CursorFrame.Pixels)
    if let head = bytes.bytes(at: part.lowerBound, 26), length >= 26,
      head.starts(with: RasterFormat.pngSignature)
    {
      size = PixelSize(width: head[16..<20].bigEndian, height: head[20..<24].bigEndian)
      (bits, pixels) = (32, .png(part))
    } else if let bitmap = WindowsBitmap(bytes, part) {
      (size, bits, pixels) = (bitmap.size, bitmap.bits, .bitmap(bitmap))
    } else {
      return nil
    }
    guard size.width > 0, size.height > 0, size.width <= 0x7FFF, size.height <= 0x7FFF,
      hotSpot.x <= size.width, hotSpot.y <= size.height
    else { return nil }
    return (
      bits,
      CursorFrame(
        nominalSize: size.width, size: size, hotSpot: hotSpot, delay: FrameDelay(milliseconds: 0),
        pixels: pixels)
    )
  }
}

/// A bitmap in a Windows cursor: a BITMAPINFOHEADER with twice the height, a palette, the colours, and a mask of 1 bit per
/// pixel in which 1 is transparent. Rows are padded to 4 bytes and start at the bottom.
struct WindowsBitmap: Sendable {
  let size: PixelSize
  let bits: Int
  /// The offset of the palette, and its number of colours.
  private let palette: (offset: Int, count: Int)
  private let colors: Int
  /// The offset of the mask, or `nil` if it is missing.
  private let mask: Int?
  private let isTopDown: Bool

  private var colorStride: Int { Self.stride(size.width * bits) }
  private var maskStride: Int { Self.stride(size.width) }

  /// Returns the bytes of a row with a number of bits.
  private static func stride(_ bits: Int) -> Int { (bits + 31) / 32 * 4 }

  /// Returns `nil` if the bitmap is compressed, truncated or violates the format.
  init?(_ bytes: any RasterBytes, _ range: Range<Int>) {
    guard range.count >= 40, let header = bytes.bytes(at: range.lowerBound, 40) else { return nil }
    let length = header[..<4].littleEndian
    let width = Int(Int32(truncatingIfNeeded: header[4..<8].littleEndian))
    let height = Int(Int32(truncatingIfNeeded: header[8..<12].littleEndian))
    bits = header[14..<16].littleEndian
    guard length >= 40, length <= range.count, width > 0, width <= 0x7FFF, height != 0,
      height.magnitude / 2 > 0, height.magnitude / 2 <= 0x7FFF,
      [1, 4, 8, 16, 24, 32].contains(bits), header[16..<20].littleEndian == 0
    else { return nil }
    size = PixelSize(width: width, height: Int(height.magnitude / 2))
    isTopDown = height < 0
    let used = header[32..<36].littleEndian
    let count = bits <= 8 ? (used == 0 ? 1 << bits : min(used, 1 << bits)) : 0
    palette = (range.lowerBound + length, count)
    colors = palette.offset + 4 * count
    let end = colors + Self.stride(width * bits) * size.height
    guard end <= range.upperBound else { return nil }
    mask = end + Self.stride(width) * size.height <= range.upperBound ? end : nil
  }

  /// Returns the pixels row by row, as words 0xAARRGGBB with straight alpha.
  func decoded(from bytes: any RasterBytes) throws(RasterError) -> [UInt32] {
    var table = [UInt8](repeating: 0, count: 4 * palette.count)
    var data = [UInt8](repeating: 0, count: colorStride * size.height)
    var holes = [UInt8](repeating: 0, count: mask == nil ? 0 : maskStride * size.height)
    guard bytes.fill(&table, from: palette.offset), bytes.fill(&data, from: colors),
      bytes.fill(&holes, from: mask ?? 0)
    else { throw .damaged("the file is truncated") }
    var words: [UInt32] = []
    words.reserveCapacity(size.width * size.height)
    for row in 0..<size.height {
      let start = (isTopDown ? row : size.height - 1 - row) * colorStride
      for x in 0..<size.width { words.append(color(x, data[start..<start + colorStride], table)) }
    }
    // Files of 32 bits without any alpha, and those of fewer bits, use the mask.
    if bits == 32, words.contains(where: { $0 >> 24 != 0 }) {
      return words.map { $0 >> 24 == 0 ? 0 : $0 }
    }
    for row in 0..<size.height {
      let start = (isTopDown ? row : size.height - 1 - row) * maskStride
      for x in 0..<size.width {
        let isHole = mask != nil && holes[start + x / 8] >> (7 - x % 8) & 1 == 1
        let index = row * size.width + x
        words[index] = isHole ? 0 : words[index] | 0xFF00_0000
      }
    }
    return words
  }

  /// Returns the colour of a pixel, with the alpha in the file.
  private func color(_ x: Int, _ row: ArraySlice<UInt8>, _ table: [UInt8]) -> UInt32 {
    func byte(_ index: Int) -> UInt32 { UInt32(row[row.startIndex + index]) }
    switch bits {
    case 32:
      return byte(4 * x) | byte(4 * x + 1) << 8 | byte(4 * x + 2) << 16 | byte(4 * x + 3) << 24
    case 24: return byte(3 * x) | byte(3 * x + 1) << 8 | byte(3 * x + 2) << 16
    case 16:
      // Five bits per channel, stretched to eight and rounded to nearest.
      let word = byte(2 * x) | byte(2 * x + 1) << 8
      func channel(_ shift: UInt32) -> UInt32 { (510 * (word >> shift & 31) + 31) / 62 }
      return channel(0) | channel(5) << 8 | channel(10) << 16
    default:
      let perByte = 8 / bits
      let shift = 8 - bits * (x % perByte + 1)
      let index = Int(byte(x / perByte)) >> shift & (1 << bits - 1)
      // An index without a colour is black.
      guard index < palette.count else { return 0 }
      let color = table[4 * index..<4 * index + 3]
      return color.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}

/// The images of an animated Windows cursor (`.ani`): a RIFF file of the form `ACON`, whose frames are icons.
struct WindowsAnimation {
  private let bytes: any RasterBytes

  init(_ bytes: any RasterBytes) { self.bytes = bytes }

  private struct Chunks {
    /// The fields of the header: its length, frames, steps, width, height, bits, planes, rate, flags.
    var header: [Int]?
    var rates: [Int]?
    var sequence: [Int]?
    var icons: [Range<Int>] = []
  }

  /// The number of sixtieths of a second in a second.
  private static let rate = 60

  /// Returns the frames of each step.
  func frames(_ problems: inout DiagnosticList) throws(RasterError) -> [CursorFrame] {
    var chunks = Chunks()
    read(12..<bytes.count, into: &chunks, isList: false, &problems)
    var icons: [[CursorFrame]] = []
    for range in chunks.icons.prefix(RasterLimits.maximumFrames) {
      icons.append(try WindowsIcons(bytes, range).frames(&problems))
    }
    guard let sizes = icons.first(where: { !$0.isEmpty }).map({ $0.map { $0.nominalSize } }) else {
      throw .damaged("a cursor without images")
    }
    let header = chunks.header ?? []
    let hasSequence = header.count > 8 && header[8] & 2 != 0
    let sequence = hasSequence ? chunks.sequence ?? Array(icons.indices) : Array(icons.indices)
    let rate = header.count > 7 ? header[7] : 0
    var frames: [CursorFrame] = []
    for (step, index) in sequence.enumerated() {
      guard frames.count <= RasterLimits.maximumFrames - sizes.count else {
        problems.addTooManyFrames()
        break
      }
      guard icons.indices.contains(index), !icons[index].isEmpty else {
        problems.add(
          .imageSkipped, .notDrawn, "step \(step + 1) isn't shown, because its image is missing")
        continue
      }
      let sixtieths = chunks.rates.map { step < $0.count ? $0[step] : rate } ?? rate
      let delay = FrameDelay(numerator: sixtieths, denominator: Self.rate)
      for size in sizes {
        // An icon without this size is shown in the most similar one.
        guard
          let image = icons[index].min(by: {
            abs($0.nominalSize - size) < abs($1.nominalSize - size)
          })
        else { continue }
        frames.append(
          CursorFrame(
            nominalSize: size, size: image.size, hotSpot: image.hotSpot, delay: delay,
            pixels: image.pixels))
      }
    }
    return frames
  }

  /// Reads the chunks in a range.
  ///
  /// - Parameter isList: Whether these are the chunks of a list, which has no lists in it.
  private func read(
    _ range: Range<Int>, into chunks: inout Chunks, isList: Bool, _ problems: inout DiagnosticList
  ) {
    var offset = range.lowerBound
    while range.upperBound - offset >= 8, let head = bytes.bytes(at: offset, 8) {
      let length = head[4...].littleEndian
      let end = min(offset + 8 + length, range.upperBound)
      if end < offset + 8 + length { problems.addCutOff() }
      let content = offset + 8..<end
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "LIST"
      where !isList && content.count >= 4 && bytes.bytes(at: offset + 8, 4) == Array("fram".utf8):
        read(offset + 12..<end, into: &chunks, isList: true, &problems)
      case "icon" where isList: chunks.icons.append(content)
      case "anih": chunks.header = chunks.header ?? numbers(content)
      case "rate": chunks.rates = numbers(content)
      case "seq ": chunks.sequence = numbers(content)
      default: break
      }
      // Chunks are padded to an even length.
      offset = end + length % 2
    }
  }

  /// Returns the numbers in a chunk, at most as many as there are frames.
  private func numbers(_ range: Range<Int>) -> [Int] {
    let count = min(range.count / 4, RasterLimits.maximumFrames)
    guard let data = bytes.bytes(at: range.lowerBound, 4 * count) else { return [] }
    return (0..<count).map { data[4 * $0..<4 * $0 + 4].littleEndian }
  }
}
