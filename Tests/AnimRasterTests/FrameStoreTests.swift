import AnimCore
import CTurboJPEG
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("Images of animations")
struct FrameStoreTests {
  private static let (width, height) = (7, 5)

  /// Returns a PNG with frames anywhere on the canvas, drawn in any of the six ways, and its images
  /// according to the specification.
  private static func random(
    frames: Int, seed: UInt64
  ) -> (bytes: [UInt8], images: [[UInt32]]) {
    var random = SeededGenerator(seed: seed)
    var png = TestPNG(width, height).animation(frames: frames)
    var canvas = [UInt32](repeating: 0, count: width * height)
    var images: [[UInt32]] = []
    for number in 0..<frames {
      let isWhole = number == 0 || Int.random(in: 0..<9, using: &random) == 0
      let x = isWhole ? 0 : Int.random(in: 0..<width, using: &random)
      let y = isWhole ? 0 : Int.random(in: 0..<height, using: &random)
      let columns = x..<(isWhole ? width : Int.random(in: x + 1...width, using: &random))
      let rows = y..<(isWhole ? height : Int.random(in: y + 1...height, using: &random))
      let words = (0..<columns.count * rows.count).map { _ in
        let alpha = UInt32.random(in: 0...2, using: &random) * 127
        return (alpha == 254 ? 255 : alpha) << 24 | .random(in: 0...0xFF_FFFF, using: &random)
      }
      let disposal = Int.random(in: 0...2, using: &random)
      let blend = Int.random(in: 0...1, using: &random)
      png = png.control(x, y, columns.count, rows.count, disposal: disposal, blend: blend)
      png =
        number == 0
        ? png.image(words, width: columns.count) : png.frame(words, width: columns.count)
      let before = canvas
      for row in rows {
        for column in columns {
          let word = words[(row - y) * columns.count + column - x]
          let index = row * width + column
          canvas[index] = blend == 0 ? word : Compositor.over(word, canvas[index])
        }
      }
      images.append(canvas)
      if disposal == 2, number > 0 { canvas = before }
      guard disposal == 1 || disposal == 2 && number == 0 else { continue }
      for row in rows { for column in columns { canvas[row * width + column] = 0 } }
    }
    return (png.finished, images)
  }

  @Test(
    "in any order and with any budget, an image follows the rules for the previous frames",
    arguments: [0, 140, 500, 100_000])
  func anyOrder(budget: Int) throws {
    for seed in 1...20 {
      let (bytes, images) = Self.random(frames: 40, seed: UInt64(seed))
      let index = try RasterAnimation(bytes).index
      var store = FrameStore(index, BytesInMemory(bytes), budget: budget)
      var random = SeededGenerator(seed: UInt64(seed))
      let orders = [
        Array(0..<40), Array((0..<40).reversed()), (0..<40).shuffled(using: &random),
        (0..<40).map { _ in Int.random(in: 0..<40, using: &random) },
      ]
      for order in orders {
        for number in order {
          try expectEqual(store.image(of: number), images[number], "\(seed) \(number)")
        }
        #expect(store.checkpointBytes <= budget)
      }
    }
  }

  @Test(
    "two images differ only in the expected areas, and drawn frames don't damage everything")
  func differences() throws {
    var smallest = Self.width * Self.height
    for seed in 1...10 {
      let (bytes, images) = Self.random(frames: 20, seed: UInt64(seed))
      let index = try RasterAnimation(bytes).index
      for first in 0..<20 {
        for second in 0..<20 {
          let area = index.difference(first, second)
          expectEqual(area, index.difference(second, first))
          let isInside = images[first].indices.allSatisfy { position in
            let (y, x) = position.quotientAndRemainder(dividingBy: Self.width)
            return images[first][position] == images[second][position]
              || area.contains(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1))
          }
          #expect(isInside, "\(seed) \(first) \(second)")
          if first != second { smallest = min(smallest, area.width * area.height) }
        }
        #expect(index.difference(first, first).isEmpty)
      }
    }
    #expect(smallest < 10)
    let long = try RasterAnimation(Self.random(frames: 80, seed: 3).bytes).index
    expectEqual(long.difference(0, 79), long.size.bounds)
  }

  @Test("several threads get the same images")
  func threads() async throws {
    let (bytes, images) = Self.random(frames: 40, seed: 99)
    let animation = try RasterAnimation(bytes)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for offset in 0..<8 {
        group.addTask {
          try (0..<40).allSatisfy {
            let number = ($0 * 7 + offset * 5) % 40
            return try animation.pixels(of: number) == images[number]
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test("within its budget, any image costs a few frames, once all have been drawn")
  func seeking() throws {
    // Each frame needs the one before it.
    let png = (1..<100).reduce(
      TestPNG(4, 4).animation(frames: 100).control(0, 0, 4, 4).image(
        [UInt32](repeating: red, count: 16), width: 4)
    ) { png, _ in png.control(0, 0, 1, 1, blend: 1).frame([0x7F00_FF00], width: 1) }
    let bytes = CountedBytes(png.finished)
    let animation = try RasterAnimation(bytes)
    var store = FrameStore(animation.index, bytes, budget: 10 * 64)
    for number in 0..<100 { _ = try store.image(of: number) }
    // Playing forward needs none.
    expectEqual(store.checkpointBytes, 0)
    bytes.reads.withLock { $0 = 0 }
    for number in (0..<100).reversed() { _ = try store.image(of: number) }
    #expect(bytes.reads.withLock { $0 } <= 100 * 6)
    #expect(store.checkpointBytes > 0)
  }

  @Test("once jumps are prepared, any image takes a few frames and is still correct")
  func prepared() throws {
    for seed in 1...UInt64(10) {
      let (data, images) = Self.random(frames: 60, seed: seed)
      let bytes = CountedBytes(data)
      let animation = try RasterAnimation(bytes, checkpointBudget: 4_000)
      _ = try animation.pixels(of: 2)
      while animation.prepareJumps() {}
      #expect(!animation.prepareJumps())
      for number in (0..<60).reversed() {
        bytes.reads.withLock { $0 = 0 }
        try expectEqual(animation.pixels(of: number), images[number], "\(seed) \(number)")
        #expect(bytes.reads.withLock { $0 } <= 6)
      }
    }
  }

  @Test("no jumps are prepared if frames are independent or can't be drawn")
  func unprepared() throws {
    let whole = [UInt32](repeating: red, count: 4)
    let alone = (1..<20).reduce(
      TestPNG(2, 2).animation(frames: 20).control(0, 0, 2, 2).image(whole, width: 2)
    ) { png, _ in png.control(0, 0, 2, 2).frame(whole, width: 2) }
    let bytes = CountedBytes(alone.finished)
    let animation = try RasterAnimation(bytes)
    bytes.reads.withLock { $0 = 0 }
    #expect(!animation.prepareJumps())
    expectEqual(bytes.reads.withLock { $0 }, 0)
    let damaged = (1..<20).reduce(
      TestPNG(2, 2).animation(frames: 20).control(0, 0, 2, 2).image(whole, width: 2)
        .control(0, 0, 1, 1).chunk("fdAT", big(2) + [1, 2, 3])
    ) { png, number in png.control(0, 0, 1, 1, sequence: number * 2 + 1).frame([red], width: 1) }
    let broken = try RasterAnimation(damaged.finished)
    #expect(broken.prepareJumps())
    #expect(!broken.prepareJumps())
    try expectEqual(broken.pixels(of: 0), whole)
  }

  @Test("a packed canvas has the same pixels, and drawn images take few bytes")
  func packing() throws {
    var random = SeededGenerator(seed: 8)
    for width in [1, 2, 3, 7, 64] {
      for colors: UInt32 in [1, 2, 3, 200, 1_000, .max] {
        let size = PixelSize(width: width, height: 40)
        let canvas = try #require(FrameCanvas(size))
        for index in canvas.words.indices {
          canvas.words[index] = .random(in: 0..<colors, using: &random)
          if index >= width, index % 3 > 0 { canvas.words[index] = canvas.words[index - width] }
        }
        let packed = PackedCanvas(canvas)
        let unpacked = try #require(FrameCanvas(size))
        unpacked.words.update(repeating: red)
        packed.unpack(into: unpacked)
        expectEqual(Array(unpacked.words), Array(canvas.words))
        #expect(packed.byteCount <= canvas.words.count * 6 + 8)
        if colors == 1 { #expect(packed.byteCount < 40) }
      }
    }
  }

  @Test(
    "a packed canvas has the same pixels with as many colours as a byte distinguishes, and with one more"
  )
  func packedColors() throws {
    for count in 255...258 {
      let size = PixelSize(width: count, height: 1)
      let canvas = try #require(FrameCanvas(size))
      for index in canvas.words.indices { canvas.words[index] = black | UInt32(index * 7) }
      let unpacked = try #require(FrameCanvas(size))
      PackedCanvas(canvas).unpack(into: unpacked)
      expectEqual(Array(unpacked.words), Array(canvas.words), "\(count)")
    }
  }

  @Test("playing forward reads each frame once")
  func forward() throws {
    let (bytes, _) = Self.random(frames: 60, seed: 5)
    let counted = CountedBytes(bytes)
    let animation = try RasterAnimation(counted)
    var store = FrameStore(animation.index, counted, budget: 0)
    counted.reads.withLock { $0 = 0 }
    for number in 0..<60 { _ = try store.image(of: number) }
    expectEqual(counted.reads.withLock { $0 }, 60)
    _ = try store.image(of: 59)
    expectEqual(counted.reads.withLock { $0 }, 60)
  }

  @Test("memory for an image of another size isn't reused")
  func memory() throws {
    let (bytes, images) = Self.random(frames: 3, seed: 1)
    let animation = try RasterAnimation(bytes)
    for count in [1, 34, 35, 36, 1000] {
      let words = [UInt32](repeating: green, count: count)
      try expectEqual(animation.pixels(of: 2, in: words), images[2], "\(count)")
    }
  }

  @Test("if the file changes while it is read, there is an error and no image")
  func changed() throws {
    let (bytes, _) = Self.random(frames: 3, seed: 1)
    let index = try RasterAnimation(bytes).index
    var store = FrameStore(index, BytesInMemory(Array(bytes.prefix(100))), budget: 0)
    #expect(throws: CodecError.self) { try store.image(of: 2) }
  }

  @Test("a JPEG is a still image")
  func jpeg() throws {
    let pixels = [UInt8](repeating: 200, count: 16 * 16 * 3)
    var (data, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    let encoder = tjInitCompress()
    tjCompress2(
      encoder, pixels, 16, 0, 16, CInt(TJPF_RGB.rawValue), &data, &count,
      CInt(TJSAMP_444.rawValue), 90, 0)
    let bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    tjFree(data)
    tjDestroy(encoder)
    let animation = try RasterAnimation(bytes)
    expectEqual(animation.index.size, PixelSize(width: 16, height: 16))
    try expectEqual(animation.images(), [[UInt32](repeating: 0xFFC8_C8C8, count: 256)])
    #expect(throws: RasterError.damaged("a JPEG without an image")) {
      try RasterAnimation(Array(bytes.prefix(20)))
    }
    // Before a marker there may be any number of bytes that fill.
    var filled = bytes
    filled.insert(contentsOf: [0xFF, 0xFF], at: 2)
    try expectEqual(RasterAnimation(filled).images(), animation.images())
    // A JPEG is unusual in its sampling: three rows of luma for each row of another component.
    var other = bytes
    let start = try #require((2..<other.count).first { other[$0 - 2..<$0] == [0xFF, 0xC0] })
    // Skip the length, the depth, the size, the number of components and the first component's
    // identifier.
    other[start + 9] = 0x13
    try expectEqual(RasterAnimation(other).images().first?.count, 256)
  }

  /// Small files of all kinds.
  static let files: [[UInt8]] = [
    TestGIF(4, 4).loops(2).control(disposal: 2).image(0, 0, 4, 4, [UInt8](repeating: 1, count: 16))
      .control(transparent: 1).image(1, 1, 2, 2, [0, 1, 2, 3], interlaced: true).finished,
    random(frames: 6, seed: 7).bytes,
    TestPNG(2, 2, type: 3, interlaced: true).chunk("PLTE", [1, 2, 3]).chunk("tRNS", [9])
      .chunk("IDAT", TestPNG.compressed([0, 0, 0, 0, 0, 0, 0])).finished,
    TestWebP(4, 4).frame(0, 0, 4, 4, red).frame(2, 2, 2, 2, 0x7F00_FF00, flags: 1).finished,
    TestWebP.still(3, 3, 0x1234_5678),
  ]

  @Test("every prefix of a file has images, or a reason why not", arguments: files.indices)
  func beginnings(file: Int) {
    let bytes = Self.files[file]
    for count in 0...bytes.count { Self.read(Array(bytes[..<count])) }
  }

  @Test("files with small changes have images, or a reason why not", arguments: files.indices)
  func changes(file: Int) {
    var random = SeededGenerator(seed: UInt64(file))
    for _ in 0..<2_000 {
      var bytes = Self.files[file]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      Self.read(bytes)
    }
  }

  private static func read(_ bytes: [UInt8]) {
    guard let animation = try? RasterAnimation(bytes) else { return }
    let (index, count) = (animation.index, animation.index.frames.count)
    #expect(index.size.width > 0 && index.size.height > 0 && count > 0)
    // Images that claim to be large would take long to clear.
    guard index.size.width * index.size.height < 1 << 16 else { return }
    for number in [count - 1, 0] {
      guard let pixels = try? animation.pixels(of: number) else { continue }
      expectEqual(pixels.count, index.size.width * index.size.height)
    }
  }
}

@Suite("Composing")
struct CompositorTests {
  @Test("colours are rounded to the nearest of eight bits, with ties up")
  func exact() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let (upper, lower) = (
        UInt32.random(in: 0...(.max), using: &random), UInt32.random(in: 0...(.max), using: &random)
      )
      let (a, b) = (Fraction(Int(upper >> 24)) / 255, Fraction(Int(lower >> 24)) / 255)
      let alpha = a + b * (1 - a)
      func rounded(_ value: Fraction) -> UInt32 { UInt32(value.rounded) }
      func channel(_ shift: UInt32) -> UInt32 {
        let (c, d) = (Fraction(Int(upper >> shift & 255)), Fraction(Int(lower >> shift & 255)))
        return rounded((c * a + d * b * (1 - a)) / alpha) << shift
      }
      let expected =
        upper >> 24 == 0
        ? lower : rounded(alpha * 255) << 24 | channel(16) | channel(8) | channel(0)
      expectEqual(Compositor.over(upper, lower), expected, "\(upper) \(lower)")
    }
  }

  @Test("opaque pixels replace the previous ones, and transparent pixels leave them unchanged")
  func extremes() {
    for word: UInt32 in [0, 0x0012_3456, 0x8012_3456, 0xFF12_3456] {
      expectEqual(Compositor.over(red, word), red)
      expectEqual(Compositor.over(0x0065_4321, word), word)
      expectEqual(Compositor.over(0x4065_4321, 0), 0x4065_4321)
    }
  }
}
