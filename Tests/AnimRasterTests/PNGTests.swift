import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("PNG and APNG")
struct PNGTests {
  private let still = TestPNG(2, 1).image([red, 0x8000_FF00], width: 2)

  @Test("a still image is an animation of one frame that is played once")
  func stills() throws {
    let animation = try RasterAnimation(still.finished)
    try expectEqual(animation.images(), [[red, 0x8000_FF00]])
    #expect(!animation.index.isAnimation && animation.index.plays == 1)
    expectEqual(animation.messages, [])
  }

  @Test("colours that can't be converted are ignored, and reported once")
  func colors() throws {
    func messages(_ chunks: [(String, [UInt8])]) throws -> [String] {
      let png = chunks.reduce(TestPNG(1, 1)) { $0.chunk($1.0, $1.1) }
      return try RasterAnimation(png.image([red], width: 1).finished).messages
    }
    let primaries = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    let (gamma, chromaticities) = (("gAMA", big(100_000)), ("cHRM", big(20_000)))
    let usual = [("gAMA", big(45_455)), ("cHRM", primaries.flatMap { big($0) })]
    try expectEqual(messages(usual), [])
    try expectEqual(messages([("gAMA", big(45_454))]), [])
    try expectEqual(messages([gamma]), [])
    try expectEqual(messages([("gAMA", big(0))]), ["its gamma is invalid and is ignored"])
    try expectEqual(
      messages([("cHRM", (primaries.dropLast() + [0]).flatMap { big($0) })]),
      ["its chromaticities are invalid and are ignored"])
    try expectEqual(
      messages([chromaticities]), ["its chromaticities are invalid and are ignored"])
    // A chunk of higher priority makes it irrelevant.
    try expectEqual(messages([("sRGB", [0]), gamma]), [])
    try expectEqual(
      messages([("iCCP", [65, 0, 0]), gamma]), ["its colour profile is corrupt and is ignored"])
    try expectEqual(messages([("cICP", [1, 13, 0, 1]), gamma]), [])
    try expectEqual(
      messages([("cICP", [9, 16, 0, 1])]), ["its colour space is not supported and is ignored"])
  }

  @Test("16 bits are rounded to 8, and fewer bits are expanded to the full range")
  func depths() throws {
    func gray(_ depth: Int, _ rows: [UInt8]) throws -> [UInt32] {
      try RasterAnimation(
        TestPNG(2, 1, depth: depth, type: 0).chunk("IDAT", TestPNG.compressed([0] + rows)).finished
      ).pixels(of: 0).map { $0 & 255 }
    }
    try expectEqual(gray(1, [0x40]), [0, 255])
    try expectEqual(gray(2, [0x60]), [85, 170])
    try expectEqual(gray(4, [0x3C]), [51, 204])
    try expectEqual(gray(8, [3, 200]), [3, 200])
    for value in [0, 127, 128, 129, 255, 384, 385, 386, 0x7F7F, 0x8000, 65_407, 65_535] {
      let expected = UInt32((value * 255 + 32_767) / 65_535)
      try expectEqual(gray(16, big(value, 2) + [0, 0]), [expected, 0], "\(value)")
    }
  }

  @Test("palettes with transparency, and transparent colours, are supported in frames too")
  func transparency() throws {
    let palette = TestPNG(2, 1, type: 3).chunk("PLTE", [1, 2, 3, 4, 5, 6]).chunk("tRNS", [7])
      .animation(frames: 2).control(0, 0, 2, 1)
      .chunk("IDAT", TestPNG.compressed([0, 0, 1]))
      .control(1, 0, 1, 1).chunk("fdAT", big(2) + TestPNG.compressed([0, 0]))
    #expect(
      try RasterAnimation(palette.finished).images()
        == [[0x0701_0203, 0xFF04_0506], [0x0701_0203, 0x0701_0203]])
    let key = TestPNG(2, 1, type: 2).chunk("tRNS", [0, 9, 0, 9, 0, 9])
      .chunk("IDAT", TestPNG.compressed([0, 9, 9, 9, 9, 9, 8]))
    try expectEqual(RasterAnimation(key.finished).pixels(of: 0), [0x0009_0909, 0xFF09_0908])
    let late = TestPNG(1, 1, type: 2).chunk("IDAT", TestPNG.compressed([0, 9, 9, 9]))
      .chunk("tRNS", [0, 9, 0, 9, 0, 9])
    try expectEqual(RasterAnimation(late.finished).pixels(of: 0), [0xFF09_0909])
  }

  @Test(
    "an animation has the default image as its first frame only if that follows a control chunk")
  func defaultImage() throws {
    let shown = TestPNG(1, 1).animation(frames: 2, plays: 3).control(0, 0, 1, 1).image(
      [red], width: 1
    )
    .control(0, 0, 1, 1).frame([green], width: 1)
    let animation = try RasterAnimation(shown.finished)
    try expectEqual(animation.images(), [[red], [green]])
    #expect(animation.index.plays == 3 && animation.index.isAnimation)
    let hidden = TestPNG(1, 1).animation(frames: 1).image([red], width: 1).control(0, 0, 1, 1)
      .frame(
        [green], width: 1)
    try expectEqual(RasterAnimation(hidden.finished).images(), [[green]])
    #expect(try RasterAnimation(hidden.finished).index.plays == nil)
  }

  @Test("the data of a frame may be in many chunks, with other chunks in between")
  func split() throws {
    let words = (0..<64).map { 0xFF00_0000 | UInt32($0) * 40_503 }
    let png = TestPNG(8, 8).animation(frames: 2).control(0, 0, 8, 8).image(words, width: 8)
      .chunk("tEXt", [65, 0]).control(0, 0, 8, 8).frame(words.reversed(), width: 8, split: 3)
    try expectEqual(RasterAnimation(png.finished).images(), [words, words.reversed()])
  }

  @Test("frames are kept, cleared or undone, and replace or blend with the canvas")
  func operations() throws {
    func images(disposal: Int, blend: Int) throws -> [[UInt32]] {
      let png = TestPNG(2, 1).animation(frames: 3).control(0, 0, 2, 1).image([red, red], width: 2)
        .control(0, 0, 1, 1, disposal: disposal, blend: blend).frame([0], width: 1)
        .control(1, 0, 1, 1, blend: 1).frame([0x8000_00FF], width: 1)
      return try RasterAnimation(png.finished).images()
    }
    let mixed = Compositor.over(0x8000_00FF, red)
    expectEqual(mixed, 0xFF7F_0080)
    try expectEqual(images(disposal: 0, blend: 0), [[red, red], [0, red], [0, mixed]])
    try expectEqual(images(disposal: 0, blend: 1), [[red, red], [red, red], [red, mixed]])
    try expectEqual(images(disposal: 1, blend: 1), [[red, red], [red, red], [0, mixed]])
    try expectEqual(images(disposal: 2, blend: 0), [[red, red], [0, red], [red, mixed]])
  }

  @Test("undoing the first frame clears it, and a delay of n/0 is n hundredths")
  func firstFrame() throws {
    let png = TestPNG(2, 1).animation(frames: 2)
      .control(0, 0, 2, 1, delay: (3, 0), disposal: 2).image([red, red], width: 2)
      .control(0, 0, 1, 1, delay: (1, 3)).frame([green], width: 1)
    let animation = try RasterAnimation(png.finished)
    try expectEqual(animation.images(), [[red, red], [green, 0]])
    expectEqual(animation.index.frames.map(\.delay.seconds), [Fraction(3) / 100, Fraction(1) / 3])
  }

  @Test("an animation that isn't announced once, before the image, with frames, is a still image")
  func announcements() throws {
    func images(_ start: TestPNG, late: Bool = false) throws -> [[UInt32]] {
      let bitmap = start.control(0, 0, 1, 1).image([red], width: 1)
      let end = (late ? bitmap.animation(frames: 2) : bitmap).control(0, 0, 1, 1).frame(
        [green], width: 1)
      return try RasterAnimation(end.finished).images()
    }
    let png = TestPNG(1, 1)
    try expectEqual(images(png.animation(frames: 2)), [[red], [green]])
    try expectEqual(images(png), [[red]])
    try expectEqual(images(png, late: true), [[red]])
    try expectEqual(images(png.animation(frames: 0)), [[red]])
    try expectEqual(images(png.animation(frames: 1 << 31)), [[red]])
    try expectEqual(images(png.animation(frames: 2).animation(frames: 2)), [[red]])
    // Declared frames, or those that exist.
    try expectEqual(images(png.animation(frames: 1)), [[red]])
    try expectEqual(images(png.animation(frames: 9)), [[red], [green]])
  }

  @Test("wrong sequence numbers are reported, and frames are played in the order of the file")
  func sequence() throws {
    let png = TestPNG(1, 1).animation(frames: 2).control(0, 0, 1, 1, sequence: 5).image(
      [red], width: 1
    ).control(0, 0, 1, 1, sequence: 3).frame([green], width: 1)
    let animation = try RasterAnimation(png.finished)
    try expectEqual(animation.images(), [[red], [green]])
    let message = "the frames are numbered wrongly; they are played in the order of the file"
    expectEqual(animation.messages, [message])
    // Data have numbers, too.
    let data = TestPNG(1, 1).animation(frames: 2).control(0, 0, 1, 1).image([red], width: 1)
      .control(0, 0, 1, 1).chunk("fdAT", big(7) + TestPNG.compressed([green], width: 1))
    let other = try RasterAnimation(data.finished)
    try expectEqual(other.images(), [[red], [green]])
    expectEqual(other.messages, [message])
  }

  @Test("an invalid frame ends the animation, or leaves the still image if it is the first")
  func wrongFrames() throws {
    let first = TestPNG(1, 1).animation(frames: 3).control(0, 0, 1, 1).image([red], width: 1)
    for wrong in [
      first.control(0, 0, 2, 1), first.control(1, 0, 1, 1), first.control(0, 0, 0, 1),
      first.control(0, 0, 1, 1, disposal: 3), first.control(0, 0, 1, 1, blend: 2),
      first.chunk("fcTL", [1, 2, 3]),
    ] {
      let png = wrong.frame([green], width: 1).control(0, 0, 1, 1).frame([blue], width: 1)
      try expectEqual(RasterAnimation(png.finished).images(), [[red]])
    }
    let small = TestPNG(2, 1).animation(frames: 2).control(0, 0, 1, 1).image(
      [red, green], width: 2
    )
    .control(0, 0, 2, 1).frame([blue, blue], width: 2)
    let animation = try RasterAnimation(small.finished)
    #expect(try animation.images() == [[red, green]] && !animation.index.isAnimation)
  }

  @Test(
    "a wrong checksum in a required chunk is an error there, and otherwise the chunk is ignored")
  func checksums() throws {
    func changed(_ png: TestPNG, _ offset: Int) -> [UInt8] {
      var bytes = png.finished
      bytes[bytes.count - 12 + offset] ^= 1
      return bytes
    }
    // The last byte of a chunk before the end belongs to its checksum.
    #expect(throws: RasterError.self) { try RasterAnimation(changed(still, -1)).images() }
    #expect(throws: RasterError.self) { try RasterAnimation(changed(TestPNG(1, 1), -1)) }
    let animated = TestPNG(1, 1).animation(frames: 2).control(0, 0, 1, 1).image([red], width: 1)
      .control(0, 0, 1, 1).frame([green], width: 1)
    let damaged = try RasterAnimation(changed(animated, -1))
    try expectEqual(damaged.pixels(of: 0), [red])
    let error = #expect(throws: RasterError.self) { try damaged.pixels(of: 1) }
    expectEqual(error?.description, "frame 1 is corrupt: a checksum is wrong")
    try expectEqual(damaged.pixels(of: 0), [red])
    var key = TestPNG(1, 1, type: 0).chunk("tRNS", [0, 9]).bytes
    key[key.count - 1] ^= 1
    let ignored = try RasterAnimation(
      key + TestPNG.chunk("IDAT", TestPNG.compressed([0, 9])) + TestPNG.chunk("IEND", []))
    try expectEqual(ignored.images(), [[0xFF09_0909]])
    expectEqual(ignored.messages, ["corrupt transparency is ignored"])
  }

  @Test("the transparent colour is transparent in blended frames, too")
  func transparentColor() throws {
    let png = TestPNG(1, 1, type: 2).chunk("tRNS", [0, 9, 0, 9, 0, 9]).animation(frames: 2)
      .control(0, 0, 1, 1).chunk("IDAT", TestPNG.compressed([0, 255, 0, 0]))
      .control(0, 0, 1, 1, blend: 1).chunk("fdAT", big(2) + TestPNG.compressed([0, 9, 9, 9]))
    try expectEqual(RasterAnimation(png.finished).images(), [[red], [red]])
  }

  @Test("a palette in a truecolour image is only a suggestion, whatever it contains")
  func advice() throws {
    let png = TestPNG(1, 1, type: 2).chunk("PLTE", [UInt8](repeating: 5, count: 999))
      .chunk("IDAT", TestPNG.compressed([0, 255, 0, 0]))
    try expectEqual(RasterAnimation(png.finished).images(), [[red]])
  }

  @Test(
    "the decoded rows of a truncated image are shown, and a truncated later frame is skipped")
  func cutOff() throws {
    var random = SeededGenerator(seed: 4)
    let words = (0..<4096).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | black }
    let whole = TestPNG(64, 64).image(words, width: 64).bytes
    let cut = try RasterAnimation(Array(whole.prefix(whole.count / 2)))
    let bitmap = try cut.pixels(of: 0)
    #expect(Array(bitmap[..<1024]) == Array(words[..<1024]) && bitmap.last == 0)
    expectEqual(cut.messages, ["the file is truncated"])
    // The result is also correct if the frame is blended with nothing, regardless of the previous
    // use of the memory.
    let first = TestPNG(64, 64).animation(frames: 1).control(0, 0, 64, 64, blend: 1)
      .image(words, width: 64).bytes
    for color in [red, blue] {
      let cut = try RasterAnimation(Array(first.prefix(first.count / 2)))
      let freed = [UInt32](repeating: color, count: 1 << 14)
      expectEqual(freed.last, color)
      try expectEqual(cut.pixels(of: 0)[1024...].last, 0)
    }
    let animated = TestPNG(1, 1).animation(frames: 2).control(0, 0, 1, 1).image([red], width: 1)
      .control(0, 0, 1, 1).frame([green], width: 1)
    try expectEqual(RasterAnimation(Array(animated.bytes.dropLast(6))).images(), [[red]])
  }

  @Test("missing or excess data after the last row doesn't matter")
  func surplus() throws {
    let rows: [UInt8] = [0, 255, 0, 0, 0, 0, 255, 0]
    for isInterlaced in [false, true] {
      for (data, end) in [
        (TestPNG.compressed(rows), 4), (TestPNG.compressed(rows), 0),
        (TestPNG.compressed(rows + [UInt8](repeating: 0, count: 1 << 24)), 0),
      ] {
        let png = TestPNG(1, 2, type: 2, interlaced: isInterlaced)
          .chunk("IDAT", Array(data.dropLast(end)))
        try expectEqual(RasterAnimation(png.finished).images(), [[red, green]])
      }
    }
  }

  @Test("a frame control before the animation control describes the first frame, as in Chromium")
  func earlyControl() throws {
    let png = TestPNG(1, 1).control(0, 0, 1, 1, delay: (1, 5)).animation(frames: 2)
      .image([red], width: 1).control(0, 0, 1, 1).frame([green], width: 1)
    let animation = try RasterAnimation(png.finished)
    expectEqual(animation.messages, [])
    try expectEqual(animation.images(), [[red], [green]])
    expectEqual(animation.index.frames[0].delay, FrameDelay(numerator: 1, denominator: 5))
    // Without an animation control, there is only a still.
    let still = try RasterAnimation(
      TestPNG(1, 1).control(0, 0, 1, 1).image([red], width: 1).finished)
    #expect(!still.index.isAnimation && still.messages.isEmpty)
  }

  @Test("a PNG in Apple's format is rejected with advice")
  func appleForm() {
    let bytes = RasterFormat.pngSignature + TestPNG.chunk("CgBI", [0x50, 0, 0x20, 6])
    let error = #expect(throws: RasterError.self) { try RasterAnimation(bytes) }
    expectEqual(
      error?.description,
      "a PNG in Apple's CgBI form, which only Apple's systems read; use the original file, or convert it "
        + "with pngdefry")
  }

  @Test("invalid headers are rejected before anything is allocated for their size")
  func refused() {
    for png in [
      TestPNG(0, 1), TestPNG(1, 0), TestPNG(1, 1, depth: 3), TestPNG(1, 1, depth: 16, type: 3),
      TestPNG(1, 1, type: 5), TestPNG(1, 1, depth: 4, type: 2),
    ] {
      #expect(throws: RasterError.self) { try RasterAnimation(png.image([red], width: 1).finished) }
    }
    #expect(throws: RasterError.tooLarge(width: 1 << 31, height: 1, limit: 200_000_000)) {
      try RasterAnimation(TestPNG(1 << 31, 1).image([red], width: 1).finished)
    }
    #expect(throws: RasterError.damaged("a PNG without pixels")) {
      try RasterAnimation(TestPNG(1, 1).finished)
    }
  }
}
