import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Painting changes")
struct IncrementalTests {
  @Test(
    "frames painted from their damage have the same pixels as frames painted completely",
    arguments: 0..<40)
  func incremental(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    let size = PixelSize(
      width: .random(in: 1...300, using: &random), height: .random(in: 1...200, using: &random))
    let stride = size.width + Int.random(in: 0...5, using: &random)
    var pixels = Array(repeating: UInt32(0xDEAD_BEEF), count: stride * size.height)
    let rasterizer = Rasterizer()
    var damage = Damage(of: size)
    var items = (0..<12).map { _ in RasterFixtures.Item.random(size, &random) }
    var previous = DisplayList(size: PixelSize(width: size.width + 1, height: size.height))
    for _ in 0..<8 {
      let list = self.list(items, size, &random)
      damage.clear()
      damage.mark(from: previous, to: list)
      pixels.withUnsafeMutableBufferPointer {
        rasterizer.paint(list, changes: damage, into: $0, stride: stride)
      }
      let whole = list.painted()
      if previous.size == size { expectContains(damage, from: previous.painted(), to: whole) }
      let differs = (0..<size.height).contains { y in
        (0..<size.width).contains { x in pixels[y * stride + x] != whole[x, y] }
      }
      #expect(!differs)
      for y in 0..<size.height - 1 {
        for x in size.width..<stride { expectEqual(pixels[y * stride + x], 0xDEAD_BEEF) }
      }
      previous = list
      change(&items, size, &random)
    }
  }

  @Test(
    "a frame has the same pixels whether its coverage is stored, was stored, or never is",
    arguments: 0..<40)
  func repeated(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 3000)
    let size = PixelSize(
      width: .random(in: 1...300, using: &random), height: .random(in: 1...200, using: &random))
    let list = self.list((0..<12).map { _ in .random(size, &random) }, size, &random)
    let rasterizer = Rasterizer(threads: 1)
    let images = (0..<3).map { _ in
      let image = PixelImage(size: size)
      rasterizer.paint(list, into: image)
      return image.withPixels { Array($0) }
    }
    expectEqual(images[1], images[0])
    expectEqual(images[2], images[0])
  }

  /// Checks that the exact rectangles, if there are few, contain all pixels that differ.
  private func expectContains(_ damage: Damage, from old: PixelImage, to new: PixelImage) {
    guard damage.isExact else { return }
    let (width, height) = (new.size.width, new.size.height)
    var isSent = Array(repeating: false, count: width * height)
    for box in damage.boxes.rectangles {
      for y in box.y0..<box.y1 { for x in box.x0..<box.x1 { isSent[y * width + x] = true } }
    }
    let lost = (0..<width * height).count {
      !isSent[$0] && old[$0 % width, $0 / width] != new[$0 % width, $0 / width]
    }
    expectEqual(lost, 0)
  }

  private func list(
    _ items: [RasterFixtures.Item], _ size: PixelSize, _ random: inout SeededGenerator
  ) -> DisplayList {
    var list = DisplayList(
      size: size, background: random.next() % 4 == 0 ? .blue : Color(rgb: 0x20_3040))
    for (index, item) in items.enumerated() {
      if index % 3 == 0 {
        list.withView(
          Rect(x: 10, y: 7, width: Double(size.width) / 2, height: Double(size.height) / 2)
        ) { item.append(&$0) }
      } else {
        item.append(&list)
      }
    }
    return list
  }

  private func change(
    _ items: inout [RasterFixtures.Item], _ size: PixelSize, _ random: inout SeededGenerator
  ) {
    switch random.next() % 4 {
    case 0: items.append(.random(size, &random))
    case 1: items.removeLast()
    case 2: items.swapAt(0, items.count / 2)
    default: items[Int(random.next() % UInt64(items.count))] = .random(size, &random)
    }
  }

  @Test(
    "frames of a video painted from their differences have the same pixels as complete ones, at any position",
    arguments: 0..<24)
  func video(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 2000)
    let (width, height) = (90, 70)
    let changed = PixelRect(
      x0: .random(in: -3...50, using: &random), y0: .random(in: -3...40, using: &random),
      x1: .random(in: 51...93, using: &random), y1: .random(in: 41...73, using: &random)
    ).intersection(PixelRect(x0: 0, y0: 0, x1: width, y1: height))
    let series = ImageSeries { _, _ in changed }
    func image(_ number: Int, _ words: [UInt32]) throws -> Image {
      let size = PixelSize(width: width, height: height)
      return try #require(Image(size: size, straight: words, frame: number, of: series))
    }
    var words = (0..<width * height).map { _ in UInt32.random(in: 0...(.max), using: &random) }
    let first = try image(0, words)
    for y in changed.y0..<changed.y1 {
      for x in changed.x0..<changed.x1 { words[y * width + x] = ~words[y * width + x] }
    }
    let second = try image(1, words)
    let scale = [0.06, 0.3, 0.7, 1, 1, 2.5][seed % 6]
    let slant = seed < 12 ? 0 : Double.random(in: -0.5...0.5, using: &random)
    let transform = Transform(
      a: scale, b: slant * scale, c: -slant, d: scale, tx: .random(in: 0...40, using: &random),
      ty: .random(in: 0...30, using: &random))
    let sampling: ImagePaint.Sampling = seed % 2 == 0 ? .nearest : .bilinear
    func list(_ image: Image) -> DisplayList {
      var list = DisplayList(size: PixelSize(width: 280, height: 200), background: .blue)
      var outline = Path()
      // Around it, the edges are repeated.
      outline.addRect(
        Rect(x: -5, y: -4, width: Double(width) + 8, height: Double(height) + 11))
      list.fill(outline, .image(ImagePaint(image, sampling: sampling)), transform: transform)
      return list
    }
    var damage = Damage(of: PixelSize(width: 280, height: 200))
    damage.mark(from: list(first), to: list(second))
    let tiles = damage.tiles
    let rendering = list(first).painted()
    rendering.withMutablePixels {
      Rasterizer().paint(list(second), tiles: tiles, into: $0, stride: 280)
    }
    let (whole, old) = (list(second).painted(), list(first).painted())
    expectContains(damage, from: old, to: whole)
    for y in 0..<200 {
      for x in 0..<280 {
        #expect(rendering[x, y] == whole[x, y] && (whole[x, y] == old[x, y] || !tiles.isEmpty))
      }
    }
  }

  @Test("a slice whose edges move has the same pixels as one painted completely", arguments: 0..<24)
  func slices(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 3000)
    let size = PixelSize(width: 240, height: 200)
    var video = Video(size)
    let center = random.point(PixelSize(width: 240, height: 200))
    let radius = Double.random(in: 0.1...150, using: &random)
    let color = random.color()
    var (start, end) = (0.0, 30.0)
    for _ in 0..<40 {
      var list = DisplayList(size: size)
      let cut = Rect(x: 5, y: 5, width: Double.random(in: 50...220, using: &random), height: 150)
      list.withView(seed % 3 == 0 ? cut : Rect(x: 0, y: 0, width: 240, height: 200)) {
        $0.fillSector(
          center: center, radius: radius, start: .degrees(start), sweep: .degrees(end - start),
          color)
      }
      video.show(list)
      expectEqual(video.image, list.painted())
      let reach = Double.random(in: 0...1, using: &random) < 0.2 ? 200.0 : 8
      let step = Double.random(in: -reach...reach, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 { start += step } else { end += step }
    }
  }

  @Test(
    "a batch in which a few squares move has the same pixels as one painted completely",
    arguments: 0..<12)
  func squares(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 2000)
    let size = PixelSize(width: 400, height: 300)
    let side = [0.3, 2, 2.5, 20, 31.7, 70][seed % 6]
    var video = Video(size)
    var squares = (0..<300).map { _ in (random.point(size), random.color()) }
    for _ in 0..<5 {
      var list = DisplayList(size: size)
      list.fillSquares(count: squares.count, side: side, isAligned: seed >= 6) { squares[$0] }
      video.show(list)
      expectEqual(video.image, list.painted())
      for _ in 0..<4 {
        squares[Int.random(in: 0..<300, using: &random)].0 = random.point(size)
      }
      squares[7].1 = random.color()
      if seed % 2 == 0 { squares.swapAt(3, 200) }
    }
  }

  @Test("large changes that overlap have the same pixels if several threads paint them")
  func overlapping() {
    let size = PixelSize(width: 1600, height: 1200)
    func list(_ offset: Double) -> DisplayList {
      var list = DisplayList(size: size)
      for index in 0..<3 {
        let corner = Double(index) * 90 + offset
        list.fill(
          Rect(x: corner, y: corner, width: 1203, height: 901),
          Color(red8: 90, green8: 200, blue8: 30, alpha8: 140))
      }
      return list
    }
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer(threads: 4)
    var shown = list(0)
    rasterizer.paint(shown, into: image)
    for step in 1...6 {
      let next = list(Double(step) * 1.5)
      var damage = Damage(of: size)
      damage.mark(from: shown, to: next)
      image.withMutablePixels {
        rasterizer.paint(next, changes: damage, into: $0, stride: size.width)
      }
      expectEqual(image, next.painted())
      shown = next
    }
  }

  @Test("if the edge that a blur repeats moves, everything that it affects is painted again")
  func repeatedEdge() {
    let size = PixelSize(width: 100, height: 120)
    var video = Video(size)
    // Outside the large rectangle, the small one moves the edge of the whole group.
    for x in [60.0, 40, 60] {
      var list = DisplayList(size: size)
      let blur = Filter.gaussianBlur(sigmaX: 6, sigmaY: 6, edges: .repeated)
      list.withGroup(GroupStyle(filters: [blur])) {
        $0.fill(Rect(x: 20, y: 10, width: 40, height: 100), .white)
        $0.fill(Rect(x: x, y: 14, width: 8, height: 4), .blue)
      }
      video.show(list)
      expectEqual(video.image, list.painted(), "at \(x)")
    }
  }

  @Test("another mode of a mask or a matte with the same shape is painted")
  func masks() {
    let size = PixelSize(width: 40, height: 30)
    let all = Rect(x: 0, y: 0, width: 40, height: 30)
    var shape = Path()
    shape.addRect(Rect(x: 5, y: 5, width: 20, height: 20))
    var lists: [DisplayList] = []
    for isInverted in [false, true] {
      for mode in Mask.Mode.allCases {
        var list = DisplayList(size: size)
        list.withGroup {
          $0.fill(all, .white)
          $0.mask(shape, Mask(mode, isInverted: isInverted), opacity: 0.6)
        }
        lists.append(list)
      }
      for channel in Matte.Channel.allCases {
        var list = DisplayList(size: size)
        list.withGroup {
          $0.fill(all, .white)
          $0.withMatte(Matte(channel, isInverted: isInverted)) {
            $0.fill(all, Color(red8: 90, green8: 200, blue8: 30, alpha8: 140))
          }
        }
        lists.append(list)
      }
    }
    var video = Video(size)
    for old in lists {
      for new in lists {
        video.show(old)
        video.show(new)
        expectEqual(video.image, new.painted())
      }
    }
  }

  @Test("if an inverted mask fades, everything that it covers is painted again, not only its shape")
  func fadingMask() {
    let size = PixelSize(width: 400, height: 200)
    var shape = Path()
    shape.addRect(Rect(x: 150, y: 80, width: 40, height: 20))
    var video = Video(size)
    for opacity in [1, 0.5, 0.2, 1] {
      var list = DisplayList(size: size)
      list.withGroup {
        $0.fill(Rect(x: 0, y: 0, width: 400, height: 200), .white)
        $0.mask(shape, Mask(.add, isInverted: true), opacity: opacity)
      }
      video.show(list)
      expectEqual(video.image, list.painted(), "at \(opacity)")
    }
  }
}

/// An image that shows successive lists by painting and copying only the changes.
private struct Video {
  let image: PixelImage
  private let buffer: PixelImage
  private let rasterizer = Rasterizer()
  private var damage: Damage
  private var previous = DisplayList(size: .zero)

  init(_ size: PixelSize) {
    image = PixelImage(size: size)
    buffer = PixelImage(size: size)
    damage = Damage(of: size)
  }

  mutating func show(_ list: DisplayList) {
    damage.clear()
    damage.mark(from: previous, to: list)
    let (buffer, width) = (buffer, image.size.width)
    image.withMutablePixels { shown in
      buffer.withMutablePixels { painted in
        rasterizer.paint(list, changes: damage, into: painted, stride: width)
        damage.forEachRectangle { area in
          for y in area.y0..<area.y1 {
            for x in area.x0..<area.x1 { shown[y * width + x] = painted[y * width + x] }
          }
        }
      }
    }
    previous = list
  }
}
