import AnimCore
import AnimationFormats
import DemoScenes
import FramePacing
import LinuxSystem
import OfflineRendering
import XWindow

/// What is shown, and what the user changes about it with keys, the mouse and files.
///
/// A value without a window, a file or a clock: it takes actions, events and what has come of its
/// effects, and returns what the ``FrameLoop`` must do. It asks the scene about its frames and its state
/// machine, but does not move it.
struct ViewerController {
  /// What is known of the font in which messages and panels are written.
  private enum FontState {
    case ready
    /// Nothing was written so far.
    case unknown
    /// It is looked for, and the overview waits for it or does not.
    case wanted(byOverview: Bool)
  }

  /// The current item. If it was changed and can no longer be drawn, the last version that could.
  private(set) var item: PlaylistItem
  /// What is paged through.
  private var playlist: any Playlist
  /// What was paged through before files were dropped, until one of them could be opened.
  private var playlistBeforeDrop: (any Playlist)?
  /// How files are played that are dropped on the window.
  private let droppedFiles: FileConfiguration
  private(set) var overlay: Overlay
  private var font: FontState
  private var notices = ItemNotices()
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
  /// Whether enlarged pixels are smooth.
  private(set) var smoothsPixels: Bool
  private var backdrops: Backdrops
  private var doubleClick = DoubleClick()
  /// The timeline, and how the item is repeated.
  private var playback: PlaybackControl
  /// What the user does with the item's state machine, if it has one.
  private var machine = MachineControl()
  /// All pages at once, while they are shown.
  private(set) var overview: OverviewControl?
  private var slideshow: Slideshow
  /// Whether the slide show looks for the next file.
  private var isTurningSlide = false
  /// What to say once the next item is shown, in place of its name; nil for that.
  private var noticeOfNext: String?
  /// The lines that change the standard keys.
  private let keyLines: [KeyLine]
  /// What the keys do; made when one is pressed, since most starts need none.
  private lazy var keys = keyLines.isEmpty ? KeyBindings.standard : KeyBindings(changedBy: keyLines)

  /// Whether the title bar keeps its text, whatever is shown.
  private let keepsTitle: Bool
  /// By how many seconds the clocks were set ahead in all; those of scenes that are shown later are
  /// set ahead by the same.
  private var clockAdjustment: Seconds = 0

  /// - Parameters:
  ///   - item: the item to show first; see ``begin(hintsAtHelp:)``.
  ///   - playlist: what is paged through, of which that is the current item.
  ///   - files: how files are played.
  ///   - backdrop: the background that was asked for.
  ///   - speed: seconds of scene time per second.
  ///   - zoom: points per unit of the picture; nil to fit the window.
  ///   - keys: lines that change the standard keys.
  ///   - text: how messages and panels are written.
  init(
    _ item: PlaylistItem, of playlist: any Playlist = ScenePlaylist(),
    files: FileConfiguration = FileConfiguration(), backdrop: Backdrop = .color(.white),
    showsStatistics: Bool = false, keepsTitle: Bool = false, speed: Double = 1,
    zoom: Double? = nil, slideshow: Slideshow = Slideshow(), keys: [KeyLine] = [],
    text: OverlayText = .bitmap
  ) {
    keyLines = keys
    self.slideshow = slideshow
    if let zoom { viewport = Viewport(pointsPerUnit: zoom) }
    self.item = item
    self.playlist = playlist
    droppedFiles = files.withoutParts
    smoothsPixels = files.smoothsPixels
    overlay = Overlay(text: text)
    font = text.isReady ? .ready : .unknown
    playback = PlaybackControl(of: item.scene, loops: files.loops ?? true, speed: speed)
    backdrops = Backdrops(backdrop, for: item.opened.background)
    self.showsStatistics = showsStatistics
    self.keepsTitle = keepsTitle
  }

  /// Whether the timeline is shown: while the pointer is near, while it is dragged, and if it is to
  /// stay.
  var showsTimeline: Bool { item.isFinite && overview == nil && playback.timeline.isShown }
  /// How the item is played as the user wants it; nil for an endless scene.
  var chosenPlayback: Playback? { playback.chosen }
  /// What is behind the picture, or behind each of all pages.
  var backdrop: Backdrop { backdrops.present }
  /// What is behind all that is in the window.
  var windowBackdrop: Backdrop { overview == nil ? backdrop : .color(Overview.background) }
  /// Whether the overlay can be written.
  var canWrite: Bool { if case .ready = font { true } else { !overlay.needsFont } }
  /// Whether the timeline is being dragged.
  var isScrubbing: Bool { playback.timeline.isScrubbing }
}

// MARK: - Keys

extension ViewerController {
  /// - Parameter pointer: where the pointer is, in pixels of the window; nil for its middle.
  mutating func perform(
    _ action: ViewerAction, in situation: Situation, at pointer: WindowPosition? = nil
  ) -> [Effect] {
    (isTurningSlide, noticeOfNext) = (false, nil)
    switch action {
    case .ignore:
      return []
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
    case .toggleSmoothing:
      guard item.scene is any PixelScene else {
        return showToast("this has no pixels of its own", at: situation.now)
      }
      smoothsPixels.toggle()
      return [.smoothPixels(smoothsPixels), .redraw]
        + showToast(smoothsPixels ? "smooth pixels" : "sharp pixels", at: situation.now)
    case .toggleInspector:
      showsInspector.toggle()
      self.pointer = pointer
      return [followPointer, .redraw]
    case .savePicture:
      let name = overview == nil ? item.pictureName : "overview"
      let frame = frame(in: situation)
      return [.share(.savePicture(PictureExport.stem(name, frame: frame)))]
    case .copyPicture:
      return [.share(.copyPicture)]
    case .copyPath:
      guard let path = chosenPath else { return sayNoFile(at: situation.now) }
      return [.share(.copyFile(FilePath.absolute(path)))]
    case .run(let command):
      guard let path = chosenPath else { return sayNoFile(at: situation.now) }
      return [.run(command, path: FilePath.absolute(path))]
    case .reload:
      return follow(playlist.reload(), in: situation)
    case .paste:
      return [.paste]
    case .askForPath, .moveToTrash, .showMenu:
      return openDialog(for: action, in: situation, at: pointer)
    case .toggleHelp:
      overlay.showsHelp.toggle()
      overlay.keys = keys.rows
      overlay.helpContext = helpContext
      return [.redraw]
    case .toggleStatistics:
      showsStatistics.toggle()
      return [.timeCompletions(showsStatistics), .redraw]
    case .showScene(let index):
      return follow(playlist.showScene(at: index), in: situation)
    case .turn(let count):
      return follow(playlist.turn(by: count), in: situation)
    case .turnToEnd(let end):
      return follow(playlist.turn(to: end), in: situation)
    case .toggleSkippedFiles:
      overlay.showsSkippedFiles.toggle()
      return [.redraw]
    case .turnBackdrop:
      backdrops.turn()
      return [.showBackdrop, .redraw]
    case .turnTheme:
      return follow(playlist.turnTheme(), in: situation)
    case .machine(let action):
      return perform(action, in: situation)
    case .overview(let action):
      return perform(action, in: situation)
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
    ViewportContent(item.scene, item.opened.fit, in: situation.view)
  }

  /// Where the picture lies in the window; nil if it is the whole window.
  func placement(in situation: Situation) -> ScenePlacement? {
    overview == nil ? viewport.placement(of: content(in: situation)) : nil
  }

  private mutating func perform(
    _ action: ViewerAction.MachineAction, in situation: Situation
  ) -> [Effect] {
    if action == .toggle { return follow(playlist.toggleMachine(), in: situation) }
    guard let scene = item.opened.machine else {
      guard helpContext.contains(.machines) else { return refuse(.noMachine, at: situation.now) }
      return showToast("the state machine is off; \(FileVariant.machineOffer)", at: situation.now)
    }
    switch action {
    case .toggle: break
    case .togglePanel: machine.togglePanel()
    case .selectNextInput: machine.selectNext(of: scene)
    case .change(let step): return [.tellMachine(machine.change(by: step)), .redraw]
    case .save:
      let stem = PictureExport.scriptStem(item.pictureName)
      return [.share(.saveScript(scene.conversation, stem: stem))]
    case .copyLink: return machine.link.map { [.share(.copyText($0))] } ?? []
    }
    return [.redraw]
  }

  /// Something was saved or copied, or could not be.
  mutating func didShare(_ result: ShareRequest.Result, at now: Timestamp) -> [Effect] {
    let report: [Effect] =
      switch result {
      case .saved: [.log(.notice, result.message)]
      case .notSaved: [.log(.error, result.message)]
      case .copied, .notCopied: []
      }
    return report + showToast(result.message, at: now)
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
    switch event {
    case .pointer(let x, let y): pointer = WindowPosition(x: x, y: y)
    case .pointerLeft: pointer = nil
    default: break
    }
    if let effects = handleInDialog(event, in: situation) { return effects }
    if overview == nil, item.opened.machine != nil,
      let effects = tellMachine(of: event, in: situation)
    {
      return effects
    }
    switch event {
    case .key(let stroke):
      guard let action = keys.action(for: stroke, in: keyPlaces) else { return [] }
      return perform(action, in: situation, at: stroke.pointer)
    case .button(let click):
      if let action = keys.action(for: click, in: keyPlaces) {
        return perform(action, in: situation, at: WindowPosition(x: click.x, y: click.y))
      }
      return press(click, in: situation)
    case .buttonReleased(1):
      grip = nil
      return isScrubbing ? releaseTimeline() + timelineEffects : []
    case .pointer(let x, let y):
      return pointerMoved(to: WindowPosition(x: x, y: y), in: situation)
    case .pointerLeft:
      let (wasShown, hovered) = (showsTimeline, playback.timeline.hovered)
      playback.timeline.leave()
      if showsTimeline != wasShown { return timelineEffects }
      let isOther = showsInspector || playback.timeline.hovered != hovered
      return isOther && overview == nil ? [.redraw] : []
    default:
      return []
    }
  }

  /// - Returns: nil if the event is not about the machine.
  private mutating func tellMachine(of event: Event, in situation: Situation) -> [Effect]? {
    if case .key(let stroke) = event {
      let commands = item.opened.machine.flatMap { machine.take(stroke, for: $0) }
      return commands.map { [.tellMachine($0), .redraw] }
    }
    let (viewport, content) = (viewport, content(in: situation))
    let commands = machine.take(event) { x, y in
      // The middle of the pixel.
      let point = Point(
        x: (Double(x) + 0.5) / situation.scale, y: (Double(y) + 0.5) / situation.scale)
      return viewport.unit(at: point, content)
    }
    return commands.map { [.tellMachine($0), .redraw] }
  }

  private mutating func press(_ click: ButtonClick, in situation: Situation) -> [Effect] {
    if overview != nil { return pressInOverview(click, in: situation) }
    if let effects = pressTimeline(click, in: situation) { return effects }
    let position = WindowPosition(x: click.x, y: click.y)
    switch click.button {
    case 1: grip = position
    case 4: return perform(.zoom(ViewerAction.zoomStep), in: situation, at: position)
    case 5: return perform(.zoom(1 / ViewerAction.zoomStep), in: situation, at: position)
    default: break
    }
    return doubleClick.completes(with: click) ? perform(.toggleFullscreen, in: situation) : []
  }

  private var timelineEffects: [Effect] { [.showPointer(showsPointer), .redraw] }

  /// Whether the pointer is shown even over a fullscreen window.
  private var showsPointer: Bool { showsTimeline || overview != nil || overlay.dialog != nil }

  private func pointerEffects(since wasShown: Bool) -> [Effect] {
    showsPointer == wasShown ? [] : [.showPointer(showsPointer)]
  }

  /// Lets go of the timeline, if it is dragged: time goes on as it did before.
  private mutating func releaseTimeline() -> [Effect] {
    guard isScrubbing else { return [] }
    playback.timeline.release()
    return [.changeTime(playback.timeline.resumes ? .resume : nil)]
  }

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

// MARK: - What the window asks and offers

extension ViewerController {
  /// The places whose keys count, the first before the others.
  private var keyPlaces: [KeyPlace] {
    overview != nil ? [.overview] : helpContext.contains(.clock) ? [.clock, .page] : [.page]
  }

  /// The path of the file that is shown, or chosen in the overview; nil for a built-in scene.
  private var chosenPath: String? { overview == nil ? item.path : overview?.page?.path }

  private mutating func sayNoFile(at now: Timestamp) -> [Effect] {
    showToast("this scene has no file", at: now)
  }

  private mutating func openDialog(
    for action: ViewerAction, in situation: Situation, at pointer: WindowPosition?
  ) -> [Effect] {
    let released = releaseTimeline()
    grip = nil
    switch action {
    case .askForPath:
      overlay.dialog = .path(beside: item.path)
    case .moveToTrash:
      guard let path = chosenPath else { return released + sayNoFile(at: situation.now) }
      overlay.dialog = .trash(TrashQuestion(path: path))
    default:
      let middle = WindowPosition(x: situation.size.width / 2, y: situation.size.height / 2)
      overlay.dialog = .menu(Menu(keys.rows, in: helpContext, at: pointer ?? middle))
    }
    return released + dialogEffects
  }

  private var dialogEffects: [Effect] { [.showPointer(showsPointer), followPointer, .redraw] }

  private mutating func closeDialog() -> [Effect] {
    overlay.dialog = nil
    return dialogEffects
  }

  /// - Returns: nil if no dialog is open, or if the event is not for it.
  private mutating func handleInDialog(_ event: Event, in situation: Situation) -> [Effect]? {
    let answer = overlay.dialog?.handle(event) { [text = overlay.text] menu in
      let unit = PixelGrid.unit(1, scale: situation.scale)
      return MenuLayout(menu, in: situation.size, unit: unit, text)
    }
    switch answer {
    case nil: return nil
    case .nothing: return showsInspector ? [.redraw] : []
    case .redraw: return [.redraw]
    case .close: return closeDialog()
    case .perform(let action, let position):
      return closeDialog() + perform(action, in: situation, at: position)
    case .open(let path): return closeDialog() + [.openPath(path)]
    case .moveToTrash(let path): return closeDialog() + [.moveToTrash(path)]
    case .findCompletions(let beginning): return [.complete(beginning)]
    case .paste: return [.paste]
    }
  }

  /// What a path can go on with was found.
  mutating func didComplete(_ found: PathCompletion) -> [Effect] {
    overlay.dialog?.complete(found) == true ? [.redraw] : []
  }

  /// What another program had copied has arrived.
  mutating func didPaste(_ answer: Paste.Answer, in situation: Situation) -> [Effect] {
    let path: String?
    switch answer {
    case .files(let list): path = URIList.inputs(list).first
    case .text(let text):
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      path = URIList.inputs(Array(line.utf8)).first
    case .nothing: path = nil
    }
    guard let path, !path.isEmpty else {
      return showToast("there is no path on the clipboard", at: situation.now)
    }
    return overlay.dialog?.insert(path) == true
      ? [.redraw] : [.openPath(PathCompletion.expanded(path))]
  }

  /// A file was moved to the trash, or could not be. The next one takes its place.
  mutating func didMoveToTrash(
    _ path: String, _ failure: Failure?, in situation: Situation
  ) -> [Effect] {
    if let failure { return showToast(failure.message, at: situation.now) }
    let notice = "moved \(FilePath.name(of: path).printable) to the trash"
    guard overview == nil, item.path == path else { return showToast(notice, at: situation.now) }
    noticeOfNext = notice
    return follow(playlist.turn(by: 1), in: situation)
  }
}

// MARK: - All pages at once

extension ViewerController {
  private mutating func showOverview(in situation: Situation) -> [Effect] {
    guard let content = playlist.overview, content.pages.count > 1 else {
      return refuse(.noOther, at: situation.now)
    }
    // The height of a name decides where cells are.
    guard case .ready = font else { return lookForFont(byOverview: true) }
    return [.readCells(content.configuration)]
  }

  /// The pages are being read, and are shown.
  mutating func didBeginReading(in situation: Situation) -> [Effect] {
    guard let content = playlist.overview else { return [] }
    let released = releaseTimeline()
    overview = OverviewControl(
      content.pages, selected: content.selected, in: gridFrame(in: situation))
    grip = nil
    playback.timeline.reset()
    return released + [.runOverview, .showPointer(showsPointer)] + present() + [.redraw]
  }

  /// These files are no animations, for a reason each.
  mutating func leaveOut(_ others: [String: Failure]) {
    if !others.isEmpty { playlist.leaveOut(others) }
  }

  /// The folder has other files now.
  mutating func replacePages(by files: [String]) -> [Effect] {
    guard overview != nil else { return [] }
    overview?.replace(files: files)
    return selectionEffects
  }

  private mutating func perform(
    _ action: ViewerAction.OverviewAction, in situation: Situation
  ) -> [Effect] {
    guard let overview else { return action == .show ? showOverview(in: situation) : [] }
    switch action {
    case .close:
      self.overview = nil
      return [.runScene, .showPointer(showsPointer)] + present() + [.redraw]
    case .openSelected:
      return overview.page.map { follow(playlist.open($0), in: situation) } ?? []
    default:
      self.overview?.perform(action)
      return selectionEffects
    }
  }

  private mutating func pressInOverview(
    _ click: ButtonClick, in situation: Situation
  ) -> [Effect] {
    switch overview?.press(click) {
    case .open: selectionEffects + perform(.openSelected, in: situation)
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
    [run] + (chosenPlayback.map { [.changeTime(.move(to: $0.time(of: frame)))] } ?? [])
  }

  /// The frame that is shown; without frames, the time is counted.
  private func frame(in situation: Situation) -> Double {
    chosenPlayback?.frame(at: situation.sceneTime) ?? item.scene.frame(at: situation.sceneTime)
  }
}

// MARK: - The playlist

extension ViewerController {
  /// Turns what the playlist asks for and decides into effects.
  private mutating func follow(_ steps: [PlaylistStep], in situation: Situation) -> [Effect] {
    steps.flatMap { follow($0, in: situation) }
  }

  private mutating func follow(_ step: PlaylistStep, in situation: Situation) -> [Effect] {
    switch step {
    case .watch(let folder): [.watch(folder)]
    case .list: [.listFiles]
    case .open(let request): [.openFile(request)]
    case .openScene(let index): [.openScene(index)]
    case .show(let item): show(item, at: situation.now) + takeDrop()
    case .reload(let item): reload(item, sceneTime: situation.sceneTime, at: situation.now)
    case .stay(let refusal): refuse(refusal, at: situation.now)
    case .report(let failure): [.log(.warning, failure.message)]
    case .fail(let failure): refuseDrop(failure, at: situation.now)
    case .changed(let paths):
      (overview == nil ? [] : [.readAgain(paths)]) + (overlay.showsSkippedFiles ? [.redraw] : [])
    }
  }

  private mutating func refuse(_ refusal: PlaylistRefusal, at now: Timestamp) -> [Effect] {
    switch refusal {
    case .noOther where isTurningSlide: []
    case .noOther: showToast(noticeOfNext ?? "there is no other animation here", at: now)
    case .isAtEnd(.first): [.changeTime(.seekToStart)]
    case .isAtEnd(.last):
      chosenPlayback.map { [.changeTime(.pause(at: $0.time(of: $0.lastFrame)))] } ?? []
    case .isGone(let page): showToast("\(page.name) is gone", at: now)
    case .noThemes: showToast("the file has no themes", at: now)
    case .noMachine: showToast("the file has no state machine", at: now)
    }
  }

  /// A frame is drawn while there is a slide show: turns to the next file when that is due.
  mutating func turnSlide(in situation: Situation) -> [Effect] {
    guard overview == nil, overlay.dialog == nil, !situation.isPaused else {
      slideshow.restart()
      return []
    }
    let wait = slideshow.remaining(
      chosenPlayback, sceneTime: situation.sceneTime, speed: playback.speed, at: situation.now)
    guard wait <= 0 else {
      return wait.isFinite ? [.redrawLater(at: situation.now + wait)] : []
    }
    slideshow.restart()
    isTurningSlide = true
    return follow(playlist.turn(by: 1), in: situation)
  }

  /// The files were listed.
  mutating func didList(_ files: [String], in situation: Situation) -> [Effect] {
    follow(playlist.didList(files), in: situation)
  }

  /// A file was opened, or could not be.
  mutating func didOpen(
    _ result: Result<OpenedFile, Failure>, in situation: Situation
  ) -> [Effect] {
    follow(playlist.didOpen(result), in: situation)
  }

  /// A built-in scene was made.
  mutating func didOpen(_ scene: DemoScene, in situation: Situation) -> [Effect] {
    follow(playlist.didOpen(scene), in: situation)
  }

  /// Something in the folder of the item has changed.
  mutating func folderChanged(
    _ change: FolderWatcher.Change, in situation: Situation
  ) -> [Effect] {
    follow(playlist.folderChanged(change), in: situation)
  }

  /// The files that were dropped on the window, which take the place of the playlist if one of them can be
  /// drawn.
  ///
  /// - Parameter files: the first of them, and whether it alone was dropped; or why there are none.
  mutating func didDrop(
    _ files: Result<FileList, Failure>, in situation: Situation
  ) -> [Effect] {
    switch files {
    case .success(let list):
      var dropped = FilePlaylist(list.path, isOneFile: list.isOneFile, droppedFiles)
      let steps = dropped.enter()
      playlistBeforeDrop = playlist
      playlist = dropped
      return follow(steps, in: situation)
    case .failure(let failure):
      return refuseDrop(failure, at: situation.now)
    }
  }

  /// One of the files that were dropped is shown, if any were.
  private mutating func takeDrop() -> [Effect] {
    guard playlistBeforeDrop != nil else { return [] }
    playlistBeforeDrop = nil
    return [.finishDrop(isTaken: true)]
  }

  /// None of the files that were dropped can be drawn: what is shown stays.
  private mutating func refuseDrop(_ failure: Failure, at now: Timestamp) -> [Effect] {
    var effects: [Effect] = [.finishDrop(isTaken: false)]
    if let playlist = playlistBeforeDrop {
      (self.playlist, playlistBeforeDrop) = (playlist, nil)
      effects += item.path.map { [.watch(FilePath.folder(of: $0))] } ?? []
    }
    return effects + showToast(failure.message, at: now)
  }
}

// MARK: - Items

extension ViewerController {
  /// Shows the first item.
  ///
  /// - Parameter hintsAtHelp: whether to show which key shows the others, after the first frame.
  mutating func begin(hintsAtHelp: Bool) -> [Effect] {
    notices = ItemNotices(first: item.notice.map { .message($0) } ?? (hintsAtHelp ? .hint : nil))
    return waiting + present()
  }

  /// Shows another item. Endless scenes continue at the current time; others start from the
  /// beginning, and so do endless ones after them.
  mutating func show(_ next: PlaylistItem, at now: Timestamp) -> [Effect] {
    let notice = noticeOfNext ?? next.notice.map { "\(next.caption): \($0)" } ?? next.caption
    (isTurningSlide, noticeOfNext) = (false, nil)
    slideshow.restart()
    let restarts = next.isFinite || item.isFinite || next.opened.machine != nil
    let resuming: [Effect] =
      item.opened.waits && !next.opened.waits ? [.changeTime(.resume)] : []
    viewport = viewport.forAnotherScene
    let hadPointer = showsPointer
    let released = releaseTimeline()
    overview = nil
    return released + replaceItem(with: next) + (restarts ? [.changeTime(.move(to: .zero))] : [])
      + resuming + waiting + present() + pointerEffects(since: hadPointer)
      + showToast(notice, at: now)
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
    let (old, shown, hadPointer) = (item, chosenPlayback, showsPointer)
    var effects = (next.isFinite ? [] : releaseTimeline()) + replaceItem(with: next)
    if let shown, let chosenPlayback {
      let frame = shown.frame(at: sceneTime)
      if frame != chosenPlayback.frame(at: sceneTime) {
        effects.append(.changeTime(.move(to: chosenPlayback.time(of: frame))))
      }
    } else if next.isFinite {
      effects.append(.changeTime(.move(to: .zero)))
    }
    effects += present() + pointerEffects(since: hadPointer)
    if let notice = next.notice, notice != old.notice { effects += showToast(notice, at: now) }
    return effects + [.redraw]
  }

  /// Stops the time for an item that waits.
  private var waiting: [Effect] {
    item.opened.waits ? [.changeTime(.pause(at: .zero))] : []
  }

  /// Sets the clocks ahead by this many seconds, or back if negative.
  mutating func adjustClocks(by span: Seconds) -> [Effect] {
    clockAdjustment += span
    return [.adjustClocks(span)]
  }

  /// A frame was drawn. Says once for each item that its frames are not whole, and that expressions
  /// fail.
  ///
  /// - Parameter messages: what the state machine has told since the last frame.
  mutating func didDraw(telling messages: [SceneMessage] = [], at now: Timestamp) -> [Effect] {
    let notice = notices.next(
      about: item, told: machine.take(messages), isSilent: overlay.toast == nil)
    switch notice {
    case .message(let text): return showToast(text, at: now)
    case .hint: return show(.hint(at: now))
    case .omission(let text): return [.log(.warning, text)] + showToast(text, at: now)
    case nil: return []
    }
  }

  private mutating func replaceItem(with next: PlaylistItem) -> [Effect] {
    let hasOtherBackground = next.opened.background != item.opened.background
    if hasOtherBackground { backdrops.begin(with: next.opened.background) }
    machine = next.opened.machine == nil ? MachineControl() : machine.forAnotherMachine
    item = next
    playback.show(next.scene)
    notices.begin()
    return [.adjustClocks(clockAdjustment), run] + (hasOtherBackground ? [.showBackdrop] : [])
  }

  /// What is to run.
  private var run: Effect { overview == nil ? .runScene : .runOverview }

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
  private var helpContext: HelpContext { overview == nil ? item.helpContext : .overview }

  /// Each movement of the pointer costs a wake-up, so only those are followed that change something.
  private var followPointer: Effect {
    .followPointer(
      item.isFinite || item.opened.machine != nil || showsInspector || overview != nil
        || overlay.dialog != nil)
  }

  /// Shows a message for a moment, for changes that are not visible otherwise.
  mutating func showToast(_ text: String, at now: Timestamp) -> [Effect] {
    show(Toast(text, at: now))
  }

  private mutating func show(_ toast: Toast) -> [Effect] {
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
  ///   - statistics: gives the statistics, if they are shown.
  mutating func prepareOverlay(
    in situation: Situation, color: (WindowPosition) -> Color = { _ in .clear },
    statistics: @autoclosure () -> RecentFrames
  ) -> [Effect] {
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
    overlay.skippedFiles = overlay.showsSkippedFiles ? SkippedFilesPanel(playlist.skipped) : nil
    overlay.machine =
      overview == nil ? item.opened.machine.flatMap { machine.panel(of: $0) } : nil
    overlay.statistics = showsStatistics ? StatisticsPanel(statistics()) : nil
    return canWrite ? [] : lookForFont(byOverview: false)
  }

  /// Looks for the font, unless that was begun. It takes longer than a frame may.
  private mutating func lookForFont(byOverview: Bool) -> [Effect] {
    switch font {
    case .ready: return []
    case .unknown:
      font = .wanted(byOverview: byOverview)
      return [.findFont]
    case .wanted(let isForOverview):
      font = .wanted(byOverview: byOverview || isForOverview)
      return []
    }
  }

  /// The font is there. Called again, it does nothing.
  mutating func didFindFont(in situation: Situation) -> [Effect] {
    guard case .wanted(let isForOverview) = font else { return [] }
    font = .ready
    return isForOverview ? showOverview(in: situation) : []
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
