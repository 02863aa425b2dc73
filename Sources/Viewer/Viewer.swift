import AnimCore
import AnimationFormats
import FramePacing
import LinuxSystem
import OfflineRendering
import PacingStatistics
import PlainText
import XWindow

/// The state of the viewer, which the user changes with keys, the mouse and files.
///
/// It is a value without a window, a file or a clock. A window sends it messages and carries out its
/// effects, whose results are messages again. Its parts are the page, the playlist, the overview and
/// the panels, which add their own effects. It decides which part responds, and what is in front.
package struct Viewer {
  /// The text of the title bar unless something else is shown.
  package static let defaultTitle = "x11viewer"

  /// The page that is shown, or covered by the overview.
  var page: PageControl
  var playlist: PlaylistControl
  /// The overview, while it is shown.
  package internal(set) var overview: OverviewControl?
  /// The panels over the page or the overview.
  var panels: OverlayControl
  var doubleClick = DoubleClick()
  /// The lines that change the standard keys.
  private let keyLines: [KeyLine]
  /// The key bindings. They are created when a key is pressed, since most runs don't need them.
  lazy var keys = keyLines.isEmpty ? KeyBindings.standard : KeyBindings(changedBy: keyLines)
  /// Whether the title bar always keeps its text.
  private let keepsTitle: Bool
  /// Whether to name the help key after the next frame.
  private var hintsAtHelp = false
  /// The surroundings that the window was last given.
  private var shown = Surroundings()

  /// - Parameters:
  ///   - item: The item to show first, with ``Message/begin(hintsAtHelp:)``.
  ///   - playlist: The playlist, whose current item is `item`.
  ///   - files: The configuration of files.
  ///   - backdrop: The requested background.
  ///   - speed: Seconds of scene time per second.
  ///   - zoom: Points per unit of the image, or `nil` to fit the window.
  ///   - keys: Lines that change the standard keys.
  ///   - text: The style of messages and panels.
  package init(
    _ item: PlaylistItem, of playlist: Playlist = .scenes(ScenePlaylist()),
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
    shown = surroundings
  }
}

// MARK: - What is shown

extension Viewer {
  /// The current item, or its last version that could be drawn.
  package var item: PlaylistItem { page.item }
  /// The playback that the user has chosen, or `nil` for an endless scene.
  package var chosenPlayback: Playback? { page.chosenPlayback }
  /// Whether enlarged pixels are smooth.
  package var smoothsPixels: Bool { page.smoothsPixels }
  /// The backdrop of the image.
  var backdrop: Backdrop { page.backdrop }
  /// The backdrop of a page in the overview, unless the page has its own background.
  package var cellBackdrop: Backdrop { page.backdropOfOthers }
  /// The backdrop of the window.
  package var windowBackdrop: Backdrop {
    overview == nil ? backdrop : .color(OverviewControl.background)
  }
  /// The orientation of the image.
  package var orientation: Orientation { overview == nil ? page.orientation : .upright }
  /// Everything that is drawn over the page.
  package var overlay: Overlay { panels.overlay }
  /// Whether a dialog receives keys and buttons.
  package var hasDialog: Bool { panels.hasDialog }
  /// Whether the overlay can be written.
  package var canWrite: Bool { panels.canWrite }

  /// Returns the area of the image in the upright image of the window, or `nil` if it fills it.
  package func placement(in situation: Situation) -> ScenePlacement? {
    overview == nil ? page.placement(in: situation) : nil
  }

  /// The page or the overview, whichever is in front.
  var front: Front { overview?.front ?? page.front }

  /// The properties of the window other than its image.
  private struct Surroundings: Hashable {
    /// The text of the title bar, or `nil` if it stays as it is.
    var title: String?
    /// Whether each movement of the pointer is reported. It causes a wake-up, so it is reported only
    /// if it has an effect.
    var followsPointer = false
    /// Whether the pointer is shown even over a fullscreen window.
    var showsPointer = false
    /// Whether keys type text, which an input method may compose.
    var takesText = false
    var backdrops: [Backdrop] = []
    var timesCompletions = false
  }

  private var surroundings: Surroundings {
    let front = front
    return Surroundings(
      title: keepsTitle ? nil : front.title ?? Self.defaultTitle,
      followsPointer: front.followsPointer || panels.hasDialog,
      showsPointer: front.showsPointer || panels.hasDialog, takesText: panels.takesText,
      backdrops: [windowBackdrop, cellBackdrop], timesCompletions: panels.showsStatistics)
  }

  /// Changes the surroundings in the window before later effects, some of which send messages that
  /// change them again.
  ///
  /// - Parameter index: The position among the effects.
  mutating func updateSurroundings(into effects: inout [Effect], at index: Int) {
    let new = surroundings
    var changes: [Effect] = []
    if new.showsPointer != shown.showsPointer { changes.append(.showPointer(new.showsPointer)) }
    if new.followsPointer != shown.followsPointer {
      changes.append(.followPointer(new.followsPointer))
    }
    if new.takesText != shown.takesText { changes.append(.takeText(new.takesText)) }
    if let title = new.title, title != shown.title { changes.append(.setTitle(title)) }
    if new.backdrops != shown.backdrops { changes.append(.showBackdrop) }
    if new.timesCompletions != shown.timesCompletions {
      changes.append(.timeCompletions(new.timesCompletions))
    }
    shown = new
    effects.insert(contentsOf: changes, at: index)
  }
}

/// The properties of the page or of the overview, whichever is in front.
struct Front {
  /// The text of the title bar, or `nil` for the default.
  let title: String?
  /// The path that is shown or selected. It can be standard input, or `nil` for a built-in scene.
  let path: String?
  /// The base name of saved images, without a number and a file extension.
  let imageName: String
  /// The reason why there is no image, or `nil`.
  var error: String?
  /// The context that determines the active keys.
  let help: HelpContext
  /// The contexts whose keys apply, in order of precedence.
  let keys: [KeyContext]
  /// Whether each movement of the pointer has an effect.
  let followsPointer: Bool
  /// Whether the pointer is shown even over a fullscreen window.
  let showsPointer: Bool
}

extension Front {
  /// The path of the file, or `nil` if it isn't a single file.
  var file: String? { path.flatMap { AnimationFormats.isOneFile($0) ? $0 : nil } }
}

// MARK: - Messages

extension Viewer {
  /// Responds to a message with effects.
  package mutating func update(
    _ message: Message, in situation: Situation, into effects: inout [Effect]
  ) {
    let count = effects.count
    respond(to: message, in: situation, into: &effects)
    // A frame never changes the surroundings, and comparing them allocates memory.
    if case .drawn = message { return }
    updateSurroundings(into: &effects, at: count)
  }

  private mutating func respond(
    to message: Message, in situation: Situation, into effects: inout [Effect]
  ) {
    switch message {
    case .begin(let hintsAtHelp):
      self.hintsAtHelp = hintsAtHelp && item.notice == nil
      page.begin(into: &effects)
      shown = Surroundings(
        title: nil, showsPointer: false, backdrops: surroundings.backdrops,
        timesCompletions: panels.showsStatistics)
      present()
    case .action(let action, let pointer):
      perform(action, in: situation, at: pointer, into: &effects)
    case .event(let event): handle(event, in: situation, into: &effects)
    case .drawn(let messages): takeFrame(messages, in: situation, into: &effects)
    case .say(let text): panels.say(Toast(text, at: situation.now), into: &effects)

    case .timeChanged(let change, let isPaused, let speed):
      // Dragging the timeline pauses without the user pausing.
      panels.showPause(isPaused && !page.isScrubbing)
      guard let change, change.changesSpeed else { return }
      page.setSpeed(speed)
      effects.append(.say("speed \(decimalText(speed, places: 2))×"))
    case .clocksDiffer(let span): page.adjustClocks(by: span, into: &effects)

    case .listed(let files):
      let decision = playlist.takeList(files, into: &effects)
      follow(decision, in: situation, into: &effects)
    case .opened(let result):
      let decision = playlist.take(result, into: &effects)
      follow(decision, in: situation, into: &effects)
    case .openedScene(let scene):
      follow(playlist.take(scene), in: situation, into: &effects)
    case .folderChanged(let change):
      playlist.folderChanged(change, into: &effects)
      if overlay.showsSkippedFiles { effects.append(.redraw) }
    case .dropped(.success(let list), let data):
      playlist.drop(list, data: data, into: &effects)
    case .dropped(.failure(let failure), _):
      refuseDrop(failure, into: &effects)
    case .pasted(let answer): paste(answer, into: &effects)
    case .completed(let found):
      if panels.complete(found) { effects.append(.redraw) }
    case .movedToTrash(let path, let failure):
      take(path, movedToTrash: failure, into: &effects)
    case .copied(let content, let name): effects.append(.copy(content, name: name))
    case .shared(let result):
      switch result {
      case .saved: effects.append(.log(.notice, result.message))
      case .notSaved: effects.append(.log(.error, result.message))
      case .copied, .notCopied: break
      }
      effects.append(.say(result.message))
    case .failed(let failures):
      for failure in failures { effects += [.log(.warning, failure), .say(failure)] }
    case .foundFont:
      if panels.takeFont() { requestOverview(into: &effects) }

    case .readingCells: showOverview(in: situation, into: &effects)
    case .skipped(let others):
      playlist.skip(others)
      page.setPosition(playlist.position)
    case .listedPages(let files):
      guard overview != nil else { return }
      overview?.replace(files: files)
      effects.append(.redraw)
    }
  }

  private mutating func takeFrame(
    _ messages: [SceneMessage], in situation: Situation, into effects: inout [Effect]
  ) {
    let count = effects.count
    page.takeFrame(
      telling: messages, isSilent: panels.isSilent && !hintsAtHelp, into: &effects)
    if hintsAtHelp {
      hintsAtHelp = false
      if effects.count == count, let key = keys.key(for: .toggleHelp) {
        effects.append(.say("\(key) for keys"))
      }
    }
    turnSlide(in: situation, into: &effects)
  }
}

// MARK: - Items

extension Viewer {
  /// Shows another item.
  mutating func show(_ next: PlaylistItem, into effects: inout [Effect]) {
    let notice = playlist.didShow(next)
    overview = nil
    panels.forgetPath()
    page.show(next, into: &effects)
    present()
    effects += [.growWindow, .say(notice)]
  }

  /// Shows the current version of a changed item, at the same frame. If it can no longer be drawn,
  /// its last version continues, with the reason over it.
  mutating func reload(
    _ next: PlaylistItem, in situation: Situation, into effects: inout [Effect]
  ) {
    defer { effects.append(.redraw) }
    guard next.error == nil else { return panels.showError(overview == nil ? next.error : nil) }
    let said = item.notice
    page.reload(next, sceneTime: situation.sceneTime, into: &effects)
    present()
    if let notice = next.notice, notice != said { effects.append(.say(notice)) }
  }

  /// Updates the error and the keys of the page or overview in front.
  mutating func present() {
    panels.showError(front.error)
    updateHelp()
  }

  /// Updates the keys that the help lists. Most starts need no keys.
  mutating func updateHelp() {
    let front = front
    panels.setContext(front.help)
    if overlay.showsHelp { panels.setKeys(keys.rows(in: front.keys)) }
  }
}

// MARK: - Contents over the image

extension Viewer {
  /// Prepares a frame.
  ///
  /// - Parameters:
  ///   - color: A closure that returns the colour of the scene at a pixel of the window, if it is
  ///     shown.
  ///   - statistics: A closure that returns the statistics, if they are shown.
  package mutating func prepareOverlay(
    in situation: Situation, color: (WindowPosition) -> Color = { _ in .clear },
    statistics: @autoclosure () -> RecentFrames, into effects: inout [Effect]
  ) {
    if overview != nil {
      let frame = gridFrame(in: situation)
      overview?.resize(to: frame)
    }
    let isPage = overview == nil
    panels.prepare(
      imageArea: isPage ? page.imageArea(in: situation) : nil,
      timeline: isPage ? page.timelineBar(in: situation) : nil,
      inspector: isPage ? page.inspector(in: situation, color) : nil,
      machine: isPage ? page.machinePanel : nil,
      skipped: overlay.showsSkippedFiles ? playlist.skipped : nil,
      statistics: panels.showsStatistics ? statistics() : nil, at: situation.now, into: &effects)
  }
}
