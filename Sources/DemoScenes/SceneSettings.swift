import OptionValues

/// A configuration that users change by options, which it declares as a table beside it.
package protocol SceneSettings: Sendable {
  /// The scene's name in the catalogue, with which its options begin.
  static var sceneName: String { get }
  static var options: [CommandOption<Self>] { get }
  /// The names of options that do not begin with that of the scene.
  static var aliases: [String] { get }
  /// The key paths to these settings in the configuration of all scenes.
  static var places: [WritableKeyPath<SceneConfiguration, Self> & Sendable] { get }
}

extension SceneSettings {
  package static var aliases: [String] { [] }

  /// `change`, wherever the configuration of all scenes has this.
  package static func everywhere(
    _ change: @escaping CommandOption<Self>.Change
  ) -> CommandOption<SceneConfiguration>.Change {
    { configuration in
      for place in places { change(&configuration[keyPath: place]) }
    }
  }
}
