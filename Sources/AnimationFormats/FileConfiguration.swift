import AnimCore
import AnimRaster
import AnimText
import LinuxSystem
import PlainText

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
  package var options: Set<FileOption> { Set(optionValues.keys) }

  /// The values of the options that differ from their defaults. Folders have no value, because
  /// only their contents affect the pixels.
  private var optionValues: [FileOption: String] {
    var values: [FileOption: String] = [:]
    if let frameRate { values[.fps] = plain(frameRate.hertz) }
    if let mode { values[.mode] = mode.rawValue }
    if !hasSubframes { values[.subframes] = "no" }
    if frameDelays != .browser { values[.frameDelays] = frameDelays.rawValue }
    if obeysLoopCount { values[.fileLoops] = "yes" }
    if smoothsPixels { values[.smoothPixels] = "yes" }
    if let marker { values[.marker] = marker }
    if let animation { values[.animation] = animation }
    switch theme {
    case .initial: break
    case .none: values[.theme] = "none"
    case .id(let id): values[.theme] = id
    }
    if case .id(let id) = stateMachine { values[.stateMachine] = id }
    if !slots.isEmpty { values[.slot] = "" }
    if !runsExpressions { values[.expressions] = "no" }
    if !convertsColors { values[.colorProfiles] = "no" }
    if !fonts.folders.isEmpty { values[.fontDir] = "" }
    if fonts.system == .wanted { values[.systemFonts] = "yes" }
    if resources != nil { values[.resources] = "" }
    return values
  }

  /// The names and values of the options that affect the pixels and differ from their defaults, in
  /// a fixed order. The background isn't included, because it depends on the file and the output.
  package var drawingOptions: [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    if fit != .contain { options.append(("fit", "\(fit)")) }
    if let loops { options.append(("loop", loops ? "yes" : "no")) }
    if !hasFileSpeed { options.append(("file speed", "no")) }
    if seed != 1 { options.append(("seed", "\(seed)")) }
    let values = optionValues
    for option in FileOption.allCases {
      if let value = values[option], !value.isEmpty { options.append((option.rawValue, value)) }
    }
    for (name, value) in slots.sorted(by: { $0.key < $1.key }) {
      options.append(("slot \(name)", value))
    }
    switch stateMachine {
    case .none, .id: break
    case .initial: options.append(("state-machine", "initial"))
    case .first: options.append(("state-machine", "first"))
    }
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
