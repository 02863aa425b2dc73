import AnimCore
import Viewer
import XWindow

/// The window of a sticker: its outline, and dragging it.
struct Sticker {
  private let session: Session
  private let isClickThrough: Bool
  /// The distance from the window's corner to the pointer while the sticker is dragged, in pixels.
  private var grip: WindowPosition?

  /// Receives the position of the window's corner when the user has dragged the sticker.
  private let didMove: (WindowPosition) -> Void

  /// Starts to watch the compositor. Waits for the server.
  init(
    _ session: Session, isClickThrough: Bool, didMove: @escaping (WindowPosition) -> Void
  ) {
    (self.session, self.isClickThrough, self.didMove) = (session, isClickThrough, didMove)
    session.connection.watchCompositor()
    shape()
  }

  /// Shapes the window for the presence or absence of a compositor.
  private func shape() {
    (session.renderer as? ShmRenderer)?
      .shapeWindow(receivingClicks: isClickThrough ? .nowhere : .drawnPixels)
  }

  enum Response: Hashable {
    case ignored
    case handled
    /// The image must be drawn again.
    case needsFrame
  }

  /// Handles an event.
  ///
  /// - Parameter isOpen: Whether a dialog receives the events of buttons.
  mutating func handle(_ event: Event, hasDialog isOpen: Bool) -> Response {
    switch event {
    case .compositorChange:
      shape()
      return .needsFrame
    case .button(let click) where click.button == 1 && !isOpen && !click.modifiers.isHeld:
      let corner = session.window.areaOnScreen
      let pointer = session.connection.pointerOnScreen
      grip = WindowPosition(x: pointer.x - corner.x0, y: pointer.y - corner.y0)
      return .handled
    case .pointer:
      guard let grip else { return .ignored }
      session.window.move(to: corner(grip))
      return .handled
    case .buttonReleased(1):
      guard let grip else { return .ignored }
      didMove(corner(grip))
      self.grip = nil
      return .handled
    default: return .ignored
    }
  }

  /// Returns the position of the window's corner for the current position of the pointer.
  private func corner(_ grip: WindowPosition) -> WindowPosition {
    let pointer = session.connection.pointerOnScreen
    return WindowPosition(x: pointer.x - grip.x, y: pointer.y - grip.y)
  }
}

extension Modifiers {
  fileprivate var isHeld: Bool { !isDisjoint(with: [.control, .alt, .logo, .shift]) }
}
