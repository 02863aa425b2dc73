import AnimCore
import AnimWindow
import FramePacing
import XWindow

extension TimingStatus {
  /// Finds out how frames would be timed, without showing any, from the vblanks of the output that
  /// shows the session's window. This takes a second or two.
  static func measure(_ session: Session, on output: DisplayOutput?) -> TimingStatus {
    var configuration = WindowEngine.Configuration()
    configuration.timing.source = .timer
    configuration.duration = VblankTiming.settlingTimeout
    guard
      let engine = try? WindowEngine(session.window, session.renderer, configuration, on: output)
    else { return TimingStatus(source: .timer, renderer: session.renderer.description) }
    let measurement = TimingMeasurement(in: engine)
    // The window isn't mapped, so no frames are drawn.
    _ = try? engine.run(for: measurement)
    return measurement.status(renderer: session.renderer.description)
  }
}

/// Requests the vblanks of a window one after the other, until they provide no more information.
private final class TimingMeasurement: WindowClient {
  private let engine: WindowEngine
  private let vblanks: VblankEvents?
  private var timing: VblankTiming
  private var count = 0
  let demand = FrameSource.Demand.nothing

  init(in engine: WindowEngine) {
    self.engine = engine
    vblanks = VblankEvents(of: engine.window)
    timing = VblankTiming(
      TimingConfiguration(), rate: engine.output?.refreshRate, hasVblanks: vblanks != nil,
      at: engine.start)
    if let vblanks { vblanks.request() } else { engine.cycle.end(.finished) }
  }

  func handle(_ event: Event, at now: Timestamp) {
    guard case .vblank(let vblank) = event, let vblanks, vblanks.accept(vblank) else { return }
    _ = timing.didReceive(VblankStamp(vblank), at: now)
    count += 1
    if timing.isSettled(after: now - engine.start) {
      engine.cycle.end(.finished)
    } else {
      vblanks.request()
      engine.window.connection.exchange()
    }
  }

  func draw(_ request: FrameRequest, at now: Timestamp) -> DisplayList {
    DisplayList(size: engine.window.size)
  }

  func didNotDraw(because error: RenderError) {}

  /// Returns the timing of frames, which follow a timer if no timestamp has arrived in time.
  func status(renderer: String) -> TimingStatus {
    if vblanks != nil, count == 0 { timing.giveUpOnStamps() }
    return timing.status(renderer: renderer)
  }
}
