import AnimCodecs
import LinuxSystem
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimRaster
@testable import ImageFiles

@Suite("Encoders of cursors")
struct CursorEncoderTests {
  /// A cursor in one or more sizes, which have the same frame times.
  private struct TestCursor {
    var sizes: [CursorSize]
    /// The pixels of each frame as words 0xAARRGGBB with straight alpha, for each size.
    var frames: [[[UInt32]]]
    var durations: [Fraction]

    func encoded(_ format: CursorEncoding) throws -> [UInt8] {
      var encoder = CursorEncoder(format)
      for (index, size) in sizes.enumerated() {
        encoder.begin(size)
        for (frame, duration) in zip(frames, durations) {
          try encoder.add(
            StraightPixels(size: size.pixels, straight: frame[index]).bytes, lasting: duration)
        }
      }
      return encoder.finish()
    }
  }

  /// A frame that was read: its pixels, and its duration in units of the format.
  private struct Shown: Equatable {
    var words: [UInt32]
    var duration: Fraction
  }

  private static func square(_ side: Int, hotX: Int = 0, hotY: Int = 0) -> CursorSize {
    CursorSize(
      nominal: side, of: Size(width: Double(side), height: Double(side)),
      hotSpot: Point(x: Double(hotX), y: Double(hotY)))
  }

  private func read(_ bytes: [UInt8]) throws -> [(page: CursorPage, shown: [Shown])] {
    let file = try CursorFile(BytesInMemory(bytes))
    #expect(file.problems.isEmpty, "\(file.problems)")
    return try file.pages.map { page in
      let animation = try CursorAnimation(BytesInMemory(bytes), page)
      return (
        page,
        try page.frames.indices.map { index in
          Shown(words: try animation.pixels(of: index), duration: page.frames[index].delay.seconds)
        }
      )
    }
  }

  /// Joins identical consecutive frames.
  private func joined(_ frames: [Shown]) -> [Shown] {
    frames.reduce(into: []) { result, frame in
      if let last = result.last, last.words == frame.words {
        result[result.count - 1].duration = last.duration + frame.duration
      } else {
        result.append(frame)
      }
    }
  }

  /// Returns the pixels that a file with premultiplied colours can store.
  private func storable(_ words: [UInt32]) -> [UInt32] {
    words.map { word in
      word >> 24 == 0 ? 0 : Color(premultipliedARGB: Color(argb: word).premultipliedARGB).argb
    }
  }

  @Test("a written cursor opens with the same pixels, times and hot spots")
  func roundTrips() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let sides = [Int](1...9).shuffled(using: &random).prefix(
        Int.random(in: 1...3, using: &random))
      let sizes = sides.map { side in
        Self.square(
          side, hotX: .random(in: 0..<side, using: &random),
          hotY: .random(in: 0..<side, using: &random))
      }
      let colors: [UInt32] = [0, 0xFF12_3456, 0x80FF_4000, 0x0107_00FF, random.color().argb]
      var frames: [[[UInt32]]] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        if let last = frames.last, Int.random(in: 0..<3, using: &random) == 0 {
          frames.append(last)
        } else {
          frames.append(
            sides.map { side in
              (0..<side * side).map { _ in colors.randomElement(using: &random) ?? 0 }
            })
        }
      }
      for (format, unit) in [(CursorEncoding.xcursor, 1000), (.ani, 60)] {
        let durations = frames.map { _ in
          Fraction(Int.random(in: 1...90, using: &random)) / Fraction(unit)
        }
        let cursor = TestCursor(sizes: sizes, frames: frames, durations: durations)
        let pages = try read(cursor.encoded(format))
        expectEqual(pages.map(\.page.nominalSize), sides.sorted())
        for (index, size) in sizes.enumerated() {
          let (page, shown) = try #require(pages.first { $0.page.nominalSize == size.nominal })
          #expect(page.hotSpot == (size.hotX, size.hotY))
          let expected = zip(frames, durations).map { frame, duration in
            Shown(
              words: format == .xcursor
                ? storable(frame[index]) : frame[index].map { $0 >> 24 == 0 ? 0 : $0 },
              duration: duration)
          }
          // In an animated Windows cursor, a frame has all sizes.
          expectEqual(format == .xcursor ? shown : joined(shown), joined(expected))
        }
      }
      let still = TestCursor(sizes: sizes, frames: [frames[0]], durations: [1])
      let pages = try read(still.encoded(.cur))
      for (index, size) in sizes.enumerated() {
        let (page, shown) = try #require(pages.first { $0.page.nominalSize == size.nominal })
        #expect(page.hotSpot == (size.hotX, size.hotY))
        expectEqual(shown.map(\.words), [frames[0][index].map { $0 >> 24 == 0 ? 0 : $0 }])
      }
    }
  }

  /// Returns the durations of frames with different colours in a file, in units.
  private func durations(
    _ seconds: [Fraction], _ format: CursorEncoding, colors: [UInt32]? = nil
  ) throws -> [Int] {
    let colors = colors ?? seconds.indices.map { 0xFF00_0000 + UInt32($0) }
    let cursor = TestCursor(
      sizes: [Self.square(1)], frames: colors.map { [[$0]] }, durations: seconds)
    return try read(cursor.encoded(format))[0].shown.map {
      ($0.duration * Fraction(format.unit)).rounded
    }
  }

  @Test("rounding errors of durations don't accumulate")
  func times() throws {
    let rate = [Fraction](repeating: Fraction(1) / 60, count: 6)
    try expectEqual(durations(rate, .xcursor), [17, 16, 17, 17, 16, 17])
    let video = [Fraction](repeating: Fraction(1) / 25, count: 5)
    try expectEqual(durations(video, .ani), [2, 3, 2, 3, 2])
  }

  @Test("frames without duration are omitted, except for the last")
  func shortFrames() throws {
    let short = Fraction(1) / 8000
    try expectEqual(durations([short, short, 1, short], .xcursor), [1000, 1])
    try expectEqual(
      durations([1, short, 1], .xcursor, colors: [0xFF00_0000, 0xFF00_0001, 0xFF00_0000]), [2000])
  }

  @Test("a frame of an animated Windows cursor ends when the image of any size changes")
  func steps() throws {
    let (a, b): (UInt32, UInt32) = (0xFF00_00FF, 0xFF00_FF00)
    let cursor = TestCursor(
      sizes: [Self.square(1), Self.square(2)],
      frames: [
        [[a], [a, a, a, a]], [[b], [a, a, a, a]], [[b], [a, a, a, b]], [[b], [a, a, a, b]],
      ], durations: [1, 1, 1, 1])
    let pages = try read(cursor.encoded(.ani))
    expectEqual(pages.map { $0.shown.map(\.duration) }, [[1, 1, 2], [1, 1, 2]])
    let separate = try read(cursor.encoded(.xcursor))
    expectEqual(separate.map { $0.shown.map(\.duration) }, [[1, 3], [2, 2]])
  }

  @Test("the longer side of a size is its nominal size")
  func sizes() {
    let size = CursorSize(
      nominal: 24, of: Size(width: 100, height: 41), hotSpot: Point(x: 50, y: 20.5))
    expectEqual(size.pixels, PixelSize(width: 24, height: 10))
    let thin = CursorSize(nominal: 24, of: Size(width: 1, height: 1000), hotSpot: .zero)
    expectEqual(thin.pixels, PixelSize(width: 1, height: 24))
    // The width of an SVG can be any positive number.
    let line = CursorSize(nominal: 24, of: Size(width: 1e-40, height: 10), hotSpot: .zero)
    expectEqual(line.pixels, PixelSize(width: 1, height: 24))
    let point = CursorSize(nominal: 24, of: Size(width: 1e-40, height: 1e-300), hotSpot: .zero)
    expectEqual(point.pixels, PixelSize(width: 24, height: 24))
  }

  @Test("the hot spot is the pixel that contains the position in the animation")
  func hotSpots() {
    func hot(_ nominal: Int, _ x: Double, _ y: Double) -> [Int] {
      let size = CursorSize(
        nominal: nominal, of: Size(width: 32, height: 32), hotSpot: Point(x: x, y: y))
      return [size.hotX, size.hotY]
    }
    expectEqual(hot(32, 4, 2), [4, 2])
    expectEqual(hot(24, 4, 2), [3, 1])
    expectEqual(hot(64, 4, 2), [8, 4])
    expectEqual(hot(64, 4.5, 2.49), [9, 4])
    // The lower right corner is outside the last pixel.
    expectEqual(hot(32, 32, 31.9), [31, 31])
    // The position has decimals, which binary fractions wouldn't represent.
    expectEqual(hot(320, 4.1, 2.7), [41, 27])
  }

  @Test("the number of pixels is limited")
  func limits() throws {
    var encoder = CursorEncoder(.xcursor)
    let side = 2048
    encoder.begin(Self.square(side))
    for index in 0..<8 {
      let pixels = [UInt8](repeating: UInt8(index), count: 4 * side * side)
      try encoder.add(pixels, lasting: 1)
    }
    #expect(throws: Failure.self) {
      try encoder.add([UInt8](repeating: 9, count: 4 * side * side), lasting: 1)
    }
  }
}
