import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import FramePacing
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("Answers about vblanks", .xServer)
struct VblankAnswerTests {
  @Test("only the answer to the pending request counts, once, and not that of another output")
  func serial() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    let vblanks = try #require(VblankEvents(of: window))
    var answers: [Vblank] = []
    vblanks.request()
    try connection.wait(
      { if case .vblank(let vblank) = $0 { answers.append(vblank) } }, until: !answers.isEmpty)
    let old = answers[0]
    // The window moves to another output before the answer is read.
    vblanks.follow(PixelRect(x0: 0, y0: 0, x1: 640, y1: 480))
    let whileNone = vblanks.accept(old)
    #expect(!whileNone)
    vblanks.request()
    let stale = vblanks.accept(old)
    #expect(!stale)
    #expect(vblanks.isPending)
    answers = []
    try connection.wait(
      { if case .vblank(let vblank) = $0 { answers.append(vblank) } }, until: !answers.isEmpty)
    let fresh = vblanks.accept(answers[0])
    let again = vblanks.accept(answers[0])
    #expect(fresh && !again)
    // A new request cancels the previous one.
    vblanks.request()
    vblanks.ask()
    var taken = answers[0]
    taken.serial &+= 1
    let first = vblanks.accept(taken)
    #expect(!first)
    #expect(vblanks.isPending)
  }

  @Test("a timestamp has nanoseconds, and no time is too large for it")
  func stamps() {
    let stamp = VblankStamp(Vblank(serial: 1, msc: 5, ust: 1_234_567))
    expectEqual(stamp.msc, 5)
    expectEqual(stamp.ust.nanoseconds, 1_234_567_000)
    expectEqual(VblankStamp(Vblank(serial: 1, msc: .max, ust: 3)).msc, .max)
  }
}
