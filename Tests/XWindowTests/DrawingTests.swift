import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

/// Pixels that are sent to the server, or drawn by it, and read back.
@Suite("Pixels in the server", .serialized, .xServer)
struct DrawingTests {
  private let server: XServer
  private let connection: Connection
  private let window: Window
  private let packer: PixelPacker
  private static let size = PixelSize(width: 40, height: 30)

  init() throws {
    server = try XServer.shared()
    connection = try Connection(display: server.display)
    window = try Window(on: connection, WindowConfiguration())
    packer = PixelPacker(window.format)
  }

  private func makePixmap(_ size: PixelSize = size) throws -> (ServerPixmap, GraphicsContext) {
    let pixmap = try #require(
      ServerPixmap(size: size, depth: window.format.depth, on: connection))
    let context = GraphicsContext(for: pixmap.id, on: connection)
    context.setForeground(packer.pixel(0))
    context.fill([size.bounds], on: pixmap.id)
    return (pixmap, context)
  }

  /// The pixels that aren't black: their bounding box and their number.
  private struct Lit: Equatable {
    var area: PixelRect
    var count: Int
  }

  private func lit(_ pixmap: ServerPixmap) throws -> Lit {
    let words = try #require(connection.readPixels(of: pixmap.id, pixmap.size.bounds, packer))
    var area: PixelRect?
    var count = 0
    for (index, word) in words.enumerated() where word != 0xFF00_0000 {
      let (x, y) = (index % pixmap.size.width, index / pixmap.size.width)
      let pixel = PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
      area = area.map { $0.union(pixel) } ?? pixel
      count += 1
    }
    return Lit(area: area ?? .empty, count: count)
  }

  @Test("several areas are filled, within the clip, with the colour")
  func fill() throws {
    let (pixmap, context) = try makePixmap()
    context.setForeground(packer.pixel(0x12_3456))
    context.fill(
      [PixelRect(x0: 2, y0: 3, x1: 10, y1: 5), PixelRect(x0: 20, y0: 20, x1: 22, y1: 29)],
      on: pixmap.id)
    try expectEqual(lit(pixmap), Lit(area: PixelRect(x0: 2, y0: 3, x1: 22, y1: 29), count: 16 + 18))
    #expect(
      connection.readPixels(of: pixmap.id, PixelRect(x0: 21, y0: 28, x1: 23, y1: 30), packer)
        == [0xFF12_3456, 0xFF00_0000, 0xFF00_0000, 0xFF00_0000])
    context.setForeground(packer.pixel(0))
    context.fill([Self.size.bounds], on: pixmap.id)
    context.setForeground(packer.pixel(0xFF_FFFF))
    context.setClip([
      PixelRect(x0: 0, y0: 0, x1: 5, y1: 5), PixelRect(x0: 30, y0: 20, x1: 33, y1: 22),
    ])
    context.fill([Self.size.bounds], on: pixmap.id)
    try expectEqual(lit(pixmap), Lit(area: PixelRect(x0: 0, y0: 0, x1: 33, y1: 22), count: 25 + 6))
    // Another clip replaces it.
    context.setForeground(packer.pixel(0))
    context.setClip([Self.size.bounds])
    context.fill([PixelRect(x0: 0, y0: 0, x1: 6, y1: 6)], on: pixmap.id)
    try expectEqual(lit(pixmap), Lit(area: PixelRect(x0: 30, y0: 20, x1: 33, y1: 22), count: 6))
  }

  @Test("a rectangle outside the protocol's range is clamped")
  func clamping() {
    let far = XRectangle(PixelRect(x0: -70_000, y0: 40_000, x1: 70_000, y1: 40_001))
    #expect(far.x == -32_768 && far.y == 32_767 && far.width == 65_535 && far.height == 1)
    let near = XRectangle(PixelRect(x0: -3, y0: 4, x1: 7, y1: 6))
    #expect(near.x == -3 && near.y == 4 && near.width == 10 && near.height == 2)
  }

  @Test("angles are counterclockwise from three o'clock, in 64ths of a degree")
  func arcs() throws {
    let side = 20
    let box = PixelRect(x0: 4, y0: 6, x1: 4 + side, y1: 6 + side)
    for (start, sweep, quadrant) in [
      (0, 90, PixelRect(x0: 14, y0: 6, x1: 24, y1: 16)),
      (90, 90, PixelRect(x0: 4, y0: 6, x1: 14, y1: 16)),
      (180, 90, PixelRect(x0: 4, y0: 16, x1: 14, y1: 26)),
      (0, -90, PixelRect(x0: 14, y0: 16, x1: 24, y1: 26)),
    ] {
      let (pixmap, context) = try makePixmap()
      context.setForeground(packer.pixel(0xFF_FFFF))
      context.fillArc(box, start: start * 64, sweep: sweep * 64, on: pixmap.id)
      let found = try lit(pixmap)
      let (area, count) = (found.area, found.count)
      // The server may count an edge to either side.
      #expect(area.intersection(quadrant).width >= side / 2 - 1, "\(start), \(sweep): \(area)")
      #expect(area.width <= side / 2 + 1 && area.height <= side / 2 + 1)
      #expect((60...100).contains(count))
    }
  }

  @Test("a polygon that crosses itself is filled by its rule, whatever was filled before")
  func polygons() throws {
    // Around the same square twice.
    let corners = [(5, 5), (25, 5), (25, 25), (5, 25)].map {
      FixedPoint(x: Fixed(Double($0.0)), y: Fixed(Double($0.1)))
    }
    for rule in [FillRule.evenOdd, .nonzero, .evenOdd] {
      let (pixmap, context) = try makePixmap()
      context.setForeground(packer.pixel(0xFF_FFFF))
      context.fillPolygon(corners, .nonzero, on: pixmap.id)
      let once = try lit(pixmap)
      expectEqual(once, Lit(area: PixelRect(x0: 5, y0: 5, x1: 25, y1: 25), count: 400))
      context.setForeground(packer.pixel(0))
      context.fill([Self.size.bounds], on: pixmap.id)
      context.setForeground(packer.pixel(0xFF_FFFF))
      context.fillPolygon(corners + corners, rule, on: pixmap.id)
      try expectEqual(lit(pixmap).count, (rule == .evenOdd ? 0 : 400))
    }
  }

  @Test("a copy has the same position, and only its own area")
  func copies() throws {
    let (source, context) = try makePixmap()
    let (target, _) = try makePixmap()
    context.setForeground(packer.pixel(0xFF_FFFF))
    context.fill([Self.size.bounds], on: source.id)
    let area = PixelRect(x0: 7, y0: 11, x1: 20, y1: 16)
    context.copy(area, from: source.id, to: target.id)
    try expectEqual(lit(target), Lit(area: area, count: area.width * area.height))
  }

  @Test("an area of an image is put at its position, from shared and from private memory")
  func puts() throws {
    let colors = (0..<Self.size.width * Self.size.height).map { (index: Int) -> UInt32 in
      UInt32(index * 7_919 & 0xFF_FFFF | 0x1) | 0xFF00_0000
    }
    let capacity = window.format.bytesPerRow(width: Self.size.width) * Self.size.height
    let memory = try SharedMemory(capacity: capacity, on: connection)
    let images = [
      ImageBuffer(shared: memory, window.format),
      try #require(ImageBuffer(capacity: capacity, window.format)),
    ]
    let area = PixelRect(x0: 3, y0: 2, x1: 33, y1: 17)
    for image in images {
      image.resize(to: Self.size)
      colors.withUnsafeBufferPointer { image.pack($0, Self.size.bounds, packer) }
      let (pixmap, context) = try makePixmap()
      context.put(image, .empty, to: pixmap.id, notify: true)
      try expectEqual(lit(pixmap).count, 0)
      context.put(image, area, to: pixmap.id, notify: image.shared != nil)
      try expectEqual(lit(pixmap), Lit(area: area, count: area.width * area.height))
      let seen = try #require(connection.readPixels(of: pixmap.id, area, packer))
      let expected = (area.y0..<area.y1).flatMap { y in
        (area.x0..<area.x1).map { colors[y * Self.size.width + $0] }
      }
      expectEqual(seen, expected)
      var completions: [Event] = []
      connection.settle { event in
        if case .shmCompletion = event { completions.append(event) }
      }
      expectEqual(
        completions, (image.shared == nil ? [] : [.shmCompletion(segment: memory.segment)]))
    }
  }

  @Test("only the requested area is packed, and only within the image")
  func packing() throws {
    let size = PixelSize(width: 4, height: 3)
    let image = try #require(
      ImageBuffer(
        capacity: 64, PixelFormat(depth: 16, 16, 0xF800, 0x7E0, 0x1F)))
    image.resize(to: size)
    #expect(image.bytesPerRow == 8 && image.size == size)
    let white = [UInt32](repeating: 0xFFFF_FFFF, count: 12)
    let packer = PixelPacker(image.format)
    white.withUnsafeBufferPointer {
      image.pack($0, PixelRect(x0: 2, y0: 1, x1: 9, y1: 9), packer)
    }
    let lit = image.withBytes { bytes in bytes.indices.filter { bytes[$0] != 0 } }
    expectEqual(lit, [12, 13, 14, 15, 20, 21, 22, 23])
  }

  @Test("a window is copied as it is shown, unless part of it is covered or off the screen")
  func shown() throws {
    let host = try HostWindow(on: server, PixelRect(x0: 30, y0: 20, x1: 130, y1: 100))
    let size = PixelSize(width: 100, height: 80)
    let rendering = GraphicsContext(for: host.id, on: host.connection)
    rendering.setForeground(0xAB_CDEF)
    rendering.fill([size.bounds], on: host.id)
    host.connection.synchronize()
    let (pixmap, _) = try makePixmap(size)
    #expect(connection.copyShown(host.id, to: pixmap))
    let words = try #require(connection.readPixels(of: pixmap.id, size.bounds, packer))
    #expect(words.allSatisfy { $0 == 0xFFAB_CDEF })
    let cover = try HostWindow(on: server, PixelRect(x0: 120, y0: 90, x1: 140, y1: 110))
    #expect(!connection.copyShown(host.id, to: pixmap))
    try cover.destroy()
    let (larger, _) = try makePixmap(PixelSize(width: 101, height: 80))
    #expect(!connection.copyShown(host.id, to: larger))
    #expect(connection.copyShown(host.id, to: pixmap))
  }

  @Test("resources that the server has freed can't be read")
  func freed() throws {
    var pixmap: ServerPixmap? = try makePixmap().0
    let id = try #require(pixmap?.id)
    let corner = PixelRect(x0: 0, y0: 0, x1: 1, y1: 1)
    #expect(connection.readPixels(of: id, corner, packer) != nil)
    pixmap = nil
    #expect(connection.readPixels(of: id, corner, packer) == nil)
    #expect(
      connection.readPixels(of: window.id, PixelSize(width: 9, height: 9).bounds, packer) == nil)
  }

  @Test("each value of a channel is scaled to the nearest, in 1 to 10 bits")
  func scaling() {
    for bits in 1...10 {
      let limit = Double((1 << bits) - 1)
      let mask = UInt32((1 << bits) - 1) << 5
      let packer = PixelPacker(PixelFormat(depth: 24, 32, mask, 0, 0))
      for value in 0...255 {
        let field = packer.pixel(UInt32(value) << 16) >> 5 & UInt32(limit)
        #expect(abs(Double(field) - Double(value) * limit / 255) <= 0.5, "\(bits): \(value)")
      }
    }
  }

  @Test("a default truecolour visual comes first, and one with alpha last", arguments: [16, 24])
  func visuals(depth: Int) throws {
    let server = try XServer.shared(screen: "100x100x\(depth)")
    let connection = try Connection(display: server.display)
    let display: XDisplay = try #require(connection.display)
    let best = try TrueColorVisual.best(on: display)
    #expect(best.isDefault && best.format.depth == depth)
    expectEqual(best.visual, XDefaultVisual(display, XDefaultScreen(display)))
    expectEqual(connection.depth, depth)
  }
}
