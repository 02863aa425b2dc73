import AnimCore
import AnimLottie
import Synchronization

/// What is tested, and how.
package struct GoldenConfiguration {
  /// The frames; nil for the defaults of files and scenes.
  package var frames: GoldenFrames?
  package var tolerance = PictureTolerance()
  /// Whether missing and differing goldens are written.
  package var updates = false
  /// The size of the pictures; nil for that of the animation.
  package var size: PixelSize?
  /// Pixels per point.
  package var scale = 1.0
  /// How files are drawn; by default on a transparent background.
  package var file = FileConfiguration()
  /// The background of scenes.
  package var sceneBackground = Color.clear
  /// The rate at which the frames of scenes are counted.
  package var sceneRate = RefreshRate(hertz: 60)

  package init() {}
}

/// Draws animations on all processors, and compares each picture with its golden.
package final class GoldenRun: ParallelWork {
  private let subjects: [GoldenSubject]
  private let configuration: GoldenConfiguration
  private let report: GoldenReport?
  /// The number of threads that one animation's rasteriser may use.
  private let threads: Int
  private let state = Mutex(State())
  /// Also guarded by the mutex.
  private var progress: Progress

  private struct State: Sendable {
    /// The results, with the indices of their subjects.
    var results: [(subject: Int, result: GoldenResult)] = []
    var unread: Set<Int> = []
    /// What was left out of frames, with the indices of their subjects.
    var omissions: [(subject: Int, omission: String)] = []
    /// Why the run stops early.
    var failure: Failure?
  }

  /// The outcome of a run.
  struct Outcome {
    /// The results, in the order of the subjects and of their frames.
    let results: [GoldenResult]
    /// The subjects that could not be drawn.
    let unread: [GoldenSubject]
  }

  /// Tests what a search has found.
  ///
  /// - Parameter report: receives the pictures that differ from their goldens.
  package static func run(
    _ search: GoldenSearch, _ configuration: GoldenConfiguration, report: GoldenReport?
  ) throws(Failure) -> GoldenSummary {
    let outcome = try run(search.subjects, configuration, report: report)
    let compared = Set(outcome.results.map(\.path))
    return GoldenSummary(
      results: outcome.results, stale: search.stale(except: compared, unread: outcome.unread))
  }

  /// - Parameter report: receives the pictures that differ from their goldens.
  static func run(
    _ subjects: [GoldenSubject], _ configuration: GoldenConfiguration, report: GoldenReport?
  ) throws(Failure) -> Outcome {
    let processors = allowedProcessors()
    let workers = max(1, min(processors, subjects.count))
    let run = GoldenRun(subjects, configuration, report, threads: max(1, processors / workers))
    WorkerPool(workers: workers).run(run, parts: subjects.count)
    return try run.finish()
  }

  private init(
    _ subjects: [GoldenSubject], _ configuration: GoldenConfiguration, _ report: GoldenReport?,
    threads: Int
  ) {
    self.subjects = subjects
    self.configuration = configuration
    self.report = report
    self.threads = threads
    // A log only gets the summary.
    progress = Progress(
      StandardError.isTerminal ? .auto : .none, total: subjects.count, of: "animations")
  }

  /// Tests one animation.
  package func run(part: Int, worker: Int) {
    if state.withLock({ $0.failure != nil }) { return }
    do throws(Failure) {
      try test(part)
      state.withLock { _ in progress.advance() }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  private func finish() throws(Failure) -> Outcome {
    progress.finish()
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure }
    for (subject, omission) in state.omissions.sorted(by: { $0.subject < $1.subject }) {
      StandardError.report("warning: \(subjects[subject].name): \(omission)".printable)
    }
    let sorted = state.results.sorted {
      ($0.subject, $0.result.frame ?? -1) < ($1.subject, $1.result.frame ?? -1)
    }
    return Outcome(
      results: sorted.map(\.result), unread: state.unread.sorted().map { subjects[$0] })
  }
}

// One animation, on any thread.
extension GoldenRun {
  private func test(_ index: Int) throws(Failure) {
    let subject = subjects[index]
    let renderer: FrameRenderer
    let frames: ChosenFrames
    let unmet: [String]
    do throws(Failure) {
      let (source, asked, expectations) = try content(of: subject)
      unmet = expectations
      renderer = FrameRenderer(source, threads: threads)
      frames = ChosenFrames(
        try numbers(of: asked, in: renderer.scene, subject), rate: configuration.sceneRate)
    } catch {
      let result = GoldenResult(
        subject: subject.name, frame: nil, path: subject.name,
        outcome: .unreadable("\(error)", error.status), duration: 0)
      state.withLock {
        $0.results.append((index, result))
        $0.unread.insert(index)
      }
      report?.add(result, of: index, expected: nil, actual: nil)
      return
    }
    let sink = GoldenSink(
      subject, index: index, tolerance: configuration.tolerance, updates: configuration.updates,
      report: report
    ) { result in
      self.state.withLock { $0.results.append((index, result)) }
    }
    try renderer.render(frames, into: sink)
    for reason in unmet {
      let result = GoldenResult(
        subject: subject.name, frame: nil, path: subject.name,
        outcome: .unmet("\(subject.name): \(reason)".printable), duration: 0)
      state.withLock { $0.results.append((index, result)) }
      report?.add(result, of: index, expected: nil, actual: nil)
    }
    if let omission = renderer.scene.omission {
      state.withLock { $0.omissions.append((index, "\(omission)")) }
    }
  }

  /// What the pictures of an animation are drawn of, which frames are tested, and what its script
  /// expects in vain.
  private func content(
    of subject: GoldenSubject
  ) throws(Failure) -> (PictureSource, GoldenFrames, unmet: [String]) {
    let makeScene: SceneMaker
    let frames: GoldenFrames
    let background: Color
    var unmet: [String] = []
    switch subject.content {
    case .file:
      do throws(Failure) {
        let file = try AnimationFile(subject.name, configuration.file)
        if let stage = try file.machineStage(configuration.file) {
          makeScene = file.sceneMaker(stage, nil, configuration.file)
        } else {
          makeScene = try file.sceneMaker(configuration.file)
        }
        background = file.background(configuration.file)
      } catch {
        // One of many files need not have the part or the slot that was asked for.
        throw Failure(error.message, status: .noInput)
      }
      frames = try GoldenFrames(beside: subject) ?? configuration.frames ?? .default
    case .script(let path):
      do throws(Failure) {
        var wanted = configuration.file
        if wanted.stateMachine == .none { wanted.stateMachine = .first }
        let file = try AnimationFile(path, wanted)
        guard let stage = try file.machineStage(wanted) else {
          throw Failure("\(path): the file has no state machine", status: .noInput)
        }
        let script = try LottieMachineScript(at: subject.name, for: stage.machine)
        makeScene = file.sceneMaker(stage, script, wanted)
        unmet = stage.unmetExpectations(of: script, seed: wanted.seed)
        background = file.background(wanted)
      } catch {
        throw Failure(error.message, status: .noInput)
      }
      frames = try GoldenFrames(beside: subject) ?? configuration.frames ?? .default
    case .scene(let maker):
      makeScene = maker
      frames = configuration.frames ?? .defaultOfScenes
      background = configuration.sceneBackground
    }
    do throws(PictureSizeError) {
      let source = try PictureSource(
        size: configuration.size, scale: configuration.scale, background: background,
        makeScene: makeScene)
      return (source, frames, unmet)
    } catch {
      throw Failure(error, of: subject.name)
    }
  }

  private func numbers(
    of frames: GoldenFrames, in scene: any Scene, _ subject: GoldenSubject
  ) throws(Failure) -> [Int] {
    do throws(FrameNumberError) {
      return try frames.numbers(in: scene)
    } catch {
      throw Failure("\(subject.name): \(error)", status: .usage)
    }
  }
}
