import AnimCodecs
import AnimRaster
import TestSupport
import Testing

@testable import AnimCore
@testable import ImageFiles

@Suite("Encoders of animations")
struct AnimationEncoderTests {
  /// Frames as straight RGBA, and how long each is shown.
  struct Video {
    var size: PixelSize
    var frames: [(pixels: [UInt8], duration: Fraction)] = []

    /// The frames, as words 0xAARRGGBB, with identical consecutive frames joined.
    var shown: [Shown] {
      AnimationEncoderTests.joined(
        frames.map { frame in
          let words = (0..<frame.pixels.count / 4).map { index -> UInt32 in
            let pixel = frame.pixels[index * 4..<index * 4 + 4].map { UInt32($0) }
            return pixel[3] << 24 | pixel[0] << 16 | pixel[1] << 8 | pixel[2]
          }
          return Shown(words: words, duration: frame.duration)
        })
    }

    var duration: Fraction { frames.reduce(0) { $0 + $1.duration } }

    func encoded(_ encoder: some AnimationEncoder) throws -> [UInt8] {
      var encoder = encoder
      var bytes: [UInt8] = []
      for frame in frames { bytes += try encoder.add(frame.pixels, lasting: frame.duration) }
      let remainder = try encoder.finish()
      bytes += remainder.bytes
      if let correction = remainder.correction {
        bytes.replaceSubrange(
          correction.offset..<correction.offset + correction.bytes.count, with: correction.bytes)
      }
      return bytes
    }

    var gif: [UInt8] { get throws { try encoded(GIFEncoder(size: size, plays: nil)) } }
    var apng: [UInt8] {
      get throws { try encoded(APNGEncoder(size: size, isOpaque: false, plays: nil)) }
    }
  }

  struct Shown: Equatable {
    var words: [UInt32]
    var duration: Fraction
  }

  fileprivate static func joined(_ frames: [Shown]) -> [Shown] {
    var result: [Shown] = []
    for frame in frames {
      if let last = result.last, last.words == frame.words {
        result[result.count - 1].duration = last.duration + frame.duration
      } else {
        result.append(frame)
      }
    }
    return result
  }

  /// Returns the frames of a file, and its index.
  private func read(_ bytes: [UInt8]) throws -> (shown: [Shown], index: RasterIndex) {
    let animation = try RasterAnimation(BytesInMemory(bytes))
    #expect(animation.index.problems.isEmpty, "\(animation.index.problems)")
    let frames = try animation.index.frames.indices.map { number in
      Shown(
        words: try animation.pixels(of: number),
        duration: animation.index.frames[number].delay.seconds)
    }
    return (Self.joined(frames), animation.index)
  }

  /// Returns frames that differ from the previous one in a few rectangles, or not at all.
  private func video(
    _ random: inout SeededGenerator, largest: Int, durations: [Fraction],
    color: (inout SeededGenerator) -> [UInt8]
  ) -> Video {
    let size = PixelSize(
      width: Int.random(in: 1...largest, using: &random),
      height: Int.random(in: 1...largest, using: &random))
    var video = Video(size: size)
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let (left, top) = (
          Int.random(in: 0..<size.width, using: &random),
          Int.random(in: 0..<size.height, using: &random)
        )
        let flat = Bool.random(using: &random) ? color(&random) : nil
        for y in top...Int.random(in: top..<size.height, using: &random) {
          for x in left...max(left, size.width - 1 - top) {
            let place = (y * size.width + x) * 4
            pixels.replaceSubrange(place..<place + 4, with: flat ?? color(&random))
          }
        }
      }
      video.frames.append(
        (pixels, durations[Int.random(in: 0..<durations.count, using: &random)]))
    }
    return video
  }

  private static let hundredths: [Fraction] = [2, 3, 7, 10, 100, 700].map { $0 / 100 }

  @Test("an animated PNG has its original frames, for exactly their durations")
  func losslessAPNG() throws {
    var random = SeededGenerator(seed: 39)
    let thirds: [Fraction] = [Fraction(1001) / 30_000, Fraction(1) / 240, 70, Fraction(1) / 3]
    for _ in 0..<300 {
      let video = video(&random, largest: 24, durations: Self.hundredths + thirds) { random in
        let value = UInt32(truncatingIfNeeded: random.next())
        let alpha: UInt8 = [0, 255, 255, UInt8(value >> 24)][Int(value & 3)]
        return alpha == 0
          ? [0, 0, 0, 0]
          : [UInt8(value >> 8 & 255), UInt8(value >> 16 & 255), UInt8(value & 255), alpha]
      }
      try expectEqual(read(video.apng).shown, video.shown)
    }
  }

  @Test("a GIF is lossless with up to 256 colours, or 255 and transparency, in each frame")
  func losslessGIF() throws {
    var random = SeededGenerator(seed: 256)
    for round in 0..<300 {
      let count = [2, 5, 16, 200, 255, 256][round % 6]
      let colors = (0..<count).map { number -> [UInt8] in
        let value = UInt32(truncatingIfNeeded: random.next())
        if number == 0, count < 256 { return [0, 0, 0, 0] }
        return [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(number), 255]
      }
      var video = video(&random, largest: round % 10 == 0 ? 90 : 20, durations: Self.hundredths) {
        colors[Int.random(in: 0..<count, using: &$0)]
      }
      if count == 256 {
        // No pixel is transparent from the start.
        for frame in video.frames.indices {
          for pixel in 0..<video.frames[frame].pixels.count / 4
          where video.frames[frame].pixels[pixel * 4 + 3] == 0 {
            video.frames[frame].pixels.replaceSubrange(
              pixel * 4..<pixel * 4 + 4, with: colors[pixel % 256])
          }
        }
      }
      let gif = try video.gif
      let shown = try read(gif).shown
      expectEqual(shown, video.shown, "round \(round)")
      // And as an animated PNG, it is the same.
      let copy = Video(
        size: video.size,
        frames: shown.map { frame in
          (
            frame.words.flatMap { word in
              [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
            }, frame.duration
          )
        })
      try expectEqual(read(copy.apng).shown, shown)
    }
  }

  @Test(
    "an unchanged pixel keeps its colour even if the others of a frame need all colours of a GIF")
  func gapAmongAllColors() throws {
    let size = PixelSize(width: 257, height: 1)
    func second(_ middle: [UInt8]) -> [UInt8] {
      var pixels: [UInt8] = []
      for red in 0...UInt8(255) {
        if red == 128 { pixels += middle }
        pixels += [red, 200, 9, 255] as [UInt8]
      }
      return pixels
    }
    // The middle frame has one of the colours of the second frame, and a unique one.
    for (middle, isExact) in [([77, 200, 9, 255], true), ([1, 2, 3, 255], false)]
      as [([UInt8], Bool)]
    {
      var first = [UInt8](repeating: 255, count: 257 * 4)
      first.replaceSubrange(128 * 4..<129 * 4, with: middle)
      let video = Video(
        size: size, frames: [(first, 1), (second(middle), 1)])
      let shown = try read(video.gif).shown
      expectEqual(shown.count, 2)
      expectEqual(shown[1].words[128], video.shown[1].words[128])
      #expect((shown[1].words == video.shown[1].words) == isExact)
    }
  }

  /// Returns a video of squares that move one pixel in each frame.
  private func movingVideo(count: Int, duration: Fraction) -> Video {
    let size = PixelSize(width: 40, height: 9)
    return Video(
      size: size,
      frames: (0..<count).map { number in
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
        for y in 2..<6 {
          for x in number % 30..<number % 30 + 4 {
            let place = (y * size.width + x) * 4
            pixels.replaceSubrange(place..<place + 4, with: [200, UInt8(y), 30, 255])
          }
        }
        return (pixels, duration)
      })
  }

  @Test(
    "the delays of a GIF add up to the duration of the video, to the hundredth, and none is below two",
    arguments: [
      (30, 1, 61), (30_000, 1_001, 100), (24, 1, 49), (50, 1, 20), (12, 1, 7), (60, 1, 61),
    ])
  func delays(numerator: Int, denominator: Int, count: Int) throws {
    let duration = Fraction(denominator) / Fraction(numerator)
    let index = try read(movingVideo(count: count, duration: duration).gif).index
    let delays = index.frames.map { ($0.delay.seconds * 100).rounded }
    expectEqual(delays.reduce(0, +), (duration * Fraction(count) * 100).rounded)
    #expect(delays.allSatisfy { $0 >= 2 })
    // Frames that would be shorter are dropped.
    #expect(numerator <= 50 * denominator ? delays.count == count : delays.count < count)
  }

  @Test("approximate times in an animated PNG don't accumulate errors")
  func nearTimes() throws {
    for rate in [599_401, 239_761, 125_003] {
      let duration = Fraction(10_000) / Fraction(rate)
      let index = try read(movingVideo(count: 200, duration: duration).apng).index
      let sum = index.frames.reduce(0) { $0 + $1.delay.seconds.double }
      let error = abs(sum - (duration * 200).double)
      // One of them alone is wrong by some 10⁻¹⁰.
      #expect(error < 1e-9, "\(rate) \(error)")
    }
  }

  @Test("a frame can last longer than a single GIF image")
  func longDelays() throws {
    var video = movingVideo(count: 3, duration: 1_400)
    video.frames[1].duration = Fraction(65_536) / 100
    try expectEqual(read(video.gif).shown, video.shown)
  }

  @Test("a frame that looks the same is stored once, and otherwise only its changes are stored")
  func changedRectangles() throws {
    var video = movingVideo(count: 2, duration: 1)
    video.frames.insert(video.frames[0], at: 0)
    video.frames.append(video.frames[2])
    for bytes in [try video.apng, try video.gif] {
      let index = try read(bytes).index
      expectEqual(index.frames.count, 2)
      expectEqual(index.frames.map(\.delay.seconds), [2, 2])
    }
    // Columns 0 to 4 of rows 2 to 5 change.
    let apng = try video.apng
    let second = try #require(apng.lastRange(of: Array("fcTL".utf8)))
    // The frame's number, size and position.
    let control = Array(apng[second.upperBound...].prefix(20))
    expectEqual(control, [0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2])
  }

  @Test("an opaque animated PNG has no alpha, and its header contains the number of frames")
  func opaque() throws {
    var video = movingVideo(count: 5, duration: 1)
    for frame in video.frames.indices {
      for place in stride(from: 3, to: video.frames[frame].pixels.count, by: 4) {
        video.frames[frame].pixels[place] = 255
      }
    }
    let bytes = try video.encoded(APNGEncoder(size: video.size, isOpaque: true, plays: 3))
    expectEqual(Array(bytes[24...25]), [8, 2])
    let control = try #require(bytes.firstRange(of: Array("acTL".utf8)))
    expectEqual(Array(bytes[control.upperBound...].prefix(8)), [0, 0, 0, 5, 0, 0, 0, 3])
    try expectEqual(read(bytes).shown, video.shown)
  }

  @Test("frames share a palette while it has room, and later frames have their own")
  func sharedPalette() throws {
    // Each frame has 40 new colours, so that 6 of 10 frames fill the palette.
    let size = PixelSize(width: 40, height: 8)
    var video = Video(size: size)
    for frame in 0..<10 {
      let pixels = (0..<size.width * size.height).flatMap { index in
        [UInt8(frame * 20), UInt8(index % size.width), 0, 255] as [UInt8]
      }
      video.frames.append((pixels, Fraction(1) / 10))
    }
    let bytes = try video.gif
    try expectEqual(read(bytes).shown, video.shown)
    // Descriptors of images, at the position of the first one and after control blocks.
    let localTables = bytes.indices.dropFirst(8).dropLast(9).filter { index in
      bytes[index] == 0x2C && bytes[index - 8] == 0x21 && bytes[index - 7] == 0xF9
        && bytes[index + 9] & 0x80 != 0
    }
    expectEqual(localTables.count, 4)
  }

  @Test("a GIF stores its number of repetitions, and nothing if it plays once")
  func loops() throws {
    let video = movingVideo(count: 2, duration: 1)
    for (plays, number) in [(nil, 0), (2, 1), (7, 6), (100_000, 65_535)] as [(Int?, Int)] {
      let bytes = try video.encoded(GIFEncoder(size: video.size, plays: plays))
      let mark = try #require(bytes.firstRange(of: Array("NETSCAPE2.0".utf8)))
      let loop = Array(bytes[mark.upperBound...].prefix(4))
      expectEqual(loop, [3, 1, UInt8(number & 255), UInt8(number >> 8)])
    }
    let once = try video.encoded(GIFEncoder(size: video.size, plays: 1))
    #expect(once.firstRange(of: Array("NETSCAPE2.0".utf8)) == nil)
  }

  /// Returns a gradient so soft that few colours represent it, in steps.
  private func gradient(offset: Int) -> [UInt8] {
    (0..<128 * 128).flatMap { index -> [UInt8] in
      [UInt8(60 + (index % 128 + offset) / 4), UInt8(90 + index / 128 / 4), 70, 255]
    }
  }

  /// Returns the mean error of the averages of 8 by 8 pixels of the gradient.
  private func error(_ words: [UInt32], _ pixels: [UInt8]) -> Double {
    var sum = 0
    for block in 0..<256 {
      for channel in 0..<3 {
        var difference = 0
        for index in 0..<64 {
          let place = (block / 16 * 8 + index / 8) * 128 + block % 16 * 8 + index % 8
          difference += Int(words[place] >> UInt32(16 - channel * 8) & 255)
          difference -= Int(pixels[place * 4 + channel])
        }
        sum += abs(difference)
      }
    }
    return Double(sum) / Double(256 * 3 * 64)
  }

  @Test("dithering brings a GIF's colours closer on average, and static areas don't flicker")
  func dithered() throws {
    let size = PixelSize(width: 128, height: 128)
    let (first, second) = (gradient(offset: 0), gradient(offset: 9))
    let moved = Array(second[..<(64 * 128 * 4)] + first[(64 * 128 * 4)...])
    let video = Video(size: size, frames: [(first, 1), (moved, 1)])
    let plain = try read(video.gif).shown
    let bytes = try video.encoded(GIFEncoder(size: size, plays: nil, isDithered: true))
    let dithered = try read(bytes).shown
    expectEqual(dithered.count, 2)
    let (old, new) = (error(plain[0].words, first), error(dithered[0].words, first))
    #expect(new < old * 0.6, "\(new) rather than \(old)")
    expectEqual(dithered[0].words[(64 * 128)...], dithered[1].words[(64 * 128)...])
    // If no colour is missing, there is no dithering.
    let exact = movingVideo(count: 3, duration: 1)
    try expectEqual(
      exact.encoded(GIFEncoder(size: exact.size, plays: nil, isDithered: true)), exact.gif)
  }

  @Test(
    "with more colours than a GIF allows, the closest existing colours replace them",
    arguments: [(64, 4.0), (256, 9.0)])
  func manyColors(side: Int, limit: Double) throws {
    // Every pixel has a different colour; 256 squared is more than the encoder distinguishes.
    let size = PixelSize(width: side, height: side)
    let pixels = (0..<side * side).flatMap { index -> [UInt8] in
      let (x, y) = (index % side * 256 / side, index / side * 256 / side)
      return [UInt8(x), UInt8(y), UInt8((x + y) / 2), 255]
    }
    let video = Video(size: size, frames: [(pixels, 1)])
    let shown = try read(video.gif).shown
    expectEqual(shown.count, 1)
    var error = 0
    for (a, b) in zip(shown[0].words, video.shown[0].words) {
      for shift in [0, 8, 16] { error += abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
    }
    let mean = Double(error) / Double(side * side * 3)
    #expect(mean < limit, "\(mean)")
  }

  @Test("a soft gradient of many colours needs few similar colours")
  func softGradient() throws {
    let size = PixelSize(width: 64, height: 16)
    var pixels: [UInt8] = []
    for y in 0..<16 as Range<UInt8> {
      for x in 0..<64 as Range<UInt8> { pixels += [100 + x % 32, 50 + y, 7 + x / 32, 255] }
    }
    let video = Video(size: size, frames: [(pixels, 1)])
    let shown = try read(video.gif).shown[0].words
    expectEqual(Set(video.shown[0].words).count, 1024)
    #expect(Set(shown).count < 100)
    var squares: Int = 0
    for (a, b) in zip(shown, video.shown[0].words) {
      for shift in [0, 8, 16] {
        let difference: Int = Int(a >> UInt32(shift) & 255) - Int(b >> UInt32(shift) & 255)
        squares += difference * difference
      }
    }
    #expect(squares <= 6 * 1024)
  }

  @Test("pixels that are at least half covered are opaque in a GIF, and others transparent")
  func halfCovered() throws {
    let video = Video(
      size: PixelSize(width: 3, height: 1),
      frames: [([9, 8, 7, 127] + [9, 8, 7, 128] + [9, 8, 7, 255], 1)])
    try expectEqual(read(video.gif).shown[0].words, [0, 0xFF09_0807, 0xFF09_0807])
  }

  @Test("a delay is exact if possible, or otherwise the nearest convergent")
  func nearestDelays() {
    for (numerator, denominator) in [
      (1, 100), (1_001, 30_000), (65_535, 65_534), (7, 1), (1, 65_535),
    ] {
      let delay = Delay(nearest: Fraction(numerator) / Fraction(denominator))
      #expect(delay.numerator == numerator && delay.denominator == denominator)
    }
    expectEqual(Delay(nearest: 100_000).seconds, 65_535)
    expectEqual(Delay(nearest: 0).numerator, 0)
    for rate in [599_401, 239_761, 125_003] {
      let wanted = Fraction(10_000) / Fraction(rate)
      let error = (Delay(nearest: wanted).seconds - wanted).double
      #expect(error != 0 && abs(error) < 1e-7, "\(rate)")
    }
  }
}
