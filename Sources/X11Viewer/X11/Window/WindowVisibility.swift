import CX11

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

  /// As the server reports it.
  enum MapState: Hashable {
    case unmapped
    /// Mapped, but not its parent, or the parent of that.
    case unviewable
    case viewable
  }

  private var mapState: MapState
  private var isFullyObscured = false
  /// What the window manager's properties contained when they were last read.
  private var read: HiddenState = []
  /// Of that what the server has not contradicted since.
  private var valid: HiddenState = []

  init(_ mapState: MapState) { self.mapState = mapState }

  var isMapped: Bool { mapState != .unmapped }

  var isVisible: Bool { mapState == .viewable && valid.isEmpty && !isFullyObscured }

  mutating func didMap() {
    mapState = .viewable
    valid = []
  }

  mutating func didUnmap() { mapState = .unmapped }

  /// The server said how much of the window others cover, which it says of viewable windows only.
  mutating func didObscure(fully isFullyObscured: Bool) {
    mapState = .viewable
    self.isFullyObscured = isFullyObscured
    if !isFullyObscured { valid = [] }
  }

  /// The server asked for part of the picture, which it does only where that can be seen.
  mutating func didExpose() { didObscure(fully: false) }

  /// The server was asked. Where an event was lost, this makes up for it.
  mutating func didFind(_ state: MapState) {
    if state == .viewable, mapState == .unmapped { didMap() } else { mapState = state }
  }

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

extension WindowVisibility.MapState {
  init(_ attributes: XWindowAttributes) {
    switch attributes.map_state {
    case IsViewable: self = .viewable
    case IsUnviewable: self = .unviewable
    default: self = .unmapped
    }
  }
}
