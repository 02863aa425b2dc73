import LinuxSystem
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite(.serialized, .xServer)
struct SmoothRendererTests {
  @Test(
    "the server's smooth shapes are within a few steps of the rasteriser's, and core's are aliased")
  func agreement() throws {
    let server = try XServer.shared()
    let smooth = try RendererFixture(server, .xrender)
    let jagged = try RendererFixture(server, .core)
    expectEqual(smooth.renderer.description, "xrender")
    let list = Self.shapes()
    let exact = list.painted()
    try smooth.show(list)
    try jagged.show(list)
    let image = try smooth.renderer.readBack()
    // Servers sample about 255 points per pixel. An edge may miss a row or a column of them. Only
    // in the tips of the star do edges meet in a pixel.
    let difference = image.difference(from: exact, tolerance: 20)
    #expect(difference.largest < 80 && difference.count < 10, "\(difference)")
    #expect(image.meanDifference(from: exact) < 0.2)
    // White on black: any other colour is an edge.
    let edges = exact.shades
    #expect(edges > 800)
    #expect(image.shades > edges * 9 / 10, "\(image.shades) of \(edges)")
    try expectEqual(jagged.renderer.readBack().shades, 0)
    #expect(smooth.warnings.isEmpty)
  }

  /// Returns separate white shapes of all kinds.
  private static func shapes() -> DisplayList {
    var list = DisplayList(size: TestFrames.size)
    list.fillDisc(center: Point(x: 45.3, y: 50.7), radius: 38.2, .white)
    list.fillSector(
      center: Point(x: 130, y: 50), radius: 40, start: .degrees(20), sweep: .degrees(100), .white)
    list.fillSector(
      center: Point(x: 210, y: 50), radius: 35, start: .degrees(-80), sweep: .degrees(290), .white)
    list.fillPolygon(
      [Point(x: 10, y: 110), Point(x: 90, y: 130), Point(x: 30, y: 190)], .white)
    list.fill(Rect(x: 100.25, y: 120.5, width: 40.5, height: 30.25), .white)
    list.fill(Self.star(at: Point(x: 210, y: 140)), .color(.white), rule: .evenOdd)
    list.withView(Rect(x: 260, y: 10, width: 50, height: 50)) {
      $0.fillDisc(center: .zero, radius: 40, .white)
    }
    list.stroke(from: Point(x: 270, y: 80), to: Point(x: 310, y: 190), width: 3, .white)
    return list
  }

  private static func star(at center: Point) -> Path {
    var path = Path()
    for step in 0..<5 {
      path.addLine(to: center + Vector(length: 50, direction: .turns(Double(step) * 0.4 - 0.25)))
    }
    path.close()
    return path
  }

  @Test("crossing and nested outlines are filled by either rule, however many edges they have")
  func rules() throws {
    let stage = try RendererFixture(try XServer.shared(), .xrender)
    var random = SeededGenerator(seed: 5)
    for rule in [FillRule.nonzero, .evenOdd] {
      for corners in [5, 12, 40] {
        var path = Path()
        for _ in 0..<3 {
          path.move(to: random.point())
          for _ in 1..<corners { path.addLine(to: random.point()) }
          path.close()
        }
        var list = DisplayList(size: TestFrames.size)
        list.fill(path, .color(.white), rule: rule)
        try stage.show(list)
        let image = try stage.renderer.readBack()
        // An area of the plane that is thinner than a server's point may be missed.
        #expect(
          image.meanDifference(from: list.painted()) < 3, "\(rule), \(corners) corners")
      }
    }
  }

  @Test("translucent shapes are blended with what is below them")
  func blending() throws {
    let stage = try RendererFixture(try XServer.shared(), .xrender)
    var list = DisplayList(size: TestFrames.size, background: .white)
    list.fill(Rect(x: 0, y: 0, width: 100, height: 100), .blue)
    list.fill(Rect(x: 50, y: 50, width: 100, height: 100), Color.red.withOpacity(0.5))
    list.fillDisc(center: Point(x: 200, y: 100), radius: 50, Color.green.withOpacity(0.25))
    list.fillSquares(count: 40, side: 7) { index in
      (Point(x: Double(index) * 7.3, y: 180.4), Color.orange.withOpacity(0.7))
    }
    try stage.show(list)
    let image = try stage.renderer.readBack()
    #expect(image.meanDifference(from: list.painted()) < 0.2)
    #expect(image.difference(from: list.painted(), tolerance: 20).count < 40)
  }

  @Test("a frame is the same after many others as it is alone")
  func history() throws {
    let server = try XServer.shared()
    let stage = try RendererFixture(server, .xrender)
    for number in 0...20 { try stage.show(TestFrames.frame(number)) }
    let fresh = try RendererFixture(server, .xrender)
    try fresh.show(TestFrames.frame(20))
    try expectEqual(stage.renderer.readBack(), fresh.renderer.readBack())
  }

  @Test("shapes far larger than the protocol allows are clipped and don't wrap around")
  func large() throws {
    let stage = try RendererFixture(try XServer.shared(), .xrender)
    for radius in [1000.0, 17_000, 40_000, 100_000] {
      var list = DisplayList(size: TestFrames.size)
      list.fillDisc(center: Point(x: 160, y: 90 + radius), radius: radius, .white)
      list.fillPolygon(
        [Point(x: -radius, y: 20), Point(x: radius, y: 20), Point(x: 160, y: 10)], .blue)
      try stage.show(list)
      let image = try stage.renderer.readBack()
      #expect(image.meanDifference(from: list.painted()) < 1, "radius \(radius)")
    }
  }

  @Test("an outline with more trapezoids than fit into a request has no seams")
  func manyTrapezoids() throws {
    let stage = try RendererFixture(
      try XServer(screen: "1300x1300x24"), .xrender, geometry: "1200x1200+0+0")
    var path = Path()
    for column in 0..<100 {
      // Adjacent zigzags. Each step is a separate trapezoid.
      let x = 10 + Double(column) * 11
      path.move(to: Point(x: x, y: 10))
      for step in 1...60 {
        path.addLine(to: Point(x: x + Double(step % 2) * 3, y: 10 + Double(step) * 19.3))
      }
      for step in (0...60).reversed() {
        path.addLine(to: Point(x: x + 6 + Double(step % 2) * 2, y: 10 + Double(step) * 19.3))
      }
      path.close()
    }
    var list = DisplayList(size: PixelSize(width: 1200, height: 1200))
    list.fill(path, .color(Color.white.withOpacity(0.5)))
    try stage.show(list)
    let image = try stage.renderer.readBack()
    #expect(image.difference(from: list.painted(), tolerance: 20).count < 40)
    #expect(stage.warnings.isEmpty)
  }

  @Test("content that the server can't draw matches the rasterizer exactly, and is reported once")
  func composed() throws {
    let stage = try RendererFixture(try XServer.shared(), .xrender)
    for number in 0..<3 {
      var list = TestFrames.frame(number)
      list.withGroup(GroupStyle(opacity: 0.5)) {
        $0.fill(Rect(x: 64, y: 64, width: 64, height: 64), Color.white)
      }
      try stage.show(list)
      let area = PixelRect(x0: 64, y0: 64, x1: 128, y1: 128)
      let image = try stage.renderer.readBack().cropped(to: area)
      expectEqual(image, list.painted().cropped(to: area))
    }
    expectEqual(stage.warnings.count, 1)
  }

  @Test("a server without RENDER is reported, and no fallback is used")
  func missing() throws {
    let server = try XServer(["-extension", "RENDER"])
    #expect {
      _ = try RendererFixture(server, .xrender)
    } throws: { error in
      (error as? Failure)?.status == .unavailable
    }
  }

  @Test("without shared memory, shapes are sent over a network, and pixels otherwise")
  func automatic() throws {
    let server = try XServer(["-listen", "tcp", "-ac", "-extension", "MIT-SHM"])
    for (name, description) in [
      ("127.0.0.1" + server.display, "xrender"),
      (server.display, "XPutImage (the server has no MIT-SHM)"),
    ] {
      let connection = try Connection(display: name)
      let window = try Window(on: connection, WindowConfiguration())
      let renderer = try RendererKind.auto.make(for: window) { _ in }
      expectEqual(renderer.description, description)
    }
  }

  @Test("colours are right at every depth", arguments: [8, 15, 16, 30])
  func depths(depth: Int) throws {
    let stage = try RendererFixture(try .shared(screen: "400x300x\(depth)"), .xrender)
    var list = DisplayList(size: TestFrames.size, background: Color(rgb: 0x20_4060))
    list.fill(Rect(x: 10, y: 20, width: 100, height: 50), Color(rgb: 0xFF_8000))
    try stage.show(list)
    // A server may round down where the viewer rounds to nearest.
    let image = list.painted().reduced(to: stage.window.format)
    let difference = try stage.renderer.readBack().difference(from: image)
    #expect(difference.largest <= (depth < 24 ? 9 : 1), "\(difference)")
  }
}

extension PixelImage {
  /// Returns the mean difference of a channel from that of another image.
  fileprivate func meanDifference(from other: PixelImage) -> Double {
    var sum = 0
    withPixels { own in
      other.withPixels { others in
        for (a, b) in zip(own, others) where a != b {
          for shift: UInt32 in [0, 8, 16] {
            sum += abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
          }
        }
      }
    }
    return Double(sum) / Double(3 * size.width * size.height)
  }

  /// The number of pixels that are neither black nor white.
  fileprivate var shades: Int {
    withPixels { $0.count { $0 != 0xFF00_0000 && $0 != 0xFFFF_FFFF } }
  }
}

extension SeededGenerator {
  /// Returns a point of the image.
  fileprivate mutating func point() -> Point {
    Point(x: .random(in: 10...310, using: &self), y: .random(in: 10...190, using: &self))
  }
}
