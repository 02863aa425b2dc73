import CX11
import Foundation
import Logging
import TestSupport
import Testing
import ViewerSupport
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import DemoScenes
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// A ``ViewerWindow`` with a window on a real server, and a ``FakeRenderer`` that determines what
/// happens next.
final class LoopBench {
  let renderer = FakeRenderer()
  let scene: BenchScene
  let statistics: FrameStatistics
  let loop: ViewerWindow
  private let server: XServer
  /// The connection of another client, which sends the keys.
  private let client: Connection
  private let log: FrameLog?

  /// - Parameters:
  ///   - frames: The number of frames before the run ends, or `nil` to run until `q` is pressed.
  ///   - isAnimated: Whether the scene moves in every frame.
  ///   - clock: Reads the clock of the loop, or `nil` for the system's clock.
  ///   - continuations: Reports stops of the process, or `nil` for actual stops.
  ///   - log: The path of a table of frames.
  init(
    _ timing: TimingConfiguration = TimingConfiguration(), frames: Int? = nil,
    isAnimated: Bool = true, timeOfDay: TimeOfDay? = nil, clock: (() -> Timestamp)? = nil,
    continuations: ContinuationWatcher? = nil, log: String? = nil
  ) throws {
    scene = BenchScene(isAnimated: isAnimated)
    server = try XServer.shared()
    client = try Connection(display: server.display)
    let connection = try Connection(display: server.display)
    var windowConfiguration = WindowConfiguration()
    windowConfiguration.size = PixelSize(width: 320, height: 200)
    let window = try Window.open(windowConfiguration, on: connection)
    self.log = try log.map { try FrameLog(path: $0) }
    statistics = FrameStatistics(
      status: TimingStatus(source: .timer, renderer: ""), observer: self.log)
    var configuration = ViewerWindow.Configuration()
    configuration.engine.timing = timing
    configuration.engine.frameLimit = frames
    configuration.timesCompletions = log != nil
    configuration.timeOfDay = timeOfDay
    if let clock { configuration.engine.clock = clock }
    // Signals are still handled by the tests.
    var mask = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    let policy = EndPolicy(start: .now, timeout: nil, duration: nil)
    loop = try ViewerWindow(
      Session(
        connection: connection, window: window, renderer: renderer, scale: 1,
        logger: Logger(label: "x11viewer", factory: StandardErrorLog.init(label:))),
      SceneView(scene: scene, size: window.size),
      .scenes(ScenePlaylist()),
      PlaylistItem(name: "", scene: scene, adjustClocks: scene.adjustClocks),
      from: ItemSource { _ in BenchScene.item() }, configuration, on: nil,
      statistics: statistics,
      watchdog: try Watchdog(
        policy, try Signals.make(), continuations ?? ContinuationWatcher.make()),
      helper: try DesktopHelper())
  }

  /// Runs the loop to its end. If it doesn't end, its connection is lost, and the test fails.
  func run(within seconds: Double = 20) throws {
    let socket = loop.session.connection.fileDescriptor
    let crash = DispatchWorkItem { shutdown(socket, Int32(SHUT_RDWR)) }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: crash)
    defer { crash.cancel() }
    try expectEqual(loop.run(), .finished)
    try log?.finish()
  }

  /// Tells the loop that outputs or their modes have changed.
  func changeScreen() {
    guard let display = client.display, let randr = client.extensions.randr else { return }
    var event = XEvent()
    withUnsafeMutableBytes(of: &event) { bytes in
      let change = bytes.assumingMemoryBound(to: XRRScreenChangeNotifyEvent.self)
      change[0].type = randr.eventBase + RRScreenChangeNotify
      change[0].window = loop.session.window.id
      change[0].root = XDefaultRootWindow(display)
      (change[0].width, change[0].height) = (640, 480)
    }
    XSendEvent(display, loop.session.window.id, 0, 0, &event)
    client.synchronize()
  }

  /// Returns the position of the window for which vblanks are requested, in the loop's window.
  func vblankPosition() -> WindowPosition? {
    guard let display = client.display else { return nil }
    var (root, parent) = (ResourceID(0), ResourceID(0))
    var children: UnsafeMutablePointer<ResourceID>?
    var count: UInt32 = 0
    guard
      XQueryTree(display, loop.session.window.id, &root, &parent, &children, &count) != 0,
      let children
    else { return nil }
    defer { XFree(children) }
    var (x, y) = (Int32(0), Int32(0))
    var (width, height, border, depth) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    for index in 0..<Int(count) {
      XGetGeometry(
        display, children[index], &root, &x, &y, &width, &height, &border, &depth)
      if width == 1, height == 1 { return WindowPosition(x: Int(x), y: Int(y)) }
    }
    return nil
  }

  /// Presses and releases a key, wherever the keyboard focus is.
  func press(_ keysym: Int32) {
    guard let display = client.display else { return }
    var event = XEvent()
    event.xkey.window = loop.session.window.id
    event.xkey.root = XDefaultRootWindow(display)
    event.xkey.same_screen = 1
    event.xkey.keycode = UInt32(XKeysymToKeycode(display, KeySym(keysym)))
    for (type, mask) in [(KeyPress, KeyPressMask), (KeyRelease, KeyReleaseMask)] {
      event.type = type
      XSendEvent(display, loop.session.window.id, 0, mask, &event)
    }
    client.synchronize()
  }
}
