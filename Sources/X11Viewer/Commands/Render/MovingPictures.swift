import AnimCore
import OfflineRendering
import XWindow

/// Renders several frames.
struct MovingPictures {
  let command: RenderCommand
  let source: FilmSource
  let target: RenderTarget

  func render() throws(Failure) {
    let watchdog: Watchdog
    do throws(SystemError) {
      // Before any other thread is started.
      watchdog = try Watchdog.start()
    } catch {
      throw Failure(error)
    }
    switch target {
    case .picture: break
    case .sequence(let files): try renderSequence(to: files, watchdog)
    case .hashes: try renderSequence(to: nil, watchdog)
    case .film(let path, let format): try renderFilm(to: path, format, watchdog)
    }
  }

  private func renderSequence(
    to files: FrameSequence?, _ watchdog: Watchdog
  ) throws(Failure) {
    let rendering = command.rendering
    let frames = try frames()
    let unfinished = UnfinishedFiles()
    watchdog.beforeEnding {
      unfinished.remove()
      return .success
    }
    var manifest: ManifestOutput?
    if let path = rendering.manifest {
      guard let files, ManifestOutput.canName(files) else {
        throw Failure(
          "--manifest: the number of the frame must be in the name of the file, not of its folder",
          status: .usage)
      }
      manifest = try ManifestOutput(path: path, files: files, unfinished: unfinished)
    }
    let renderer = SequenceRenderer(
      source: source, frames: frames, files: files, compression: command.compression,
      skipsExisting: rendering.skipExisting, hashes: rendering.hash || manifest != nil, jobs: jobs,
      unfinished: unfinished)
    let progress = progress(of: frames)
    try renderer.run { [manifest] (frame) throws(Failure) in
      manifest?.add(line(for: frame))
      try didFinish(frame, progress)
    }
    try manifest?.finish()
    progress.finish()
  }

  private func renderFilm(
    to path: String, _ format: FilmFormat, _ watchdog: Watchdog
  ) throws(Failure) {
    let frames = try frames()
    let plays: Int? = if case .times(let count) = command.times.loops { count } else { nil }
    let configuration = FilmConfiguration(
      format: format, size: source.size, rate: frames.film.rate, plays: plays,
      sampling: command.film.sampling)
    let output = try configuration.open(path)
    let cleanUp = output.cleanUp
    watchdog.beforeEnding {
      cleanUp()
      return .success
    }
    let renderer = FilmRenderer(
      source: source, frames: frames, configuration: configuration,
      hashes: command.rendering.hash, jobs: jobs)
    let progress = progress(of: frames)
    try renderer.run(to: output) { (frame) throws(Failure) in try didFinish(frame, progress) }
    progress.finish()
  }

  private var jobs: Int { command.rendering.jobs ?? allowedProcessors() }

  private func progress(of frames: FilmFrames) -> Progress {
    Progress(command.rendering.progress ?? .auto, total: frames.count, of: "frames")
  }

  private func didFinish(_ frame: RenderedFrame, _ progress: Progress) throws(Failure) {
    if command.rendering.hash, let line = line(for: frame) {
      do throws(OutputError) {
        try StandardOutput.write("\(line)\n")
      } catch {
        throw Failure(error)
      }
    }
    progress.advance()
  }

  private func line(for frame: RenderedFrame) -> ManifestLine? {
    frame.hash.map { ManifestLine(number: frame.number, hash: $0, size: source.size) }
  }
}

// The frames to render.
extension MovingPictures {
  private func frames() throws(Failure) -> FilmFrames {
    let times = command.times
    let scene = source.makeScene()
    let own = scene.frameRate ?? sceneRate
    let limit = target.format?.maximumRate
    let rate = times.fps ?? limit.flatMap { own.hertz > $0.hertz ? $0 : nil } ?? own
    let film = Film(start: times.start ?? .zero, rate: rate, speed: times.speed ?? 1)
    let total =
      times.duration.map { film.count(lasting: $0) }
      ?? film.count(of: scene, repetitions: repetitions)
    let offset = times.frameOffset ?? 0
    do throws(FrameNumberError) {
      let numbers =
        try times.frames?.numbers(of: total, first: offset)
        ?? FrameNumbers(offset..<offset + (total ?? 1))
      return try FilmFrames(
        film: film, numbers: numbers, total: total, offset: offset,
        pastEnd: times.pastEnd ?? .error)
    } catch {
      guard case .pastEnd = error else { throw Failure(error, of: "--frames") }
      throw Failure(
        "--frames: \(error), and --past-end clip leaves out what comes after it", status: .usage)
    }
  }

  /// How many times the file plays in the film.
  private var repetitions: Int {
    guard case .times(let count) = command.times.loops, target.format?.hasLoopCount != true else {
      return 1
    }
    return count
  }
}
