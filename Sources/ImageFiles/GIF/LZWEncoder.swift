/// Compresses the pixels of a GIF image by its kind of LZW: codes of growing length, at most twelve bits, the
/// least significant bit first (GIF89a, appendix F).
struct LZWEncoder {
  /// The maximum number of codes.
  private static let limit = 4096
  /// The number of slots, a power of two: enough that most codes are found at once.
  private static let slotCount = 1 << 14
  private static let empty = UInt32.max
  /// The number of codes after which the encoder decides whether a full table is still good.
  private static let window = 512

  /// The hash table of sequences with codes. Each entry contains the code of all pixels except the
  /// last, the last pixel, and the code, from the highest bits down.
  private var slots = [UInt32](repeating: empty, count: slotCount)

  /// Appends compressed pixels, in blocks of up to 255 bytes, preceded by the number of bits of a
  /// pixel and followed by an empty block.
  ///
  /// - Parameters:
  ///   - pixels: At least one pixel. Each is below two to the power of `depth`.
  ///   - free: For each pixel, whether it may be `substitute` instead, or an empty array if none may.
  ///   - substitute: The transparent colour.
  ///   - depth: The number of bits of a pixel, from 2 to 8.
  mutating func encode(
    _ pixels: [UInt8], free: [Bool] = [], substitute: UInt8 = 0, depth: Int
  ) -> [UInt8] {
    var input = LZWInput(pixels, free: [], substitute: substitute)
    var (data, isFull) = compressed(input, depth, keepsTable: true)
    if free.contains(true) {
      // Transparent pixels make runs longer, but interrupt patterns that recur.
      let flexible = LZWInput(pixels, free: free, substitute: substitute)
      let other = compressed(flexible, depth, keepsTable: true)
      if other.data.count < data.count {
        (input, data, isFull) = (flexible, other.data, other.isFull)
      }
    }
    if isFull {
      // The effect of keeping a full table can't be predicted, so try both.
      let other = compressed(input, depth, keepsTable: false).data
      if other.count < data.count { data = other }
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

  private mutating func compressed(
    _ input: LZWInput, _ depth: Int, keepsTable: Bool
  ) -> (data: [UInt8], isFull: Bool) {
    var bits = BitWriter(capacity: input.pixels.count / 4 + 64)
    let isFull = slots.withUnsafeMutableBufferPointer { slots in
      input.withBuffers { pixels, free in
        Self.encode(
          pixels, free, input.substitute, depth: depth, keepsTable: keepsTable, slots, &bits)
      }
    }
    return (bits.finish(), isFull)
  }

  /// Returns the code of a sequence and one more pixel, or a negative number from which the free
  /// slot follows: -1 - slot.
  @inline(__always)
  private static func code(
    _ prefix: Int, _ pixel: UInt8, _ slots: UnsafeMutableBufferPointer<UInt32>
  ) -> Int {
    let key = UInt32(truncatingIfNeeded: prefix &<< 8 | Int(pixel))
    var slot = Int((key &* 0x9E37_79B1) &>> 18)
    var entry = slots[slot]
    while entry &>> 12 != key, entry != empty {
      slot = (slot &+ 1) & (slotCount &- 1)
      entry = slots[slot]
    }
    return entry == empty ? -1 &- slot : Int(entry & 0xFFF)
  }

  /// The sequences to try, up to a maximum for each code.
  private static let alternatives = 32

  /// - Parameter keepsTable: Whether a full table is kept while it is good, rather than cleared at once.
  /// - Returns: Whether the table was full.
  private static func encode(
    _ pixels: UnsafeBufferPointer<UInt8>, _ free: UnsafeBufferPointer<Bool>?, _ substitute: UInt8,
    depth: Int, keepsTable: Bool, _ slots: UnsafeMutableBufferPointer<UInt32>,
    _ bits: inout BitWriter
  ) -> Bool {
    slots.update(repeating: empty)
    let clear = 1 << depth
    var isFull = false
    var width = depth + 1
    var next = clear + 2
    bits.write(clear, width)
    // The pixels and codes since the table was cleared, and since it was last checked when full.
    var (allPixels, allCodes, pixelCount, codeCount) = (0, 0, 0, 0)
    var (start, first) = (0, free?[0] == true ? substitute : pixels[0])
    var others: [(code: Int, end: Int)] = []
    while true {
      // The longest sequence with a code. A free pixel may continue it in two ways.
      var (code, end, last) = (Int(first), start &+ 1, first)
      var best = (code: code, end: end, last: last)
      var tries = 0
      while true {
        while end < pixels.count {
          let pixel = pixels[end]
          let longer = Self.code(code, pixel, slots)
          if let free, free[end] {
            let other = Self.code(code, substitute, slots)
            if other >= 0 {
              if longer >= 0, tries < alternatives {
                others.append((longer, end &+ 1))
                tries &+= 1
              }
              (code, last) = (other, substitute)
            } else if longer >= 0 {
              (code, last) = (longer, pixel)
            } else {
              break
            }
          } else {
            guard longer >= 0 else { break }
            (code, last) = (longer, pixel)
          }
          end &+= 1
        }
        if end > best.end { best = (code, end, last) }
        guard let other = others.popLast() else { break }
        (code, end, last) = (other.code, other.end, pixels[other.end &- 1])
      }
      bits.write(best.code, width)
      codeCount &+= 1
      pixelCount &+= best.end &- start
      start = best.end
      guard start < pixels.count else { break }
      first = pixels[start]
      // A run continues, and another one starts at the first possible pixel.
      if let free, free[start], first != best.last { first = substitute }
      if next < limit {
        let slot = Self.code(best.code, first, slots)
        if slot < 0 {
          let key = UInt32(truncatingIfNeeded: best.code &<< 8 | Int(first))
          slots[-1 &- slot] = key &<< 12 | UInt32(truncatingIfNeeded: next)
        }
        if next == 1 &<< width { width &+= 1 }
        next &+= 1
      } else if !keepsTable || codeCount >= window {
        isFull = true
        // The table is good as long as its codes represent as many pixels as before.
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
    // The decoder adds a code at this point.
    if next < limit, next == 1 << width { width += 1 }
    bits.write(clear + 1, width)
    return isFull
  }
}

/// The pixels of an image, some of which may be transparent.
private struct LZWInput {
  let pixels: [UInt8]
  private let free: [Bool]
  let substitute: UInt8

  init(_ pixels: [UInt8], free: [Bool], substitute: UInt8) {
    (self.pixels, self.free, self.substitute) = (pixels, free, substitute)
  }

  func withBuffers<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<Bool>?) -> Result
  ) -> Result {
    pixels.withUnsafeBufferPointer { pixels in
      free.withUnsafeBufferPointer { free in body(pixels, free.isEmpty ? nil : free) }
    }
  }
}

/// Writes numbers with a given number of bits, the least significant bit first.
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
