@testable import AnimCore
@testable import FramePacing

/// A ``FrameCycle`` with a simulated renderer, server and clock: it carries out the outputs as the
/// loop does, and checks each against the cycle's invariants.
struct CycleModel {
  var cycle: FrameCycle
  var now = Timestamp(seconds: 1_000)
  var turns = 0

  // The window and the scene.
  var isVisible = false
  var scene = ModelScene.moving
  var isPaused = false
  var drawing: Seconds = 0.001
  var cannotDraw = false
  /// The time at which a change of the contents was read that hasn't been drawn yet.
  var wantedSince: Timestamp?
  var lostArea = false
  var needsPublishing = false

  // The server.
  var serverTime: Seconds = 0.0005
  var isStoppedUntil = Timestamp.zero
  /// The time at which the server completes each published frame, or `nil` if the completion is
  /// lost.
  var completions: [Timestamp?] = []
  var losesCompletion = false
  var freeSince: Timestamp
  var asked: Timestamp?
  var losesStamp = false
  var isForeign = false
  /// Events in transit or in Xlib's queue.
  var events: [CycleStep] = []
  var hasRead = false
  var unsent = true

  // Observations.
  var lastSlot = Int.min
  var lastSceneTime: Timestamp?
  var drawnSceneTime: Timestamp?
  var drawnScene = ModelScene.moving
  /// The demand of the scene after the last drawn frame.
  var demand = FrameSource.Demand.nothing
  var isDrawn = false
  /// Whether the process or the server was stopped since the last frame was drawn.
  var stood = false
  /// The time at which the process last continued, even after a stop too short to be noticed.
  var wentOn = Timestamp.zero
  /// Whether the last step was a stop that the cycle notices.
  var isStopped = false
  /// The time at which the process continued after the last stop that the cycle noticed.
  var ranFrom = Timestamp.zero
  /// The time from the last drawn frame to the stop.
  var beforeStop: Seconds = 0
  /// The time at which the last frame was drawn, or its deadline if that was earlier.
  var drawnAt = Timestamp.zero
  var lastAsk: Timestamp
  /// The longest stop of the process, in seconds.
  var slept: Seconds = 0
  var sleepEnd: Timestamp?
  var isListening = true

  static let vblank: Seconds = 1 / 60

  init(_ timing: TimingConfiguration, hasVblanks: Bool) {
    cycle = FrameCycle(
      timing, rate: RefreshRate(hertz: 60), hasVblanks: hasVblanks, sceneTime: .zero,
      at: Timestamp(seconds: 1_000))
    freeSince = Timestamp(seconds: 1_000)
    lastAsk = freeSince
    events.reserveCapacity(8)
    completions.reserveCapacity(4)
  }
}
