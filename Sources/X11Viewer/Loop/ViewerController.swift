import AnimCore
import FramePacing
import XWindow

/// What the user does with keys and the mouse, and what is shown over the picture because of it.
///
/// A value without a window, a scene or a clock: it takes actions and events, and returns what the
/// ``FrameLoop`` must do.
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
    /// Set the clocks ahead by this many seconds, or back if negative.
    case adjustClocks(Seconds)
    /// Show the item with this number.
    case showItem(Int)
    /// Move this many items ahead, or back if negative.
    case turn(Int)
    case setBackdrop(Backdrop)
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
    /// The scene time at a position in the animation, 0...1; nil if there is no animation.
    var sceneTime: ((_ progress: Double) -> Timestamp)?
  }

  var overlay = Overlay()
  /// Whether statistics are shown over the picture.
  private(set) var showsStatistics: Bool
  /// Whether to save the next published frame.
  private(set) var wantsScreenshot = false
  private var backdrops: Backdrops
  private var doubleClick = DoubleClick()
  /// Whether the pointer is near the timeline.
  private var isNearTimeline = false
  /// Whether the timeline is being dragged.
  private(set) var isScrubbing = false
  /// Whether the animation continues when the timeline is released.
  private var resumes = false

  /// - Parameter backdrop: the background that was asked for.
  init(backdrop: Backdrop = .color(.white), showsStatistics: Bool = false) {
    backdrops = Backdrops(first: backdrop)
    self.showsStatistics = showsStatistics
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
      return [.showItem(index)]
    case .turn(let count):
      return [.turn(count)]
    case .turnBackdrop:
      backdrops.turn()
      return [.setBackdrop(backdrops.present), .redraw]
    case .time(let change):
      return [.changeTime(change)]
    case .adjustClock(let span):
      // The hands start from where they are now, not from where a frame drawn ahead has them.
      return [.changeTime(nil), .adjustClocks(span)]
    }
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
    guard click.button == 1, let sceneTime = situation.sceneTime,
      TimelineBar.contains(y: click.y, in: situation.size, scale: situation.scale)
    else { return nil }
    isNearTimeline = true
    if !isScrubbing {
      isScrubbing = true
      resumes = !situation.isPaused
    }
    return [scrub(to: click.x, sceneTime, in: situation)] + timelineEffects
  }

  private mutating func pointerMoved(x: Int, y: Int, in situation: Situation) -> [Effect] {
    guard let sceneTime = situation.sceneTime else { return [] }
    let wasShown = showsTimeline
    isNearTimeline = TimelineBar.isNear(y: y, in: situation.size, scale: situation.scale)
    let seeking = isScrubbing ? [scrub(to: x, sceneTime, in: situation)] : []
    return seeking + (showsTimeline == wasShown ? [] : timelineEffects)
  }

  private func scrub(
    to x: Int, _ sceneTime: (Double) -> Timestamp, in situation: Situation
  ) -> Effect {
    let progress = TimelineBar.progress(x: x, in: situation.size, scale: situation.scale)
    return .changeTime(.pause(at: sceneTime(progress)))
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
  mutating func showTrouble(_ text: String?) {
    overlay.trouble = text.map(TroubleBanner.init(text:))
  }

  /// Something without a timeline is shown.
  mutating func hideTimeline() {
    (isNearTimeline, isScrubbing, resumes) = (false, false, false)
  }

  /// A frame is about to be drawn.
  ///
  /// - Parameters:
  ///   - timeline: the timeline of the animation; nil if there is none.
  ///   - statistics: gives the statistics, if they are shown.
  mutating func prepareOverlay(
    timeline: @autoclosure () -> TimelineBar?, statistics: @autoclosure () -> RecentFrames,
    at now: Timestamp
  ) {
    if let toast = overlay.toast, now >= toast.end { overlay.toast = nil }
    overlay.timeline = showsTimeline ? timeline() : nil
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

/// Recognises a double click of the left button.
struct DoubleClick {
  private var last: ButtonClick?

  /// The usual limits of desktops: 400 ms, and a few pixels for an unsteady hand.
  private static let longest: UInt32 = 400
  private static let farthest = 5

  /// Whether `click` completes a double click. A third click begins another one.
  mutating func completes(with click: ButtonClick) -> Bool {
    guard click.button == 1 else {
      last = nil
      return false
    }
    // The server's clock wraps around, and so does the difference.
    if let first = last, click.time &- first.time <= Self.longest,
      abs(click.x - first.x) <= Self.farthest, abs(click.y - first.y) <= Self.farthest
    {
      last = nil
      return true
    }
    last = click
    return false
  }
}
