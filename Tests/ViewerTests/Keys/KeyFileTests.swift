import TestSupport
import Testing

@testable import LinuxSystem
@testable import Viewer
@testable import XWindow

@Suite("A file of keys")
struct KeyFileTests {
  private func parse(_ text: String) -> Result<[KeyLine], Failure> {
    Result { () throws(Failure) in try KeyFile.parse(text, name: "keys") }
  }

  @Test("binds a key on each line to an action, to none, or to an unchanged command")
  func lines() throws {
    let text = """
      # mine
        Ctrl+Left   seek -3

      f  ignore\r
      x	exec cp "$1"  'a #b'
      numbersign toggle-help
      """
    let bindings = KeyBindings(changedBy: try parse(text).get())
    func action(_ key: String, in place: KeyContext = .page) -> ViewerAction? {
      KeyCombination(key).flatMap { bindings.actions[place]?[$0] }
    }
    expectEqual(action("Ctrl+←"), .seek(-3))
    #expect(action("f") == nil && action("f", in: .overview) == nil)
    #expect(action("x") == .run(#"cp "$1"  'a #b'"#) && action("x", in: .overview) == action("x"))
    #expect(action("#") == .toggleHelp && action("q") == .quit)
  }

  @Test("has errors with the file, the line and the reason")
  func errors() {
    for (text, message) in [
      ("\n# a\nHyper+x quit", "keys:3: \"Hyper+x\" is not a key; use a form listed by --list-keys"),
      (
        "x quit\ny tumble 3",
        "keys:2: \"tumble 3\" is not an action; use an action listed by --list-keys"
      ),
      ("x", "keys:1: nothing is bound to x; write an action, or ignore for none"),
      ("x exec ", "keys:1: exec requires a command, such as exec gimp"),
    ] {
      guard case .failure(let failure) = parse(text) else {
        Issue.record("\(text)")
        continue
      }
      #expect(failure.message == message && failure.status == .configuration)
    }
  }

  @Test("that lists the current keys binds the same keys, whatever was bound before")
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

  @Test("changes the texts of the help and the menu")
  func help() throws {
    let bindings = KeyBindings(
      changedBy: try parse("f ignore\nF11 ignore\nz toggle-fullscreen\nu zoom 2\ni exec x").get())
    let rows = bindings.rows(in: [.page])
    let topics = HelpTopic.all(in: .all, rows)
    let lines = topics.flatMap(\.lines)
    func keys(_ meaning: String) -> String? { lines.first { $0.meaning == meaning }?.keys }
    expectEqual(keys("fullscreen"), "Alt+Enter z")
    #expect(keys("zoom × 2") == "u" && keys("x") == "i" && keys("frame statistics") == nil)
    #expect(keys("pause") == "Space" && topics.last?.title == "Your commands")
    expectEqual(topics.last?.lines.map(\.keys), ["i"])
    #expect(HelpLine.brief(in: .all, rows).contains { $0.keys == "Alt+Enter" })
  }

  @Test("the help lists every key once, under its current meaning", arguments: KeyPreset.allCases)
  func meanings(preset: KeyPreset) throws {
    let bindings = KeyBindings(changedBy: preset.lines)
    for places in [[KeyContext.page], [.clock, .page], [.overview]] {
      let rows = bindings.rows(in: places)
      let keys = rows.flatMap(\.bindings).map(\.key)
      expectEqual(keys.count, Set(keys).count, "\(keys.sorted())")
      for binding in rows.flatMap(\.bindings) {
        let key = try #require(KeyCombination(binding.key))
        expectEqual(key.description, binding.key)
        let action = places.lazy.compactMap { bindings.actions[$0]?[key] }.first
        expectEqual(action, ViewerAction(binding.action), "\(binding.key)")
      }
    }
  }

  @Test("the help describes actions with other numbers, under their topics")
  func descriptions() throws {
    let bindings = KeyBindings(changedBy: KeyPreset.mpv.lines)
    let topics = HelpTopic.all(in: .all, bindings.rows(in: [.page]))
    let play = topics.first { $0.title == "Play" }?.lines ?? []
    #expect(play.contains { $0.keys == "↑" && $0.meaning == "seek 3 steps forward" })
    #expect(play.contains { $0.keys == "↓" && $0.meaning == "seek 3 steps back" })
    #expect(!topics.contains { $0.title == "Your commands" })
    let feh = HelpTopic.all(in: .all, KeyBindings(changedBy: KeyPreset.feh.lines).rows(in: [.page]))
    #expect(feh.flatMap(\.lines).first { $0.meaning == "pause" }?.keys == "h")
  }

  @Test("the wheel can be bound, and zooms otherwise")
  func wheel() throws {
    func action(_ button: Int, _ modifiers: Modifiers, _ bindings: KeyBindings) -> ViewerAction? {
      bindings.action(
        for: ButtonClick(button: button, x: 0, y: 0, time: 0, modifiers: modifiers), in: [.page])
    }
    for modifiers in [Modifiers(), .shift, .control] {
      expectEqual(action(4, modifiers, .standard), .zoom(ViewerAction.zoomStep))
      expectEqual(action(5, modifiers, .standard), .zoom(1 / ViewerAction.zoomStep))
    }
    let feh = KeyBindings(changedBy: KeyPreset.feh.lines)
    #expect(action(4, [], feh) == .turn(-1) && action(5, [], feh) == .turn(1))
    let own = KeyBindings(
      changedBy: try parse("WHEEL_UP seek 1\nCtrl+WheelUp zoom 2\nButton7 quit").get())
    #expect(action(4, [], own) == .seek(1) && action(4, .control, own) == .zoom(2))
    #expect(action(7, [], own) == .quit && action(6, [], own) == nil)
  }
}
