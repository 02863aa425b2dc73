import AnimCore
import Glibc

/// The loop: it sleeps until a slot of the display, an event or a signal; in a slot it publishes
/// the frame that is drawn, and then draws the next one.
///
/// Time comes in here and nowhere else. What frames show is the scenes' business, how they are
/// painted the renderer's, and when they are due the pace's; the loop brings these together.
final class FrameLoop {
  let session: Session
  let settings: Settings
  let player: Player
  var pace: Pace
  var vblanks: VblankFollower?
  var clockKeeper: ClockKeeper
  /// By how many seconds the clocks were set on in all, which a scene that comes later takes over.
  var clockAdjustment: Seconds = 0
  var overlay = Overlay()
  var doubleClick = DoubleClick()
  /// The place in the catalogue of the scene on show.
  var sceneIndex: Int
  /// The output that shows most of the window, as of the last look.
  var output: Output?
  let statistics: FrameStatistics
  /// Of the frame that was published last.
  var record: FrameRecord?
  /// Whether the figures are shown over the picture.
  var showsStatistics: Bool
  var outcome: Outcome?
  /// Whether what is published next is to be saved.
  var wantsScreenshot = false
  /// Whether anybody can see the window, as of the last look.
  var isVisible = false

  private var timer: Timer
  private let signals: Signals
  private var poller: Poller
  /// Whether events end, or ended, the latest sleep.
  private(set) var isListening = true

  /// Whether a frame is to be drawn as soon as the renderer is ready.
  var wantsFrame = false
  /// The frame that is drawn and waits to be published.
  var drawn: DrawnFrame?
  /// Whether the next frame goes out as soon as it is drawn: the window shows none yet.
  var publishesAtOnce = true
  /// Slots that went by, since the last frame was drawn, without a frame that was wanted.
  var missed = 0
  /// Since when a frame waits for the server to be done with another one.
  var waitsSince: Timestamp?
  var published = 0
  private var end: Timestamp?

  struct Settings {
    var pace: PaceChoice
    var frameLimit: Int?
    var duration: Seconds?
    /// Whether the figures are shown from the start.
    var showsStatistics = false
    /// Whether to know how long the server takes for each frame.
    var timesCompletions = false
    /// Whether the window's number is printed with the first frame.
    var printsWindowID = false
    /// Whether clocks are to show the present time again after frames were stopped.
    var keepsClocksRight = false
    /// The place in the catalogue of the session's scene.
    var sceneIndex: Int
    /// Makes the scene of a place in the catalogue.
    var makeScene: (Int) -> any Scene
  }

  enum Outcome {
    case finished
    /// Somebody destroyed the window.
    case windowLost
    /// The signal that asked for the end.
    case signal(Int32)
  }

  /// - Parameters:
  ///   - session: its window not yet mapped.
  ///   - stage: of the window's size.
  ///   - output: the one that shows the window, if it is known.
  ///   - start: the scene time to begin at.
  ///   - statistics: gets the figures of all frames.
  init(
    _ session: Session, _ stage: Stage, _ settings: Settings, on output: Output?,
    start: Timestamp, statistics: FrameStatistics, signals: consuming Signals
  ) throws(SystemError) {
    self.session = session
    self.settings = settings
    self.statistics = statistics
    showsStatistics = settings.showsStatistics
    sceneIndex = settings.sceneIndex
    session.connection.watchOutputs()
    self.output = output
    pace = Pace(settings.pace, on: output?.refreshRate)
    vblanks = VblankFollower(settings.pace, session.window, on: output)
    let now = Timestamp.now
    pace.start(at: now)
    player = Player(
      stage, refreshInterval: pace.scheduler.lattice.period,
      at: pace.animationTime(at: now), from: start)
    clockKeeper = ClockKeeper(display: now, scene: start)
    pace.stop(at: now)
    timer = try Timer.make()
    poller = Poller(
      timer: timer.fileDescriptor, connection: session.connection.fileDescriptor,
      signals: signals.fileDescriptor)
    self.signals = signals
    end = settings.duration.map { now + $0 }
    statistics.status = Self.status(pace, vblanks, session.renderer)
  }

  /// Shows the window, and runs until something ends it.
  func run() throws(Failure) -> Outcome {
    session.window.map()
    // Another client's window may have been visible for long, and no event will say so.
    noticeVisibility()
    defer { finishRecord() }
    var hasRead = false
    while true {
      try drainEvents(after: hasRead)
      if let outcome { return outcome }
      let now = Timestamp.now
      timer.arm(at: deadline(at: now))
      isListening = listens(at: now)
      let ready = poller.wait(listening: isListening)
      let wakeUp = Timestamp.now
      if ready.signals { drainSignals() }
      hasRead = ready.timer
      guard ready.timer else { continue }
      timer.expired()
      // What came unheard may change what the slot shows.
      try drainEvents()
      if outcome == nil { try timeIsUp(at: wakeUp) }
    }
  }

  /// Whether events are to end a sleep that begins `now`.
  ///
  /// While a frame waits for a slot that is near, they are not: what they lead to is seen in that
  /// slot at the earliest, and is done there. So the usual frame wakes up once, and the server's
  /// word that it is done with the frame before, and the stamp of a vblank, cost no wake-up of their
  /// own. Only who wants to know how long the server took has to be awake when it is done.
  private func listens(at now: Timestamp) -> Bool {
    if settings.timesCompletions || showsStatistics { return true }
    guard drawn != nil, let slot = pace.deadline(at: now) else { return true }
    return slot - now > Self.near
  }

  /// How far ahead a slot is near, in seconds: nobody notices that an answer comes so late.
  private static let near: Seconds = 0.05

  /// Sends what is to be sent, handles all events that have come, and draws the frame that is
  /// wanted, until none of it leads to more of it.
  ///
  /// - Parameter hasRead: whether what has come was just read, and nothing is to be sent.
  private func drainEvents(after hasRead: Bool = false) throws(Failure) {
    var isDone = hasRead
    repeat {
      if !isDone { session.connection.exchange() }
      isDone = true
      while let event = session.connection.nextEvent() {
        handle(event)
        if !event.isNotice { isDone = false }
      }
      if session.connection.isLost {
        throw Failure(ConnectionError.lost(display: session.connection.name))
      }
      // Uncapped, the next frame would follow at once, and signals would not be looked at.
      if wantsFrame, outcome == nil, try drawFrame(), !pace.isUncapped { isDone = false }
    } while !isDone && outcome == nil
  }

  private func drainSignals() {
    while let signal = signals.next() {
      if signal == SIGCONT {
        resume()
      } else {
        outcome = .signal(signal)
      }
    }
  }

  /// When to wake up although nothing happens; nil for never.
  private func deadline(at now: Timestamp) -> Timestamp? {
    if let waitsSince {
      // Uncapped, only the server's answer counts.
      let slot = pace.isUncapped ? nil : pace.deadline(at: now)
      return earlier(earlier(slot, waitsSince + Self.lostCompletion), end)
    }
    return earlier(pace.deadline(at: now), end)
  }

  /// A completion that does not come in this time may be lost.
  private static let lostCompletion: Seconds = 0.25

  private func timeIsUp(at now: Timestamp) throws(Failure) {
    if let end, now >= end {
      outcome = .finished
      return
    }
    if let waitsSince, now - waitsSince >= Self.lostCompletion {
      session.renderer.recover()
      self.waitsSince = now
    }
    guard !pace.isUncapped, let wake = pace.scheduler.wake(at: now) else { return }
    missed += wake.missed
    if let drawn {
      try publish(drawn, at: now, wake)
    } else if wantsFrame {
      missed += 1
    }
    planNext(at: now)
  }
}

private func earlier(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
