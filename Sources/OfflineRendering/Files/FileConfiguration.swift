import AnimCore
import AnimLottie
import LinuxSystem

/// How files are played.
package struct FileConfiguration: Hashable, Sendable {
  package var fit = SceneFit.contain
  /// Whether animations begin again at their end; nil for what the file says, and else true.
  package var loops: Bool?
  /// The order in which frames are played; nil for what the file says, and else forward.
  package var mode: PlaybackMode?
  /// Whether animations play in a window as soon as they are shown; nil for what the file says, and else
  /// true.
  package var autoplay: Bool?
  /// Whether animations are played at the speed that the file says.
  package var hasFileSpeed = true
  package var hasSubframes = true
  /// The marker of the part to play; nil for the whole animation.
  package var marker: String?
  /// The identifier of an animation in a file that has several; nil for the first.
  package var animation: String?
  package var theme = LottieThemeChoice.initial
  /// The state machine that plays the file.
  package var stateMachine = StateMachineChoice.none
  /// The seed of a state machine's random numbers.
  package var seed: UInt64 = 1
  /// Values of slots, as JSON, by name.
  package var slots: [String: String] = [:]
  /// Whether the expressions in files are run, rather than the values drawn that are stored beside
  /// them.
  package var runsExpressions = true
  /// What draws text whose characters have no outlines in a file.
  package var fonts = FontConfiguration()
  /// What was read from standard input, which can be read only once; nil if it was not read.
  package var standardInput: [UInt8]?
  /// The background; nil for what the file says, and else a transparent one in files, and white in a
  /// window.
  package var background: Color?

  package init(
    fit: SceneFit = SceneFit.contain, loops: Bool? = nil,
    hasSubframes: Bool = true, marker: String? = nil, animation: String? = nil,
    theme: LottieThemeChoice = .initial, slots: [String: String] = [:],
    runsExpressions: Bool = true, fonts: FontConfiguration = FontConfiguration(),
    background: Color? = nil
  ) {
    self.fit = fit
    self.loops = loops
    self.hasSubframes = hasSubframes
    self.marker = marker
    self.animation = animation
    self.theme = theme
    self.slots = slots
    self.runsExpressions = runsExpressions
    self.fonts = fonts
    self.background = background
  }
}

/// Which state machine plays a file.
package enum StateMachineChoice: Hashable, Sendable {
  /// None: the animation is played.
  case none
  /// The one that the file begins with, if it names one that can be run; else none.
  case initial
  /// The one that the file begins with, or else its first.
  case first
  /// The one with this identifier.
  case id(String)
}

extension FileConfiguration {
  /// Reads standard input, for files that are read more than once.
  package mutating func readStandardInput() throws(Failure) {
    do throws(InputError) {
      standardInput = try FileBytes.readStandardInput(limit: LottieLimits().fileBytes)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }

  /// What standard input has, read now unless it was before.
  func standardInputBytes() throws(InputError) -> [UInt8] {
    if let standardInput { return standardInput }
    return try FileBytes.readStandardInput(limit: LottieLimits().fileBytes)
  }

  /// How the animation of a file is read.
  ///
  /// - Parameter resource: returns the contents of a file beside it; nil if there is none.
  func loadingOptions(
    resource: @escaping @Sendable (String) -> [UInt8]?
  ) -> LottieLoadingOptions {
    LottieLoadingOptions(
      animation: animation, theme: theme, slots: slots, runsExpressions: runsExpressions,
      fonts: { [fonts] in AnimationFonts(fonts) }, resource: resource)
  }

  /// How the animation of a file is played.
  func sceneConfiguration(
    of file: AnimationFile
  ) throws(Failure) -> LottieSceneConfiguration {
    var configuration = LottieSceneConfiguration()
    configuration.fit = fit
    let entry = file.entry
    configuration.loops = loops ?? entry?.loops ?? true
    configuration.loopCount = loops == nil ? entry?.loopCount : nil
    configuration.speed = hasFileSpeed ? entry?.speed ?? 1 : 1
    configuration.mode = mode ?? entry?.mode ?? .forward
    configuration.hasSubframes = hasSubframes
    guard let marker else { return configuration }
    guard let found = file.animation.markers.first(where: { $0.name == marker }) else {
      let names = file.animation.markers.map(\.name)
      throw Failure(
        "\(file.path): no marker '\(marker)'; "
          + (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", ").printable)"),
        status: .usage)
    }
    // A marker without a duration begins a part that goes on to the end.
    let end = found.duration > 0 ? found.frame + found.duration : file.animation.frameCount
    configuration.range = found.frame..<max(end, found.frame)
    return configuration
  }

  /// The same for files that were not named on the command line, which need not have its slots,
  /// markers and animations.
  package var withoutParts: FileConfiguration {
    var configuration = self
    configuration.slots = [:]
    configuration.theme = .initial
    if case .id = stateMachine { configuration.stateMachine = .initial }
    configuration.animation = nil
    configuration.marker = nil
    return configuration
  }
}
