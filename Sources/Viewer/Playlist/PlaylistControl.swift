import AnimCore
import AnimationFormats
import DemoScenes
import FramePacing
import LinuxSystem
import OfflineRendering

/// The current playlist, and everything besides keys that turns its pages: a slide show, moving a file to the trash,
/// and dropped files. Dropped files replace the playlist once one of them can be drawn.
struct PlaylistControl {
  private var scenes = ScenePlaylist()
  /// The playlist of files, or `nil` while scenes are shown.
  private var files: FilePlaylist?
  /// The playlist before a drop, until one of the dropped files can be opened.
  private var before: Replaced?
  /// The playback options for files dropped on the window.
  private let droppedFiles: FileConfiguration
  private var slideshow: Slideshow
  /// Whether the slide show is searching for the next file.
  private var isTurningSlide = false
  /// The message for the next item instead of its name, or `nil`.
  private var noticeOfNext: String?

  private struct Replaced {
    let files: FilePlaylist?
  }

  /// - Parameter files: The playback options for files.
  init(_ playlist: Playlist, files: FileConfiguration, slideshow: Slideshow) {
    switch playlist {
    case .scenes(let scenes): self.scenes = scenes
    case .files(let files): self.files = files
    }
    self.slideshow = slideshow
    droppedFiles = files.withoutParts
  }

  /// The pages for an overview, or `nil` if there is no overview.
  var overview: OverviewContent? { files?.overview }
  /// The files that were skipped because they can't be drawn.
  var skipped: [SkippedFile] { files?.skipped ?? [] }
  /// The position of the current item, such as "3 of 12", or `nil` if there are no others.
  var position: String? { files?.position }
}

// Results of requests, and changes of files.
extension PlaylistControl {
  /// Handles the list of existing files.
  mutating func takeList(
    _ list: [String], into effects: inout [Effect]
  ) -> PlaylistDecision? {
    files?.takeList(list, into: &effects)
  }

  /// Handles a file that was opened or couldn't be opened.
  mutating func take(
    _ result: Result<OpenedFile, Failure>, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    files?.take(result, into: &effects)
  }

  /// Handles a built-in scene that was created.
  func take(_ scene: DemoScene) -> PlaylistDecision? {
    files == nil ? .show(scenes.item(scene)) : nil
  }

  /// Handles changes in the folder of the current item.
  mutating func folderChanged(_ change: FolderWatcher.Change, into effects: inout [Effect]) {
    files?.folderChanged(change, into: &effects)
  }

  /// Cancels pending requests. The current item remains.
  mutating func cancelPendingRequest(into effects: inout [Effect]) {
    files?.cancelPendingRequest(into: &effects)
  }

  /// Excludes files that aren't animations, each with the reason.
  mutating func skip(_ others: [String: Failure]) { files?.skip(others) }
}

// Page turns.
extension PlaylistControl {
  /// Handles an action of the user, which replaces pending messages and page turns of the slide show.
  mutating func userActs() { (isTurningSlide, noticeOfNext) = (false, nil) }

  /// Performs an action that changes the page, or opens the current one again.
  mutating func perform(
    _ action: ViewerAction, into effects: inout [Effect]
  ) -> PlaylistDecision? {
    switch action {
    case .turn(let count): move(by: count, into: &effects)
    case .turnToEnd(let end):
      guard files != nil else { return .isAtEnd(end) }
      files?.move(to: end, into: &effects)
    case .showScene(let index): if files == nil { scenes.show(at: index, into: &effects) }
    case .reload: files?.reload(into: &effects)
    case .cycleTheme:
      return files == nil ? .stay(.noThemes) : files?.cycleTheme(into: &effects)
    case .machine(.toggle):
      return files == nil ? .stay(.noMachine) : files?.toggleMachine(into: &effects)
    case .toggleSlideshow:
      guard files != nil else { return .stay(.noOther) }
      slideshow.toggle()
      effects += [.say(slideshow.notice), .redraw]
    default: break
    }
    return nil
  }

  private mutating func move(by count: Int, into effects: inout [Effect]) {
    if files == nil {
      scenes.move(by: count, into: &effects)
    } else {
      files?.move(by: count, into: &effects)
    }
  }

  /// Moves to a page of the overview.
  mutating func open(_ page: OverviewPage, into effects: inout [Effect]) {
    files?.open(page, into: &effects)
  }

  /// Shows the file after the current one, which was moved to the trash.
  ///
  /// - Parameter notice: The message for the next file.
  mutating func remove(
    _ path: String, saying notice: String, into effects: inout [Effect]
  ) {
    noticeOfNext = notice
    files?.remove(path, into: &effects)
  }

  /// Handles a shown item.
  ///
  /// - Returns: The message for the item.
  mutating func didShow(_ item: PlaylistItem) -> String {
    let notice = noticeOfNext ?? item.notice.map { "\(item.caption): \($0)" } ?? item.caption
    userActs()
    slideshow.restart()
    return notice
  }

  /// Returns the message for a refusal, or `nil`.
  func message(for refusal: PlaylistRefusal) -> String? {
    guard refusal == .noOther else { return refusal.message }
    return isTurningSlide ? nil : noticeOfNext ?? refusal.message
  }

  /// Whether a slide show is running or paused.
  var hasSlideshow: Bool { slideshow.isOn }

  /// Interrupts the slide show. The current item starts its full time again.
  mutating func pauseSlideshow() { slideshow.restart() }

  /// Turns to the next file if it is due. Called for every frame.
  mutating func turnSlide(
    _ playback: Playback?, speed: Double, in situation: Situation, into effects: inout [Effect]
  ) {
    let wait = slideshow.remaining(
      playback, sceneTime: situation.sceneTime, speed: speed, at: situation.now)
    guard wait <= 0 else {
      if wait.isFinite { effects.append(.redrawLater(at: situation.now + wait)) }
      return
    }
    slideshow.restart()
    isTurningSlide = true
    move(by: 1, into: &effects)
  }
}

// Dropped files.
extension PlaylistControl {
  /// - Parameters:
  ///   - list: The dropped files.
  ///   - data: The data that were pasted instead of a file, if any.
  mutating func drop(
    _ list: FileList, data: [UInt8]? = nil, into effects: inout [Effect]
  ) {
    var configuration = droppedFiles
    configuration.standardInput = data ?? configuration.standardInput
    var dropped = FilePlaylist(
      list.path, isOneFile: list.isOneFile, configuration,
      dataName: data == nil ? nil : "copied image")
    dropped.skip(list.skippedFailures)
    effects += list.skipped.map { .log(.warning, $0.failure.message) }
    dropped.enter(into: &effects)
    // Earlier dropped files may not have been shown yet.
    if before == nil {
      var ignored: [Effect] = []
      files?.cancelPendingRequest(into: &ignored)
      before = Replaced(files: files)
    }
    files = dropped
  }

  /// Handles a shown item. If it was dropped, the playlist of the dropped files replaces the previous one.
  ///
  /// - Returns: Whether the item was dropped.
  mutating func takeDrop() -> Bool {
    defer { before = nil }
    return before != nil
  }

  /// Restores the previous playlist, because none of the dropped files can be drawn.
  ///
  /// - Returns: Whether another playlist was current.
  mutating func refuseDrop() -> Bool {
    guard let before else { return false }
    (files, self.before) = (before.files, nil)
    return true
  }
}
