/// The colours of opaque pixels and their numbers of pixels, in the order of their first
/// occurrence.
///
/// Up to ``limit`` colours are distinguished exactly. Beyond it, colours with the same five highest
/// bits of red, green and blue count as one, whose value is their mean.
struct ColorHistogram {
  /// The maximum number of entries: all colours with five bits per channel.
  static let limit = 1 << 15

  /// The entries by the hash of their keys: the index of an entry plus one, or zero for a free
  /// slot.
  private var slots = [UInt16](repeating: 0, count: 1 << 16)
  /// The bits of a pixel that distinguish colours.
  private var mask: UInt32 = 0xFF_FFFF
  private var keys: [UInt32] = []
  /// The number of pixels of each colour.
  private(set) var counts: [Int] = []
  /// The sums of red, green and blue of these pixels.
  private var sums: [SIMD4<Int>] = []

  /// Counts the colours of pixels. Each word contains red in its lowest byte, then green, blue and
  /// alpha. Skips words that are zero.
  mutating func count(_ pixels: [UInt32]) {
    mask = 0xFF_FFFF
    if !add(pixels) {
      mask = 0xF8_F8F8
      _ = add(pixels)
    }
  }

  /// Whether each entry is a single colour.
  var isExact: Bool { mask == 0xFF_FFFF }

  /// Adds pixels. Returns `false` if there are too many colours.
  private mutating func add(_ pixels: [UInt32]) -> Bool {
    slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    keys.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    // Neighbours often have the same colour.
    var (last, entry) = (UInt32(0), 0)
    for pixel in pixels where pixel != 0 {
      if pixel != last {
        let key = pixel & mask
        let slot = slot(of: key)
        if slots[slot] == 0 {
          guard keys.count < Self.limit else { return false }
          keys.append(key)
          counts.append(0)
          sums.append(.zero)
          slots[slot] = UInt16(keys.count)
        }
        (last, entry) = (pixel, Int(slots[slot]) - 1)
      }
      counts[entry] += 1
      sums[entry] &+= Self.channels(pixel)
    }
    return true
  }

  /// Returns the slot of a key, or the free one where it belongs.
  @inline(__always) private func slot(of key: UInt32) -> Int {
    var slot = Int((key &* 0x9E37_79B1) &>> 16)
    while slots[slot] != 0, keys[Int(slots[slot]) &- 1] != key { slot = (slot &+ 1) & 0xFFFF }
    return slot
  }

  /// Returns the number of the entry of a pixel that was counted.
  @inline(__always) func entry(of pixel: UInt32) -> Int {
    Int(slots[slot(of: pixel & mask)]) &- 1
  }

  /// Returns whether there is an entry of a pixel.
  func contains(_ pixel: UInt32) -> Bool { slots[slot(of: pixel & mask)] != 0 }

  /// The mean of red, green and blue of each entry, rounded.
  var colors: [SIMD4<Int>] {
    zip(sums, counts).map { sum, count in
      SIMD4(Self.mean(sum.x, count), Self.mean(sum.y, count), Self.mean(sum.z, count), 0)
    }
  }

  private static func mean(_ sum: Int, _ count: Int) -> Int { (sum * 2 + count) / (count * 2) }

  /// Returns red, green and blue.
  static func channels(_ pixel: UInt32) -> SIMD4<Int> {
    SIMD4(Int(pixel & 255), Int(pixel &>> 8 & 255), Int(pixel &>> 16 & 255), 0)
  }
}
