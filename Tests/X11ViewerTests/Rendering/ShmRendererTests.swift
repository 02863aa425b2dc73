import Foundation
import TestSupport
import Testing
import XServerSupport

import func CX11.XResizeWindow

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite(.serialized, .xServer)
struct ShmRendererTests {
  private static let shown = PixelRect(x0: 20, y0: 10, x1: 340, y1: 210)

  @Test(
    "the window shows exactly the rasteriser's image, with either transport",
    arguments: [
      [], ["-extension", "MIT-SHM"],
    ])
  func exact(options: [String]) throws {
    let fixture = try RendererFixture(try XServer.shared(options))
    let expected = options.isEmpty ? "MIT-SHM" : "XPutImage (the server has no MIT-SHM)"
    expectEqual(fixture.renderer.description, expected)
    for number in 0..<10 { try fixture.show(TestFrames.frame(number)) }
    let image = TestFrames.frame(9).painted()
    try expectEqual(fixture.renderer.readBack(), image)
    try expectEqual(fixture.screenshot().cropped(to: Self.shown), image)
  }

  @Test("colours are as accurate as the depth allows", arguments: [15, 16, 24, 30])
  func depths(depth: Int) throws {
    for options in [[], ["-extension", "MIT-SHM"]] {
      let fixture = try RendererFixture(try .shared(screen: "400x300x\(depth)", options))
      expectEqual(fixture.window.format.depth, depth)
      for number in 0..<4 { try fixture.show(TestFrames.frame(number)) }
      let image = TestFrames.frame(3).painted().reduced(to: fixture.window.format)
      try expectEqual(fixture.renderer.readBack(), image)
      // Another program's rounding may differ in the last bit of eight.
      let seen = try fixture.screenshot().cropped(to: Self.shown)
      #expect(seen.difference(from: image).largest <= 1)
    }
  }

  @Test(
    "colours are right for every order of channels",
    arguments: [
      ("bgr888", 24), ("rgb888", 24), ("bgr565", 16), ("rgb565", 16), ("bgr555", 15), ("bgr233", 8),
    ])
  func orders(pixelFormat: String, depth: Int) throws {
    guard let server = try? XServer.vnc(pixelFormat: pixelFormat, depth: depth) else {
      try Test.cancel("Xvnc does not run here with \(pixelFormat) at depth \(depth)")
    }
    let fixture = try RendererFixture(server)
    for number in 0..<4 { try fixture.show(TestFrames.frame(number)) }
    let image = TestFrames.frame(3).painted().reduced(to: fixture.window.format)
    try expectEqual(fixture.renderer.readBack(), image)
    let seen = try fixture.screenshot().cropped(to: Self.shown)
    #expect(seen.difference(from: image).largest <= 1)
  }

  @Test("a nested server shows the same image")
  func nested() throws {
    let host = try XServer()
    let fixture = try RendererFixture(try XServer.nested(in: host))
    for number in 0..<4 { try fixture.show(TestFrames.frame(number)) }
    let image = TestFrames.frame(3).painted()
    try expectEqual(fixture.renderer.readBack(), image)
    try expectEqual(fixture.screenshot().cropped(to: Self.shown), image)
  }

  @Test("over TCP, the same pixels arrive, with any transport")
  func network() throws {
    let server = try XServer(["-listen", "tcp", "-ac"])
    let connection = try Connection(display: "127.0.0.1" + server.display)
    let window = try Window(on: connection, WindowConfiguration())
    let renderer = try RendererKind.shm.make(for: window) { _ in }
    window.map()
    try connection.wait(window.handle, until: window.isMapped)
    // Larger than a request without BIG-REQUESTS.
    let list = TestFrames.frame(3, size: window.size)
    try renderer.draw(list)
    renderer.publish()
    try expectEqual(renderer.readBack(), list.painted())
  }

  @Test("on a screen with a palette, a visual without one is used")
  func palette() throws {
    let fixture = try RendererFixture(try XServer(screen: "400x300x8"))
    try fixture.show(TestFrames.frame(1))
    let image = TestFrames.frame(1).painted().reduced(to: fixture.window.format)
    try expectEqual(fixture.renderer.readBack(), image)
  }

  @Test(
    "if memory can't be shared, the same pixels are sent over the connection",
    arguments: [
      RendererKind.auto, .shm,
    ])
  func foreign(kind: RendererKind) throws {
    let server = try XServer.inOwnNamespace()
    let fixture = try RendererFixture(server, kind)
    #expect(fixture.renderer.description.hasPrefix("XPutImage ("))
    // A missing extension is only reported if it was requested.
    expectEqual(fixture.warnings.count, (kind == .shm ? 1 : 0))
    try fixture.show(TestFrames.frame(3))
    try expectEqual(fixture.renderer.readBack(), TestFrames.frame(3).painted())
  }

  @Test("frames drawn while the server is still busy are right in both buffers")
  func buffers() throws {
    let fixture = try RendererFixture(try XServer.shared())
    var random = SeededGenerator(seed: 3)
    for number in 0..<60 {
      // Sometimes two frames are published before a completion is processed.
      if !fixture.renderer.isReady || Bool.random(using: &random) {
        try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
      }
      try fixture.renderer.draw(TestFrames.frame(number))
      fixture.renderer.publish()
      if number % 7 == 0 {
        // Now the whole buffer must be right, not only the part that was sent.
        fixture.damageAndRepair()
        try expectEqual(fixture.renderer.readBack(), TestFrames.frame(number).painted())
      }
    }
    try expectEqual(fixture.renderer.readBack(), TestFrames.frame(59).painted())
  }

  @Test("the window shows every frame, whether exact rectangles or tiles of either buffer are sent")
  func changes() throws {
    let fixture = try RendererFixture(try XServer.shared())
    var random = SeededGenerator(seed: 11)
    let size = PixelSize(width: 320, height: 200)
    var corners = (0..<40).map { _ in
      (x: Int.random(in: 0..<300, using: &random), y: Int.random(in: 0..<180, using: &random))
    }
    func next(moving count: Int) -> DisplayList {
      for index in 0..<count {
        corners[index].x += Int.random(in: -5...5, using: &random)
        corners[index].y += Int.random(in: -5...5, using: &random)
      }
      var list = DisplayList(size: size)
      list.fillSquares(count: corners.count, side: 20) { index in
        (Point(x: Double(corners[index].x), y: Double(corners[index].y)), .blue)
      }
      return list
    }
    for number in 0..<48 {
      // In every second frame, the first buffer is still in use, so the second one is sent.
      if number % 2 == 0 || !fixture.renderer.isReady {
        try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
      }
      if number % 3 == 0 { try fixture.renderer.draw(next(moving: 40)) }
      let list = next(moving: [3, 40, 12, 30][number % 4])
      try fixture.renderer.draw(list)
      fixture.renderer.publish()
      if number % 8 == 7 {
        try expectEqual(fixture.screenshot().cropped(to: Self.shown), list.painted())
      }
    }
  }

  @Test("a drawn frame that waits to be published includes repairs")
  func repairWithNext() throws {
    let fixture = try RendererFixture(try XServer.shared())
    for number in 0..<9 {
      // Without processing completions, so that both buffers are used.
      if !fixture.renderer.isReady {
        try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
      }
      try fixture.renderer.draw(TestFrames.frame(number))
      if number == 8 { fixture.damageAndRepair() }
      fixture.renderer.publish()
    }
    try expectEqual(fixture.renderer.readBack(), TestFrames.frame(8).painted())
  }

  @Test("with two pending frames, a third is rejected until the server has completed one")
  func backPressure() throws {
    for (options, depth) in [([], 2), (["-extension", "MIT-SHM"], 1)] {
      let server = try XServer(options)
      // Small enough to fit the socket's buffer.
      let size = PixelSize(width: 80, height: 50)
      let fixture = try RendererFixture(server, geometry: "80x50+20+10")
      try fixture.show(TestFrames.frame(0, size: size))
      try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
      fixture.connection.settle(fixture.handle)
      server.halt(true)
      var taken = 0
      for number in 1...10 where fixture.renderer.isReady {
        try fixture.renderer.draw(TestFrames.frame(number, size: size))
        fixture.renderer.publish()
        taken += 1
      }
      expectEqual(taken, depth)
      // Asking again doesn't block either.
      fixture.renderer.recover()
      fixture.renderer.recover()
      #expect(!fixture.renderer.isReady)
      server.halt(false)
      try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
      let list = TestFrames.frame(11, size: size)
      try fixture.show(list)
      try expectEqual(fixture.renderer.readBack(), list.painted())
    }
  }

  @Test("a lost completion is recovered by querying the server again")
  func lostCompletion() throws {
    for options in [[], ["-extension", "MIT-SHM"]] {
      let fixture = try RendererFixture(try XServer.shared(options))
      try fixture.show(TestFrames.frame(0))
      for number in 1...2 where fixture.renderer.isReady {
        try fixture.renderer.draw(TestFrames.frame(number))
        fixture.renderer.publish()
      }
      // All incoming events are dropped.
      fixture.connection.settle()
      #expect(!fixture.renderer.isReady)
      fixture.renderer.recover()
      try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
      try fixture.show(TestFrames.frame(5))
      try expectEqual(fixture.renderer.readBack(), TestFrames.frame(5).painted())
    }
  }

  @Test("an image sent over the connection is complete only with all its parts and repairs")
  func fences() throws {
    let fixture = try RendererFixture(try XServer.shared(["-extension", "MIT-SHM"]))
    try fixture.show(TestFrames.frame(0))
    fixture.renderer.repair(TestFrames.size.bounds)
    let next = fixture.connection.fences.send()
    fixture.renderer.handle(.fence(next - 2))
    #expect(!fixture.renderer.isReady)
    fixture.renderer.handle(.fence(next - 1))
    #expect(fixture.renderer.isReady)
  }

  @Test("after a put is refused late, it and all later ones are sent over the connection")
  func lateError() throws {
    let fixture = try RendererFixture(try XServer.shared())
    try fixture.show(TestFrames.frame(0))
    fixture.connection.settle(fixture.handle)
    let opcode = try #require(fixture.connection.extensions.sharedMemory?.base.majorOpcode)
    let error = RequestError(serial: 1, code: 10, majorOpcode: opcode, minorOpcode: 3, resource: 0)
    // The window loses its image, and the put that should have restored it failed.
    let all = TestFrames.size.bounds
    GraphicsContext(for: fixture.window.id, on: fixture.connection).fill(
      [all], on: fixture.window.id)
    fixture.renderer.handle(.error(error))
    #expect(fixture.renderer.description.hasPrefix("XPutImage (BadAccess"))
    try expectEqual(fixture.screenshot().cropped(to: Self.shown), TestFrames.frame(0).painted())
    try fixture.show(TestFrames.frame(1))
    try expectEqual(fixture.renderer.readBack(), TestFrames.frame(1).painted())
  }

  @Test("an error about a destroyed window doesn't disable shared memory")
  func missingDrawable() throws {
    let fixture = try RendererFixture(try XServer.shared())
    try fixture.show(TestFrames.frame(0))
    let opcode = try #require(fixture.connection.extensions.sharedMemory?.base.majorOpcode)
    for code: UInt8 in [3, 9] {
      fixture.renderer.handle(
        .error(
          RequestError(serial: 1, code: code, majorOpcode: opcode, minorOpcode: 3, resource: 0)))
      expectEqual(fixture.renderer.description, "MIT-SHM")
    }
    try fixture.show(TestFrames.frame(1))
    try expectEqual(fixture.renderer.readBack(), TestFrames.frame(1).painted())
  }

  @Test("an uncovered part is repainted")
  func repair() throws {
    for options in [[], ["-extension", "MIT-SHM"]] {
      let fixture = try RendererFixture(try XServer.shared(options))
      try fixture.show(TestFrames.frame(4))
      fixture.connection.settle(fixture.handle)
      let other = try Connection(display: fixture.server.display)
      var cover: Window? = try Window(on: other, WindowConfiguration())
      cover?.map()
      other.synchronize()
      cover = nil
      other.synchronize()
      let image = TestFrames.frame(4).painted()
      try expectEqual(fixture.screenshot().cropped(to: Self.shown), image)
    }
  }

  @Test("covered images and those larger than the screen are read back completely")
  func readBackHidden() throws {
    let fixture = try RendererFixture(try XServer.shared())
    try fixture.show(TestFrames.frame(4))
    let other = try Connection(display: fixture.server.display)
    let cover = try Window(on: other, WindowConfiguration())
    cover.map()
    other.synchronize()
    try expectEqual(fixture.renderer.readBack(), TestFrames.frame(4).painted())
    let large = try RendererFixture(fixture.server, geometry: "900x700+0+0")
    let list = TestFrames.frame(2, size: PixelSize(width: 900, height: 700))
    try large.show(list)
    try expectEqual(large.renderer.readBack(), list.painted())
  }

  @Test("after a resize, the entire image is drawn")
  func sizes() throws {
    let fixture = try RendererFixture(try XServer.shared())
    for (width, height) in [(320, 200), (500, 300), (1, 1), (33, 400), (320, 200)] {
      let size = PixelSize(width: width, height: height)
      let display: XDisplay = try #require(fixture.connection.display)
      XResizeWindow(display, fixture.window.id, UInt32(width), UInt32(height))
      try fixture.connection.wait(fixture.handle, until: fixture.window.size == size)
      for number in 0..<3 { try fixture.show(TestFrames.frame(number, size: size)) }
      let image = TestFrames.frame(2, size: size).painted()
      try expectEqual(fixture.renderer.readBack(), image)
      let shown = try fixture.screenshot().cropped(
        to: PixelRect(x0: 20, y0: 10, x1: 20 + width, y1: 10 + height))
      expectEqual(shown, image)
    }
  }

  @Test(
    "sizes beyond the limit and reading before anything was shown are errors",
    arguments: [RendererKind.shm, .core])
  func errors(kind: RendererKind) throws {
    let fixture = try RendererFixture(try XServer.shared(), kind)
    #expect(throws: RenderError.nothingPublished) { try fixture.renderer.readBack() }
    for (width, height) in [(32_768, 10), (10, 32_768), (16_384, 8_193), (0, 1)] {
      let size = PixelSize(width: width, height: height)
      #expect(throws: RenderError.invalidSize(size)) {
        try fixture.renderer.draw(DisplayList(size: size))
      }
    }
    #expect(PixelSize(width: 16_384, height: 8_192).isDrawable)
    #expect(WindowLimit.allows(PixelSize(width: 32_767, height: 1)))
    // An image that can be drawn is drawn, and the previous failures have no effect.
    try fixture.show(TestFrames.frame(2))
    try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
    #expect(throws: RenderError.self) {
      try fixture.renderer.draw(DisplayList(size: PixelSize(width: 40_000, height: 10)))
    }
    let before = try fixture.renderer.readBack()
    fixture.damageAndRepair()
    try expectEqual(fixture.renderer.readBack(), before)
  }
}
