import Foundation
import Logging
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// A ``ViewerWindow`` whose iterations a test runs in virtual time: it sleeps by advancing its clock.
/// Its window is on a real server, but never mapped. Its images are painted here from damage, like
/// images in shared memory.
final class LoopStage {
  let loop: ViewerWindow
  let renderer = PaintingRenderer()
  let statistics = FrameStatistics(status: TimingStatus(source: .timer, renderer: ""))
  private(set) var now: Timestamp
  /// The scene times of the published frames.
  private(set) var times: [Timestamp] = []
  /// Called for each published frame.
  var didPublish: () throws -> Void = {}
  /// The reason for which the run ended, or `nil` while it runs.
  private(set) var outcome: FrameCycle.Outcome?
  private let server: XServer
  private var sleepEnd: Timestamp?

  /// Half of the frame interval at 50 Hz, in which nothing happens.
  static let interval: Seconds = 0.02

  init(
    _ playlist: Playlist, _ item: PlaylistItem, from items: ItemSource, size: PixelSize,
    scale: Double = 1, background: Color = .white,
    output: DisplayOutput? = nil, _ change: (inout ViewerWindow.Configuration) -> Void = { _ in }
  ) throws {
    server = try XServer.shared()
    let connection = try Connection(display: server.display)
    var window = WindowConfiguration()
    window.size = size
    var configuration = ViewerWindow.Configuration()
    configuration.engine.timing = TimingConfiguration(
      rate: .fixed(RefreshRate(hertz: 50)), source: .timer)
    // The heights of lines are then the same on every machine.
    configuration.text = .bitmap
    configuration.work = { _ in WorkAtOnce() }
    change(&configuration)
    // Signals are still handled by the tests.
    var mask = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    let policy = EndPolicy(start: .now, timeout: nil, duration: nil)
    loop = try ViewerWindow(
      Session(
        connection: connection, window: try Window.open(window, on: connection),
        renderer: renderer, scale: scale,
        logger: Logger(label: "x11viewer", factory: StandardErrorLog.init(label:))),
      SceneView(scene: item.scene, size: size, scale: scale, backdrop: .color(background)),
      playlist, item, from: items, configuration, on: output,
      statistics: statistics,
      watchdog: try Watchdog(policy, try Signals.make(), try ContinuationWatcher.make()),
      helper: try DesktopHelper(
        DesktopHelper.Rights(
          folders: [ImageExport.fileExtension: ".", AnimationFormats.scriptExtension: "."])))
    // A millisecond after the cycle began, in every run.
    now = try #require(loop.engine.cycle.timeline.instant(reaching: .zero)) + 0.001
    setVisible(true)
  }

  /// Creates a stage that shows files, as the viewer does if it is given their paths.
  convenience init(
    files paths: [String], _ files: FileConfiguration = FileConfiguration(), size: PixelSize,
    scale: Double = 1, work: any BackgroundWork = WorkAtOnce(),
    _ change: (inout ViewerWindow.Configuration) -> Void = { _ in }
  ) throws {
    let run = try PlaylistRun(paths, files, work: work)
    let item = try run.openFirst()
    try self.init(.files(run.playlist), item, from: run.items, size: size, scale: scale) {
      $0.files = files
      change(&$0)
    }
  }

  /// Creates a stage that shows built-in scenes.
  ///
  /// - Parameters:
  ///   - items: Makes the scenes.
  ///   - index: The index of the first in the catalogue.
  convenience init(
    scenes items: ItemSource, first index: Int = 0, size: PixelSize,
    output: DisplayOutput? = nil, _ change: (inout ViewerWindow.Configuration) -> Void = { _ in }
  ) throws {
    let playlist = ScenePlaylist(index: index)
    let item = playlist.item(items.scene(at: index))
    try self.init(.scenes(playlist), item, from: items, size: size, output: output, change)
  }

  /// Runs turns until the loop sleeps or ends.
  func turns() throws {
    for _ in 0..<50 {
      switch try loop.engine.turn(for: loop, at: now) {
      case .publish:
        times.append(loop.player.sceneTime)
        try didPublish()
      case .sleep(let end, _):
        sleepEnd = end
        return
      case .end(let outcome):
        self.outcome = outcome
        return
      default: break
      }
    }
    Issue.record("the loop does not go to sleep")
  }

  /// Lets time pass.
  func pass(_ span: Seconds) throws {
    let end = now + span
    try turns()
    while outcome == nil, let sleepEnd, sleepEnd <= end {
      now = max(now, sleepEnd)
      loop.engine.wake()
      try turns()
    }
    now = end
    loop.engine.wake()
    try turns()
  }

  /// The loop reads an event.
  func send(_ event: Event) { loop.engine.take(event, for: loop, at: now) }

  /// Makes the window visible or invisible, starting with the next iteration.
  func setVisible(_ isVisible: Bool) {
    loop.session.window.handle(isVisible ? .mapped : .unmapped)
  }

  /// Performs the action of a key, and shows the next frame.
  func perform(_ action: ViewerAction) throws {
    loop.send(.action(action), at: now)
    try pass(3 * Self.interval)
  }

  func press(x: Int, y: Int, button: Int = 1, at time: UInt32 = 0) {
    send(.button(ButtonClick(button: button, x: x, y: y, time: time, modifiers: [])))
  }

  /// Returns the position of the window for which vblanks are requested, from xwininfo.
  func probePosition() throws -> WindowPosition? {
    loop.session.connection.synchronize()
    let tree = try server.run(
      "xwininfo", "-children", "-id", "0x\(String(loop.session.window.id, radix: 16))")
    // A line ends in the size, and the positions in the window and on the screen: 1x1+50+30  +50+30.
    let words = tree.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("1x1+") }
    }
    let numbers = words.first?.split(separator: "+").compactMap { Int($0) } ?? []
    return numbers.count == 2 ? WindowPosition(x: numbers[0], y: numbers[1]) : nil
  }

  /// Returns the text of the title bar, as xprop prints it.
  func title() throws -> String {
    loop.session.connection.synchronize()
    return try server.run(
      "xprop", "-id", "0x\(String(loop.session.window.id, radix: 16))", "_NET_WM_NAME")
  }
}

/// A renderer that paints what changed into an image in memory.
final class PaintingRenderer: Renderer {
  let description = "painting"
  let isReady = true
  let isIdle = true
  /// The image of the last drawn frame.
  private(set) var image = PixelImage(size: .zero)
  private(set) var repaired: [PixelRect] = []
  /// The error of the next frames, or `nil` if they can be drawn.
  var error: RenderError?
  private let rasterizer = Rasterizer(threads: 1)
  private var damage = FrameDamage()

  func draw(_ list: DisplayList) throws(RenderError) {
    if let error { throw error }
    damage.advance(to: list)
    if image.size != list.size { image = PixelImage(size: list.size) }
    let width = list.size.width
    image.withMutablePixels {
      rasterizer.paint(list, tiles: damage.tiles, into: $0, stride: width)
    }
  }

  func publish() {}
  func repair(_ area: PixelRect) { repaired.append(area) }
  func handle(_ event: Event) {}
  func recover() {}
  func readBack() throws(RenderError) -> PixelImage { image }
}
