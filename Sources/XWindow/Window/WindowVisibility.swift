import CX11

/// Whether a window is visible, according to the server and the window manager.
///
/// A window is visible if the server has reported so last. A window manager's property hides it
/// when the property appears. Some window managers, such as fvwm3, forget to remove the property
/// when they map the window again, so events of the server take precedence.
struct WindowVisibility: Hashable {
  /// The properties with which a window manager marks a window as iconified, shaded, or on another
  /// desktop.
  struct HiddenState: OptionSet, Hashable {
    let rawValue: UInt8
    /// `_NET_WM_STATE` contains `_NET_WM_STATE_HIDDEN` (EWMH).
    static let netWMState = Self(rawValue: 1)
    /// `WM_STATE` isn't NormalState (ICCCM 4.1.3.1). This is the only indication of i3 for a window
    /// on another workspace, whose parent it unmaps.
    static let wmState = Self(rawValue: 2)
  }

  /// The map state reported by the server.
  enum MapState: Hashable {
    case unmapped
    /// The window is mapped, but one of its ancestors isn't.
    case unviewable
    case viewable
  }

  private var mapState: MapState
  private var isFullyObscured = false
  /// The properties that were set when last read.
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

  /// Handles a report of how much of the window others cover. The server sends it only for viewable
  /// windows.
  mutating func didObscure(fully isFullyObscured: Bool) {
    mapState = .viewable
    self.isFullyObscured = isFullyObscured
    if !isFullyObscured { valid = [] }
  }

  /// Handles a request of the server to redraw a part of the image. The server sends it only for
  /// visible parts.
  mutating func didExpose() { didObscure(fully: false) }

  /// Handles the result of a query, which makes up for lost events.
  mutating func didFind(_ state: MapState) {
    if state == .viewable, mapState == .unmapped { didMap() } else { mapState = state }
  }

  /// Handles the value of a window manager's property. Only a change is relevant.
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
