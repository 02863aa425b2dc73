/// Whether a window can be seen, as far as the server and the window manager say.
///
/// Visible is what the server last said. What the window manager says hides a window when it
/// appears; a window manager that forgets to take it back when it maps the window again, as fvwm3
/// does, is overruled by the server's own events.
struct WindowVisibility: Hashable {
  /// The ways in which a window manager says that a window is iconified, shaded, or on another
  /// desktop.
  struct HiddenState: OptionSet, Hashable {
    let rawValue: UInt8
    /// `_NET_WM_STATE` contains `_NET_WM_STATE_HIDDEN` (EWMH).
    static let netWMState = Self(rawValue: 1)
    /// `WM_STATE` is another than NormalState (ICCCM 4.1.3.1). It is the only sign that i3 gives
    /// of a window on another workspace, whose parent it unmaps.
    static let wmState = Self(rawValue: 2)
  }

  private(set) var isMapped: Bool
  /// Whether other windows cover all of it, or, for a window that was mapped when it was found,
  /// whether an ancestor is not mapped.
  private var isFullyObscured: Bool
  /// What the window manager's properties contained when they were last read.
  private var read: HiddenState = []
  /// Of that what the server has not contradicted since.
  private var valid: HiddenState = []

  init(isMapped: Bool = false, isFullyObscured: Bool = false) {
    self.isMapped = isMapped
    self.isFullyObscured = isFullyObscured
  }

  var isVisible: Bool { isMapped && valid.isEmpty && !isFullyObscured }

  mutating func didMap() {
    isMapped = true
    valid = []
  }

  mutating func didUnmap() { isMapped = false }

  mutating func didObscure(fully isFullyObscured: Bool) {
    self.isFullyObscured = isFullyObscured
    if !isFullyObscured { valid = [] }
  }

  /// The server asked for part of the picture, which it does only where that can be seen.
  mutating func didExpose() { didObscure(fully: false) }

  /// A property of the window manager was read. What was there before says nothing new.
  mutating func didRead(_ state: HiddenState, _ isSet: Bool) {
    guard isSet != read.contains(state) else { return }
    if isSet {
      read.insert(state)
      valid.insert(state)
    } else {
      read.remove(state)
      valid.remove(state)
    }
  }
}
