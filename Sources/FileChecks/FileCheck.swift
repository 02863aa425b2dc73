import AnimCore
import AnimationFormats
import LinuxSystem
import OfflineRendering
import PlainText

/// The result of checking a file.
package struct CheckResult: Sendable {
  package let path: String
  /// The findings, failures first.
  package var findings: [Finding] = []
  /// The error if the file can't be read or drawn, or `nil`.
  package var failure: Failure?
  /// The flashes in every frame, or `nil` if the rule isn't applied or the file doesn't move.
  package var flashes: FlashSeries?
  /// The steps between frames, or `nil` if the file doesn't loop.
  var loop: LoopMeasurement?
  /// The cost of the file, or `nil` if the rule isn't applied.
  var cost: CostMeasurement?
  /// The number of frames that were drawn.
  var frames = 0

  /// Whether the file can be drawn and no finding is a failure.
  package var passes: Bool { failure == nil && !findings.contains { $0.severity == .failure } }

  /// The exit status for the file.
  package var status: ExitStatus {
    failure?.status ?? (passes ? .success : .differs)
  }
}

/// Checks a file by rules.
package struct FileCheck {
  private let path: String
  private let configuration: CheckConfiguration
  private var result: CheckResult

  /// Returns the result for a file.
  package static func result(
    _ path: String, _ configuration: CheckConfiguration
  ) -> CheckResult {
    var check = FileCheck(path: path, configuration: configuration, result: CheckResult(path: path))
    do throws(Failure) {
      try check.run()
    } catch {
      check.result.failure = error
    }
    check.result.findings = check.result.findings.map(configuration.judged)
    check.result.findings.sort {
      ($0.severity == .note ? 1 : 0, $0.code.rawValue)
        < ($1.severity == .note ? 1 : 0, $1.code.rawValue)
    }
    return check.result
  }

  private mutating func run() throws(Failure) {
    let file = try AnimationFile(path, configuration.file)
    let info = file.animation.info()
    if configuration.includes(.text) { result.findings += TextRule.findings(info) }
    if configuration.includes(.portability) {
      result.findings += PortabilityRule.findings(
        info.facts.features, players: configuration.players)
    }
    try checkFrames(of: file, info.facts)
    if configuration.includes(.layers) {
      result.findings += LayerRule.findings(of: file)
    }
  }

  /// Draws all frames for the rules that judge them.
  private mutating func checkFrames(
    of file: AnimationFile, _ facts: AnimationFacts
  ) throws(Failure) {
    guard [.flashes, .loop, .cost].contains(where: configuration.includes) else { return }
    let size = configuration.size?.pixels(of: file.animation.size)
    let source = try RenderSource(
      file, file.scenes(), size: size ?? JudgedSize.pixels(of: file.animation.size))
    let renderer = FrameRenderer(source, threads: 1)
    let timeline = CheckedFrames(renderer.scene, pixels: source.size)
    var meter = FlashMeter(
      size: source.size, isOpaque: source.background.alpha == 255 || file.animation.isOpaque)
    var work = WorkMeasurement()
    var loop = LoopMeasurement()
    var first: PixelImage?
    for index in timeline.numbers {
      let frame = try renderer.render(timeline.instant(of: index), number: index)
      let step = meter.add(frame.image, number: index, at: timeline.time(of: index))
      if index > 0 { loop.steps.append(step) } else { first = PixelImage(copying: frame.image) }
      work.add(frame.cost)
    }
    result.frames = timeline.numbers.count
    if timeline.isIncomplete {
      result.findings.append(
        Finding(
          .framesLimit,
          "only the first \(timeline.numbers.count) frames were drawn (limit of this program)"))
    }
    if timeline.isLooping, let first {
      // The first frame follows the last one.
      loop.seam = meter.step(to: first)
      loop.frames = 0...max(timeline.numbers.count - 1, 0)
      try repeatFrames(renderer, timeline, &meter)
      if configuration.includes(.loop) {
        result.loop = loop
        result.findings += loop.findings(factor: configuration.limits.loopStep)
      }
    }
    if configuration.includes(.flashes), timeline.numbers.count > 1 {
      result.findings += meter.series.findings
      result.flashes = meter.series
    }
    if configuration.includes(.cost) {
      let cost = CostMeasurement(work, facts, of: file)
      result.cost = cost
      result.findings += cost.findings(configuration.limits)
    }
  }

  /// Draws the frames of further repetitions up to a second after the end, because flashes may
  /// continue there.
  private func repeatFrames(
    _ renderer: FrameRenderer, _ timeline: CheckedFrames, _ meter: inout FlashMeter
  ) throws(Failure) {
    guard configuration.includes(.flashes), meter.series.hasLargeChanges else { return }
    let count = timeline.numbers.count
    for index in count... {
      let round = Double(index / count) * timeline.end
      let time = round + timeline.time(of: index % count)
      guard time < timeline.end + 1 else { return }
      let frame = try renderer.render(timeline.instant(of: index % count), number: index % count)
      _ = meter.add(frame.image, number: index % count, at: time)
    }
  }
}

/// The size at which frames are judged: that of the file, reduced to the screen of WCAG.
enum JudgedSize {
  /// The screen for which WCAG defines the area of flashes.
  private static let screen = PixelSize(width: 1024, height: 768)

  static func pixels(of size: Size) -> PixelSize {
    let scale = min(
      1, Double(screen.width) / max(size.width, 1), Double(screen.height) / max(size.height, 1))
    return size.pixels(scale: scale)
  }
}

/// The frames of one cycle of an animation, with their times.
struct CheckedFrames {
  let numbers: Range<Int>
  /// Whether the animation has more frames.
  let isIncomplete: Bool
  /// Whether the animation repeats.
  let isLooping: Bool
  /// The end of the last frame, in seconds.
  let end: Double
  private let frames: any FrameList
  private let starts: [Double]

  /// The maximum number of frames, and of pixels in all of them.
  private static let maximumCount = 20_000
  private static let maximumPixels = 1 << 33

  init(_ scene: any Scene, pixels size: PixelSize) {
    let rate = scene.videoRate ?? RefreshRate(hertz: 60)
    var total = 1
    if let times = scene.playback.flatMap({ $0.frameRate == nil ? $0.playedTimes : nil }),
      let timed = try? TimedFrames(times)
    {
      frames = timed
      total = timed.count
    } else {
      let video = scene.loop.map { Video(of: $0, rate: rate) } ?? Video(start: .zero, rate: rate)
      total = video.count(of: scene, repetitions: 1) ?? 1
      frames = PlannedFrames(video: video)
    }
    let limit = min(
      Self.maximumCount, max(Self.maximumPixels / max(size.width * size.height, 1), 2))
    numbers = 0..<min(total, limit)
    isIncomplete = total > limit
    let repeats = scene.playback.map { $0.repetitions == nil && $0.isAnimated } ?? false
    isLooping = repeats && !isIncomplete && total > 1
    var starts: [Double] = []
    var time = 0.0
    for index in numbers {
      starts.append(time)
      let duration = (frames as? TimedFrames)?.duration(at: index).double
      time = duration.map { time + $0 } ?? Double(index + 1) / rate.hertz
    }
    self.starts = starts
    end = time
  }

  func instant(of index: Int) -> SceneInstant { frames.instant(at: index) }

  /// Returns the start of a frame, in seconds.
  func time(of index: Int) -> Double { starts[index] }

  /// The frames of a video, from the first one.
  private struct PlannedFrames: FrameList {
    let video: Video

    var count: Int { .max }
    func number(at index: Int) -> Int { index }
    func instant(at index: Int) -> SceneInstant { video.instant(of: index) }
  }
}

extension PixelImage {
  /// Creates a copy, because a renderer draws every frame into the same image.
  fileprivate convenience init(copying image: PixelImage) {
    self.init(size: image.size, isOpaque: image.isOpaque)
    withMutablePixels { target in
      image.withPixels { source in _ = target.update(fromContentsOf: source) }
    }
  }
}
