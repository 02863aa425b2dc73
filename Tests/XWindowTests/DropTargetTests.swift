import CX11
import TestSupport
import Testing
import XServerSupport

@testable import XWindow

/// The second connection is the source of the drag, whose messages are handled one by one.
@Suite("A drag, message by message", .serialized, .xServer)
struct DropTargetTests {
  private let server: XServer
  private let connection: Connection
  private let source: Connection
  private let display: XDisplay
  private let window: Window
  private let drag: ResourceID

  init() throws {
    server = try XServer()
    connection = try Connection(display: server.display)
    source = try Connection(display: server.display)
    display = try #require(source.display)
    window = try Window(on: connection, WindowConfiguration())
    drag = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    XSetSelectionOwner(display, source.atoms[.xdndSelection], drag, 0)
    source.synchronize()
  }

  /// Returns the next message to the source: its name, and its words.
  private func answer() -> (name: Atom, words: [Int])? {
    connection.synchronize()
    source.synchronize()
    var event = XEvent()
    guard XCheckTypedEvent(display, ClientMessage, &event) != 0 else { return nil }
    let data = event.xclient.data.l
    return (event.xclient.message_type, [data.0, data.1, data.2, data.3, data.4])
  }

  private func isAnswer(_ answer: (name: Atom, words: [Int])?, _ name: Atoms.Name, accepts: Bool)
    -> Bool
  {
    let copy = accepts ? Int(source.atoms[.xdndActionCopy]) : 0
    // The action is the last word of a status, and the third of an end.
    let words =
      name == .xdndStatus
      ? [Int(window.id), accepts ? 1 : 0, 0, 0, copy]
      : [Int(window.id), accepts ? 1 : 0, copy, 0, 0]
    return answer?.name == source.atoms[name] && answer?.words == words
  }

  private func enter(_ types: [Atom], hasMore: Bool = false) -> Event {
    .drag(.enter(source: drag, types: types, hasMore: hasMore))
  }

  @Test("the window announces version 5")
  func version() {
    DropTarget(of: window.id).announce(on: connection)
    connection.synchronize()
    expectEqual(source.property(source.atoms[.xdndAware], cx11_XA_ATOM, of: window.id), [5])
  }

  @Test("files are accepted, in whichever form their type is announced, and nothing else")
  func types() {
    var target = DropTarget(of: window.id)
    let files = connection.atoms[.uriList]
    let position = Event.drag(.position(source: drag))
    for (types, accepts) in [([files, 0, 0], true), ([0, 0, files], true), ([39, 0, 0], false)] {
      #expect(target.handle(enter(types), on: connection) == nil)
      #expect(target.handle(position, on: connection) == nil)
      #expect(isAnswer(answer(), .xdndStatus, accepts: accepts))
    }
    for (list, accepts) in [([39, 40, 41, Int(files)], true), ([39, 40, 41, 42], false)] {
      source.setProperty(source.atoms[.xdndTypeList], cx11_XA_ATOM, of: drag, to: list)
      source.synchronize()
      _ = target.handle(enter([39, 40, 41], hasMore: true), on: connection)
      _ = target.handle(position, on: connection)
      #expect(isAnswer(answer(), .xdndStatus, accepts: accepts))
    }
  }

  @Test("messages that don't belong to the current drag aren't answered")
  func strangers() {
    var target = DropTarget(of: window.id)
    let files = connection.atoms[.uriList]
    func handle(_ message: DragMessage) { _ = target.handle(.drag(message), on: connection) }
    handle(.position(source: drag))
    handle(.drop(source: drag, time: 0))
    #expect(answer() == nil)
    _ = target.handle(enter([files]), on: connection)
    handle(.position(source: window.id))
    handle(.leave(source: window.id))
    handle(.position(source: drag))
    #expect(isAnswer(answer(), .xdndStatus, accepts: true))
    handle(.leave(source: drag))
    handle(.position(source: drag))
    handle(.drop(source: drag, time: 0))
    #expect(answer() == nil)
    #expect(target.handle(.mapped, on: connection) == nil)
  }

  @Test("a drop of other data ends at once")
  func refused() {
    var target = DropTarget(of: window.id)
    _ = target.handle(enter([39]), on: connection)
    #expect(target.handle(.drag(.drop(source: drag, time: 0)), on: connection) == nil)
    #expect(isAnswer(answer(), .xdndFinished, accepts: false))
    // The drag is over.
    _ = target.handle(.drag(.position(source: drag)), on: connection)
    #expect(answer() == nil)
  }

  /// Drops `bytes` of a type, and returns the accepted data.
  private func drop(
    _ bytes: [UInt8], as type: Atom, of target: inout DropTarget, selection: Bool = true
  ) throws -> [UInt8]? {
    _ = target.handle(enter([connection.atoms[.uriList]]), on: connection)
    let time: UInt = 77
    #expect(target.handle(.drag(.drop(source: drag, time: time)), on: connection) == nil)
    connection.synchronize()
    source.synchronize()
    var event = XEvent()
    try #require(XCheckTypedEvent(display, SelectionRequest, &event) != 0)
    let request = event.xselectionrequest
    #expect(request.requestor == window.id && request.time == time)
    expectEqual(request.selection, source.atoms[.xdndSelection])
    expectEqual(request.target, source.atoms[.uriList])
    source.setProperty(request.property, type, of: window.id, to: bytes)
    source.synchronize()
    let list = target.handle(
      .selection(request.selection, property: selection ? request.property : 0),
      on: connection)
    if selection {
      // The property is deleted once it is read.
      #expect(!hasProperty(request.property))
    }
    return list
  }

  private func hasProperty(_ name: Atom) -> Bool {
    connection.synchronize()
    var count: Int32 = 0
    let list = XListProperties(display, window.id, &count)
    defer { if let list { XFree(list) } }
    return UnsafeBufferPointer(start: list, count: Int(count)).contains(name)
  }

  @Test(
    "a list of files is received, and the source is notified once, when it is known whether they can be used"
  )
  func taken() throws {
    var target = DropTarget(of: window.id)
    let bytes = Array("file:///a\r\nfile:///b\r\n".utf8)
    for isUsed in [true, false, true] {
      try expectEqual(drop(bytes, as: source.atoms[.uriList], of: &target), bytes)
      #expect(answer() == nil)
      for _ in 0..<2 { target.finish(accepted: isUsed, on: connection) }
      #expect(isAnswer(answer(), .xdndFinished, accepts: isUsed))
      #expect(answer() == nil)
    }
    // Data without a request is ignored.
    let selection = connection.atoms[.xdndSelection]
    #expect(target.handle(.selection(selection, property: 31), on: connection) == nil)
    #expect(answer() == nil)
  }

  @Test("a refused paste doesn't end a drop, and a refused drop doesn't end a paste")
  func otherSelections() throws {
    var target = DropTarget(of: window.id)
    _ = target.handle(enter([connection.atoms[.uriList]]), on: connection)
    _ = target.handle(.drag(.drop(source: drag, time: 0)), on: connection)
    let refusal = Event.selection(connection.atoms[.clipboard], property: 0)
    #expect(target.handle(refusal, on: connection) == nil)
    #expect(answer() == nil)
    var paste = Paste(of: window.id)
    paste.ask(on: connection)
    let drop = Event.selection(connection.atoms[.xdndSelection], property: 0)
    for _ in 0..<20 { #expect(paste.handle(drop, on: connection) == nil) }
  }

  @Test("a list that is missing, of another type or too long is rejected")
  func missing() throws {
    var target = DropTarget(of: window.id)
    let files = source.atoms[.uriList]
    #expect(try drop([65], as: source.atoms[.utf8String], of: &target) == nil)
    #expect(isAnswer(answer(), .xdndFinished, accepts: false))
    #expect(try drop([65], as: files, of: &target, selection: false) == nil)
    #expect(isAnswer(answer(), .xdndFinished, accepts: false))
    for (count, isTaken) in [(1 << 20, true), (1 << 20 + 4, false)] {
      let list = try drop([UInt8](repeating: 65, count: count), as: files, of: &target)
      expectEqual((list?.count == count), isTaken)
      target.finish(accepted: true, on: connection)
      #expect(isAnswer(answer(), .xdndFinished, accepts: isTaken))
    }
  }
}
