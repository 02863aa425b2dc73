import AnimCore
import FramePacing
import XWindow

/// Finds out how frames would be timed, without showing any.
struct TimingProbe {
  /// How long to watch a slow display, in seconds: one that refreshes once a second has then done
  /// so twice.
  private static let patience: Seconds = 2.6
  /// How long to watch an ordinary display, in seconds.
  private static let usual: Seconds = 0.6

  /// Watches the vblanks of the output that shows the session's window. This takes a second or two.
  static func status(of session: Session, on output: DisplayOutput?) -> TimingStatus {
    let vblanks = VblankEvents(of: session.window)
    let start = Timestamp.now
    var timing = VblankTiming(
      TimingConfiguration(), rate: output?.refreshRate, hasVblanks: vblanks != nil, at: start)
    if let vblanks { watch(vblanks, &timing, session.connection, from: start) }
    return FrameTiming.vblanks(timing).status(renderer: session.renderer.description)
  }

  private static func watch(
    _ vblanks: VblankEvents, _ timing: inout VblankTiming, _ connection: Connection,
    from start: Timestamp
  ) {
    var now = start
    var count = 0
    while !isSettled(timing, after: now - start) {
      vblanks.request()
      connection.exchange()
      now = .now
      while let event = connection.nextEvent() {
        guard case .vblank(let vblank) = event, vblanks.accept(vblank) else { continue }
        _ = timing.stamped(VblankStamp(vblank), at: now)
        count += 1
      }
      if vblanks.isPending {
        guard
          waitUntilReadable(connection.fileDescriptor, until: start + patience)
        else { break }
      }
    }
    if count == 0 { timing.giveUpOnStamps() }
  }

  private static func isSettled(_ timing: VblankTiming, after span: Seconds) -> Bool {
    switch timing.display.lockState {
    case .foreignClock: true
    case .locked: span >= usual
    case .acquiring, .freeRunning: span >= patience
    }
  }
}
