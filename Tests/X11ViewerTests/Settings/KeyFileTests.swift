import TestSupport
import Testing

@testable import LinuxSystem
@testable import X11Viewer
@testable import XWindow

@Suite("A file of keys")
struct KeyFileTests {
  private func parse(_ text: String) -> Result<[KeyLine], Failure> {
    Result { () throws(Failure) in try KeyFile.parse(text, name: "keys") }
  }

  @Test("binds a key on each line to an action, or to none, and to a command as it is written")
  func lines() throws {
    let text = """
      # mine
        Ctrl+Left   seek -3

      f  ignore\r
      x	exec cp "$1"  'a #b'
      numbersign toggle-help
      """
    let bindings = KeyBindings(changedBy: try parse(text).get())
    func action(_ key: String, in place: KeyPlace = .page) -> ViewerAction? {
      KeyCombination(key).flatMap { bindings.actions[place]?[$0] }
    }
    expectEqual(action("Ctrl+←"), .seek(-3))
    #expect(action("f") == nil && action("f", in: .overview) == nil)
    #expect(action("x") == .run(#"cp "$1"  'a #b'"#) && action("x", in: .overview) == action("x"))
    #expect(action("#") == .toggleHelp && action("q") == .quit)
  }

  @Test("has errors that name the file, the line and what is wrong with it")
  func errors() {
    for (text, message) in [
      ("\n# a\nHyper+x quit", "keys:3: \"Hyper+x\" is not a key; write it as --list-keys does"),
      ("x quit\ny tumble 3", "keys:2: \"tumble 3\" is not an action; --list-keys has them all"),
      ("x", "keys:1: nothing is bound to x; write an action, or ignore for none"),
      ("x exec ", "keys:1: exec is without a command; write one after it, such as exec gimp"),
    ] {
      guard case .failure(let failure) = parse(text) else {
        Issue.record("\(text)")
        continue
      }
      #expect(failure.message == message && failure.status == .configuration)
    }
  }

  @Test("that lists the present keys binds the same, whatever was bound before")
  func roundTrip() throws {
    let keys =
      KeyTable.rows.flatMap { $0.bindings.map(\.key) } + [
        "z", "Shift+z", "#", "ü", "F7", "Button6",
      ]
    let actions =
      KeyTable.rows.flatMap { $0.bindings.map(\.action) }
      + ["ignore", "ignore", "zoom 3/2", "exec a \"$1\"", "select-page 2 1"]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let lines = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        KeyLine(
          key: keys.randomElement(using: &random) ?? "",
          action: actions.randomElement(using: &random) ?? "")
      }
      let bindings = KeyBindings(changedBy: lines)
      let text = KeyFile.text(bindings.lines)
      let read = KeyBindings(changedBy: try parse(text).get())
      try #require(
        read.actions == bindings.actions, "\(lines.map { "\($0.key) \($0.text)" })\n\(text)")
    }
  }

  @Test("each line of a preset binds a key", arguments: KeyPreset.allCases)
  func presets(preset: KeyPreset) {
    expectEqual(preset.lines.count, preset.texts.count)
    let actions = KeyBindings(changedBy: preset.lines).actions
    expectEqual((actions == KeyBindings.standard.actions), (preset == .standard))
    // Nobody is locked in.
    expectEqual(KeyCombination("q").map { actions[.page]?[$0] }, .quit)
  }

  @Test("changes what the help and the menu say")
  func help() throws {
    let bindings = KeyBindings(
      changedBy: try parse("f ignore\nF11 ignore\nz toggle-fullscreen\nu zoom 2\ni exec x").get())
    let lines = HelpTopic.all(in: .all, bindings.rows).flatMap(\.lines)
    func keys(_ meaning: String) -> String? { lines.first { $0.meaning == meaning }?.keys }
    expectEqual(keys("fullscreen"), "Alt+Enter z")
    #expect(keys("zoom 2") == "u" && keys("exec x") == "i" && keys("frame statistics") == nil)
    #expect(keys("pause") == "Space" && HelpTopic.all(in: .all, bindings.rows).last?.title == "Own")
    #expect(HelpLine.brief(in: .all, bindings.rows).contains { $0.keys == "Alt+Enter" })
  }
}
