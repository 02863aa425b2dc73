import AnimCore

/// Converts Y4M frames to pixels with integer arithmetic, so that the pixels are the same on every
/// machine. It is the inverse of ``Y4MEncoder``, with the same matrices. Colours between samples
/// are interpolated linearly.
package struct Y4MDecoder: Sendable {
  private let header: Y4MHeader
  private let matrix: Matrix
  /// The position of the colour of each column among the samples of a row.
  private let columns: [Position]
  private let rows: [Position]

  /// A position between two samples, in eighths of the way from the first to the second.
  private struct Position {
    let first: Int32
    let second: Int32
    let eighths: Int32

    func mix(_ a: Int32, _ b: Int32) -> Int32 { a &* (8 &- eighths) &+ b &* eighths }

    /// Returns the positions of pixels.
    ///
    /// - Parameters:
    ///   - count: The number of pixels.
    ///   - step: The number of pixels per sample.
    ///   - isCentered: Whether a sample is in the middle of its pixels.
    static func all(_ count: Int, step: Int, isCentered: Bool) -> [Position] {
      let last = (count + step - 1) / step - 1
      return (0..<count).map { pixel in
        // In units of 1/(2 · step) of a sample, the centre is an integer.
        let parts = 2 * pixel - (isCentered ? step - 1 : 0)
        let sample = parts < 0 ? -1 : parts / (2 * step)
        let rest = parts - sample * 2 * step
        return Position(
          first: Int32(min(max(sample, 0), last)), second: Int32(min(sample + 1, last)),
          eighths: Int32(rest * 4 / step))
      }
    }
  }

  /// The matrix from samples to a channel, with ``bits`` fractional bits. Colours are multiplied by
  /// 64, because they are interpolated in eighths in both directions.
  private struct Matrix {
    static let bits: Int64 = 32
    let black: Int64
    let luma: Int64
    let middle: Int64
    let redFromRed: Int64
    let greenFromBlue: Int64
    let greenFromRed: Int64
    let blueFromBlue: Int64

    init(_ header: Y4MHeader) {
      let (kr, kb) = Y4MMatrix.weights(for: header.size)
      let unit = Double(1 << (header.colors.depth - 8))
      let maximum = Double(1 << header.colors.depth - 1)
      let lumaRange = header.hasFullRange ? maximum : 219 * unit
      let colorRange = header.hasFullRange ? maximum : 224 * unit
      func weight(_ value: Double) -> Int64 {
        Int64((value * Double(Int64(1) << Self.bits)).rounded())
      }
      black = header.hasFullRange ? 0 : Int64(16 * unit)
      luma = weight(255 / lumaRange)
      middle = Int64(128 * unit) * 64
      let color = 255 / colorRange / 64
      redFromRed = weight(color * 2 * (1 - kr))
      blueFromBlue = weight(color * 2 * (1 - kb))
      greenFromRed = weight(-color * 2 * (1 - kr) * kr / (1 - kr - kb))
      greenFromBlue = weight(-color * 2 * (1 - kb) * kb / (1 - kr - kb))
    }

    /// Returns a pixel as 0xFFRRGGBB.
    func pixel(_ luma: Int32, _ blue: Int64, _ red: Int64) -> UInt32 {
      let half = Int64(1) << (Self.bits &- 1)
      let grey = (Int64(luma) &- black) &* self.luma &+ half
      func channel(_ value: Int64) -> UInt32 { UInt32(min(max(value >> Self.bits, 0), 255)) }
      return 0xFF00_0000 | channel(grey &+ red &* redFromRed) << 16
        | channel(grey &+ blue &* greenFromBlue &+ red &* greenFromRed) << 8
        | channel(grey &+ blue &* blueFromBlue)
    }
  }

  package init(_ header: Y4MHeader) {
    self.header = header
    matrix = Matrix(header)
    let colors = header.colors
    columns = Position.all(
      header.size.width, step: colors.columns, isCentered: colors.isCentered.x)
    rows = Position.all(header.size.height, step: colors.rows, isCentered: colors.isCentered.y)
  }

  /// Returns the pixels of a frame as words 0xFFRRGGBB.
  ///
  /// - Parameter frame: The ``Y4MHeader/frameBytes`` bytes of the frame, which follow its line.
  package func decode(_ frame: ArraySlice<UInt8>) -> [UInt32] {
    precondition(frame.count == header.frameBytes)
    return frame.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return [] }
      return header.colors.bytesPerSample == 1
        ? decode(ByteSamples(start: start)) : decode(WordSamples(start: start))
    }
  }

  private func decode(_ samples: some Samples) -> [UInt32] {
    let (width, height) = (header.size.width, header.size.height)
    let plane = header.colors.planeSize(header.size)
    let blueStart = width * height
    let redStart = blueStart + plane.width * plane.height
    let hasColor = header.colors.hasColor
    // A row of colours, mixed of two.
    var blue = [Int32](repeating: 0, count: plane.width)
    var red = blue
    return [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
      for y in 0..<height {
        if hasColor {
          let (first, second) = (Int(rows[y].first), Int(rows[y].second))
          for x in 0..<plane.width {
            let (upper, lower) = (first &* plane.width &+ x, second &* plane.width &+ x)
            blue[x] = rows[y].mix(samples[blueStart &+ upper], samples[blueStart &+ lower])
            red[x] = rows[y].mix(samples[redStart &+ upper], samples[redStart &+ lower])
          }
        }
        for x in 0..<width {
          let luma = samples[y &* width &+ x]
          guard hasColor else {
            pixels[y &* width &+ x] = matrix.pixel(luma, 0, 0)
            continue
          }
          let (first, second) = (Int(columns[x].first), Int(columns[x].second))
          pixels[y &* width &+ x] = matrix.pixel(
            luma, Int64(columns[x].mix(blue[first], blue[second])) &- matrix.middle,
            Int64(columns[x].mix(red[first], red[second])) &- matrix.middle)
        }
      }
      count = width * height
    }
  }
}

/// The samples of a frame, in their order.
private protocol Samples {
  subscript(index: Int) -> Int32 { get }
}

private struct ByteSamples: Samples {
  let start: UnsafeRawPointer

  subscript(index: Int) -> Int32 { Int32(start.load(fromByteOffset: index, as: UInt8.self)) }
}

/// Samples of two bytes, low byte first.
private struct WordSamples: Samples {
  let start: UnsafeRawPointer

  subscript(index: Int) -> Int32 {
    let word = start.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self)
    return Int32(UInt16(littleEndian: word))
  }
}
