import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

/// A scene that only has frames, at a rate or with their own durations.
private final class FrameScene: LoopingScene {
  var playback: Playback?
  let loop: SceneLoop?

  init(_ playback: Playback?, _ loop: SceneLoop?) { (self.playback, self.loop) = (playback, loop) }

  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}

extension RenderInput {
  /// Creates an input of 8 by 4 pixels.
  ///
  /// - Parameters:
  ///   - playback: The frames, or `nil` for an endless scene.
  ///   - background: The background, which is transparent by default.
  init(
    _ playback: Playback?, loop: SceneLoop? = nil, background: Color = .clear,
    hasLoopCount: Bool = false
  ) throws {
    self.init(
      try RenderSource(size: PixelSize(width: 8, height: 4), background: background) {
        FrameScene(playback, loop)
      }, duration: playback?.cycleDuration, hasLoopCount: hasLoopCount)
  }
}

extension Playback {
  /// Frames with these durations, as in a GIF.
  static func hundredths(_ durations: Int..., mode: PlaybackMode = .forward) throws -> Playback {
    Playback(
      try #require(FrameTimes(durations: durations, ticksPerSecond: 100)), mode: mode)
  }

  /// Frames at a constant rate.
  static func frames(
    _ count: Double, rate: Double = 25, mode: PlaybackMode = .forward, range: Range<Double>? = nil,
    repetitions: Int? = nil
  ) -> Playback {
    Playback(
      FrameTimes(rate: RefreshRate(hertz: rate), count: count), range: range, mode: mode,
      repetitions: repetitions)
  }
}

extension RenderRequest {
  /// Creates a request for the file "a.json".
  init(_ output: String?) {
    self.init()
    (files, self.output, listsHashes) = (["a.json"], output, output == nil)
  }

  init(_ output: String?, _ configure: (inout RenderRequest) throws -> Void) rethrows {
    self.init(output)
    try configure(&self)
  }

  func plan(of input: RenderInput) throws(Failure) -> RenderPlan {
    try check()
    return try RenderPlan(self, target(), input)
  }
}

extension RenderPlan {
  /// The numbers of the frames.
  var numbers: [Int] { (0..<frames.count).map { frames.number(at: $0) } }

  /// The instants of the frames, in milliseconds.
  var milliseconds: [Double] {
    (0..<frames.count).map { index in
      switch frames.instant(at: index) {
      case .played(let seconds): (seconds * 1000).double
      case .time(let time): time.seconds * 1000
      case .frame: -1
      }
    }
  }
}
