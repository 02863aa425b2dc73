import AnimCore

// What the server tells.
extension FrameLoop {
  func handle(_ event: Event) {
    session.window.handle(event)
    session.renderer.handle(event)
    switch event {
    case .expose(let area, _):
      session.renderer.repair(area)
    case .configure(let size, _, _):
      if size != player.stage.size {
        player.stage.resize(to: size)
        invalidate()
      }
      if !isWithinOutput(session.window.position) { followOutput() }
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
    case .shmCompletion, .fence:
      noteCompletion(at: .now)
    case .error(let error):
      session.logger.debug("the server refused a request: \(error)")
      statistics.status.renderer = session.renderer.description
    default:
      break
    }
    if !event.isNotice, !pace.scheduler.lattice.isVisible { vblanks?.lookAgain() }
    noticeVisibility()
  }

  /// Frames stop while nobody can see them, and go on when somebody can.
  func noticeVisibility() {
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
    let error = vblanks?.take(vblank, &pace.scheduler.lattice, at: .now)
    if let error { record?.phaseError = Timestamp(seconds: error).nanoseconds }
  }
}

// Which display shows the window.
extension FrameLoop {
  /// Whether a window at `position` is wholly on the output that showed it last.
  private func isWithinOutput(_ position: WindowPosition) -> Bool {
    guard let output else { return true }
    let size = session.window.size
    let area = PixelRect(
      x0: position.x, y0: position.y, x1: position.x + size.width, y1: position.y + size.height)
    return output.area.intersection(area) == area
  }

  /// Goes by the vblanks of another output, if the window has come to one, or if its mode has
  /// changed. The animation goes on.
  private func followOutput() {
    guard let now = session.connection.output(showing: session.window.areaOnScreen),
      now != output
    else { return }
    output = now
    vblanks?.follow(now.area)
    let plan = settings.pace.plan(for: now.refreshRate)
    guard plan.followsDisplay else { return }
    pace.follow(plan)
    player.source.refreshInterval = plan.slots.interval
  }
}
