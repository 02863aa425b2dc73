import Foundation
import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimLottie
@testable import AnimationFormats
@testable import DemoScenes
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Playlists")
struct PlaylistTests {
  private let scratch: ScratchDirectory

  /// Two folders, with one and two animations.
  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["one", "two"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    for name in ["one/a.json", "two/b.json", "two/c.json"] {
      try scratch.write(Self.marked.json, to: name)
    }
  }

  /// An animation with a part from frame 5 to frame 15 of the file.
  private static let marked = TestAnimation(
    more: ", \"markers\": [{\"cm\": \"part\", \"tm\": 15, \"dr\": 10}]")

  private func playlist(
    _ names: String..., configuration: FileConfiguration = FileConfiguration()
  ) throws -> PlaylistRun {
    try PlaylistRun(names.map { scratch / $0 }, configuration)
  }

  private func noticesChange(_ playlist: PlaylistRun, of name: String) throws -> Bool {
    try scratch.write(TestAnimation(color: "[0,1,0]").json, to: name)
    var request = pollfd(fd: playlist.items.changeDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return false }
    return playlist.takeChange().isReload
  }

  @Test("changes of the current file are noticed, in any folder, and no other file's")
  func changes() throws {
    let list = try playlist("one/a.json", "two/b.json")
    _ = try list.openFirst { _ in }
    #expect(try noticesChange(list, of: "one/a.json"))
    #expect(!(try noticesChange(list, of: "two/b.json")))
    expectEqual(list.move(by: 1)?.name, "b.json")
    #expect(try noticesChange(list, of: "two/b.json"))
    #expect(!(try noticesChange(list, of: "two/c.json")))
    #expect(!(try noticesChange(list, of: "one/a.json")))
    expectEqual(list.move(by: 1)?.name, "a.json")
    #expect(try noticesChange(list, of: "one/a.json"))
    // Once told, a change is old.
    let old = list.takeChange()
    #expect(old.item == nil && old.changed == [])
  }

  @Test("a change is shown even if a key without an effect is pressed at the same time")
  func changeMeanwhile() throws {
    try scratch.write(TestAnimation().json, to: "a.json")
    var playlist = FilePlaylist(scratch / "a.json", isOneFile: true, FileConfiguration())
    let files = [scratch / "a.json"]
    /// Returns the names of what the playlist decides and asks for.
    func steps(
      _ body: (inout FilePlaylist, inout [Effect]) -> PlaylistDecision?
    ) -> [String] {
      var effects: [Effect] = []
      let decision = body(&playlist, &effects)
      let names = effects.map { effect in
        switch effect {
        case .listFiles: "list"
        case .openFile: "open"
        case .readAgain: "read again"
        default: "other"
        }
      }
      return if case .isAtEnd? = decision { ["stay"] + names } else { names }
    }
    func first() -> [String] {
      steps {
        $0.move(to: .first, into: &$1)
        return nil
      }
    }
    func change() -> [String] {
      steps {
        $0.folderChanged(FolderWatcher.Change(written: ["a.json"]), into: &$1)
        return nil
      }
    }
    func list() -> [String] { steps { $0.takeList(files, into: &$1) } }
    func open() {
      _ = steps {
        $0.take(.success(OpenedFile(OpenedItem(scene: VideoScene()))), into: &$1)
      }
    }
    _ = steps {
      $0.begin(into: &$1)
      return nil
    }
    _ = list()
    open()
    expectEqual(first(), ["list"])
    expectEqual(list(), ["stay"])
    expectEqual(first(), ["list"])
    expectEqual(change(), ["list", "read again"])
    expectEqual(list(), ["stay", "open"])
    open()
    // The key comes before the new version has been read.
    expectEqual(change(), ["list", "read again"])
    expectEqual(first(), ["list"])
    expectEqual(list(), ["stay", "open"])
  }

  @Test("a page turn examines few files of many")
  func manyFiles() throws {
    let files = (0..<20_000).map { "/x/\($0).json" }
    var playlist = FilePlaylist(files[0], FileConfiguration())
    let opened = OpenedFile(OpenedItem(scene: VideoScene()))
    var effects: [Effect] = []
    func turn(_ results: Result<OpenedFile, Failure>...) {
      playlist.move(by: 1, into: &effects)
      _ = playlist.takeList(files, into: &effects)
      for result in results { _ = playlist.take(result, into: &effects) }
    }
    playlist.begin(into: &effects)
    _ = playlist.takeList(files, into: &effects)
    _ = playlist.take(.success(opened), into: &effects)
    turn(.failure(Failure("broken", status: .differs)), .success(opened))
    expectEqual(playlist.position, "2 of 19999")
    let before = playlist.cursor.examined
    for _ in 0..<100 { turn(.success(opened)) }
    expectEqual(playlist.position, "102 of 19999")
    expectEqual(playlist.cursor.examined - before, 100)
  }

  @Test("the marker applies only to the first file, whenever it is shown")
  func marker() throws {
    var configuration = FileConfiguration()
    configuration.marker = "part"
    configuration.loops = false
    configuration.fit = .cover
    let list = try playlist("one/a.json", "two/b.json", configuration: configuration)
    let first = try list.openFirst { _ in }
    expectEqual(first.animation?.playback?.range, 5..<15)
    expectEqual(list.open()?.animation?.playback?.range, 5..<15)
    let second = try #require(list.move(by: 1)?.animation)
    expectEqual(second.playback?.range, 0..<50)
    // Everything else applies to all files.
    #expect(!second.configuration.loops)
    expectEqual(second.configuration.fit, .cover)
    expectEqual(list.open()?.animation?.playback?.range, 0..<50)
    expectEqual(list.move(by: -1)?.animation?.playback?.range, 5..<15)
  }

  @Test("a slot's value applies only to the first file: others need not have the slot")
  func slots() throws {
    let slotted = TestAnimation(
      color: "[1,0,0], \"sid\": \"tint\"",

      more: ", \"slots\": {\"tint\": {\"p\": {\"a\": 0, \"k\": [1,0,0]}}}")
    try scratch.write(slotted.json, to: "one/a.json")
    var configuration = FileConfiguration()
    configuration.slots = ["tint": "[0,1,0]"]
    let list = try playlist("one/a.json", "two/b.json", configuration: configuration)
    #expect(try list.openFirst { _ in }.error == nil)
    let second = list.move(by: 1)
    #expect(second?.error == nil)
    #expect(second?.animation != nil)
  }

  @Test("the first file is the first that can be drawn, and has the marker")
  func skipped() throws {
    try scratch.write("{", to: "one/a.json")
    var configuration = FileConfiguration()
    configuration.marker = "part"
    let list = try playlist("one/a.json", "two/b.json", "two/c.json", configuration: configuration)
    var skipped: [String] = []
    let item = try list.openFirst { skipped.append($0) }
    expectEqual(item.name, "b.json")
    expectEqual(item.animation?.playback?.range, 5..<15)
    expectEqual(skipped.count, 1)
    expectEqual(skipped.first?.contains("a.json"), true)
    expectEqual(list.move(by: 1)?.animation?.playback?.range, 0..<50)
    expectEqual(list.move(by: 1)?.name, "b.json")
    expectEqual(list.playlist.skipped.map(\.name), ["a.json"])
    #expect(list.playlist.skipped[0].reason.contains("a.json: "))
  }

  @Test(
    "if no file can be drawn, the reason is that of the first, and a single file represents itself")
  func none() throws {
    for name in ["two/b.json", "two/c.json"] { try scratch.write("{", to: name) }
    for names in [["two/b.json", "two/c.json"], ["two/b.json"]] {
      let list = try PlaylistRun(names.map { scratch / $0 })
      do {
        _ = try list.openFirst { _ in Issue.record("none precedes a file that can be drawn") }
        Issue.record("a broken file is shown")
      } catch let error as Failure {
        #expect(error.message.contains("b.json"))
      }
    }
  }

  @Test("an item has its title, and a notice if features aren't drawn as intended")
  func items() throws {
    try scratch.write(
      TestAnimation(more: ", \"assets\": [{\"id\": \"x\", \"p\": \"x.png\"}]").json,
      to: "two/b.json")
    let list = try playlist("one/a.json", "two/b.json", "two/c.json")
    let first = try list.openFirst { _ in }
    expectEqual(first.title, "a.json (1 of 3) - x11viewer")
    expectEqual(first.position, "1 of 3")
    expectEqual(first.imageName, "a")
    expectEqual(first.path, scratch / "one/a.json")
    #expect(first.notice == nil)
    let second = try #require(list.move(by: 1))
    expectEqual(second.title, "b.json (2 of 3) - x11viewer")
    expectEqual(
      second.notice, #"assets[0]: the image cannot be read: there is no file "x.png""#)
    try scratch.write("{", to: "two/b.json")
    expectEqual(list.open()?.title, "b.json (2 of 3) - x11viewer")
    expectEqual(list.open()?.error?.contains("b.json"), true)
  }

  @Test(
    "paging to unreadable files keeps the current animation and theme")
  func vain() throws {
    let bytes = Archives.zip([
      (
        "manifest.json",
        #"{"version":"2","animations":[{"id":"x"},{"id":"y"}],"themes":[{"id":"t"},{"id":"u"}]}"#
      ), ("a/x.json", TestAnimation().json), ("a/y.json", TestAnimation().json),
      ("t/t.json", #"{"rules":[]}"#), ("t/u.json", #"{"rules":[]}"#),
    ])
    for name in ["a.json", "z.json"] {
      for step in [1, -1] {
        // The broken file is before or after it, and is found to be broken only when it is read.
        try scratch.write("{", to: "one/\(name)")
        try Data(bytes).write(to: URL(fileURLWithPath: scratch / "one/m.lottie"))
        let list = try playlist("one/m.lottie", "one/\(name)")
        _ = try list.openFirst { _ in }
        if step > 0 { expectEqual(list.move(by: 1)?.name, "m.lottie: y") }
        expectEqual(list.cycleTheme()?.notice, "theme t")
        #expect(list.move(by: step) == nil, "\(name) \(step)")
        expectEqual(list.open()?.name, "m.lottie: " + (step > 0 ? "y" : "x"))
        expectEqual(list.cycleTheme()?.notice, "theme u")
        expectEqual(list.playlist.skipped.map(\.name), [name])
        expectEqual(list.move(by: -step)?.name, "m.lottie: " + (step > 0 ? "x" : "y"))
      }
    }
  }

  @Test("after more changes than the kernel stores, all files may have changed")
  func overflow() throws {
    try scratch.write("{", to: "two/b.json")
    let list = try playlist("two/c.json", "two/b.json")
    _ = try list.openFirst { _ in }
    #expect(list.move(by: 1) == nil && list.playlist.skipped.map(\.name) == ["b.json"])
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(limit.filter(\.isNumber)))
    for number in 0...count {
      // Consecutive equal events are merged.
      close(open(scratch / (number % 2 == 0 ? "two/x" : "two/y"), O_WRONLY | O_CREAT, 0o600))
    }
    let change = list.takeChange()
    #expect(change.isReload && change.changed == nil)
    #expect(list.playlist.skipped.isEmpty)
  }

  @Test("an item reports that expressions are disabled, and how many have failed")
  func expressions() throws {
    let layers = ["$bm_rt = missing;", "$bm_rt = 1;"].map { expression in
      """
      {"ty": 4, "ip": 0, "op": 10, "ks": {"o": {"k": 100, "x": "\(expression)"}}, "shapes": [
        {"ty": "rc", "p": {"k": [5, 5]}, "s": {"k": [9, 9]}, "r": {"k": 0}},
        {"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}]}
      """
    }
    try scratch.write(
      """
      {"fr": 25, "ip": 0, "op": 10, "w": 10, "h": 10, "layers": [\(layers.joined(separator: ","))]}
      """, to: "one/a.json")
    let item = try playlist("one/a.json").openFirst { _ in }
    #expect(item.notice == nil)
    #expect(item.failureNotice == nil)
    var list = DisplayList(size: PixelSize(width: 10, height: 10), background: .white)
    item.scene.layout(in: Size(width: 10, height: 10))
    item.scene.draw(into: &list)
    expectEqual(item.failureNotice, "a.json: 1 expression fails; see x11viewer info a.json")
    var configuration = FileConfiguration()
    configuration.runsExpressions = false
    let plain = try playlist("one/a.json", configuration: configuration).openFirst { _ in }
    expectEqual(plain.notice, "2 expressions are switched off")
    plain.scene.layout(in: Size(width: 10, height: 10))
    plain.scene.draw(into: &list)
    #expect(plain.failureNotice == nil)
  }

  @Test("a playlist of scenes wraps around, and has a key for each scene")
  func scenes() {
    var list = ScenePlaylist()
    let names = SceneCatalog.entries.map { "scene \($0.name)" }
    func name(_ body: (inout ScenePlaylist, inout [Effect]) -> Void) -> String? {
      var effects: [Effect] = []
      body(&list, &effects)
      guard case .openScene(let index)? = effects.first else { return nil }
      let item = list.item(DemoScene(BenchScene()))
      return item.name == names[index] ? item.name : nil
    }
    expectEqual(list.item(DemoScene(BenchScene())).name, names[0])
    expectEqual(name { $0.move(by: -1, into: &$1) }, names.last)
    expectEqual(name { $0.move(by: 1, into: &$1) }, names[0])
    expectEqual(name { $0.move(by: names.count + 2, into: &$1) }, names[2])
    expectEqual(name { $0.move(by: -names.count - 1, into: &$1) }, names[1])
    expectEqual(name { $0.show(at: 3, into: &$1) }, names[3])
    #expect(name { $0.show(at: names.count, into: &$1) } == nil)
    #expect(name { $0.show(at: -1, into: &$1) } == nil)
    expectEqual(list.index, 3)
    expectEqual(ItemSource().changeDescriptor, -1)
  }
}
