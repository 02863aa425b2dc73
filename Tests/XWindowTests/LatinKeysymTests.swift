import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import XWindow

@Suite("Keys in layouts without Latin letters", .serialized, .xServer)
struct LatinKeysymTests {
  private let server: XServer
  private let connection: Connection
  private let window: Window

  init() throws {
    server = try XServer()
    connection = try Connection(display: server.display)
    window = try Window(on: connection, WindowConfiguration())
    window.map()
    try connection.wait(window.handle, until: window.isVisible)
    try server.run("xdotool", "windowfocus", "--sync", "\(window.id)")
  }

  /// Returns the result of pressing the keys with these numbers.
  private func strokes(_ layout: [String], _ keycodes: [Int]) throws -> [KeyStroke] {
    if !layout.isEmpty { try server.run(["setxkbmap"] + layout) }
    var strokes: [KeyStroke] = []
    for keycode in keycodes { try server.run(["xdotool", "key", "\(keycode)"]) }
    try connection.wait(
      { if case .key(let stroke) = $0 { strokes.append(stroke) } },
      until: strokes.count == keycodes.count)
    return strokes
  }

  /// The keys of q, i, w, the period and 1 on a US keyboard.
  private let keys = [24, 31, 25, 60, 10]

  private func codes(_ text: String) -> [UInt] { text.utf8.map { UInt($0) } }

  @Test(
    "without a Latin group, a key is recognised by its position",
    arguments: ["ru", "gr", "il", "ara", "ua", "th"])
  func positions(layout: String) throws {
    let found = try strokes([layout], keys)
    expectEqual(found.map(\.latinKeysym), codes("qiw.1"))
    #expect(found.map(\.keysym).prefix(3) != codes("qiw")[...])
  }

  @Test("the positions of the keys are queried once")
  func requests() throws {
    _ = try strokes(["ru"], [24])
    let count = connection.requestCount
    try expectEqual(strokes([], [24, 31]).map(\.latinKeysym), codes("qi"))
    expectEqual(connection.requestCount, count)
  }

  @Test("with a Latin group in the layout, a key has its meaning there")
  func groups() throws {
    // The French layout has q in the position of a.
    let found = try strokes(["ru,fr"], [38, 24])
    expectEqual(found.map(\.latinKeysym), codes("qa"))
  }

  @Test(
    "a layout with Latin letters is used unchanged",
    arguments: [["us"], ["fr"], ["us", "-variant", "dvorak"], ["de"], ["us,ru"]])
  func latin(layout: [String]) throws {
    #expect(try strokes(layout, keys).allSatisfy { $0.latinKeysym == nil })
  }

  @Test("Shift gives a key its shifted meaning")
  func shift() throws {
    try server.run("setxkbmap", "ru")
    var strokes: [KeyStroke] = []
    try server.run("xdotool", "keydown", "50", "key", "34", "key", "24", "keyup", "50")
    try connection.wait(
      { if case .key(let stroke) = $0 { strokes.append(stroke) } }, until: strokes.count == 3)
    expectEqual(strokes.dropFirst().map(\.latinKeysym), codes("{Q"))
    // The same in the Latin group of a layout.
    try server.run("setxkbmap", "ru,fr")
    strokes = []
    try server.run("xdotool", "keydown", "50", "key", "38", "keyup", "50")
    try connection.wait(
      { if case .key(let stroke) = $0 { strokes.append(stroke) } }, until: strokes.count == 2)
    expectEqual(strokes.last?.latinKeysym, codes("Q")[0])
  }

  @Test(
    "keys in other positions have no other meaning", arguments: ["", "AD", "AD00", "AD13", "AE99"])
  func noPlace(name: String) {
    #expect(KeyPosition.keysym(name, isShifted: false) == nil)
  }
}
