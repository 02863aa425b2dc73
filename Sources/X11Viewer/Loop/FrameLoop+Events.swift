import AnimCore
import FramePacing
import OfflineRendering
import XWindow

// Events from the server.
extension FrameLoop {
  func handle(_ event: Event, at now: Timestamp) {
    session.window.handle(event)
    session.renderer.handle(event)
    switch event {
    case .expose(let area, _):
      cycle.didLose(area)
    case .configure(let size, _, _):
      if size != player.view.size {
        player.view.resize(to: size)
        cycle.contentsChanged(at: now)
      }
      if !isWithinOutput(session.window.position) { followOutput(at: now) }
    case .screenChange:
      followOutput(at: now)
    case .vblank(let vblank):
      receive(vblank, at: now)
    case .key(let stroke):
      if let action = KeyBindings.action(for: stroke) { perform(action, at: now) }
    case .button(let click):
      if beginScrubbing(click, at: now) { break }
      if doubleClick.completes(with: click) { perform(.toggleFullscreen, at: now) }
    case .buttonReleased(let button):
      if button == 1 { endScrubbing(at: now) }
    case .pointer(let x, let y):
      pointerMoved(x: x, y: y, at: now)
    case .pointerLeft:
      pointerLeft(at: now)
    case .drag, .selection:
      let list = dropTarget?.handle(event, on: session.connection)
      let paths = list.map(URIList.paths) ?? []
      if !paths.isEmpty { open(paths, at: now) }
    case .deleteWindow:
      cycle.end(.finished)
    case .destroyed:
      cycle.end(.windowLost)
    case .shmCompletion, .fence:
      didComplete(at: now)
    case .error(let error):
      session.logger.debug("the server refused a request: \(error)")
    default:
      break
    }
  }

  private func receive(_ vblank: Vblank, at now: Timestamp) {
    guard let vblanks, vblanks.accept(vblank) else { return }
    if let error = cycle.didReceive(VblankStamp(vblank), at: now) {
      record?.phaseError = Timestamp(seconds: error).nanoseconds
    }
  }
}

extension VblankStamp {
  init(_ vblank: Vblank) {
    let nanoseconds = vblank.ust.multipliedReportingOverflow(by: 1_000).partialValue
    self.init(
      msc: Int64(clamping: vblank.msc), ust: Timestamp(nanoseconds: Int64(clamping: nanoseconds)))
  }
}

// The output that shows the window.
extension FrameLoop {
  /// Whether a window at `position` is entirely on the output that last showed it.
  private func isWithinOutput(_ position: WindowPosition) -> Bool {
    guard let output else { return true }
    let size = session.window.size
    let area = PixelRect(
      x0: position.x, y0: position.y, x1: position.x + size.width, y1: position.y + size.height)
    return output.area.intersection(area) == area
  }

  /// Follows the vblanks of another output if the window has moved there, or the new rate if the
  /// output's mode has changed. The animation continues.
  private func followOutput(at now: Timestamp) {
    guard let output = session.connection.output(showing: session.window.areaOnScreen),
      output != self.output
    else { return }
    self.output = output
    vblanks?.follow(output.area)
    cycle.displayChanged(to: output.refreshRate, at: now)
  }
}
