import AnimCore
import AnimationFormats
import LinuxSystem
import OfflineRendering

/// The current playlist, and everything besides keys that turns its pages: a slide show, moving a file to the trash,
/// and dropped files. Dropped files replace the playlist once one of them can be drawn.
struct PlaylistControl {
  private var playlist: any Playlist
  /// The previous playlist, until one of the dropped files can be opened.
  private var before: (any Playlist)?
  /// The playback options for files dropped on the window.
  private let droppedFiles: FileConfiguration
  private var slideshow: Slideshow
  /// Whether the slide show is searching for the next file.
  private var isTurningSlide = false
  /// The message for the next item instead of its name, or `nil`.
  private var noticeOfNext: String?

  /// - Parameter files: The playback options for files.
  init(_ playlist: any Playlist, files: FileConfiguration, slideshow: Slideshow) {
    self.playlist = playlist
    self.slideshow = slideshow
    droppedFiles = files.withoutParts
  }

  /// The pages for an overview, or `nil` if there is no overview.
  var overview: OverviewContent? { playlist.overview }
  /// The files that were skipped because they can't be drawn.
  var skipped: [SkippedFile] { playlist.skipped }
  /// The position of the current item, or `nil` if there are no others.
  var position: String? { playlist.position }

  /// Sends a request or a result to the playlist.
  mutating func ask(_ question: (inout any Playlist) -> [PlaylistStep]) -> [PlaylistStep] {
    question(&playlist)
  }

  /// Excludes files that aren't animations, each with the reason.
  mutating func skip(_ others: [String: Failure]) { playlist.skip(others) }
}

// Page turns.
extension PlaylistControl {
  /// Handles an action of the user, which replaces pending messages and page turns of the slide show.
  mutating func userActs() { (isTurningSlide, noticeOfNext) = (false, nil) }

  /// Shows the file after the current one, which was moved to the trash.
  ///
  /// - Parameter notice: The message for the next file.
  mutating func remove(_ path: String, saying notice: String) -> [PlaylistStep] {
    noticeOfNext = notice
    return playlist.remove(path)
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

  /// The action of a slide show at a frame.
  enum SlideTurn {
    case nothing
    /// Check again at this time.
    case wait(until: Timestamp)
    case turn([PlaylistStep])
  }

  /// Whether the slide show is on.
  var hasSlideshow: Bool { slideshow.isOn }

  /// Starts or stops the slide show.
  ///
  /// - Returns: A description of the new state.
  mutating func toggleSlideshow() -> String {
    slideshow.toggle()
    return slideshow.notice
  }

  /// Interrupts the slide show. The current item starts its full time again.
  mutating func pauseSlideshow() { slideshow.restart() }

  /// Turns to the next file if it is due. Called for every frame.
  mutating func turnSlide(
    _ playback: Playback?, sceneTime: Timestamp, speed: Double, at now: Timestamp
  ) -> SlideTurn {
    let wait = slideshow.remaining(playback, sceneTime: sceneTime, speed: speed, at: now)
    guard wait <= 0 else { return wait.isFinite ? .wait(until: now + wait) : .nothing }
    slideshow.restart()
    isTurningSlide = true
    return .turn(playlist.move(by: 1))
  }
}

// Dropped files.
extension PlaylistControl {
  /// - Parameters:
  ///   - list: The dropped files.
  ///   - data: The data that were pasted instead of a file, if any.
  mutating func drop(_ list: FileList, data: [UInt8]? = nil) -> [PlaylistStep] {
    var files = droppedFiles
    files.standardInput = data ?? files.standardInput
    var dropped = FilePlaylist(
      list.path, isOneFile: list.isOneFile, files, dataName: data == nil ? nil : "copied image")
    dropped.skip(list.skippedFailures)
    let steps = list.skipped.map { PlaylistStep.report($0.failure) } + dropped.enter()
    // Earlier dropped files may not have been shown yet.
    _ = playlist.cancelPendingRequest()
    before = before ?? playlist
    playlist = dropped
    return steps
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
    (playlist, self.before) = (before, nil)
    return true
  }
}

extension PlaylistRefusal {
  /// The message for the user, or `nil` if another action replaces it.
  var message: String? {
    switch self {
    case .noOther: "no other animation here"
    case .noOverview: "only files have an overview; this is a built-in scene"
    case .isAtEnd: nil
    case .isGone(let page): "\(page.name) is gone"
    case .noThemes: "the file has no themes"
    case .noMachine: "the file has no state machine"
    }
  }
}
