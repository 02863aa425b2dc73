import CX11
import Glibc
import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import XWindow

@Suite("Dialogs of the window")
struct DialogTests {
  private var bench: ViewerBench

  init() throws { bench = try ViewerBench(["/x/a.json", "/x/b.json", "/x/c.json"]) }

  private var dialog: Dialog? { bench.viewer.overlay.dialog }

  private var menu: Menu? { if case .menu(let menu) = dialog { menu } else { nil } }
  private var path: PathPrompt? { if case .path(let prompt) = dialog { prompt } else { nil } }

  /// Presses a key; a text of one character types it.
  @discardableResult
  private mutating func press(
    _ keysym: Int32, _ modifiers: Modifiers = [], isRepeat: Bool = false
  ) -> [Effect] {
    send(.key(KeyStroke(keysym: UInt(keysym), modifiers: modifiers, isRepeat: isRepeat)))
  }

  private mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(Int32(scalar.value)) }
  }

  /// Enters text with an input method.
  private mutating func enter(_ text: String, keysym: Int32 = 0, modifiers: Modifiers = []) {
    send(
      .key(
        KeyStroke(
          keysym: UInt(keysym), inputText: text, modifiers: modifiers, isRepeat: false)))
  }

  @discardableResult
  private mutating func send(_ event: Event) -> [Effect] {
    bench.carryOut(bench.viewer.handle(event, in: bench.situation))
  }

  @discardableResult
  private mutating func click(_ button: Int, _ x: Int, _ y: Int) -> [Effect] {
    send(.button(ButtonClick(button: button, x: x, y: y, time: 0, modifiers: [])))
  }

  private func labels(_ menu: Menu?) -> [String] {
    menu?.lines.compactMap { if case .entry(let entry) = $0 { entry.label } else { nil } } ?? []
  }

  private var layout: MenuLayout? {
    menu.map { MenuLayout($0, in: bench.situation.size, unit: 1, .bitmap) }
  }

  // MARK: - The menu

  @Test(
    "a menu offers all possible actions, with their keys, under the pointer and the arrow keys")
  mutating func offers() throws {
    click(3, 20, 30)
    let offered = labels(menu)
    for label in ["pause", "zoom in", "next", "move to the trash", "save the image", "quit"] {
      #expect(offered.contains(label), "\(label)")
    }
    #expect(!offered.contains("set the clock ahead") && !offered.contains("another theme"))
    expectEqual(Set(offered).count, offered.count)
    expectEqual(menu?.origin, WindowPosition(x: 20, y: 30))
    // A heading isn't an entry, so the first key selects the line below it.
    press(XK_Down)
    expectEqual(menu?.selected, 1)
    press(XK_Up)
    expectEqual(menu?.selected, menu.map { $0.lines.count - 1 })
    #expect(press(XK_Return).contains(.end))
    #expect(dialog == nil)
  }

  @Test("a wide menu has several columns, which the arrow keys switch between")
  mutating func columns() throws {
    bench.situation.size = PixelSize(width: 1_200, height: 700)
    click(3, 0, 0)
    let (menu, layout) = (try #require(menu), try #require(layout))
    expectEqual(layout.count, menu.lines.count)
    let corners = [(5, 8), (1_199, 8)].map { layout.line(x: $0.0, y: $0.1) }
    expectEqual(corners[0], 0)
    let columns = Set((0..<1_200).compactMap { layout.line(x: $0, y: 8) }).sorted()
    #expect((2...4).contains(columns.count), "\(columns)")
    for line in columns { #expect(!menu.lines[line].isEntry, "a column starts with a topic") }
    press(XK_Down)
    press(XK_Right)
    expectEqual(self.menu?.selected, columns[1] + 1)
    press(XK_Left)
    expectEqual(self.menu?.selected, 1)
    press(XK_Left)
    expectEqual(self.menu?.selected, 1)
  }

  @Test("a menu marks enabled settings, and offers to play while paused")
  mutating func states() throws {
    func isOn(_ label: String) -> Bool? {
      menu?.lines.lazy.compactMap { line -> Bool? in
        if case .entry(let entry) = line, entry.label == label { entry.isOn } else { nil }
      }.first
    }
    click(3, 20, 30)
    #expect(isOn("pause") == false && isOn("play") == nil)
    #expect(isOn("fullscreen") == false && isOn("frame statistics") == false)
    press(XK_Escape)
    bench.situation.isPaused = true
    bench.situation.isFullscreen = true
    bench.perform(.toggleStatistics)
    click(3, 20, 30)
    #expect(isOn("play") == false && isOn("pause") == nil)
    #expect(isOn("fullscreen") == true && isOn("frame statistics") == true)
  }

  @Test("a click performs the entry under the pointer, and one elsewhere closes the menu")
  mutating func clicks() throws {
    click(3, 20, 10)
    let (layout, lines) = (try #require(layout), try #require(menu).lines)
    let index = try #require(
      lines.firstIndex { if case .entry(let entry) = $0 { entry.label == "pause" } else { false } })
    let row = try #require((0..<500).first { layout.line(x: 30, y: $0) == index })
    #expect(send(.pointer(x: 30, y: row)) == [.redraw] && menu?.selected == index)
    #expect(click(1, 30, row).contains(.changeTime(.togglePause)))
    #expect(dialog == nil)
    click(3, 20, 10)
    click(1, 630, 510)
    #expect(dialog == nil)
    for key in [XK_Escape, XK_Menu] {
      press(XK_F10, .shift)
      expectEqual(menu?.origin, WindowPosition(x: 320, y: 260))
      press(key)
      #expect(dialog == nil)
    }
  }

  @Test(
    "in a small window, the menu stays inside, scrolls, and reaches everything",
    arguments: [60, 130, 300])
  mutating func small(height: Int) throws {
    bench.situation.size = PixelSize(width: 150, height: height)
    click(3, 149, height - 1)
    var seen: Set<Int> = []
    for _ in 0..<(menu?.lines.count ?? 0) {
      press(XK_Down)
      let (menu, layout) = (try #require(menu), try #require(layout))
      let rows = Set((0..<height).compactMap { layout.line(x: 75, y: $0) })
      expectEqual(rows.count, layout.count)
      let selected = try #require(menu.selected)
      try #require(rows.contains(selected), "what is chosen can be seen")
      seen.insert(selected)
      var list = DisplayList(size: bench.situation.size)
      layout.draw(menu, .bitmap, into: &list)
      #expect(list.commands.allSatisfy { list.size.bounds.contains($0.bounds) })
    }
    expectEqual(seen.count, labels(menu).count)
    let first = try #require(menu).first
    click(4, 75, height / 2)
    #expect((menu?.first ?? 0) < first || first == 0)
    #expect(layout?.line(x: -1, y: 10) == nil)
  }

  @Test("an overview that is opened from the menu follows the pointer, and shows it")
  mutating func overview() throws {
    let still = VideoScene()
    still.playback?.range = 0..<1
    bench = try ViewerBench(["/x/a.png", "/x/b.png"]) {
      $0.items["/x/a.png"] = { OpenedItem(scene: still) }
    }
    bench.perform(.showMenu)
    let (layout, lines) = (try #require(layout), try #require(menu).lines)
    let index = try #require(
      lines.firstIndex {
        if case .entry(let entry) = $0 { entry.action == .overview(.show) } else { false }
      })
    let pixels = (0..<640).flatMap { x in (0..<520).map { (x, $0) } }
    let (x, y) = try #require(pixels.first { layout.line(x: $0.0, y: $0.1) == index })
    var states: [Effect] = []
    // Effects are carried out in order, and the pages are read at once.
    for effect in click(1, x, y) {
      if case .readCells = effect {
        states += bench.viewer.effects(of: .readingCells, in: bench.situation)
      } else {
        states.append(effect)
      }
    }
    #expect(bench.viewer.overview != nil)
    func last(_ effect: Effect, _ other: Effect) -> Effect? {
      states.last { $0 == effect || $0 == other }
    }
    expectEqual(last(.showPointer(true), .showPointer(false)), .showPointer(true))
    expectEqual(last(.followPointer(true), .followPointer(false)), .followPointer(true))
  }

  @Test("while it is open, no key and no button has another effect")
  mutating func isModal() {
    for action in [ViewerAction.showMenu, .askForPath, .moveToTrash] {
      bench.perform(action)
      #expect(press(XK_f) == [] || press(XK_f) == [.redraw])
      #expect(click(4, 5, 5).allSatisfy { $0 == .redraw })
      #expect(dialog != nil)
      press(XK_Escape)
      #expect(dialog == nil && press(XK_f) == [.setFullscreen(true)])
    }
  }

  @Test("a dialog stays, closes or performs an action, independently of the window's contents")
  func answers() {
    func key(_ keysym: Int32) -> Event {
      .key(KeyStroke(keysym: UInt(keysym), modifiers: [], isRepeat: false))
    }
    func button(_ number: Int) -> Event {
      .button(ButtonClick(button: number, x: 9000, y: 0, time: 0, modifiers: []))
    }
    let origin = WindowPosition(x: 30, y: 40)
    let menu = Dialog.menu(Menu(KeyTable.rows, in: .all, at: origin))
    let (path, trash) = (Dialog.path(beside: "/x/a"), Dialog.trash(TrashQuestion(path: "/x/a")))
    let cases: [(Dialog, [Event], Dialog.Outcome?, [Effect])] = [
      (
        menu, [key(XK_Down), key(XK_Return)], .performs(.time(.togglePause), at: origin),
        [.redraw]
      ),
      (menu, [key(XK_Down)], .stays, [.redraw]), (menu, [key(XK_F1)], .stays, []),
      (menu, [button(1)], .closes, []), (menu, [.pointer(x: 9000, y: 0)], .stays, []),
      (menu, [.pointerLeft], nil, []),
      (path, [key(XK_b), key(XK_Return)], .closes, [.redraw, .openPath("/x/b")]),
      (path, [key(XK_b)], .stays, [.redraw]),
      (path, [key(XK_Tab)], .stays, [.complete("/x/"), .redraw]),
      (path, [button(1)], .closes, []), (path, [button(3)], .stays, []),
      (path, [.pointerLeft], nil, []), (Dialog.path(beside: nil), [key(XK_Return)], .closes, []),
      (trash, [key(XK_y)], .closes, [.moveToTrash("/x/a")]),
      (trash, [key(XK_n)], .closes, []), (trash, [key(XK_b)], .stays, []),
      (trash, [button(1)], .closes, []), (trash, [.pointerLeft], nil, []),
    ]
    // No disk is queried for the parent folder.
    let above = (getcwd(nil, 0).map { String(cString: $0) } ?? "") + "/../a/"
    expectEqual(Dialog.path(beside: "../a/b.json"), .path(PathPrompt(above)))
    for (index, (start, events, expected, expectedEffects)) in cases.enumerated() {
      var dialog = start
      var outcome: Dialog.Outcome?
      var effects: [Effect] = []
      for event in events {
        outcome = dialog.handle(event, into: &effects) {
          MenuLayout($0, in: PixelSize(width: 400, height: 300), unit: 1, .bitmap)
        }
      }
      expectEqual(outcome, expected, "case \(index)")
      expectEqual(effects, expectedEffects, "case \(index)")
    }
  }

  // MARK: - The path

  @Test("a path can be typed, edited and opened, and Escape cancels")
  mutating func typing() throws {
    press(XK_o, .control)
    expectEqual(path?.text, "/x/")
    type("b c")
    press(XK_BackSpace)
    press(XK_BackSpace)
    type(".jsom")
    press(XK_Left)
    press(XK_Delete)
    type("n")
    expectEqual(path?.text, "/x/b.json")
    #expect(press(XK_Return).contains(.openPath("/x/b.json")) && dialog == nil)
    press(XK_o, .control)
    press(XK_u, .control)
    type("/a/b/c")
    press(XK_w, .control)
    expectEqual(path?.text, "/a/b/")
    press(XK_w, .control)
    expectEqual(path?.text, "/a/")
    press(XK_Home)
    press(XK_BackSpace)
    press(XK_Cyrillic_ya)
    press(XK_Greek_OMEGA)
    press(0x100_4E00)
    #expect(path?.text == "яΩ一/a/" && path?.cursor == 3)
    press(XK_Escape)
    #expect(dialog == nil && bench.viewer.item.name == "a.json")
  }

  @Test("text from an input method is inserted, unless a modifier makes its key a command")
  mutating func inputMethod() {
    expectEqual(press(XK_o, .control).contains(.takeText(true)), true)
    press(XK_u, .control)
    enter("한글")
    enter("é", keysym: XK_e)
    #expect(path?.text == "한글é" && path?.cursor == 3)
    // Ctrl+A is a control character; with Alt, a letter is a command.
    enter("\u{1}", keysym: XK_a, modifiers: .control)
    enter("x", keysym: XK_x, modifiers: .alt)
    enter("", keysym: XK_y)
    #expect(path?.text == "한글é" && path?.cursor == 0)
    enter("\r", keysym: XK_Return)
    expectEqual(dialog, nil)
  }

  @Test("the typed text is kept until something else is shown")
  mutating func again() {
    press(XK_o, .control)
    type("c/typo.json")
    press(XK_Return)
    press(XK_o, .control)
    expectEqual(path?.text, "/x/c/typo.json")
    press(XK_Escape)
    _ = bench.viewer.show(bench.viewer.item, at: .zero)
    press(XK_o, .control)
    expectEqual(path?.text, "/x/")
  }

  @Test("Tab completes a path as far as it is unique, and lists the candidates")
  mutating func completion() throws {
    press(XK_o, .control)
    type("f")
    expectEqual(press(XK_Tab), [.complete("/x/f"), .redraw])
    let names = ["video-1.json", "video-2.json"]
    _ = bench.viewer.effects(
      of: .completed(PathCompletion("/x/f", folder: "/x/", names: names)), in: bench.situation)
    #expect(path?.text == "/x/video-" && path?.choices == names)
    type("2")
    expectEqual(path?.choices, [])
    // The answer for the earlier text arrives late.
    _ = bench.viewer.effects(
      of: .completed(PathCompletion("/x/f", folder: "/x/", names: ["frog.json"])),
      in: bench.situation)
    expectEqual(path?.text, "/x/video-2")
    _ = bench.viewer.effects(
      of: .completed(PathCompletion("/x/video-2", folder: "/x/", names: ["video-2.json"])),
      in: bench.situation)
    #expect(path?.text == "/x/video-2.json" && path?.choices == [])
  }

  @Test("the clipboard's contents are opened, or inserted into a path")
  mutating func pasting() {
    expectEqual(press(XK_v, .control), [.paste])
    func paste(_ answer: Paste.Answer) -> [Effect] {
      bench.viewer.effects(of: .pasted(answer), in: bench.situation)
    }
    expectEqual(paste(.files(Array("file:///x/a%20b.json\r\n".utf8))), [.openPath("/x/a b.json")])
    expectEqual(paste(.text("file:///x/b.json")), [.openPath("/x/b.json")])
    expectEqual(paste(.text("/x/c d.json\nmore")), [.openPath("/x/c d.json")])
    for line in ["\n  /x/c d.json \t\nmore", "\"/x/c d.json\"", "'/x/c d.json' "] {
      expectEqual(paste(.text(line)), [.openPath("/x/c d.json")], "\(line)")
    }
    for answer in [Paste.Answer.nothing, .text(""), .text("\n \n")] {
      #expect(!paste(answer).isEmpty && bench.toast == "the clipboard contains no path or image")
    }
    press(XK_o, .control)
    expectEqual(press(XK_v, .control), [.paste, .redraw])
    #expect(paste(.text("sub/\u{1B}d.json")) == [.redraw] && path?.text == "/x/sub/d.json")
  }

  /// Typed text after the folder of a file, and the resulting path.
  private static let typedPaths = [
    ("b", "/x/b"), ("/a/b", "/a/b"), ("~/a", "~/a"), ("b//c", "/c"), ("b/~/c", "~/c"),
    ("~a/b", "/x/~a/b"),
    ("/", "/"),
  ]

  @Test(
    "an absolute path after a folder replaces it, whether typed or inserted", arguments: typedPaths)
  mutating func wholePath(typed: String, expected: String) {
    press(XK_o, .control)
    type(typed)
    expectEqual(path?.text, expected)
    expectEqual(path?.cursor, expected.count)
    press(XK_Escape)
    press(XK_o, .control)
    _ = bench.viewer.effects(of: .pasted(.text("/y/c.json")), in: bench.situation)
    expectEqual(path?.text, "/y/c.json")
    _ = bench.viewer.effects(of: .pasted(.text("d")), in: bench.situation)
    expectEqual(path?.text, "/y/c.jsond")
  }

  @Test("a pasted image is opened")
  mutating func pastedImage() {
    expectEqual(
      bench.viewer.effects(of: .pasted(.image([1, 2])), in: bench.situation), [.openData([1, 2])])
  }

  @Test("a key opens the image sequence of a numbered image")
  mutating func sequence() throws {
    bench.perform(.openSequence)
    expectEqual(bench.toast, "a.json is not part of an image sequence")
    bench = try ViewerBench(["/x/f.0001.png", "/x/f.0002.png"])
    let effects = bench.viewer.perform(.openSequence, in: bench.situation)
    expectEqual(effects, [.openPath("/x/f.%04d.png")])
  }

  // MARK: - The trash

  @Test("a file is moved to the trash after a yes, and the next one is shown; after a no, it stays")
  mutating func trash() {
    for key in [XK_Escape, XK_n] {
      press(XK_Delete)
      #expect(!press(key).contains(.moveToTrash("/x/a.json")) && dialog == nil)
    }
    press(XK_Delete)
    #expect(press(XK_Return, isRepeat: true) == [] && dialog != nil, "a held key is no answer")
    #expect(press(XK_y).contains(.moveToTrash("/x/a.json")) && dialog == nil)
    bench.source.files.removeFirst()
    _ = bench.carryOut(
      bench.viewer.effects(of: .movedToTrash("/x/a.json", failure: nil), in: bench.situation))
    #expect(bench.viewer.item.name == "b.json" && bench.toast == "moved a.json to the trash")
    let failure = Failure("no room", status: .cannotCreate)
    _ = bench.carryOut(
      bench.viewer.effects(of: .movedToTrash("/x/b.json", failure: failure), in: bench.situation))
    #expect(bench.viewer.item.name == "b.json" && bench.toast == "no room")
  }

  @Test("a file that is moved to the trash takes all of its animations with it")
  mutating func trashOfSeveral() throws {
    bench = try ViewerBench(["/x/a.lottie", "/x/b.json"]) {
      $0.animations["/x/a.lottie"] = ["one", "two", "three"]
    }
    bench.source.files.removeFirst()
    _ = bench.carryOut(
      bench.viewer.effects(of: .movedToTrash("/x/a.lottie", failure: nil), in: bench.situation))
    expectEqual(bench.viewer.item.name, "b.json")
  }

  @Test(
    "the last file is no longer shown after it is moved to the trash", arguments: [false, true])
  mutating func trashOfLast(isListed: Bool) throws {
    bench = try ViewerBench(["/x/a.json", "/x/b.json"])
    // Files that were named on the command line stay in the list.
    if !isListed { bench.source.files.removeFirst() }
    _ = bench.carryOut(
      bench.viewer.effects(of: .movedToTrash("/x/a.json", failure: nil), in: bench.situation))
    expectEqual(bench.viewer.item.caption, "b.json")
    if !isListed { bench.source.files.removeFirst() }
    _ = bench.carryOut(
      bench.viewer.effects(of: .movedToTrash("/x/b.json", failure: nil), in: bench.situation))
    expectEqual(bench.viewer.item.caption, "b.json")
    expectEqual(
      bench.viewer.overlay.error?.text,
      "b.json: moved to the trash; no other animation here")
    expectEqual(bench.toast, "moved b.json to the trash")
    bench.source.files = ["/x/b.json"]
    bench.change(written: ["b.json"])
    expectEqual(bench.viewer.overlay.error?.text, nil)
  }

  /// Items that aren't files, and the message when a file is needed.
  private static let noFiles = [
    ("-", "standard input is not a file"), ("/x/f.%04d.png", "f.%04d.png is not a single file"),
  ]

  @Test("items without a file can't be moved, copied or passed to a command", arguments: noFiles)
  func noFile(path: String, message: String) {
    for action in [ViewerAction.moveToTrash, .copyPath, .run("x")] {
      var item = PlaylistItem(name: "s", scene: BenchScene())
      item.source = .file(path)
      var viewer = Viewer(item)
      _ = viewer.perform(action, in: bench.situation)
      expectEqual(viewer.overlay.toast?.text, message)
      #expect(viewer.overlay.dialog == nil)
    }
  }

  @Test("an error disappears with its file")
  mutating func removedError() throws {
    bench.source.broken = ["/x/a.json"]
    bench.change(written: ["a.json"])
    expectEqual(bench.viewer.overlay.error?.text, "/x/a.json: broken")
    _ = bench.takeOpened()
    bench.change(removed: ["a.json"])
    expectEqual(bench.takeOpened(), ["a.json"], "it is looked at again")
  }

  @Test("a command is run with the current file, but not with a scene")
  mutating func commands() {
    expectEqual(bench.perform(.run("x \"$1\"")), [.run("x \"$1\"", path: "/x/a.json")])
    var scenes = Viewer(PlaylistItem(name: "s", scene: BenchScene()))
    _ = scenes.perform(.run("x"), in: bench.situation)
    expectEqual(scenes.overlay.toast?.text, "this scene has no file")
  }
}
