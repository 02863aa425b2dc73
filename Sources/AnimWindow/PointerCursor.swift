import CX11

/// A shape of the pointer over a ``LayerWindow``. Its appearance depends on the theme of the
/// desktop.
public enum PointerCursor: Hashable, Sendable, CaseIterable {
  /// The usual pointer of the desktop, which is hidden while the window is fullscreen.
  case standard
  /// No pointer.
  case hidden
  /// A hand, for something that can be pressed.
  case hand
  /// An I-beam, for text.
  case text
  /// A crosshair, for a precise position.
  case crosshair
  /// A hand or cross, for something that can be moved.
  case move
  /// A horizontal arrow, for an edge that can be moved to the left and right.
  case resizeHorizontally
  /// A vertical arrow, for an edge that can be moved up and down.
  case resizeVertically
  /// A clock, for a busy program.
  case wait

  /// The number in the cursor font of X, or `nil` for the pointer of the desktop.
  var shape: UInt32? {
    switch self {
    case .standard, .hidden: nil
    case .hand: UInt32(XC_hand2)
    case .text: UInt32(XC_xterm)
    case .crosshair: UInt32(XC_crosshair)
    case .move: UInt32(XC_fleur)
    case .resizeHorizontally: UInt32(XC_sb_h_double_arrow)
    case .resizeVertically: UInt32(XC_sb_v_double_arrow)
    case .wait: UInt32(XC_watch)
    }
  }
}
