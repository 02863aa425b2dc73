import AnimCore

/// The pixels of a canvas in fewer bytes, for later: runs of pixels that are as those above them, runs of
/// the pixel before them, and others, a byte each as long as there are few colours. Both directions take a
/// few milliseconds for a million pixels; drawn pictures take a tenth of their bytes, and GIFs at most a
/// quarter.
struct PackedCanvas {
  private enum Kind: UInt32 {
    case above, before, others
    /// Others, four in a word, as positions in ``colors``.
    case indexed
  }

  /// Before each run a word of its kind, in the highest bits, and its length.
  private let words: [UInt32]
  private let colors: [UInt32]

  private static let kindShift: UInt32 = 30
  /// Shorter runs are not worth a word.
  private static let shortestRun = 3

  var byteCount: Int { (words.count + colors.count) * MemoryLayout<UInt32>.stride }

  init(_ canvas: Canvas) {
    var words: [UInt32] = []
    var table = ColorTable()
    defer { table.destroy() }
    if let pixels = canvas.words.baseAddress {
      let (width, count) = (canvas.size.width, canvas.words.count)
      var (index, othersStart) = (0, 0)
      while index < count {
        let above = index < width ? 0 : Self.run(pixels, index, count, width)
        let before =
          above >= Self.shortestRun || index == 0 ? 0 : Self.run(pixels, index, count, 1)
        let length = max(above, before)
        guard length >= Self.shortestRun else {
          index &+= 1
          continue
        }
        Self.append(pixels + othersStart, index - othersStart, &table, to: &words)
        words.append(Self.head(above >= before ? .above : .before, length))
        index &+= length
        othersStart = index
      }
      Self.append(pixels + othersStart, index - othersStart, &table, to: &words)
    }
    // Without room to grow.
    self.words = words.withUnsafeBufferPointer { Array($0) }
    colors = Array(table.colors)
  }

  private static func head(_ kind: Kind, _ length: Int) -> UInt32 {
    kind.rawValue << kindShift | UInt32(length)
  }

  /// Appends pixels that are in no run.
  private static func append(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, _ table: inout ColorTable,
    to words: inout [UInt32]
  ) {
    guard count > 0 else { return }
    let start = words.count
    words.append(head(.indexed, count))
    if table.append(pixels, count, to: &words) { return }
    words.removeLast(words.count - start)
    words.append(head(.others, count))
    words += UnsafeBufferPointer(start: pixels, count: count)
  }

  /// How many pixels from an index on are as those so far before them.
  @inline(__always) private static func run(
    _ pixels: UnsafePointer<UInt32>, _ start: Int, _ end: Int, _ distance: Int
  ) -> Int {
    var index = start
    // Eight at a time, where the first are.
    while index &+ 8 <= end {
      let a = UnsafeRawPointer(pixels + index).loadUnaligned(as: SIMD8<UInt32>.self)
      let b = UnsafeRawPointer(pixels + (index &- distance)).loadUnaligned(as: SIMD8<UInt32>.self)
      if a != b { break }
      index &+= 8
    }
    while index < end, pixels[index] == pixels[index &- distance] { index &+= 1 }
    return index - start
  }

  /// Gives a canvas of the same size its pixels back.
  func unpack(into canvas: Canvas) {
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

/// The first 256 colours that are met, found by a hash of each.
private struct ColorTable {
  /// By hash, or the next free place after that: a colour in the upper half, and its position and one more
  /// in the lower; 0 for none.
  private let places = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 << hashBits)
  private let found = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 256)
  private var count = 0

  private static let hashBits = 11

  init() { places.initialize(repeating: 0, count: 1 << Self.hashBits) }

  /// Frees the table.
  func destroy() {
    places.deallocate()
    found.deallocate()
  }

  var colors: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(rebasing: found[..<count]) }

  /// Appends the positions of pixels, four in a word, if all have one.
  mutating func append(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, to words: inout [UInt32]
  ) -> Bool {
    var (word, last, position): (UInt32, UInt32, UInt32) = (0, ~pixels[0], 0)
    for index in 0..<count {
      let pixel = pixels[index]
      if pixel != last {
        guard let found = self.position(of: pixel) else { return false }
        (last, position) = (pixel, found)
      }
      word |= position &<< UInt32(truncatingIfNeeded: (index & 3) &* 8)
      if index & 3 == 3 || index == count &- 1 {
        words.append(word)
        word = 0
      }
    }
    return true
  }

  @inline(__always) private mutating func position(of color: UInt32) -> UInt32? {
    // The golden ratio spreads similar colours (Knuth, The Art of Computer Programming, 6.4).
    var place = Int((color &* 0x9E37_79B1) &>> (32 &- UInt32(Self.hashBits)))
    while places[place] != 0 {
      if places[place] &>> 32 == UInt64(color) {
        return UInt32(truncatingIfNeeded: places[place]) &- 1
      }
      place = (place &+ 1) & (1 << Self.hashBits &- 1)
    }
    guard count < found.count else { return nil }
    found[count] = color
    count += 1
    places[place] = UInt64(color) &<< 32 | UInt64(count)
    return UInt32(count - 1)
  }
}
