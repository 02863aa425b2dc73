import AnimCore
import FramePacing
import LinuxSystem
import OfflineRendering
import XWindow

/// What is shown, and what the user changes about it with keys, the mouse and files.
///
/// A value without a window, a file or a clock: it takes actions, events and opened items, and
/// returns what the ``FrameLoop`` must do. It asks the scene about its frames, but does not move it.
struct ViewerController {
  /// The current item. If it was changed and can no longer be drawn, the last version that could.
  private(set) var item: PlaylistItem
  private(set) var overlay: Overlay
  /// The message to show once there is a picture, which does not wait for the message's font.
  private var firstMessage: String?
  /// Whether statistics are shown over the picture.
  private(set) var showsStatistics: Bool
  /// How the picture is zoomed and moved.
  private(set) var viewport = Viewport()
  /// Where the left button holds the picture, while it is dragged; in pixels of the window.
  private var grip: WindowPosition?
  /// Where the pointer is, in pixels of the window, as far as its movements are followed.
  private var pointer: WindowPosition?
  /// Whether the pixel under the pointer is described.
  private(set) var showsInspector = false
  /// The background of items without one of their own.
  private let wantedBackdrop: Backdrop
  private var backdrops: Backdrops
  private var doubleClick = DoubleClick()
  /// The timeline, and how the item is repeated.
  private var playback: PlaybackControl
  /// All pages at once, while they are shown.
  private(set) var overview: OverviewControl?

  /// Whether the title bar keeps its text, whatever is shown.
  private let keepsTitle: Bool
  /// By how many seconds the clocks were set ahead in all; those of scenes that are shown later are
  /// set ahead by the same.
  private var clockAdjustment: Seconds = 0
  /// Whether something that was left out of the item's frames was reported.
  private var hasReportedOmission = false
  /// Whether it was said that expressions of the item fail.
  private var hasReportedFailures = false

  /// - Parameters:
  ///   - item: the item to show first; see ``begin(hintsAtHelp:at:)``.
  ///   - backdrop: the background that was asked for.
  ///   - loops: whether animations repeat themselves.
  ///   - speed: seconds of scene time per second.
  ///   - text: how messages and panels are written.
  init(
    _ item: PlaylistItem, backdrop: Backdrop = .color(.white), showsStatistics: Bool = false,
    keepsTitle: Bool = false, loops: Bool = true, speed: Double = 1, text: OverlayText = .bitmap
  ) {
    self.item = item
    overlay = Overlay(text: text)
    playback = PlaybackControl(of: item.scene, loops: loops, speed: speed)
    wantedBackdrop = backdrop
    backdrops = Backdrops(first: item.background.map { .color($0) } ?? backdrop)
    self.showsStatistics = showsStatistics
    self.keepsTitle = keepsTitle
  }

  /// Whether the timeline is shown: while the pointer is near, while it is dragged, and if it is to
  /// stay.
  var showsTimeline: Bool { item.isFinite && overview == nil && playback.timeline.isShown }
  /// How the item is played as the user wants it; nil for an endless scene.
  var chosenPlayback: Playback? { playback.chosen }
  /// What is behind the picture.
  var backdrop: Backdrop { backdrops.present }
  /// Whether the timeline is being dragged.
  var isScrubbing: Bool { playback.timeline.isScrubbing }
}

// MARK: - Keys

extension ViewerController {
  /// - Parameter pointer: where the pointer is, in pixels of the window; nil for its middle.
  mutating func perform(
    _ action: ViewerAction, in situation: Situation, at pointer: WindowPosition? = nil
  ) -> [Effect] {
    guard overview == nil || action.isForOverview else { return [] }
    switch action {
    case .quit:
      return [.end]
    case .leave:
      return situation.isFullscreen ? [.setFullscreen(false)] : [.end]
    case .toggleFullscreen:
      return [.setFullscreen(!situation.isFullscreen)]
    case .zoom(let factor):
      viewport.zoom(by: factor, about: situation.point(pointer), content(in: situation))
      return showScale(in: situation)
    case .fit:
      viewport.fit()
      return showScale(in: situation)
    case .fill:
      viewport.fill()
      return showScale(in: situation)
    case .showActualSize:
      viewport.showActualSize()
      return showScale(in: situation)
    case .toggleInspector:
      showsInspector.toggle()
      self.pointer = pointer
      return [followPointer, .redraw]
    case .savePicture:
      let name = overview == nil ? item.pictureName ?? item.name : "overview"
      let frame = frame(in: situation)
      return [.share(.savePicture(PictureExport.stem(name, frame: frame)))]
    case .copyPicture:
      return [.share(.copyPicture)]
    case .copyPath:
      guard let path = overview?.page?.path ?? item.path else {
        return showToast("this scene has no file", at: situation.now)
      }
      return [.share(.copyText(FilePath.absolute(path)))]
    case .toggleHelp:
      overlay.showsHelp.toggle()
      overlay.helpContext = helpContext
      return [.redraw]
    case .toggleStatistics:
      showsStatistics.toggle()
      return [.timeCompletions(showsStatistics), .redraw]
    case .showScene(let index):
      return [.open(index: index)]
    case .turn(let count):
      return [.turn(count)]
    case .turnToEnd(let end):
      return [.turnToEnd(end)]
    case .toggleSkippedFiles:
      overlay.showsSkippedFiles.toggle()
      return [.redraw]
    case .turnBackdrop:
      backdrops.turn()
      return [.setBackdrop(backdrops.present), .redraw]
    case .turnTheme:
      return [.turnTheme]
    case .machine(let action):
      return perform(action)
    case .overview(let action):
      return perform(action)
    case .time(let change):
      return [.changeTime(change)]
    case .seek(let steps):
      return [.changeTime(.seek(by: Double(steps) * playback.seekStep))]
    case .toggleTimeline:
      playback.timeline.togglePin()
      return timelineEffects
    case .setRepeatedPart:
      return setRepeatedPart(in: situation)
    case .turnRepetition:
      guard item.isFinite else { return [] }
      let frame = frame(in: situation)
      let message = playback.turnRepetition()
      return goOn(at: frame) + showToast(message, at: situation.now)
    case .adjustClock(let span):
      // The hands start from where they are now, not from where a frame drawn ahead has them.
      return [.changeTime(nil)] + adjustClocks(by: span)
    }
  }

  /// Says how large the picture is now.
  private mutating func showScale(in situation: Situation) -> [Effect] {
    showToast("\(viewport.percentage(of: content(in: situation))) %", at: situation.now)
  }

  /// What the viewport shows.
  func content(in situation: Situation) -> ViewportContent {
    ViewportContent(item.scene, item.fit, in: situation.view)
  }

  private func perform(_ action: ViewerAction.MachineAction) -> [Effect] {
    if action == .toggle { return [.toggleMachine] }
    guard let machine = item.machine else { return [] }
    switch action {
    case .toggle: break
    case .togglePanel: machine.isShown.toggle()
    case .selectNextInput: machine.selectNext()
    case .change(let step): machine.change(by: step)
    case .save: return [.share(.saveScript)]
    case .copyLink: return machine.link.map { [.share(.copyText($0))] } ?? []
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
    playback.setSpeed(speed)
    return showToast("speed \(decimalText(speed, places: 2))×", at: now)
  }
}

// MARK: - The mouse

extension ViewerController {
  /// Handles an event of a key, a button or the pointer, and ignores any other.
  mutating func handle(_ event: Event, in situation: Situation) -> [Effect] {
    let machine = overview == nil ? item.machine : nil
    let isTaken = machine?.take(event) { x, y in
      // The middle of the pixel.
      let point = Point(
        x: (Double(x) + 0.5) / situation.scale, y: (Double(y) + 0.5) / situation.scale)
      return viewport.unit(at: point, content(in: situation))
    }
    if isTaken == true { return [.redraw] }
    switch event {
    case .key(let stroke):
      let action = KeyBindings.action(for: stroke, inOverview: overview != nil)
      guard let action else { return [] }
      return perform(action, in: situation, at: stroke.pointer)
    case .button(let click):
      return press(click, in: situation)
    case .buttonReleased(1):
      grip = nil
      guard isScrubbing else { return [] }
      playback.timeline.release()
      return [.changeTime(playback.timeline.resumes ? .resume : nil)] + timelineEffects
    case .pointer(let x, let y):
      return pointerMoved(to: WindowPosition(x: x, y: y), in: situation)
    case .pointerLeft:
      pointer = nil
      let effects: [Effect] = showsInspector && overview == nil ? [.redraw] : []
      let wasShown = showsTimeline
      playback.timeline.leave()
      return showsTimeline == wasShown ? effects : timelineEffects
    default:
      return []
    }
  }

  private mutating func press(_ click: ButtonClick, in situation: Situation) -> [Effect] {
    if overview != nil { return pressInOverview(click) }
    if let effects = pressTimeline(click, in: situation) { return effects }
    let position = WindowPosition(x: click.x, y: click.y)
    switch click.button {
    case 1: grip = position
    case 4: return perform(.zoom(KeyBindings.zoomStep), in: situation, at: position)
    case 5: return perform(.zoom(1 / KeyBindings.zoomStep), in: situation, at: position)
    default: break
    }
    return doubleClick.completes(with: click) ? perform(.toggleFullscreen, in: situation) : []
  }

  private var timelineEffects: [Effect] { [.showPointer(showsTimeline), .redraw] }

  /// - Returns: nil if the press is not on the timeline.
  private mutating func pressTimeline(
    _ click: ButtonClick, in situation: Situation
  ) -> [Effect]? {
    guard item.isFinite, !overlay.showsHelp else { return nil }
    let press = playback.timeline.press(
      click, isPaused: situation.isPaused, layout(in: situation))
    if press != nil { grip = nil }
    switch press {
    case nil: return nil
    case .togglePause: return [.changeTime(.togglePause)] + timelineEffects
    case .seek(let progress): return [scrub(to: progress)] + timelineEffects
    case .step(let count): return perform(.seek(count), in: situation)
    }
  }

  private mutating func pointerMoved(
    to position: WindowPosition, in situation: Situation
  ) -> [Effect] {
    pointer = position
    if overview != nil { return overview?.point(at: position) == true ? selectionEffects : [] }
    var effects: [Effect] = showsInspector ? [.redraw] : []
    if let grip, !isScrubbing {
      self.grip = position
      let before = viewport
      viewport.pan(
        by: situation.point(position) - situation.point(grip), content(in: situation))
      if viewport != before, effects.isEmpty { effects = [.redraw] }
    }
    guard item.isFinite else { return effects }
    guard grip == nil else { return effects }
    let (wasShown, hovered) = (showsTimeline, playback.timeline.hovered)
    if let progress = playback.timeline.move(to: position, layout(in: situation)) {
      effects.append(scrub(to: progress))
    }
    if showsTimeline != wasShown { return effects + timelineEffects }
    return playback.timeline.hovered != hovered && effects.isEmpty ? [.redraw] : effects
  }

  private func scrub(to progress: Double) -> Effect {
    .changeTime(.pause(at: playback.time(atProgress: progress)))
  }

  private func layout(in situation: Situation) -> TimelineLayout {
    TimelineLayout(situation.size, scale: situation.scale, playback.content, overlay.text)
  }
}

// MARK: - All pages at once

extension ViewerController {
  /// All pages are shown.
  ///
  /// - Parameter selected: the index of the one that is shown so far.
  mutating func beginOverview(
    _ pages: OverviewPages, selected: Int, in situation: Situation
  ) -> [Effect] {
    overview = OverviewControl(pages, selected: selected, in: gridFrame(in: situation))
    grip = nil
    playback.timeline.reset()
    return [.runScene, .showPointer(true)] + present() + [.redraw]
  }

  /// The folder has other files now.
  mutating func replacePages(by files: [String]) -> [Effect] {
    guard overview != nil else { return [] }
    overview?.replace(files: files)
    return selectionEffects
  }

  private mutating func perform(_ action: ViewerAction.OverviewAction) -> [Effect] {
    guard overview != nil else { return action == .show ? [.showOverview] : [] }
    switch action {
    case .close:
      overview = nil
      return [.runScene, .showPointer(false)] + present() + [.redraw]
    case .openSelected:
      return overview?.page.map { [.openPage($0)] } ?? []
    default:
      overview?.perform(action)
      return selectionEffects
    }
  }

  private mutating func pressInOverview(_ click: ButtonClick) -> [Effect] {
    switch overview?.press(click) {
    case .open: selectionEffects + perform(.openSelected)
    case .select: selectionEffects
    case .nothing, nil: []
    }
  }

  private var selectionEffects: [Effect] { titleEffects + [.redraw] }

  private var titleEffects: [Effect] {
    let title = overview?.title ?? item.title ?? SessionConfiguration.defaultTitle
    return keepsTitle ? [] : [.setTitle(title)]
  }

  private func gridFrame(in situation: Situation) -> OverviewGrid.Frame {
    var frame = OverviewGrid.Frame(size: situation.size, scale: situation.scale, labelHeight: 0)
    frame.labelHeight = CellLayout.labelHeight(overlay.text, unit: frame.unit)
    return frame
  }
}

// MARK: - Time

extension ViewerController {
  private mutating func setRepeatedPart(in situation: Situation) -> [Effect] {
    guard item.isFinite else { return [] }
    let frame = frame(in: situation)
    let (message, isOther) = playback.setRepeatedPart(at: frame)
    return (isOther ? goOn(at: frame) : []) + showToast(message, at: situation.now)
  }

  /// Plays as is wanted now, and goes on at a frame.
  private func goOn(at frame: Double) -> [Effect] {
    [.runScene] + (chosenPlayback.map { [.changeTime(.move(to: $0.time(of: frame)))] } ?? [])
  }

  /// The frame that is shown; without frames, the time is counted.
  private func frame(in situation: Situation) -> Double {
    chosenPlayback?.frame(at: situation.sceneTime) ?? item.scene.frame(at: situation.sceneTime)
  }
}

// MARK: - Items

extension ViewerController {
  /// Shows the first item.
  ///
  /// - Parameter hintsAtHelp: whether to show which key shows the others, after the first frame.
  mutating func begin(hintsAtHelp: Bool) -> [Effect] {
    firstMessage = item.notice ?? (hintsAtHelp ? "? for keys" : nil)
    return waiting + present()
  }

  /// Shows another item. Endless scenes continue at the current time; others start from the
  /// beginning, and so do endless ones after them.
  mutating func show(_ next: PlaylistItem, at now: Timestamp) -> [Effect] {
    let restarts = next.isFinite || item.isFinite || next.machine != nil
    let resuming: [Effect] = item.waits && !next.waits ? [.changeTime(.resume)] : []
    viewport = viewport.forAnotherScene
    let closing: [Effect] = overview == nil ? [] : [.showPointer(false)]
    overview = nil
    return closing + replaceItem(with: next) + (restarts ? [.changeTime(.move(to: .zero))] : [])
      + resuming + waiting + present()
      + showToast(next.notice.map { "\(next.caption): \($0)" } ?? next.caption, at: now)
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
    let (old, shown) = (item, chosenPlayback)
    var effects = replaceItem(with: next)
    if let shown, let chosenPlayback {
      let frame = shown.frame(at: sceneTime)
      if frame != chosenPlayback.frame(at: sceneTime) {
        effects.append(.changeTime(.move(to: chosenPlayback.time(of: frame))))
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

  /// A frame was drawn. Says once for each item that its frames are not whole, and that expressions
  /// fail.
  mutating func didDraw(at now: Timestamp) -> [Effect] {
    let message = firstMessage
    firstMessage = nil
    if let message = item.machine?.takeMessages().last { return showToast(message, at: now) }
    if !hasReportedOmission, let omission = item.omission {
      hasReportedOmission = true
      return [.warn(omission)] + showToast(omission, at: now)
    }
    if let message { return showToast(message, at: now) }
    // After the message that is shown, such as the item's name.
    if !hasReportedFailures, overlay.toast == nil, let notice = item.failureNotice {
      hasReportedFailures = true
      return showToast(notice, at: now)
    }
    return []
  }

  private mutating func replaceItem(with next: PlaylistItem) -> [Effect] {
    next.machine?.isShown = item.machine?.isShown ?? false
    let background = next.background != item.background ? [turnBackdrop(to: next.background)] : []
    item = next
    playback.show(next.scene)
    hasReportedOmission = false
    hasReportedFailures = false
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
    if !item.isFinite { playback.timeline.reset() }
    overlay.helpContext = helpContext
    return [followPointer] + titleEffects
  }
}

// MARK: - What is shown over the picture

extension ViewerController {
  /// What there is to use keys on.
  private var helpContext: HelpContext {
    if overview != nil { return .overview }
    var context: HelpContext = []
    if item.isFinite { context.insert(.timeline) }
    if item.hasClock { context.insert(.clock) }
    if item.path != nil { context.insert(.files) }
    if item.isBuiltIn { context.insert(.scenes) }
    if item.hasThemes { context.insert(.themes) }
    if item.hasMachines { context.insert(.machines) }
    if item.machine != nil { context.insert(.machine) }
    return context
  }

  /// Each movement of the pointer costs a wake-up, so only those are followed that change something.
  private var followPointer: Effect {
    .followPointer(
      item.isFinite || item.machine != nil || showsInspector || overview != nil)
  }

  /// Shows a message for a moment, for changes that are not visible otherwise.
  mutating func showToast(_ text: String, at now: Timestamp) -> [Effect] {
    let toast = Toast(text, at: now)
    overlay.toast = toast
    return [.redrawLater(at: toast.end), .redraw]
  }

  /// Shows why the picture is not what it should be; nil if it is.
  private mutating func showError(_ text: String?) {
    overlay.error = overview == nil ? text.map(ErrorBanner.init(text:)) : nil
  }

  /// A frame is about to be drawn.
  ///
  /// - Parameters:
  ///   - color: gives the colour of the scene at a pixel of the window, if it is to be shown.
  ///   - skipped: gives the files that were skipped, if they are to be shown.
  ///   - statistics: gives the statistics, if they are shown.
  mutating func prepareOverlay(
    in situation: Situation, color: (WindowPosition) -> Color = { _ in .clear },
    skipped: @autoclosure () -> [SkippedFile] = [], statistics: @autoclosure () -> RecentFrames
  ) {
    if let toast = overlay.toast, situation.now >= toast.end { overlay.toast = nil }
    if overview != nil {
      let frame = gridFrame(in: situation)
      overview?.resize(to: frame)
    }
    overlay.timeline =
      showsTimeline
      ? playback.bar(at: frame(in: situation), isPaused: situation.isPaused) : nil
    overlay.inspector =
      showsInspector && overview == nil ? inspection(in: situation, color) : nil
    overlay.skippedFiles = overlay.showsSkippedFiles ? SkippedFilesPanel(skipped()) : nil
    overlay.machine = overview == nil ? item.machine?.panel : nil
    overlay.statistics = showsStatistics ? StatisticsPanel(statistics()) : nil
  }

  /// What there is to say about the pixel under the pointer; nil if it is not over the window.
  private func inspection(
    in situation: Situation, _ color: (WindowPosition) -> Color
  ) -> InspectorPanel? {
    guard let pointer, (0..<situation.size.width).contains(pointer.x),
      (0..<situation.size.height).contains(pointer.y)
    else {
      return nil
    }
    // The middle of the pixel.
    let middle = Point(
      x: (Double(pointer.x) + 0.5) / situation.scale, y: (Double(pointer.y) + 0.5) / situation.scale
    )
    return InspectorPanel(
      point: viewport.unit(at: middle, content(in: situation)), color: color(pointer))
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
