/// Whether a window can be seen, as far as the server and the window manager say.
///
/// Visible is what the server last said. `_NET_WM_STATE_HIDDEN` hides a window when it appears; a
/// window manager that forgets to remove it when it maps the window again, as fvwm3 does, is
/// overruled by the server's own events.
struct WindowVisibility: Hashable {
  private(set) var isMapped: Bool
  /// Whether other windows cover all of it, or, for a window that was mapped when it was found,
  /// whether an ancestor is not mapped.
  private var isFullyObscured: Bool
  /// Whether `_NET_WM_STATE` contained `_NET_WM_STATE_HIDDEN` when it was last read.
  private var hasHiddenState = false
  /// Iconified, shaded, or on another desktop, as the window manager says.
  private var isHidden = false

  init(isMapped: Bool = false, isFullyObscured: Bool = false) {
    self.isMapped = isMapped
    self.isFullyObscured = isFullyObscured
  }

  var isVisible: Bool { isMapped && !isHidden && !isFullyObscured }

  mutating func didMap() {
    isMapped = true
    isHidden = false
  }

  mutating func didUnmap() { isMapped = false }

  mutating func didObscure(fully isFullyObscured: Bool) {
    self.isFullyObscured = isFullyObscured
    if !isFullyObscured { isHidden = false }
  }

  /// The server asked for part of the picture, which it does only where that can be seen.
  mutating func didExpose() { didObscure(fully: false) }

  /// `_NET_WM_STATE` was read. A state that was there before says nothing new.
  mutating func didRead(hiddenState: Bool) {
    guard hiddenState != hasHiddenState else { return }
    hasHiddenState = hiddenState
    isHidden = hiddenState
  }
}
