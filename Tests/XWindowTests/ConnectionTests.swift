import CX11
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import XWindow

@Suite(.serialized, .xServer)
struct ConnectionTests {
  @Test("an error about a missing display contains its name")
  func missingDisplay() {
    #expect(throws: ConnectionError.cannotOpen(display: ":4711")) {
      try Connection(display: ":4711")
    }
  }

  @Test("an invalid display name is rejected and reported")
  func nonsenseDisplay() {
    #expect(throws: ConnectionError.cannotOpen(display: "no such thing")) {
      try Connection(display: "no such thing")
    }
  }

  @Test("an error explains in one sentence what to check")
  func errorSentence() {
    let sentence = "display :9: cannot be opened; check DISPLAY or --display"
    expectEqual(ConnectionError.cannotOpen(display: ":9").description, sentence)
    #expect(ConnectionError.noDisplayNamed.description.contains("DISPLAY"))
  }

  @Test("the server's extensions are found, unless they are disabled")
  func extensions() throws {
    let complete = try XServer.shared()
    let full = try Connection(display: complete.display).extensions
    #expect(full.sharedMemory != nil)
    #expect(full.randr != nil)
    #expect(full.present != nil)
    #expect(full.sync != nil)
    let server = try XServer(["-extension", "MIT-SHM", "-extension", "RANDR"])
    let bare = try Connection(display: server.display).extensions
    #expect(bare.sharedMemory == nil)
    #expect(bare.randr == nil)
  }

  @Test("a trap throws errors of its own requests but not of earlier ones")
  func trap() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let display = try #require(connection.display)
    XMapWindow(display, 0x1234)
    var caught: RequestError?
    do {
      try connection.trappingErrors { _ = XUnmapWindow($0, 0x4321) }
    } catch .refused(let error) {
      caught = error
    }
    expectEqual(caught?.resource, 0x4321)
    expectEqual(caught?.code, UInt8(BadWindow))
    try connection.trappingErrors { _ = XNoOp($0) }
    let late = try connection.wait { if case .error = $0 { true } else { false } }
    guard case .error(let error) = late else { return }
    expectEqual(error.resource, 0x1234)
    #expect(error.isMissingDrawable)
    #expect(connection.nextEvent() == nil)
  }

  @Test("the reply to the last request brings all errors of a trap, and none is lost")
  func trapWithAnswer() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    #expect(throws: TrapError.self) {
      try connection.trappingErrors { display in
        XMapWindow(display, 0x1234)
        var (owner, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
        var list: UnsafeMutablePointer<ResourceID>?
        XQueryTree(display, XDefaultRootWindow(display), &owner, &parent, &list, &count)
        XFree(list)
      }
    }
    // Including an error of the last request itself.
    #expect(throws: TrapError.self) {
      try connection.trappingErrors { display in
        var attributes = XWindowAttributes()
        XGetWindowAttributes(display, 0x4321, &attributes)
      }
    }
    connection.synchronize()
    #expect(connection.nextEvent() == nil)
  }

  @Test("an error of an outer trap's request goes to that trap, even while an inner one waits")
  func nestedTraps() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    var inner: Result<Void, TrapError>?
    var outer: RequestError?
    do {
      try connection.trappingErrors { display in
        XMapWindow(display, 0x1234)
        inner = Result { () throws(TrapError) in try connection.trappingErrors { _ = XNoOp($0) } }
      }
    } catch .refused(let error) {
      outer = error
    }
    #expect(throws: Never.self) { try inner?.get() }
    expectEqual(outer?.resource, 0x1234)
    connection.synchronize()
    #expect(connection.nextEvent() == nil)
  }

  @Test("errors go to their own connection")
  func errorsOfTwo() throws {
    let server = try XServer.shared()
    let (a, b) = (try Connection(display: server.display), try Connection(display: server.display))
    let display = try #require(b.display)
    XMapWindow(display, 0x77)
    b.synchronize()
    a.synchronize()
    #expect(a.nextEvent() == nil)
    guard case .error(let error) = b.nextEvent() else {
      Issue.record("no error")
      return
    }
    expectEqual(error.resource, 0x77)
  }

  @Test("a fence returns after all requests before it")
  func fence() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let first = connection.fences.send()
    let second = connection.fences.send()
    #expect(first != second)
    var passed: [Event] = []
    try connection.wait({ passed.append($0) }, until: passed.count == 2)
    expectEqual(passed, [.fence(first), .fence(second)])
  }

  @Test("writing to a closed connection doesn't end the process with SIGPIPE")
  func writeAfterEnd() async throws {
    let server = try XServer.shared()
    await #expect(processExitsWith: .success) { [name = server.display as String] in
      signal(SIGPIPE, SIG_DFL)
      let connection = try Connection(display: name)
      let window = try Window(on: connection, WindowConfiguration())
      connection.settle()
      try ChildProcess(["xkill", "-display", name, "-id", "\(window.id)"]).wait()
      // The end of the stream hasn't been read yet, so this request is written, although nobody
      // reads it.
      window.setTitle("nobody reads this")
      connection.exchange()
      exit(connection.isLost ? 0 : 2)
    }
  }

  @Test("xkill closes the connection but doesn't end the process")
  func xkill() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    connection.synchronize()
    try server.run("xkill", "-id", "\(window.id)")
    connection.settle()
    #expect(connection.isLost)
  }

  @Test("with all standard descriptors closed, the socket doesn't take one of their numbers")
  func closedDescriptors() async throws {
    let server = try XServer.shared()
    let name = server.display
    await #expect(processExitsWith: .success) { [name = name as String] in
      for descriptor: Int32 in 0...2 { close(descriptor) }
      guard let connection = try? Connection(display: name) else { exit(1) }
      guard connection.fileDescriptor > 2 else { exit(2) }
      // Writing fails as before instead of reaching the server.
      guard write(1, "x", 1) == -1, errno == EBADF else { exit(3) }
      exit(0)
    }
    withExtendedLifetime(server) {}
  }

  @Test("points are scaled by Xft.dpi if it is valid")
  func scale() throws {
    let server = try XServer()
    #expect(try Connection(display: server.display).scale == nil)
    for (dpi, scale) in [("192", 2.0), ("120", 1.25), ("0", nil), ("many", nil)] {
      try server.run("sh", "-c", "echo Xft.dpi: \(dpi) | xrdb -merge")
      try expectEqual(Connection(display: server.display).scale, scale)
    }
  }

  @Test("closing doesn't wait for the server, which frees the client's resources")
  func closing() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let window = try Window(on: connection, WindowConfiguration())
    window.map()
    connection.synchronize()
    server.halt(true)
    // A request that hasn't been sent yet.
    let context = GraphicsContext(for: window.id, on: connection)
    context.fill([window.size.bounds], on: window.id)
    connection.close()
    #expect(connection.display == nil)
    #expect(connection.nextEvent() == nil)
    server.halt(false)
    let other = try Connection(display: server.display)
    try waitUntil("the window is gone") { (try? Window(adopting: window.id, on: other)) == nil }
  }

  @Test("releasing a connection doesn't wait for the server")
  func letGo() throws {
    let server = try XServer()
    var connection: Connection? = try Connection(display: server.display)
    let descriptor = try #require(connection?.fileDescriptor)
    server.halt(true)
    connection = nil
    // Nothing else opens a descriptor in between.
    #expect(fcntl(descriptor, F_GETFD) < 0)
  }
}
