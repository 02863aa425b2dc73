import TestSupport
import Testing

@testable import ImageFiles

@Suite("Compression of a GIF's pixels")
struct LZWEncoderTests {
  /// Reads codes up to the end code, and returns the number of bits after it, or `nil` without an
  /// end code.
  private func bitsAfterEnd(_ data: [UInt8]) -> Int? {
    let depth = Int(data[0])
    var (bytes, offset) = ([UInt8](), 1)
    while data[offset] > 0 {
      bytes += data[offset + 1...offset + Int(data[offset])]
      offset += Int(data[offset]) + 1
    }
    let clear = 1 << depth
    var (bit, size, next, isFirst) = (0, depth + 1, clear + 2, true)
    while bit + size <= bytes.count * 8 {
      let code = (0..<size).reduce(0) { code, index in
        code | Int(bytes[(bit + index) / 8] >> UInt8((bit + index) % 8) & 1) << index
      }
      bit += size
      if code == clear + 1 { return bytes.count * 8 - bit }
      if code == clear {
        (size, next, isFirst) = (depth + 1, clear + 2, true)
        continue
      }
      if !isFirst, next < 4096 { next += 1 }
      if next == 1 << size, size < 12 { size += 1 }
      isFirst = false
    }
    return nil
  }

  /// Returns the pixels of compressed data, or `nil` if it is invalid.
  private func decoded(_ data: [UInt8]) -> [UInt8]? {
    let depth = Int(data[0])
    var (bytes, offset) = ([UInt8](), 1)
    while data[offset] > 0 {
      bytes += data[offset + 1...offset + Int(data[offset])]
      offset += Int(data[offset]) + 1
    }
    let clear = 1 << depth
    var table: [[UInt8]] = []
    func reset() { table = (0..<clear).map { [UInt8($0)] } + [[], []] }
    reset()
    var (bit, size, last, pixels) = (0, depth + 1, [UInt8](), [UInt8]())
    while bit + size <= bytes.count * 8 {
      let code = (0..<size).reduce(0) { code, index in
        code | Int(bytes[(bit + index) / 8] >> UInt8((bit + index) % 8) & 1) << index
      }
      bit += size
      if code == clear + 1 { return pixels }
      if code == clear {
        reset()
        (size, last) = (depth + 1, [])
        continue
      }
      guard code < table.count || code == table.count && !last.isEmpty else { return nil }
      let sequence = code < table.count ? table[code] : last + [last[0]]
      pixels += sequence
      if !last.isEmpty, table.count < 4096 { table.append(last + [sequence[0]]) }
      if table.count == 1 << size, size < 12 { size += 1 }
      last = sequence
    }
    return nil
  }

  @Test("a free pixel is itself or the substitute, and others are unchanged")
  func freePixels() {
    var random = SeededGenerator(seed: 11)
    var encoder = LZWEncoder()
    for depth in [2, 4, 8] {
      for count in Array(1...200) + [5_000, 60_000] {
        let colors = UInt8.random(in: 1..<(UInt8(1) << (depth - 1) &+ 2), using: &random)
        let pixels = (0..<count).map { _ in UInt8.random(in: 0..<colors, using: &random) }
        let free = (0..<count).map { _ in Int.random(in: 0..<3, using: &random) > 0 }
        let data = encoder.encode(pixels, free: free, substitute: colors, depth: depth)
        guard let found = decoded(data), found.count == count else {
          Issue.record("\(depth) \(count)")
          continue
        }
        #expect(
          found.indices.allSatisfy {
            found[$0] == pixels[$0] || free[$0] && found[$0] == colors
          }, "\(depth) \(count)")
      }
    }
  }

  @Test("free pixels make the data smaller if runs get longer")
  func smaller() {
    // Every other pixel stays, with ever different colours.
    var random = SeededGenerator(seed: 3)
    let pixels = (0..<4_000).map {
      $0 % 8 == 0 ? UInt8(1) : UInt8.random(in: 2..<200, using: &random)
    }
    let free = pixels.map { $0 != 1 }
    var encoder = LZWEncoder()
    let fixed = encoder.encode(pixels, depth: 8)
    let flexible = encoder.encode(pixels, free: free, substitute: 255, depth: 8)
    #expect(flexible.count * 10 < fixed.count, "\(flexible.count) \(fixed.count)")
    // The data isn't larger, either, if they interrupt a recurring pattern.
    let pattern = (0..<4_000).map { UInt8($0 % 4) }
    let some = (0..<4_000).map { _ in Int.random(in: 0..<9, using: &random) == 0 }
    let plain = encoder.encode(pattern, depth: 8)
    let free2 = encoder.encode(pattern, free: some, substitute: 255, depth: 8)
    #expect(free2.count <= plain.count)
  }

  @Test("the last code is the end code, in as many bits as a reader expects")
  func end() {
    var random = SeededGenerator(seed: 7)
    var encoder = LZWEncoder()
    for depth in [2, 4, 8] {
      for count in Array(1...700) + [5_000, 20_000] {
        let pixels = (0..<count).map { _ in UInt8.random(in: 0..<3, using: &random) }
        let bits = bitsAfterEnd(encoder.encode(pixels, depth: depth))
        #expect(bits.map { $0 < 8 } == true, "\(depth) \(count) \(bits ?? -1)")
      }
    }
  }
}
