import AnimCore
import OptionValues

/// An option by which users change the configuration of a scene: its name, what help says of it, and what
/// its value changes. A scene declares its options beside its configuration, as a table.
package struct SceneOption<Configuration>: Sendable {
  /// The names without dashes. The first one begins with the name of the scene.
  package let names: [String]
  /// What it changes, with the range and the default if the value's name does not say them.
  package let help: String
  package let value: Value

  package typealias Change = @Sendable (inout Configuration) -> Void

  /// What follows the name.
  package enum Value: Sendable {
    /// Nothing: the option is switched on by `--name` and off by `--no-name`.
    case none(@Sendable (Bool) -> Change)
    /// The name of a case.
    case choice(any SceneChoice.Type, @Sendable (any SceneChoice) -> Change)
    /// A text, which stands in help under this name.
    case text(name: String, @Sendable (String) throws(InvalidValue) -> Change)
  }
}

/// A setting that has one of a few values, each with a name for the command line.
package protocol SceneChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension SceneOption {
  /// An option that is on or off.
  static func flag(
    _ name: String, _ help: String, set: @escaping @Sendable (inout Configuration, Bool) -> Void
  ) -> SceneOption {
    SceneOption(
      names: [name], help: help, value: .none { isOn in { set(&$0, isOn) } })
  }

  /// An option whose value is the name of a case.
  static func choice<Choice: SceneChoice>(
    _ name: String, _ help: String, set: @escaping @Sendable (inout Configuration, Choice) -> Void
  ) -> SceneOption {
    SceneOption(
      names: [name], help: help,
      value: .choice(Choice.self) { choice in
        { if let choice = choice as? Choice { set(&$0, choice) } }
      })
  }

  /// An option whose value is a text.
  ///
  /// - Parameters:
  ///   - name: without dashes.
  ///   - alias: another name.
  ///   - value: what stands for the value in help.
  ///   - parse: reads the value.
  ///   - set: changes the configuration.
  static func value<Value: Sendable>(
    _ name: String, alias: String? = nil, _ value: String, _ help: String,
    _ parse: @escaping @Sendable (String) throws(InvalidValue) -> Value,
    set: @escaping @Sendable (inout Configuration, Value) -> Void
  ) -> SceneOption {
    SceneOption(
      names: [name] + (alias.map { [$0] } ?? []), help: help,
      value: .text(name: value) { (text) throws(InvalidValue) in
        let value = try parse(text)
        return { set(&$0, value) }
      })
  }

  /// An option whose value is a colour.
  static func color(
    _ name: String, _ part: String, default: String,
    set: @escaping @Sendable (inout Configuration, Color) -> Void
  ) -> SceneOption {
    value(name, "color", colorHelp(part, default: `default`), parseColor, set: set)
  }
}

/// A configuration that users change by options.
package protocol SceneSettings: Sendable {
  /// The scene's name in the catalogue, with which its options begin.
  static var sceneName: String { get }
  static var options: [SceneOption<Self>] { get }
  /// The names of options that do not begin with that of the scene.
  static var aliases: [String] { get }
  /// Where the configuration of all scenes has it.
  static var places: [WritableKeyPath<SceneConfiguration, Self> & Sendable] { get }
}

extension SceneSettings {
  package static var aliases: [String] { [] }

  /// `change`, wherever the configuration of all scenes has this.
  package static func everywhere(
    _ change: @escaping SceneOption<Self>.Change
  ) -> SceneOption<SceneConfiguration>.Change {
    { configuration in
      for place in places { change(&configuration[keyPath: place]) }
    }
  }
}
