import ArgumentParser
import DemoScenes

/// The flags of all scenes, which are those of the tables in the catalogue.
///
/// The argument parser finds the flags of a group by reflection and fills them by decoding. This group has no
/// property for each of its flags: it answers both from the tables.
struct SceneOptionFlags: ParsableArguments, CustomReflectable {
  /// The arguments that are being parsed; nil when all flags are to be known, as for help.
  ///
  /// The parser takes a tenth of the time until the first picture to find the flags of all scenes, so it
  /// finds those of the scenes that the arguments name.
  @TaskLocal static var arguments: [String]?

  private let settings: [(scene: String, change: SceneSetting)]

  init() { settings = [] }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SceneOptionKey.self)
    settings = try Self.listed.flatMap { try Self.settings(of: $0, from: container) }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.listed.map { ($0.sceneName, Self.group(of: $0)) })
  }

  /// The configurations whose flags the parser finds.
  private static var listed: [any SceneSettings.Type] {
    guard let arguments else { return SceneCatalog.settings }
    return SceneCatalog.settings.filter { isNamed($0, in: arguments) }
  }

  /// Whether an argument may be a flag of a scene, mistyped or not.
  private static func isNamed<Settings: SceneSettings>(
    _ type: Settings.Type, in arguments: [String]
  ) -> Bool {
    arguments.contains { argument in
      guard argument.hasPrefix("--") else { return false }
      return argument.contains(type.sceneName) || type.aliases.contains { argument.contains($0) }
    }
  }

  /// The scenes of which a flag is given.
  var scenes: [String] {
    SceneCatalog.settings.map { $0.sceneName }.filter { name in
      settings.contains { $0.scene == name }
    }
  }

  /// Changes what the flags say.
  func apply(to configuration: inout SceneConfiguration) {
    for setting in settings { setting.change.apply(&configuration) }
  }

  private static func settings<Settings: SceneSettings>(
    of type: Settings.Type, from container: KeyedDecodingContainer<SceneOptionKey>
  ) throws -> [(scene: String, change: SceneSetting)] {
    let group = try container.decode(
      OptionGroup<SceneOptionGroup<Settings>>.self, forKey: SceneOptionKey(type.sceneName))
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
    let container = try decoder.container(keyedBy: SceneOptionKey.self)
    settings = try Settings.options.compactMap { option in
      let key = SceneOptionKey(option.names[0])
      switch option.value {
      case .none(let change):
        let isOn = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue
        return isOn.map { SceneSetting(change($0)) }
      case .choice(let type, let change):
        return try Self.choice(of: type, from: container, key).map { SceneSetting(change($0)) }
      case .text:
        return try container.decode(Option<SceneSetting?>.self, forKey: key).wrappedValue
      }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Settings.options.map { ($0.names[0], Self.flag(for: $0)) })
  }

  private static func flag(for option: SceneOption<Settings>) -> Any {
    let names = NameSpecification(option.names.map { .customLong($0) })
    switch option.value {
    case .none:
      return Flag<Bool?>(name: names, inversion: .prefixedNo, help: ArgumentHelp(option.help))
    case .choice(let type, _):
      return choice(type, names, option.help)
    case .text(let name, let change):
      return Option<SceneSetting?>(
        name: names, parsing: .unconditional, help: ArgumentHelp(option.help, valueName: name),
        transform: { SceneSetting(try change($0)) })
    }
  }

  private static func choice<Choice: SceneChoice>(
    _ type: Choice.Type, _ names: NameSpecification, _ help: String
  ) -> Any {
    Option<Chosen<Choice>?>(name: names, parsing: .unconditional, help: ArgumentHelp(help))
  }

  private static func choice<Choice: SceneChoice>(
    of type: Choice.Type, from container: KeyedDecodingContainer<SceneOptionKey>,
    _ key: SceneOptionKey
  ) throws -> (any SceneChoice)? {
    try container.decode(Option<Chosen<Choice>?>.self, forKey: key).wrappedValue?.value
  }
}

/// What a flag of a scene changes.
private struct SceneSetting: Sendable {
  let apply: SceneOption<SceneConfiguration>.Change

  init<Settings: SceneSettings>(_ change: @escaping SceneOption<Settings>.Change) {
    apply = Settings.everywhere(change)
  }
}

/// One of a few values, by its name.
private struct Chosen<Choice: SceneChoice>: ExpressibleByArgument {
  let value: Choice

  init?(argument: String) {
    guard let value = Choice(rawValue: argument) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { Choice.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The name of a flag or of a scene, as the argument parser asks for it.
private struct SceneOptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
