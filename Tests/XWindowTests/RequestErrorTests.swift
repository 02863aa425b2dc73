import CX11
import TestSupport
import Testing
import XServerSupport

@testable import XWindow

@Suite("Refused requests", .serialized, .xServer)
struct RequestErrorTests {
  private func error(_ code: Int32, major: UInt8 = 62, minor: UInt8 = 7) -> RequestError {
    RequestError(
      serial: 9, code: UInt8(code), majorOpcode: major, minorOpcode: minor, resource: 0x1A0)
  }

  @Test(
    "an error has its name in the protocol",
    arguments: [
      (BadRequest, "BadRequest"), (BadValue, "BadValue"), (BadWindow, "BadWindow"),
      (BadPixmap, "BadPixmap"), (BadMatch, "BadMatch"), (BadDrawable, "BadDrawable"),
      (BadAccess, "BadAccess"), (BadAlloc, "BadAlloc"), (BadLength, "BadLength"),
      (BadGC, "error 13"),
    ])
  func names(code: Int32, name: String) {
    expectEqual(error(code).description, "\(name) in request 62.7 on 0x1a0")
  }

  @Test("a missing drawable and missing memory are recognised by their codes")
  func kinds() {
    let codes = (1...17 as ClosedRange<Int32>)
    expectEqual(codes.filter { error($0).isMissingDrawable }, [BadWindow, BadDrawable])
    expectEqual(codes.filter { error($0).isOutOfMemory }, [BadAlloc])
  }

  @Test("a smaller segment helps if memory is missing, and not if the server refuses to share")
  func sharing() {
    let errors: [(SharedMemoryError, Bool)] = [
      (.noExtension, false), (.noMemory(errno: 12), true), (.refused(error(BadAlloc)), true),
      (.refused(error(BadAccess)), false), (.foreign, false), (.connectionLost, false),
    ]
    for (error, isAboutSize) in errors {
      expectEqual(error.isAboutSize, isAboutSize, "\(error)")
      #expect(!error.description.isEmpty)
    }
    expectEqual(Set(errors.map(\.0.description)).count, errors.count)
  }

  @Test("late errors are kept in order, and at most 64 of them")
  func flood() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let display: XDisplay = try #require(connection.display)
    for id in 1...70 as ClosedRange<ResourceID> { XMapWindow(display, 0x100 + id) }
    connection.synchronize()
    var resources: [UInt] = []
    connection.settle { if case .error(let error) = $0 { resources.append(error.resource) } }
    expectEqual(resources, (1...64).map { 0x100 + $0 })
  }

  @Test("an error has the number and the kind of its request")
  func request() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    let display: XDisplay = try #require(connection.display)
    let serial = XNextRequest(display)
    XMapWindow(display, 0x77)
    connection.synchronize()
    // 8 is MapWindow.
    #expect(
      connection.nextEvent()
        == .error(
          RequestError(
            serial: serial, code: UInt8(BadWindow), majorOpcode: 8, minorOpcode: 0, resource: 0x77))
    )
    #expect(connection.nextEvent() == nil)
  }

  @Test("the first error of a trap is thrown, and the others are dropped")
  func first() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    var caught: RequestError?
    do {
      try connection.trappingErrors { display in
        XMapWindow(display, 0x11)
        XUnmapWindow(display, 0x22)
        XMapWindow(display, 0x33)
      }
    } catch .refused(let error) {
      caught = error
    }
    expectEqual(caught?.resource, 0x11)
    connection.synchronize()
    #expect(connection.nextEvent() == nil)
  }

  @Test("after the end of a connection, nothing is done and nothing waits")
  func closed() throws {
    let server = try XServer.shared()
    let connection = try Connection(display: server.display)
    #expect(!connection.vendor.isEmpty && connection.depth == 24)
    connection.close()
    connection.close()
    #expect(!connection.isLost || connection.display == nil)
    #expect(connection.vendor.isEmpty && connection.depth == 0 && connection.scale == nil)
    #expect(connection.windowManagerName == nil)
    #expect(connection.outputs().isEmpty && connection.screenSize == .zero)
    connection.exchange()
    connection.synchronize()
    #expect(throws: TrapError.connectionLost) { try connection.trappingErrors { _ = XNoOp($0) } }
    #expect(throws: WindowError.connectionLost) {
      try Window(on: connection, WindowConfiguration())
    }
    #expect(connection.fences.send() != connection.fences.send())
  }

  @Test("a window manager is named if it is still running")
  func windowManager() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let atoms = connection.atoms
    #expect(connection.windowManagerName == nil)
    let check = try Window(on: connection, WindowConfiguration())
    func announce(on window: ResourceID) {
      connection.setProperty(
        atoms[.netSupportingWMCheck], cx11_XA_WINDOW, of: window, to: [Int(check.id)])
    }
    announce(on: connection.rootWindow)
    // Its window must name itself.
    #expect(connection.windowManagerName == nil)
    announce(on: check.id)
    expectEqual(connection.windowManagerName, "x11viewer")
    connection.deleteProperty(atoms[.netWMName], of: check.id)
    expectEqual(connection.windowManagerName, "unnamed")
    #expect(!connection.windowManagerSupports(atoms[.netWMStateFullscreen]))
    connection.setProperty(
      atoms[.netSupported], cx11_XA_ATOM, of: connection.rootWindow,
      to: [Int(atoms[.netWMState]), Int(atoms[.netWMStateFullscreen])])
    #expect(connection.windowManagerSupports(atoms[.netWMStateFullscreen]))
    #expect(!connection.windowManagerSupports(atoms[.netWMStateHidden]))
  }

  @Test("versions are compared by their first number, then by their second")
  func versions() {
    let sorted = [(0, 9), (1, 2), (1, 3), (1, 10), (2, 0)].map {
      Extensions.Version(major: $0.0, minor: $0.1)
    }
    expectEqual(sorted.shuffled().sorted(), sorted)
    expectEqual(sorted[3].description, "1.10")
  }

  @Test("a screen saver draws on the window that a window manager puts in front of the root window")
  func virtualRoot() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let plain = try HostWindow(on: server)
    let named = try HostWindow(on: server)
    connection.setProperty(
      connection.atoms[.swmVirtualRoot], cx11_XA_WINDOW, of: named.id, to: [Int(plain.id)])
    try expectEqual(connection.screenSaverWindow(), plain.id)
    connection.setProperty(
      connection.atoms[.swmVirtualRoot], cx11_XA_WINDOW, of: named.id, to: [0])
    try expectEqual(connection.screenSaverWindow(), connection.rootWindow)
  }
}
