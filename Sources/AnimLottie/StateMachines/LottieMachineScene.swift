import AnimCore

/// A state machine and the animations that it plays, read from a file.
///
/// It is an immutable value for creating scenes and runs.
public struct LottieMachineStage: Sendable {
  /// The machine.
  public let machine: LottieStateMachine
  /// The initial animation.
  public let animation: LottieAnimation
  /// The diagnostics of the machine and its animations.
  public let diagnostics: [Diagnostic]
  fileprivate let source: MachineAnimationSource
  /// The animations by identifier, with the initial theme.
  let animations: [String: LottieAnimation]
  let facts: MachinePlayer.Stage

  /// The maximum number of animations of a machine.
  private static let maximumAnimations = 100
  /// The identifier of the animation in a file with a single one.
  static let only = ""

  /// Reads the animations of a machine.
  ///
  /// - Parameters:
  ///   - machine: The machine, from the file or elsewhere.
  ///   - file: The file with the animations.
  ///   - animation: The initial animation of the file.
  ///   - options: The options for reading animations, on any thread. Slots apply to each
  ///     animation that has them. The machine selects the animation and the theme.
  public init(
    _ machine: LottieStateMachine, in file: LottieFile, animation: LottieAnimation,
    options: LottieLoadingOptions = LottieLoadingOptions()
  ) {
    self.machine = machine
    self.animation = animation
    source = MachineAnimationSource(file: file, options: options)
    let first = animation.id ?? Self.only
    var animations = [first: animation]
    var diagnostics = machine.diagnostics
    for id in machine.animations where animations[id] == nil {
      guard animations.count < Self.maximumAnimations else { break }
      do throws(LottieError) {
        animations[id] = try source.animation(id, .initial)
      } catch {
        diagnostics.append(
          Diagnostic(
            .invalidStateMachine, .invalid, "\(error); the current animation continues",
            at: LottieStateMachine.path(machine.id)))
      }
    }
    for (name, id, segment) in machine.segments {
      guard let played = animations[id.isEmpty ? first : id], !id.isEmpty || animations.count == 1,
        !played.markers.contains(where: { $0.name == segment })
      else { continue }
      diagnostics.append(
        Diagnostic(
          .missingReference, .invalid,
          "the state \"\(name.shortened)\" plays the entire animation, because there is no marker "
            + "\"\(segment.shortened)\"", at: LottieStateMachine.path(machine.id)))
    }
    diagnostics += machine.missingParts(
      layers: animations.values.reduce(into: []) { $0.formUnion($1.layerNames) },
      themes: file.manifest.themes.map(\.id))
    self.animations = animations
    self.diagnostics = diagnostics
    let manifest = file.manifest
    facts = MachinePlayer.Stage(
      clips: animations.mapValues { animation in
        MachinePlayer.Clip(
          animation,
          initialTheme: animation.id.flatMap { manifest[animation: $0]?.initialTheme })
      }, themes: Set(manifest.themes.map(\.id).filter { manifest.allows(theme: $0) }))
  }

  /// The parameters have been replaced by ``LottieLoadingOptions``.
  @available(*, unavailable, renamed: "init(_:in:animation:options:)")
  public init(
    _ machine: LottieStateMachine, in file: LottieFile, animation: LottieAnimation,
    slots: [String: String], runsExpressions: Bool = true,
    fonts: @escaping @Sendable () -> (any LottieFontSource)? = { nil }
  ) {
    self.init(machine, in: file, animation: animation)
  }

  /// Returns a run of the machine that hasn't been started.
  public func run(seed: UInt64 = 1) -> LottieStateMachinePlayer {
    var run = LottieStateMachinePlayer(
      machine, facts, animation: animation.id ?? Self.only, theme: animation.theme)
    run.seed = seed
    run.links = .showAll
    return run
  }

  /// Returns the unmet expectations of a script, each as a sentence with its line, and the reason
  /// why the machine has stopped, if it has.
  ///
  /// - Complexity: O(*n*) in the length of the script.
  public func unmetExpectations(of script: InteractionScript, seed: UInt64 = 1) -> [String] {
    let scene = LottieMachineScene(self, script: script, seed: seed)
    scene.update(to: script.end.seconds)
    let failures = scene.takeEvents().compactMap { event in
      if case .failed(let reason) = event {
        "the state machine has stopped: \(reason)"
      } else {
        nil
      }
    }
    return scene.unmetExpectations + failures
  }

  /// Returns the identifier of the machine's initial animation, or `nil` for the only one of a
  /// file.
  ///
  /// - Throws: ``LottieError/invalidStateMachine(_:path:reason:)`` if the machine doesn't start,
  ///   or stops immediately.
  package func firstAnimation() throws(LottieError) -> String? {
    var run = run()
    var reason =
      run.start() ? nil : "the initial state \"\(machine.initialState.shortened)\" does not exist"
    for case .failed(let failure) in run.takeEvents() { reason = failure }
    if let reason {
      throw .invalidStateMachine(
        machine.id, path: LottieStateMachine.path(machine.id), reason: reason)
    }
    return run.animation == Self.only ? nil : run.animation
  }
}

/// The source and options for reading a machine's animations.
private struct MachineAnimationSource: Sendable {
  let file: LottieFile
  let options: LottieLoadingOptions

  /// Reads an animation with a theme. Slots that it doesn't have are ignored.
  func animation(
    _ id: String, _ theme: LottieThemeChoice
  ) throws(LottieError) -> LottieAnimation {
    var options = options
    options.animation = id == LottieMachineStage.only ? nil : id
    options.theme = theme
    options.slots = [:]
    let plain = try file.animation(options: options)
    options.slots = self.options.slots.filter { plain.slots.contains($0.key) }
    return options.slots.isEmpty ? plain : try file.animation(options: options)
  }
}

extension MachinePlayer.Clip {
  init(_ animation: LottieAnimation, initialTheme: String?) {
    self.init(
      frameCount: animation.frameCount, frameRate: animation.frameRate, initialTheme: initialTheme)
    let lastFrame = lastFrame
    for marker in animation.markers where marker.duration > 0 && segments[marker.name] == nil {
      let start = min(max(marker.frame, 0), lastFrame)
      let end = min(max(marker.frame + marker.duration, start), lastFrame)
      segments[marker.name] = start...start + (end - start).rounded(.down)
    }
    // A marker without a duration plays the entire animation.
    for marker in animation.markers where marker.duration == 0 && segments[marker.name] == nil {
      segments[marker.name] = 0...lastFrame
    }
  }
}

extension LottieStateMachine {
  /// The states that play a segment of an animation: their names, animations and markers.
  fileprivate var segments: [(state: String, animation: String, marker: String)] {
    states.compactMap { state in
      state.playback.flatMap { playback in
        playback.segment.map { (state.name, playback.animation, $0) }
      }
    }
  }
}

extension LottieStateMachine {
  /// Returns diagnostics for missing layers and themes that the machine refers to.
  fileprivate func missingParts(layers: Set<String>, themes: [String]) -> [Diagnostic] {
    var faults = DiagnosticList()
    let path = Self.path(id)
    var seen = layers
    for case .pointer(_, let layer?) in interactions.map(\.trigger)
    where seen.insert(layer).inserted {
      faults.append(
        .invalid,
        "the layer \"\(layer.shortened)\" does not exist and receives no pointer events",
        at: path, .missingReference)
    }
    seen = Set(themes).union([""])
    for action in actions {
      guard case .setTheme(.constant(let theme)) = action, seen.insert(theme).inserted else {
        continue
      }
      faults.append(
        .invalid, "the theme \"\(theme.shortened)\" does not exist and is not applied", at: path,
        .missingReference)
    }
    return faults.all
  }

  private var actions: [MachineAction] {
    states.flatMap { $0.entryActions + $0.exitActions } + interactions.flatMap(\.actions)
  }
}

/// A scene that a state machine plays.
///
/// It is a function of a script and of time, like any scene: the image at a time doesn't depend on earlier updates. New
/// commands are added to the script at the current time, so that user interactions can be replayed:
///
/// ```swift
/// let scene = LottieMachineScene(stage)
/// scene.update(to: 1.5)
/// scene.send(.pointer(.down, Point(x: 100, y: 80)))
/// print(scene.run.state ?? "", scene.script)
/// ```
public final class LottieMachineScene {
  /// The machine and its animations.
  public let stage: LottieMachineStage
  /// The fit of the composition into the view.
  public let fit: BoxFit
  /// The machine at the current time.
  public private(set) var run: LottieStateMachinePlayer
  private var timeline: MachineTimeline
  private var animations: MachineAnimations
  /// The omissions and failures of frames drawn so far, by the identifiers of their animations.
  private var reports: [String: LottieDrawingReport] = [:]
  private var time = Timestamp.zero
  private var size = Size.zero
  private let isScripted: Bool
  private var link: DisplayLink?

  /// Creates a scene.
  /// - Parameters:
  ///   - stage: The machine and its animations.
  ///   - script: The script, or `nil` for a script that only starts the machine and is endless.
  ///   - fit: The fit of an animation into the view.
  ///   - seed: The seed of random numbers.
  public init(
    _ stage: LottieMachineStage, script: InteractionScript? = nil,
    fit: BoxFit = .contain, seed: UInt64 = 1
  ) {
    self.stage = stage
    self.fit = fit
    isScripted = script != nil
    animations = MachineAnimations(stage)
    timeline = MachineTimeline(stage.run(seed: seed), script ?? InteractionScript())
    run = timeline.run(at: .zero) { _, _, _ in false }
    show(at: .zero)
  }

  /// The script so far, including its future commands.
  public var script: InteractionScript { timeline.script }

  /// Returns the events of the machine since the last call, up to the latest time shown.
  public func takeEvents() -> [LottieStateMachinePlayer.Event] { timeline.takeEvents() }

  /// The unmet expectations up to the latest time shown, each as a sentence with its line.
  public var unmetExpectations: [String] {
    timeline.failures.map { failure in
      let line = failure.entry.line.map { "line \($0): " } ?? ""
      return "\(line)\(failure.entry.command): \(failure.found)"
    }
  }

  /// Executes a command at the current time.
  public func send(_ command: InteractionScript.Command) {
    withHitTest { timeline, hits in timeline.append(command, at: time, hits) }
    show(at: time)
    link?.isPaused = false
  }

  private func show(at time: Timestamp) {
    self.time = time
    run = withHitTest { timeline, hits in timeline.run(at: time, hits) }
  }

  private func withHitTest<Result>(
    _ body: (inout MachineTimeline, MachineTimeline.HitTest) -> Result
  ) -> Result {
    body(&timeline) { [animations] run, layer, point in
      animations.renderer(of: run)?.hits(layer, at: point, frame: run.frame) ?? false
    }
  }
}

extension LottieMachineScene: Scene {
  /// The size of the initial animation.
  public var naturalSize: Size? { stage.animation.size }

  /// The time of the script, counted in frames of the initial animation, or `nil` if there is no
  /// script. It can't be changed.
  public var playback: Playback? {
    get {
      guard isScripted else { return nil }
      let count = max(script.end.seconds * frameRate.hertz, 1)
      return Playback(FrameTimes(rate: frameRate, count: count), repetitions: 1)
    }
    set {}
  }

  /// The failed expressions in the frames drawn so far, by animation and path.
  package var failedExpressions: Set<String> {
    reports.reduce(into: []) { names, report in
      for path in report.value.failedPaths { names.insert("\(report.key) \(path)") }
    }
  }

  /// Sets the state for the start time of a frame of ``playback``, or a later time.
  public func show(frame: Double) { update(to: max(frame, 0) / frameRate.hertz) }

  public func layout(in size: Size) { self.size = size }

  public func update(to time: Seconds) {
    show(at: Timestamp(seconds: time.isFinite ? max(time, 0) : 0))
  }

  /// Follows `source`, and pauses while nothing changes.
  public func start(on source: FrameSource) {
    link?.invalidate()
    let link = DisplayLink(for: self) { scene, frame in
      scene.show(at: frame.targetTimestamp)
      if scene.run.isAtRest, !scene.isScripted { scene.link?.isPaused = true }
    }
    link.add(to: source)
    self.link = link
  }

  public func draw(into list: inout DisplayList) {
    if let background = run.background, background.alpha > 0 {
      list.fill(Rect(x: 0, y: 0, width: size.width, height: size.height), background)
    }
    guard let renderer = animations.renderer(of: run) else { return }
    let transform = fit.transform(from: renderer.animation.size, to: size)
    let shares = run.player.shares
    var report = LottieDrawingReport()
    if shares.count == 1 {
      report = renderer.draw(frame: shares[0].frame, into: &list, transform: transform)
    } else {
      list.withGroup(GroupStyle(isIsolated: true)) { list in
        // Use steps of 1/255 that add up to 1, so that pixels that are opaque in all images remain opaque.
        var (sum, shown) = (0.0, 0.0)
        for share in shares {
          sum += share.weight
          let opacity = (sum * 255).rounded() - shown
          guard opacity > 0 else { continue }
          shown += opacity
          list.withGroup(GroupStyle(opacity: opacity / 255, blendMode: .plusLighter)) { list in
            report.add(renderer.draw(frame: share.frame, into: &list, transform: transform))
          }
        }
      }
    }
    if !report.isEmpty { reports[run.animation ?? "", default: .init()].add(report) }
  }
}

extension LottieMachineScene: CountedScene, PartialScene {
  /// The frame rate of the initial animation.
  public var frameRate: RefreshRate { RefreshRate(hertz: stage.animation.frameRate) }

  /// The omission of the earliest frame drawn so far, of all animations.
  package var omission: SceneOmission? { reports.values.compactMap(\.sceneOmission).min() }
}

/// The renderers of a machine's animations, with the themes that it applies.
private final class MachineAnimations {
  private let stage: LottieMachineStage
  private struct Key: Hashable {
    var id: String
    var theme: String?
  }
  /// The renderers, or `nil` for animations that can't be read.
  private var cached: [Key: LottieRenderer?] = [:]
  private static let maximumCount = 64

  init(_ stage: LottieMachineStage) {
    self.stage = stage
    for (id, animation) in stage.animations {
      cached[Key(id: id, theme: animation.theme)] = LottieRenderer(animation)
    }
  }

  func renderer(of run: LottieStateMachinePlayer) -> LottieRenderer? {
    guard let id = run.animation else { return nil }
    let key = Key(id: id, theme: run.theme)
    if let renderer = cached[key] { return renderer }
    // Limit the cache, because themes of many animations could exhaust the memory.
    if cached.count >= Self.maximumCount { cached = [:] }
    // If the theme can't be read, show the animation with its initial theme.
    let animation =
      (try? stage.source.animation(id, run.theme.map { .id($0) } ?? .none))
      ?? stage.animations[id]
    let renderer = animation.map(LottieRenderer.init)
    cached[key] = .some(renderer)
    return renderer
  }
}
