import AnimCore
import FramePacing
import XWindow

/// What is over the picture: which panels and messages are shown, and for how long; the dialog that takes keys and
/// buttons meanwhile; the font that all of it waits for.
struct OverlayControl {
  typealias Effect = ViewerController.Effect
  typealias Situation = ViewerController.Situation

  /// As it is drawn.
  private(set) var overlay: Overlay
  private var font: FontSearch
  /// Whether statistics are shown over the picture.
  private(set) var showsStatistics: Bool

  /// - Parameter text: how messages and panels are written.
  init(_ text: OverlayText, showsStatistics: Bool) {
    overlay = Overlay(text: text)
    font = FontSearch(isReady: text.isReady)
    self.showsStatistics = showsStatistics
  }

  /// Whether something asks or offers something.
  var hasDialog: Bool { overlay.dialog != nil }
  /// Whether it can be written.
  var canWrite: Bool { font.isFound || !overlay.needsFont }
}

// Messages.
extension OverlayControl {
  /// Shows a message for a moment, for changes that are not visible otherwise.
  mutating func say(_ toast: Toast) -> [Effect] {
    overlay.toast = toast
    return [.redrawLater(at: toast.end), .redraw]
  }

  /// Whether no message is shown.
  var isSilent: Bool { overlay.toast == nil }

  /// Shows why the picture is not what it should be; nil if it is.
  mutating func showError(_ text: String?) { overlay.error = text.map(ErrorBanner.init(text:)) }

  /// - Parameter isPaused: whether the user has stopped the time.
  mutating func showPause(_ isPaused: Bool) { overlay.isPaused = isPaused }
}

// Panels.
extension OverlayControl {
  /// - Parameter context: what there is to use keys on.
  mutating func setContext(_ context: HelpContext) { overlay.helpContext = context }

  /// - Parameter keys: The keys that the help lists.
  mutating func setKeys(_ keys: [KeyRow]) { overlay.keys = keys }

  mutating func toggleHelp() {
    overlay.showsHelp.toggle()
    if overlay.showsHelp { overlay.showsSkippedFiles = false }
  }

  mutating func toggleStatistics() { showsStatistics.toggle() }

  /// Closes what was opened to be read: the help, and the list of skipped files.
  ///
  /// - Returns: whether there was any.
  mutating func closeTexts() -> Bool {
    defer { (overlay.showsHelp, overlay.showsSkippedFiles) = (false, false) }
    return overlay.showsHelp || overlay.showsSkippedFiles
  }

  mutating func toggleSkippedFiles() {
    overlay.showsSkippedFiles.toggle()
    if overlay.showsSkippedFiles { overlay.showsHelp = false }
  }

  /// A frame is about to be drawn, with these panels; nil for those that are not shown.
  mutating func prepare(
    imageArea: Rect?, timeline: TimelineBar?, inspector: InspectorPanel?, machine: MachinePanel?,
    skipped: [SkippedFile]?, statistics: RecentFrames?, at now: Timestamp
  ) -> [Effect] {
    if let toast = overlay.toast, now >= toast.end { overlay.toast = nil }
    overlay.imageArea = imageArea
    overlay.timeline = timeline
    overlay.inspector = inspector
    overlay.machine = machine
    overlay.skippedFiles = skipped.map(SkippedFilesPanel.init)
    overlay.statistics = statistics.map(StatisticsPanel.init)
    return canWrite ? [] : lookForFont()
  }
}

// The dialog.
extension OverlayControl {
  mutating func open(_ dialog: Dialog) { overlay.dialog = dialog }

  mutating func closeDialog() { overlay.dialog = nil }

  /// - Returns: nil if no dialog is open, or if the event is not for it.
  mutating func handle(_ event: Event, in situation: Situation) -> Dialog.Answer? {
    overlay.dialog?.handle(event) { [text = overlay.text] menu in
      let unit = PixelGrid.unit(1, scale: situation.scale)
      return MenuLayout(menu, in: situation.size, unit: unit, text)
    }
  }

  /// Completes the path that is asked for.
  ///
  /// - Returns: whether one is asked for.
  mutating func complete(_ found: PathCompletion) -> Bool {
    overlay.dialog?.complete(found) ?? false
  }

  /// Inserts a path that was copied into the one that is asked for.
  ///
  /// - Returns: whether one is asked for.
  mutating func insert(_ path: String) -> Bool { overlay.dialog?.insert(path) ?? false }
}

// The font.
extension OverlayControl {
  /// - Parameter forOverview: whether the overview waits for it.
  /// - Returns: nothing if the font was found; then the overview need not wait.
  mutating func lookForFont(forOverview: Bool = false) -> [Effect] {
    font.want(forOverview: forOverview) ? [.findFont] : []
  }

  /// Whether the font was found.
  var hasFont: Bool { font.isFound }

  /// The font is there. Called again, it does nothing.
  ///
  /// - Returns: whether the overview waits for it.
  mutating func didFindFont() -> Bool { font.didFind() }
}
