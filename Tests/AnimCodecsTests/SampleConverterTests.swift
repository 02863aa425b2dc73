import AnimGraphics
import TestSupport
import Testing

@testable import AnimCodecs

@Suite("Converting samples to pixels")
struct SampleConverterTests {
  private func format(
    _ matrix: SampleFormat.Matrix, depth: Int = 8, isFull: Bool = true, hasColor: Bool = true
  ) -> SampleFormat {
    SampleFormat(
      size: PixelSize(width: 1, height: 1), depth: depth, hasColor: hasColor, columns: 1, rows: 1,
      isCenteredInColumns: true, isCenteredInRows: true, hasFullRange: isFull, matrix: matrix)
  }

  /// Returns a pixel as red, green and blue.
  private func pixel(_ samples: (Int, Int, Int), _ format: SampleFormat) -> [Int] {
    let words = [samples.0, samples.1, samples.2].map { UInt16($0).littleEndian }
    let bytes = [samples.0, samples.1, samples.2].map { UInt8(truncatingIfNeeded: $0) }
    func convert(_ start: UnsafeRawPointer) -> [Int] {
      let length = format.bytesPerSample
      func plane(_ index: Int) -> SamplePlane {
        SamplePlane(start: start + index * length, stride: length)
      }
      var pixel: [UInt32] = [0]
      pixel.withUnsafeMutableBufferPointer {
        SampleConverter(format).convert((plane(0), plane(1), plane(2)), to: $0)
      }
      #expect(pixel[0] >> 24 == 255)
      return [16, 8, 0].map { Int(pixel[0] >> $0 & 255) }
    }
    return format.bytesPerSample == 1
      ? bytes.withUnsafeBytes { $0.baseAddress.map(convert) ?? [] }
      : words.withUnsafeBytes { $0.baseAddress.map(convert) ?? [] }
  }

  @Test(
    "pixels are rounded to the nearest colours",
    arguments: [(8, true), (8, false), (10, false), (12, true)])
  func rounding(depth: Int, isFull: Bool) {
    var generator = SeededGenerator(seed: 5)
    let top = 1 << depth - 1
    let unit = Double(1 << (depth - 8))
    let (luma, color, black) =
      isFull ? (Double(top), Double(top), 0) : (219 * unit, 224 * unit, 16 * unit)
    for (kr, kb) in [(0.299, 0.114), (0.2126, 0.0722), (0.2627, 0.0593)] {
      let format = format(.weights(red: kr, blue: kb), depth: depth, isFull: isFull)
      for _ in 0..<500 {
        let (y, u, v) = (
          Int.random(in: 0...top, using: &generator), Int.random(in: 0...top, using: &generator),
          Int.random(in: 0...top, using: &generator)
        )
        let grey = 255 * (Double(y) - black) / luma
        let (blue, red) = (
          255 * (Double(u) - 128 * unit) / color, 255 * (Double(v) - 128 * unit) / color
        )
        let exact = [
          grey + 2 * (1 - kr) * red,
          grey - (2 * (1 - kb) * kb * blue + 2 * (1 - kr) * kr * red) / (1 - kr - kb),
          grey + 2 * (1 - kb) * blue,
        ]
        for (found, value) in zip(pixel((y, u, v), format), exact) {
          #expect(abs(Double(found) - min(max(value, 0), 255)) < 0.500_01)
        }
      }
    }
  }

  @Test("identity shows green, blue and red, also of the limited range")
  func identity() {
    expectEqual(pixel((10, 20, 30), format(.identity)), [30, 10, 20])
    let limited = format(.identity, isFull: false)
    expectEqual(pixel((16, 235, 126), limited), [128, 0, 255])
    expectEqual(pixel((0, 255, 17), limited), [1, 0, 255])
    expectEqual(pixel((512, 1023, 2), format(.identity, depth: 10)), [0, 128, 255])
  }

  @Test("YCgCo adds and subtracts green and orange")
  func yCgCo() {
    // Luma 100, green 20 above the middle, orange 30 above it.
    expectEqual(pixel((100, 148, 158), format(.yCgCo)), [110, 120, 50])
  }

  @Test("images without colours are grey")
  func grey() {
    let limited = format(.weights(red: 0.299, blue: 0.114), isFull: false, hasColor: false)
    expectEqual(pixel((16, 0, 0), limited), [0, 0, 0])
    expectEqual(pixel((235, 0, 0), limited), [255, 255, 255])
    expectEqual(pixel((255, 0, 0), limited), [255, 255, 255])
  }
}
