import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Filters of groups")
struct FilterTests {
  private func painted(
    _ size: PixelSize, _ filters: [Filter], scale: Double = 1, background: Color = .black,
    _ body: (inout DisplayList) -> Void
  ) -> PixelImage {
    var list = DisplayList(size: size, scale: scale, background: background)
    list.withGroup(GroupStyle(filters: filters), body)
    return list.painted()
  }

  private func blur(_ sigma: Double, _ edges: Filter.Edges = .transparent) -> Filter {
    .gaussianBlur(sigmaX: sigma, sigmaY: sigma, edges: edges)
  }

  /// The blue channel of an image, 0...255, blurred in floating point by the exact Gaussian.
  private func exactlyBlurred(
    _ image: PixelImage, sigmaX: Double, sigmaY: Double
  ) -> [[Double]] {
    func weights(_ sigma: Double) -> [Double] {
      if sigma == 0 { return [1] }
      let reach = Int(5 * sigma) + 2
      let raw = (-reach...reach).map { index in
        let position = Double(index) / sigma
        return exponential(-position * position / 2)
      }
      let sum = raw.reduce(0, +)
      return raw.map { $0 / sum }
    }
    let (wx, wy) = (weights(sigmaX), weights(sigmaY))
    let size = image.size
    var rows = (0..<size.height).map { y in (0..<size.width).map { Double(image.level($0, y)) } }
    rows = rows.map { row in
      row.indices.map { x in
        wx.indices.reduce(0) { sum, k in
          let position = x + k - wx.count / 2
          return row.indices.contains(position) ? sum + row[position] * wx[k] : sum
        }
      }
    }
    return rows.indices.map { y in
      (0..<size.width).map { x in
        wy.indices.reduce(0) { sum, k in
          let position = y + k - wy.count / 2
          return rows.indices.contains(position) ? sum + rows[position][x] * wy[k] : sum
        }
      }
    }
  }

  @Test("a reused list behaves like a new one, whatever it contained and omitted")
  func usedAgain() {
    func draw(_ list: inout DisplayList, size: PixelSize) {
      list.removeAll(size: size, scale: 2, background: .white)
      let blur = Filter.gaussianBlur(sigmaX: 3, sigmaY: 3)
      let all = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      list.withView(Rect(x: 10, y: 10, width: 3000, height: 3000)) { list in
        list.withGroup(GroupStyle(filters: [blur, blur])) { $0.fill(all, .blue) }
        list.withGroup(GroupStyle(opacity: 0.5)) { $0.fillDisc(center: .zero, radius: 9, .red) }
        list.fillSquares(count: 3, side: 2) { (Point(x: Double($0), y: 1), .red) }
      }
    }
    let (large, small) = (PixelSize(width: 5000, height: 5000), PixelSize(width: 300, height: 200))
    var used = DisplayList(size: small)
    for size in [large, large, small, large, large] {
      var fresh = DisplayList(size: small)
      draw(&fresh, size: size)
      draw(&used, size: size)
      #expect(used == fresh && used.omissions.isEmpty)
      expectEqual(used.hashValue, fresh.hashValue)
      var path = Path()
      path.addRect(Rect(x: 0, y: 0, width: 9, height: 9))
      used.fill(path, .color(.red), transform: Transform(scale: .infinity))
      expectEqual(used.omissions, .notFinite)
    }
  }

  @Test(
    "a blur is within 2 % of the range of the exact Gaussian, and a small one within 4 %",
    arguments: [(0.8, 0.8), (1.5, 1.5), (3, 3), (6, 6), (5, 0), (0, 4), (2, 7)])
  func gaussian(sigmas: (Double, Double)) {
    let size = PixelSize(width: 72, height: 64)
    func shapes(_ list: inout DisplayList) {
      list.fill(Rect(x: 22, y: 24, width: 24, height: 14), .white)
      list.fillDisc(center: Point(x: 48, y: 36), radius: 7.3, .white)
    }
    let sharp = RasterFixtures.coverage(size, shapes)
    let exact = exactlyBlurred(sharp, sigmaX: sigmas.0, sigmaY: sigmas.1)
    let image = painted(
      size, [.gaussianBlur(sigmaX: sigmas.0, sigmaY: sigmas.1)], shapes)
    var worst = 0.0
    for y in 0..<size.height {
      for x in 0..<size.width {
        worst = max(worst, abs(Double(image.level(x, y)) - exact[y][x]))
      }
    }
    let limit = min(sigmas.0, sigmas.1) < 1.5 && max(sigmas.0, sigmas.1) < 1.5 ? 0.04 : 0.02
    #expect(worst < limit * 255, "\(sigmas): off by \(worst)")
  }

  @Test("the variance of a kernel is exact, and grows continuously")
  func kernels() {
    for index in 1...400 {
      let sigma = Double(index) * 0.25
      let kernel = BlurKernel(sigma: sigma)
      let r = Double(kernel.radius)
      let edge = Double(kernel.edge)
      let variance =
        (r * (r + 1) * (2 * r + 1) / 3 + 2 * edge * (r + 1) * (r + 1)) / (2 * r + 1 + 2 * edge)
      #expect(abs(variance * 3 - sigma * sigma) < 1e-4 * sigma * sigma)
      #expect(kernel.edge < 1)
      #expect(Double(kernel.reach) <= 3 * sigma + 3)
    }
    #expect(BlurKernel(sigma: 0).isIdentity)
  }

  @Test("a blur leaves a flat area unchanged to the bit, except at its edges")
  func even() {
    let color = Color(argb: 0x80FF_8040)
    let size = PixelSize(width: 40, height: 40)
    func fill(_ list: inout DisplayList) {
      list.fill(Rect(x: -60, y: -60, width: 160, height: 160), color)
    }
    expectEqual(painted(size, [blur(5)], fill), painted(size, [], fill))
  }

  @Test("content outside the image is blurred into it, as if the image were larger")
  func beyondTheEdge() {
    var random = SeededGenerator(seed: 0xED6E)
    let size = PixelSize(width: 48, height: 40)
    let margin = 64
    let large = PixelSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
    for _ in 0..<12 {
      func coordinate(_ range: Int) -> Double {
        Double(Int.random(in: -30 * 64..<(range + 30) * 64, using: &random)) / 64
      }
      let shapes = (0..<8).map { _ in
        (
          Point(x: coordinate(48), y: coordinate(40)), Point(x: coordinate(48), y: coordinate(40)),
          Point(x: coordinate(48), y: coordinate(40)), random.color()
        )
      }
      let filters = [random.filter(), random.filter()].filter {
        if case .gaussianBlur(_, _, .repeated) = $0 { return false }
        return true
      }
      func append(_ list: inout DisplayList) {
        list.withGroup(GroupStyle(filters: filters)) { list in
          for (index, (a, b, c, color)) in shapes.enumerated() {
            switch index % 4 {
            case 0: list.fillPolygon([a, b, c], color)
            case 1: list.fill(Rect(x: a.x, y: a.y, width: 9, height: 12), color)
            case 2: list.fillDisc(center: b, radius: 8, color)
            default:
              list.fillSquares(count: 3, side: 5) { ([a, b, c][$0], color) }
            }
          }
        }
      }
      var list = DisplayList(size: size)
      append(&list)
      let image = list.painted()
      var larger = DisplayList(size: large)
      larger.withView(
        Rect(
          x: Double(margin), y: Double(margin), width: Double(size.width),
          height: Double(size.height)), append)
      let window = larger.painted()
      var differences = 0
      for y in 0..<size.height {
        for x in 0..<size.width where image[x, y] != window[x + margin, y + margin] {
          differences += 1
        }
      }
      expectEqual(differences, 0, "\(filters)")
    }
  }

  @Test("on request, pixels at the edge are repeated, and the image keeps its extent")
  func repeatedEdges() {
    let size = PixelSize(width: 24, height: 24)
    func fill(_ list: inout DisplayList) {
      list.fill(Rect(x: 6, y: 6, width: 12, height: 12), .white)
    }
    expectEqual(painted(size, [blur(3, .repeated)], fill), painted(size, [], fill))
    #expect(painted(size, [blur(3)], fill) != painted(size, [], fill))
  }

  /// The brightness of a row as digits, where 9 is white.
  private func digits(_ image: PixelImage, row: Int) -> String {
    String(
      (0..<image.size.width).map {
        Character("\(min(9, (image.level($0, row) * 10 + 127) / 255))")
      })
  }

  @Test("a shadow lies below an opaque square, moved and soft")
  func shadow() {
    let size = PixelSize(width: 20, height: 16)
    func square(_ list: inout DisplayList) {
      list.fill(Rect(x: 4, y: 4, width: 6, height: 6), Color.black)
    }
    func shadow(_ dx: Double, _ dy: Double, _ sigma: Double) -> PixelImage {
      painted(
        size, [.dropShadow(.white, offset: Vector(dx: dx, dy: dy), sigma: sigma)],
        background: Color(rgb: 0), square)
    }
    let hard = shadow(4, 3, 0)
    expectEqual(digits(hard, row: 5), "00000000000000000000")
    expectEqual(digits(hard, row: 8), "00000000009999000000")
    expectEqual(digits(hard, row: 12), "00000000999999000000")
    expectEqual(digits(hard, row: 13), "00000000000000000000")
    expectEqual(digits(shadow(4.5, 3, 0), row: 12), "00000000599999500000")
    expectEqual(digits(shadow(4, 3.25, 0), row: 13), "00000000333333000000")
    expectEqual(digits(shadow(4, 3, 1.5), row: 10), "00000024689986420000")
    let soft = shadow(0, 0, 1)
    expectEqual(digits(soft, row: 6), "00130000003100000000")
  }

  @Test("a shadow is multiplied by the alpha of its colour, and shows through translucent content")
  func translucentShadow() {
    let image = painted(
      PixelSize(width: 4, height: 1),
      [.dropShadow(Color(argb: 0x8000_00FF), offset: Vector(dx: 2, dy: 0), sigma: 0)]
    ) { list in
      list.fill(Rect(x: 0, y: 0, width: 1, height: 1), .white)
      list.fill(Rect(x: 2, y: 0, width: 1, height: 1), Color(argb: 0x80FF_0000))
    }
    expectEqual((0..<4).map { image[$0, 0] }, [0xFFFF_FFFF, 0xFF00_0000, 0xFF80_0040, 0xFF00_0000])
  }

  @Test("a fill replaces colours and keeps the alpha, and tints map dark and bright colours")
  func colors() {
    let size = PixelSize(width: 4, height: 1)
    func pixels(_ filter: Filter) -> [UInt32] {
      let image = painted(size, [filter]) { list in
        let colors: [UInt32] = [0xFFFF_FFFF, 0xFF00_0000, 0x80FF_FFFF, 0xFF00_FF00]
        for (x, color) in colors.enumerated() {
          list.fill(Rect(x: Double(x), y: 0, width: 1, height: 1), Color(argb: color))
        }
      }
      return (0..<4).map { image[$0, 0] }
    }
    #expect(
      pixels(.fill(Color(rgb: 0xFF8000)))
        == [0xFFFF_8000, 0xFFFF_8000, 0xFF80_4000, 0xFFFF_8000])
    #expect(
      pixels(.fill(Color(argb: 0x80FF_8000)))
        == [0xFF80_4000, 0xFF80_4000, 0xFF40_2000, 0xFF80_4000])
    let (dark, light) = (Color(rgb: 0x000080), Color(rgb: 0xFF0000))
    #expect(
      pixels(.tint(dark: dark, light: light, amount: 1))
        == [0xFFFF_0000, 0xFF00_0080, 0xFF80_0000, 0xFFB6_0025])
    #expect(
      pixels(.tint(dark: dark, light: light, amount: 0))
        == [0xFFFF_FFFF, 0xFF00_0000, 0xFF80_8080, 0xFF00_FF00])
    // The luma of green is 182: 109 of the 255 from the middle to the light colour.
    expectEqual(
      pixels(.tritone(dark: dark, middle: Color(rgb: 0x00FF00), light: light, amount: 1)),
      [0xFFFF_0000, 0xFF00_0080, 0xFF80_0000, 0xFF6D_9200])
    expectEqual(
      pixels(.tritone(dark: dark, middle: dark, light: light, amount: 0.4)),
      [0xFFFF_9999, 0xFF00_0033, 0xFF80_4D4D, 0xFF2C_991D])
  }

  @Test("an inner shadow is the area around the silhouette, moved and clipped to it")
  func innerShadow() {
    let size = PixelSize(width: 12, height: 1)
    func row(_ offset: Vector, sigma: Double = 0) -> String {
      let image = painted(
        size, [.innerShadow(.black, offset: offset, sigma: sigma)], background: .black
      ) {
        $0.fill(Rect(x: 2, y: -9, width: 8, height: 19), .blue)
      }
      return digits(image, row: 0)
    }
    expectEqual(row(Vector(dx: 3, dy: 0)), "000009999900")
    expectEqual(row(Vector(dx: -2, dy: 0)), "009999990000")
    expectEqual(row(.init(dx: 0, dy: 0)), "009999999900")
    // Blurred, it fades from the edge inwards, alike on both sides.
    let soft = row(.init(dx: 0, dy: 0), sigma: 1)
    #expect(soft == String(soft.reversed()) && soft.hasPrefix("00"))
    #expect(soft.contains("99") && !soft.contains("009"), "\(soft)")
    let half = painted(
      size, [.innerShadow(Color(argb: 0x8000_0000), offset: Vector(dx: 3, dy: 0), sigma: 0)]
    ) {
      $0.fill(Rect(x: 2, y: 0, width: 8, height: 1), .blue)
    }
    #expect(half[3, 0] == 0xFF00_007F && half[6, 0] == 0xFF00_00FF && half[0, 0] == 0xFF00_0000)
  }

  @Test("an outline has its width on all sides, and round corners")
  func outline() {
    let size = PixelSize(width: 40, height: 40)
    func image(_ width: Double, scale: Double = 1) -> PixelImage {
      painted(size, [.outline(.white, width: width)], scale: scale) {
        $0.fill(Rect(x: 12 / scale, y: 12 / scale, width: 16 / scale, height: 16 / scale), .blue)
      }
    }
    let five = image(5)
    #expect(five[20, 20] == 0xFF00_00FF && five[12, 12] == 0xFF00_00FF)
    #expect(five[7, 20] == 0xFFFF_FFFF && five[6, 20] == 0xFF00_0000)
    #expect(five[20, 32] == 0xFFFF_FFFF && five[20, 33] == 0xFF00_0000)
    #expect(five[7, 7] == 0xFF00_0000 && five[9, 9] == 0xFFFF_FFFF)
    #expect((127...128).contains(image(2.5)[9, 20] & 0xFF))
    expectEqual(image(2.5, scale: 2), five)
    #expect(image(0) == image(-3) && image(.nan) == image(0))
    expectEqual(image(1e9), image(32))
  }

  @Test(
    "a choked image ends where its blurred alpha passes a range, with the colours that it had")
  func choke() {
    let size = PixelSize(width: 40, height: 40)
    func image(_ sigma: Double, _ level: Double, scale: Double = 1) -> PixelImage {
      painted(size, [.choke(sigma: sigma, range: level...level)], scale: scale) {
        $0.fill(Rect(x: 10 / scale, y: 10 / scale, width: 10 / scale, height: 20 / scale), .blue)
        $0.fill(Rect(x: 20 / scale, y: 10 / scale, width: 10 / scale, height: 20 / scale), .white)
      }
    }
    let (blue, white, none): (UInt32, UInt32, UInt32) = (0xFF00_00FF, 0xFFFF_FFFF, 0xFF00_0000)
    func row(_ image: PixelImage, _ y: Int = 20) -> String {
      (0..<40).map {
        [blue: "b", white: "w", none: "."][image[$0, y]] ?? "?"
      }.joined()
    }
    // A straight edge reaches seven eighths of the alpha 1.15 deviations inside it.
    expectEqual(row(image(2, 0.875)), "............bbbbbbbbwwwwwwww............")
    expectEqual(row(image(2, 0.5)), "..........bbbbbbbbbbwwwwwwwwww..........")
    expectEqual(row(image(1, 0.875, scale: 2)), row(image(2, 0.875)))
    // At a corner, the product of both directions counts.
    expectEqual(row(image(2, 0.875), 12).filter { $0 != "." }.count < 16, true)
    // The enlarged area has the neighbouring colours.
    let large = image(2, 0.125)
    expectEqual(row(large), "........bbbbbbbbbbbbwwwwwwwwwwww........")
    expectEqual(row(large, 8).filter { $0 != "." }.isEmpty, false)
    // A soft image becomes hard, and one that is wholly below the range disappears.
    for (range, expected) in [
      (0.25...0.375, 255.0), (0.75...0.9, 0), (0...1, 128), (0.25...0.7, (128 - 63.75) / 0.45),
      (0...0.75, 128 / 0.75), (0.5...0.5, 255), (0.51...0.51, 0),
    ] as [(ClosedRange<Double>, Double)] {
      let soft = painted(
        PixelSize(width: 9, height: 9), [.choke(sigma: 0, range: range)], background: .clear
      ) { $0.fill(Rect(x: 0, y: 0, width: 9, height: 9), Color(argb: 0x8000_00FF)) }
      let alpha = UInt32(expected.rounded())
      expectEqual(soft[4, 4], alpha << 24 | alpha)
    }
    #expect(image(.nan, 0.5) == image(0, 0.5) && image(-1, 0.5) == image(0, 0.5))
  }

  @Test("a field's colours are blended with the image's, whose alpha stays")
  func blendedColorFields() {
    func word(_ color: UInt32, _ amount: Double, _ mode: BlendMode) -> UInt32 {
      let point = ColorField.ColorPoint(.zero, Color(rgb: 0x00_FF80))
      let field = ColorField(.linear(point, point), blendMode: mode)
      let filter = Filter.colors(field, amount: amount)
      let image = painted(PixelSize(width: 1, height: 1), [filter], background: .clear) {
        $0.fill(Rect(x: 0, y: 0, width: 1, height: 1), Color(argb: color))
      }
      return image[0, 0]
    }
    expectEqual(word(0xFF80_80FF, 1, .multiply), 0xFF00_8080)
    expectEqual(word(0xFF80_80FF, 1, .screen), 0xFF80_FFFF)
    expectEqual(word(0x8080_80FF, 1, .multiply), 0x8000_4040)
    expectEqual(word(0x8000_0000, 1, .screen), 0x8000_8040)
    expectEqual(word(0xFFFF_FFFF, 0, .multiply), 0xFFFF_FFFF)
    expectEqual(word(0xFFFF_FFFF, 0.5, .multiply) >> 8, 0xFF7F_FF)
    expectEqual(word(0, 1, .add), 0)
  }

  @Test("colours are those of a field where the pixel is, with the image's alpha")
  func colorFields() {
    let size = PixelSize(width: 10, height: 2)
    func image(_ shape: ColorField.Shape, amount: Double = 1, x: Double = 0) -> PixelImage {
      let field = ColorField(shape, transform: Transform(scaleX: 2, y: 2))
      var list = DisplayList(size: size, background: .clear)
      list.withView(Rect(x: x, y: 0, width: 10, height: 2)) { list in
        list.withGroup(GroupStyle(filters: [.colors(field, amount: amount)])) {
          $0.fill(Rect(x: 0, y: 0, width: 9, height: 1), Color(argb: 0xFFFF_FFFF))
          $0.fill(Rect(x: 0, y: 1, width: 9, height: 1), Color(argb: 0x80FF_FFFF))
        }
      }
      return list.painted()
    }
    let black = ColorField.ColorPoint(Point(x: 0.25, y: 0), .black)
    let blue = ColorField.ColorPoint(Point(x: 4.25, y: 0), .blue)
    let line = image(.linear(black, blue))
    for x in 0..<9 {
      let threshold = Double(OrderedDither.threshold(x, 0)) / 256
      expectEqual(line[x, 0] & 0xFF, UInt32(255 * Double(x) / 8 + threshold))
    }
    #expect(line[8, 1] == 0x8000_0080 && line[9, 0] == 0)
    expectEqual(image(.linear(black, blue), x: 1)[9, 0], 0xFF00_00FF)
    expectEqual(image(.linear(black, blue), amount: 0.5)[0, 0], 0xFF7F_7F7F)
    let circle = image(.radial(.init(Point(x: 2.25, y: 0.25), .black), blue))
    #expect(circle[4, 0] == 0xFF00_0000 && circle[0, 0] == circle[8, 0])
    let (red, white) = (Color(rgb: 0xFF0000), Color.white)
    let four = image(
      .points(
        .init(Point(x: 0.25, y: 0.25), red), .init(Point(x: 4.25, y: 0.25), .blue),
        .init(Point(x: 0.25, y: 40), white), .init(Point(x: 4.25, y: 40), .black)))
    #expect(four[0, 0] == 0xFFFF_0000 && four[8, 0] == 0xFF00_00FF)
    expectEqual(four[4, 0] >> 16 & 0xFF, four[4, 0] & 0xFF)
    // Three points of a quarter of the weight at the fourth: 1 / (0 + s²) against 1 / (3·s² + s²).
    let far = ColorField.ColorPoint(Point(x: 0.25 + 12.0.squareRoot(), y: 0.25), .black)
    let soft = image(
      .points(.init(Point(x: 0.25, y: 0.25), .blue), far, far, far, softness: 2))
    #expect((145...146).contains(soft[0, 0] & 0xFF))
    expectEqual(image(.points(black, blue, blue, blue, softness: .infinity))[0, 0], 0xFFFF_FFFF)
    // Both ends at one point leave the second colour, and no numbers crash.
    expectEqual(image(.linear(black, .init(black.point, .blue)))[3, 0], 0xFF00_00FF)
    for number in [Double.nan, .infinity, 1e300, -1e308] {
      _ = image(.linear(.init(Point(x: number, y: 0), red), blue))
      _ = image(.radial(.init(Point(x: 0, y: number), red), blue))
      _ = image(.points(black, blue, .init(Point(x: number, y: number), red), blue))
      _ = image(.points(black, blue, blue, blue, softness: number))
    }
  }

  @Test("filters apply in order, before masks and after the filters of nested groups")
  func order() {
    let size = PixelSize(width: 12, height: 1)
    var half = Path()
    half.addRect(Rect(x: 0, y: 0, width: 4, height: 1))
    let shadow = Filter.dropShadow(.white, offset: Vector(dx: 6, dy: 0), sigma: 0)
    func row(_ filters: [Filter], inner: Bool) -> String {
      var list = DisplayList(size: size)
      list.withGroup(GroupStyle(filters: filters)) { list in
        if inner {
          list.withGroup { list in
            list.fill(Rect(x: 2, y: 0, width: 4, height: 1), .blue)
            list.clip(to: half)
          }
        } else {
          list.fill(Rect(x: 2, y: 0, width: 4, height: 1), .blue)
          list.clip(to: half)
        }
      }
      return digits(list.painted(), row: 0)
    }
    expectEqual(row([shadow], inner: true), "009900009900")
    expectEqual(row([shadow], inner: false), "009900000000")
    let toBlack = Filter.fill(.black)
    expectEqual(row([shadow, toBlack], inner: true), "000000000000")
    expectEqual(row([toBlack, shadow], inner: true), "000000009900")
  }

  @Test("lengths are in points")
  func scale() {
    let small = painted(PixelSize(width: 40, height: 40), [blur(4)]) {
      $0.fill(Rect(x: 10, y: 10, width: 20, height: 20), .white)
    }
    let scaled = painted(PixelSize(width: 40, height: 40), [blur(2)], scale: 2) {
      $0.fill(Rect(x: 5, y: 5, width: 10, height: 10), .white)
    }
    expectEqual(small, scaled)
  }

  @Test("lists that differ only in a filter are different, and the damage is the group's extent")
  func damage() {
    let size = PixelSize(width: 200, height: 200)
    func list(_ sigma: Double, x: Double = 100, extra: Double = 20) -> DisplayList {
      var list = DisplayList(size: size)
      list.withGroup(GroupStyle(filters: [blur(sigma)])) { list in
        list.fill(Rect(x: x, y: 100, width: 8, height: 8), .white)
        list.fill(Rect(x: extra, y: 20, width: 8, height: 8), .white)
      }
      return list
    }
    #expect(list(2) != list(3))
    expectEqual(list(2), list(2))
    var tiles = TileSet(TileGrid(size: size))
    tiles.markDamage(from: list(2), to: list(2))
    #expect(tiles.isEmpty)
    tiles.markDamage(from: list(2), to: list(3))
    #expect(tiles.contains(column: 13, row: 13) && tiles.contains(column: 2, row: 2))
    tiles.clear()
    // Moving content damages as far around it as the blur reaches, but not the whole group.
    tiles.markDamage(from: list(2), to: list(2, x: 104))
    #expect(tiles.contains(column: 12, row: 12) && !tiles.contains(column: 3, row: 3))
    #expect(tiles.count <= 25)
  }

  @Test("no numbers make a filter hang, take too much memory or crash")
  func hostile() {
    let size = PixelSize(width: 30, height: 20)
    for number in [1e300, .nan, -.infinity, -1, 1e-300] {
      let image = painted(
        size,
        [
          .dropShadow(.white, offset: Vector(dx: number, dy: 1), sigma: number),
          .tint(dark: .black, light: .white, amount: number),
          .tritone(dark: .black, middle: .red, light: .white, amount: number),
          .gaussianBlur(sigmaX: number, sigmaY: number),
          .gaussianBlur(sigmaX: 1, sigmaY: number, edges: .repeated),
          .innerShadow(.white, offset: Vector(dx: 1, dy: number), sigma: number),
          .outline(.white, width: number), .choke(sigma: number, range: 0.4...0.6),
          .lineBlur(deviation: Vector(dx: number, dy: 1)),
          .lineBlur(deviation: Vector(dx: 3, dy: number)),
        ]
      ) { list in
        list.fillDisc(center: Point(x: 4, y: 4), radius: 3, .blue)
      }
      expectEqual(image.size, size)
    }
    #expect(BlurKernel(sigma: 340).reach <= DisplayList.maximumFilterReach)
  }

  @Test("too many filters, and filters of too many pixels, are left out")
  func limits() {
    let size = PixelSize(width: 30, height: 20)
    func nested(_ depth: Int, _ filters: [Filter]) -> DisplayList {
      var list = DisplayList(size: size)
      func nest(_ list: inout DisplayList, _ rest: Int) {
        list.fill(Rect(x: 3, y: 3, width: 5, height: 5), .white)
        if rest == 0 { return }
        list.withGroup(GroupStyle(opacity: 0.9, filters: filters)) { nest(&$0, rest - 1) }
      }
      nest(&list, depth)
      return list
    }
    expectEqual(nested(2, [blur(1)]).omissions, [])
    expectEqual(nested(1, Array(repeating: blur(0.1), count: 17)).omissions, .filters)
    var large = DisplayList(size: size)
    for _ in 0..<20 {
      large.withGroup(GroupStyle(filters: [blur(300)])) { list in
        list.fill(Rect(x: -3000, y: -3000, width: 6000, height: 6000), .white)
      }
    }
    expectEqual(large.omissions, .filters)
    let list = nested(4, [blur(1), blur(2)])
    expectEqual(list.omissions, [])
    _ = list.painted()
  }

  @Test("an emptied list keeps no filters of the previous frame")
  func emptying() {
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    list.withGroup(GroupStyle(filters: [blur(1)])) { _ in }
    expectEqual(list.filters.count, 1)
    list.removeAll(size: list.size)
    #expect(list.filters.isEmpty)
  }
}
