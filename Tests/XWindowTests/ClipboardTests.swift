import CX11
import TestSupport
import Testing
import XServerSupport

@testable import XWindow

/// The second connection is the program that pastes, word by word.
@Suite("Pasting in other programs", .serialized, .xServer)
final class ClipboardTests {
  private let server: XServer
  private let connection: Connection
  private let receiver: Connection
  private let display: XDisplay
  private let window: Window
  private let target: ResourceID
  private var clipboard: Clipboard

  init() throws {
    server = try XServer()
    connection = try Connection(display: server.display)
    receiver = try Connection(display: server.display)
    display = try #require(receiver.display)
    window = try Window(on: connection, WindowConfiguration())
    clipboard = Clipboard(of: window.id)
    target = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    receiver.synchronize()
  }

  private func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  private func copy(_ content: Clipboard.Content) -> Bool {
    clipboard.copy(content, on: connection)
  }

  @Test("the contents that another program copied since the last key are not replaced")
  func late() {
    // The key was pressed long ago, and the other program copies now.
    var event = XEvent()
    event.xkey.type = KeyPress
    event.xkey.window = window.id
    event.xkey.root = XDefaultRootWindow(display)
    event.xkey.keycode = 38
    event.xkey.time = 1
    connection.synchronize()
    XSendEvent(display, window.id, 0, KeyPressMask, &event)
    receiver.synchronize()
    connection.settle { _ in }
    XSetSelectionOwner(display, receiver.atoms[.clipboard], target, 0)
    receiver.synchronize()
    expectEqual(connection.userTime, 1)
    #expect(!copy(.text("a")))
    expectEqual(XGetSelectionOwner(display, receiver.atoms[.clipboard]), target)
  }

  /// Lets the viewer handle the receiver's requests.
  private func answer() {
    receiver.synchronize()
    connection.settle { clipboard.handle($0, on: connection) }
    connection.synchronize()
    receiver.synchronize()
  }

  /// Asks for the clipboard as a type.
  ///
  /// - Returns: The property with the answer, or `nil` if there is none.
  private func ask(
    for type: Atom, into property: Atom, selection: Atom? = nil, of window: ResourceID? = nil
  ) -> Atom? {
    XConvertSelection(
      display, selection ?? receiver.atoms[.clipboard], type, property, window ?? target, 0)
    answer()
    var event = XEvent()
    guard XCheckTypedEvent(display, SelectionNotify, &event) != 0 else { return nil }
    return event.xselection.property == 0 ? nil : event.xselection.property
  }

  /// Returns the type and the bytes of a property of the receiver, which is deleted unless `keeps`
  /// is set.
  private func read(
    _ property: Atom, keeps: Bool = false, of window: ResourceID? = nil
  ) -> (type: Atom, bytes: [UInt8]) {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window ?? target, property, 0, 1 << 20, keeps ? 0 : 1, 0, &type, &format, &count,
      &rest, &data)
    defer { if let data { XFree(data) } }
    // Xlib gives 32-bit values as C longs.
    let size = Int(count) * (format == 32 ? MemoryLayout<Int>.size : Int(format) / 8)
    return (type, Array(UnsafeBufferPointer(start: data, count: size)))
  }

  private func words(_ property: Atom) -> [UInt] {
    read(property).bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: MemoryLayout<UInt>.size).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: UInt.self)
      }
    }
  }

  /// Receives the consecutive parts in a property, up to the empty one.
  private func takeParts(of property: Atom, _ window: ResourceID? = nil) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    while parts.count < 100 {
      answer()
      let (type, part) = read(property, of: window)
      if type == 0 || part.isEmpty { break }
      parts.append(part)
    }
    return parts
  }

  /// Returns whether the parts together are an image. The difference would be too long to print.
  private func isWhole(_ parts: [[UInt8]], _ image: [UInt8]) -> Bool {
    parts.flatMap { $0 } == image
  }

  /// Bytes in blocks that begin with the number of preceding bytes.
  private static func bytes(_ count: Int, _ first: UInt8) -> [UInt8] {
    var bytes = [UInt8](repeating: first, count: count)
    for index in stride(from: 0, to: count, by: 4_001) {
      bytes[index] = UInt8(truncatingIfNeeded: index / 4_001)
    }
    return bytes
  }

  @Test("text is available in each of its types")
  func text() {
    #expect(copy(.text("größe →")))
    let property = atom("A")
    expectEqual(ask(for: receiver.atoms[.targets], into: property), property)
    let types = words(property)
    let names = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT"]
    let expected =
      ["TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS"].map(atom) + names.map(atom)
      + [cx11_XA_STRING]
    expectEqual(types, expected)
    for name in names {
      expectEqual(ask(for: atom(name), into: property), property)
      let (type, bytes) = read(property)
      expectEqual(bytes, Array("größe →".utf8), "\(name)")
      expectEqual(type, (name == "TEXT" ? atom("UTF8_STRING") : atom(name)))
    }
    expectEqual(ask(for: cx11_XA_STRING, into: property), property)
    let latin = read(property)
    expectEqual(latin.type, cx11_XA_STRING)
    expectEqual(latin.bytes, [0x67, 0x72, 0xF6, 0xDF, 0x65, 0x20, 0x3F])
    // An old program leaves the property to the owner.
    expectEqual(ask(for: atom("UTF8_STRING"), into: 0), atom("UTF8_STRING"))
  }

  @Test("several types are sent at once, and those that aren't available are marked")
  func several() {
    #expect(copy(.text("a →")))
    let (pairs, pair) = (atom("PAIRS"), atom("ATOM_PAIR"))
    let targets = ["UTF8_STRING", "image/png", "MULTIPLE", "TIMESTAMP"].map(atom)
    let properties = ["P", "Q", "R", "S"].map(atom)
    let asked = zip(targets, properties).flatMap { [$0, $1] }
    receiver.setProperty(pairs, pair, of: target, to: asked.map { Int(bitPattern: $0) })
    expectEqual(ask(for: atom("MULTIPLE"), into: pairs), pairs)
    expectEqual(
      words(pairs),
      [targets[0], properties[0], 0, properties[1], 0, properties[2], targets[3], properties[3]])
    expectEqual(read(properties[0]).bytes, Array("a →".utf8))
    expectEqual(words(properties[3]).count, 1)
    for property in properties[1...2] { expectEqual(read(property).type, 0) }
    // Without pairs, and without a property, there is nothing to do.
    expectEqual(ask(for: atom("MULTIPLE"), into: pairs), nil)
    expectEqual(ask(for: atom("MULTIPLE"), into: 0), nil)
  }

  @Test("a clipboard manager may keep the contents")
  func manager() {
    #expect(copy(.text("a")))
    let property = atom("A")
    expectEqual(ask(for: atom("SAVE_TARGETS"), into: property), property)
    let (type, bytes) = read(property)
    expectEqual(type, atom("NULL"))
    expectEqual(bytes, [])
  }

  @Test("a file is available as the text of its path, and as a list of files in both of its forms")
  func file() {
    #expect(copy(.file(path: "/a b", uri: "file:///a%20b")))
    let property = atom("A")
    expectEqual(ask(for: receiver.atoms[.targets], into: property), property)
    #expect(
      Set(words(property)).isSuperset(of: [
        atom("UTF8_STRING"), atom("text/uri-list"), atom("x-special/gnome-copied-files"),
      ]))
    for (name, text) in [
      ("UTF8_STRING", "/a b"), ("text/plain", "/a b"), ("text/uri-list", "file:///a%20b\r\n"),
      ("x-special/gnome-copied-files", "copy\nfile:///a%20b"),
    ] {
      expectEqual(ask(for: atom(name), into: property), property)
      let (type, bytes) = read(property)
      #expect(type == atom(name) && bytes == Array(text.utf8), "\(name)")
    }
  }

  @Test("missing formats are refused, and the last copy is used")
  func refusals() throws {
    let (property, png) = (atom("A"), receiver.atoms[.imagePNG])
    #expect(ask(for: png, into: property) == nil)
    #expect(copy(.text("a")))
    #expect(ask(for: png, into: property) == nil)
    #expect(copy(.png([1, 2, 3])))
    expectEqual(ask(for: png, into: property), property)
    expectEqual(read(property).bytes, [1, 2, 3])
    #expect(ask(for: atom("UTF8_STRING"), into: property) == nil)
    #expect(ask(for: png, into: property, selection: atom("PRIMARY")) == nil)
    // Another program copies something.
    XSetSelectionOwner(display, receiver.atoms[.clipboard], target, 0)
    answer()
    XSetSelectionOwner(connection.display, connection.atoms[.clipboard], window.id, 0)
    connection.synchronize()
    #expect(ask(for: png, into: property) == nil)
  }

  @Test("a large image comes in parts, for several that paste at the same time")
  func parts() {
    let image = Self.bytes(700_000, 1)
    #expect(copy(.png(image)))
    let other = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    let png = receiver.atoms[.imagePNG]
    let places = [(target, atom("A")), (target, atom("B")), (other, atom("A"))]
    for (window, property) in places {
      expectEqual(ask(for: png, into: property, of: window), property)
    }
    // A new copy doesn't affect a paste in progress.
    #expect(copy(.text("x")))
    for (window, property) in places.reversed() {
      expectEqual(read(property, of: window).type, receiver.atoms[.incremental])
      let parts = takeParts(of: property, window)
      expectEqual(parts.map(\.count), [262_144, 262_144, 175_712])
      #expect(isWhole(parts, image))
    }
    #expect(connection.receivers.isEmpty)
  }

  @Test("a client that has stopped and pastes again gets the current contents from the start")
  func again() {
    let (old, new) = (Self.bytes(600_000, 3), Self.bytes(700_000, 90))
    let (property, png) = (atom("A"), receiver.atoms[.imagePNG])
    for taken in 0...2 {
      #expect(copy(.png(old)))
      expectEqual(ask(for: png, into: property), property)
      for _ in 0..<taken {
        _ = read(property)
        answer()
      }
      #expect(copy(.png(new)))
      expectEqual(ask(for: png, into: property), property)
      expectEqual(read(property).type, receiver.atoms[.incremental])
      #expect(isWhole(takeParts(of: property), new), "after \(taken) parts")
      #expect(connection.receivers.isEmpty)
    }
  }

  @Test("clients that never continue are forgotten, oldest first")
  func limit() {
    let image = Self.bytes(300_000, 7)
    #expect(copy(.png(image)))
    let properties = (0..<17).map { atom("P\($0)") }
    for property in properties {
      expectEqual(ask(for: receiver.atoms[.imagePNG], into: property), property)
    }
    for (index, property) in properties.enumerated() {
      expectEqual(read(property).type, receiver.atoms[.incremental])
      #expect(isWhole(takeParts(of: property), index == 0 ? [] : image), "\(index)")
    }
  }
}
