import CX11

/// Whether a window can be seen, as far as the server and the window manager report.
///
/// A window is visible if the server last said so. A property of the window manager hides it when
/// the property appears. A window manager that forgets to remove it when it maps the window again,
/// such as fvwm3, is overruled by the server's own events.
struct WindowVisibility: Hashable {
  /// The properties by which a window manager marks a window as iconified, shaded, or on another
  /// desktop.
  struct HiddenState: OptionSet, Hashable {
    let rawValue: UInt8
    /// `_NET_WM_STATE` contains `_NET_WM_STATE_HIDDEN` (EWMH).
    static let netWMState = Self(rawValue: 1)
    /// `WM_STATE` is not NormalState (ICCCM 4.1.3.1). This is the only sign that i3 gives for a
    /// window on another workspace, whose parent it unmaps.
    static let wmState = Self(rawValue: 2)
  }

  /// The map state, as the server reports it.
  enum MapState: Hashable {
    case unmapped
    /// Mapped, but one of its ancestors is not.
    case unviewable
    case viewable
  }

  private var mapState: MapState
  private var isFullyObscured = false
  /// The properties that were set when they were last read.
  private var read: HiddenState = []
  /// The states that the server hasn't contradicted since.
  private var valid: HiddenState = []

  init(_ mapState: MapState) { self.mapState = mapState }

  var isMapped: Bool { mapState != .unmapped }

  var isVisible: Bool { mapState == .viewable && valid.isEmpty && !isFullyObscured }

  mutating func didMap() {
    mapState = .viewable
    valid = []
  }

  mutating func didUnmap() { mapState = .unmapped }

  /// The server reported how much of the window others cover, which it does only for viewable
  /// windows.
  mutating func didObscure(fully isFullyObscured: Bool) {
    mapState = .viewable
    self.isFullyObscured = isFullyObscured
    if !isFullyObscured { valid = [] }
  }

  /// The server asked for part of the picture, which it does only for visible parts.
  mutating func didExpose() { didObscure(fully: false) }

  /// The server was queried, which makes up for any lost events.
  mutating func didFind(_ state: MapState) {
    if state == .viewable, mapState == .unmapped { didMap() } else { mapState = state }
  }

  /// A property of the window manager was read. Only a change says anything new.
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
