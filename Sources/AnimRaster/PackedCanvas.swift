import AnimCodecs
import AnimCore

/// The compressed pixels of a canvas: runs of pixels that equal those above them, runs of the previous pixel, and other
/// pixels, with one byte each while there are few colours. Compression and decompression take a few milliseconds per
/// million pixels. Drawings shrink to a tenth, and GIF images to a quarter or less.
struct PackedCanvas {
  private enum Kind: UInt32 {
    case above, before, others
    /// Other pixels, four per word, as indices in ``colors``.
    case indexed
  }

  /// The runs, each of which starts with a word that contains its kind, in the highest bits, and
  /// its length.
  private let words: [UInt32]
  private let colors: [UInt32]

  private static let kindShift: UInt32 = 30
  /// Encoding shorter runs wouldn't save space.
  private static let shortestRun = 3

  var byteCount: Int { (words.count + colors.count) * MemoryLayout<UInt32>.stride }

  init(_ canvas: FrameCanvas) {
    let (pixels, width) = (canvas.words, canvas.size.width)
    var words: [UInt32] = []
    var table = ColorTable()
    var (index, othersStart) = (0, 0)
    func close(_ kind: Kind, _ length: Int) {
      words.append(kind.rawValue << Self.kindShift | UInt32(length))
    }
    func closeOthers() {
      guard index > othersStart else { return }
      let others = UnsafeBufferPointer(rebasing: pixels[othersStart..<index])
      let start = words.count
      close(.indexed, others.count)
      if table.append(others, to: &words) { return }
      words.removeLast(words.count - start)
      close(.others, others.count)
      words.append(contentsOf: others)
    }
    while index < pixels.count {
      let above = index < width ? 0 : Self.run(pixels, from: index, width)
      let before = above >= Self.shortestRun || index == 0 ? 0 : Self.run(pixels, from: index, 1)
      guard max(above, before) >= Self.shortestRun else {
        index += 1
        continue
      }
      closeOthers()
      close(above > 0 && above >= before ? .above : .before, max(above, before))
      index += max(above, before)
      othersStart = index
    }
    closeOthers()
    // Copy the words without the spare capacity.
    self.words = words.withUnsafeBufferPointer { Array($0) }
    colors = table.colors
  }

  /// Returns the number of pixels at an index that equal those at a given distance before them.
  private static func run(
    _ pixels: UnsafeMutableBufferPointer<UInt32>, from start: Int, _ distance: Int
  ) -> Int {
    var index = start
    while index < pixels.count, pixels[index] == pixels[index &- distance] { index &+= 1 }
    return index - start
  }

  /// Restores the pixels to a canvas of the same size.
  func unpack(into canvas: FrameCanvas) {
    guard let pixels = canvas.words.baseAddress else { return }
    let width = canvas.size.width
    var (index, offset) = (0, 0)
    while offset < words.count {
      let word = words[offset]
      let length = Int(word & (1 << Self.kindShift - 1))
      offset += 1
      switch Kind(rawValue: word >> Self.kindShift) {
      case .above:
        for start in stride(from: 0, to: length, by: width) {
          let target = pixels + (index + start)
          target.update(from: target - width, count: min(width, length - start))
        }
      case .before: (pixels + index).update(repeating: pixels[index - 1], count: length)
      case .others, nil:
        words.withUnsafeBufferPointer { words in
          guard let base = words.baseAddress else { return }
          (pixels + index).update(from: base + offset, count: length)
        }
        offset += length
      case .indexed:
        for position in 0..<length {
          let byte = words[offset + position / 4] >> UInt32(position % 4 * 8) & 255
          pixels[index + position] = colors[Int(byte)]
        }
        offset += (length + 3) / 4
      }
      index += length
    }
  }
}

/// The first 256 colours, found with a hash.
private struct ColorTable {
  private(set) var colors: [UInt32] = []
  /// A hash table with linear probing: a colour in the upper half, and its index plus one in the lower, or 0 for an
  /// empty slot.
  private var positions = [UInt64](repeating: 0, count: 1 << hashBits)

  private static let hashBits = 11

  /// Appends the indices of pixels, four per word. Returns `false` if a pixel has no index.
  mutating func append(_ pixels: UnsafeBufferPointer<UInt32>, to words: inout [UInt32]) -> Bool {
    var word: UInt32 = 0
    for (index, pixel) in pixels.enumerated() {
      guard let position = position(of: pixel) else { return false }
      word |= UInt32(position) << UInt32(index % 4 * 8)
      if index % 4 == 3 || index == pixels.count - 1 {
        words.append(word)
        word = 0
      }
    }
    return true
  }

  private mutating func position(of color: UInt32) -> Int? {
    // The golden ratio spreads similar colours (Knuth, The Art of Computer Programming, 6.4).
    var position = Int((color &* 0x9E37_79B1) >> (32 - UInt32(Self.hashBits)))
    while positions[position] != 0 {
      if positions[position] >> 32 == color { return Int(positions[position] & 0xFFFF_FFFF) - 1 }
      position = (position + 1) % positions.count
    }
    guard colors.count < 256 else { return nil }
    colors.append(color)
    positions[position] = UInt64(color) << 32 | UInt64(colors.count)
    return colors.count - 1
  }
}
