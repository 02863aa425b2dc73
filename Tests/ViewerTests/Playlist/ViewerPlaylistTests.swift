import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie
@testable import AnimationFormats
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import XWindow

@Suite("Paging, dropping and changed files, without files")
struct ViewerPlaylistTests {
  private static let three = ["/x/a.json", "/x/b.json", "/x/c.json"]

  @Test(
    "a key lists the files, then watches and opens one, and shows it when it is open")
  func asking() throws {
    var bench = try ViewerBench(Self.three)
    let situation = bench.situation
    expectEqual(bench.viewer.perform(.turn(1), in: situation), [.listFiles])
    let request = FileRequest(
      path: "/x/b.json", configuration: FileConfiguration().withoutParts)
    expectEqual(
      bench.viewer.effects(of: .listed(Self.three), in: situation),
      [.watch("/x"), .openFile(request)])
    expectEqual(bench.viewer.item.name, "a.json")
    _ = bench.viewer.effects(of: .opened(bench.source.open(request)), in: situation)
    expectEqual(bench.viewer.item.caption, "b.json (2 of 3)")
    // An answer without a request has no effect.
    expectEqual(bench.viewer.effects(of: .opened(bench.source.open(request)), in: situation), [])
    expectEqual(bench.viewer.effects(of: .listed([]), in: situation), [])
  }

  @Test("a file that can't be drawn is skipped, not tried again, and no longer counted")
  func skipping() throws {
    var bench = try ViewerBench(Self.three) { $0.broken = ["/x/b.json"] }
    bench.perform(.turn(1))
    expectEqual(bench.takeOpened(), ["b.json", "c.json"])
    expectEqual(bench.viewer.item.caption, "c.json (2 of 2)")
    bench.perform(.turn(-1))
    expectEqual(bench.takeOpened(), ["a.json"])
    expectEqual(bench.viewer.item.caption, "a.json (1 of 2)")
    // Once it was written, it is tried again.
    bench.source.broken = []
    bench.change(written: ["b.json"])
    expectEqual(bench.takeOpened(), [])
    bench.perform(.turn(1))
    expectEqual(bench.viewer.item.caption, "b.json (2 of 3)")
  }

  @Test(
    "if no other file can be drawn, the current one stays, with its folder, and a message reports this"
  )
  func alone() throws {
    var bench = try ViewerBench(["/x/a.json", "/y/b.json"]) { $0.broken = ["/y/b.json"] }
    let effects = bench.perform(.turn(1))
    expectEqual(effects, [.redrawLater(at: .seconds(102)), .redraw])
    expectEqual(bench.toast, "no other animation here")
    #expect(bench.viewer.item.name == "a.json" && bench.folder == "/x")
  }

  @Test("after fifty files that can't be drawn, the next is shown with the reason")
  func manyBroken() throws {
    let files = (10..<80).map { "/x/\($0).json" }
    var bench = try ViewerBench(files) { $0.broken = Set(files.dropFirst()) }
    bench.perform(.turn(1))
    expectEqual(bench.takeOpened().count, 51)
    expectEqual(bench.viewer.item.name, "61.json")
    expectEqual(bench.viewer.overlay.error?.text, "/x/61.json: broken")
  }

  @Test("Home and End move to the first and the last file that can be drawn, and then to its ends")
  func ends() throws {
    var bench = try ViewerBench(Self.three) { $0.broken = ["/x/c.json"] }
    bench.perform(.turnToEnd(.last))
    expectEqual(bench.takeOpened(), ["c.json", "b.json"])
    let playback = try #require(bench.viewer.chosenPlayback)
    let end = playback.time(of: playback.lastFrame)
    expectEqual(bench.perform(.turnToEnd(.last)), [.changeTime(.pause(at: end))])
    bench.perform(.turnToEnd(.first))
    expectEqual(bench.viewer.item.name, "a.json")
    expectEqual(bench.perform(.turnToEnd(.first)), [.changeTime(.seekToStart)])
  }

  @Test("each animation in a file is a page, and paging backwards starts with the last")
  func parts() throws {
    var bench = try ViewerBench(Self.three) { $0.animations["/x/b.json"] = ["run", "sit"] }
    bench.perform(.turn(1))
    expectEqual(bench.viewer.item.caption, "b.json: run (1 of 2 in file 2 of 3)")
    bench.perform(.turn(1))
    expectEqual(bench.takeOpened(), ["b.json", "b.json: sit"])
    bench.perform(.turn(1))
    bench.perform(.turn(-1))
    // The animations of a file are known once it has been opened.
    expectEqual(bench.takeOpened(), ["c.json", "b.json", "b.json: sit"])
    expectEqual(bench.viewer.item.title, "b.json: sit (2 of 2 in file 2 of 3) - x11viewer")
  }

  @Test(
    "themes follow each other, and a broken one is skipped with the reason, without changing the image"
  )
  func themes() throws {
    var bench = try ViewerBench(Self.three)
    bench.perform(.cycleTheme)
    expectEqual(bench.toast, "the file has no themes")
    bench = try ViewerBench(Self.three) {
      ($0.themes, $0.brokenThemes) = (["t", "u", "v"], ["u"])
    }
    bench.perform(.cycleTheme)
    expectEqual(bench.toast, "theme t")
    bench.perform(.cycleTheme)
    expectEqual(bench.viewer.overlay.error?.text, "/x/a.json: the theme u is broken")
    bench.perform(.cycleTheme)
    #expect(bench.toast == "theme v" && bench.viewer.overlay.error == nil)
    bench.perform(.cycleTheme)
    expectEqual(bench.toast, "no theme")
    // It was the theme, and not the file, that was broken.
    bench.perform(.turn(1))
    bench.perform(.turn(-1))
    expectEqual(bench.viewer.item.caption, "a.json (1 of 3)")
  }

  @Test(
    "dropped files replace the others, and settings for the first file no longer apply")
  func dropping() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("", to: "d.json")
    var files = FileConfiguration()
    (files.marker, files.fit) = ("part", .cover)
    var bench = try ViewerBench(Self.three)
    bench.viewer = Viewer(
      bench.viewer.item, of: .files(bench.source.playlist), files: files)
    bench.source.files = [scratch / "d.json"]
    #expect(bench.drop([scratch / "d.json"]).contains(.finishDrop(isTaken: true)))
    #expect(bench.viewer.item.path == scratch / "d.json" && bench.folder == scratch.path)
    expectEqual(bench.source.opened.map(\.configuration.marker), [nil])
    expectEqual(bench.source.opened.map(\.configuration.fit), [.cover])
  }

  @Test("dropped files that can't be opened leave the current files open for paging")
  func droppingInVain() throws {
    var bench = try ViewerBench(Self.three) { $0.broken = ["/y/d.json", "/y/e.json"] }
    let refused: [Effect] = [
      .finishDrop(isTaken: false), .redrawLater(at: .seconds(102)), .redraw,
    ]
    expectEqual(bench.drop(["https://example.org/a.json"]), refused)
    expectEqual(bench.toast?.contains("files are not downloaded"), true)
    expectEqual(bench.drop([]), refused)
    for paths in [["/y/d.json"], ["/y/d.json", "/y/e.json"]] {
      bench.source.files = paths
      expectEqual(bench.drop(paths), refused)
      #expect(bench.toast == "/y/d.json: broken" && bench.viewer.overlay.error == nil)
      #expect(bench.viewer.item.path == "/x/a.json" && bench.folder == "/x")
    }
    bench.source.files = Self.three
    bench.perform(.turn(1))
    expectEqual(bench.viewer.item.caption, "b.json (2 of 3)")
  }

  @Test("if several files or a folder are dropped, the first file that can be drawn is shown")
  func droppingSome() throws {
    let files = (10..<70).map { "/y/\($0).json" }
    var bench = try ViewerBench(Self.three) { $0.broken = Set(files.prefix(50)) }
    bench.source.files = files
    #expect(bench.drop(files).contains(.finishDrop(isTaken: true)))
    expectEqual(bench.viewer.item.caption, "60.json (1 of 10)")
    // Only as many files are tried as the window can handle without a delay.
    bench.source.broken.insert("/y/60.json")
    _ = bench.takeOpened()
    #expect(bench.drop(files).contains(.finishDrop(isTaken: false)))
    expectEqual(bench.takeOpened().count, 51)
    expectEqual(bench.viewer.item.path, "/y/60.json")
  }

  @Test("a change of the current file opens it again, and one of another file doesn't")
  func changes() throws {
    var bench = try ViewerBench(Self.three)
    expectEqual(
      bench.change(written: ["b.json"], removed: ["c.json"]),
      [.readAgain(["/x/b.json", "/x/c.json"])])
    expectEqual(bench.takeOpened(), [])
    let effects = bench.change(written: ["a.json"])
    #expect(bench.takeOpened() == ["a.json"] && !effects.contains(.changeTime(.move(to: .zero))))
    // While it is broken, the image stays.
    bench.source.broken = ["/x/a.json"]
    expectEqual(bench.change(written: ["a.json"]), [.redraw, .readAgain(["/x/a.json"])])
    #expect(bench.viewer.item.error == nil && bench.viewer.overlay.error != nil)
    bench.source.broken = []
    bench.change(isIncomplete: true)
    #expect(bench.viewer.overlay.error == nil)
    // A file that is gone stays until another is asked for, and is still between its neighbours.
    bench.source.files.removeFirst()
    bench.change(removed: ["a.json"])
    expectEqual(bench.viewer.item.name, "a.json")
    bench.perform(.turn(1))
    expectEqual(bench.viewer.item.caption, "b.json (1 of 2)")
  }

  @Test("a page that was removed when it is opened is reported, and the overview is read again")
  func gone() throws {
    var bench = try ViewerBench(Self.three)
    let configuration = PlaylistConfiguration(first: "/x/a.json", files: FileConfiguration())
    expectEqual(bench.perform(.overview(.show)), [.readCells(configuration)])
    _ = bench.viewer.effects(of: .readingCells, in: bench.situation)
    bench.perform(.overview(.select(.last)))
    bench.source.files.removeLast()
    expectEqual(bench.change(removed: ["c.json"]), [.readAgain(["/x/c.json"])])
    bench.perform(.overview(.openSelected))
    #expect(bench.toast == "c.json is gone" && bench.viewer.overview != nil)
    expectEqual(bench.takeOpened(), [])
    bench.perform(.overview(.move(columns: -1, rows: 0)))
    bench.perform(.overview(.openSelected))
    #expect(bench.viewer.item.name == "b.json" && bench.viewer.overview == nil)
  }

  @Test("a file that changes behind the overview doesn't stop the overview")
  func changeBehindOverview() throws {
    var bench = try ViewerBench(Self.three)
    _ = bench.viewer.effects(of: .readingCells, in: bench.situation)
    let effects = bench.change(written: ["a.json"])
    #expect(effects.contains(.runScene) && bench.viewer.overview != nil)
    #expect(effects.contains(.readAgain(["/x/a.json"])))
  }

  @Test("a single page has no overview")
  func noOverview() throws {
    var bench = try ViewerBench(["/x/a.json"])
    #expect(
      !bench.perform(.overview(.show)).contains { if case .readCells = $0 { true } else { false } })
    expectEqual(bench.toast, "no other animation here")
  }

  @Test(
    "the font search starts once, when the first text is written, and the text waits for it")
  func lateFont() throws {
    var bench = try ViewerBench(Self.three, text: .desktop(waits: false))
    func prepare() -> [Effect] {
      bench.viewer.prepareOverlay(in: bench.situation)
    }
    _ = bench.viewer.effects(of: .begin(hintsAtHelp: true), in: bench.situation)
    _ = bench.viewer.draw(at: bench.situation.now)
    expectEqual(bench.toast, "? for keys")
    expectEqual(prepare(), [.findFont])
    bench.perform(.toggleHelp)
    #expect(prepare() == [] && !bench.viewer.canWrite)
    expectEqual(bench.viewer.effects(of: .foundFont, in: bench.situation), [])
    #expect(prepare() == [] && bench.viewer.canWrite)
  }

  @Test("an overview waits for the font, whatever is pressed in the meantime, and appears once")
  func overviewWaitsForFont() throws {
    var bench = try ViewerBench(Self.three, text: .desktop(waits: false))
    expectEqual(bench.viewer.effects(of: .foundFont, in: bench.situation), [])
    expectEqual(bench.perform(.overview(.show)), [.findFont])
    expectEqual(bench.perform(.toggleHelp), [.redraw])
    let configuration = PlaylistConfiguration(first: "/x/a.json", files: FileConfiguration())
    expectEqual(
      bench.viewer.effects(of: .foundFont, in: bench.situation), [.readCells(configuration)])
    expectEqual(bench.viewer.effects(of: .foundFont, in: bench.situation), [])
  }

  @Test("saving and copying are reported, and logged unless the result is on the clipboard")
  func sharing() throws {
    var bench = try ViewerBench(Self.three)
    let toast: [Effect] = [.redrawLater(at: .seconds(102)), .redraw]
    #expect(
      bench.viewer.effects(of: .shared(.saved("/x/p.png")), in: bench.situation)
        == [.log(.notice, "saved /x/p.png")] + toast)
    #expect(
      bench.viewer.effects(of: .shared(.notSaved("p.png: full")), in: bench.situation)
        == [.log(.error, "p.png: full")] + toast)
    expectEqual(bench.viewer.effects(of: .shared(.copied("copied it")), in: bench.situation), toast)
    expectEqual(bench.toast, "copied it")
  }

  /// A page that is shown.
  private struct Page: Equatable, CustomStringConvertible {
    var path: String
    var part = 0
    var description: String { "\(path) \(part)" }
  }

  private static let twins = "/x/3.json"

  private static func page(_ bench: ViewerBench) -> Page {
    let item = bench.viewer.item
    let part = ["x", "y", "z"].firstIndex { item.name.hasSuffix(": \($0)") } ?? 0
    return Page(path: item.path ?? "", part: part)
  }

  /// Returns the destination of a key: the next animation in the file, or the next file that can be
  /// drawn.
  private static func destination(
    of action: ViewerAction, from page: Page, in source: VirtualPlaylist
  ) -> Page? {
    func last(_ path: String) -> Int { path == twins ? 2 : 0 }
    let drawable = source.files.filter { !source.broken.contains($0) }
    switch action {
    case .turn(let count):
      guard let index = source.files.firstIndex(of: page.path) else { return nil }
      if (0...last(page.path)).contains(page.part + count) {
        return Page(path: page.path, part: page.part + count)
      }
      let others = source.files[(index + 1)...] + source.files[..<index]
      let next = (count > 0 ? Array(others) : others.reversed()).first(where: drawable.contains)
      return next.map { Page(path: $0, part: count < 0 ? last($0) : 0) } ?? page
    case .turnToEnd(.first): return drawable.first.map { Page(path: $0) }
    case .turnToEnd(.last): return drawable.last.map { Page(path: $0, part: last($0)) }
    default: return page
    }
  }

  @Test("whatever keys and changes come, the page is the expected one, and shows its position")
  func random() throws {
    let files = (1...8).map { "/x/\($0).json" }
    let actions: [ViewerAction] = [
      .turn(1), .turn(1), .turn(-1), .turnToEnd(.first), .turnToEnd(.last), .cycleTheme,
      .machine(.toggle),
    ]
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
      var bench = try ViewerBench(files) {
        $0.animations[Self.twins] = ["x", "y", "z"]
        ($0.themes, $0.brokenThemes) = (["t", "u"], ["u"])
      }
      for _ in 0..<60 {
        let file = files[below(files.count)]
        let before = Self.page(bench)
        switch below(4) {
        case 0:
          let isBroken = below(2) == 0
          if isBroken { bench.source.broken.insert(file) } else { bench.source.broken.remove(file) }
          bench.change(written: [FilePath.name(of: file)])
          expectEqual(Self.page(bench), before, "seed \(seed)")
        case 1 where below(3) == 0:
          let gone = files.filter { !bench.source.files.contains($0) }
          bench.source.files = files.filter { _ in below(5) > 0 }
          bench.change(
            written: Set(gone.filter(bench.source.files.contains).map(FilePath.name)),
            removed: Set(files.map(FilePath.name)).subtracting(
              bench.source.files.map(FilePath.name)))
          expectEqual(Self.page(bench), before, "seed \(seed)")
        default:
          let action = actions[below(actions.count)]
          let isShown =
            bench.source.files.contains(before.path) && !bench.source.broken.contains(before.path)
            && bench.viewer.item.error == nil
          bench.perform(action)
          let item = bench.viewer.item
          let expected = Self.destination(of: action, from: before, in: bench.source)
          guard isShown, let expected else { continue }
          expectEqual(Self.page(bench), expected, "seed \(seed): \(action) from \(before)")
          #expect(item.error == nil, "seed \(seed): \(item.caption)")
          let numbers = item.position?.split { !$0.isNumber }.compactMap { Int($0) } ?? []
          let ofFile = Array(numbers.suffix(2))
          let isCounted = expected.path != Self.twins || numbers.count == 4
          // The position is shown when it is opened.
          if expected != before, ofFile.count == 2, isCounted {
            let drawable = bench.source.files.filter { !bench.source.broken.contains($0) }
            // Files that are broken are counted until they are found to be so.
            #expect((drawable.count...bench.source.files.count).contains(ofFile[1]))
            let index = drawable.firstIndex(of: expected.path) ?? 0
            #expect(ofFile[0] > index && ofFile[0] <= ofFile[1], "seed \(seed): \(item.caption)")
          }
          if expected.path == Self.twins {
            expectEqual(numbers.prefix(2), [expected.part + 1, 3], "seed \(seed): \(item.caption)")
          }
        }
      }
    }
  }

  @Test("keys select the same files, however late files are opened")
  func late() throws {
    let files = (1...6).map { "/x/\($0).json" }
    let actions: [ViewerAction] = [
      .turn(1), .turn(1), .turn(-1), .turn(2), .turnToEnd(.first), .turnToEnd(.last),
    ]
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      var (prompt, late) = (try ViewerBench(files), try ViewerBench(files))
      var wanted: Effect?
      func note(_ effects: [Effect]) {
        for effect in effects {
          switch effect {
          // Only the last request is answered.
          case .listFiles, .openFile: wanted = effect
          case .watch: wanted = nil
          default: break
          }
        }
      }
      func answer() {
        let situation = late.situation
        switch wanted {
        case .listFiles?:
          wanted = nil
          note(late.viewer.effects(of: .listed(files), in: situation))
        case .openFile(let request)?:
          wanted = nil
          note(late.viewer.effects(of: .opened(late.source.open(request)), in: situation))
        default: break
        }
      }
      for _ in 0..<12 {
        let action = actions[Int.random(in: 0..<actions.count, using: &random)]
        prompt.perform(action)
        note(late.viewer.perform(action, in: late.situation))
        if Int.random(in: 0..<5, using: &random) == 0 {
          let name = FilePath.name(of: files[Int.random(in: 0..<6, using: &random)])
          let change = FolderWatcher.Change(written: [name])
          note(late.viewer.effects(of: .folderChanged(change), in: late.situation))
        }
        while wanted == .listFiles { answer() }
        for _ in 0..<Int.random(in: 0...2, using: &random) { answer() }
      }
      while wanted != nil { answer() }
      expectEqual(late.viewer.item.path, prompt.viewer.item.path, "seed \(seed)")
    }
  }
}
