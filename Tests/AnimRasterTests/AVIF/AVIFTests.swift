import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

/// Whether dav1d is installed.
private let hasDecoder = (try? AV1Decoder(areaLimit: 1)) != nil

@Suite("AVIF", .enabled(if: hasDecoder, "needs dav1d"))
struct AVIFTests {
  private func animation(_ bytes: [UInt8]) throws -> AVIFAnimation {
    try AVIFAnimation(BytesInMemory(bytes))
  }

  private func pixels(_ file: TestAVIF) throws -> [UInt32] {
    try animation(file.bytes).pixels(of: 0)
  }

  /// Returns pixels with the alpha of a frame without colours.
  private func masked(_ pixels: [UInt32], _ frame: Int) -> [UInt32] {
    zip(pixels, SamplePattern.grey(frame)).map { $0 & 0xFF_FFFF | UInt32($1) << 24 }
  }

  @Test("an image has the pixels of its planes")
  func still() throws {
    try expectEqual(pixels(TestAVIF(items: [TestAVIF.color])), SamplePattern.color(0))
  }

  @Test("an image of 10 bits is rounded to 8")
  func deep() throws {
    let item = TestAVIF.Item(
      id: 1, data: sample(AV1Samples.deep[0]), properties: [TestProperty.size])
    try expectEqual(pixels(TestAVIF(items: [item])), SamplePattern.deep())
  }

  @Test("an alpha channel is a second image")
  func alpha() throws {
    var file = TestAVIF(
      items: [TestAVIF.color, TestAVIF.alpha], references: [("auxl", 2, [1])])
    let straight = masked(SamplePattern.color(0), 0)
    try expectEqual(pixels(file), straight)
    #expect(try animation(file.bytes).file.hasAlpha)

    file.references.append(("prem", 1, [2]))
    try expectEqual(pixels(file), straight.map(\.straightened))

    // Auxiliary images of other kinds are ignored.
    file.items[1].properties = [TestProperty.size, fullBox("auxC", Array("urn:depth\0".utf8))]
    try expectEqual(pixels(file), SamplePattern.color(0))
  }

  @Test(
    "the container's colours take precedence over those of the stream",
    arguments: [
      (1, true, SampleFormat.Matrix.weights(red: 0.2126, blue: 0.0722)),
      (9, false, .weights(red: 0.2627, blue: 0.0593)), (2, true, .weights(red: 0.299, blue: 0.114)),
      (8, true, .yCgCo),
    ])
  func matrices(number: Int, isFull: Bool, matrix: SampleFormat.Matrix) throws {
    var item = TestAVIF.color
    item.properties[1] = TestProperty.colors(matrix: number, isFull: isFull)
    try expectEqual(
      pixels(TestAVIF(items: [item])), SamplePattern.color(0, matrix: matrix, isFull: isFull))
  }

  @Test(
    "a matrix that can't be applied is an error",
    arguments: [
      (3, "the colour matrix 3"), (11, "the colour matrix 11"), (0, "have different sizes"),
    ])
  func invalidMatrix(number: Int, message: String) throws {
    var item = TestAVIF.color
    item.properties[1] = TestProperty.colors(matrix: number)
    let error = #expect(throws: RasterError.self) { try pixels(TestAVIF(items: [item])) }
    #expect(error.map { "\($0)".contains(message) } == true)
  }

  @Test("the matrix of primaries is that of H.273")
  func derivedMatrix() throws {
    var item = TestAVIF.color
    item.properties[1] = TestProperty.colors(matrix: 12, primaries: 1)
    // BT.709, whose rounded weights differ by less than half a level.
    let expected = SamplePattern.color(0, matrix: .weights(red: 0.2126, blue: 0.0722))
    try expectEqual(pixels(TestAVIF(items: [item])), expected)
  }

  @Test("colours other than sRGB are reported")
  func colors() throws {
    var item = TestAVIF.color
    #expect(try animation(TestAVIF(items: [item]).bytes).file.problems.isEmpty)
    item.properties[1] = TestProperty.colors(primaries: 9, transfer: 16)
    try expectEqual(
      animation(TestAVIF(items: [item]).bytes).file.problems.map(\.code), ["raster.color-profile"])
    item.properties[1] = box("colr", Array("prof".utf8), [1, 2, 3])
    try expectEqual(
      animation(TestAVIF(items: [item]).bytes).file.problems.map(\.message),
      ["the colour profile is not applied"])
  }

  @Test("an image is cropped, then rotated counterclockwise, then mirrored")
  func transforms() throws {
    let whole = SamplePattern.color(0)
    var item = TestAVIF.color
    // 4 × 6 pixels, 2 to the right of the centre and 1 below it: from (8, 4).
    item.properties += [
      TestProperty.crop(4, 1, 6, 1, 2, 1, 1, 1), TestProperty.rotation(1), TestProperty.mirror(0),
    ]
    let file = try animation(TestAVIF(items: [item]).bytes)
    expectEqual(file.size, PixelSize(width: 6, height: 4))
    // The right column becomes the top row, and then the bottom row.
    let expected = (0..<4).flatMap { row in
      (0..<6).map { column in whole[(4 + column) * 16 + 8 + row] }
    }
    try expectEqual(file.pixels(of: 0), expected)
  }

  @Test("a rectangle that isn't whole or lies outside is ignored with a problem")
  func invalidCrop() throws {
    for crop in [[9, 2, 6, 1, 0, 1, 0, 1], [4, 1, 6, 1, 20, 1, 0, 1], [4, 0, 6, 1, 0, 1, 0, 1]] {
      var item = TestAVIF.color
      item.properties.append(box("clap", crop.flatMap { big($0) }))
      let file = try animation(TestAVIF(items: [item]).bytes)
      expectEqual(file.size, SamplePattern.size)
      expectEqual(file.file.problems.map(\.code), ["raster.invalid"])
    }
  }

  @Test("a grid shows its tiles in the order of the references, cut off at the right")
  func grid() throws {
    let second = AV1Samples.color[3]
    let grid = TestAVIF.Item(
      id: 1, kind: "grid", data: [0, 0, 0, 1] + big(30, 2) + big(12, 2),
      properties: [TestProperty.size(30, 12), TestProperty.colors()])
    var file = TestAVIF(
      items: [
        grid, TestAVIF.Item(id: 2, data: sample(AV1Samples.color[0])),
        TestAVIF.Item(id: 3, data: sample(second)),
      ], references: [("dimg", 1, [3, 2])])
    let animation = try animation(file.bytes)
    let shown = try animation.pixels(of: 0)
    expectEqual(animation.size, PixelSize(width: 30, height: 12))
    // Colours are mixed across the edge between tiles, so the columns beside it differ.
    let (left, right) = (SamplePattern.color(3), SamplePattern.color(0))
    for y in 0..<12 {
      expectEqual(Array(shown[y * 30..<y * 30 + 15]), Array(left[y * 16..<y * 16 + 15]))
      expectEqual(Array(shown[y * 30 + 17..<y * 30 + 29]), Array(right[y * 16 + 1..<y * 16 + 13]))
    }

    file.references = [("dimg", 1, [3])]
    #expect(throws: RasterError.damaged("an AVIF whose grid does not fit its image")) {
      try pixels(file)
    }
  }

  @Test("a grid whose tiles have alpha channels has one")
  func gridAlpha() throws {
    let grid = TestAVIF.Item(
      id: 1, kind: "grid", data: [0, 0, 0, 0] + big(16, 2) + big(12, 2),
      properties: [TestProperty.size, TestProperty.colors()])
    var alpha = TestAVIF.alpha
    alpha.id = 3
    let file = TestAVIF(
      items: [grid, TestAVIF.Item(id: 2, data: sample(AV1Samples.color[0])), alpha],
      references: [("dimg", 1, [2]), ("auxl", 3, [2])])
    try expectEqual(pixels(file), masked(SamplePattern.color(0), 0))
  }

  @Test("an unknown property is ignored, unless it is essential")
  func unknownProperties() throws {
    var item = TestAVIF.color
    item.properties.append(box("abcd", [1]))
    try expectEqual(pixels(TestAVIF(items: [item])), SamplePattern.color(0))
    item.isEssential = true
    #expect(
      throws: RasterError.damaged(
        "an AVIF image with an essential property that is not supported")
    ) { try pixels(TestAVIF(items: [item])) }
  }

  // MARK: - Sequences

  private func sequence(_ tracks: TestAVIFSequence.Track...) -> TestAVIFSequence {
    TestAVIFSequence(tracks: tracks)
  }

  private func frames(_ file: AVIFAnimation, _ order: [Int]? = nil) throws -> [[UInt32]] {
    try (order ?? Array(file.delays.indices)).map { try file.pixels(of: $0) }
  }

  @Test("a sequence has the pixels of its samples, whatever the order of requests")
  func order() throws {
    var track = TestAVIFSequence.color
    track.durations = [(2, 40), (3, 7)]
    let bytes = sequence(track, TestAVIFSequence.alpha).bytes
    let expected = (0..<5).map { masked(SamplePattern.color($0), $0) }
    try expectEqual(frames(animation(bytes)), expected)
    expectEqual(try animation(bytes).delays.map(\.numerator), [40, 40, 7, 7, 7])
    for order in [[4, 3, 2, 1, 0], [2, 4, 1, 3, 0], [3, 3, 2, 2, 4, 0]] {
      try expectEqual(frames(animation(bytes), order), order.map { expected[$0] })
      // Without memory for earlier frames, too.
      let small = try AVIFAnimation(BytesInMemory(bytes), seekMemory: 1)
      try expectEqual(frames(small, order), order.map { expected[$0] })
    }
  }

  @Test("a sample that is wrongly listed as a key sample is decoded from an earlier one")
  func falseKey() throws {
    var track = TestAVIFSequence.color
    track.keys = [1, 2, 4]
    let bytes = sequence(track).bytes
    for order in [[0, 1, 2, 3, 4], [1], [2, 0]] {
      try expectEqual(
        frames(animation(bytes), order), order.map { SamplePattern.color($0) })
    }
  }

  @Test("a corrupt sample affects the frames up to the next key sample only")
  func corrupt() throws {
    var track = TestAVIFSequence.color
    track.samples[1] = [0x32, 0x01, 0xFF]
    let animation = try animation(sequence(track).bytes)
    for frame in [0, 3, 4] {
      try expectEqual(animation.pixels(of: frame), SamplePattern.color(frame))
    }
    for frame in [1, 2, 1] {
      #expect(throws: RasterError.damaged("dav1d cannot decode a frame")) {
        try animation.pixels(of: frame)
      }
    }
    try expectEqual(animation.pixels(of: 0), SamplePattern.color(0))
  }

  @Test(
    "the edit list tells the number of plays",
    arguments: [
      (nil, 500, nil), ((0, [500]), 500, 1), ((1, [500]), 1500, 3), ((1, [500]), 1250, 3),
      ((1, [500]), 0xFFFF_FFFF, nil), ((1, [500]), 500, 1), ((1, [0]), 500, 1),
    ] as [((Int, [Int])?, Int, Int?)])
  func plays(edits: (Int, [Int])?, duration: Int, plays: Int?) throws {
    var track = TestAVIFSequence.color
    track.edits = edits.map { (flags: $0.0, durations: $0.1) }
    track.duration = duration
    try expectEqual(animation(sequence(track).bytes).file.plays, plays)
  }

  @Test("a file with both shows what its brand says")
  func brands() throws {
    let moving = sequence(TestAVIFSequence.color)
    var still = TestAVIF(brands: ["avif"], items: [TestAVIF.color])
    // The positions in the movie are wrong now, but not read.
    still.more = Array(moving.bytes.dropFirst(24))
    try expectEqual(animation(still.bytes).delays.count, 1)
    still.brands = ["avis"]
    try expectEqual(AVIFFile(BytesInMemory(still.bytes)).delays.count, 5)
  }

  @Test("a truncated sequence plays the complete frames")
  func truncated() throws {
    let bytes = sequence(TestAVIFSequence.color).bytes
    let animation = try animation(Array(bytes.dropLast(200)))
    expectEqual(animation.delays.count, 3)
    expectEqual(animation.file.problems.map(\.code), ["raster.truncated"])
    try expectEqual(frames(animation), (0..<3).map { SamplePattern.color($0) })
  }

  @Test("frames after the end of the alpha channel are opaque")
  func shortAlpha() throws {
    var alpha = TestAVIFSequence.alpha
    alpha.samples.removeLast(3)
    let animation = try animation(sequence(TestAVIFSequence.color, alpha).bytes)
    expectEqual(
      animation.file.problems.map(\.message),
      ["the alpha channel has only 2 of 5 frames; the others are opaque"])
    try expectEqual(animation.pixels(of: 1), masked(SamplePattern.color(1), 1))
    try expectEqual(animation.pixels(of: 2), SamplePattern.color(2))
  }

  @Test("numbers of more than eight bytes, or above the largest integer, are invalid")
  func largeNumbers() {
    for (length, expected) in [(7, 0xFF_FFFF_FFFF_FFFF), (8, nil), (9, nil), (15, nil)] {
      var fields = ISOFields([UInt8](repeating: 255, count: 20))
      expectEqual(fields.number(length), expected)
    }
    // The sizes of offsets and lengths.
    let bytes = TestAVIF(items: [TestAVIF.color]).bytes
    let sizes = bytes.indices.first { bytes[$0...].starts(with: "iloc".utf8) }.map { $0 + 8 } ?? 0
    var changed = bytes
    for size: UInt8 in [0x99, 0xF4, 0x4F, 0xFF] {
      changed.replaceSubrange(sizes..<sizes + 2, with: [size, size])
      _ = try? AVIFAnimation(BytesInMemory(changed))
    }
  }

  @Test("files with forged counts and lengths are read or rejected")
  func forged() {
    let files = [
      TestAVIF(items: [TestAVIF.color, TestAVIF.alpha], references: [("auxl", 2, [1])]).bytes,
      sequence(TestAVIFSequence.color, TestAVIFSequence.alpha).bytes,
    ]
    for bytes in files {
      for position in 0..<bytes.count - 4 where position % 3 == 0 {
        for value in [0, 0x7FFF_FFFF, 0xFFFF_FFFF] {
          var changed = bytes
          changed.replaceSubrange(position..<position + 4, with: big(value))
          _ = try? AVIFFile(BytesInMemory(changed))
        }
      }
    }
  }
}
