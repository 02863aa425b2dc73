import AnimCore
import Foundation
import LinuxSystem
import TestSupport
import Testing
import XServerSupport
import XWindow

@testable import AnimWindow
@testable import FramePacing

@Suite("A window with a tree of layers", .serialized, .xServer)
final class LayerWindowTests {
  private let server: XServer
  /// Ends the server, and with it a window that runs for too long.
  private let limit: DispatchWorkItem
  private let card = ShapeLayer()
  private let tree = LayerTree(root: Layer())
  private let window: LayerWindow
  private var link: DisplayLink?

  init() throws {
    server = try XServer(screen: "320x240x24")
    limit = DispatchWorkItem { [pid = server.pid] in kill(pid, SIGTERM) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: limit)
    card.path = Path(Rect(x: -40, y: -30, width: 80, height: 60))
    card.fillColor = .orange
    card.position = Point(x: 160, y: 120)
    tree.root.addSublayer(card)
    window = try LayerWindow(
      tree, title: "Card", size: Size(width: 320, height: 240), display: server.display)
    window.background = Color(white: 0.2)
  }

  deinit { limit.cancel() }

  /// Runs the window, and calls a closure once it has drawn its first frame.
  private func run<Started>(_ start: @escaping () throws -> Started) throws {
    var started: Started?
    link = DisplayLink(for: self) { suite, _ in
      suite.link?.invalidate()
      started = try? start()
    }
    link?.add(to: window.source)
    try window.run()
    withExtendedLifetime(started) {}
  }

  @Test("shows the image of its tree, and animates properties that are set")
  func image() throws {
    var isEqual = false
    var moving = 0
    window.onKey = { [unowned self] event in
      if card.position.x != 100 { card.position = Point(x: 100, y: 100) }
      guard !tree.hasRunningAnimations else {
        moving += 1
        return
      }
      let shown = try? window.engine.renderer.readBack()
      isEqual = shown == tree.image(size: window.size, background: window.background)
      if isEqual { window.close() }
    }
    // Wait until the screen is correct. Then the window is closed.
    try run { [server] in
      try server.start("xdotool", "key", "--delay", "30", "--repeat", "200", "c")
    }
    #expect(isEqual && moving > 0)
    expectEqual(card.$position.presentation, Point(x: 100, y: 100))
  }

  @Test("reports the pointer in points with timestamps, so that its velocity is correct")
  func pointer() throws {
    var events: [PointerEvent] = []
    var tracker = VelocityTracker<Point>()
    window.onPointer = { event in
      events.append(event)
      if event.phase == .moved { tracker.add(event.point, at: event.time) }
    }
    window.onKey = { [unowned self] event in
      if event.key == .escape { window.close() }
    }
    var steps = ["xdotool", "mousemove", "100", "100", "mousedown", "1"]
    for x in 1...6 { steps += ["mousemove", "\(100 + 10 * x)", "100", "sleep", "0.01"] }
    steps += ["mouseup", "1", "click", "4", "key", "Escape"]
    try run { [server] in try ChildProcess(steps, environment: ["DISPLAY": server.display]) }
    expectEqual(events.first?.phase, .pressed(.left))
    expectEqual(events.first?.point, Point(x: 100, y: 100))
    #expect(events.contains { $0.phase == .moved })
    let released = events.first { $0.phase == .released(.left) }
    expectEqual(released?.point, Point(x: 160, y: 100))
    expectEqual(events.last?.phase, .scrolled(Vector(dx: 0, dy: -1)))
    #expect(tracker.velocity.dx > 0 && tracker.velocity.dy == 0)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("lets other tasks of its actor run, and accepts work from other threads")
  @MainActor func tasks() async throws {
    let (card, tree, window) = (card, tree, window)
    let inbox = window.inbox
    let task = Task { @MainActor in
      await tree.animateAndWait(duration: 0.2) { card.position.x = 260 }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { inbox.post { continuation.resume() } }
      }
      // Both wake the window.
      while window.sleep != .untilEvent { await Task.yield() }
      await tree.animateAndWait(duration: 0.1) { card.position.y = 60 }
      while window.sleep != .untilEvent { await Task.yield() }
      window.close()
    }
    try await window.run()
    await task.value
    expectEqual(card.$position.presentation, Point(x: 260, y: 60))
    // It stays closed.
    try await window.run()
  }

  @Test("closes when the task that runs it is cancelled")
  func cancelling() async throws {
    nonisolated(unsafe) let window = window
    let task = Task { try await window.run() }
    window.inbox.post { task.cancel() }
    try await task.value
  }

  @Test("reports which keys are held down with a key")
  func modifiers() throws {
    var events: [KeyEvent] = []
    window.onKey = { [unowned self] event in
      events.append(event)
      if event.key == .escape { window.close() }
    }
    try run { [server] in
      try server.start("xdotool", "key", "ctrl+alt+c", "shift+F5", "super+Page_Down", "Escape")
    }
    let wanted = [
      KeyEvent(key: "c", modifiers: [.control, .alt]),
      KeyEvent(key: .function(5), modifiers: .shift),
      KeyEvent(key: .pageDown, modifiers: .super), KeyEvent(key: .escape),
    ]
    expectEqual(events.filter { wanted.map(\.key).contains($0.key) }, wanted)
  }

  @Test("reports the text that keys type, and none for commands")
  func text() throws {
    var events: [KeyEvent] = []
    window.onKey = { [unowned self] event in
      events.append(event)
      if event.key == .escape { window.close() }
    }
    try run { [server] in
      try server.start(
        "xdotool", "key", "a", "shift+a", "space", "adiaeresis", "Cyrillic_ya", "ctrl+a", "Left",
        "Escape")
    }
    expectEqual(events.compactMap(\.text).joined(), "aA äя")
    expectEqual(KeyEvent(key: "é", modifiers: .shift).text, "é")
    expectEqual(KeyEvent(key: "e", modifiers: .super).text, nil)
    expectEqual(KeyEvent(key: .enter).text, nil)
  }

  @Test("has a minimum size, and accepts drops only if they are wanted")
  func hints() throws {
    func property(_ name: String) throws -> String {
      window.engine.window.connection.synchronize()
      return try server.run("xprop", "-id", "\(window.engine.window.id)", name)
    }
    #expect(try property("WM_NORMAL_HINTS").contains("minimum size: 64 by 64"))
    window.minimumSize = Size(width: 200, height: 100)
    #expect(try property("WM_NORMAL_HINTS").contains("minimum size: 200 by 100"))
    window.onDrop = { _ in }
    #expect(try property("XdndAware").contains("= "))
    window.onDrop = nil
    #expect(try !property("XdndAware").contains("= "))
  }

  @Test("accepts dropped files, and nothing else")
  func drops() throws {
    var dropped: [[String]] = []
    window.onDrop = { [unowned self] in
      dropped.append($0)
      window.close()
    }
    nonisolated(unsafe) var answers: [Bool] = []
    try run { [unowned self] in
      nonisolated(unsafe) let source = try DragSource(on: server, to: window.engine.window.id)
      Thread.detachNewThread {
        answers += [(try? source.drag(["text/html"])) ?? true]
        source.leave()
        answers += [(try? source.drag(["text/uri-list"])) ?? false]
        _ = try? source.drop("file:///a%20b.png\r\nfile:///c.png\r\n")
      }
    }
    expectEqual(dropped, [["/a b.png", "/c.png"]])
    expectEqual(answers, [false, true])
  }

  @Test("copies data for other programs, and pastes theirs")
  func clipboard() throws {
    try requireTools("xclip")
    let scratch = try ScratchDirectory()
    var pasted: [PastedContent?] = []
    window.onPaste = { [unowned self] content in
      pasted.append(content)
      if pasted.count == 2 { window.close() }
    }
    window.onKey = { [unowned self] event in
      switch event.key {
      case "c": window.copy("Grüße")
      case "p":
        window.copy(png: [1, 2, 3])
        window.paste()
      default: window.paste()
      }
    }
    let script = """
      xdotool key c
      until [ -s "$0" ]; do xclip -selection clipboard -t UTF8_STRING -o >"$0"; done
      printf other | xclip -selection clipboard -i
      until [ "$(xclip -selection clipboard -o)" = other ]; do :; done
      exec xdotool key v p
      """
    try run { [server] in try server.start("sh", "-c", script, scratch / "copied") }
    try expectEqual(String(decoding: scratch.bytes("copied"), as: UTF8.self), "Grüße")
    expectEqual(pasted, [.text("other"), .png([1, 2, 3])])
  }

  @Test("closes unless its program refuses")
  func closing() throws {
    let manager = try server.startWindowManager()
    var asked = 0
    window.onClose = { [unowned self] in
      asked += 1
      if asked == 1 { try? server.closeWindow(window.engine.window.id) }
      return asked == 2
    }
    try run { [unowned self] in try server.closeWindow(window.engine.window.id) }
    expectEqual(asked, 2)
    withExtendedLifetime(manager) {}
  }

  @Test("a signal closes it unless its program refuses")
  func termination() throws {
    var (signals, mask) = (sigset_t(), sigset_t())
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    var asked = 0
    window.onTermination = {
      asked += 1
      if asked == 1 { pthread_kill(pthread_self(), SIGTERM) }
      return asked == 2
    }
    try run { pthread_kill(pthread_self(), SIGTERM) }
    expectEqual(asked, 2)
    window.onTermination = nil
    // The signals have their usual effect again.
    pthread_sigmask(SIG_SETMASK, nil, &signals)
    expectEqual(sigismember(&signals, SIGTERM), 0)
  }

  @Test("no image is late because of a stop of the process, whenever it happens")
  func stops() throws {
    let clock = try StoppedClock()
    var configuration = WindowEngine.Configuration()
    (configuration.clock, configuration.continuations) = (clock.read, clock.continuations())
    configuration.timing = TimingConfiguration(
      rate: .fixed(RefreshRate(hertz: 2_000)), source: .timer)
    configuration.frameLimit = 200
    let window = try LayerWindow(
      LayerTree(root: Layer()), title: "", size: Size(width: 80, height: 60),
      display: server.display, configuration)
    var times: [Timestamp] = []
    let link = DisplayLink(for: self) { _, frame in times.append(frame.targetTimestamp) }
    link.add(to: window.source)
    try window.run()
    #expect(clock.stops > 50)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    expectEqual(steps.filter { $0 < 0 || $0 > 0.1 }, [])
  }

  @Test("measures every frame once")
  func measurements() throws {
    var frames: [FrameMeasurement] = []
    var count = 0
    window.onFrame = { frames.append($0) }
    let link = DisplayLink(for: self) { suite, _ in
      count += 1
      if count == 10 { suite.window.close() }
    }
    link.add(to: window.source)
    try window.run()
    // The last frame was drawn but not shown.
    expectEqual(frames.count, 9)
    expectEqual(frames.first?.isInterrupted, true)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.slot < $1.slot })
    #expect(frames.allSatisfy { $0.drawing > 0 && $0.sending > 0 })
  }

  @Test("can be transparent, with clicks only on its drawn pixels")
  func sticker() throws {
    var style = LayerWindow.Style()
    (style.kind, style.isTransparent, style.isBorderless) = (.utility, true, true)
    let sticker = try LayerWindow(
      tree, title: "Sticker", size: Size(width: 320, height: 240), display: server.display,
      style: style)
    sticker.clickArea = .drawnPixels
    #expect(sticker.background == .clear)
    var corner: UInt32?
    var middle: UInt32?
    var count = 0
    let link = DisplayLink(for: self) { _, _ in
      count += 1
      guard count == 3 else { return }
      let image = try? sticker.engine.renderer.readBack()
      (corner, middle) = (image?[0, 0], image?[160, 120])
      sticker.close()
    }
    link.add(to: sticker.source)
    try sticker.run()
    #expect(sticker.engine.window.isTransparent)
    #expect(middle == Color.orange.argb && corner == 0xFF00_0000)
  }

  @Test("explains why it couldn't open, or that the server has ended")
  func errors() throws {
    #expect(throws: LayerWindowError.self) {
      try LayerWindow(tree, title: "", display: ":nowhere")
    }
    #expect(throws: LayerWindowError.self) {
      let size = Size(width: 1e9, height: 1)
      return try LayerWindow(tree, title: "", size: size, display: server.display)
    }
    #expect(throws: LayerWindowError.connectionLost) {
      try run { [server] in try server.crash() }
    }
  }
}
