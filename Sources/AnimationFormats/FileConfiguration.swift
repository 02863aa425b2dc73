import AnimCore
import AnimRaster
import AnimText
import LinuxSystem

/// How files are read and played. What a format has no use for has no effect on its files.
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
  /// Which delays of frames are played, where a file has them.
  package var frameDelays = FrameDelays.browser
  /// Whether pictures that move are played as often as their file says, rather than for ever.
  package var obeysLoopCount = false
  /// Whether pixels are smooth, rather than sharp squares, where they are drawn at least twice as large.
  package var smoothsPixels = false
  /// The bytes that pictures which move may keep, so that a jump takes less time.
  package var seekMemory = RasterAnimation.defaultCheckpointBudget
  /// The rate of pictures that do not say theirs; nil for a usual one.
  package var frameRate: RefreshRate?
  /// The marker of the part to play; nil for the whole animation.
  package var marker: String?
  /// The identifier of an animation in a file that has several; nil for the first.
  package var animation: String?
  package var theme = ThemeChoice.initial
  /// The state machine that plays the file.
  package var stateMachine = StateMachineChoice.none
  /// The seed of a state machine's random numbers.
  package var seed: UInt64 = 1
  /// Values of slots, as JSON, by name.
  package var slots: [String: String] = [:]
  /// Whether the expressions in files are run, rather than the values drawn that are stored beside
  /// them.
  package var runsExpressions = true
  /// Whether the colours of images are converted by their profiles, rather than their stored values shown.
  package var convertsColors = true
  /// What draws text whose characters have no outlines in a file.
  package var fonts = FontConfiguration()
  /// A folder around files in which they may refer to others; nil for each one's own.
  package var resources: String?
  /// Whether files are closed on other threads: the server of a file system may be asked then, for which a loop that
  /// shows frames cannot wait.
  package var closesLater = false
  /// What was read from standard input, which can be read only once; nil if it was not read.
  package var standardInput: [UInt8]?
  /// The background; nil for what the file says, and else a transparent one in files, and white in a
  /// window.
  package var background: Color?

  /// Whether white content is shown on a dark background, unless a background is specified.
  package var adaptsBackground = false

  package init(
    fit: SceneFit = .contain, loops: Bool? = nil, hasSubframes: Bool = true,
    marker: String? = nil, animation: String? = nil, theme: ThemeChoice = .initial,
    slots: [String: String] = [:], runsExpressions: Bool = true,
    fonts: FontConfiguration = FontConfiguration(), background: Color? = nil
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

/// Which delays of frames are played, where a file has them.
package enum FrameDelays: String, CaseIterable, Sendable {
  /// Those that browsers play, for which at most 10 ms counts as 100 ms; see `FrameDelay`.
  case browser
  /// Those of the file.
  case file
}

/// Which theme of a file is applied.
package enum ThemeChoice: Hashable, Sendable {
  /// The one that the animation begins with, if it names one.
  case initial
  case none
  /// The one with this identifier.
  case id(String)
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

/// Which fonts draw text whose characters have no outlines in a file.
package struct FontConfiguration: Hashable, Sendable {
  /// Folders with fonts, in the order in which they are searched.
  package var folders: [String] = []
  /// Whether the fonts of the system are used for what is not in the folders.
  package var system = SystemUse.none

  package enum SystemUse: Sendable {
    /// Not even where a text is not drawn without them.
    case none
    /// As long as nothing else is said.
    case usual
    /// As was asked for.
    case wanted
  }

  package init(folders: [String] = [], system: SystemUse = .none) {
    self.folders = folders
    self.system = system
  }

  /// The fonts of the system, if they are used and there are any; the same for all files.
  var systemFonts: SystemFonts? { system == .none ? nil : Self.sharedSystemFonts }

  private static let sharedSystemFonts = try? SystemFonts()
}

extension FileConfiguration {
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

  /// The options that are not as they are by default.
  package var options: Set<FileOption> {
    var options: Set<FileOption> = []
    if frameRate != nil { options.insert(.fps) }
    if mode != nil { options.insert(.mode) }
    if !hasSubframes { options.insert(.subframes) }
    if frameDelays != .browser { options.insert(.frameDelays) }
    if obeysLoopCount { options.insert(.fileLoops) }
    if smoothsPixels { options.insert(.smoothPixels) }
    if marker != nil { options.insert(.marker) }
    if animation != nil { options.insert(.animation) }
    if theme != .initial { options.insert(.theme) }
    if case .id = stateMachine { options.insert(.stateMachine) }
    if !slots.isEmpty { options.insert(.slot) }
    if !runsExpressions { options.insert(.expressions) }
    if !convertsColors { options.insert(.colorProfiles) }
    if !fonts.folders.isEmpty { options.insert(.fontDir) }
    if fonts.system == .wanted { options.insert(.systemFonts) }
    if resources != nil { options.insert(.resources) }
    return options
  }

  /// Reads standard input, for files that are read more than once.
  package mutating func readStandardInput() throws(Failure) {
    standardInput = try standardInputBytes()
  }

  /// What standard input has, read now unless it was before.
  func standardInputBytes() throws(Failure) -> [UInt8] {
    if let standardInput { return standardInput }
    do throws(InputError) {
      let start = try FileBytes.readStandardInput(limit: AnimationSource.startLength)
      guard start.count > AnimationSource.startLength else { return start }
      let limit = AnimationFormats.streamLimit(start)
      return start + (try FileBytes.readStandardInput(limit: max(limit - start.count, 0)))
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }
}
