import AnimCore
import FramePacing
import LinuxSystem
import XWindow

/// An X11 window that shows a tree of layers.
///
/// ```swift
/// let card = ShapeLayer()
/// let window = try LayerWindow(LayerTree(root: card), title: "Card")
/// window.onPointer = { event in
///   if event.phase == .pressed(.left) { card.position = event.point }
/// }
/// try window.run()
/// ```
///
/// Frames follow the vblanks of the display. The tree is updated to the time at which its image
/// will be visible, drawn, and compared with the last image. The changes are passed to the server
/// in shared memory. While nothing is animated or the window is hidden, the process sleeps, and
/// time doesn't advance.
///
/// The window, its tree and its callbacks belong to one thread or actor. ``inbox`` accepts work
/// from other threads.
public final class LayerWindow {
  /// The tree that the window shows. It follows ``source``.
  public let tree: LayerTree
  /// The refreshes of the display. Add custom links, for example for a game, to it.
  public let source = FrameSource()
  /// The number of pixels per point, as set by the user (Xft.dpi / 96), or 1.
  public let scale: Double
  /// The size in points.
  public var size: Size {
    Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
  }
  /// The colour behind the layers, initially black, or clear for a transparent window. It is shown as opaque unless the
  /// window is transparent.
  public var background: Color { didSet { if background != oldValue { redraw() } } }
  /// The opacity of the window, from 0 to 1, which a compositor applies. Initially 1.
  public var opacity = 1.0 {
    didSet {
      window.setOpacity(opacity)
      wakeUp()
    }
  }
  /// The part of the window that receives presses of the pointer. Elsewhere, the window below receives them. Initially
  /// ``ClickArea/window``.
  public var clickArea = ClickArea.window {
    didSet { if clickArea != oldValue { shape() } }
  }
  /// The text in the title bar.
  public var title: String {
    didSet {
      window.setTitle(title)
      wakeUp()
    }
  }
  /// A Boolean value that indicates whether every movement of the pointer over the window is
  /// reported, and when the pointer leaves the window. Otherwise, its motion is reported only while
  /// the left button is pressed, because every report wakes the process. Initially `false`.
  public var followsPointer = false {
    didSet {
      window.followPointer(followsPointer)
      wakeUp()
    }
  }
  /// The shape of the pointer over the window.
  public var cursor = PointerCursor.standard {
    didSet {
      guard cursor != oldValue else { return }
      window.setCursor(cursor.shape)
      window.hidesPointer = cursor == .hidden
      window.showsPointer = cursor.shape != nil
      wakeUp()
    }
  }
  /// The smallest size to which the user can shrink the window, in points. Window managers enforce it. Initially
  /// 64 by 64 pixels.
  public var minimumSize: Size {
    didSet {
      window.setMinimumSize(minimumSize.pixels(scale: scale))
      wakeUp()
    }
  }
  /// A Boolean value that indicates whether the window covers the display. Setting it sends a
  /// request to the window manager, which may refuse.
  public var isFullscreen: Bool {
    get { window.isFullscreen }
    set {
      window.setFullscreen(newValue)
      wakeUp()
    }
  }

  /// Called when the pointer is pressed, moved, released or leaves, and when the wheel moves.
  public var onPointer: ((PointerEvent) -> Void)?
  /// Called when a key is pressed, and again while it is held down.
  public var onKey: ((KeyEvent) -> Void)?
  /// Called with the new size, in points, before the window is drawn in it.
  public var onResize: ((Size) -> Void)?
  /// Called with the paths of files that were dropped on the window, which accepts files while this
  /// is set.
  public var onDrop: (([String]) -> Void)? {
    didSet {
      guard (onDrop == nil) != (oldValue == nil) else { return }
      if onDrop == nil {
        dropTarget.withdraw(on: connection)
      } else {
        dropTarget.announce(on: connection)
      }
      wakeUp()
    }
  }
  /// Called with the result of ``paste()``, or `nil` if the clipboard contains neither files, an
  /// image nor text.
  public var onPaste: ((PastedContent?) -> Void)?
  /// Called when the user closes the window. If it returns `false`, the window stays open.
  public var onClose: (() -> Bool)?
  /// Called when SIGINT, SIGTERM or SIGHUP requests the program to end. If it returns `false`, the
  /// window stays open. Otherwise, it closes, so that the program can save its state after
  /// ``run()``. While this is `nil`, these signals end the process immediately.
  ///
  /// Set it before the program starts threads, on the thread of the window. The signals are blocked
  /// for that thread and for threads that it starts.
  public var onTermination: (() -> Bool)? {
    didSet {
      guard (onTermination == nil) != (oldValue == nil) else { return }
      engine.endRequests = onTermination == nil ? nil : endRequests()
      wakeUp()
    }
  }
  /// Called with the measurements of each frame, when the next one is shown or the window closes.
  public var onFrame: ((FrameMeasurement) -> Void)?

  /// Accepts work for the window's thread.
  public let inbox: WindowInbox

  let engine: WindowEngine
  private let renderer: ShmRenderer
  /// Whether the window shows what is behind it, with or without a visual for that.
  private let isTransparent: Bool
  private var pixels: PixelSize
  private var dropTarget: DropTarget
  private var clipboard: Clipboard
  private var pasting: Paste
  /// The last two frames, which the renderer compares with each other.
  private var lists: (shown: DisplayList, spare: DisplayList)
  /// Whether the tree must be drawn even if it doesn't request it.
  private var mustDraw = true
  /// The event that another thread waits for while other tasks of the window's actor can run, or
  /// `nil` while the window is awake.
  private(set) var sleep: Sleep?

  enum Sleep {
    case untilFrame
    case untilEvent
  }
  /// The position of the last pointer event. A button is released there if the pointer hasn't moved since.
  private var pointer = WindowPosition(x: 0, y: 0)

  /// Opens a window, which ``run()`` shows.
  /// - Parameters:
  ///   - tree: The tree to show.
  ///   - title: The text in the title bar.
  ///   - size: The size in points.
  ///   - display: The name of the display, such as ":1", or `nil` for the value of DISPLAY.
  public convenience init(
    _ tree: LayerTree, title: String, size: Size = Size(width: 640, height: 480),
    display: String? = nil
  ) throws(LayerWindowError) {
    try self.init(tree, title: title, size: size, display: display, style: Style())
  }

  /// Opens a window with a style, which ``run()`` shows. A transparent window without a border is a sticker:
  ///
  /// ```swift
  /// var style = LayerWindow.Style()
  /// style.isTransparent = true
  /// style.isBorderless = true
  /// style.isOnTop = true
  /// let window = try LayerWindow(tree, title: "Sticker", style: style)
  /// window.clickArea = .drawnPixels
  /// ```
  /// - Parameters:
  ///   - tree: The tree to show.
  ///   - title: The text in the title bar.
  ///   - size: The size in points.
  ///   - display: The name of the display, such as ":1", or `nil` for the value of DISPLAY.
  ///   - style: The kind of window, and its appearance.
  public convenience init(
    _ tree: LayerTree, title: String, size: Size = Size(width: 640, height: 480),
    display: String? = nil, style: Style
  ) throws(LayerWindowError) {
    var configuration = WindowEngine.Configuration()
    // Without it, only stops during a sleep are noticed.
    configuration.continuations = try? ContinuationWatcher.make()
    try self.init(tree, title: title, size: size, display: display, style: style, configuration)
  }

  init(
    _ tree: LayerTree, title: String, size: Size, display: String?, style: Style = Style(),
    _ configuration: WindowEngine.Configuration
  ) throws(LayerWindowError) {
    let connection: Connection
    do {
      connection = try Connection(display: display)
    } catch {
      throw LayerWindowError(error)
    }
    do {
      scale = connection.scale ?? 1
      let program = CommandLine.arguments.first?.split(separator: "/").last.map { String($0) }
      var wanted = WindowConfiguration(
        title: title, instanceName: program, className: program ?? title,
        size: size.pixels(scale: scale))
      style.apply(to: &wanted)
      let window = try Window.open(wanted, on: connection)
      inbox = WindowInbox(try EventDescriptor())
      renderer = ShmRenderer(for: window, over: .best(for: window))
      engine = try WindowEngine(
        window, renderer, configuration, on: connection.output(showing: window.areaOnScreen))
    } catch {
      throw .cannotOpen("\(error)")
    }
    engine.poller.background = inbox.ready.fileDescriptor
    dropTarget = DropTarget(of: engine.window.id)
    clipboard = Clipboard(of: engine.window.id)
    pasting = Paste(of: engine.window.id)
    minimumSize = Size(width: 64 / scale, height: 64 / scale)
    isTransparent = style.isTransparent
    background = style.isTransparent ? .clear : .black
    pixels = engine.window.size
    lists = (DisplayList(size: pixels, scale: scale), DisplayList(size: pixels, scale: scale))
    self.tree = tree
    self.title = title
    tree.attach(to: source)
    if isTransparent {
      engine.window.connection.watchCompositor()
      shape()
    }
    source.onDemandChange = { [weak self] in
      self?.engine.hasChanged = true
      self?.wakeUp()
    }
  }

  deinit { tree.detach() }

  private var window: Window { engine.window }
  private var connection: Connection { engine.window.connection }
}

// MARK: - Running

extension LayerWindow {
  /// Shows the window and calls its callbacks until it is closed. Returns immediately if it was
  /// closed before.
  ///
  /// The method blocks its thread: tasks of the main actor wait if it is theirs.
  /// ``run(isolation:)`` doesn't block them.
  /// - Throws: ``LayerWindowError`` if the server ends.
  public func run() throws(LayerWindowError) {
    window.map()
    defer { connection.close() }
    do throws(ConnectionError) {
      _ = try engine.run(for: self)
    } catch {
      throw LayerWindowError(error)
    }
  }

  /// Shows the window like ``run()``, but without blocking its actor, whose other tasks run while
  /// the window sleeps:
  ///
  /// ```swift
  /// @main @MainActor struct App {
  ///   static func main() async throws {
  ///     let window = try LayerWindow(LayerTree(root: card), title: "Card")
  ///     Task {
  ///       await window.tree.animateAndWait(duration: 1) { card.position.x += 100 }
  ///       window.close()
  ///     }
  ///     try await window.run()
  ///   }
  /// }
  /// ```
  ///
  /// Another thread waits for events that wake the window, so a frame starts slightly later than
  /// with ``run()``, and only after the actor has finished its current work. Cancelling the task
  /// closes the window.
  /// - Throws: ``LayerWindowError`` if the server ends.
  public func run(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(LayerWindowError) {
    window.map()
    defer {
      engine.finish(for: self)
      connection.close()
    }
    let thread = SerialThread()
    while true {
      if Task.isCancelled { close() }
      switch try turn() {
      case .sleep(let end, let isListening):
        let (sleeping, inbox) = (engine.poller, inbox)
        sleep = end == nil ? .untilEvent : .untilFrame
        let ready = await withTaskCancellationHandler {
          await withUnsafeContinuation { continuation in
            thread.run {
              var poller = sleeping
              continuation.resume(returning: poller.wait(listening: isListening))
            }
          }
        } onCancel: {
          inbox.ready.signal()
        }
        sleep = nil
        engine.wake(because: ready)
      case .end: return
      default: break
      }
    }
  }

  private func turn() throws(LayerWindowError) -> FrameCycle.Effect {
    do throws(ConnectionError) {
      return try engine.turn(for: self)
    } catch {
      throw LayerWindowError(error)
    }
  }

  /// Ends the sleep, because a task of the actor has changed something.
  private func wakeUp() { if sleep != nil { inbox.ready.signal() } }

  /// Closes the window, which makes ``run()`` return. Safe to call in all callbacks of the window.
  public func close() {
    engine.cycle.end(.finished)
    wakeUp()
  }

  /// Requests that the next frame is drawn even if no layer needs display.
  public func redraw() {
    (mustDraw, engine.hasChanged) = (true, true)
    wakeUp()
  }

  /// Shapes the window for its click area, and for the presence or absence of a compositor.
  private func shape() {
    if isTransparent {
      renderer.shapeWindow(receivingClicks: XWindow.ClickArea(clickArea))
      redraw()
    } else {
      window.setShape(.input, to: clickArea == .nowhere ? [] : nil)
      wakeUp()
    }
  }

  /// Puts text on the clipboard, in response to a key or a button. Other programs can paste it
  /// while the window is open.
  ///
  /// - Returns: Whether the text is on the clipboard. Another program may have been faster.
  @discardableResult
  public func copy(_ text: String) -> Bool { clipboard.copy(.text(text), on: connection) }

  /// Puts the bytes of a PNG file on the clipboard, like ``copy(_:)`` for text.
  @discardableResult
  public func copy(png bytes: [UInt8]) -> Bool { clipboard.copy(.png(bytes), on: connection) }

  /// Requests the contents of the clipboard, in response to a key or a button. The result is passed
  /// to ``onPaste``.
  public func paste() {
    pasting.ask(on: connection)
    wakeUp()
  }

  /// Returns the signals that request the program to end, which ``onTermination`` may refuse.
  private func endRequests() -> WindowEngine.EndRequests? {
    guard let signals = try? TerminationSignals() else { return nil }
    return WindowEngine.EndRequests(fileDescriptor: signals.fileDescriptor) { [weak self] in
      guard let signal = signals.next(), self?.onTermination?() != false else { return nil }
      return signal
    }
  }
}

/// ``Signals`` that a closure can own.
private final class TerminationSignals {
  private let signals: Signals

  init() throws(SystemError) { signals = try Signals.make() }

  var fileDescriptor: Int32 { signals.fileDescriptor }
  func next() -> Int32? { signals.next() }
}

// MARK: - The contents of the window

extension LayerWindow: WindowClient {
  package var demand: FrameSource.Demand { source.demand }

  package func draw(_ request: FrameRequest, at now: Timestamp) -> DisplayList {
    if let interval = request.slotInterval { source.refreshInterval = interval }
    if request.isInterrupted { source.interrupt() }
    source.deliver(
      slot: request.slot, timestamp: request.isInterrupted ? nil : request.shownTime,
      targetTimestamp: request.sceneTime, missed: request.missed)
    engine.hasChanged = false
    if mustDraw || tree.needsDisplay { compose() }
    return lists.shown
  }

  private func compose() {
    mustDraw = false
    lists = (shown: lists.spare, spare: lists.shown)
    // Layers that request display while they are drawn are drawn again.
    tree.didDisplay()
    lists.shown.removeAll(
      size: pixels, scale: scale, background: isTransparent ? background : background.opaque)
    tree.draw(into: &lists.shown)
  }

  /// Does nothing, because drawing may succeed at another size.
  package func didNotDraw(because error: RenderError) {}

  package func didMeasure(_ frame: FrameRecord) { onFrame?(FrameMeasurement(frame)) }

  package func wake(because ready: Poller.Ready, at now: Timestamp) { inbox.perform() }

  package func handle(_ event: Event, at now: Timestamp) {
    switch event {
    case .configure(let size, _, _):
      if size != pixels {
        pixels = size
        redraw()
        onResize?(self.size)
      }
    case .key(let stroke): onKey?(KeyEvent(stroke))
    case .button(let click):
      pointer = WindowPosition(x: click.x, y: click.y)
      report(PointerEvent.Phase(pressing: click.button))
    case .buttonReleased(let number):
      if let button = PointerButton(number: number) { report(.released(button)) }
    case .pointer(let x, let y):
      pointer = WindowPosition(x: x, y: y)
      report(.moved)
    case .pointerLeft: report(.left)
    case .selectionRequest, .selectionCleared, .propertyDeleted:
      clipboard.handle(event, on: connection)
    case .drag, .selection, .property:
      if let answer = pasting.handle(event, on: connection) {
        onPaste?(PastedContent(answer))
      } else if let onDrop, let list = dropTarget.handle(event, on: connection) {
        dropTarget.finish(accepted: true, on: connection)
        onDrop(URIList.inputs(list))
      }
    case .deleteWindow: if onClose?() != false { close() }
    case .compositorChange: shape()
    default: break
    }
  }

  private func report(_ phase: PointerEvent.Phase) {
    onPointer?(
      PointerEvent(
        phase: phase, point: Point(x: Double(pointer.x) / scale, y: Double(pointer.y) / scale),
        time: Timestamp(nanoseconds: Int64(connection.pointerTime) * 1_000_000)))
  }
}

extension Size {
  fileprivate func pixels(scale: Double) -> PixelSize {
    PixelSize(
      width: Int(clampingLength: width * scale), height: Int(clampingLength: height * scale))
  }
}

extension Int {
  /// Creates a length of a side in pixels, at least 1, which Xlib may still reject.
  fileprivate init(clampingLength length: Double) {
    self = length > 1 ? Int(Swift.min(length, 1e6).rounded()) : 1
  }
}

/// The reason why a window can't be opened, or was lost.
public enum LayerWindowError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No display was found, or it rejects a window of this size.
  case cannotOpen(String)
  /// The server ended, or closed the connection.
  case connectionLost

  public var description: String {
    switch self {
    case .cannotOpen(let reason): reason
    case .connectionLost: "X server: lost the connection"
    }
  }
}

extension LayerWindowError {
  /// Creates an error whose message, unlike the viewer's own, doesn't mention options.
  init(_ error: ConnectionError) {
    switch error {
    case .noDisplayNamed: self = .cannotOpen("display: not specified; set DISPLAY")
    case .cannotOpen(let display):
      self = .cannotOpen("display \(display): cannot be opened; check DISPLAY")
    case .lost: self = .connectionLost
    }
  }
}
