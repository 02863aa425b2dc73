import AnimCore
import CX11

/// Asks the server, through Present, when the vertical blank is.
///
/// One question is out at a time; its answer is ``Event/vblank(_:)``. The server settles once for
/// each window whose vblank it reports, and stays with that output when the window moves on. So
/// the questions are asked about a small child window that is never mapped, and ``follow(_:)``
/// makes a new one where the output has changed.
final class VblankEvents {
  private let window: Window
  private var probe: ResourceID?
  private var lastSerial: UInt32 = 0
  /// Whether an answer is still to come.
  private(set) var isPending = false

  /// Nil where the server has no Present.
  init?(of window: Window) {
    guard window.connection.extensions.present != nil, window.connection.display != nil else {
      return nil
    }
    self.window = window
    makeProbe(at: WindowPosition(x: 0, y: 0))
  }

  deinit { destroyProbe() }

  /// Asks about the next vblank from now, unless a question is still out.
  func request() {
    guard !isPending, let probe, let display = window.connection.display else { return }
    lastSerial &+= 1
    // Of the counts that are 0 modulo 1 the next: any count, and not the one that just was.
    XPresentNotifyMSC(display, probe, lastSerial, 0, 1, 0)
    isPending = true
  }

  /// Asks about the next vblank from now, in place of a question that is still out.
  func ask() {
    abandon()
    request()
  }

  /// Gives up on the question that is out. Its answer, should it still come, is no longer valid.
  func abandon() {
    isPending = false
    lastSerial &+= 1
  }

  /// Whether `vblank` answers the question that is out; it then is no longer.
  func accept(_ vblank: Vblank) -> Bool {
    guard isPending, vblank.serial == lastSerial else { return false }
    isPending = false
    return true
  }

  /// Asks from now on about the output that shows `area`, in pixels of the screen. For the start,
  /// and whenever the window has moved to another output. Waits for the server.
  func follow(_ area: PixelRect) {
    abandon()
    destroyProbe()
    // The middle of what the output shows of the window, in the window's own coordinates.
    let own = window.areaOnScreen
    let shared = own.intersection(area)
    let seen = shared.isEmpty ? own : shared
    makeProbe(
      at: WindowPosition(
        x: (seen.x0 + seen.x1) / 2 - own.x0, y: (seen.y0 + seen.y1) / 2 - own.y0))
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
