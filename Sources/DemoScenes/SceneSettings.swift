import OptionValues

/// A configuration that users change with options. The options are declared in a table next to it.
package protocol SceneSettings: Sendable {
  /// The scene's name in the catalogue, which is the prefix of its options.
  static var sceneName: String { get }
  static var options: [CommandOption<Self>] { get }
  /// The names of options without this prefix.
  static var aliases: [String] { get }
  /// The key paths to these settings in the configuration of all scenes.
  static var keyPaths: [WritableKeyPath<SceneConfiguration, Self> & Sendable] { get }
}

extension SceneSettings {
  package static var aliases: [String] { [] }

  /// Returns `change` applied everywhere in the configuration of all scenes.
  package static func everywhere(
    _ change: @escaping CommandOption<Self>.Change
  ) -> CommandOption<SceneConfiguration>.Change {
    { configuration in
      for place in keyPaths { change(&configuration[keyPath: place]) }
    }
  }
}
