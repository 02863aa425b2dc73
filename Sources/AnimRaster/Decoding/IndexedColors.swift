import AnimCore

/// The colours of a GIF's pixels, by their numbers. A number can stand for no colour.
struct IndexedColors {
  /// All 256; those that the file does not have are black.
  private let colors = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
  /// The number that stands for no colour.
  private(set) var transparent: UInt8?

  private static let count = 256
  /// How many pixels are looked at together.
  private static let group = 8
  /// The lowest and the highest bits of as many bytes.
  private static let (lows, highs): (UInt64, UInt64) = (
    0x0101_0101_0101_0101, 0x8080_8080_8080_8080
  )

  /// Frees the colours.
  func destroy() { colors.deallocate() }

  /// Takes other colours, of three bytes each.
  mutating func change(to bytes: UnsafeRawBufferPointer, transparent: UInt8?) {
    self.transparent = transparent
    let known = min(bytes.count / 3, Self.count)
    for index in 0..<known {
      let (red, green, blue) = (bytes[index * 3], bytes[index * 3 + 1], bytes[index * 3 + 2])
      colors[index] = 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
    for index in known..<Self.count { colors[index] = 0xFF00_0000 }
  }

  /// Draws pixels, and leaves what is there where they have no colour.
  func draw(
    _ indexes: UnsafeRawPointer, onto target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    var x = 0
    if let transparent {
      let pattern = UInt64(transparent) &* Self.lows
      while x &+ Self.group <= count {
        let word = UInt64(littleEndian: (indexes + x).loadUnaligned(as: UInt64.self))
        let difference = word ^ pattern
        // Zero if no byte is (Warren, Hacker's Delight, 6-1).
        if (difference &- Self.lows) & ~difference & Self.highs == 0 {
          draw(word, onto: target + x)
        } else if difference != 0 {
          for lane in x..<x &+ Self.group { draw(indexes, lane, onto: target) }
        }
        x &+= Self.group
      }
    } else {
      while x &+ Self.group <= count {
        draw(
          UInt64(littleEndian: (indexes + x).loadUnaligned(as: UInt64.self)), onto: target + x)
        x &+= Self.group
      }
    }
    for x in x..<count { draw(indexes, x, onto: target) }
  }

  /// Draws the pixels whose numbers are the bytes of a word, from the lowest on.
  @inline(__always)
  private func draw(_ word: UInt64, onto target: UnsafeMutablePointer<UInt32>) {
    target[0] = colors[Int(word & 255)]
    target[1] = colors[Int(word &>> 8 & 255)]
    target[2] = colors[Int(word &>> 16 & 255)]
    target[3] = colors[Int(word &>> 24 & 255)]
    target[4] = colors[Int(word &>> 32 & 255)]
    target[5] = colors[Int(word &>> 40 & 255)]
    target[6] = colors[Int(word &>> 48 & 255)]
    target[7] = colors[Int(word &>> 56)]
  }

  @inline(__always)
  private func draw(
    _ indexes: UnsafeRawPointer, _ x: Int, onto target: UnsafeMutablePointer<UInt32>
  ) {
    let index = indexes.load(fromByteOffset: x, as: UInt8.self)
    if index != transparent { target[x] = colors[Int(index)] }
  }
}
