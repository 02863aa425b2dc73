import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite(.serialized, .xServer)
struct VblankEventsTests {
  @Test("each request is answered by a later vblank, and only one is pending at a time")
  func answers() throws {
    let server = try XServer(["-fakescreenfps", "200"])
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    window.map()
    let vblanks = try #require(VblankEvents(of: window))
    var seen: [Vblank] = []
    for round in 1...10 {
      vblanks.request()
      vblanks.request()
      #expect(vblanks.isPending)
      try connection.wait(
        { if case .vblank(let vblank) = $0, vblanks.accept(vblank) { seen.append(vblank) } },
        until: !vblanks.isPending)
      expectEqual(seen.count, round)
    }
    for (before, after) in zip(seen, seen.dropFirst()) {
      #expect(after.msc > before.msc)
      #expect(after.ust >= before.ust)
    }
    connection.settle { if case .vblank = $0 { Issue.record("an answer without a request") } }
  }

  @Test("an abandoned request gets no answer, but a new one does")
  func abandoned() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    let vblanks = try #require(VblankEvents(of: window))
    vblanks.request()
    vblanks.follow(PixelRect(x0: 0, y0: 0, x1: 640, y1: 480))
    #expect(!vblanks.isPending)
    vblanks.request()
    var accepted = 0
    try connection.wait(
      { if case .vblank(let vblank) = $0, vblanks.accept(vblank) { accepted += 1 } },
      until: accepted > 0)
    connection.settle { if case .error(let error) = $0 { Issue.record("\(error)") } }
  }

  @Test("vblanks are those of an output that shows part of the window")
  func followed() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    var configuration = WindowConfiguration()
    configuration.geometry = try WindowGeometry("200x100+300+200")
    let window = try Window(on: connection, configuration)
    let vblanks = try #require(VblankEvents(of: window))
    // The server looks at the position of the window for which vblanks are asked.
    func position() throws -> String {
      connection.synchronize()
      let children = try server.run(
        "xwininfo", "-id", "0x\(String(window.id, radix: 16))", "-children")
      return String(try #require(children.split(separator: " ").first { $0.hasPrefix("1x1+") }))
    }
    vblanks.follow(PixelRect(x0: 0, y0: 0, x1: 640, y1: 480))
    try expectEqual(position(), "1x1+100+50")
    vblanks.follow(PixelRect(x0: 460, y0: 0, x1: 640, y1: 220))
    try expectEqual(position(), "1x1+180+10")
    // An output that doesn't show the window.
    vblanks.follow(PixelRect(x0: 640, y0: 0, x1: 1_280, y1: 480))
    try expectEqual(position(), "1x1+100+50")
  }

  @Test("without Present, there are no vblanks")
  func missing() throws {
    let server = try XServer(["-extension", "Present"])
    let connection = try Connection(display: server.display)
    guard connection.extensions.present == nil else {
      try Test.cancel("Xvfb does not disable Present here")
    }
    #expect(VblankEvents(of: try Window(on: connection, WindowConfiguration())) == nil)
  }
}
