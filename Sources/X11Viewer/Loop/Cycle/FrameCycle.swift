import AnimCore

/// A frame's life, and what the loop does next: a pure value that knows no clock, no server and no
/// scene.
///
/// The loop reports what happened (the methods of FrameCycle+Inputs) and asks, once a turn, for the
/// ``next(at:renderer:)`` thing to do, until that is to sleep. All decisions are made here.
///
///                            not visible, from any state
///        ┌────────┐ ◀──────────────────────────────────────────────
///        │ hidden │
///        └────────┘ ──── visible, continued ───┐
///                                              ▼
///        ┌────────┐ contents changed       ┌───────┐  renderer busy   ┌─────────┐
///        │  idle  │ ─────────────────────▶ │  due  │ ───────────────▶ │ blocked │
///        └────────┘                        └───────┘ ◀─────────────── └─────────┘
///            ▲    ┌─────────┐ near enough  ▲ │  ▲      renderer free
///    nothing │    │ waiting │ ─────────────┘ │  │
///     wanted │    └─────────┘           draw │  │ contents changed
///            │         ▲ slot is far         ▼  │
///            │         │                   ┌───────┐
///            └─────────┴───── publish ──── │ drawn │ ─── publish before its slot ──▶ shown
///                            in its slot   └───────┘      (first frame, expose)
///
/// From *shown* the frame's slot leads on as publishing in it does: to *due*, *waiting* or *idle*.
struct FrameCycle {
  /// What has become of the next frame.
  enum State: Hashable {
    /// The window is hidden; scene time is stopped.
    case hidden
    /// Nothing is to change; scene time is stopped.
    case idle
    /// The next frame is for a slot far ahead, and drawn shortly before it.
    case waiting
    /// The next frame is to be drawn as soon as the renderer is free.
    case due
    /// The next frame is to be drawn, and since some instant the server works on the last. At
    /// another one it was last asked whether it still does.
    case blocked(since: Timestamp, asked: Timestamp)
    /// The next frame is drawn, and waits for its slot.
    case drawn(DrawnFrame)
    /// The frame of the next slot is already published, and its slot is waited for. It may be stale:
    /// the contents have changed since.
    case shown(isStale: Bool)
  }

  var state = State.hidden
  var timing: FrameTiming
  /// From the display's time to the scene's.
  var timeline: Timeline
  /// Why the run ends, once it does.
  var outcome: Outcome?
  /// When it ends without being asked to.
  let end: Timestamp?
  /// How many frames it has at most.
  let frameLimit: Int?
  /// Whether what the server is done with ends each sleep, so that it can be timed.
  var timesCompletions = false

  /// When the contents change although no scene wants it: something over the picture goes away.
  var nextContentsChange: Timestamp?
  /// What the scene wanted after the frame that was drawn last.
  var demand = FrameSource.Demand.nothing
  /// The instant, by the display's clock, of the frame that was drawn last.
  var lastInstant: Timestamp?
  /// When the frame that was published last reached the screen, by the display's clock.
  var shownInstant: Timestamp?
  /// When the drawing that is under way began.
  var drawingStart: Timestamp?
  /// How long the last frame took to draw, in seconds.
  var drawingTime: Seconds = 0
  /// Slots that went by, since the last frame was drawn, without a frame that was wanted.
  var missed = 0
  var publishedCount = 0
  /// Whether the drawn frame is published as soon as possible: the window shows none yet, or lost
  /// part of it.
  var publishesEarly = false
  /// Whether time has not gone on as usual since the last frame that was drawn.
  var isInterrupted = true
  /// The same, since the last frame that was published.
  var isRecordInterrupted = true
  /// What of the window's picture was lost.
  var lostArea: PixelRect?
  /// Whether requests may be unsent, or events unread.
  var needsExchange = true
  /// Whether to ask for a vblank's stamp, whatever frames do.
  var wantsStamp = false
  /// When a hidden window asks again whether it is.
  var nextVisibilityCheck: Timestamp
  /// Whether the window can be seen, as far as the server says.
  var isWindowVisible = false
  /// Uncapped, whether signals and events were looked at since the last frame.
  var hasSlept = true
  /// When the latest sleep was to end.
  var sleepEnd: Timestamp?
  /// How many seconds the server took at last before it was done with a frame, where that was
  /// waited for.
  var lastBlock: Seconds = 0

  /// How far ahead a slot is near, in seconds: an answer this late is not noticed.
  static let near: Seconds = 0.05
  /// A completion that does not come in this time may be lost, in seconds.
  static let lostCompletion: Seconds = 0.25
  /// A sleep that ends later than it was to by more than this, in seconds, means that the process or
  /// the machine stood still.
  static let longestStall: Seconds = 0.25
  /// A server that takes longer than this for a frame, in seconds, and four times as long as for the
  /// last one, stood still. One that is slow all the time is not.
  static let longestBlock: Seconds = 1
  /// How often a hidden window asks, in seconds.
  static let visibilityInterval: Seconds = 2

  /// - Parameters:
  ///   - sceneTime: at which the scene begins.
  ///   - frameLimit: how many frames are published at most.
  ///   - duration: how many seconds the run takes at most.
  init(
    _ timing: FrameTiming, sceneTime: Timestamp, frameLimit: Int? = nil, duration: Seconds? = nil,
    at now: Timestamp
  ) {
    self.timing = timing
    timeline = Timeline(start: now, sceneTime: sceneTime)
    timeline.hold(at: now)
    self.frameLimit = frameLimit
    end = duration.map { now + $0 }
    nextVisibilityCheck = now + Self.visibilityInterval
  }
}
