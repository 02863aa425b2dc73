import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("Skipped frames")
struct VisibleFramesTests {
  /// An animation, and its images according to the specification.
  private struct Example {
    var bytes: [UInt8]
    var images: [[UInt32]] = []
  }

  /// A canvas, drawn on pixel by pixel.
  private struct Model {
    let (width, height): (Int, Int)
    var words: [UInt32]

    init(_ width: Int, _ height: Int) {
      (self.width, self.height) = (width, height)
      words = [UInt32](repeating: 0, count: width * height)
    }

    mutating func fill(_ area: RasterArea, _ color: (_ number: Int, _ below: UInt32) -> UInt32) {
      for y in area.y..<min(area.y + area.height, height) {
        for x in area.x..<min(area.x + area.width, width) {
          let number = (y - area.y) * area.width + x - area.x
          words[y * width + x] = color(number, words[y * width + x])
        }
      }
    }
  }

  /// Returns a rectangle, which often reaches the edges.
  private static func area(
    in width: Int, _ height: Int, _ random: inout SeededGenerator, even: Bool = false
  ) -> RasterArea {
    func range(_ length: Int) -> Range<Int> {
      let (a, b) = (
        Int.random(in: -length / 2..<length, using: &random),
        Int.random(in: 1...length + length / 2, using: &random)
      )
      let start = even ? max(a, 0) / 2 * 2 : max(a, 0)
      return start..<min(max(b, start + 1), length)
    }
    let (x, y) = (range(width), range(height))
    return RasterArea(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
  }

  /// Returns a GIF of four colours. Some frames have no transparent colour, and of some the data
  /// end too early.
  private static func gif(_ width: Int, _ height: Int, frames: Int, seed: UInt64) -> Example {
    var random = SeededGenerator(seed: seed)
    var gif = TestGIF(width, height)
    var model = Model(width, height)
    var images: [[UInt32]] = []
    for _ in 0..<frames {
      let area = area(in: width, height, &random)
      let transparent = Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : nil
      let count = area.width * area.height
      let present = Int.random(in: 0..<5, using: &random) == 0 ? count * 2 / 3 : count
      let indexes = (0..<present).map { _ in UInt8.random(in: 0..<4, using: &random) }
      let disposal = Int.random(in: 0...3, using: &random)
      gif = gif.control(disposal: disposal, transparent: transparent)
        .image(area.x, area.y, area.width, area.height, indexes)
      let before = model
      // A frame that covers the whole canvas needs nothing from earlier ones.
      if transparent == nil, area.covers(PixelSize(width: width, height: height)), disposal != 3 {
        model = Model(width, height)
      }
      model.fill(area) { number, below in
        guard number < present, Int(indexes[number]) != transparent else { return below }
        return [red, green, blue, black][Int(indexes[number])]
      }
      images.append(model.words)
      if disposal == 2 { model.fill(area) { _, _ in 0 } }
      if disposal == 3 { model = before }
    }
    return Example(bytes: gif.finished, images: images)
  }

  /// Returns a WebP, whose frames have one colour each.
  private static func webP(_ width: Int, _ height: Int, frames: Int, seed: UInt64) -> Example {
    var random = SeededGenerator(seed: seed)
    var webP = TestWebP(width, height)
    var model = Model(width, height)
    // If the previous frame cleared the canvas, or nothing has been drawn, nothing is blended.
    var cleared = [Bool](repeating: true, count: width * height)
    var images: [[UInt32]] = []
    for _ in 0..<frames {
      let area = area(in: width, height, &random, even: true)
      let color: UInt32 = [0, 0x7F80_4020, 0xFF12_3456, 0xFFAB_CDEF].randomElement(using: &random)!
      let flags = UInt8.random(in: 0...3, using: &random)
      webP = webP.frame(area.x, area.y, area.width, area.height, color, flags: flags)
      for y in area.y..<area.y + area.height {
        for index in y * width + area.x..<y * width + area.x + area.width {
          let isReplaced = flags & 2 != 0 || cleared[index]
          model.words[index] = isReplaced ? color : Compositor.overInWebP(color, model.words[index])
        }
      }
      images.append(model.words)
      let covers = area.covers(PixelSize(width: width, height: height))
      let isAlone =
        cleared.allSatisfy(\.self) || covers && (flags & 2 != 0 || color >> 24 == 255)
      cleared = [Bool](repeating: isAlone && flags & 1 != 0, count: width * height)
      guard flags & 1 != 0 else { continue }
      for y in area.y..<area.y + area.height {
        for index in y * width + area.x..<y * width + area.x + area.width {
          (model.words[index], cleared[index]) = (0, true)
        }
      }
    }
    return Example(bytes: webP.finished, images: images)
  }

  /// Returns a PNG of random pixels with alpha.
  private static func png(_ width: Int, _ height: Int, frames: Int, seed: UInt64) -> Example {
    var random = SeededGenerator(seed: seed)
    var png = TestPNG(width, height).animation(frames: frames)
    var model = Model(width, height)
    var images: [[UInt32]] = []
    for number in 0..<frames {
      let area =
        number == 0
        ? RasterArea(x: 0, y: 0, width: width, height: height) : area(in: width, height, &random)
      let words = (0..<area.width * area.height).map { _ in
        [UInt32(0), 0x7F80_4020, 0xFF12_3456, 0xFFAB_CDEF].randomElement(using: &random)!
      }
      let (disposal, blend) = (
        Int.random(in: 0...2, using: &random), Int.random(in: 0...1, using: &random)
      )
      png = png.control(
        area.x, area.y, area.width, area.height, disposal: disposal, blend: blend)
      png =
        number == 0
        ? png.image(words, width: area.width) : png.frame(words, width: area.width)
      let before = model
      model.fill(area) { number, below in
        blend == 0 ? words[number] : Compositor.over(words[number], below)
      }
      images.append(model.words)
      if disposal == 1 || disposal == 2 && number == 0 { model.fill(area) { _, _ in 0 } }
      if disposal == 2, number > 0 { model = before }
    }
    return Example(bytes: png.finished, images: images)
  }

  @Test(
    "an image after a jump is identical to the one reached in order",
    arguments: [(7, 5), (64, 3), (150, 70)])
  func jumps(width: Int, height: Int) throws {
    let frames = width > 64 ? 12 : 30
    for seed in 1...UInt64(width > 64 ? 6 : 25) {
      for make in [Self.gif, Self.webP, Self.png] {
        let example = make(width, height, frames, seed)
        let index = try RasterAnimation(example.bytes).index
        expectEqual(index.frames.count, frames)
        var forward = FrameStore(index, BytesInMemory(example.bytes), budget: 0)
        var random = FrameStore(index, BytesInMemory(example.bytes), budget: 4_000)
        var backward = FrameStore(index, BytesInMemory(example.bytes), budget: 1_000_000)
        var order = SeededGenerator(seed: seed)
        for number in 0..<frames {
          let at = "\(index.format) \(seed) \(number)"
          try expectEqual(forward.image(of: number), example.images[number], "\(at) forward")
          var cold = FrameStore(index, BytesInMemory(example.bytes), budget: 1_000_000)
          try expectEqual(cold.image(of: number), example.images[number], "\(at) cold")
          let next = min(number + 1, frames - 1)
          try expectEqual(cold.image(of: next), example.images[next], "\(at) after it")
          let any = Int.random(in: 0..<frames, using: &order)
          try expectEqual(random.image(of: any), example.images[any], "\(at) any")
          let last = frames - 1 - number
          try expectEqual(backward.image(of: last), example.images[last], "\(at) backward")
        }
      }
    }
  }

  @Test("a jump reads only frames that contribute visible pixels")
  func jump() throws {
    var png = TestPNG(8, 8).animation(frames: 100).control(0, 0, 8, 8)
      .image([UInt32](repeating: red, count: 64), width: 8)
    // On the left, each frame covers the previous one. On the right, one of them isn't covered
    // again.
    for number in 1..<100 {
      png = png.control(number == 40 ? 4 : 0, 0, 4, 8)
        .frame([UInt32](repeating: green, count: 32), width: 4)
    }
    let bytes = CountedBytes(png.finished)
    let index = try RasterAnimation(bytes).index
    var store = FrameStore(index, bytes, budget: 1_000_000)
    func reads(_ frame: Int) throws -> Int {
      bytes.reads.withLock { $0 = 0 }
      _ = try store.image(of: frame)
      return bytes.reads.withLock { $0 }
    }
    try expectEqual(reads(99), 2)
    try expectEqual(reads(30), 2)
    try expectEqual(reads(31), 1)
  }

  @Test("frames that have been cleared aren't drawn first")
  func cleared() throws {
    var png = TestPNG(4, 4).animation(frames: 50).control(0, 0, 4, 4)
      .image([UInt32](repeating: red, count: 16), width: 4)
    for _ in 1..<50 {
      png = png.control(1, 1, 2, 2, disposal: 1, blend: 1).frame([0x7F00_FF00, 0, 0, 0], width: 2)
    }
    let bytes = CountedBytes(png.finished)
    let index = try RasterAnimation(bytes).index
    var store = FrameStore(index, bytes, budget: 0)
    bytes.reads.withLock { $0 = 0 }
    expectEqual(try store.image(of: 49)[5], 0x7F00_FF00)
    expectEqual(bytes.reads.withLock { $0 }, 2)
  }

  @Test("a corrupt frame matters only while part of it is visible")
  func damaged() throws {
    let whole = [UInt32](repeating: red, count: 16)
    let png = TestPNG(4, 4).animation(frames: 4).control(0, 0, 4, 4).image(whole, width: 4)
      .control(0, 0, 2, 4).chunk("fdAT", big(2) + [1, 2, 3])
      .control(0, 0, 1, 4, sequence: 3).frame([UInt32](repeating: green, count: 4), width: 1)
      .control(0, 0, 2, 4).frame([UInt32](repeating: blue, count: 8), width: 2)
    let index = try RasterAnimation(png.finished).index
    for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
      var store = FrameStore(index, BytesInMemory(png.finished), budget: 1 << 10)
      for frame in order {
        switch frame {
        case 1, 2: #expect(throws: CodecError.self) { try store.image(of: frame) }
        default: expectEqual(try store.image(of: frame).last, red)
        }
      }
    }
  }
}

@Suite("Open pixels")
struct OpenPixelsTests {
  @Test(
    "only pixels covered by a rectangle are closed", arguments: [1, 5, 64, 65, 129, 1000])
  func open(side: Int) {
    let size = PixelSize(width: side, height: side)
    var random = SeededGenerator(seed: UInt64(side))
    func area() -> RasterArea {
      let (x, y) = (
        Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random)
      )
      return RasterArea(
        x: x, y: y, width: .random(in: 0...side * 2, using: &random),
        height: .random(in: 0...side, using: &random))
    }
    var open = OpenPixels(size)
    var closed: [RasterArea] = []
    for _ in 0..<40 {
      closed.append(area())
      open.close(closed[closed.count - 1])
      for _ in 0..<20 {
        let (x, y) = (
          Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random)
        )
        let isCovered = closed.contains {
          ($0.x..<$0.x + $0.width).contains(x) && ($0.y..<$0.y + $0.height).contains(y)
        }
        let isOpen = open.contains(RasterArea(x: x, y: y, width: 1, height: 1))
        #expect(isOpen || isCovered)
        if side <= 64 { #expect(isOpen != isCovered) }
        if isOpen { #expect(!open.isEmpty) }
      }
    }
    open.close(RasterArea(x: 0, y: 0, width: side, height: side))
    #expect(open.isEmpty)
    #expect(!open.contains(RasterArea(x: 0, y: 0, width: side, height: side)))
  }

  @Test("a rectangle that covers no pixel, or none on the canvas, contains no open pixel")
  func outside() {
    let open = OpenPixels(PixelSize(width: 10, height: 10))
    #expect(!open.contains(RasterArea(x: 3, y: 3, width: 0, height: 4)))
    #expect(!open.contains(RasterArea(x: 10, y: 3, width: 5, height: 4)))
    #expect(open.contains(RasterArea(x: 9, y: 9, width: 5, height: 4)))
  }
}
