import AnimCore
import AnimationFormats
import ImageFiles
import LinuxSystem
import OfflineRendering
import Synchronization

/// The configuration of a test run.
package struct GoldenConfiguration {
  /// The frames, or `nil` for the defaults of files and scenes.
  package var frames: GoldenFrames?
  /// Whether to compare the hashes of all frames, even for animations without stored hashes.
  package var isEveryFrame = false
  /// The tolerance for images, or `nil` for that of the settings next to the goldens.
  package var tolerance: ImageTolerance?
  /// Whether missing and differing goldens are written.
  package var updates = false
  /// Whether goldens that no animation can have are removed.
  package var prunes = false
  /// A revision of Git with which animations are compared, instead of with goldens.
  package var revision: String?
  /// Runs Git to get earlier versions.
  package var git = Git()
  /// Describes the failure to write or remove a golden.
  package var failureToWrite: @Sendable (OutputError) -> Failure = { Failure($0) }
  /// Whether to stop after the first animation that isn't as expected.
  package var stopsAtFailure = false
  /// Whether no progress is shown.
  package var isQuiet = false
  /// The number of animations tested at the same time, or `nil` for one per processor.
  package var jobs: Int?
  /// The size of the images, or `nil` for that of the animation.
  package var size: WantedSize?
  /// Pixels per point.
  package var scale = 1.0
  /// The configuration of files, by default with a transparent background.
  package var file = FileConfiguration()
  /// The background of scenes.
  package var sceneBackground = Color.clear
  /// The rate at which the frames of scenes are counted.
  package var sceneRate = RefreshRate(hertz: 60)
  /// The options of scenes as text, for the record of inputs.
  package var sceneOptions = ""
  /// The version of the program, for the record of inputs.
  package var version = ""

  package init() {}

  /// Returns the configuration of a file.
  ///
  /// - Parameter script: The path of its script, or `nil`.
  func file(script: String?) -> FileConfiguration {
    var file = file
    if script != nil, file.stateMachine == .none { file.stateMachine = .first }
    return file
  }
}

/// Draws animations on all processors, and compares each image with its golden.
package final class GoldenRun: ParallelWork {
  private let subjects: [GoldenSubject]
  private let configuration: GoldenConfiguration
  /// The files that had other names in the revision.
  private let renamed: RenamedFiles
  /// The settings by folder of goldens.
  private let settings: [String: GoldenSettings]
  /// The goldens that there were before, by their folder.
  private let earlier: [String: Set<GoldenName>]
  /// The stems of these, by the folder.
  private let accepted: [String: Set<String>]
  /// The folders where some animation has hashes.
  private let hashedFolders: Set<String>
  private let report: GoldenReport?
  /// The number of threads that one animation's rasteriser may use.
  private let threads: Int
  private let pixels = PixelBudget()
  private let state = Mutex(State())
  /// The progress, which the mutex also guards.
  private var progress: Progress

  private struct State: Sendable {
    /// The results, with the indices of their subjects.
    var results: [(subject: Int, result: GoldenResult)] = []
    /// The last frames of the subjects that were drawn and have an end.
    var lastFrames: [Int: Int] = [:]
    /// Files that aren't animations.
    var skipped: Set<Int> = []
    var tested = 0
    /// The omissions in frames, with the indices of their subjects.
    var omissions: [(subject: Int, omission: String)] = []
    /// The reason for an early end of the run.
    var failure: Failure?
    /// Whether no further animation is started.
    var isStopping = false
  }

  /// Tests the results of a search.
  ///
  /// - Parameter report: A closure that receives the images that differ from their goldens.
  package static func run(
    _ search: GoldenSearch, _ configuration: GoldenConfiguration, report: GoldenReport?
  ) throws(Failure) -> GoldenSummary {
    var renamed = RenamedFiles()
    if let name = configuration.revision, let folder = search.roots.first {
      renamed = RenamedFiles(
        search, in: try GitRevision(name, of: folder, by: configuration.git))
    }
    var (summary, tested) = try run(search.subjects, configuration, renamed, report: report)
    summary.revision = configuration.revision
    if summary.results.contains(where: \.lacksAccepted) {
      summary.hasGit = configuration.git.isInstalled
    }
    for (index, path) in renamed.gone.enumerated() {
      let result = GoldenResult(
        subject: path, frame: nil, path: path, outcome: .gone, duration: 0)
      report?.add(result, of: search.subjects.count + index, expected: nil, actual: nil)
      summary.results.append(result)
    }
    if configuration.revision == nil {
      for subject in search.unselected { tested.insert(subject, .any) }
      let orphans = search.foundGoldens().filter { !tested.contains($0) }
      let claimed = try summary.claim(
        orphans.filter { !tested.hasAnimation(of: $0) }, configuration)
      // If other frames are requested, nothing is known about stale goldens.
      if configuration.frames == nil {
        summary.stale = orphans.filter { !claimed.contains($0) }.map(\.path)
      }
      if configuration.prunes { try summary.prune(configuration) }
    }
    if summary.results.isEmpty, let name = summary.skipped.first {
      throw Failure(
        "\(name): not an animation, like all other files that were found",
        status: .noInput)
    }
    return summary
  }

  /// - Returns: Also the animations, with their frames.
  private static func run(
    _ subjects: [GoldenSubject], _ configuration: GoldenConfiguration, _ renamed: RenamedFiles,
    report: GoldenReport?
  ) throws(Failure) -> (GoldenSummary, GoldenSet) {
    let processors = allowedProcessors()
    let workers = max(1, min(configuration.jobs ?? processors, subjects.count))
    let run = try GoldenRun(
      subjects, configuration, renamed, report, threads: max(1, processors / workers))
    WorkerPool(workers: workers).run(run, parts: subjects.count)
    return try run.finish()
  }

  private init(
    _ subjects: [GoldenSubject], _ configuration: GoldenConfiguration, _ renamed: RenamedFiles,
    _ report: GoldenReport?, threads: Int
  ) throws(Failure) {
    self.subjects = subjects
    self.renamed = renamed
    self.configuration = configuration
    self.report = report
    self.threads = threads
    var settings: [String: GoldenSettings] = [:]
    var earlier: [String: Set<GoldenName>] = [:]
    for subject in subjects where settings[subject.folder] == nil {
      settings[subject.folder] = try GoldenSettings(of: subject.folder, top: subject.topFolder)
      let names = try? Folder.names(in: subject.folder, fileExtensions: GoldenName.fileExtensions)
      earlier[subject.folder] = Set((names ?? []).compactMap { GoldenName(parsing: $0) })
    }
    self.settings = settings
    self.earlier = earlier
    accepted = earlier.mapValues { Set($0.map(\.stem)) }
    hashedFolders = Set(
      earlier.filter { $0.value.contains { $0.kind == .hashes } }.keys)
    progress = Progress(
      configuration.isQuiet ? .none : .auto, total: subjects.count, of: "animations")
  }

  /// Tests one animation.
  package func run(part: Int, worker: Int) {
    if state.withLock({ $0.failure != nil || $0.isStopping }) { return }
    do throws(Failure) {
      let results = try test(part)
      for result in results where result.frame == nil {
        report?.add(result, of: part, expected: nil, actual: nil)
      }
      state.withLock {
        $0.results += results.map { (part, $0) }
        $0.tested += 1
        if configuration.stopsAtFailure, results.contains(where: \.outcome.isFailure) {
          $0.isStopping = true
        }
        progress.advance()
      }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  private func finish() throws(Failure) -> (GoldenSummary, GoldenSet) {
    progress.finish()
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure }
    for (subject, omission) in state.omissions.sorted(by: { $0.subject < $1.subject }) {
      StandardError.report("warning: \(subjects[subject].name): \(omission)".printable)
    }
    var sorted = state.results.sorted {
      ($0.subject, $0.result.frame ?? -1) < ($1.subject, $1.result.frame ?? -1)
    }
    // Several images of an animation usually differ for the same reason, which is stated once.
    var reasons: [Int: Set<[String]>] = [:]
    for place in sorted.indices {
      guard let inputs = sorted[place].result.inputs else { continue }
      if !reasons[sorted[place].subject, default: []].insert(inputs).inserted {
        sorted[place].result.inputs = nil
      }
    }
    var tested = GoldenSet()
    for (index, subject) in subjects.enumerated() where !state.skipped.contains(index) {
      tested.insert(subject, state.lastFrames[index].map { .through(last: $0) } ?? .any)
    }
    let summary = GoldenSummary(
      results: sorted.map(\.result), stale: [],
      skipped: state.skipped.sorted().map { subjects[$0].name },
      untested: subjects.count - state.tested)
    return (summary, tested)
  }
}

// One animation, on any thread.
extension GoldenRun {
  private func test(_ index: Int) throws(Failure) -> [GoldenResult] {
    let subject = subjects[index]
    let settings = settings[subject.folder]?.resolved(for: subject) ?? GoldenSettings.Resolved()
    let version: AnimationVersion
    let unmet: [String]
    let scene: any Scene
    let plan: Plan
    do throws(Failure) {
      (version, unmet) = try content(of: subject)
      scene = version.source.makeScene()
      plan = try self.plan(of: subject, scene, settings)
    } catch {
      if isNoAnimation(subject) {
        state.withLock { _ = $0.skipped.insert(index) }
        return []
      }
      return [unreadable(subject, error)]
    }
    if let last = scene.allWholeFrames?.upperBound {
      state.withLock { $0.lastFrames[index] = last }
    }
    let unmetResults = unmet.map { reason in
      GoldenResult(
        subject: subject.name, frame: nil, path: subject.name,
        outcome: .unmet("\(subject.name): \(reason)".printable), duration: 0)
    }
    let size = version.source.size
    let results = try pixels.withPixels(size.width * size.height * threads) {
      () throws(Failure) -> [GoldenResult] in
      if let revision = configuration.revision {
        return [try compare(version, of: subject, index, plan, settings, with: revision)]
      }
      return try testGoldens(version, of: subject, index, plan, settings)
    }
    return results + unmetResults
  }

  /// Compares an animation with its goldens, and records missing features of its frames.
  private func testGoldens(
    _ version: AnimationVersion, of subject: GoldenSubject, _ index: Int, _ plan: Plan,
    _ settings: GoldenSettings.Resolved
  ) throws(Failure) -> [GoldenResult] {
    var results: [GoldenResult]
    do throws(Failure) {
      results = try compareWithGoldens(version.source, of: subject, index, plan, settings)
    } catch {
      // A write error ends the run, but an animation that can't be drawn doesn't.
      guard [.differs, .noInput].contains(error.status) else { throw error }
      return [unreadable(subject, error)]
    }
    try showAccepted(&results, version, of: subject, index, plan, settings)
    if let omission = version.source.omission {
      state.withLock { $0.omissions.append((index, "\(omission)")) }
    }
    return results
  }

  private func unreadable(_ subject: GoldenSubject, _ failure: Failure) -> GoldenResult {
    GoldenResult(
      subject: subject.name, frame: nil, path: subject.name,
      outcome: .unreadable("\(failure)", failure.status), duration: 0)
  }

  private func compareWithGoldens(
    _ source: RenderSource, of subject: GoldenSubject, _ index: Int, _ plan: Plan,
    _ settings: GoldenSettings.Resolved
  ) throws(Failure) -> [GoldenResult] {
    var results: [GoldenResult] = []
    let (numbers, name) = (plan.all, FilePath.name(of: subject.name).printable)
    let sink = GoldenSink(
      GoldenComparison(
        subject: subject, index: index, images: Set(plan.images), hasHashes: plan.hasHashes,
        masks: settings.masks,
        tolerance: configuration.tolerance ?? settings.tolerance ?? ImageTolerance(),
        updates: configuration.updates, failureToWrite: configuration.failureToWrite,
        inputs: CurrentInputs(of: subject, source, configuration), report: report)
    ) { done in
      self.state.withLock { _ in self.progress.show("frame \(done) of \(numbers.count) of \(name)")
      }
    } didCompare: {
      results.append($0)
    }
    let frames = ChosenFrames(numbers, rate: configuration.sceneRate)
    if threads > 1, frames.count > threads {
      try FrameRenderer.render(frames, of: source, jobs: threads, into: sink)
    } else {
      try FrameRenderer(source, threads: threads).render(frames, into: sink)
    }
    return results
  }

  /// The frames of an animation that are compared.
  private struct Plan {
    /// The results of images.
    let images: [Int]
    /// The frames tested by their hashes.
    let hashed: [Int]

    var hasHashes: Bool { !hashed.isEmpty }
    var all: [Int] { hashed.isEmpty ? images : Set(hashed).union(images).sorted() }
  }

  private func plan(
    of subject: GoldenSubject, _ scene: any Scene, _ settings: GoldenSettings.Resolved
  ) throws(Failure) -> Plan {
    let goldens = earlier[subject.folder] ?? []
    // A new animation is tested like the others in its folder.
    let isHashed =
      configuration.isEveryFrame || settings.isEveryFrame
      || goldens.contains(GoldenName(subject.stem, .hashes))
      || !isAccepted(subject) && hashedFolders.contains(subject.folder)
        && (1...FrameHashes.maximumFrames).contains(scene.wholeFrames?.count ?? 0)
    let asked = try GoldenFrames(beside: subject) ?? configuration.frames ?? settings.frames
    /// Returns the frames with images, which would otherwise become outdated unnoticed next to the
    /// hashes.
    func imaged(_ all: ClosedRange<Int>) -> [Int] {
      goldens.compactMap { golden in
        guard golden.stem == subject.stem, case .image(let frame) = golden.kind,
          all.contains(frame)
        else { return nil }
        return frame
      }.sorted()
    }
    if isHashed { try FrameHashes.check(count: scene.wholeFrames?.count ?? 0, of: subject.name) }
    do throws(FrameNumberError) {
      guard isHashed else {
        let frames = asked ?? (subject.isScene ? .defaultOfScenes : .default)
        return Plan(images: try frames.numbers(in: scene), hashed: [])
      }
      guard let all = scene.wholeFrames else { throw .noEnd }
      return Plan(images: try asked?.numbers(in: scene) ?? imaged(all), hashed: Array(all))
    } catch {
      throw Failure("\(subject.name): \(error)", status: .usage)
    }
  }

  /// Returns the version of an animation to draw, and the unmet expectations of its script.
  ///
  /// - Parameter revision: The revision of the file, or `nil` for the current file.
  private func content(
    of subject: GoldenSubject, in revision: GitRevision? = nil
  ) throws(Failure) -> (version: AnimationVersion, unmet: [String]) {
    switch subject.content {
    case .file:
      return try content(ofFile: subject.name, in: revision)
    case .script(let path):
      return try content(ofFile: path, in: revision, script: subject.name)
    case .scene(let makeScene):
      do throws(ImageSizeError) {
        let source = try RenderSource(
          size: configuration.size?.ofScenes, scale: configuration.scale,
          background: configuration.sceneBackground, makeScene: makeScene)
        return (AnimationVersion(source: source), [])
      } catch {
        throw Failure(error, of: subject.name)
      }
    }
  }

  /// - Parameter script: The path of its script, or `nil`.
  private func content(
    ofFile path: String, in revision: GitRevision?, script: String? = nil
  ) throws(Failure) -> (version: AnimationVersion, unmet: [String]) {
    let (file, scenes): (AnimationFile, AnimationScenes)
    do throws(Failure) {
      file = try self.file(path, in: revision, configuration.file(script: script))
      scenes = try file.scenes(script: script)
    } catch {
      // In a folder, some files may lack the requested part or slot.
      let isAboutScript = script.map { error.message.hasPrefix("\($0.printable):") } ?? true
      let message = isAboutScript ? error.message : "\(script ?? path): \(error.message)".printable
      throw Failure(message, status: .noInput)
    }
    if let library = file.animation.missingLibrary {
      throw Failure(
        "\(script ?? path): cannot be compared: \(library)".printable, status: .unavailable)
    }
    let source = try RenderSource(
      file, scenes, size: configuration.size?.pixels(of: file.animation.size),
      scale: configuration.scale)
    let version = AnimationVersion(
      source: source, pageContent: report == nil ? nil : file.pageContent)
    return (version, scenes.unmetExpectations)
  }

  private func file(
    _ path: String, in revision: GitRevision?, _ configuration: FileConfiguration
  ) throws(Failure) -> AnimationFile {
    guard let revision else { return try AnimationFile(path, configuration) }
    guard let old = try AnimationFile(renamed.path(of: path), in: revision, configuration) else {
      throw Failure("\(path): not in \(revision.name)", status: .noInput)
    }
    return old
  }

  /// Returns whether a file that can't be drawn was found in a folder, was never accepted, and
  /// isn't an animation.
  private func isNoAnimation(_ subject: GoldenSubject) -> Bool {
    !subject.isNamed && !isAccepted(subject) && AnimationFormats.isUnrelatedFile(subject.name)
  }

  /// Returns whether an animation has a golden already.
  private func isAccepted(_ subject: GoldenSubject) -> Bool {
    accepted[subject.folder]?.contains(subject.stem) == true
  }
}

// The version of an animation that was accepted.
extension GoldenRun {
  /// Compares an animation with its version in a revision.
  private func compare(
    _ version: AnimationVersion, of subject: GoldenSubject, _ index: Int, _ plan: Plan,
    _ settings: GoldenSettings.Resolved, with name: String
  ) throws(Failure) -> GoldenResult {
    let stopwatch = Stopwatch()
    let revision = try GitRevision(
      name, of: FilePath.folder(of: subject.name), by: configuration.git)
    let asked = configuration.frames == nil ? nil : plan.images
    var result = GoldenResult(
      subject: subject.name, frame: nil, path: subject.name, outcome: .same, duration: 0)
    if let old = try? content(of: subject, in: revision).version {
      var pair = sideBySide(old, version, settings)
      pair.pairByTime()
      let numbers =
        if let asked { pair.numbers(ofFrames: asked) } else { try pair.numbers(of: subject.name) }
      let found = try pair.changes(in: numbers)
      let earlierPath = renamed.earlierPath(of: subject.path)
      if let changes = FrameChanges(found, of: pair) {
        result.outcome = .differs(.frames(changes))
        result.earlierPath = earlierPath
        result.edits = edits(of: subject, since: revision)
        try report?.addVideo(of: pair, found, changes, of: index)
      } else if let earlierPath {
        result.outcome = .moved(from: earlierPath)
      }
      result.frames = numbers.count
    } else {
      result.outcome = .created
      result.frames = version.frames?.count ?? 0
    }
    return result.lasting(stopwatch.seconds)
  }

  /// Adds the previous images to the differences, if the last commit has the accepted version.
  private func showAccepted(
    _ results: inout [GoldenResult], _ version: AnimationVersion, of subject: GoldenSubject,
    _ index: Int, _ plan: Plan, _ settings: GoldenSettings.Resolved
  ) throws(Failure) {
    guard case .file = subject.content,
      let different = results.first(where: { $0.outcome.difference != nil }),
      let (revision, old) = accepted(subject, of: different.path, results, settings)
    else { return }
    let pair = sideBySide(old, version, settings)
    guard old.frames != nil, let numbers = try? pair.numbers(of: subject.name) else { return }
    let found = try pair.changes(in: numbers)
    if let first = results.firstIndex(where: { $0.outcome.difference != nil }) {
      results[first].edits = edits(of: subject, since: revision)
    }
    for place in results.indices {
      guard case .frames(var changes)? = results[place].outcome.difference else { continue }
      changes.worst = FrameChange.worst(found)
      results[place].outcome =
        configuration.updates ? .updated(.frames(changes)) : .differs(.frames(changes))
    }
    if let changes = FrameChanges(found, of: pair) {
      try report?.addVideo(of: pair, found, changes, of: index)
    }
  }

  /// Returns the version of an animation that has the goldens that differ now: the version in the
  /// last commit or, if the change is already committed, in the commit that changed its golden.
  private func accepted(
    _ subject: GoldenSubject, of golden: String, _ results: [GoldenResult],
    _ settings: GoldenSettings.Resolved
  ) -> (GitRevision, AnimationVersion)? {
    let folder = FilePath.folder(of: subject.name)
    for isLast in [true, false] {
      let name =
        isLast
        ? "HEAD"
        : GitRevision.lastChange(
          of: FilePath.name(of: golden), in: FilePath.folder(of: golden), by: configuration.git)
      guard let name,
        let revision = try? GitRevision(name, of: folder, by: configuration.git),
        let old = try? content(of: subject, in: revision).version,
        hasAccepted(old.source, of: subject, results, settings)
      else { continue }
      return (revision, old)
    }
    return nil
  }

  /// Returns whether a version of an animation has the goldens that differ now.
  private func hasAccepted(
    _ source: RenderSource, of subject: GoldenSubject, _ results: [GoldenResult],
    _ settings: GoldenSettings.Resolved
  ) -> Bool {
    // Goldens that were written are no longer the previous ones.
    guard !configuration.updates else { return false }
    let renderer = FrameRenderer(source, threads: threads)
    let golden = try? FrameHashes(reading: subject.golden(.hashes))
    for result in results {
      guard let difference = result.outcome.difference else { continue }
      var numbers = result.frame.map { [$0] } ?? []
      if case .frames(let changes) = difference {
        numbers = [changes.numbers[0], changes.numbers[changes.numbers.count - 1]]
      }
      for number in numbers {
        guard renderer.scene.allWholeFrames?.contains(number) == true else { continue }
        guard
          let frame = try? renderer.render(
            .frame(Fraction(number), rate: configuration.sceneRate), number: number)
        else { return false }
        if result.frame != nil {
          guard let golden = try? loadImage(at: result.path), golden == frame.image else {
            return false
          }
        } else {
          let line = ManifestLine(
            number: number,
            hash: PixelHash(StraightPixels(frame.image.masked(by: settings.masks))),
            size: frame.image.size)
          guard golden?.lines.contains(line) == true else { return false }
        }
      }
    }
    return true
  }

  private func edits(of subject: GoldenSubject, since revision: GitRevision) -> [String] {
    AnimationFormats.edits(
      from: AnimationSource(renamed.path(of: subject.name), in: revision),
      to: try? AnimationSource(at: subject.name),
      configuration.file)
  }

  private func sideBySide(
    _ old: AnimationVersion, _ new: AnimationVersion, _ settings: GoldenSettings.Resolved
  ) -> SideBySide {
    SideBySide(
      expected: old, actual: new, masks: settings.masks,
      tolerance: configuration.tolerance ?? settings.tolerance ?? ImageTolerance(),
      rate: configuration.sceneRate, threads: threads)
  }
}

extension GoldenResult {
  fileprivate func lasting(_ duration: Seconds) -> GoldenResult {
    var result = GoldenResult(
      subject: subject, frame: frame, path: path, outcome: outcome, duration: duration)
    result.frames = frames
    result.inputs = inputs
    result.edits = edits
    result.earlierPath = earlierPath
    return result
  }
}
