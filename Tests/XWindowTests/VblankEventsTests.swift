import Testing
import XServerSupport

@testable import AnimGraphics
@testable import XWindow

@Suite(.serialized)
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
      #expect(seen.count == round)
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

  @Test("without Present there are no vblanks")
  func missing() throws {
    let server = try XServer(["-extension", "Present"])
    let connection = try Connection(display: server.display)
    guard connection.extensions.present == nil else {
      try Test.cancel("Xvfb does not disable Present here")
    }
    #expect(VblankEvents(of: try Window(on: connection, WindowConfiguration())) == nil)
  }
}
