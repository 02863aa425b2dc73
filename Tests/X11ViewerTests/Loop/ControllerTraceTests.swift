import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import DemoScenes
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer
@testable import XWindow

/// Long random uses of the window, without a window: what the loop was told to do, and what was written
/// over the picture.
@Suite("What the user does, at random")
struct ControllerTraceTests {
  private static func items() throws -> [PlaylistItem] {
    let film = FilmScene()
    film.playback?.markers = [
      SceneMarker(frame: 50, name: "part"), SceneMarker(frame: 120, name: "rest"),
    ]
    var colored = PlaylistItem(
      name: "b.json", scene: FilmScene(frames: 3..<40, rate: 10), pictureName: "b",
      notice: "theme dark", background: Color(rgb: 0x10_2030))
    colored.source = .file("/x/b.json", hasThemes: true)
    let broken = PlaylistItem(
      name: "c.json", scene: BenchScene(), path: "/x/c.json", position: "3 of 3",
      error: "c.json: it is not JSON")
    var clock = PlaylistItem(name: "clock", scene: BenchScene())
    clock.source = .scene(hasClock: true)
    let partial = FilmScene()
    partial.omission = SceneOmission(frame: 0, description: "a picture")
    let waiting = PlaylistItem(
      name: "d.json", scene: partial, path: "/x/d.json", failures: { "2 expressions fail" },
      waits: true)
    let first = PlaylistItem(name: "a.json", scene: film, path: "/x/a.json")
    return [first, colored, broken, clock, waiting, try machine("e"), try machine("f")]
  }

  /// With a machine that goes on when it is pressed, and says so.
  private static func machine(_ name: String) throws -> PlaylistItem {
    let json = #"{"v":"5.7.0","fr":10,"ip":0,"op":30,"w":100,"h":100,"layers":[]}"#
    let text = #"""
      {"initial":"a","inputs":[{"type":"Event","name":"open"},{"type":"Numeric","name":"n","value":2}],
      "states":[{"type":"PlaybackState","name":"a","animation":"","transitions":[
      {"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"open"}]}]},
      {"type":"PlaybackState","name":"b","animation":"","transitions":[],
      "entryActions":[{"type":"OpenUrl","url":"https://example.org/x","target":""}]}],
      "interactions":[{"type":"PointerDown","actions":[{"type":"Fire","inputName":"open"}]}]}
      """#
    let file = try LottieFile(Array(json.utf8))
    let stage = LottieMachineStage(
      try LottieStateMachine(json: Array(text.utf8)), in: file, animation: try file.animation())
    let machine = LottieMachineScene(stage)
    machine.layout(in: Size(width: 300, height: 200))
    return PlaylistItem(name: name, scene: machine, machine: machine)
  }

  private static let actions: [ViewerAction] = [
    .time(.togglePause), .time(.step(1)), .time(.multiplySpeed(2)), .seek(2), .setRepeatedPart,
    .setRepeatedPart, .turnRepetition, .toggleTimeline, .adjustClock(60), .toggleFullscreen,
    .zoom(1.5), .zoom(0.5), .fit, .fill, .showActualSize, .toggleInspector, .savePicture,
    .copyPath, .toggleStatistics, .toggleHelp, .turn(1), .toggleSkippedFiles, .turnBackdrop,
    .turnTheme, .machine(.togglePanel), .machine(.selectNextInput), .machine(.change(by: 1)),
    .machine(.copyLink), .overview(.show), .overview(.show), .overview(.openSelected),
    .overview(.move(columns: 1, rows: 0)), .overview(.turn(1)), .overview(.resizeCells(1)),
    .overview(.close), .leave,
  ]

  /// A playlist whose pages are chosen by the test, and which has no others.
  private struct Pages: Playlist {
    final class Choice {
      var index = 0
    }
    let items: [PlaylistItem]
    let choice = Choice()

    // The second file has two animations.
    var overview: OverviewContent? {
      let pages = ControllerTraceTests.pages
      return OverviewContent(
        pages: OverviewPages(files: pages, path: pages[1], animations: ["x", "y"]),
        selected: choice.index,
        configuration: PlaylistConfiguration(first: "", files: FileConfiguration()))
    }
    var skipped: [SkippedFile] { [SkippedFile(name: "d", reason: "d: empty")] }
    func open(_ page: OverviewPage) -> [PlaylistStep] {
      [.show(items.first { $0.path == page.path } ?? items[5])]
    }
    func turn(by count: Int) -> [PlaylistStep] { [] }
    func turn(to end: PlaylistEnd) -> [PlaylistStep] { [] }
    func showScene(at index: Int) -> [PlaylistStep] { [] }
    func turnTheme() -> [PlaylistStep] { [] }
    func toggleMachine() -> [PlaylistStep] { [] }
    func folderChanged(_ change: FolderWatcher.Change) -> [PlaylistStep] { [] }
    func didList(_ files: [String]) -> [PlaylistStep] { [] }
    func didOpen(_ result: Result<OpenedFile, Failure>) -> [PlaylistStep] { [] }
    func didOpen(_ scene: DemoScene) -> [PlaylistStep] { [] }
  }

  private static let pages = ["/x/a.json", "/x/b.json", "/x/c.json", "/x/d.json", "/x/e.json"]

  private static func isForOverview(_ action: ViewerAction) -> Bool {
    switch action {
    case .time, .overview, .toggleFullscreen, .savePicture, .copyPath, .toggleStatistics,
      .toggleHelp, .toggleSkippedFiles, .turnBackdrop, .leave:
      true
    default: false
    }
  }

  private struct Session {
    var controller: ViewerController
    var situation: ViewerController.Situation
    var random: SeededGenerator
    var speed = 1.0
    var text = ""
    let items: [PlaylistItem]
    let playlist: Pages

    init(seed: UInt64) throws {
      items = try ControllerTraceTests.items()
      random = SeededGenerator(seed: seed)
      let item = items[Int(seed) % items.count]
      playlist = Pages(items: items)
      var files = FileConfiguration()
      files.loops = seed % 3 != 0
      controller = ViewerController(
        item, of: playlist, files: files,
        backdrop: seed % 2 == 0 ? .checkerboard : .color(.black))
      situation = ViewerController.Situation(
        size: PixelSize(width: 300, height: 200), scale: seed % 2 == 0 ? 1 : 2)
      note("begin", controller.begin(hintsAtHelp: seed % 2 == 1))
      draw()
    }

    private mutating func draw() {
      let messages = controller.item.opened.machine?.takeMessages() ?? []
      note("drawn", controller.didDraw(telling: messages, at: situation.now))
    }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func step() {
      situation.now = situation.now + random.unit()
      if !situation.isPaused { situation.sceneTime = situation.sceneTime + random.unit() * speed }
      let (x, y) = (below(300), below(2) == 0 ? 160 + below(40) : below(200))
      switch below(10) {
      case 0..<5:
        let action = actions[below(actions.count)]
        // As with keys, of which those for one picture do nothing while all are shown.
        let isMeant = controller.overview == nil || ControllerTraceTests.isForOverview(action)
        note("\(action)", isMeant ? controller.perform(action, in: situation) : [])
      case 5:
        let button = [1, 1, 1, 2, 4, 5][below(6)]
        let click = ButtonClick(button: button, x: x, y: y, time: UInt32(below(900)), modifiers: [])
        note("press \(button) at \(x), \(y)", controller.handle(.button(click), in: situation))
      case 6: note("release", controller.handle(.buttonReleased(1), in: situation))
      case 7, 8: note("pointer \(x), \(y)", controller.handle(.pointer(x: x, y: y), in: situation))
      default:
        switch below(4) {
        case 0: note("leaves", controller.handle(.pointerLeft, in: situation))
        case 3:
          let files = Array(pages[below(2)...])
          note("files from \(files[0])", controller.replacePages(by: files))
        case 1: note("show", controller.show(items[below(items.count)], at: situation.now))
        default:
          let item = items[below(items.count)]
          note(
            "reload",
            controller.reload(item, sceneTime: situation.sceneTime, at: situation.now))
        }
      }
      draw()
      look()
    }

    private mutating func note(_ name: String, _ effects: [ViewerController.Effect]) {
      text += "\(name):\n"
      for effect in effects {
        if case .readCells = effect { text += "  readCells\n" } else { text += "  \(effect)\n" }
        switch effect {
        case .setFullscreen(let isOn): situation.isFullscreen = isOn
        case .changeTime(let change): self.change(change)
        case .readCells:
          playlist.choice.index = below(6)
          note("overview", controller.didBeginReading(in: situation))
        case .tellMachine(let commands):
          for command in commands { controller.item.opened.machine?.send(command) }
        default: break
        }
      }
    }

    private mutating func change(_ change: TimeChange?) {
      switch change {
      case .togglePause: situation.isPaused.toggle()
      case .resume: situation.isPaused = false
      case .pause(let time):
        situation.isPaused = true
        situation.sceneTime = time
      case .move(let time): situation.sceneTime = time
      case .multiplySpeed(let factor): speed *= factor
      default: break
      }
      if case .resetSpeed = change { speed = 1 }
      let effects = controller.didChangeTime(
        change, isPaused: situation.isPaused, speed: speed, at: situation.now)
      for effect in effects { text += "  then \(effect)\n" }
    }

    private mutating func look() {
      _ = controller.prepareOverlay(
        in: situation, color: { Color(rgb: UInt32($0.x * 256 + $0.y)) },
        statistics: RecentFrames(lines: ["60 Hz"], frameTimes: [0.016], slot: 0.016))
      var list = DisplayList(size: situation.size, scale: situation.scale)
      controller.overlay.draw(into: &list)
      let content = controller.viewport.unit(
        at: Point(x: 10, y: 20), controller.content(in: situation))
      text += "  = \(controller.overlay.toast?.text ?? "-"), \(controller.backdrop), "
      if let page = controller.overview?.page { text += "page \(page.name), " }
      text += "\(decimalText(content.x, places: 3)) \(decimalText(content.y, places: 3)), "
      text += String(Kept.hash(list.painted()), radix: 16) + "\n"
    }
  }

  @Test("leads to the same as before")
  func traces() throws {
    var text = ""
    for seed in UInt64(0)..<14 {
      var session = try Session(seed: seed)
      for _ in 0..<60 { session.step() }
      text += "session \(seed)\n" + session.text
    }
    try Kept.compare(text, with: "sessions.txt")
  }
}
