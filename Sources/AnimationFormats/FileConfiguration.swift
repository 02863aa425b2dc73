import AnimCore
import AnimRaster
import AnimText
import LinuxSystem

/// The options for reading and playing files. Formats ignore options that don't apply to them.
package struct FileConfiguration: Hashable, Sendable {
  package var fit = BoxFit.contain
  /// Whether animations loop, or `nil` for the setting in the file (default: true).
  package var loops: Bool?
  /// The playback mode, or `nil` for the setting in the file (default: forward).
  package var mode: PlaybackMode?
  /// Whether animations play in a window as soon as they are shown, or `nil` for the setting in the file (default:
  /// true).
  package var autoplay: Bool?
  /// Whether to apply the playback speed in the file.
  package var hasFileSpeed = true
  package var hasSubframes = true
  /// The rule for the frame delays in a file.
  package var frameDelays = FrameDelays.browser
  /// Whether animated images follow the loop count in the file, rather than loop forever.
  package var obeysLoopCount = false
  /// Whether to smooth pixels, rather than show sharp squares, at twice their size or larger.
  package var smoothsPixels = false
  /// The maximum memory, in bytes, for making jumps in animated images faster.
  package var seekMemory = RasterAnimation.defaultCheckpointBudget
  /// The frame rate of files that don't specify one, or `nil` for the default.
  package var frameRate: RefreshRate?
  /// The marker of the part to play, or `nil` for the entire animation.
  package var marker: String?
  /// The identifier of an animation in a file with several, or `nil` for the first.
  package var animation: String?
  package var theme = ThemeChoice.initial
  /// The state machine that plays the file.
  package var stateMachine = StateMachineChoice.none
  /// The seed of a state machine's random numbers.
  package var seed: UInt64 = 1
  /// Values of slots, as JSON, by name.
  package var slots: [String: String] = [:]
  /// Whether to evaluate expressions, rather than draw the values that are stored with them.
  package var runsExpressions = true
  /// Whether to convert the colours of images by their profiles, rather than show the stored values.
  package var convertsColors = true
  /// The fonts for text that has no outlines in the file.
  package var fonts = FontConfiguration()
  /// A folder around the files in which they may refer to others, or `nil` for the folder of each file.
  package var resources: String?
  /// Whether to close files on other threads. Closing a file can block on the server of a file system, which a loop
  /// that shows frames can't wait for.
  package var closesLater = false
  /// The contents of standard input, which isn't seekable, or `nil` if it hasn't been read.
  package var standardInput: [UInt8]?
  /// The background, or `nil` for the one in the file (default: transparent, and white in a window).
  package var background: Color?

  /// Whether to show white content on a dark background, unless a background is specified.
  package var adaptsBackground = false

  package init(
    fit: BoxFit = .contain, loops: Bool? = nil, hasSubframes: Bool = true,
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

/// The rule for the frame delays in a file.
package enum FrameDelays: String, CaseIterable, Sendable {
  /// Like browsers: delays of at most 10 ms count as 100 ms; see `FrameDelay`.
  case browser
  /// The delays in the file.
  case file
}

/// The theme to apply.
package enum ThemeChoice: Hashable, Sendable {
  /// The initial theme of the animation, if it specifies one.
  case initial
  case none
  /// The theme with this identifier.
  case id(String)
}

/// The state machine to run.
package enum StateMachineChoice: Hashable, Sendable {
  /// No state machine: the animation is played.
  case none
  /// The initial state machine of the file, if it specifies a valid one. Otherwise none.
  case initial
  /// The initial state machine of the file, or otherwise the first.
  case first
  /// The state machine with this identifier.
  case id(String)
}

/// The fonts for text that has no outlines in the file.
package struct FontConfiguration: Hashable, Sendable {
  /// Folders with fonts, in the order in which they are searched.
  package var folders: [String] = []
  /// Whether to use the fonts of the system for text that the folders have no font for.
  package var system = SystemUse.none

  package enum SystemUse: Sendable {
    /// Never, even if some text then isn't drawn.
    case none
    /// The default.
    case usual
    /// An explicit option.
    case wanted
  }

  package init(folders: [String] = [], system: SystemUse = .none) {
    self.folders = folders
    self.system = system
  }

  /// The fonts of the system if they are used and available. They are the same for all files.
  var systemFonts: SystemFonts? { system == .none ? nil : try? Self.sharedSystemFonts.get() }

  private static let sharedSystemFonts = Result { () throws(FontError) in try SystemFonts(.system) }

  /// The error of a library without which text lacks fonts, or `nil` if all are installed.
  var missingLibrary: FontError? {
    if let error = FontFace.missingLibrary { return error }
    guard system != .none, case .failure(let error) = Self.sharedSystemFonts,
      case .missingLibrary = error
    else { return nil }
    return error
  }
}

extension FileConfiguration {
  /// The configuration for files that aren't named on the command line, which may lack its slots,
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

  /// The options that differ from their defaults.
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

  /// Reads standard input in advance, for files that are read more than once.
  package mutating func readStandardInput() throws(Failure) {
    standardInput = try standardInputBytes()
  }

  /// Returns the contents of standard input, which is read on the first call.
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
