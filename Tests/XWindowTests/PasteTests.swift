import CX11
import TestSupport
import Testing
import XServerSupport

@testable import XWindow

/// The second connection is the program in which something was copied.
@Suite("Pasting from other programs", .serialized, .xServer)
struct PasteTests {
  private let server: XServer
  private let connection: Connection
  private let other: Connection
  private let window: Window
  private let owner: Window

  init() throws {
    server = try XServer()
    connection = try Connection(display: server.display)
    other = try Connection(display: server.display)
    window = try Window(on: connection, WindowConfiguration())
    owner = try Window(on: other, WindowConfiguration())
  }

  /// Pastes while a program has this on the clipboard.
  private func paste(_ content: Clipboard.Content?, isOwn: Bool = false) -> Paste.Answer? {
    let source = isOwn ? connection : other
    var clipboard = Clipboard(of: isOwn ? window.id : owner.id)
    if let content { _ = clipboard.copy(content, on: source) }
    var paste = Paste(of: window.id)
    paste.ask(on: connection)
    var answer: Paste.Answer?
    for _ in 0..<20 where answer == nil {
      connection.synchronize()
      if !isOwn { other.settle { clipboard.handle($0, on: other) } }
      other.synchronize()
      connection.settle {
        if isOwn { clipboard.handle($0, on: connection) }
        answer = answer ?? paste.handle($0, on: connection)
      }
    }
    return answer
  }

  @Test("the result is a list of files, an image, or otherwise a text, and nothing else")
  func types() {
    #expect(
      paste(.file(path: "/x/ä", uri: "file:///x/%C3%A4"))
        == .files(Array("file:///x/%C3%A4\r\n".utf8)))
    expectEqual(paste(.text("/x/ä")), .text("/x/ä"))
    expectEqual(paste(.png([1, 2, 3])), .image([1, 2, 3]))
    let large = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    expectEqual(paste(.png(large)), .image(large), "it arrives in parts")
    expectEqual(
      paste(.text(String(repeating: "x", count: 1 << 20))), .nothing, "no path is that long")
    expectEqual(paste(.text("/x/own"), isOwn: true), .text("/x/own"))
  }

  @Test("the clipboard can be empty")
  func nobody() { expectEqual(paste(nil), .nothing) }
}
