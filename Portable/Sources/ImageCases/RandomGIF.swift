import AnimCore

/// A GIF with all features of frames, determined by its seed.
///
/// Its pixels aren't compressed: the image results from random codes that are valid at their position.
package struct RandomGIF {
  private var random: SeededNumbers
  private var bytes: [UInt8] = []

  private static let largestSide = 40

  /// Returns the file of a seed.
  package static func file(seed: UInt64) -> [UInt8] {
    // Neighbouring seeds would have similar first numbers.
    var gif = RandomGIF(random: SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15))
    gif.append()
    return gif.bytes
  }

  private mutating func append() {
    let (width, height) = (side(), side())
    bytes += Array("GIF89a".utf8)
    let shared = palette()
    append(numbers: width, height)
    bytes += [shared.flags, 0, 0] + shared.colors
    if random.isOne(in: 2) {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
      append(numbers: random.index(below: 4))
      bytes.append(0)
    }
    for number in 0...random.index(below: 12) {
      appendFrame(number == 0 ? (width, height) : nil, in: width, height)
    }
    // Some files have no trailer.
    if !random.isOne(in: 8) { bytes.append(0x3B) }
  }

  private mutating func side() -> Int { 1 + random.index(below: Self.largestSide) }

  /// Returns a palette, or an empty one in one of four cases.
  private mutating func palette() -> (flags: UInt8, colors: [UInt8]) {
    guard !random.isOne(in: 4) else { return (0, []) }
    let bits = random.index(below: 8)
    let colors = (0..<6 << bits).map { _ in UInt8(random.index(below: 256)) }
    return (0x80 | UInt8(bits), colors)
  }

  private mutating func appendFrame(_ size: (Int, Int)?, in width: Int, _ height: Int) {
    if !random.isOne(in: 6) {
      let flags = random.index(below: 8) << 2 | random.index(below: 2)
      bytes += [0x21, 0xF9, 4, UInt8(flags)]
      append(numbers: random.element(of: [0, 1, 2, 7, 10, 300]))
      bytes += [UInt8(random.index(below: 8)), 0]
    }
    bytes.append(0x2C)
    let (x, y) = size == nil ? (random.index(below: width), random.index(below: height)) : (0, 0)
    // Some frames extend beyond the canvas.
    let (columns, rows) = size ?? (side(), side())
    append(numbers: x, y, columns, rows)
    let palette = palette()
    bytes += [palette.flags | (random.isOne(in: 3) ? 0x40 : 0)] + palette.colors
    appendPixels(columns * rows)
  }

  /// Appends codes for a number of pixels or a few more, in blocks, or for fewer, as in a corrupt file.
  private mutating func appendPixels(_ count: Int) {
    let bits = 2 + random.index(below: 7)
    let (clear, full) = (1 << bits, 4096)
    var (codes, word, used) = ([UInt8](), 0, 0)
    var (size, pixels) = (bits + 1, 0)
    /// The lengths of the strings of regular codes.
    var lengths: [Int] = []
    var last = 0
    func write(_ code: Int) {
      word |= code << used
      used += size
      while used >= 8 {
        codes.append(UInt8(word & 255))
        word >>= 8
        used -= 8
      }
    }
    let wanted = random.isOne(in: 6) ? random.index(below: count + 1) : count
    while pixels < wanted {
      if random.isOne(in: 1000) {
        write(clear)
        (size, last, lengths) = (bits + 1, 0, [])
      }
      let next = clear + 2 + lengths.count
      // A code with a string, the code that is about to be defined, or a pixel.
      var code = random.index(below: clear)
      var length = 1
      if last > 0, next < full, random.isOne(in: 5) {
        (code, length) = (next, last + 1)
      } else if !lengths.isEmpty, random.isOne(in: 2) {
        let index = random.index(below: lengths.count)
        (code, length) = (clear + 2 + index, lengths[index])
      }
      write(code)
      pixels += length
      if last > 0, next < full {
        lengths.append(last + 1)
        if next + 1 >= 1 << size, size < 12 { size += 1 }
      }
      last = length
    }
    write(clear + 1)
    if used > 0 { codes.append(UInt8(word & 255)) }
    bytes.append(UInt8(bits))
    while !codes.isEmpty {
      let block = codes.prefix(1 + random.index(below: 255))
      bytes.append(UInt8(block.count))
      bytes += block
      codes.removeFirst(block.count)
    }
    bytes.append(0)
  }

  /// Appends 16-bit numbers.
  private mutating func append(numbers: Int...) {
    for number in numbers { bytes += [UInt8(number & 255), UInt8(number >> 8)] }
  }
}
