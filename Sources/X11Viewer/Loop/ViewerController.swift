import AnimCore
import AnimationFormats
import DemoScenes
import FramePacing
import LinuxSystem
import OfflineRendering
import PacingStatistics
import XWindow

/// The state of the viewer, which the user changes with keys, the mouse and files.
///
/// It is a value without a window, a file or a clock. It takes actions, events and the results of its effects, and
/// returns new effects for the ``FrameLoop``. Its parts are the visible page, the playlist, the overview and the dialog.
/// It decides which part handles an event, and which parts are visible.
struct ViewerController {
  /// The visible page.
  private var page: PageControl
  private var playlist: PlaylistControl
  /// The overview, while it is shown.
  private(set) var overview: OverviewControl?
  /// The panels over the page.
  private var panels: OverlayControl
  /// The last requested path, so that the user can correct it, until something else is shown.
  private var askedPath: String?
  private var doubleClick = DoubleClick()
  /// The lines that change the standard keys.
  private let keyLines: [KeyLine]
  /// The key bindings. They are created when a key is pressed, since most runs don't need them.
  private lazy var keys = keyLines.isEmpty ? KeyBindings.standard : KeyBindings(changedBy: keyLines)
  /// Whether the title bar always keeps its text.
  private let keepsTitle: Bool

  /// - Parameters:
  ///   - item: The item to show first; see ``begin(hintsAtHelp:)``.
  ///   - playlist: The playlist, whose current item is `item`.
  ///   - files: The configuration of files.
  ///   - backdrop: The requested background.
  ///   - speed: Seconds of scene time per second.
  ///   - zoom: Points per unit of the image, or `nil` to fit the window.
  ///   - keys: Lines that change the standard keys.
  ///   - text: The style of messages and panels.
  init(
    _ item: PlaylistItem, of playlist: any Playlist = ScenePlaylist(),
    files: FileConfiguration = FileConfiguration(), backdrop: Backdrop = .color(.white),
    showsStatistics: Bool = false, keepsTitle: Bool = false, speed: Double = 1,
    zoom: Double? = nil, slideshow: Slideshow = Slideshow(), keys: [KeyLine] = [],
    text: OverlayText = .bitmap
  ) {
    page = PageControl(item, files, backdrop: backdrop, speed: speed, zoom: zoom, text: text)
    self.playlist = PlaylistControl(playlist, files: files, slideshow: slideshow)
    panels = OverlayControl(text, showsStatistics: showsStatistics)
    keyLines = keys
    self.keepsTitle = keepsTitle
  }

  /// The current item, or its last version that could be drawn.
  var item: PlaylistItem { page.item }
  /// The playback that the user has chosen, or `nil` for an endless scene.
  var chosenPlayback: Playback? { page.chosenPlayback }
  /// Whether enlarged pixels are smooth.
  var smoothsPixels: Bool { page.smoothsPixels }
  /// The backdrop of the image.
  var backdrop: Backdrop { page.backdrop }
  /// The backdrop of a page in the overview, unless the page has its own background.
  var cellBackdrop: Backdrop { page.backdropOfOthers }
  /// The backdrop of the window.
  var windowBackdrop: Backdrop { overview == nil ? backdrop : .color(Overview.background) }
  /// The zoom and position of the image.
  var viewport: Viewport { page.viewport }
  /// The orientation of the image.
  var orientation: Orientation { overview == nil ? page.orientation : .upright }
  /// Whether the pixel under the pointer is described.
  var showsInspector: Bool { page.showsInspector }
  /// Whether the timeline is shown: while the pointer is near, while it is dragged, and if the user
  /// has pinned it.
  var showsTimeline: Bool { overview == nil && page.showsTimeline }
  /// Whether the timeline is being dragged.
  var isScrubbing: Bool { page.isScrubbing }
  /// Everything that is drawn over the page.
  var overlay: Overlay { panels.overlay }
  /// Whether the overlay can be written.
  var canWrite: Bool { panels.canWrite }
  /// Whether statistics are shown over the image.
  var showsStatistics: Bool { panels.showsStatistics }

  /// Returns the contents of the viewport.
  func content(in situation: Situation) -> ViewportContent { page.content(in: situation) }

  /// Returns the area of the image in the upright image of the window, or `nil` if it fills it.
  func placement(in situation: Situation) -> ScenePlacement? {
    overview == nil ? page.placement(in: situation) : nil
  }
}

// MARK: - Keys

extension ViewerController {
  /// - Parameter pointer: The position of the pointer, in pixels of the window, or `nil` for the
  ///   window's centre.
  mutating func perform(
    _ action: ViewerAction, in situation: Situation, at pointer: WindowPosition? = nil
  ) -> [Effect] {
    playlist.userActs()
    if let reply = page.perform(action, in: situation, at: pointer) {
      return follow(reply, at: situation.now)
    }
    switch action {
    case .ignore: return []
    case .quit: return [.end]
    case .leave:
      if panels.closeTexts() { return [.redraw] }
      return situation.isFullscreen ? [.setFullscreen(false)] : [.end]
    case .toggleFullscreen: return [.setFullscreen(!situation.isFullscreen)]
    case .toggleInspector:
      page.toggleInspector(at: pointer)
      return [followPointer, .redraw]
    case .saveImage where hasNoImage, .copyImage where hasNoImage:
      return showToast(
        "\(item.name.printable) cannot be read, so it has no image", at: situation.now)
    case .saveImage:
      let name = overview == nil ? item.imageName : "overview"
      let stem = ImageExport.stem(name, frame: page.frame(in: situation))
      return [.share(.saveImage(stem))]
    case .copyImage: return [.share(.copyImage)]
    case .copyPath:
      guard let path = chosenPath else { return sayNoFile(at: situation.now) }
      return [.share(.copyFile(path))]
    case .run(let command):
      guard let path = chosenPath else { return sayNoFile(at: situation.now) }
      return [.run(command, path: path)]
    case .paste: return [.paste]
    case .askForPath, .moveToTrash, .showMenu:
      return openDialog(for: action, in: situation, at: pointer)
    case .toggleHelp:
      panels.toggleHelp()
      updateHelp()
      return [.redraw]
    case .toggleStatistics:
      panels.toggleStatistics()
      return [.timeCompletions(showsStatistics), .redraw]
    case .toggleSkippedFiles:
      panels.toggleSkippedFiles()
      return [.redraw]
    case .toggleSlideshow:
      guard item.path != nil else { return refuse(.noOther, at: situation.now) }
      return showToast(playlist.toggleSlideshow(), at: situation.now) + [.redraw]
    case .openSequence: return openSequence(at: situation.now)
    case .reload: return ask(in: situation) { $0.reload() }
    case .showScene(let index): return ask(in: situation) { $0.showScene(at: index) }
    case .turn(let count): return ask(in: situation) { $0.move(by: count) }
    case .turnToEnd(let end): return ask(in: situation) { $0.move(to: end) }
    case .cycleTheme: return ask(in: situation) { $0.cycleTheme() }
    case .machine: return ask(in: situation) { $0.toggleMachine() }
    case .overview(let action): return perform(action, in: situation)
    case .zoom, .fit, .fill, .showActualSize, .orient, .toggleSmoothing, .turnBackdrop, .time,
      .seek,
      .toggleTimeline, .setRepeatedPart, .turnRepetition, .adjustClock:
      // Actions of the page.
      return []
    }
  }

  /// The contexts whose keys apply, in order of precedence.
  private var keyPlaces: [KeyContext] {
    overview != nil ? [.overview] : helpContext.contains(.clock) ? [.clock, .page] : [.page]
  }

  /// The path that is shown, or selected in the overview. It can be standard input, or `nil` for a
  /// built-in scene.
  private var shownPath: String? { overview == nil ? item.path : overview?.page?.path }

  /// The path of the file that is shown, or selected in the overview, or `nil` if it isn't a file.
  private var chosenPath: String? {
    shownPath.flatMap { AnimationFormats.isOneFile($0) ? $0 : nil }
  }

  /// Whether the current file can't be read, so that the reason is shown without an earlier
  /// version.
  private var hasNoImage: Bool { overview == nil && item.error != nil }

  /// Opens the image sequence that the current image belongs to.
  private mutating func openSequence(at now: Timestamp) -> [Effect] {
    guard let pattern = item.path.flatMap(FilePlaylist.sequencePattern) else {
      return showToast("\(item.name.printable) is not part of an image sequence", at: now)
    }
    return [.openPath(pattern)]
  }

  /// Reports that an action needs a file.
  private mutating func sayNoFile(at now: Timestamp) -> [Effect] {
    let message =
      switch shownPath {
      case nil: "this scene has no file"
      case InputPath.standardInput?: "standard input is not a file"
      case let path?: "\(FilePath.name(of: path).printable) is not a single file"
      }
    return showToast(message, at: now)
  }

  /// Reports that something was saved or copied, or why it wasn't.
  mutating func didShare(_ result: ShareRequest.Result, at now: Timestamp) -> [Effect] {
    let report: [Effect] =
      switch result {
      case .saved: [.log(.notice, result.message)]
      case .notSaved: [.log(.error, result.message)]
      case .copied, .notCopied: []
      }
    return report + showToast(result.message, at: now)
  }

  /// Handles a change of time that an effect requested.
  mutating func didChangeTime(
    _ change: TimeChange?, isPaused: Bool, speed: Double, at now: Timestamp
  ) -> [Effect] {
    // Dragging the timeline pauses without the user pausing.
    panels.showPause(isPaused && !isScrubbing)
    guard let change, change.changesSpeed else { return [] }
    page.setSpeed(speed)
    return showToast("speed \(decimalText(speed, places: 2))×", at: now)
  }
}

// MARK: - The mouse

extension ViewerController {
  /// Handles an event of a key, a button or the pointer, and ignores any other.
  mutating func handle(_ event: Event, in situation: Situation) -> [Effect] {
    page.track(event)
    if let effects = handleInDialog(event, in: situation) { return effects }
    if overview == nil, let reply = page.tellMachine(of: event, in: situation) {
      return follow(reply, at: situation.now)
    }
    switch event {
    case .key(let stroke):
      guard let action = keys.action(for: stroke, in: keyPlaces) else { return [] }
      return perform(action, in: situation, at: stroke.pointer)
    case .button(let click):
      if overview == nil, !overlay.showsHelp,
        let reply = page.pressTimeline(click, in: situation)
      {
        return follow(reply, at: situation.now)
      }
      if let action = keys.action(for: click, in: keyPlaces) {
        return perform(action, in: situation, at: WindowPosition(x: click.x, y: click.y))
      }
      return press(click, in: situation)
    case .buttonReleased(1):
      overview?.release()
      return follow(page.release(), at: situation.now)
    case .pointer(let x, let y):
      let position = WindowPosition(x: x, y: y)
      if overview != nil {
        return overview?.point(at: position) == true ? selectionEffects : []
      }
      return follow(page.movePointer(to: position, in: situation), at: situation.now)
    case .pointerLeft:
      let reply = page.pointerLeft()
      return overview == nil ? follow(reply, at: situation.now) : []
    default:
      return []
    }
  }

  private mutating func press(_ click: ButtonClick, in situation: Situation) -> [Effect] {
    if overview != nil { return pressInOverview(click, in: situation) }
    page.hold(click)
    return doubleClick.completes(with: click) ? perform(.toggleFullscreen, in: situation) : []
  }

  /// Returns the effects of an action on the page.
  private mutating func follow(_ reply: PageControl.Reply, at now: Timestamp) -> [Effect] {
    inPlace(reply.effects) + (reply.concernsPointer ? [.showPointer(showsPointer), .redraw] : [])
      + (reply.message.map { showToast($0, at: now) } ?? [])
  }

  /// Returns the effects, with the overview instead of the scene if the overview is shown.
  private func inPlace(_ effects: [Effect]) -> [Effect] {
    overview == nil ? effects : effects.map { $0 == .runScene ? .runOverview : $0 }
  }

  /// Whether the pointer is shown even over a fullscreen window.
  private var showsPointer: Bool { showsTimeline || overview != nil || panels.hasDialog }

  private func pointerEffects(since wasShown: Bool) -> [Effect] {
    showsPointer == wasShown ? [] : [.showPointer(showsPointer)]
  }

  /// The effect that starts or stops following the pointer. Each movement causes a wake-up, so
  /// movements are followed only if they have an effect.
  private var followPointer: Effect {
    .followPointer(page.followsPointer || overview != nil || panels.hasDialog)
  }
}

// MARK: - Dialogs, drops and pasted content

extension ViewerController {
  private mutating func openDialog(
    for action: ViewerAction, in situation: Situation, at pointer: WindowPosition?
  ) -> [Effect] {
    let released = page.letGo()
    switch action {
    case .askForPath:
      panels.open(askedPath.map { .path(PathPrompt($0)) } ?? .path(beside: item.path))
    case .moveToTrash:
      guard let path = chosenPath else { return released + sayNoFile(at: situation.now) }
      panels.open(.trash(TrashQuestion(path: path)))
    default:
      let middle = WindowPosition(x: situation.size.width / 2, y: situation.size.height / 2)
      panels.open(
        .menu(
          Menu(
            keys.rows(in: keyPlaces), in: helpContext, at: pointer ?? middle,
            active: activeActions(in: situation), isPaused: situation.isPaused)))
    }
    return released + dialogEffects
  }

  /// Returns the actions that have switched something on.
  private func activeActions(in situation: Situation) -> Set<ViewerAction> {
    let states: [(ViewerAction, Bool)] = [
      (.toggleFullscreen, situation.isFullscreen), (.toggleHelp, overlay.showsHelp),
      (.toggleSkippedFiles, overlay.showsSkippedFiles), (.toggleStatistics, showsStatistics),
      (.toggleSlideshow, hasSlideshow),
    ]
    return Set(states.filter(\.1).map(\.0)).union(page.activeActions)
  }

  private var dialogEffects: [Effect] { [.showPointer(showsPointer), followPointer, .redraw] }

  private mutating func closeDialog() -> [Effect] {
    panels.closeDialog()
    return dialogEffects
  }

  /// - Returns: `nil` if no dialog is open, or if it doesn't handle the event.
  private mutating func handleInDialog(_ event: Event, in situation: Situation) -> [Effect]? {
    switch panels.handle(event, in: situation) {
    case nil: return nil
    case .nothing: return showsInspector ? [.redraw] : []
    case .redraw: return [.redraw]
    case .close: return closeDialog()
    case .perform(let action, let position):
      return closeDialog() + perform(action, in: situation, at: position)
    case .open(let path):
      askedPath = path
      return closeDialog() + [.openPath(path)]
    case .moveToTrash(let path): return closeDialog() + [.moveToTrash(path)]
    case .findCompletions(let beginning): return [.complete(beginning)]
    case .paste: return [.paste]
    }
  }

  /// Handles the completion of a path.
  mutating func didComplete(_ found: PathCompletion) -> [Effect] {
    panels.complete(found) ? [.redraw] : []
  }

  /// Handles content that another program copied.
  mutating func didPaste(_ answer: Paste.Answer, in situation: Situation) -> [Effect] {
    if case .image(let bytes) = answer { return [.openData(bytes)] }
    guard let path = answer.path else {
      return showToast("the clipboard contains no path or image", at: situation.now)
    }
    return panels.insert(path) ? [.redraw] : [.openPath(PathCompletion.expanded(path))]
  }

  /// Handles the result of moving a file to the trash. The next file takes its place.
  mutating func didMoveToTrash(
    _ path: String, _ failure: Failure?, in situation: Situation
  ) -> [Effect] {
    if let failure { return showToast(failure.message, at: situation.now) }
    let notice = "moved \(FilePath.name(of: path).printable) to the trash"
    guard overview == nil, item.path == path else { return showToast(notice, at: situation.now) }
    return follow(playlist.remove(path, saying: notice), in: situation)
  }
}

// MARK: - The overview

extension ViewerController {
  private mutating func showOverview(in situation: Situation) -> [Effect] {
    guard let content = playlist.overview else {
      return refuse(.noOverview, at: situation.now)
    }
    guard content.pages.count > 1 else { return refuse(.noOther, at: situation.now) }
    // The height of a name decides where cells are.
    guard panels.hasFont else { return panels.lookForFont(forOverview: true) }
    return [.readCells(content.configuration)]
  }

  /// Shows the pages while they are read.
  mutating func didBeginReading(in situation: Situation) -> [Effect] {
    guard let content = playlist.overview else { return [] }
    let released = follow(playlist.ask { $0.cancelPendingRequest() }, in: situation) + page.cover()
    overview = OverviewControl(
      content.pages, selected: content.selected, in: gridFrame(in: situation))
    return released + [.runOverview, .growWindow, .showPointer(showsPointer)] + present()
      + [.redraw]
  }

  /// Marks files that aren't animations, each with a reason.
  mutating func skip(_ others: [String: Failure]) {
    guard !others.isEmpty else { return }
    playlist.skip(others)
    page.setPosition(playlist.position)
  }

  /// Handles a changed folder.
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
      if panels.closeTexts() { return [.redraw] }
      self.overview = nil
      return [.runScene, .showPointer(showsPointer)] + present() + [.redraw]
    case .openSelected:
      return overview.page.map { page in ask(in: situation) { $0.open(page) } } ?? []
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

// MARK: - The playlist

extension ViewerController {
  private mutating func ask(
    in situation: Situation, _ question: (inout any Playlist) -> [PlaylistStep]
  ) -> [Effect] {
    follow(playlist.ask(question), in: situation)
  }

  /// Converts the decisions of the playlist into effects.
  private mutating func follow(_ steps: [PlaylistStep], in situation: Situation) -> [Effect] {
    steps.flatMap { follow($0, in: situation) }
  }

  private mutating func follow(_ step: PlaylistStep, in situation: Situation) -> [Effect] {
    switch step {
    case .watch(let folder): [.watch(folder)]
    case .list: [.listFiles]
    case .open(let request): [.openFile(request)]
    case .openScene(let index): [.openScene(index)]
    case .show(let item):
      show(item, at: situation.now) + (playlist.takeDrop() ? [.finishDrop(isTaken: true)] : [])
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
    case .isAtEnd(.first): return [.changeTime(.seekToStart)]
    case .isAtEnd(.last):
      return chosenPlayback.map { [.changeTime(.pause(at: $0.time(of: $0.lastFrame)))] } ?? []
    default: return playlist.message(for: refusal).map { showToast($0, at: now) } ?? []
    }
  }

  /// Whether a slide show is running or paused.
  var hasSlideshow: Bool { playlist.hasSlideshow }

  /// Shows the next file of a slide show when it is due.
  mutating func turnSlide(in situation: Situation) -> [Effect] {
    guard overview == nil, !panels.hasDialog, !situation.isPaused else {
      playlist.pauseSlideshow()
      return []
    }
    let turn = playlist.turnSlide(
      chosenPlayback, sceneTime: situation.sceneTime, speed: page.speed, at: situation.now)
    switch turn {
    case .nothing: return []
    case .wait(let end): return [.redrawLater(at: end)]
    case .turn(let steps): return follow(steps, in: situation)
    }
  }

  /// Handles the list of files.
  mutating func didList(_ files: [String], in situation: Situation) -> [Effect] {
    ask(in: situation) { $0.didList(files) }
  }

  /// Handles the result of opening a file.
  mutating func didOpen(
    _ result: Result<OpenedFile, Failure>, in situation: Situation
  ) -> [Effect] {
    ask(in: situation) { $0.didOpen(result) }
  }

  /// Handles a created scene.
  mutating func didOpen(_ scene: DemoScene, in situation: Situation) -> [Effect] {
    ask(in: situation) { $0.didOpen(scene) }
  }

  /// Handles a change in the folder of the item.
  mutating func folderChanged(
    _ change: FolderWatcher.Change, in situation: Situation
  ) -> [Effect] {
    ask(in: situation) { $0.folderChanged(change) }
  }

  /// Returns the files that were dropped on the window, which take the place of the playlist if one
  /// of them can be drawn.
  ///
  /// - Parameters:
  ///   - files: The first file, and whether it was the only one, or the reason why there is no
  ///     file.
  ///   - data: The data that were pasted instead of a file, if any.
  mutating func didDrop(
    _ files: Result<FileList, Failure>, data: [UInt8]? = nil, in situation: Situation
  ) -> [Effect] {
    switch files {
    case .success(let list): follow(playlist.drop(list, data: data), in: situation)
    case .failure(let failure): refuseDrop(failure, at: situation.now)
    }
  }

  /// Handles a drop without a file that can be drawn: the current contents stay.
  private mutating func refuseDrop(_ failure: Failure, at now: Timestamp) -> [Effect] {
    var effects: [Effect] = [.finishDrop(isTaken: false)]
    if playlist.refuseDrop() {
      effects += item.path.map { [.watch(FilePath.folder(of: $0))] } ?? []
    }
    return effects + showToast(failure.message, at: now)
  }
}

// MARK: - Items

extension ViewerController {
  /// Shows the first item.
  ///
  /// - Parameter hintsAtHelp: Whether to name the help key after the first frame.
  mutating func begin(hintsAtHelp: Bool) -> [Effect] {
    page.begin(hintsAtHelp: hintsAtHelp) + present()
  }

  /// Shows another item.
  mutating func show(_ next: PlaylistItem, at now: Timestamp) -> [Effect] {
    let (notice, hadPointer) = (playlist.didShow(next), showsPointer)
    overview = nil
    askedPath = nil
    return page.show(next) + [.growWindow] + present() + pointerEffects(since: hadPointer)
      + showToast(notice, at: now)
  }

  /// Shows the current version of a changed item, at the same frame. If it can no longer be drawn,
  /// its last version continues, with the reason over it.
  ///
  /// - Parameter sceneTime: The scene time that is shown.
  mutating func reload(
    _ next: PlaylistItem, sceneTime: Timestamp, at now: Timestamp
  ) -> [Effect] {
    guard next.error == nil else {
      showError(next.error)
      return [.redraw]
    }
    let (said, hadPointer) = (item.notice, showsPointer)
    var effects = inPlace(page.reload(next, sceneTime: sceneTime)) + present()
    effects += pointerEffects(since: hadPointer)
    if let notice = next.notice, notice != said { effects += showToast(notice, at: now) }
    return effects + [.redraw]
  }

  /// Advances the clocks by this many seconds, or moves them back if negative.
  mutating func adjustClocks(by span: Seconds) -> [Effect] { page.adjustClocks(by: span) }

  /// Handles a drawn frame.
  ///
  /// - Parameter messages: The messages of the state machine since the last frame.
  mutating func didDraw(telling messages: [SceneMessage] = [], at now: Timestamp) -> [Effect] {
    switch page.didDraw(telling: messages, isSilent: panels.isSilent) {
    case .message(let text): return showToast(text, at: now)
    case .hint:
      return keys.key(for: .toggleHelp).map { showToast("\($0) for keys", at: now) } ?? []
    case .omission(let text): return [.log(.warning, text)] + showToast(text, at: now)
    case nil: return []
    }
  }

  /// Updates everything about the current item except its image.
  private mutating func present() -> [Effect] {
    showError(item.error)
    updateHelp()
    return [followPointer] + titleEffects
  }

  /// Updates the keys that the help lists. Most starts need no keys.
  private mutating func updateHelp() {
    panels.setContext(helpContext)
    if overlay.showsHelp { panels.setKeys(keys.rows(in: keyPlaces)) }
  }

  private var helpContext: HelpContext { overview == nil ? item.helpContext : .overview }
}

// MARK: - Contents over the image

extension ViewerController {
  /// Shows a message for a moment, for changes that aren't visible otherwise.
  mutating func showToast(_ text: String, at now: Timestamp) -> [Effect] {
    panels.say(Toast(text, at: now))
  }

  /// Shows the reason for an incorrect image, or hides it if it is `nil`.
  private mutating func showError(_ text: String?) {
    panels.showError(overview == nil ? text : nil)
  }

  /// Prepares a frame.
  ///
  /// - Parameters:
  ///   - color: A closure that returns the colour of the scene at a pixel of the window, if it is
  ///     shown.
  ///   - statistics: A closure that returns the statistics, if they are shown.
  mutating func prepareOverlay(
    in situation: Situation, color: (WindowPosition) -> Color = { _ in .clear },
    statistics: @autoclosure () -> RecentFrames
  ) -> [Effect] {
    if overview != nil {
      let frame = gridFrame(in: situation)
      overview?.resize(to: frame)
    }
    let isPage = overview == nil
    return panels.prepare(
      imageArea: isPage ? page.imageArea(in: situation) : nil,
      timeline: isPage ? page.timelineBar(in: situation) : nil,
      inspector: isPage ? page.inspector(in: situation, color) : nil,
      machine: isPage ? page.machinePanel : nil,
      skipped: overlay.showsSkippedFiles ? playlist.skipped : nil,
      statistics: showsStatistics ? statistics() : nil, at: situation.now)
  }

  /// Handles the font that was found. Called again, it does nothing.
  mutating func didFindFont(in situation: Situation) -> [Effect] {
    panels.didFindFont() ? showOverview(in: situation) : []
  }
}
