import AnimCore
import FramePacing

/// An action that a key or a mouse button triggers.
package enum ViewerAction: Hashable {
  /// Does nothing. It frees a key that is bound by default.
  case ignore
  case quit
  /// Leaves fullscreen, or quits if not fullscreen.
  case leave
  case time(TimeChange)
  /// Seeks by this many steps that suit the length of the animation, or back if negative.
  case seek(Int)
  /// Sets the start of the repeated part, then its end, and then repeats everything again.
  case setRepeatedPart
  /// Plays in a loop, back and forth, or once, by turns.
  case turnRepetition
  /// Shows the timeline regardless of the pointer's position, or stops this.
  case toggleTimeline
  /// Sets the clock ahead by this many seconds, or back if negative.
  case adjustClock(Seconds)
  case toggleFullscreen
  /// Enlarges the image by this factor, around the pointer.
  case zoom(Double)
  case fit
  case fill
  case showActualSize
  /// Rotates or flips the image as it is seen.
  case orient(Orientation)
  /// Draws enlarged pixels smooth, or sharp again.
  case toggleSmoothing
  /// Shows the point of the image under the pointer and its colour, or no longer.
  case toggleInspector
  /// Saves the image as a file.
  case saveImage
  /// Puts the image on the clipboard.
  case copyImage
  /// Puts the path of the file on the clipboard.
  case copyPath
  case toggleStatistics
  case toggleHelp
  /// Shows the scene at this index in the catalogue.
  case showScene(Int)
  /// Moves this many pages ahead, or back if negative.
  case turn(Int)
  /// Shows the first page, or the last.
  case turnToEnd(PlaylistEnd)
  /// Starts the slide show, or stops it.
  case toggleSlideshow
  /// Plays the image sequence that the image belongs to.
  case openSequence
  /// Reads the file again.
  case reload
  /// Requests a path, and opens the file or folder at that path.
  case askForPath
  /// Opens data that was copied in another program.
  case paste
  /// Requests confirmation to move the file to the trash.
  case moveToTrash
  /// Offers everything that can be done.
  case showMenu
  /// Runs a command of the user's own, about the file.
  case run(String)
  /// Shows which files were skipped, or no longer.
  case toggleSkippedFiles
  case turnBackdrop
  /// Applies the next theme of the file.
  case cycleTheme
  /// Something about the state machine of the file.
  case machine(MachineAction)
  /// An action in the overview of all pages.
  case overview(OverviewAction)

  package enum MachineAction: Hashable {
    /// Lets it play the file, or no longer.
    case toggle
    /// Shows its state and inputs, or no longer.
    case togglePanel
    case selectNextInput
    /// Changes the selected input. A number changes by this amount.
    case change(by: Double)
    /// Saves the interaction as a script.
    case save
    /// Copies the address that the machine wanted to be opened last.
    case copyLink
  }

  package enum OverviewAction: Hashable {
    /// Shows all pages at once.
    case show
    /// Shows the page that was shown before.
    case close
    case openSelected
    /// Selects another page by moving a number of columns to the right and rows down, or back if
    /// negative.
    case move(columns: Int, rows: Int)
    /// Selects a cell that is this many screens below, or above if negative.
    case turn(Int)
    /// Selects the first page, or the last.
    case select(PlaylistEnd)
    /// Makes cells larger, or smaller if negative.
    case resizeCells(Int)
  }

  /// The factor by which a key or the wheel enlarges the image. Four steps double its size.
  static let zoomStep = 1.189207115002721
}

// Key bindings of actions.
extension ViewerAction {
  /// The places in which a key can perform the action.
  var contexts: [KeyContext] {
    switch self {
    case .ignore: KeyContext.allCases
    case .adjustClock: [.clock]
    case .overview(.show): [.page]
    case .overview: [.overview]
    case .leave, .toggleSlideshow, .openSequence, .seek, .setRepeatedPart, .turnRepetition,
      .toggleTimeline, .zoom, .fit, .fill,
      .showActualSize, .orient, .toggleSmoothing, .toggleInspector, .turn, .turnToEnd, .reload,
      .showScene,
      .cycleTheme,
      .machine:
      [.page]
    case .quit, .time, .toggleFullscreen, .saveImage, .copyImage, .copyPath, .toggleStatistics,
      .toggleHelp, .askForPath, .paste, .moveToTrash, .showMenu, .run, .toggleSkippedFiles,
      .turnBackdrop:
      KeyContext.everywhere
    }
  }

  /// Whether holding the key down repeats the action. An action that moves to an end position
  /// doesn't need to repeat.
  var repeats: Bool {
    switch self {
    case .time(.step), .time(.multiplySpeed), .seek, .adjustClock, .zoom, .turn,
      .machine(.selectNextInput), .machine(.change), .overview(.move), .overview(.turn),
      .overview(.resizeCells):
      true
    default: false
    }
  }
}

// Text with a name and arguments, as in mpv's key files.
extension ViewerAction {
  /// Creates the action with a name, such as `zoom in` or `step -1`, or returns `nil` for any other
  /// text.
  init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let name = words.first else { return nil }
    if name == "exec" {
      let command = text[name.endIndex...].drop { $0 == " " || $0 == "\t" }
      if command.isEmpty { return nil }
      self = .run(String(command))
      return
    }
    let arguments = words.dropFirst()
    let action: ViewerAction? =
      switch arguments.count {
      case 0: Self.plain[String(name)]
      case 1: Self.action(name, String(arguments[1]))
      case 2: Self.action(name, String(arguments[1]), String(arguments[2]))
      default: nil
      }
    guard let action else { return nil }
    self = action
  }

  /// The actions without arguments.
  private static let plain: [String: ViewerAction] = [
    "ignore": .ignore, "quit": .quit, "leave": .leave, "toggle-pause": .time(.togglePause),
    "stop": .time(.pause(at: .zero)), "reload": .reload, "ask-for-path": .askForPath,
    "toggle-slideshow": .toggleSlideshow, "open-sequence": .openSequence,
    "paste": .paste, "move-to-trash": .moveToTrash, "show-menu": .showMenu,
    "reset-speed": .time(.resetSpeed), "restart": .time(.restart),
    "set-repeated-part": .setRepeatedPart, "cycle-repetition": .turnRepetition,
    "toggle-timeline": .toggleTimeline, "toggle-fullscreen": .toggleFullscreen, "fit": .fit,
    "fill": .fill, "actual-size": .showActualSize, "toggle-inspector": .toggleInspector,
    "toggle-smoothing": .toggleSmoothing,
    "save-picture": .saveImage, "copy-picture": .copyImage, "copy-path": .copyPath,
    "toggle-statistics": .toggleStatistics, "toggle-help": .toggleHelp,
    "toggle-skipped-files": .toggleSkippedFiles, "cycle-background": .turnBackdrop,
    "cycle-theme": .cycleTheme, "toggle-machine": .machine(.toggle),
    "toggle-machine-panel": .machine(.togglePanel),
    "select-machine-input": .machine(.selectNextInput), "save-script": .machine(.save),
    "copy-link": .machine(.copyLink), "show-overview": .overview(.show),
    "close-overview": .overview(.close), "open-page": .overview(.openSelected),
  ]

  private static func action(_ name: Substring, _ argument: String) -> ViewerAction? {
    switch name {
    case "step": Int(argument).map { .time(.step($0)) }
    case "multiply-speed": factor(argument).map { .time(.multiplySpeed($0)) }
    case "seek": Int(argument).map(ViewerAction.seek)
    case "adjust-clock": number(argument).map(ViewerAction.adjustClock)
    case "zoom":
      switch argument {
      case "in": .zoom(zoomStep)
      case "out": .zoom(1 / zoomStep)
      default: factor(argument).map(ViewerAction.zoom)
      }
    case "rotate": Int(argument).flatMap(rotation)
    case "flip":
      switch argument {
      case "horizontal": .orient(.flippedHorizontally)
      case "vertical": .orient(.flippedVertically)
      default: nil
      }
    case "show-scene": Int(argument).map(ViewerAction.showScene)
    case "turn-page":
      switch argument {
      case "first": .turnToEnd(.first)
      case "last": .turnToEnd(.last)
      default: Int(argument).map(ViewerAction.turn)
      }
    case "change-machine-input": number(argument).map { .machine(.change(by: $0)) }
    case "select-page":
      switch argument {
      case "first": .overview(.select(.first))
      case "last": .overview(.select(.last))
      default: nil
      }
    case "scroll-pages": Int(argument).map { .overview(.turn($0)) }
    case "resize-pages": Int(argument).map { .overview(.resizeCells($0)) }
    default: nil
    }
  }

  private static func action(
    _ name: Substring, _ first: String, _ second: String
  ) -> ViewerAction? {
    guard name == "select-page", let columns = Int(first), let rows = Int(second) else {
      return nil
    }
    return .overview(.move(columns: columns, rows: rows))
  }

  /// - Parameter degrees: The rotation, clockwise. Only quarter turns keep the pixels.
  private static func rotation(_ degrees: Int) -> ViewerAction? {
    degrees.isMultiple(of: 90) ? .orient(Orientation(quarterTurns: degrees / 90)) : nil
  }

  private static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a number or a fraction that is more than zero, such as `1/1.1`.
  private static func factor(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let value = number(String(parts[0])), value > 0 else { return nil }
    if parts.count == 1 { return value }
    guard let divisor = number(String(parts[1])), divisor > 0 else { return nil }
    return value / divisor
  }
}
