import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import XWindow

@Suite("Text from an input method", .serialized, .xServer)
struct InputMethodTests {
  private let server: XServer
  private let connection: Connection
  private let window: Window

  init() throws {
    server = try XServer()
    try server.run("setxkbmap", "us", "-variant", "intl")
    connection = try Connection(display: server.display)
    window = try Window(on: connection, WindowConfiguration())
    window.map()
    try connection.wait(window.handle, until: window.isVisible)
    try server.run("xdotool", "windowfocus", "--sync", "\(window.id)")
  }

  /// Returns the texts that key presses enter, up to a press of z.
  private func texts(of keys: [String]) throws -> [String] {
    try server.run(["xdotool", "key"] + keys + ["z"])
    var texts: [String] = []
    try connection.wait(
      { if case .key(let stroke) = $0, let text = stroke.text { texts.append(text) } },
      until: texts.last == "z")
    return texts.dropLast()
  }

  /// Calls `body` in an environment with these variables.
  private func with(_ variables: [String: String], _ body: () throws -> Void) rethrows {
    let old = variables.keys.map { ($0, getenv($0).map { String(cString: $0) }) }
    for (name, value) in variables { setenv(name, value, 1) }
    defer {
      for (name, value) in old {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    try body()
  }

  @Test("dead keys compose characters while text is typed, and only then")
  func deadKeys() throws {
    try with(["LC_ALL": "C.UTF-8", "XMODIFIERS": ""]) {
      let keys = ["dead_acute", "e", "a", "ctrl+a", "Escape", "dead_diaeresis", "u"]
      try expectEqual(texts(of: keys), ["e", "a", "u"])
      window.takeText(true)
      try expectEqual(texts(of: keys), ["é", "a", "ü"])
      window.takeText(false)
      try expectEqual(texts(of: keys), ["e", "a", "u"])
    }
  }

  @Test("the user's own sequences compose text of any length")
  func sequences() throws {
    let scratch = try ScratchDirectory()
    let long = String(repeating: "長い", count: 40)
    try scratch.write("<a> <b> : \"\(long)\"\n", to: "sequences")
    try with(["LC_ALL": "C.UTF-8", "XMODIFIERS": "", "XCOMPOSEFILE": scratch.path + "/sequences"]) {
      window.takeText(true)
      try expectEqual(texts(of: ["a", "b", "c"]), [long, "c"])
    }
  }

  @Test("without the chosen input method, dead keys compose")
  func missing() throws {
    try with(["LC_ALL": "C.UTF-8", "XMODIFIERS": "@im=missing"]) {
      window.takeText(true)
      try expectEqual(texts(of: ["dead_acute", "e"]), ["é"])
    }
  }

  @Test("the process stays in its locale")
  func locale() throws {
    with(["LC_ALL": "C.UTF-8"]) {
      window.takeText(true)
      expectEqual(setlocale(LC_CTYPE, nil).map { String(cString: $0) }, "C")
    }
  }

  @Test("a window that is released while text is typed leaves the connection usable")
  func release() throws {
    var second: Window? = try Window(on: connection, WindowConfiguration())
    second?.takeText(true)
    second = nil
    connection.synchronize()
    while let event = connection.nextEvent() {
      if case .error(let error) = event { Issue.record("\(error)") }
    }
    #expect(!connection.isLost)
  }
}
