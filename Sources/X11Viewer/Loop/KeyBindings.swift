import AnimCore
import CX11
import FramePacing
import XWindow

/// An action that a key or a mouse button triggers.
enum ViewerAction: Hashable {
  case quit
  /// Leaves fullscreen, or quits if not fullscreen.
  case leave
  case time(TimeChange)
  /// Seeks by this many steps that suit the length of the animation, or back if negative.
  case seek(Int)
  /// Sets where the part that is repeated begins, then where it ends, and then repeats all again.
  case setRepeatedPart
  /// Plays in a loop, back and forth, or once, by turns.
  case turnRepetition
  /// Shows the timeline wherever the pointer is, or no longer.
  case toggleTimeline
  /// Sets the clock ahead by this many seconds, or back if negative.
  case adjustClock(Seconds)
  case toggleFullscreen
  /// Enlarges the picture by this factor, around the pointer.
  case zoom(Double)
  case fit
  case fill
  case showActualSize
  /// Shows the point of the picture under the pointer and its colour, or no longer.
  case toggleInspector
  /// Saves the picture as a file.
  case savePicture
  /// Puts the picture on the clipboard.
  case copyPicture
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
  /// Shows which files were skipped, or no longer.
  case toggleSkippedFiles
  case turnBackdrop
  /// Applies the next theme of the file.
  case turnTheme
  /// Something about the state machine of the file.
  case machine(MachineAction)
  /// Something about the overview of all pages.
  case overview(OverviewAction)

  enum MachineAction: Hashable {
    /// Lets it play the file, or no longer.
    case toggle
    /// Shows its state and inputs, or no longer.
    case togglePanel
    case selectNextInput
    /// Changes the selected input; a number by this much.
    case change(by: Double)
    /// Saves what was done as a script.
    case save
    /// Copies the address that the machine wanted to be opened last.
    case copyLink
  }

  enum OverviewAction: Hashable {
    /// Shows all pages at once.
    case show
    /// Shows the page that was shown before.
    case close
    case openSelected
    /// Selects another page, some columns to the right or left, or rows below or above.
    case move(columns: Int, rows: Int)
    /// Selects one that is this many screens below, or above if negative.
    case turn(Int)
    /// Selects the first page, or the last.
    case select(PlaylistEnd)
    /// Makes cells larger, or smaller if negative.
    case resizeCells(Int)
  }
}

/// The key bindings, which are those of mpv, feh, imv and common desktops.
enum KeyBindings {
  /// The action for a key stroke; nil for a key without one. Holding a key down repeats its action
  /// only where that makes sense.
  ///
  /// - Parameter inOverview: whether all pages are shown, where some keys have another meaning.
  static func action(for stroke: KeyStroke, inOverview: Bool = false) -> ViewerAction? {
    func lookUp(_ keysym: UInt) -> ViewerAction? {
      let plain = stroke.modifiers.isDisjoint(with: [.control, .alt, .logo])
      let other = plain && inOverview ? overview[Int32(truncatingIfNeeded: keysym)] : nil
      return other.map(ViewerAction.overview) ?? Self.lookUp(keysym, stroke.modifiers)
    }
    guard let action = lookUp(stroke.keysym) ?? stroke.latinKeysym.flatMap(lookUp),
      !stroke.isRepeat || action.repeats
    else { return nil }
    return action
  }

  private static func lookUp(_ keysym: UInt, _ modifiers: Modifiers) -> ViewerAction? {
    let keysym = Int32(truncatingIfNeeded: keysym)
    if modifiers.contains(.control) {
      switch keysym {
      case XK_w, XK_W: return .quit
      // With Shift, where terminals copy: the other thing there is to copy.
      case XK_c, XK_C: return modifiers.contains(.shift) ? .copyPath : .copyPicture
      default: return nil
      }
    }
    if modifiers.contains(.alt) {
      return keysym == XK_Return || keysym == XK_KP_Enter ? .toggleFullscreen : nil
    }
    if modifiers.contains(.logo) { return nil }
    switch keysym {
    case XK_v, XK_V:
      return .machine(.change(by: modifiers.contains(.shift) ? -1 : 1))
    case XK_Up, XK_KP_Up: return .adjustClock(modifiers.contains(.shift) ? 3_600 : 60)
    case XK_Down, XK_KP_Down: return .adjustClock(modifiers.contains(.shift) ? -3_600 : -60)
    // mpv's, too.
    case XK_l, XK_L: return modifiers.contains(.shift) ? .turnRepetition : .setRepeatedPart
    // With Shift rather than as a capital, so that Caps Lock makes no difference.
    case XK_w, XK_W: return modifiers.contains(.shift) ? .fill : .fit
    default: return plain[keysym]
    }
  }

  /// By how much a key or the wheel enlarges the picture: four of them double it.
  static let zoomStep = 1.189207115002721

  private static let plain: [Int32: ViewerAction] = [
    XK_q: .quit, XK_Q: .quit,
    XK_Escape: .leave,
    XK_space: .time(.togglePause), XK_p: .time(.togglePause), XK_P: .time(.togglePause),
    XK_period: .time(.step(1)), XK_comma: .time(.step(-1)),
    XK_bracketleft: .time(.multiplySpeed(1 / 1.1)), XK_bracketright: .time(.multiplySpeed(1.1)),
    XK_braceleft: .time(.multiplySpeed(0.5)), XK_braceright: .time(.multiplySpeed(2)),
    XK_BackSpace: .time(.resetSpeed),
    XK_Left: .seek(-1), XK_KP_Left: .seek(-1), XK_Right: .seek(1), XK_KP_Right: .seek(1),
    XK_t: .toggleTimeline, XK_T: .toggleTimeline,
    XK_Home: .turnToEnd(.first), XK_KP_Home: .turnToEnd(.first),
    XK_End: .turnToEnd(.last), XK_KP_End: .turnToEnd(.last),
    XK_r: .time(.restart), XK_R: .time(.restart),
    XK_f: .toggleFullscreen, XK_F: .toggleFullscreen, XK_F11: .toggleFullscreen,
    XK_plus: .zoom(zoomStep), XK_equal: .zoom(zoomStep), XK_KP_Add: .zoom(zoomStep),
    XK_minus: .zoom(1 / zoomStep), XK_KP_Subtract: .zoom(1 / zoomStep),
    XK_a: .showActualSize, XK_A: .showActualSize,
    XK_x: .toggleInspector, XK_X: .toggleInspector,
    XK_s: .savePicture, XK_S: .savePicture, XK_F12: .savePicture,
    XK_e: .toggleSkippedFiles, XK_E: .toggleSkippedFiles,
    XK_i: .toggleStatistics, XK_I: .toggleStatistics,
    XK_b: .turnBackdrop, XK_B: .turnBackdrop,
    XK_c: .turnTheme, XK_C: .turnTheme,
    XK_m: .machine(.toggle), XK_M: .machine(.toggle),
    XK_n: .machine(.togglePanel), XK_N: .machine(.togglePanel),
    XK_Tab: .machine(.selectNextInput), XK_o: .machine(.save), XK_O: .machine(.save),
    XK_y: .machine(.copyLink), XK_Y: .machine(.copyLink),
    XK_question: .toggleHelp, XK_h: .toggleHelp, XK_H: .toggleHelp,
    XK_0: .showScene(0), XK_1: .showScene(1), XK_2: .showScene(2), XK_3: .showScene(3),
    XK_4: .showScene(4), XK_5: .showScene(5),
    XK_Prior: .turn(-1), XK_KP_Prior: .turn(-1), XK_less: .turn(-1),
    XK_Next: .turn(1), XK_KP_Next: .turn(1), XK_greater: .turn(1),
    // As in nsxiv.
    XK_Return: .overview(.show), XK_KP_Enter: .overview(.show),
  ]

  /// The keys that have another meaning while all pages are shown.
  private static let overview: [Int32: ViewerAction.OverviewAction] = [
    XK_Return: .openSelected, XK_KP_Enter: .openSelected, XK_Escape: .close,
    XK_Left: .move(columns: -1, rows: 0), XK_KP_Left: .move(columns: -1, rows: 0),
    XK_Right: .move(columns: 1, rows: 0), XK_KP_Right: .move(columns: 1, rows: 0),
    XK_Up: .move(columns: 0, rows: -1), XK_KP_Up: .move(columns: 0, rows: -1),
    XK_Down: .move(columns: 0, rows: 1), XK_KP_Down: .move(columns: 0, rows: 1),
    XK_Prior: .turn(-1), XK_KP_Prior: .turn(-1), XK_less: .turn(-1),
    XK_Next: .turn(1), XK_KP_Next: .turn(1), XK_greater: .turn(1),
    XK_Home: .select(.first), XK_KP_Home: .select(.first),
    XK_End: .select(.last), XK_KP_End: .select(.last),
    XK_plus: .resizeCells(1), XK_equal: .resizeCells(1), XK_KP_Add: .resizeCells(1),
    XK_minus: .resizeCells(-1), XK_KP_Subtract: .resizeCells(-1),
  ]
}

extension ViewerAction {
  fileprivate var repeats: Bool {
    switch self {
    case .time(.step), .time(.multiplySpeed), .seek, .adjustClock, .turn, .zoom: true
    case .machine(.selectNextInput), .machine(.change): true
    case .overview(.move), .overview(.turn), .overview(.resizeCells): true
    default: false
    }
  }

  /// Whether it has a meaning while all pages are shown, too.
  var isForOverview: Bool {
    switch self {
    case .seek, .setRepeatedPart, .turnRepetition, .toggleTimeline, .adjustClock, .zoom, .fit,
      .fill, .showActualSize, .toggleInspector, .showScene, .turn, .turnToEnd, .turnTheme, .machine:
      false
    default: true
    }
  }
}

/// Recognises a double click of the left button.
struct DoubleClick {
  private var last: ButtonClick?

  /// The usual limits of desktops: 400 ms, and a few pixels for an unsteady hand.
  private static let maximumInterval: UInt32 = 400
  private static let maximumDistance = 5

  /// Whether `click` completes a double click. A third click begins another one.
  mutating func completes(with click: ButtonClick) -> Bool {
    guard click.button == 1 else {
      last = nil
      return false
    }
    // The server's clock wraps around, and so does the difference.
    if let first = last, click.time &- first.time <= Self.maximumInterval,
      abs(click.x - first.x) <= Self.maximumDistance, abs(click.y - first.y) <= Self.maximumDistance
    {
      last = nil
      return true
    }
    last = click
    return false
  }
}
