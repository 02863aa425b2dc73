import AnimCore
import CX11

/// Requests the times of vertical blanks from the server, through Present.
///
/// Only one request is pending at a time, and ``Event/vblank(_:)`` is its answer. The server
/// chooses the output of a window once, and keeps it when the window moves. The requests are
/// therefore for a small child window that is never mapped, and ``follow(_:)`` creates a new one if
/// the output has changed.
package final class VblankEvents {
  private let window: Window
  private var probe: ResourceID?
  private var lastSerial: UInt32 = 0
  /// Whether a request is pending.
  package private(set) var isPending = false

  /// Creates the events of a window, or returns `nil` if the server doesn't support Present.
  package init?(of window: Window) {
    guard window.connection.extensions.present != nil, window.connection.display != nil else {
      return nil
    }
    self.window = window
    makeProbe(at: WindowPosition(x: 0, y: 0))
  }

  deinit { destroyProbe() }

  /// Requests the next vblank, unless a request is pending.
  package func request() {
    guard !isPending, let probe, let display = window.connection.display else { return }
    lastSerial &+= 1
    // The next count that is 0 modulo 1: any count after the current one.
    XPresentNotifyMSC(display, probe, lastSerial, 0, 1, 0)
    isPending = true
  }

  /// Requests the next vblank, and abandons any pending request.
  package func ask() {
    abandon()
    request()
  }

  /// Abandons the pending request. If its answer still arrives, it is ignored.
  private func abandon() {
    isPending = false
    lastSerial &+= 1
  }

  /// Returns whether `vblank` answers the pending request, which is then completed.
  package func accept(_ vblank: Vblank) -> Bool {
    guard isPending, vblank.serial == lastSerial else { return false }
    isPending = false
    return true
  }

  /// Starts to request vblanks of the output that shows `area`, in pixels of the screen. Call this
  /// initially and whenever the window has moved to another output. Waits for the server.
  package func follow(_ area: PixelRect) {
    abandon()
    destroyProbe()
    // The centre of the part of the window that the output shows, in the window's coordinates.
    let covered = window.areaOnScreen
    let shared = covered.intersection(area)
    let seen = shared.isEmpty ? covered : shared
    makeProbe(
      at: WindowPosition(
        x: (seen.x0 + seen.x1) / 2 - covered.x0, y: (seen.y0 + seen.y1) / 2 - covered.y0))
  }

  private func makeProbe(at position: WindowPosition) {
    guard let display = window.connection.display else { return }
    let id = XCreateWindow(
      display, window.id, Int32(position.x), Int32(position.y), 1, 1, 0, 0, UInt32(InputOnly), nil,
      0, nil)
    _ = XPresentSelectInput(display, id, UInt32(PresentCompleteNotifyMask))
    probe = id
  }

  private func destroyProbe() {
    if let probe, let display = window.connection.display { XDestroyWindow(display, probe) }
    probe = nil
  }
}
