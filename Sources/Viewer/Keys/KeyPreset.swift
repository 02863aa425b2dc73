/// Familiar keys of other programs, in addition to the standard ones.
package enum KeyPreset: String, CaseIterable {
  case standard
  case feh
  case mpv
  case nsxiv
  case vim

  /// The lines that differ from the standard keys.
  package var lines: [KeyLine] {
    texts.compactMap { KeyLine(key: $0, action: $1) }
  }

  var texts: KeyValuePairs<String, String> {
    switch self {
    case .standard: [:]
    // feh(1), KEYS, as far as the viewer has the same action.
    case .feh:
      [
        "Space": "turn-page 1", "Backspace": "turn-page -1", "←": "turn-page -1",
        "→": "turn-page 1",
        "h": "toggle-pause", "r": "reload", "x": "quit", "v": "toggle-fullscreen", "/": "fit",
        "!": "fill", "*": "actual-size", "m": "show-menu", "Shift+M": "toggle-machine",
        "Ctrl+Delete": "move-to-trash", "WheelUp": "turn-page -1", "WheelDown": "turn-page 1",
        "<": "rotate -90", ">": "rotate 90",
      ]
    // mpv(1), KEYBOARD CONTROL.
    case .mpv:
      [
        "p": "toggle-pause", "↑": "seek 3", "↓": "seek -3", "Enter": "turn-page 1",
        "o": "toggle-timeline", "Shift+O": "toggle-timeline", "Shift+P": "toggle-timeline",
      ]
    // nsxiv(1), KEYBOARD COMMANDS, as far as the viewer has the same action.
    case .nsxiv:
      [
        "Space": "turn-page 1", "Backspace": "turn-page -1", "[": "turn-page -10",
        "]": "turn-page 10", "r": "reload", "=": "actual-size", "Shift+W": "fit",
        "Shift+F": "fill", "<": "rotate -90", ">": "rotate 90", "?": "rotate 180",
        "a": "toggle-smoothing", "s": "toggle-slideshow", "Ctrl+A": "toggle-pause",
        "Ctrl+Space": "toggle-pause",
      ]
    // As in vim itself, zathura and imv.
    case .vim:
      [
        "h": "seek -1", "l": "seek 1", "0": "restart", "$": "turn-page last", ":": "ask-for-path",
        "Ctrl+F": "turn-page 1", "Ctrl+B": "turn-page -1", "d": "move-to-trash", "y": "copy-path",
        "p": "paste",
      ]
    }
  }
}
