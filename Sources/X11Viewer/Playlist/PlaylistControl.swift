import AnimCore
import AnimationFormats
import LinuxSystem
import OfflineRendering

/// Which playlist is paged through, and what turns its pages besides keys: a slide show, a file that went to the trash,
/// and files that are dropped, which take the place of the playlist once one of them can be drawn.
struct PlaylistControl {
  private var playlist: any Playlist
  /// What was paged through before files were dropped, until one of them could be opened.
  private var before: (any Playlist)?
  /// How files are played that are dropped on the window.
  private let droppedFiles: FileConfiguration
  private var slideshow: Slideshow
  /// Whether the slide show looks for the next file.
  private var isTurningSlide = false
  /// What to say once the next item is shown, in place of its name; nil for that.
  private var noticeOfNext: String?

  /// - Parameter files: how files are played.
  init(_ playlist: any Playlist, files: FileConfiguration, slideshow: Slideshow) {
    self.playlist = playlist
    self.slideshow = slideshow
    droppedFiles = files.withoutParts
  }

  /// All pages, for an overview; nil if there is none.
  var overview: OverviewContent? { playlist.overview }
  /// What was left out, since it cannot be drawn.
  var skipped: [SkippedFile] { playlist.skipped }
  /// Where the current item is among the others; nil if there are no others.
  var position: String? { playlist.position }

  /// Asks the playlist for something, or tells it what has come of a step.
  mutating func ask(_ question: (inout any Playlist) -> [PlaylistStep]) -> [PlaylistStep] {
    question(&playlist)
  }

  /// These files are no animations, for a reason each.
  mutating func leaveOut(_ others: [String: Failure]) { playlist.leaveOut(others) }
}

// What turns pages.
extension PlaylistControl {
  /// The user does something: whatever is shown next, is shown for that.
  mutating func userActs() { (isTurningSlide, noticeOfNext) = (false, nil) }

  /// Shows the file after the current one, which was moved to the trash.
  ///
  /// - Parameter notice: The message for the next file.
  mutating func remove(_ path: String, saying notice: String) -> [PlaylistStep] {
    noticeOfNext = notice
    return playlist.remove(path)
  }

  /// An item is shown.
  ///
  /// - Returns: what to say of it.
  mutating func didShow(_ item: PlaylistItem) -> String {
    let notice = noticeOfNext ?? item.notice.map { "\(item.caption): \($0)" } ?? item.caption
    userActs()
    slideshow.restart()
    return notice
  }

  /// What to say of a refusal; nil for nothing.
  func message(for refusal: PlaylistRefusal) -> String? {
    guard refusal == .noOther else { return refusal.message }
    return isTurningSlide ? nil : noticeOfNext ?? refusal.message
  }

  /// What a slide show does at a frame.
  enum SlideTurn {
    case nothing
    /// Look again at this time.
    case wait(until: Timestamp)
    case turn([PlaylistStep])
  }

  /// Whether there is a slide show.
  var hasSlideshow: Bool { slideshow.isOn }

  /// Starts the slide show, or stops it.
  ///
  /// - Returns: The new state in words.
  mutating func toggleSlideshow() -> String {
    slideshow.toggle()
    return slideshow.notice
  }

  /// The slide show is interrupted: what is shown has its whole time again.
  mutating func pauseSlideshow() { slideshow.restart() }

  /// A frame is drawn: turns to the next file when that is due.
  mutating func turnSlide(
    _ playback: Playback?, sceneTime: Timestamp, speed: Double, at now: Timestamp
  ) -> SlideTurn {
    let wait = slideshow.remaining(playback, sceneTime: sceneTime, speed: speed, at: now)
    guard wait <= 0 else { return wait.isFinite ? .wait(until: now + wait) : .nothing }
    slideshow.restart()
    isTurningSlide = true
    return .turn(playlist.turn(by: 1))
  }
}

// Files that are dropped.
extension PlaylistControl {
  /// - Parameters:
  ///   - list: the first of them, and whether it alone was dropped.
  ///   - data: The data that were pasted instead of a file, if any.
  mutating func drop(_ list: FileList, data: [UInt8]? = nil) -> [PlaylistStep] {
    var files = droppedFiles
    files.standardInput = data ?? files.standardInput
    var dropped = FilePlaylist(
      list.path, isOneFile: list.isOneFile, files, dataName: data == nil ? nil : "copied image")
    dropped.leaveOut(list.skippedFailures)
    let steps = list.skipped.map { PlaylistStep.report($0.failure) } + dropped.enter()
    // Others may have been dropped that are not shown yet.
    _ = playlist.stayAsShown()
    before = before ?? playlist
    playlist = dropped
    return steps
  }

  /// An item is shown: if it was dropped, the playlist is that of the drop.
  ///
  /// - Returns: whether it was dropped.
  mutating func takeDrop() -> Bool {
    defer { before = nil }
    return before != nil
  }

  /// None of the files that were dropped can be drawn: the playlist is that of before.
  ///
  /// - Returns: whether it was another one meanwhile.
  mutating func refuseDrop() -> Bool {
    guard let before else { return false }
    (playlist, self.before) = (before, nil)
    return true
  }
}

extension PlaylistRefusal {
  /// For the user; nil where something else is done instead.
  var message: String? {
    switch self {
    case .noOther: "there is no other animation here"
    case .noOverview: "only files have an overview; this is a built-in scene"
    case .isAtEnd: nil
    case .isGone(let page): "\(page.name) is gone"
    case .noThemes: "the file has no themes"
    case .noMachine: "the file does not answer the pointer"
    }
  }
}
