import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import ImageFiles

@Suite("The matrix of Y4M videos")
struct Y4MMatrixTests {
  /// Returns the first samples of a red image: luma, blue and red difference.
  private func red(_ width: Int, _ height: Int, _ sampling: Y4MSampling) -> [Int] {
    let size = PixelSize(width: width, height: height)
    let image = PixelImage(size: size)
    image.withMutablePixels { for index in $0.indices { $0[index] = 0xFFFF_0000 } }
    let frame = Y4MEncoder(size: size, sampling: sampling).encode(StraightPixels(image))
    let area = width * height
    let part = sampling.chroma == .full ? area : (width + 1) / 2 * ((height + 1) / 2)
    let bytes = sampling.depth > 8 ? 2 : 1
    return [0, area, area + part].map { index in
      let start = 6 + index * bytes
      return Int(frame[start]) + (bytes == 2 ? Int(frame[start + 1]) << 8 : 0)
    }
  }

  @Test("PAL and smaller videos have that of BT.601, and larger ones that of BT.709")
  func sizes() {
    for (width, height, isLarge) in [
      (720, 480, false), (720, 576, false), (1_024, 576, false), (1_279, 576, false),
      (1_279, 2, false), (16, 577, true), (1_280, 2, true), (1_281, 576, true),
      (720, 578, true),
    ] {
      let expected = isLarge ? [63, 102, 240] : [81, 90, 240]
      expectEqual(red(width, height, Y4MSampling()), expected, "\(width)x\(height)")
    }
  }

  @Test("more bits and the full range have the same matrix")
  func depths() {
    for (sampling, expected) in [
      (Y4MSampling(chroma: .full), [81, 90, 240]),
      (Y4MSampling(chroma: .full, depth: 10), [326, 361, 960]),
      (Y4MSampling(depth: 10), [326, 361, 960]),
      (Y4MSampling(range: .full), [76, 85, 255]),
    ] {
      let samples = red(6, 4, sampling)
      #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(samples)")
    }
  }

  @Test("a chroma sample is the mean of its four pixels, and the edge is repeated")
  func quarters() {
    let size = PixelSize(width: 3, height: 3)
    let image = PixelImage(size: size)
    image.withMutablePixels { for index in $0.indices { $0[index] = 0xFF00_0000 } }
    // One of the four pixels in the first square, and the corner, which represents all four pixels
    // of its square.
    image[1, 0] = 0xFFFF_0000
    image[2, 2] = 0xFFFF_0000
    let frame = Array(
      Y4MEncoder(size: size, sampling: Y4MSampling()).encode(StraightPixels(image)).dropFirst(6))
    expectEqual(frame[..<9].map(Int.init), [16, 81, 16, 16, 16, 16, 16, 16, 81])
    let redDifference = frame[13...].map(Int.init)
    expectEqual(redDifference, [156, 128, 128, 240])
  }

  @Test("the header specifies how colours are sampled")
  func headers() {
    for (sampling, text) in [
      (Y4MSampling(), "C420jpeg XCOLORRANGE=LIMITED"),
      (Y4MSampling(chroma: .full), "C444 XCOLORRANGE=LIMITED"),
      (Y4MSampling(depth: 10, range: .full), "C420p10 XYSCSS=420P10 XCOLORRANGE=FULL"),
      (Y4MSampling(chroma: .full, depth: 10), "C444p10 XYSCSS=444P10 XCOLORRANGE=LIMITED"),
    ] {
      let header = sampling.header(
        size: PixelSize(width: 7, height: 5), rate: RefreshRate(hertz: 25))
      expectEqual(header, "YUV4MPEG2 W7 H5 F25:1 Ip A1:1 \(text)\n")
    }
  }
}
