import AnimCore

/// Keeps a lattice in step with the display: asks the server for stamps as often as the lattice
/// wants them, and passes them on.
struct VblankFollower {
  private let events: VblankEvents
  /// Frames published since the last stamp was asked for.
  private var frames = 0
  /// Stamps to be asked for at once, one after the other.
  private var probes = 0
  /// When a stamp that was asked for counts as lost.
  private var timeout: Timestamp?

  /// Nil where the choice is not to go by vblanks, or the server does not tell them.
  init?(_ choice: PaceChoice, _ window: Window, on output: Output?) {
    guard choice.timing != .timer, choice.rate != .maximum,
      choice.plan(for: output?.refreshRate).followsDisplay, let events = VblankEvents(of: window)
    else { return nil }
    self.events = events
    if let output { events.follow(output.area) }
  }

  /// A frame was published: asks for a stamp if it is time for one. The question goes out with
  /// whatever is sent next.
  mutating func framePublished(_ lattice: inout VblankLattice, at now: Timestamp) {
    if events.isPending {
      guard let timeout, now > timeout else { return }
      events.abandon()
      lattice.sampleLost()
    }
    frames += 1
    guard frames >= lattice.framesToNextSample else { return }
    frames = 0
    events.request()
    timeout = now + lattice.period + lattice.sampleTimeout
  }

  /// A stamp has come.
  /// - Returns: how far it was from where the lattice expected it, in seconds; nil if it is not
  ///   the answer that was waited for, or if the lattice knew no vblank yet.
  mutating func take(
    _ vblank: Vblank, _ lattice: inout VblankLattice, at now: Timestamp
  ) -> Seconds? {
    guard events.accept(vblank) else { return nil }
    if probes > 0 {
      probes -= 1
      events.request()
    }
    let stamp = VblankStamp(
      msc: Int64(clamping: vblank.msc),
      ust: Timestamp(
        nanoseconds: Int64(clamping: vblank.ust.multipliedReportingOverflow(by: 1_000).partialValue)
      ))
    let error = lattice.sampleCount > 0 ? stamp.ust - lattice.time(ofVblank: stamp.msc) : nil
    _ = lattice.add(stamp, now: now)
    return error
  }

  /// The display showed nothing, and something has happened: looks whether it does again. That
  /// takes two stamps, since the first one ends the time in which it did not.
  mutating func lookAgain() {
    guard !events.isPending else { return }
    probes = 1
    events.request()
  }

  /// No frame will come for a while: what was asked for is not waited for.
  mutating func pause() {
    events.abandon()
    timeout = nil
    frames = 0
  }

  /// The window is on another output now, whose pixels of the screen are `area`.
  mutating func follow(_ area: PixelRect) {
    events.follow(area)
    timeout = nil
    frames = 0
  }
}
