/// Compresses the pixels of a GIF image by its kind of LZW: codes of growing length, at most twelve bits, the
/// least significant bit first (GIF89a, appendix F).
struct LZWEncoder {
  /// The most codes that there can be.
  private static let limit = 4096
  /// The number of slots, a power of two: enough that most codes are found at once.
  private static let slotCount = 1 << 14
  private static let empty = UInt32.max
  /// The number of codes after which the encoder decides whether a full table is still good.
  private static let window = 512

  /// The hash table of sequences with codes. Each entry contains the code of all pixels except the
  /// last, the last pixel, and the code, from the highest bits down.
  private var slots = [UInt32](repeating: empty, count: slotCount)

  /// Compressed pixels, in blocks of up to 255 bytes, with the number of bits of a pixel before them and
  /// an empty block after them.
  ///
  /// - Parameters:
  ///   - pixels: one at least, each below two to the power of `depth`.
  ///   - depth: the number of bits of a pixel, 2 to 8.
  mutating func encode(_ pixels: [UInt8], depth: Int) -> [UInt8] {
    var data: [UInt8] = []
    // Whether to keep a full table can't be predicted, so try both.
    for keepsTable in [true, false] {
      var bits = BitWriter(capacity: pixels.count / 4 + 64)
      let isFull = slots.withUnsafeMutableBufferPointer { slots in
        Self.encode(pixels, depth: depth, keepsTable: keepsTable, slots, &bits)
      }
      let bytes = bits.finish()
      if keepsTable || bytes.count < data.count { data = bytes }
      if !isFull { break }
    }
    var bytes = [UInt8(depth)]
    bytes.reserveCapacity(data.count + data.count / 255 + 3)
    for start in stride(from: 0, to: data.count, by: 255) {
      let end = min(start + 255, data.count)
      bytes.append(UInt8(end - start))
      bytes += data[start..<end]
    }
    bytes.append(0)
    return bytes
  }

  /// - Parameter keepsTable: whether a full table is kept while it is good, rather than cleared at once.
  /// - Returns: whether the table was full.
  private static func encode(
    _ pixels: [UInt8], depth: Int, keepsTable: Bool, _ slots: UnsafeMutableBufferPointer<UInt32>,
    _ bits: inout BitWriter
  ) -> Bool {
    slots.update(repeating: empty)
    let clear = 1 << depth
    var isFull = false
    var width = depth + 1
    var next = clear + 2
    bits.write(clear, width)
    // Pixels and codes, since the table was cleared, and since it was last looked at when full.
    var (allPixels, allCodes, pixelCount, codeCount) = (0, 0, 0, 0)
    var prefix = Int(pixels[0])
    for pixel in pixels.dropFirst() {
      pixelCount &+= 1
      let key = UInt32(truncatingIfNeeded: prefix &<< 8 | Int(pixel))
      var slot = Int((key &* 0x9E37_79B1) &>> 18)
      var entry = slots[slot]
      while entry &>> 12 != key, entry != empty {
        slot = (slot &+ 1) & (slotCount &- 1)
        entry = slots[slot]
      }
      if entry != empty {
        prefix = Int(entry & 0xFFF)
        continue
      }
      bits.write(prefix, width)
      codeCount &+= 1
      prefix = Int(pixel)
      if next < limit {
        slots[slot] = key &<< 12 | UInt32(truncatingIfNeeded: next)
        if next == 1 &<< width { width &+= 1 }
        next &+= 1
      } else if !keepsTable || codeCount >= window {
        isFull = true
        // It is good for as long as its codes stand for as many pixels as before.
        if !keepsTable || allCodes > 0 && pixelCount * allCodes < allPixels * codeCount {
          bits.write(clear, width)
          slots.update(repeating: empty)
          (width, next) = (depth + 1, clear + 2)
          (allPixels, allCodes) = (0, 0)
        } else {
          (allPixels, allCodes) = (allPixels + pixelCount, allCodes + codeCount)
        }
        (pixelCount, codeCount) = (0, 0)
      }
    }
    bits.write(prefix, width)
    // The decoder adds a code at this point.
    if next < limit, next == 1 << width { width += 1 }
    bits.write(clear + 1, width)
    return isFull
  }
}

/// Writes numbers of some bits, the least significant bit first.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var bits: UInt64 = 0
  private var count = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  @inline(__always) mutating func write(_ number: Int, _ width: Int) {
    bits |= UInt64(truncatingIfNeeded: number) &<< UInt64(truncatingIfNeeded: count)
    count &+= width
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits &>>= 8
      count &-= 8
    }
  }

  /// Returns the written bytes, with zeros in the rest of the last byte.
  mutating func finish() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
    count = 0
    return bytes
  }
}
