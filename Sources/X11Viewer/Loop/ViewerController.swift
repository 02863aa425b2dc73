import AnimCore
import FramePacing
import XWindow

/// What is shown, and what the user changes about it with keys, the mouse and files.
///
/// A value without a window, a file or a clock: it takes actions, events and opened items, and
/// returns what the ``FrameLoop`` must do. It asks the scene about its frames, but does not move it.
struct ViewerController {
  /// What the loop must do.
  enum Effect: Hashable {
    /// End the run.
    case end
    case setFullscreen(Bool)
    /// Show the pointer even over a fullscreen window, or hide it there again.
    case showPointer(Bool)
    /// Draw a frame, because something other than the scene has changed.
    case redraw
    /// Draw one at a later instant, because something disappears then.
    case redrawLater(at: Timestamp)
    /// Change the time; with nil, only set the scene back from a frame drawn ahead. The loop then
    /// calls ``didChangeTime(_:isPaused:speed:at:)``.
    case changeTime(TimeChange?)
    /// Set the clocks of ``ViewerController/item`` ahead by this many seconds, or back if negative.
    case adjustClocks(Seconds)
    /// Open the item at this index, and ``show(_:at:)`` it, if there is one.
    case open(index: Int)
    /// Open the item that is this many ahead, or back if negative, and ``show(_:at:)`` it.
    case turn(Int)
    /// Run the scene of ``ViewerController/item`` instead of the previous one, at the same time.
    case runScene
    case setTitle(String)
    /// Report every movement of the pointer, or no longer.
    case followPointer(Bool)
    /// Print a warning.
    case warn(String)
    case setBackdrop(Backdrop)
    /// Open the item with its next theme, and ``ViewerController/reload(_:sceneTime:at:)`` it.
    case turnTheme
    /// Open the item with its state machine on or off, and ``ViewerController/show(_:at:)`` it.
    case toggleMachine
    /// Save what was done with the state machine.
    case saveScript
    /// Measure how long the server takes for each frame, or no longer.
    case timeCompletions(Bool)
  }

  /// What the effect of an action depends on.
  struct Situation {
    /// The size of the picture in pixels.
    var size: PixelSize
    /// Pixels per point.
    var scale = 1.0
    var isFullscreen = false
    /// Whether scene time is paused.
    var isPaused = false
  }

  /// The current item. If it was changed and can no longer be drawn, the last version that could.
  private(set) var item: PlaylistItem
  private(set) var overlay = Overlay()
  /// Whether statistics are shown over the picture.
  private(set) var showsStatistics: Bool
  /// Whether to save the next published frame.
  private(set) var wantsScreenshot = false
  /// The background of items without one of their own.
  private let wantedBackdrop: Backdrop
  private var backdrops: Backdrops
  private var doubleClick = DoubleClick()
  /// Whether the pointer is near the timeline.
  private var isNearTimeline = false
  /// Whether the timeline is being dragged.
  private(set) var isScrubbing = false
  /// Whether the animation continues when the timeline is released.
  private var resumes = false

  /// Whether the title bar keeps its text, whatever is shown.
  private let keepsTitle: Bool
  /// By how many seconds the clocks were set ahead in all; those of scenes that are shown later are
  /// set ahead by the same.
  private var clockAdjustment: Seconds = 0
  /// Whether something that was left out of the item's frames was reported.
  private var hasReportedOmission = false

  /// - Parameters:
  ///   - item: the item to show first; see ``begin(hintsAtHelp:at:)``.
  ///   - backdrop: the background that was asked for.
  init(
    _ item: PlaylistItem, backdrop: Backdrop = .color(.white), showsStatistics: Bool = false,
    keepsTitle: Bool = false
  ) {
    self.item = item
    wantedBackdrop = backdrop
    backdrops = Backdrops(first: item.background.map { .color($0) } ?? backdrop)
    self.showsStatistics = showsStatistics
    self.keepsTitle = keepsTitle
  }

  /// Whether the timeline is shown: while the pointer is near, and while it is dragged.
  var showsTimeline: Bool { isNearTimeline || isScrubbing }
}

// MARK: - Keys

extension ViewerController {
  mutating func perform(
    _ action: ViewerAction, in situation: Situation
  ) -> [Effect] {
    switch action {
    case .quit:
      return [.end]
    case .leave:
      return situation.isFullscreen ? [.setFullscreen(false)] : [.end]
    case .toggleFullscreen:
      return [.setFullscreen(!situation.isFullscreen)]
    case .saveScreenshot:
      wantsScreenshot = true
      // A toast is not part of the saved picture.
      overlay.toast = nil
      return [.redraw]
    case .toggleHelp:
      overlay.showsHelp.toggle()
      return [.redraw]
    case .toggleStatistics:
      showsStatistics.toggle()
      return [.timeCompletions(showsStatistics), .redraw]
    case .showScene(let index):
      return [.open(index: index)]
    case .turn(let count):
      return [.turn(count)]
    case .turnBackdrop:
      backdrops.turn()
      return [.setBackdrop(backdrops.present), .redraw]
    case .turnTheme:
      return [.turnTheme]
    case .machine(let action):
      return perform(action)
    case .time(let change):
      return [.changeTime(change)]
    case .adjustClock(let span):
      // The hands start from where they are now, not from where a frame drawn ahead has them.
      return [.changeTime(nil)] + adjustClocks(by: span)
    }
  }

  private func perform(_ action: ViewerAction.MachineAction) -> [Effect] {
    if action == .toggle { return [.toggleMachine] }
    guard let machine = item.machine else { return [] }
    switch action {
    case .toggle: break
    case .togglePanel: machine.isShown.toggle()
    case .selectNextInput: machine.selectNext()
    case .change(let step): machine.change(by: step)
    case .save: return [.saveScript]
    }
    return [.redraw]
  }

  /// The time was changed as an effect demanded.
  mutating func didChangeTime(
    _ change: TimeChange?, isPaused: Bool, speed: Double, at now: Timestamp
  ) -> [Effect] {
    // While the timeline is dragged, it is not the user who paused.
    overlay.isPaused = isPaused && !isScrubbing
    guard let change, change.changesSpeed else { return [] }
    return showToast("speed \(decimalText(speed, places: 2))×", at: now)
  }
}

// MARK: - The mouse

extension ViewerController {
  /// Handles an event of a key, a button or the pointer, and ignores any other.
  mutating func handle(_ event: Event, in situation: Situation) -> [Effect] {
    if item.machine?.take(event, scale: situation.scale) == true { return [.redraw] }
    switch event {
    case .key(let stroke):
      return KeyBindings.action(for: stroke).map { perform($0, in: situation) } ?? []
    case .button(let click):
      if let effects = beginScrubbing(click, in: situation) { return effects }
      return doubleClick.completes(with: click) ? perform(.toggleFullscreen, in: situation) : []
    case .buttonReleased(1):
      guard isScrubbing else { return [] }
      isScrubbing = false
      return [.changeTime(resumes ? .resume : nil)] + timelineEffects
    case .pointer(let x, let y):
      return pointerMoved(x: x, y: y, in: situation)
    case .pointerLeft:
      guard isNearTimeline else { return [] }
      isNearTimeline = false
      return showsTimeline ? [] : timelineEffects
    default:
      return []
    }
  }

  private var timelineEffects: [Effect] { [.showPointer(showsTimeline), .redraw] }

  /// - Returns: nil if the press is not on the timeline.
  private mutating func beginScrubbing(
    _ click: ButtonClick, in situation: Situation
  ) -> [Effect]? {
    guard click.button == 1, item.isFinite,
      TimelineBar.contains(y: click.y, in: situation.size, scale: situation.scale)
    else { return nil }
    isNearTimeline = true
    if !isScrubbing {
      isScrubbing = true
      resumes = !situation.isPaused
    }
    return [scrub(to: click.x, in: situation)] + timelineEffects
  }

  private mutating func pointerMoved(x: Int, y: Int, in situation: Situation) -> [Effect] {
    guard item.isFinite else { return [] }
    let wasShown = showsTimeline
    isNearTimeline = TimelineBar.isNear(y: y, in: situation.size, scale: situation.scale)
    let seeking = isScrubbing ? [scrub(to: x, in: situation)] : []
    return seeking + (showsTimeline == wasShown ? [] : timelineEffects)
  }

  private func scrub(to x: Int, in situation: Situation) -> Effect {
    let progress = TimelineBar.progress(x: x, in: situation.size, scale: situation.scale)
    return .changeTime(.pause(at: item.scene.time(atProgress: progress)))
  }
}

// MARK: - Items

extension ViewerController {
  /// Shows the first item.
  ///
  /// - Parameter hintsAtHelp: whether to show which key shows the others.
  mutating func begin(hintsAtHelp: Bool, at now: Timestamp) -> [Effect] {
    let toast = item.notice ?? (hintsAtHelp ? "? for keys" : nil)
    return waiting + present() + (toast.map { showToast($0, at: now) } ?? [])
  }

  /// Shows another item. Endless scenes continue at the current time; others start from the
  /// beginning, and so do endless ones after them.
  mutating func show(_ next: PlaylistItem, at now: Timestamp) -> [Effect] {
    let restarts = next.isFinite || item.isFinite || next.machine != nil
    let resuming: [Effect] = item.waits && !next.waits ? [.changeTime(.resume)] : []
    return replaceItem(with: next) + (restarts ? [.changeTime(.move(to: .zero))] : [])
      + resuming + waiting + present()
      + showToast(next.notice.map { "\(next.name): \($0)" } ?? next.name, at: now)
  }

  /// Shows the current version of a changed item, at the same frame. If it can no longer be drawn,
  /// its last version goes on, with the reason over it; if it could not be drawn before, it starts
  /// from its beginning.
  ///
  /// - Parameter sceneTime: the scene time that is shown.
  mutating func reload(
    _ next: PlaylistItem, sceneTime: Timestamp, at now: Timestamp
  ) -> [Effect] {
    guard next.error == nil else {
      showError(next.error)
      return [.redraw]
    }
    let (old, time) = (item, sceneTime.seconds)
    var effects = replaceItem(with: next)
    if old.isFinite, next.isFinite {
      let frame = old.scene.frame(at: time)
      if frame != next.scene.frame(at: time) {
        effects.append(.changeTime(.move(to: Timestamp(seconds: next.scene.time(of: frame)))))
      }
    } else if next.isFinite {
      effects.append(.changeTime(.move(to: .zero)))
    }
    effects += present()
    if let notice = next.notice, notice != old.notice { effects += showToast(notice, at: now) }
    return effects + [.redraw]
  }

  /// Stops the time for an item that waits.
  private var waiting: [Effect] {
    if item.waits { return [.changeTime(.pause(at: .zero))] }
    return []
  }

  /// Sets the clocks ahead by this many seconds, or back if negative.
  mutating func adjustClocks(by span: Seconds) -> [Effect] {
    clockAdjustment += span
    return [.adjustClocks(span)]
  }

  /// A frame was drawn. Warns once for each item that its frames are not whole.
  mutating func didDraw(at now: Timestamp) -> [Effect] {
    if let message = item.machine?.takeMessages().last { return showToast(message, at: now) }
    guard !hasReportedOmission, let omission = item.omission else { return [] }
    hasReportedOmission = true
    return [.warn(omission)] + showToast(omission, at: now)
  }

  private mutating func replaceItem(with next: PlaylistItem) -> [Effect] {
    next.machine?.isShown = item.machine?.isShown ?? false
    let background = next.background != item.background ? [turnBackdrop(to: next.background)] : []
    item = next
    hasReportedOmission = false
    return [.adjustClocks(clockAdjustment), .runScene] + background
  }

  /// Shows an item on its own background, or on the one that was asked for.
  private mutating func turnBackdrop(to background: Color?) -> Effect {
    backdrops = Backdrops(first: background.map { .color($0) } ?? wantedBackdrop)
    return .setBackdrop(backdrops.present)
  }

  /// Updates everything about the current item except its picture.
  private mutating func present() -> [Effect] {
    showError(item.error)
    if !item.isFinite { (isNearTimeline, isScrubbing, resumes) = (false, false, false) }
    return [.followPointer(item.isFinite || item.machine != nil)]
      + (keepsTitle ? [] : [.setTitle(item.title ?? SessionConfiguration.defaultTitle)])
  }
}

// MARK: - What is shown over the picture

extension ViewerController {
  /// Shows a message for a moment, for changes that are not visible otherwise.
  mutating func showToast(_ text: String, at now: Timestamp) -> [Effect] {
    let toast = Toast(text, at: now)
    overlay.toast = toast
    return [.redrawLater(at: toast.end), .redraw]
  }

  /// Shows why the picture is not what it should be; nil if it is.
  private mutating func showError(_ text: String?) {
    overlay.error = text.map(ErrorBanner.init(text:))
  }

  /// A frame is about to be drawn.
  ///
  /// - Parameters:
  ///   - sceneTime: the scene time that it shows.
  ///   - statistics: gives the statistics, if they are shown.
  mutating func prepareOverlay(
    sceneTime: Timestamp, statistics: @autoclosure () -> RecentFrames, at now: Timestamp
  ) {
    if let toast = overlay.toast, now >= toast.end { overlay.toast = nil }
    overlay.timeline =
      showsTimeline ? TimelineBar(of: item.scene, at: sceneTime.seconds) : nil
    overlay.machine = item.machine?.panel
    overlay.statistics = showsStatistics ? StatisticsPanel(statistics()) : nil
  }

  /// Whether the frame that was just published is to be saved. Only the first call says so.
  mutating func takeScreenshotRequest() -> Bool {
    defer { wantsScreenshot = false }
    return wantsScreenshot
  }
}

/// The backgrounds that a key cycles through.
private struct Backdrops {
  private var index = 0
  private let all: [Backdrop]

  /// - Parameter first: the background that was asked for, which precedes the standard ones.
  init(first: Backdrop) {
    let standard: [Backdrop] = [.color(.white), .color(.black), .checkerboard]
    all = [first] + standard.filter { $0 != first }
  }

  var present: Backdrop { all[index] }

  mutating func turn() { index = (index + 1) % all.count }
}
