import AnimCore

/// Finds out by what frames would be timed, without showing any.
struct TimingProbe {
  /// A display that refreshes once a second has done so twice by then, in seconds.
  private static let patience: Seconds = 2.6
  /// This long a usual display is watched, in seconds.
  private static let usual: Seconds = 0.6

  /// Watches the vblanks of the output that shows the session's window. Takes a second or two.
  static func status(of session: Session, on output: Output?) -> TimingStatus {
    let vblanks = VblankEvents(of: session.window)
    let start = Timestamp.now
    var pace = VblankPace(
      TimingConfiguration(), rate: output?.refreshRate, hasVblanks: vblanks != nil, at: start)
    if let vblanks { watch(vblanks, &pace, session.connection, from: start) }
    return Pace.vblankPaced(pace).status(renderer: session.renderer.description)
  }

  private static func watch(
    _ vblanks: VblankEvents, _ pace: inout VblankPace, _ connection: Connection,
    from start: Timestamp
  ) {
    var now = start
    var count = 0
    while !isSettled(pace, after: now - start) {
      vblanks.request()
      connection.exchange()
      now = .now
      while let event = connection.nextEvent() {
        guard case .vblank(let vblank) = event, vblanks.accept(vblank) else { continue }
        _ = pace.stamped(VblankStamp(vblank), at: now)
        count += 1
      }
      if vblanks.isPending {
        guard
          Poller.wait(for: connection.fileDescriptor, until: start + patience)
        else { break }
      }
    }
    if count == 0 { pace.giveUpOnStamps() }
  }

  private static func isSettled(_ pace: VblankPace, after span: Seconds) -> Bool {
    switch pace.display.lockState {
    case .foreignClock: true
    case .locked: span >= usual
    case .acquiring, .freeRunning: span >= patience
    }
  }
}
