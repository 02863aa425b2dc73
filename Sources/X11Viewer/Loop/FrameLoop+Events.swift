import AnimCore

// What the server tells.
extension FrameLoop {
  func handle(_ event: Event) {
    session.window.handle(event)
    session.renderer.handle(event)
    switch event {
    case .expose(let area, _):
      session.renderer.repair(area)
    case .configure:
      if session.window.size != session.stage.size {
        session.stage.resize(to: session.window.size)
        invalidate()
      }
      followOutput()
    case .screenChange:
      followOutput()
    case .vblank(let vblank):
      take(vblank)
    case .key(let stroke):
      if let action = KeyBindings.action(for: stroke) { perform(action) }
    case .button(let click):
      if doubleClick.completes(with: click) { perform(.toggleFullscreen) }
    case .deleteWindow:
      outcome = .finished
    case .destroyed:
      outcome = .windowLost
    case .error(let error):
      logger.debug("the server refused a request: \(error)")
    default:
      break
    }
    noticeVisibility()
  }

  /// Frames stop while nobody can see them, and go on when somebody can.
  private func noticeVisibility() {
    let canBeSeen = session.window.isVisible && pace.scheduler.lattice.isVisible
    guard canBeSeen != isVisible else { return }
    isVisible = canBeSeen
    if canBeSeen {
      resume()
    } else {
      rest(at: .now)
    }
  }

  private func take(_ vblank: Vblank) {
    _ = vblanks?.take(vblank, &pace.scheduler.lattice, at: .now)
  }

  /// Learns the refresh rate anew when the window is on another output, or the output has another
  /// mode.
  private func followOutput() {
  }
}
