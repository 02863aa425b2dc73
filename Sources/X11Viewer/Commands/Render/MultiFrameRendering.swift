import AnimCore
import ImageFiles
import LinuxSystem
import OfflineRendering
import XWindow

/// Renders several frames.
struct MultiFrameRendering {
  let command: RenderCommand
  let source: RenderSource
  /// A hash of everything that determines the images of a sequence, or `nil` if it is unknown.
  let key: DrawingKey?
  let target: RenderTarget
  /// The duration of the file in seconds, or `nil` for a scene.
  let duration: Seconds?
  /// Whether the file has a loop count that can be applied.
  let hasLoopCount: Bool
  /// The encoder of a video, or `nil` if none is requested.
  let video: PreparedVideo?

  func render() throws(Failure) {
    let watchdog: Watchdog
    do throws(SystemError) {
      // This must happen before another thread starts.
      watchdog = try Watchdog.start()
    } catch {
      throw Failure(error)
    }
    let (all, rate) = try frames()
    let times = all as? TimedFrames
    if all.count == 0, target.filePath != nil {
      throw Failure(
        "--frames: no frames selected; choose at least one frame of the animation", status: .usage)
    }
    let existing = try existing(all)
    let wanted = existing?.missing ?? all
    let listing = (command.rendering.hash ? HashSink(existing: existing?.lines ?? []) : nil).and(
      Progress(command.rendering.progress ?? .auto, total: wanted.count, of: "frames"))
    switch target {
    case .image: break
    case .hashes: try render(wanted, into: listing)
    case .sheet(let path, let layout, _):
      let chosen = SheetFrames(all, layout)
      try render(
        chosen,
        into: sheet(layout, to: path, chosen.durations(at: rate, total: total))
          .and(command.rendering.hash ? HashSink() : nil))
    case .sequence(let files, _):
      let unfinished = UnfinishedFiles()
      watchdog.beforeExit {
        unfinished.remove()
        return .success
      }
      let manifest = try manifest(of: files, existing?.lines ?? [], unfinished)
      let sequence = SequenceSink(
        files, as: command.format(of: target), key: key, keepsHash: hasLines,
        verifiesExisting: command.rendering.verifyExisting
          || command.rendering.skipExisting && existing == nil,
        unfinished: unfinished)
      try render(wanted, into: sequence.and(manifest).and(listing))
    case .video(_, let format):
      guard let prepared = self.video else { return }
      let video = try VideoSink(
        configuration(format, rate, times?.videoTimes(speed: speed), count: wanted.count), prepared)
      let cleanUp = video.cleanUp
      watchdog.beforeExit {
        cleanUp()
        return .success
      }
      try render(wanted, into: video.and(listing))
    }
  }

  private func render(_ frames: some FrameList, into sink: some FrameSink) throws(Failure) {
    try FrameRenderer.render(frames, of: source, jobs: jobs, into: sink)
  }

  private var jobs: Int { command.rendering.jobs ?? allowedProcessors() }

  /// The duration of the output if it contains the entire animation once, in seconds. Unlike the
  /// number of frames, it includes no part of a frame after the end.
  private var total: Fraction? {
    let times = command.times
    guard let duration, times.frames == nil, times.start == nil, times.duration == nil,
      times.loops == nil
    else { return nil }
    return Fraction(decimal: duration) / speed
  }

  /// Returns the existing frames that can be skipped.
  private func existing(_ frames: some FrameList) throws(Failure) -> ExistingFrames? {
    guard command.rendering.skipExisting, let key, case .sequence(let files, _) = target else {
      return nil
    }
    return try ExistingFrames(
      frames, in: files, key, size: source.size, hasLines: hasLines, jobs: jobs)
  }

  /// Whether a line is printed or stored for every frame, including skipped frames.
  private var hasLines: Bool { command.rendering.manifest != nil || command.rendering.hash }

  private func sheet(
    _ layout: SheetLayout, to path: String, _ durations: [Fraction]
  ) throws(Failure) -> SheetSink {
    do throws(ImageSizeError) {
      try layout.size(of: source.size).checkDrawable()
    } catch {
      throw Failure(error, of: "--sheet")
    }
    return SheetSink(
      path: path, layout, source, list: command.sheet.sheetJson,
      hasNumbers: command.sheet.sheetNumbers, durations: durations, as: command.format(of: target))
  }

  private func manifest(
    of files: FrameSequence, _ existing: [ManifestLine], _ unfinished: UnfinishedFiles
  ) throws(Failure) -> ManifestSink? {
    guard let path = command.rendering.manifest else { return nil }
    guard ManifestSink.canName(files) else {
      throw Failure(
        "--manifest: the frame number must be part of the file name, not of a folder, and the "
          + "name cannot contain a line break", status: .usage)
    }
    return try ManifestSink(
      path: path, files: files, existing: existing, unfinished: unfinished)
  }

  private func configuration(
    _ format: VideoFormat, _ rate: RefreshRate, _ times: FrameTimes?, count: Int
  ) -> VideoConfiguration {
    // Frame times of a WebP are integral milliseconds, so the frames of a rate have varying
    // durations.
    let regular = format == .webp ? FrameTimes(rate: rate, count: Double(count)) : nil
    return VideoConfiguration(
      format: format, size: source.size, rate: rate, times: times ?? regular,
      plays: plays,
      isOpaque: source.background.alpha == 255, sampling: command.video.sampling,
      isDithered: command.video.dither)
  }
}

// The loop count and speed of the video.
extension MultiFrameRendering {
  /// The loop count, or `nil` for forever.
  private var plays: Int? {
    switch command.times.loops {
    case .times(let count)?: return count
    case .forever?: return nil
    case nil:
      let playback = command.playback
      guard playback.loop != nil || playback.fileLoops && hasLoopCount else { return nil }
      return source.makeScene().playback?.repetitions
    }
  }

  private var speed: Fraction { Fraction(decimal: command.times.speed ?? 1) }
}

// The frames to render.
extension MultiFrameRendering {
  /// Returns the frames, and the rate of a video of them. They are ``TimedFrames`` if each frame of
  /// the file appears once.
  private func frames() throws(Failure) -> (any FrameList, RefreshRate) {
    let times = command.times
    let scene = source.makeScene()
    let naturalRate = scene.videoRate ?? sceneRate
    let limit = target.format?.maximumRate
    let rate = times.fps ?? limit.flatMap { naturalRate.hertz > $0.hertz ? $0 : nil } ?? naturalRate
    let video = video(of: scene.loop, rate: rate)
    let total =
      times.duration.map { video.count(lasting: $0) }
      ?? video.count(of: scene, repetitions: repetitions)
    let (offset, pastEnd) = (times.frameOffset ?? 0, times.pastEnd ?? .error)
    do throws(FrameNumberError) {
      let listed = try countedTimes(of: scene.playback).map {
        naturalRate throws(FrameNumberError) in
        try TimedFrames(naturalRate, times.frames, offset: offset, pastEnd: pastEnd)
      }
      if let listed, listed.count == 0 || keepsTimes(of: listed) { return (listed, rate) }
      let named =
        if let listed {
          try listed.numbers(at: rate, speed: speed)
        } else {
          try times.frames?.numbers(of: total, first: offset)
        }
      let frames = try VideoFrames(
        video: video, numbers: named ?? FrameNumbers(offset..<offset + (total ?? 1)), total: total,
        offset: offset, pastEnd: listed == nil ? pastEnd : .clip)
      return (frames, rate)
    } catch {
      guard case .pastEnd = error else { throw Failure(error, of: "--frames") }
      throw Failure(
        "--frames: \(error); to skip frames past the end, use --past-end clip", status: .usage)
    }
  }

  /// Returns the times of the frames. A loop without a chosen start or duration is rendered without
  /// its introduction, so the result is seamless.
  private func video(of loop: SceneLoop?, rate: RefreshRate) -> Video {
    let (times, speed) = (command.times, command.times.speed ?? 1)
    if let loop, times.start == nil, times.duration == nil {
      return Video(of: loop, rate: rate, speed: speed)
    }
    return Video(start: times.start ?? .zero, rate: rate, speed: speed, loop: loop)
  }

  /// Returns the start times of the file's frames, or `nil` if all durations are equal. Also
  /// returns `nil` if the numbers in the command don't count the file's frames, but those of a
  /// video at another rate, of a part or of several repetitions.
  private func countedTimes(of playback: Playback?) -> FrameTimes? {
    let times = command.times
    guard times.fps == nil, times.start == nil, times.duration == nil, let playback else {
      return nil
    }
    let areAll = times.frames == nil || times.frames == .all
    let isTimed = playback.frameRate == nil
    let areOwn =
      switch target {
      case .image: false
      case .sequence, .hashes, .sheet:
        times.loops == nil
          && (isTimed && speed == 1 || times.frames == .all && (isTimed || speed != 1))
      case .video(_, let format) where format.hasFrameTimes:
        // Another speed changes the durations of frames, not their number.
        isTimed || areAll && speed != 1
      case .video: times.loops == nil && isTimed && !areAll
      }
    return areOwn ? playback.playedTimes : nil
  }

  /// Returns whether the output has the frames of the file, rather than frames at a rate.
  private func keepsTimes(of frames: TimedFrames) -> Bool {
    guard let format = target.format else { return true }
    guard speed != 1, let shortest = format.shortestFrame else { return format.hasFrameTimes }
    return format.hasFrameTimes
      && (0..<frames.count).allSatisfy { frames.duration(at: $0) / speed >= shortest }
  }

  /// The number of repetitions of the file's animation in the video.
  private var repetitions: Int {
    guard case .times(let count) = command.times.loops, target.format?.hasLoopCount != true else {
      return 1
    }
    return count
  }
}
