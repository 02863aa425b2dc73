import AnimationFormats

/// The choices that keys have made for the current file: a theme, and whether its state machine
/// plays it.
struct FileVariant: Equatable {
  /// The theme, or `nil` for the theme of the configuration.
  private var theme: ThemeChoice?
  /// Whether the state machine plays the file, or `nil` for the choice of the configuration.
  private var hasMachine: Bool?
  /// The themes of the file when it was last read.
  private var themes: [String] = []
  private var shownTheme: String?
  private var machines = FileMachines.none
  private var isMachineOn = false

  /// Whether the file has themes, as far as it was read.
  var hasThemes: Bool { !themes.isEmpty }
  /// Whether it has state machines.
  var hasMachines: Bool { machines != .none }

  /// The theme that is shown, in words.
  var themeNotice: String { shownTheme.map { "theme \($0)" } ?? "no theme" }
  /// Whether the state machine plays the file, in words.
  var machineNotice: String {
    isMachineOn
      ? "interaction on"
      : hasMachine == true ? "the state machine plays another animation" : "interaction off"
  }

  /// The hint about the key for the state machine.
  static let machineOffer = "m turns that on"
  /// The notice about state machines when the file is opened, or `nil`.
  var machineHint: String? {
    guard machines == .usable, !isMachineOn, hasMachine == nil else { return nil }
    return "it answers the pointer; \(Self.machineOffer)"
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

  /// The file was read.
  ///
  /// - Parameters:
  ///   - machines: whether it has state machines.
  ///   - isMachineOn: whether one of them plays it.
  mutating func didRead(_ themes: FileThemes, machines: FileMachines, isMachineOn: Bool) {
    (self.themes, shownTheme) = (themes.ids, themes.applied)
    (self.machines, self.isMachineOn) = (machines, isMachineOn)
  }

  /// Chooses the next theme; after the last, none.
  ///
  /// - Returns: false if the file has no themes.
  mutating func turnTheme() -> Bool {
    guard hasThemes else { return false }
    let next = shownTheme.flatMap(themes.firstIndex).map { $0 + 1 } ?? 0
    theme = next < themes.count ? .id(themes[next]) : .some(.none)
    return true
  }

  /// The chosen theme cannot be applied; the next turn passes over it.
  mutating func passOverTheme() {
    if case .id(let id)? = theme { shownTheme = id }
  }

  /// Switches the state machine on or off.
  ///
  /// - Returns: `false` if the file has no state machine.
  mutating func toggleMachine() -> Bool {
    guard hasMachines else { return false }
    hasMachine = !isMachineOn
    return true
  }

  /// The state machine cannot play the file, which is played as before.
  mutating func passOverMachine() { hasMachine = isMachineOn }
}
