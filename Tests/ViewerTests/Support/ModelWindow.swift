import TestSupport
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import XWindow

/// A model of the viewer's window, which carries out the effects of a ``Viewer`` on simulated files.
struct ModelWindow {
  /// Something that happens.
  enum Step: Hashable {
    case pass(Seconds)
    case perform(ViewerAction, WindowPosition?)
    case send(Event)
    /// A file is written, and can then be drawn or not.
    case write(String, isBroken: Bool)
  }

  /// The running scene, and its playback.
  enum Running: Hashable {
    case page(ObjectIdentifier, Playback?)
    case overview
  }

  private(set) var bench: ViewerBench
  private(set) var timeline: Timeline
  private(set) var title = "x11viewer"
  private(set) var followsPointer = false
  private(set) var takesText = false
  private(set) var showsPointer = false
  private(set) var timesCompletions = false
  private(set) var backdrop: Backdrop
  private(set) var running: Running
  /// The total time by which the user has adjusted the clocks.
  private(set) var clock: Seconds = 0
  /// The position of the pointer.
  private(set) var pointer: WindowPosition?
  /// Whether its left button is down.
  private var isHeld = false
  /// The times at which frames will be drawn.
  private(set) var wakeUps: Set<Timestamp> = []
  /// Whether the last step asked for a frame.
  private(set) var asksForFrame = false

  static let files = ["video", "part", "endless", "waiting", "machine", "twins", "last"]
    .map { "/x/\($0).json" }

  init(first: Int) throws {
    bench = try ViewerBench(Self.files, first: first) { source in
      source.themes = ["t", "u"]
      source.animations["/x/twins.json"] = ["x", "y"]
      source.items = [
        "/x/part.json": {
          OpenedItem(
            scene: VideoScene(frames: 3..<40, rate: 10), background: Color(rgb: 0x10_2030))
        },
        "/x/endless.json": {
          let scene = BenchScene()
          return OpenedItem(scene: scene, adjustClocks: scene.adjustClocks)
        },
        "/x/waiting.json": { OpenedItem(scene: VideoScene(), waits: true) },
        "/x/machine.json": {
          let scene = ListeningScene()
          return OpenedItem(scene: scene, machine: scene)
        },
      ]
    }
    bench.situation.size = PixelSize(width: 300, height: 200)
    timeline = Timeline(start: bench.situation.now)
    backdrop = bench.viewer.windowBackdrop
    running = Self.page(bench.viewer)
    apply(bench.viewer.effects(of: .begin(hintsAtHelp: true), in: situation))
    didDraw()
  }

  var viewer: Viewer { bench.viewer }
  var situation: Situation { bench.situation }

  mutating func run(_ step: Step) {
    asksForFrame = false
    switch step {
    case .pass(let span):
      bench.situation.now = situation.now + span
      updateTime()
    case .perform(let action, let position):
      if case .adjustClock(let span) = action { clock += span }
      apply(bench.viewer.perform(action, in: situation, at: position))
      if action == .toggleInspector { pointer = position }
    case .send(let event): send(event)
    case .write(let path, let isBroken):
      if isBroken { bench.source.broken.insert(path) } else { bench.source.broken.remove(path) }
      let change = FolderWatcher.Change(written: [FilePath.name(of: path)])
      apply(bench.viewer.effects(of: .folderChanged(change), in: situation))
    }
    didDraw()
  }

  private mutating func didDraw() {
    let messages = viewer.item.opened.machine?.takeMessages() ?? []
    apply(bench.viewer.effects(of: .drawn(messages), in: situation))
  }

  private mutating func send(_ event: Event) {
    switch event {
    case .button(let click):
      // Buttons are pressed at the pointer's position, and once before they are released.
      if isHeld, click.button == 1 { send(.buttonReleased(1)) }
      if pointer != WindowPosition(x: click.x, y: click.y) {
        send(.pointer(x: click.x, y: click.y))
      }
      if click.button == 1 { isHeld = true }
    case .buttonReleased(1): isHeld = false
    case .pointer(let x, let y): pointer = WindowPosition(x: x, y: y)
    case .pointerLeft: pointer = nil
    default: break
    }
    apply(bench.viewer.handle(event, in: situation))
  }

  private mutating func updateTime() {
    bench.situation.isPaused = timeline.isPaused
    bench.situation.sceneTime = timeline.sceneTime(at: situation.now)
  }

  private mutating func apply(_ effects: [Effect]) {
    for effect in bench.carryOut(effects) {
      switch effect {
      case .setTitle(let text): title = text
      case .followPointer(let isFollowed): followsPointer = isFollowed
      case .takeText(let takes): takesText = takes
      case .showPointer(let isShown): showsPointer = isShown
      case .setFullscreen(let isOn): bench.situation.isFullscreen = isOn
      case .timeCompletions(let isWanted): timesCompletions = isWanted
      case .redraw: asksForFrame = true
      case .redrawLater(let instant): wakeUps.insert(instant)
      case .showBackdrop: backdrop = viewer.windowBackdrop
      case .runScene: run(viewer.overview == nil ? Self.page(viewer) : .overview)
      case .changeTime(let change): changeTime(change)
      case .adjustClocks(let span): viewer.item.opened.adjustClocks(span)
      case .readCells: apply(bench.viewer.effects(of: .readingCells, in: situation))
      case .tellMachine(let told):
        for interaction in told { viewer.item.opened.machine?.send(interaction) }
      default: break
      }
    }
  }

  private mutating func run(_ next: Running) {
    (running, backdrop, asksForFrame) = (next, viewer.windowBackdrop, true)
  }

  static func page(_ viewer: Viewer) -> Running {
    .page(ObjectIdentifier(viewer.item.scene), viewer.chosenPlayback)
  }

  private mutating func changeTime(_ change: TimeChange?) {
    if let change {
      let frames = viewer.chosenPlayback.map(FrameSteps.playback)
      timeline.apply(
        change, frames: frames ?? .rate(RefreshRate(hertz: 50)), start: .zero, at: situation.now)
      asksForFrame = true
    }
    updateTime()
    apply(
      bench.viewer.effects(
        of: .timeChanged(change, isPaused: timeline.isPaused, speed: timeline.speed),
        in: situation))
  }
}

// The visible state.
extension ModelWindow {
  struct Appearance: Hashable {
    let overlay: DisplayList
    let placement: ScenePlacement?
    let grid: OverviewGrid?
    let backdrop: Backdrop
  }

  /// Everything shown besides the image itself.
  mutating func look() -> Appearance {
    _ = bench.viewer.prepareOverlay(
      in: situation, color: Self.color,
      statistics: RecentFrames(lines: ["60 Hz"], frameTimes: [0.016], slot: 0.016))
    var list = DisplayList(size: situation.size, scale: situation.scale)
    viewer.overlay.draw(into: &list)
    return Appearance(
      overlay: list, placement: viewer.placement(in: situation),
      grid: viewer.overview?.grid, backdrop: backdrop)
  }

  /// Returns the colour of the image at a pixel.
  static func color(at position: WindowPosition) -> Color {
    Color(rgb: UInt32(position.x * 256 + position.y))
  }

  /// The current frame, or zero without frames.
  var frame: Double { viewer.chosenPlayback?.frame(at: situation.sceneTime) ?? 0 }

  /// The page that is shown: a file, or an animation in it.
  var page: String { viewer.item.imageName }
}

/// A scene that records events, and requests to open an address when it is pressed.
final class ListeningScene: InteractiveScene {
  private(set) var told: [PointerAction] = []
  private var messages: [SceneMessage] = []
  var state: String? { "listening" }
  let inputs = [SceneInput(name: "n", value: "1"), SceneInput(name: "e", value: "event")]
  let conversation = ""

  func send(_ interaction: Interaction) {
    guard case .pointer(let action, _) = interaction else { return }
    told.append(action)
    if action == .down { messages.append(.link("https://example.org/x")) }
  }

  func takeMessages() -> [SceneMessage] {
    defer { messages = [] }
    return messages
  }

  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}
