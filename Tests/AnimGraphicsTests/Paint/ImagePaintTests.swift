import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Image paints")
struct ImagePaintTests {
  private func image(_ width: Int, _ height: Int, seed: UInt64) throws -> Image {
    var random = SeededGenerator(seed: seed)
    let words = (0..<width * height).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    return try #require(Image(size: PixelSize(width: width, height: height), straight: words))
  }

  @Test("an image needs as many words as it has pixels")
  func sizes() {
    #expect(Image(size: PixelSize(width: 2, height: 2), straight: [1, 2, 3]) == nil)
    #expect(Image(size: PixelSize(width: 0, height: 0), straight: []) == nil)
    #expect(Image(size: PixelSize(width: -1, height: -1), straight: [1]) == nil)
    #expect(Image(size: PixelSize(width: .max, height: .max), straight: [1]) == nil)
  }

  @Test("images are equal if their pixels are")
  func equality() throws {
    let image = try image(5, 4, seed: 1)
    try expectEqual(image, self.image(5, 4, seed: 1))
    #expect(try image != self.image(4, 5, seed: 1))
    #expect(try image != self.image(5, 4, seed: 2))
  }

  @Test("nearest samples the pixel at the centre, and repeats pixels at the edge")
  func nearest() throws {
    let image = try image(7, 5, seed: 3)
    let transform = Transform(a: 3.1, b: 0.7, c: -0.9, d: 2.3, tx: 12, ty: 4)
    let inverse = try #require(transform.inverse)
    for y in 0..<30 {
      let words = PaintTests.row(
        .image(ImagePaint(image, sampling: .nearest)), transform, y: y, count: 50)
      for x in 0..<50 {
        let position = inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let column = min(max(Int(position.x.rounded(.down)), 0), 6)
        let row = min(max(Int(position.y.rounded(.down)), 0), 4)
        expectEqual(words[x], image.pixels[row * 7 + column])
      }
    }
  }

  @Test("bilinear mixes the four pixels around a point, to 1/256 pixel")
  func bilinear() throws {
    let image = try image(6, 5, seed: 5)
    let transform = Transform(a: 7.3, b: 1.7, c: -1.9, d: 6.3, tx: 9, ty: 4)
    let inverse = try #require(transform.inverse)
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
      PaintTests.channels(image.pixels[min(max(y, 0), 4) * 6 + min(max(x, 0), 5)])
    }
    for y in 0..<50 {
      let words = PaintTests.row(.image(ImagePaint(image)), transform, y: y, count: 60)
      for x in 0..<60 {
        let position = inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let u = position.x - 0.5
        let v = position.y - 0.5
        let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        let (s, t) = (u - Double(column), v - Double(row))
        let upper = pixel(column, row) * (1 - s) + pixel(column + 1, row) * s
        let lower = pixel(column, row + 1) * (1 - s) + pixel(column + 1, row + 1) * s
        let exact = upper * (1 - t) + lower * t
        #expect(PaintTests.distance(PaintTests.channels(words[x]), exact) < 2.6)
      }
    }
  }

  @Test("a translated image is interpolated like one that is rotated minimally")
  func shifted() throws {
    let image = try image(41, 9, seed: 9)
    var random = SeededGenerator(seed: 10)
    for round in 0..<300 {
      // Some shifts are by whole numbers of 1/256 pixel, or close to them.
      var shift = Double.random(in: -50...50, using: &random)
      if round % 3 == 1 { shift = (shift * 256).rounded() / 256 }
      if round % 3 == 2 { shift = (shift * 256).rounded() / 256 + 1e-9 }
      let vertical = Double.random(in: -3...3, using: &random)
      let transform = Transform(translation: Vector(dx: shift, dy: vertical))
      let (x, y) = (-20, round % 14 - 3)
      let words = PaintTests.row(.image(ImagePaint(image)), transform, x: x, y: y, count: 90)
      // Far from the image, and so small that no coordinate is another, but not zero.
      var turned = transform
      turned.b = 1e-300
      let wanted = PaintTests.row(.image(ImagePaint(image)), turned, x: x, y: y, count: 90)
      expectEqual(words, wanted, "\(shift) \(vertical)")
    }
  }

  @Test("an enlarged image is interpolated like one that is rotated minimally")
  func enlarged() throws {
    let image = try image(83, 9, seed: 11)
    var random = SeededGenerator(seed: 12)
    for round in 0..<300 {
      var transform = Transform(
        a: .random(in: 1...3, using: &random), b: 0, c: .random(in: -1...1, using: &random),
        d: .random(in: -3...3, using: &random), tx: .random(in: -50...50, using: &random),
        ty: .random(in: -3...3, using: &random))
      if round % 3 == 1 { (transform.a, transform.c) = (1.5, 0) }
      if round % 3 == 2 { (transform.a, transform.tx) = (1, -0.5) }
      let (x, y) = (-20, round % 20 - 3)
      let words = PaintTests.row(.image(ImagePaint(image)), transform, x: x, y: y, count: 230)
      // So small that no coordinate is another, but not zero.
      transform.b = 1e-300
      let wanted = PaintTests.row(.image(ImagePaint(image)), transform, x: x, y: y, count: 230)
      expectEqual(words, wanted, "\(transform)")
    }
  }

  @Test("an image aligned with the pixels is copied", arguments: [true, false])
  func copied(isBilinear: Bool) throws {
    let image = try image(6, 3, seed: 7)
    let paint = ImagePaint(
      image, sampling: isBilinear ? .bilinear : .nearest,
      transform: Transform(translation: Vector(dx: 4, dy: -2)))
    let words = PaintTests.row(.image(paint), y: -1, count: 12)
    let row = Array(image.pixels[6..<12])
    expectEqual(words, Array(repeating: row[0], count: 4) + row + [row[5], row[5]])
    // A tiny offset gives the same result by the general method.
    var beside = paint
    beside.transform.tx += 1e-7
    #expect(PaintTests.row(.image(beside), y: -1, count: 9).dropFirst(5).first != nil)
    var turned = paint
    turned.transform.b = 1e-12
    if !isBilinear {
      expectEqual(PaintTests.row(.image(turned), y: -1, count: 12), words)
    }
  }

  @Test("an image of one pixel is uniform, and no transform traps")
  func degenerate() throws {
    let image = try #require(
      Image(size: PixelSize(width: 1, height: 1), straight: [0xFF12_3456]))
    for scale in [1e-15, 1, 1e15] {
      for sampling in [ImagePaint.Sampling.nearest, .bilinear] {
        let paint = ImagePaint(
          image, sampling: sampling,
          transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: 1e17, ty: -1e17))
        expectEqual(
          PaintTests.row(.image(paint), x: -500_000, count: 2), [0xFF12_3456, 0xFF12_3456])
      }
    }
    expectEqual(PaintTests.row(.image(ImagePaint(image)), Transform(scale: 0), count: 1), [0])
  }
}
