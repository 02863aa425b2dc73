import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Blend modes in integers")
struct PolynomialBlendTests {
  private static let count = 1 << 16

  /// Returns premultiplied words, many of them opaque, clear or with extreme channels.
  private static func words(seed: UInt64) -> [UInt32] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let bits = random.next()
      let alpha: UInt32 =
        switch bits >> 60 {
        case 0..<6: 255
        case 6: 0
        case 7: 1
        default: UInt32(bits >> 40 & 255)
        }
      let channels = [0, 8, 16].map { shift -> UInt32 in
        let value = UInt32(bits >> UInt64(shift) & 255)
        let end = bits >> UInt64(48 + shift / 4) & 3
        return end == 0 ? alpha : end == 1 ? 0 : value * alpha / 255
      }
      return alpha << 24 | channels[2] << 16 | channels[1] << 8 | channels[0]
    }
  }

  private static let sources = words(seed: 1)
  private static let grounds = words(seed: 2)

  /// Returns the pixels after blending. The second method blends them one by one, in floating
  /// point.
  private func blended(
    _ mode: BlendMode, _ sources: [UInt32], coverage: [UInt8]? = nil, oneByOne: Bool
  ) -> [UInt32] {
    var pixels = Self.grounds
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      func blend(_ coverage: UnsafePointer<UInt8>?) {
        if oneByOne {
          mode.mix(base, sources, count: pixels.count, coverages: coverage, opacity: 255)
        } else {
          mode.mix(base, sources, count: pixels.count, coverage: coverage, opacity: 255)
        }
      }
      if let coverage {
        coverage.withUnsafeBufferPointer { blend($0.baseAddress) }
      } else {
        blend(nil)
      }
    }
    return pixels
  }

  @Test("they give the same bytes as floating point", arguments: BlendMode.allCases)
  func sameBytes(mode: BlendMode) {
    for shift in [0, 1, 7_919] {
      let sources = Array(Self.sources[shift...] + Self.sources[..<shift])
      let found = blended(mode, sources, oneByOne: false)
      let expected = blended(mode, sources, oneByOne: true)
      expectEqual(found, expected)
    }
  }

  @Test("all opaque colours over all others give the same bytes", arguments: BlendMode.allCases)
  func opaque(mode: BlendMode) {
    let all = (0..<65_536 as Range<UInt32>).map { 0xFF00_0000 | ($0 & 255) * 0x1_0101 }
    var pixels = (0..<65_536 as Range<UInt32>).map { 0xFF00_0000 | ($0 >> 8) * 0x1_0101 }
    var others = pixels
    mode.mix(&pixels, all, count: all.count, coverage: nil, opacity: 255)
    mode.mix(&others, all, count: all.count, coverages: nil, opacity: 255)
    expectEqual(pixels, others)
  }

  @Test(
    "coverage, and channels above their alpha, don't change that", arguments: BlendMode.allCases)
  func coverage(mode: BlendMode) {
    let coverage = (0..<Self.count).map { index -> UInt8 in
      [255, 255, 255, 0, 0, UInt8(truncatingIfNeeded: index)][index / 8 % 6]
    }
    var sources = Self.sources
    for index in stride(from: 0, to: sources.count, by: 37) { sources[index] = 0x40FF_10FF }
    let found = blended(mode, sources, coverage: coverage, oneByOne: false)
    expectEqual(found, blended(mode, sources, coverage: coverage, oneByOne: true))
  }
}
