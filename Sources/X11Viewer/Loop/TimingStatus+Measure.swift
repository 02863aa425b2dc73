import AnimCore
import AnimWindow
import FramePacing
import LinuxSystem
import XWindow

extension TimingStatus {
  /// Finds out how frames would be timed, without showing any, from the vblanks of the output that
  /// shows the session's window. This takes a second or two.
  static func measure(_ session: Session, on output: DisplayOutput?) -> TimingStatus {
    let vblanks = VblankEvents(of: session.window)
    let start = Timestamp.now
    var timing = VblankTiming(
      TimingConfiguration(), rate: output?.refreshRate, hasVblanks: vblanks != nil, at: start)
    if let vblanks { watch(vblanks, &timing, session.connection, from: start) }
    return timing.status(renderer: session.renderer.description)
  }

  private static func watch(
    _ vblanks: VblankEvents, _ timing: inout VblankTiming, _ connection: Connection,
    from start: Timestamp
  ) {
    var now = start
    var count = 0
    while !timing.isSettled(after: now - start) {
      vblanks.request()
      connection.exchange()
      now = .now
      while let event = connection.nextEvent() {
        guard case .vblank(let vblank) = event, vblanks.accept(vblank) else { continue }
        _ = timing.didReceive(VblankStamp(vblank), at: now)
        count += 1
      }
      if vblanks.isPending {
        guard
          waitUntilReadable(connection.fileDescriptor, until: start + VblankTiming.settlingTimeout)
        else { break }
      }
    }
    if count == 0 { timing.giveUpOnStamps() }
  }
}
