import AnimCodecs
import AnimCore
import AnimLottie
import LinuxSystem
import PlainText

/// A Lottie file with one of its animations.
struct OpenedLottie: OpenedAnimation {
  /// The path for messages.
  let path: String
  let animation: LottieAnimation
  /// The file, which contains more than this animation.
  let file: LottieFile
  /// The options with which the animation was loaded.
  private let options: LottieLoadingOptions
  private let machine: PlayingMachine
  /// The decoder for the images in the file and in its fonts.
  let images: EmbeddedImages
  /// The reason why the initial state machine isn't running, or `nil` if it is or the file doesn't have one.
  private let lostMachine: Diagnostic?

  init(_ source: AnimationSource, _ configuration: FileConfiguration) throws(Failure) {
    let limits = LottieLimits()
    let images = EmbeddedImages(convertsColors: configuration.convertsColors)
    self.images = images
    path = source.path
    var options = LottieLoadingOptions(
      animation: configuration.animation, theme: LottieThemeChoice(configuration.theme),
      slots: configuration.slots, runsExpressions: configuration.runsExpressions,
      fonts: { [fonts = configuration.fonts] in LottieFonts(fonts, images) },
      resource: { source.resource($0, limit: limits.fileBytes) },
      image: { EmbeddedDrawing.image($0.bytes, shownAs: $0.size, images, limit: $0.pixelLimit) })
    options.images = images
    options.isOutside = { source.isOutside($0) }
    let bytes = try source.all(limit: limits.fileBytes)
    do throws(LottieError) {
      file = try LottieFile(bytes, limits: limits)
      var animation = try file.animation(options: options)
      var machine = PlayingMachine(configuration.stateMachine, of: file, animation, options)
      if case .playsOther(_, let first) = machine, options.animation == nil {
        options.animation = first
        animation = try file.animation(options: options)
        machine = PlayingMachine(configuration.stateMachine, of: file, animation, options)
      }
      (self.animation, self.machine, self.options) = (animation, machine, options)
    } catch {
      throw Failure(error, path: source.label)
    }
    if case .refused(let error) = machine, configuration.stateMachine == .initial {
      lostMachine = error.diagnostic
    } else {
      lostMachine = nil
    }
  }

  var size: Size { animation.size }
  var duration: Seconds { animation.duration }
  var animations: [String] { animation.animations }
  var background: Color? { entry?.background }
  var autoplay: Bool? { entry?.autoplay }
  var shownAnimation: String? { animation.id }

  var machines: FileMachines {
    guard !file.manifest.stateMachines.isEmpty else { return .none }
    switch machine {
    case .runs: return .usable
    case .playsOther, .refused: return .unusable
    case .none:
      let first = PlayingMachine(.first, of: file, animation, options)
      return if case .runs = first { .usable } else { .unusable }
    }
  }

  var themes: FileThemes {
    FileThemes(ids: file.manifest.themes.map { $0.id }, applied: animation.theme)
  }

  var mediaType: String? {
    switch animation.format {
    case .json: "video/lottie+json"
    case .gzip: "application/x-tgsticker"
    case .dotLottie: "application/zip+dotlottie"
    }
  }

  /// The animation's entry in the manifest, or `nil` if the manifest doesn't list it.
  var entry: LottieManifest.Animation? {
    animation.id.flatMap { file.manifest[animation: $0] }
  }

  var missingLibrary: String? {
    guard let error = options.fonts()?.problem else { return nil }
    return animation.diagnostics.contains { $0.message.hasSuffix(error) } ? error : nil
  }

  var fontFiles: [AnimationInfo.FontFile] {
    animation.contents.fontFiles.map {
      AnimationInfo.FontFile(
        family: $0.family, style: $0.style, path: $0.path, sha256: $0.sha256)
    }
  }

  func notice(name: String) -> String? {
    let skipped = animation.skippedExpressions
    let others = animation.diagnostics.count - skipped
    var parts: [String] = []
    if skipped > 0 {
      parts.append(
        "\(counted(skipped, "expression")) \(agreeing(skipped, "is", "are")) switched off")
    }
    // If some expressions are disabled, the diagnostics don't show which others remain.
    let first = skipped == 0 ? animation.diagnostics.first?.description : nil
    if let notice = AnimationInfo.notice(ofUnintended: others, first: first, name: name) {
      parts.append(notice)
    }
    if let lostMachine { parts.append("\(lostMachine)") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns the JSON alone, if the player in a report draws it the same way: the animation must not need other files,
  /// and must play its frames in order.
  func pageContent(_ configuration: FileConfiguration) -> [UInt8]? {
    let contents = animation.contents
    guard let json = file.json, contents.images.isEmpty, contents.data.isEmpty,
      contents.fontFiles.isEmpty, configuration.fit == .contain, configuration.theme == .initial,
      configuration.slots.isEmpty, configuration.runsExpressions, configuration.marker == nil,
      configuration.stateMachine == .none, [nil, .forward].contains(configuration.mode)
    else { return nil }
    return json
  }
}

extension OpenedLottie {
  func layerProbe() -> LottieLayerProbe? { LottieLayerProbe(animation) }
}

// Playback.
extension OpenedLottie {
  func scenes(
    _ configuration: FileConfiguration, script: String?
  ) throws(Failure) -> AnimationScenes {
    switch (machine, configuration.stateMachine) {
    case (.runs(let stage), _): return try scenes(of: stage, configuration, script: script)
    case (.none, .first):
      throw Failure("\(path): the file has no state machine", status: .usage)
    case (.none, _) where script != nil:
      throw Failure("\(path): the file has no state machine", status: .noInput)
    case (.playsOther(let id, let first), let choice) where choice == .first || script != nil:
      throw Failure(
        "\(path): the state machine \"\(id)\" starts with the animation \"\(first)\"".printable,
        status: .usage)
    case (.refused(let error), let choice) where choice != .initial || script != nil:
      throw Failure(error, path: path)
    case (.none, _), (.playsOther, _), (.refused, _): break
    }
    let configuration = try sceneConfiguration(configuration)
    return AnimationScenes { [animation] in
      LottieScene(animation, configuration: configuration)
    }
  }

  /// Returns the playback settings of the animation.
  func sceneConfiguration(
    _ wanted: FileConfiguration
  ) throws(Failure) -> LottieSceneConfiguration {
    var configuration = LottieSceneConfiguration()
    configuration.fit = wanted.fit
    let entry = entry
    configuration.loops = wanted.loops ?? entry?.loops ?? true
    configuration.loopCount = wanted.loops == nil ? entry?.loopCount : nil
    configuration.speed = wanted.hasFileSpeed ? entry?.speed ?? 1 : 1
    configuration.mode = wanted.mode ?? entry?.mode ?? .forward
    configuration.hasSubframes = wanted.hasSubframes
    guard let marker = wanted.marker else { return configuration }
    guard let found = animation.markers.first(where: { $0.name == marker }) else {
      throw Failure(noMarker: marker, of: path, names: animation.markers.map(\.name))
    }
    // A marker without a duration starts a part that extends to the end.
    let end = found.duration > 0 ? found.frame + found.duration : animation.frameCount
    configuration.range = found.frame..<max(end, found.frame)
    return configuration
  }

  func ignoredOptions(_ configuration: FileConfiguration) -> [(flag: String, reason: String)] {
    switch (machine, configuration.stateMachine) {
    case (.runs, _):
      let flags = [
        configuration.marker.map { _ in "--marker" }, configuration.mode.map { _ in "--mode" },
        configuration.loops.map { $0 ? "--loop" : "--no-loop" },
      ]
      return flags.compactMap(\.self).map { ($0, "the state machine controls playback") }
    case (.playsOther(let id, let first), .id):
      return [("--state-machine", "\(id) starts with the animation \(first)")]
    default: return []
    }
  }

  /// Returns scenes that a state machine plays. Without a script, they last as long as the animation.
  private func scenes(
    of stage: LottieMachineStage, _ configuration: FileConfiguration, script path: String?
  ) throws(Failure) -> AnimationScenes {
    let (fit, seed) = (configuration.fit, configuration.seed)
    let script = try path.map { path throws(Failure) in
      try InteractionScript(at: path) { script throws(Failure) in
        do throws(InteractionScript.ParseError) {
          try script.check(stage.machine)
        } catch {
          throw Failure("\(path): \(error)".printable, status: .differs)
        }
      }
    }
    var conversation = script ?? InteractionScript()
    if script == nil {
      conversation.append(.end, at: Timestamp(seconds: animation.duration))
    }
    return AnimationScenes(
      make: { [conversation] in
        LottieMachineScene(stage, script: conversation, fit: fit, seed: seed)
      }, makeInteractive: { LottieMachineScene(stage, fit: fit, seed: seed) },
      unmetExpectations: script.map { stage.unmetExpectations(of: $0, seed: seed) } ?? [])
  }
}

/// The state machine that plays an animation of a file.
enum PlayingMachine: Sendable {
  case none
  case runs(LottieMachineStage)
  /// The state machine with this identifier starts with another animation.
  case playsOther(String, animation: String)
  /// The state machine can't run.
  case refused(LottieError)

  /// - Parameter choice: The requested state machine.
  init(
    _ choice: StateMachineChoice, of file: LottieFile, _ animation: LottieAnimation,
    _ options: LottieLoadingOptions
  ) {
    let manifest = file.manifest
    let wanted: String? =
      switch choice {
      case .none: nil
      case .initial: manifest.initialStateMachine
      case .first: manifest.initialStateMachine ?? manifest.stateMachines.first?.id
      case .id(let id): id
      }
    guard let wanted else {
      self = .none
      return
    }
    do throws(LottieError) {
      let stage = LottieMachineStage(
        try file.stateMachine(wanted), in: file, animation: animation, options: options)
      let first = try stage.firstAnimation()
      if let first, first != animation.id {
        self = .playsOther(wanted, animation: first)
      } else {
        self = .runs(stage)
      }
    } catch {
      self = .refused(error)
    }
  }
}

extension LottieThemeChoice {
  fileprivate init(_ choice: ThemeChoice) {
    switch choice {
    case .initial: self = .initial
    case .none: self = .none
    case .id(let id): self = .id(id)
    }
  }
}

extension Failure {
  fileprivate init(_ error: LottieError, path: String) {
    let status: ExitStatus =
      switch error {
      // These errors concern the request rather than the file.
      case .unknownSlot, .invalidSlot, .unknownAnimation, .unknownTheme, .unknownStateMachine:
        .usage
      default: .differs
      }
    self.init("\(path): \("\(error)".printable)", status: status)
  }
}

extension LottieScene: FailingScene {
  package var failedExpressions: Set<String> { report.failedPaths }
}

extension LottieMachineScene: FailingScene {}
