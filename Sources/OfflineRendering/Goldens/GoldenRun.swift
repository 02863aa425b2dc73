import AnimCore
import Synchronization

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
  package struct Outcome {
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
      results: outcome.results, stale: search.stale(besides: compared, unread: outcome.unread))
  }

  /// - Parameter report: receives the pictures that differ from their goldens.
  package static func run(
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
  private func test(_ place: Int) throws(Failure) {
    let subject = subjects[place]
    let artist: GoldenArtist
    do throws(Failure) {
      artist = try GoldenArtist(subject, configuration, threads: threads)
    } catch {
      let result = GoldenResult(
        subject: subject.name, frame: nil, path: subject.name,
        outcome: .unreadable("\(error)", error.status), duration: 0)
      state.withLock {
        $0.results.append((place, result))
        $0.unread.insert(place)
      }
      report?.add(result, of: place, expected: nil, actual: nil)
      return
    }
    for frame in artist.frames {
      let start = Timestamp.now
      let path = subject.golden(of: frame)
      let actual = artist.draw(frame)
      let (outcome, expected) = try compare(actual, withGoldenAt: path)
      let result = GoldenResult(
        subject: subject.name, frame: frame, path: path, outcome: outcome,
        duration: Timestamp.now - start)
      state.withLock { $0.results.append((place, result)) }
      report?.add(result, of: place, expected: expected, actual: actual)
    }
    if let omission = artist.omission {
      state.withLock { $0.omissions.append((place, omission)) }
    }
  }

  /// The result for a picture, with its golden if that could be read. Writes the golden if it
  /// should.
  private func compare(
    _ actual: PixelImage, withGoldenAt path: String
  ) throws(Failure) -> (GoldenResult.Outcome, PixelImage?) {
    let loaded = Result { () throws(PictureFileError) in try loadPicture(at: path) }
    switch loaded {
    case .success(let expected):
      guard let difference = GoldenDifference(expected, actual, configuration.tolerance) else {
        return (.same, expected)
      }
      guard configuration.updates else { return (.differs(difference), expected) }
      try keep(actual, at: path)
      return (.updated(difference), expected)
    case .failure(let error):
      guard configuration.updates else {
        return (error.isMissing ? .missing : .unreadable("\(error)"), nil)
      }
      try keep(actual, at: path)
      return (error.isMissing ? .created : .updated(nil), nil)
    }
  }

  /// Writes a golden.
  private func keep(_ picture: PixelImage, at path: String) throws(Failure) {
    do throws(OutputError) {
      try Folder.make(FilePath.folder(of: path))
    } catch {
      throw Failure(error)
    }
    try save(picture, to: path)
  }
}
