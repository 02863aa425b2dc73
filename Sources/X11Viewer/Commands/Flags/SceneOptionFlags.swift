import ArgumentParser
import DemoScenes
import OptionValues

/// The flags of all scenes, from the tables in the catalogue.
struct SceneOptionFlags: ReadableFlags, CustomReflectable {
  /// The arguments being parsed, or `nil` if all flags are needed, as for help.
  ///
  /// Finding the flags of all scenes takes the parser a tenth of the time until the first image, so
  /// it finds only those of the scenes in the arguments.
  @TaskLocal static var arguments: [String]?

  private var settings: [(scene: String, setting: SceneSetting)]

  init() { settings = [] }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FlagKey.self)
    settings = try Self.listed.flatMap { try Self.settings(of: $0, from: container) }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.listed.map { ($0.sceneName, Self.group(of: $0)) })
  }

  mutating func take(_ reader: inout ArgumentReader) throws -> Bool {
    for type in SceneCatalog.settings {
      guard let setting = try Self.setting(of: type, from: &reader) else { continue }
      settings.append((type.sceneName, setting))
      return true
    }
    return false
  }

  private static func setting<Settings: SceneSettings>(
    of type: Settings.Type, from reader: inout ArgumentReader
  ) throws -> SceneSetting? {
    for option in Settings.options {
      if let change = try reader.change(by: option) { return SceneSetting(option, change) }
    }
    return nil
  }

  /// The configurations whose flags the parser finds.
  private static var listed: [any SceneSettings.Type] {
    guard let arguments else { return SceneCatalog.settings }
    return SceneCatalog.settings.filter { isNamed($0, in: arguments) }
  }

  /// Returns whether an argument may be a flag of a scene, mistyped or not.
  private static func isNamed<Settings: SceneSettings>(
    _ type: Settings.Type, in arguments: [String]
  ) -> Bool {
    arguments.contains { argument in
      guard argument.hasPrefix("--") else { return false }
      return argument.contains(type.sceneName) || type.aliases.contains { argument.contains($0) }
    }
  }

  /// The names of the given options, each once.
  var names: [String] { names(except: []) }

  /// Returns the names of the given options that belong to other scenes than these, each once.
  func names(except scenes: [String]) -> [String] {
    settings.reduce(into: []) { names, entry in
      let name = entry.setting.name
      if !scenes.contains(entry.scene), !names.contains(name) { names.append(name) }
    }
  }

  /// Applies the flags to a configuration.
  func apply(to configuration: inout SceneConfiguration) {
    for entry in settings { entry.setting.apply(&configuration) }
  }

  private static func settings<Settings: SceneSettings>(
    of type: Settings.Type, from container: KeyedDecodingContainer<FlagKey>
  ) throws -> [(scene: String, setting: SceneSetting)] {
    let group = try container.decode(
      OptionGroup<SceneOptionGroup<Settings>>.self, forKey: FlagKey(type.sceneName))
    return group.wrappedValue.settings.map { (type.sceneName, $0) }
  }

  private static func group<Settings: SceneSettings>(of type: Settings.Type) -> Any {
    OptionGroup<SceneOptionGroup<Settings>>(
      title: type.sceneName.capitalizedFirst, visibility: HelpRequest.sceneOptions)
  }
}

/// The flags of one scene.
private struct SceneOptionGroup<Settings: SceneSettings>: ParsableArguments, CustomReflectable {
  let settings: [SceneSetting]

  init() { settings = [] }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FlagKey.self)
    settings = try Settings.options.compactMap { option in
      try option.change(from: container).map { SceneSetting(option, $0) }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Settings.options.map { ($0.names[0], $0.wrapper) })
  }
}

/// The setting that a flag of a scene changes.
private struct SceneSetting: Sendable {
  /// The name of the option, with its dashes.
  let name: String
  let apply: CommandOption<SceneConfiguration>.Change

  init<Settings: SceneSettings>(
    _ option: CommandOption<Settings>, _ change: @escaping CommandOption<Settings>.Change
  ) {
    name = "--" + option.names[0]
    apply = Settings.everywhere(change)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
