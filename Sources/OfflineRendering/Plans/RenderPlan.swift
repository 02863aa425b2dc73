import AnimCore
import ImageFiles
import LinuxSystem

/// The frames of an output, their times, and the properties of the files.
package struct RenderPlan {
  package let target: RenderTarget
  /// The frames to draw. They are ``TimedFrames`` if each frame of the file appears once.
  package let frames: any FrameList
  /// The duration of each frame of a sheet or a cursor, in seconds.
  package let durations: [Fraction]
  /// The sizes of a cursor, or an empty array for other targets.
  package let sizes: [CursorSize]
  /// The onion skin of a single image, or `nil`.
  let onion: OnionSkin?
  /// The properties of a video, or `nil` for other targets.
  package let video: VideoConfiguration?
  /// The format of the images.
  package let encoding: ImageEncoding
  /// The scene that was planned. It can draw an image, since creating another one takes time.
  let scene: any Scene

  package init(
    _ request: RenderRequest, _ target: RenderTarget, _ input: RenderInput
  ) throws(Failure) {
    self.target = target
    encoding =
      target.isJPEG ? .jpeg : .png(compression: request.compression ?? PNG.defaultCompression)
    let source = input.source
    let scene = source.makeScene()
    self.scene = scene
    sizes =
      try target.cursor.map { format throws(Failure) in
        try request.sizes(of: scene, hotSpot: input.hotSpot, in: format)
      } ?? []
    guard request.isMoving(target) else {
      let position =
        request.frame.map(ScenePosition.frame)
        ?? .time(request.time ?? (request.file == nil ? defaultImageTime : .zero))
      let rate = request.rate ?? sceneRate
      let instant = try position.instant(in: scene, rate: rate)
      let number = instant.frameNumber(in: scene, rate: rate)
      onion = request.onion.map {
        OnionSkin(around: number, depth: $0, in: scene.allWholeFrames)
      }
      frames =
        onion.map { ChosenFrames(Array($0.numbers), rate: rate) }
        ?? ChosenFrames(instant, number: number)
      // The sums of pixels need four times the memory of an image.
      if onion != nil {
        do throws(ImageSizeError) {
          try PixelSize(width: source.size.width * 2, height: source.size.height * 2)
            .checkDrawable()
        } catch {
          throw Failure(
            "--onion: \(source.size.width)×\(source.size.height) pixels are too many; use a "
              + "smaller --size", status: .usage)
        }
      }
      if let format = target.cursor { try CursorEncoder.check(frames: 1, in: sizes, format) }
      // A still cursor is shown for any time.
      (durations, video) = ([1], nil)
      return
    }
    onion = nil
    let planner = FramePlanner(request: request, target: target, scene: scene)
    let (all, rate) = (try planner.frames(), planner.rate)
    if all.count == 0, target.filePath != nil {
      throw Failure(
        "--frames: no frames selected; choose at least one frame of the animation", status: .usage)
    }
    switch target {
    case .image, .hashes: (frames, durations, video) = (all, [], nil)
    case .sequence(let files, _):
      if request.manifest != nil, !ManifestSink.canName(files) {
        throw Failure(
          "--manifest: the frame number must be part of the file name, not of a folder, and the "
            + "name cannot contain a line break", status: .usage)
      }
      (frames, durations, video) = (all, [], nil)
    case .sheet(_, let layout, _):
      let chosen = SheetFrames(all, layout)
      do throws(ImageSizeError) {
        try layout.size(of: source.size).checkDrawable()
      } catch {
        throw Failure(error, of: "--sheet")
      }
      frames = chosen
      durations = chosen.durations(at: rate, total: request.total(of: input.duration))
      video = nil
    case .cursor(_, let format):
      try CursorEncoder.check(frames: all.count, in: sizes, format)
      let timed = all as? TimedFrames
      (frames, video) = (all, nil)
      durations = (0..<all.count).map { index in
        timed.map { $0.duration(at: index) / request.exactSpeed } ?? 1 / Fraction(rate)
      }
    case .video(_, let format):
      let times = (all as? TimedFrames)?.videoTimes(speed: request.exactSpeed)
      // Frame times of a WebP are integral milliseconds, so the frames of a rate have varying
      // durations.
      let regular = format == .webp ? FrameTimes(rate: rate, count: Double(all.count)) : nil
      (frames, durations) = (all, [])
      video = VideoConfiguration(
        format: format, size: source.size, rate: rate, times: times ?? regular,
        plays: planner.plays(hasLoopCount: input.hasLoopCount),
        isOpaque: source.background.alpha == 255, sampling: request.sampling ?? Y4MSampling(),
        isDithered: request.isDithered)
    }
  }
}

extension RenderRequest {
  /// Returns the duration of the output if it contains the entire animation once, in seconds. Unlike
  /// the number of frames, it includes no part of a frame after the end.
  ///
  /// - Parameter duration: The duration of the file, or `nil` for a scene.
  fileprivate func total(of duration: Seconds?) -> Fraction? {
    guard let duration, frames == nil, start == nil, self.duration == nil, loops == nil else {
      return nil
    }
    return Fraction(decimal: duration) / exactSpeed
  }
}

/// Selects the frames of a scene for a target with several frames.
private struct FramePlanner {
  let request: RenderRequest
  let target: RenderTarget
  let scene: any Scene

  /// The frame rate of the output.
  var rate: RefreshRate {
    let limit = target.maximumRate
    return request.rate ?? limit.flatMap { naturalRate.hertz > $0.hertz ? $0 : nil } ?? naturalRate
  }

  private var naturalRate: RefreshRate { scene.videoRate ?? sceneRate }

  /// Returns the loop count of a video, or `nil` for forever.
  func plays(hasLoopCount: Bool) -> Int? {
    switch request.loops {
    case .times(let count)?: return count
    case .forever?: return nil
    case nil:
      let configuration = request.configuration
      guard configuration.loops != nil || configuration.obeysLoopCount && hasLoopCount else {
        return nil
      }
      return scene.playback?.repetitions
    }
  }

  /// Returns the frames. They are ``TimedFrames`` if each frame of the file appears once.
  func frames() throws(Failure) -> any FrameList {
    let total =
      request.duration.map { video.count(lasting: $0) }
      ?? video.count(of: scene, repetitions: repetitions)
    let (offset, pastEnd) = (request.frameOffset ?? 0, request.pastEnd ?? .error)
    do throws(FrameNumberError) {
      let listed = try countedTimes.map { times throws(FrameNumberError) in
        try TimedFrames(times, request.frames, offset: offset, pastEnd: pastEnd)
      }
      if let listed, listed.count == 0 || keepsTimes(of: listed) { return listed }
      let named =
        if let listed {
          try listed.numbers(at: rate, speed: request.exactSpeed)
        } else {
          try request.frames?.numbers(of: total, first: offset)
        }
      return try VideoFrames(
        video: video, numbers: named ?? FrameNumbers(offset..<offset + (total ?? 1)), total: total,
        offset: offset, pastEnd: listed == nil ? pastEnd : .clip)
    } catch {
      let advice =
        if case .pastEnd = error { "; to skip frames past the end, use --past-end clip" } else {
          ""
        }
      throw Failure("--frames: \(error)\(advice)", status: .usage)
    }
  }

  /// The times of the frames. A loop without a chosen start or duration is rendered without its
  /// introduction, so the result is seamless.
  private var video: Video {
    let speed = request.speed ?? 1
    if let loop = scene.loop, request.start == nil, request.duration == nil {
      return Video(of: loop, rate: rate, speed: speed)
    }
    return Video(start: request.start ?? .zero, rate: rate, speed: speed, loop: scene.loop)
  }

  /// The start times of the file's frames, or `nil` if all durations are equal, or if the numbers
  /// in the request don't count the file's frames, but those of a video at another rate, of a part
  /// or of several repetitions.
  private var countedTimes: FrameTimes? {
    guard request.rate == nil, request.start == nil, request.duration == nil,
      let playback = scene.playback
    else { return nil }
    let areAll = request.frames == nil || request.frames == .all
    let isTimed = playback.frameRate == nil
    let hasSpeed = request.exactSpeed != 1
    let areOwn =
      switch target {
      case .image: false
      case .sequence, .hashes, .sheet:
        request.loops == nil
          && (isTimed && !hasSpeed || request.frames == .all && (isTimed || hasSpeed))
      case .video(_, let format) where format.hasFrameTimes:
        // Another speed changes the durations of frames, not their number.
        isTimed || areAll && hasSpeed
      case .cursor: isTimed || areAll && hasSpeed
      case .video: request.loops == nil && isTimed && !areAll
      }
    return areOwn ? playback.playedTimes : nil
  }

  /// Returns whether the output has the frames of the file, rather than frames at a rate.
  private func keepsTimes(of frames: TimedFrames) -> Bool {
    let speed = request.exactSpeed
    guard let format = target.format else { return true }
    guard speed != 1, let shortest = format.shortestFrame else { return format.hasFrameTimes }
    return format.hasFrameTimes
      && (0..<frames.count).allSatisfy { frames.duration(at: $0) / speed >= shortest }
  }

  /// The number of repetitions of the file's animation in the video.
  private var repetitions: Int {
    guard case .times(let count) = request.loops, target.format?.hasLoopCount != true else {
      return 1
    }
    return count
  }
}
