import AnimGraphics

/// Converts YCbCr samples to pixels with integer arithmetic and a single rounding, so that the pixels are the same on
/// every machine. Colours between samples are interpolated linearly.
package struct SampleConverter: Sendable {
  package let format: SampleFormat
  private let matrix: FixedMatrix
  /// The position of the colour of each column among the samples of a row.
  private let columns: [Position]
  private let rows: [Position]

  package init(_ format: SampleFormat) {
    self.format = format
    matrix = FixedMatrix(format)
    columns = Position.all(
      format.size.width, step: format.columns, isCentered: format.isCenteredInColumns)
    rows = Position.all(format.size.height, step: format.rows, isCentered: format.isCenteredInRows)
  }

  /// Writes the pixels of an image, row by row, as words 0xFFRRGGBB.
  ///
  /// - Parameters:
  ///   - planes: The luma, and the planes of blue and red differences. The latter are irrelevant if the image has no
  ///     colours.
  ///   - pixels: The destination, as large as the image.
  package func convert(
    _ planes: (SamplePlane, SamplePlane, SamplePlane), to pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    precondition(pixels.count >= format.size.width * format.size.height)
    guard let start = pixels.baseAddress else { return }
    if format.bytesPerSample == 1 {
      convert(planes, to: start) { ByteSamples(start: $0) }
    } else {
      convert(planes, to: start) { WordSamples(start: $0) }
    }
  }

  private func convert<Row: Samples>(
    _ planes: (SamplePlane, SamplePlane, SamplePlane), to pixels: UnsafeMutablePointer<UInt32>,
    _ makeRow: (UnsafeRawPointer) -> Row
  ) {
    let (width, height) = (format.size.width, format.size.height)
    let (luma, blue, red) = planes
    if !format.hasColor {
      for y in 0..<height {
        matrix.convert(makeRow(luma.start + y &* luma.stride), to: pixels + y &* width, width)
      }
      return
    }
    // A row of colours, mixed of two, and then for each pixel.
    let count = format.colorSize.width
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * (count + width)) { scratch in
      guard let mixedBlue = scratch.baseAddress else { return }
      let mixedRed = mixedBlue + count
      let pixelBlue = mixedRed + count
      let pixelRed = pixelBlue + width
      for y in 0..<height {
        let row = rows[y]
        let (first, second) = (Int(row.first), Int(row.second))
        let blues = (
          makeRow(blue.start + first &* blue.stride), makeRow(blue.start + second &* blue.stride)
        )
        let reds = (
          makeRow(red.start + first &* red.stride), makeRow(red.start + second &* red.stride)
        )
        // Separate loops are compiled to vector instructions.
        for x in 0..<count { mixedBlue[x] = row.mix(blues.0[x], blues.1[x]) }
        for x in 0..<count { mixedRed[x] = row.mix(reds.0[x], reds.1[x]) }
        mix(mixedBlue, to: pixelBlue)
        mix(mixedRed, to: pixelRed)
        matrix.convert(
          makeRow(luma.start + y &* luma.stride), pixelBlue, pixelRed, to: pixels + y &* width,
          width)
      }
    }
  }
}

extension SampleConverter {
  /// Mixes the colours of a row for each pixel.
  private func mix(_ samples: UnsafePointer<Int32>, to pixels: UnsafeMutablePointer<Int32>) {
    let (width, count) = (format.size.width, format.colorSize.width)
    switch format.columns {
    case 1: for x in 0..<width { pixels[x] = samples[x] &* 8 }
    case 2 where count > 2:
      // Between the first and the last pair, the positions alternate.
      let (left, right) = (columns[2], columns[3])
      for x in 1..<count &- 1 {
        pixels[2 &* x] = left.mix(samples[x &- (format.isCenteredInColumns ? 1 : 0)], samples[x])
        pixels[2 &* x &+ 1] = right.mix(samples[x], samples[x &+ 1])
      }
      for x in [0, 1, 2 &* count &- 2, width &- 1] { pixels[x] = columns[x].mix(in: samples) }
    default: for x in 0..<width { pixels[x] = columns[x].mix(in: samples) }
    }
  }
}

/// A position between two samples, in eighths of the way from the first to the second.
private struct Position {
  let first: Int32
  let second: Int32
  let eighths: Int32

  func mix(_ a: Int32, _ b: Int32) -> Int32 { a &* (8 &- eighths) &+ b &* eighths }

  func mix(in samples: UnsafePointer<Int32>) -> Int32 {
    mix(samples[Int(first)], samples[Int(second)])
  }

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

/// The matrix from samples to a channel, with ``bits`` fractional bits. Colours are multiplied by 64, because they are
/// interpolated in eighths in both directions.
private struct FixedMatrix {
  static let bits: Int64 = 32
  private let kind: Kind
  private let black: Int64
  private let luma: Int64
  private let middle: Int64
  private let redFromRed: Int64
  private let greenFromBlue: Int64
  private let greenFromRed: Int64
  private let blueFromBlue: Int64
  private let redFromBlue: Int64
  private let blueFromRed: Int64
  /// The range of luma.
  private let range: Int64
  /// Tables for samples of 8 bits, or `nil` if samples have more bits or the matrix is unusual.
  private var tables: Tables?

  private enum Kind {
    case linear
    case identity
  }

  init(_ format: SampleFormat) {
    let unit = Double(1 << (format.depth - 8))
    let maximum = Double(1 << format.depth - 1)
    let lumaRange = format.hasFullRange ? maximum : 219 * unit
    let colorRange = format.hasFullRange ? maximum : 224 * unit
    func weight(_ value: Double) -> Int64 {
      Int64((value * Double(Int64(1) << Self.bits)).rounded())
    }
    black = format.hasFullRange ? 0 : Int64(16 * unit)
    luma = weight(255 / lumaRange)
    middle = Int64(128 * unit) * 64
    range = Int64(lumaRange)
    let color = 255 / colorRange / 64
    switch format.matrix {
    case .weights(let kr, let kb):
      kind = .linear
      redFromRed = weight(color * 2 * (1 - kr))
      blueFromBlue = weight(color * 2 * (1 - kb))
      greenFromRed = weight(-color * 2 * (1 - kr) * kr / (1 - kr - kb))
      greenFromBlue = weight(-color * 2 * (1 - kb) * kb / (1 - kr - kb))
      (redFromBlue, blueFromRed) = (0, 0)
    case .yCgCo:
      kind = .linear
      let one = weight(color)
      (redFromBlue, redFromRed) = (-one, one)
      (greenFromBlue, greenFromRed) = (one, 0)
      (blueFromBlue, blueFromRed) = (-one, -one)
    case .identity:
      kind = .identity
      (redFromBlue, redFromRed, greenFromBlue) = (0, 0, 0)
      (greenFromRed, blueFromBlue, blueFromRed) = (0, 0, 0)
    }
    if case .weights = format.matrix, format.depth == 8 { tables = Tables(self) }
  }

  /// Converts a row without colours.
  func convert(_ row: some Samples, to pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for x in 0..<count { pixels[x] = 0xFF00_0000 | channel(grey(row[x])) &* 0x01_0101 }
  }

  /// Converts a row of luma, and colours in 64 parts.
  func convert(
    _ row: some Samples, _ blue: UnsafePointer<Int32>, _ red: UnsafePointer<Int32>,
    to pixels: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    guard kind == .linear else {
      for x in 0..<count {
        pixels[x] =
          0xFF00_0000 | scaled(red[x] / 64) << 16 | scaled(row[x]) << 8 | scaled(blue[x] / 64)
      }
      return
    }
    if let tables {
      convert(row, blue, red, tables, to: pixels, count)
      return
    }
    for x in 0..<count {
      let grey = grey(row[x])
      let (u, v) = (Int64(blue[x]) &- middle, Int64(red[x]) &- middle)
      pixels[x] =
        0xFF00_0000 | channel(grey &+ u &* redFromBlue &+ v &* redFromRed) << 16
        | channel(grey &+ u &* greenFromBlue &+ v &* greenFromRed) << 8
        | channel(grey &+ u &* blueFromBlue &+ v &* blueFromRed)
    }
  }

  private func grey(_ sample: Int32) -> Int64 {
    (Int64(sample) &- black) &* luma &+ Int64(1) << (Self.bits &- 1)
  }

  private func channel(_ value: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: min(max(value >> Self.bits, 0), 255))
  }

  /// Returns a sample that is a colour by itself, scaled to 255 and rounded to nearest.
  private func scaled(_ sample: Int32) -> UInt32 {
    let value = 510 &* (Int64(sample) &- black) &+ range
    return value < 0 ? 0 : UInt32(truncatingIfNeeded: min(value / (2 &* range), 255))
  }
}

extension FixedMatrix {
  /// Tables that replace a product and comparisons.
  private struct Tables {
    /// The grey of each sample, with ``origin`` added.
    let greys: [Int64]
    /// The channel of each sum without its fractional bits.
    let channels: [UInt8]

    /// The index of black among the channels.
    private static let origin = 1024
    private static let count = 4096

    /// Returns `nil` if a sum may be outside the table.
    init?(_ matrix: FixedMatrix) {
      let greys = (0...255).map { matrix.grey($0) }
      // No colour is farther from the middle than 0 is.
      let reach =
        Int64(
          max(
            matrix.redFromRed.magnitude, matrix.blueFromBlue.magnitude,
            matrix.greenFromRed.magnitude + matrix.greenFromBlue.magnitude)) * matrix.middle
      let room = Int64(Self.origin) << bits
      guard greys[0] - reach >= -room, greys[255] + reach < Int64(Self.count) << bits - room else {
        return nil
      }
      self.greys = greys.map { $0 + room }
      channels = (0..<Self.count).map { UInt8(min(max($0 - Self.origin, 0), 255)) }
    }
  }

  private func convert(
    _ row: some Samples, _ blue: UnsafePointer<Int32>, _ red: UnsafePointer<Int32>,
    _ tables: Tables, to pixels: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    tables.greys.withUnsafeBufferPointer { greys in
      tables.channels.withUnsafeBufferPointer { channels in
        guard let greys = greys.baseAddress, let channels = channels.baseAddress else { return }
        func channel(_ sum: Int64) -> UInt32 { UInt32(channels[Int(sum >> Self.bits)]) }
        for x in 0..<count {
          let grey = greys[Int(row[x])]
          let (u, v) = (Int64(blue[x]) &- middle, Int64(red[x]) &- middle)
          pixels[x] =
            0xFF00_0000 | channel(grey &+ v &* redFromRed) << 16
            | channel(grey &+ u &* greenFromBlue &+ v &* greenFromRed) << 8
            | channel(grey &+ u &* blueFromBlue)
        }
      }
    }
  }
}

/// The samples of a row.
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
