import AnimCore
import FramePacing
import PacingStatistics
import XWindow

/// The state of everything that is drawn over the image: the visible panels and messages with their durations, the
/// dialog that receives keys and buttons, and the font that they require.
struct OverlayControl {
  /// The current overlay.
  private(set) var overlay: Overlay
  private var font: FontSearch
  /// Whether statistics are shown over the image.
  private(set) var showsStatistics: Bool
  /// The last requested path, so that the user can correct it, until something else is shown.
  private var path: String?

  /// - Parameter text: The style of text.
  init(_ text: OverlayText, showsStatistics: Bool) {
    overlay = Overlay(text: text)
    font = FontSearch(isReady: text.isReady)
    self.showsStatistics = showsStatistics
  }

  /// Whether a dialog is open.
  var hasDialog: Bool { overlay.dialog != nil }

  /// Whether the open dialog is a prompt.
  var takesText: Bool { if case .path = overlay.dialog { true } else { false } }
  /// Whether the overlay's text can be drawn.
  var canWrite: Bool { font.isFound || !overlay.needsFont }
}

// Messages.
extension OverlayControl {
  /// Shows a message for a moment, for changes that aren't visible otherwise.
  mutating func say(_ toast: Toast, into effects: inout [Effect]) {
    overlay.toast = toast
    effects += [.redrawLater(at: toast.end), .redraw]
  }

  /// Whether no message is visible.
  var isSilent: Bool { overlay.toast == nil }

  /// Shows an error message about the image, or hides it if `nil`.
  mutating func showError(_ text: String?) { overlay.error = text.map(ErrorBanner.init(text:)) }

  /// - Parameter isPaused: Whether the user has paused the animation.
  mutating func showPause(_ isPaused: Bool) { overlay.isPaused = isPaused }
}

// Panels.
extension OverlayControl {
  /// - Parameter context: The context that determines the active keys.
  mutating func setContext(_ context: HelpContext) { overlay.helpContext = context }

  /// - Parameter keys: The keys that the help lists.
  mutating func setKeys(_ keys: [KeyRow]) { overlay.keys = keys }

  mutating func toggleHelp() {
    overlay.showsHelp.toggle()
    if overlay.showsHelp { overlay.showsSkippedFiles = false }
  }

  mutating func toggleStatistics() { showsStatistics.toggle() }

  /// Closes panels with text: the help and the list of skipped files.
  ///
  /// - Returns: Whether one of them was open.
  mutating func closeTexts() -> Bool {
    defer { (overlay.showsHelp, overlay.showsSkippedFiles) = (false, false) }
    return overlay.showsHelp || overlay.showsSkippedFiles
  }

  mutating func toggleSkippedFiles() {
    overlay.showsSkippedFiles.toggle()
    if overlay.showsSkippedFiles { overlay.showsHelp = false }
  }

  /// Prepares the overlay for a frame with these panels. Hidden panels are `nil`.
  mutating func prepare(
    imageArea: Rect?, timeline: TimelineBar?, inspector: InspectorPanel?, machine: MachinePanel?,
    skipped: [SkippedFile]?, statistics: RecentFrames?, at now: Timestamp,
    into effects: inout [Effect]
  ) {
    if let toast = overlay.toast, now >= toast.end { overlay.toast = nil }
    overlay.imageArea = imageArea
    overlay.timeline = timeline
    overlay.inspector = inspector
    overlay.machine = machine
    overlay.skippedFiles = skipped.map(SkippedFilesPanel.init)
    overlay.statistics = statistics.map(StatisticsPanel.init)
    if !canWrite { lookForFont(into: &effects) }
  }
}

// The dialog.
extension OverlayControl {
  mutating func open(_ dialog: Dialog) { overlay.dialog = dialog }

  /// Asks for a path, with the last one or the folder of a file.
  mutating func askForPath(beside file: String?) {
    open(path.map { .path(PathPrompt($0)) } ?? .path(beside: file))
  }

  /// Forgets the last requested path.
  mutating func forgetPath() { path = nil }

  /// Handles a key, button or pointer event, and closes the dialog if it is answered.
  ///
  /// - Returns: `nil` if no dialog is open, or if the event isn't for the dialog.
  mutating func handle(
    _ event: Event, in situation: Situation, into effects: inout [Effect]
  ) -> Dialog.Outcome? {
    let count = effects.count
    let outcome = overlay.dialog?.handle(event, into: &effects) { [text = overlay.text] menu in
      let unit = PixelGrid.unit(1, scale: situation.scale)
      return MenuLayout(menu, in: situation.size, unit: unit, text)
    }
    guard let outcome, outcome != .stays else { return outcome }
    // Keep the path, so that the user can correct it in the next dialog.
    if case .openPath(let path)? = effects[count...].last { self.path = path }
    overlay.dialog = nil
    effects.append(.redraw)
    return outcome
  }

  /// Completes the path in the prompt.
  ///
  /// - Returns: Whether a prompt for a path is open.
  mutating func complete(_ found: PathCompletion) -> Bool {
    overlay.dialog?.complete(found) ?? false
  }

  /// Inserts a pasted path into the prompt.
  ///
  /// - Returns: Whether a prompt for a path is open.
  mutating func insert(_ path: String) -> Bool { overlay.dialog?.insert(path) ?? false }
}

// The font.
extension OverlayControl {
  /// - Parameter forOverview: Whether the overview waits for the font.
  mutating func lookForFont(forOverview: Bool = false, into effects: inout [Effect]) {
    if font.want(forOverview: forOverview) { effects.append(.findFont) }
  }

  /// Whether the font was found.
  var hasFont: Bool { font.isFound }

  /// Handles the end of the font search. Further calls have no effect.
  ///
  /// - Returns: Whether the overview waits for the font.
  mutating func takeFont() -> Bool { font.didFind() }
}
