import TestSupport
import Testing

@testable import PictureFiles

@Suite("Compression of a GIF's pixels")
struct LZWEncoderTests {
  /// Reads codes up to the one for the end, and returns how many bits follow that; nil without an end.
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

  @Test("the last code is that for the end, in as many bits as a reader expects")
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
