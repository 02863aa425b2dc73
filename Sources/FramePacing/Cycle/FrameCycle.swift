import AnimCore

/// The life of a frame, and what the loop does next: a pure value, without a clock, a server or a
/// scene.
///
/// The loop reports what happened (the methods of FrameCycle+Inputs), and in each turn asks for the
/// ``next(at:renderer:)`` thing to do until that is to sleep. All decisions are made here.
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
/// When its slot comes, *shown* is left as if the frame had been published in it: to *due*,
/// *waiting* or *idle*.
package struct FrameCycle {
  /// The state of the next frame.
  package enum State: Hashable {
    /// The window is hidden; scene time is stopped.
    case hidden
    /// Nothing changes; scene time is stopped.
    case idle
    /// The next frame is for a slot far ahead, and will be drawn shortly before it.
    case waiting
    /// The next frame is to be drawn as soon as the renderer is free.
    case due
    /// The next frame is to be drawn, but the server has been busy with the last one for some time.
    /// The second instant is when the server was last asked.
    case blocked(since: Timestamp, asked: Timestamp)
    /// The next frame is drawn, and waits for its slot.
    case drawn(DrawnFrame)
    /// The frame for the next slot was published early, and the cycle waits for the slot. It is
    /// stale if the contents have changed since.
    case shown(isStale: Bool)
  }

  package var state = State.hidden
  package var timing: FrameTiming
  /// Maps the display's time to scene time.
  package var timeline: Timeline
  /// Why the run ends; nil while it goes on.
  var outcome: Outcome?
  /// When the run ends unasked, as --duration says; nil for never.
  package let end: Timestamp?
  /// After how many published frames the run ends; nil for no limit.
  let frameLimit: Int?
  /// Whether completions from the server end each sleep, so that they can be timed.
  package var timesCompletions = false

  /// When the contents change without the scene asking for it: an overlay disappears.
  package var nextContentsChange: Timestamp?
  /// What the scene wanted after the last drawn frame.
  var demand = FrameSource.Demand.nothing
  /// The instant, by the display's clock, of the last drawn frame.
  var lastInstant: Timestamp?
  /// The instant, by the display's clock, of the last published frame.
  var publishedInstant: Timestamp?
  /// When the last published frame reached the screen, by the display's clock.
  var shownInstant: Timestamp?
  /// When the current drawing began; nil if none is under way.
  var drawingStart: Timestamp?
  /// How long the last frame took to draw, in seconds.
  var drawingTime: Seconds = 0
  /// How many wanted slots were missed since the last frame was drawn.
  var missed = 0
  package var publishedCount = 0
  /// Whether the drawn frame is published as soon as possible, because the window shows nothing yet
  /// or has lost part of its picture.
  var publishesEarly = false
  /// Whether frames were interrupted since the last drawn frame.
  var isInterrupted = true
  /// Whether frames were interrupted since the last published frame.
  var isRecordInterrupted = true
  /// The part of the window that lost its picture.
  var lostArea: PixelRect?
  /// Whether there may be unsent requests or unread events.
  var needsExchange = true
  /// Whether to ask for a vblank stamp, even without a frame.
  var wantsStamp = false
  /// When to ask again whether the hidden window can be seen.
  var nextVisibilityCheck: Timestamp
  /// Whether the window can be seen, as far as the server says.
  var isWindowVisible = false
  /// If uncapped, whether signals and events were read since the last frame.
  var hasSlept = true
  /// When the last sleep was to end.
  var sleepEnd: Timestamp?
  /// How long the server last took to finish a frame that was waited for, in seconds.
  var lastBlock: Seconds = 0

  /// A slot less than this far ahead is near, in seconds. Nobody notices a response that is this
  /// late.
  static let near: Seconds = 0.05
  /// A completion that takes longer than this may be lost, in seconds.
  static let lostCompletion: Seconds = 0.25
  /// A sleep that ends this much too late, in seconds, means that the process or the machine was
  /// stopped.
  static let longestStall: Seconds = 0.25
  /// A server that takes longer than this for a frame, in seconds, and more than four times as long
  /// as for the previous one, was stopped. A server that is always slow is not.
  static let longestBlock: Seconds = 1
  /// How often to ask whether a hidden window can be seen, in seconds.
  static let visibilityInterval: Seconds = 2

  /// - Parameters:
  ///   - sceneTime: the scene time to begin at.
  ///   - frameLimit: the largest number of frames to publish; nil for no limit.
  ///   - duration: the longest time to run, in seconds; nil for no limit.
  package init(
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
