import AnimationFormats

/// The choices made with keys for the current file: a theme, and whether its state machine runs.
struct FileVariant: Equatable {
  /// The theme, or `nil` for the theme of the configuration.
  private var theme: ThemeChoice?
  /// Whether the state machine runs, or `nil` for the setting of the configuration.
  private var hasMachine: Bool?
  /// The themes of the file when it was last read.
  private var themes: [String] = []
  private var shownTheme: String?
  private var machines = FileMachines.none
  private var isMachineOn = false

  /// Whether the file has themes, as far as it has been read.
  var hasThemes: Bool { !themes.isEmpty }
  /// Whether the file has state machines.
  var hasMachines: Bool { machines != .none }

  /// A description of the current theme.
  var themeNotice: String { shownTheme.map { "theme \($0)" } ?? "no theme" }
  /// A description of the state machine's state.
  var machineNotice: String {
    isMachineOn
      ? "interaction on"
      : hasMachine == true ? "the state machine plays another animation" : "interaction off"
  }

  /// The hint about the key for the state machine.
  static let machineOffer = "m turns it on"
  /// The notice about state machines when the file is opened, or `nil`.
  var machineHint: String? {
    guard machines == .usable, !isMachineOn, hasMachine == nil else { return nil }
    return "interaction is available; \(Self.machineOffer)"
  }

  /// Returns a configuration with the choices applied.
  func applied(to configuration: FileConfiguration) -> FileConfiguration {
    var configuration = configuration
    configuration.theme = theme ?? configuration.theme
    switch (hasMachine, configuration.stateMachine) {
    case (false?, _): configuration.stateMachine = .none
    case (true?, .none), (true?, .initial): configuration.stateMachine = .first
    default: break
    }
    return configuration
  }

  /// Updates the choices after the file was read.
  ///
  /// - Parameters:
  ///   - machines: Whether the file has state machines.
  ///   - isMachineOn: Whether a state machine is running.
  mutating func didRead(_ themes: FileThemes, machines: FileMachines, isMachineOn: Bool) {
    (self.themes, shownTheme) = (themes.ids, themes.applied)
    (self.machines, self.isMachineOn) = (machines, isMachineOn)
  }

  /// Selects the next theme, or no theme after the last one.
  ///
  /// - Returns: `false` if the file has no themes.
  mutating func cycleTheme() -> Bool {
    guard hasThemes else { return false }
    let next = shownTheme.flatMap(themes.firstIndex).map { $0 + 1 } ?? 0
    theme = next < themes.count ? .id(themes[next]) : .some(.none)
    return true
  }

  /// Handles a theme that can't be applied. The next turn skips it.
  mutating func passOverTheme() {
    if case .id(let id)? = theme { shownTheme = id }
  }

  /// Turns the state machine on or off.
  ///
  /// - Returns: `false` if the file has no state machine.
  mutating func toggleMachine() -> Bool {
    guard hasMachines else { return false }
    hasMachine = !isMachineOn
    return true
  }

  /// Handles a state machine that can't run. The file plays as before.
  mutating func passOverMachine() { hasMachine = isMachineOn }
}
