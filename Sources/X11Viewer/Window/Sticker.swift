import AnimCore
import Viewer
import XWindow

/// The window of a sticker: its outline, and dragging it.
struct Sticker {
  private let session: Session
  private let isClickThrough: Bool
  /// The distance from the window's corner to the pointer while the sticker is dragged, in pixels.
  private var grip: WindowPosition?

  /// Starts to watch the compositor. Waits for the server.
  init(_ session: Session, isClickThrough: Bool) {
    (self.session, self.isClickThrough) = (session, isClickThrough)
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
    /// The user has moved the sticker.
    case moved
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
      let pointer = session.connection.pointerOnScreen
      session.window.move(to: WindowPosition(x: pointer.x - grip.x, y: pointer.y - grip.y))
      return .handled
    case .buttonReleased(1):
      guard grip != nil else { return .ignored }
      grip = nil
      return .moved
    default: return .ignored
    }
  }
}

extension Modifiers {
  fileprivate var isHeld: Bool { !isDisjoint(with: [.control, .alt, .logo, .shift]) }
}
