import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite(.serialized, .xServer)
struct ServerRendererTests {
  private static let shown = PixelRect(x0: 20, y0: 10, x1: 340, y1: 210)

  @Test("the server's shapes match the rasteriser's, except for some edge pixels")
  func agreement() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    expectEqual(fixture.renderer.description, "core")
    var random = SeededGenerator(seed: 11)
    // The share of edge pixels that may be off by a little more than half a pixel's coverage,
    // because of rounding to whole pixels, for each kind of shape.
    for (shape, share) in [("disc", 0.25), ("sector", 0.35), ("polygon", 0.4), ("line", 0.4)] {
      var (edge, wrong) = (0.0, 0)
      for _ in 0..<25 {
        var list = DisplayList(size: TestFrames.size)
        let center = random.point(100...220, 80...120)
        let radius = Double.random(in: 5...70, using: &random)
        let tip = center + Vector(length: radius, direction: random.angle())
        switch shape {
        case "disc":
          list.fillDisc(center: center, radius: radius, .white)
        case "sector":
          list.fillSector(
            center: center, radius: radius, start: random.angle(), sweep: random.angle(), .white)
        case "polygon":
          list.fillPolygon(
            [center, tip, center + Vector(length: radius, direction: random.angle())], .white)
        default:
          list.stroke(from: center, to: tip, width: 3, .white)
        }
        edge += radius * (shape == "disc" ? 2 * .pi : 3)
        try fixture.show(list)
        let image = try fixture.renderer.readBack()
        wrong += image.difference(from: list.painted(), tolerance: 160).count
      }
      #expect(Double(wrong) < edge * share, "\(shape): \(wrong) of \(edge)")
    }
  }

  @Test("an almost full turn is drawn as a disc, and a tiny sector isn't drawn")
  func wholeTurns() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    // The server's angles are multiples of a 64th of a degree.
    for (sweep, isShown) in [(0.99999, true), (0.00001, false)] {
      var list = DisplayList(size: TestFrames.size)
      list.fillSector(
        center: Point(x: 160, y: 100), radius: 60, start: .turns(0.1), sweep: .turns(sweep), .white)
      try fixture.show(list)
      let image = try fixture.renderer.readBack()
      for (x, y) in [(120, 100), (200, 100), (160, 60), (160, 140)] {
        expectEqual(image[x, y], (isShown ? 0xFFFF_FFFF : 0xFF00_0000), "\(sweep) at \(x), \(y)")
      }
    }
  }

  @Test("rectangles and squares on integral pixels are identical to the rasteriser's")
  func rectangles() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    var list = DisplayList(size: TestFrames.size, background: Color(rgb: 0x20_4060))
    list.fill(Rect(x: 10, y: 20, width: 100, height: 50), Color(rgb: 0xFF_8000))
    list.stroke(from: Point(x: 5, y: 150), to: Point(x: 200, y: 150), width: 4, .white)
    list.withView(Rect(x: 200, y: 0, width: 60, height: 60)) {
      $0.fill(Rect(x: -10, y: 30, width: 500, height: 10), .blue)
    }
    list.fillSquares(count: 3000, side: 3, isAligned: true) { index in
      (
        Point(x: Double(index * 7 % 331) - 5, y: Double(index * 13 % 211) - 5),
        Color(rgb: UInt32(index / 100 * 0x0A_3711))
      )
    }
    try fixture.show(list)
    try expectEqual(fixture.renderer.readBack(), list.painted())
  }

  @Test(
    "self-intersecting paths and those with several contours match the rasteriser except at edges")
  func paths() throws {
    let stage = try RendererFixture(try XServer.shared(), .core)
    for rule in [FillRule.nonzero, .evenOdd] {
      var list = DisplayList(size: TestFrames.size)
      list.fill(Self.star(at: Point(x: 100, y: 100)), .color(.white), rule: rule)
      try stage.show(list)
      let image = try stage.renderer.readBack()
      let wrong = image.difference(from: list.painted(), tolerance: 160).count
      // Some 1700 pixels on edges.
      #expect(wrong < 500, "\(rule): \(wrong)")
      expectEqual(image[100, 100], (rule == .nonzero ? 0xFFFF_FFFF : 0xFF00_0000))
    }
    var path = Path()
    for corner in [Point(x: 40, y: 40), Point(x: 250, y: 50), Point(x: 60, y: 160)] {
      path.addCircle(center: corner, radius: 12)
    }
    var list = DisplayList(size: TestFrames.size)
    list.fill(path, .color(.white))
    try stage.show(list)
    let apart = try stage.renderer.readBack().difference(from: list.painted(), tolerance: 160)
    // Of 1,400 pixels, and 18,000 between them.
    #expect(apart.count < 150, "\(apart)")
    #expect(stage.warnings.isEmpty)
  }

  @Test("content that the server can't draw matches the rasterizer exactly, and is reported once")
  func composed() throws {
    let stage = try RendererFixture(try XServer.shared(), .core)
    for number in 0..<3 {
      var list = TestFrames.frame(number)
      let area = Rect(x: 40 + 8 * Double(number), y: 40, width: 64, height: 64)
      list.withGroup(GroupStyle(opacity: 0.5)) { list in
        list.withView(area) {
          $0.fill(Rect(x: 0, y: 0, width: 64, height: 64), Color.white)
          $0.fillDisc(center: Point(x: 30, y: 30), radius: 20, Color.blue)
        }
      }
      list.fillDisc(center: area.center, radius: 10, Color.black)
      try stage.show(list)
      let image = try stage.renderer.readBack()
      let exact = list.painted()
      for y in 40..<104 {
        for x in 0..<64 {
          expectEqual(image[x + Int(area.minX), y], exact[x + Int(area.minX), y])
        }
      }
    }
    expectEqual(stage.warnings.count, 1)
  }

  @Test("a frame with groups is the same after many others as it is alone")
  func historyOfGroups() throws {
    func list(_ number: Int) -> DisplayList {
      var list = TestFrames.frame(number)
      list.withGroup(GroupStyle(blendMode: .multiply)) { list in
        list.fill(Self.star(at: Point(x: 60 + 7 * Double(number), y: 90)), .color(.blue))
        list.fillDisc(
          center: Point(x: 300 - 9 * Double(number), y: 20 + 5 * Double(number)), radius: 9,
          Color.white)
      }
      return list
    }
    let server = try XServer.shared()
    let stage = try RendererFixture(server, .core)
    for number in 0...15 { try stage.show(list(number)) }
    let fresh = try RendererFixture(server, .core)
    try fresh.show(list(15))
    try expectEqual(stage.renderer.readBack(), fresh.renderer.readBack())
  }

  /// Returns a star whose centre has a winding number of two, and a triangle next to it.
  private static func star(at center: Point) -> Path {
    var path = Path()
    for step in 0..<5 {
      path.addLine(to: center + Vector(length: 80, direction: .turns(Double(step) * 0.4 - 0.25)))
    }
    path.close()
    path.move(to: center + Vector(dx: 90, dy: 0))
    path.addLine(to: center + Vector(dx: 160, dy: -50))
    path.addLine(to: center + Vector(dx: 160, dy: 50))
    path.close()
    return path
  }

  @Test("a frame is the same after many others as it is alone")
  func history() throws {
    let server = try XServer.shared()
    let fixture = try RendererFixture(server, .core)
    for number in 0...20 { try fixture.show(TestFrames.frame(number)) }
    let fresh = try RendererFixture(server, .core)
    try fresh.show(TestFrames.frame(20))
    try expectEqual(fixture.renderer.readBack(), fresh.renderer.readBack())
    let seen = try fresh.screenshot().cropped(to: Self.shown)
    expectEqual(seen, (try fresh.renderer.readBack()))
  }

  @Test("unchanged shapes stay above repainted ones, and views clip their discs")
  func clips() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    for number in 0..<4 {
      var list = DisplayList(size: TestFrames.size)
      list.fillDisc(center: Point(x: 160, y: 100), radius: 90, Color(rgb: 0x80_0000))
      list.fillPolygon(
        [Point(x: 20, y: 10), Point(x: 300, y: 20), Point(x: 150, y: 190)], Color(rgb: 0x30_8040))
      list.fill(Rect(x: 90, y: 60, width: 30, height: 30), .white)
      list.withView(Rect(x: 170, y: 40, width: 100, height: 100)) {
        $0.fillDisc(center: .zero, radius: 80, .blue)
      }
      list.fill(Rect(x: Double(230 + number * 5), y: 160, width: 20, height: 20), .white)
      try fixture.show(list)
      let (image, expected) = (try fixture.renderer.readBack(), list.painted())
      #expect(image.difference(from: expected, tolerance: 160).count < 250)
      for area in [(90, 60, 120, 90), (150, 60, 165, 90), (230 + number * 5, 160, 250, 180)] {
        let part = PixelRect(x0: area.0, y0: area.1, x1: area.2, y1: area.3)
        expectEqual(image.cropped(to: part), expected.cropped(to: part))
      }
    }
  }

  @Test("discs and sectors far larger than the protocol allows are clipped and don't wrap around")
  func large() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    for radius in [1000.0, 16_000, 17_000, 40_000, 100_000] {
      for reflex in [false, true] {
        var list = DisplayList(size: TestFrames.size)
        let center = Point(x: 160, y: 90 + radius)
        list.fillDisc(center: center, radius: radius, Color(rgb: 0x80_0000))
        list.fillSector(
          center: center, radius: radius - 5, start: .degrees(reflex ? -90 : -200),
          sweep: .degrees(reflex ? 270 : 110), .white)
        list.fillPolygon(
          [Point(x: -radius, y: 20), Point(x: radius, y: 20), Point(x: 160, y: 10)], .blue)
        try fixture.show(list)
        let wrong = try fixture.renderer.readBack().difference(
          from: list.painted(), tolerance: 160)
        // Two long edges of 320 pixels, and the vertical one of 110.
        #expect(wrong.count < 400, "radius \(radius)")
      }
    }
  }

  @Test("translucent shapes have their colour over the background")
  func blending() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    var list = DisplayList(size: TestFrames.size, background: .white)
    list.fill(Rect(x: 0, y: 0, width: 50, height: 50), Color(argb: 0x8000_0000))
    list.fill(Rect(x: 50, y: 0, width: 50, height: 50), .clear)
    try fixture.show(list)
    let image = try fixture.renderer.readBack()
    expectEqual(image[10, 10], 0xFF7F_7F7F)
    expectEqual(image[60, 10], 0xFFFF_FFFF)
  }

  @Test("colours are right at every depth", arguments: [8, 15, 16, 30])
  func depths(depth: Int) throws {
    let fixture = try RendererFixture(try .shared(screen: "400x300x\(depth)"), .core)
    var list = DisplayList(size: TestFrames.size, background: Color(rgb: 0x20_4060))
    list.fill(Rect(x: 10, y: 20, width: 100, height: 50), Color(rgb: 0xFF_8000))
    try fixture.show(list)
    let image = list.painted().reduced(to: fixture.window.format)
    try expectEqual(fixture.renderer.readBack(), image)
  }

  @Test("an uncovered part is repainted, and can be read back while covered")
  func repair() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    try fixture.show(TestFrames.frame(4))
    fixture.connection.settle(fixture.handle)
    let image = try fixture.renderer.readBack()
    let other = try Connection(display: fixture.server.display)
    var cover: Window? = try Window(on: other, WindowConfiguration())
    cover?.map()
    other.synchronize()
    try expectEqual(fixture.renderer.readBack(), image)
    cover = nil
    other.synchronize()
    try expectEqual(fixture.screenshot().cropped(to: Self.shown), image)
  }

  @Test("while the server is busy with one frame, another is refused")
  func backPressure() throws {
    let server = try XServer()
    let fixture = try RendererFixture(server, .core)
    try fixture.show(TestFrames.frame(0))
    try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
    server.halt(true)
    try fixture.renderer.draw(TestFrames.frame(1))
    fixture.renderer.publish()
    #expect(!fixture.renderer.isReady)
    fixture.renderer.recover()
    try fixture.renderer.draw(TestFrames.frame(2))
    fixture.renderer.publish()
    server.halt(false)
    try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
    let fresh = try RendererFixture(server, .core)
    try fresh.show(TestFrames.frame(1))
    try expectEqual(fixture.renderer.readBack(), fresh.renderer.readBack())
  }
}

extension SeededGenerator {
  fileprivate mutating func point(
    _ x: ClosedRange<Double>, _ y: ClosedRange<Double>
  ) -> Point {
    Point(x: .random(in: x, using: &self), y: .random(in: y, using: &self))
  }

  fileprivate mutating func angle() -> Angle {
    .degrees(.random(in: -180...180, using: &self))
  }
}
