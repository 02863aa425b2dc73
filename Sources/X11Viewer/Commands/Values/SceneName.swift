import AnimCore
import DemoScenes

/// The name of a scene in the catalogue.
struct SceneName: CustomStringConvertible {
  /// The index of the scene in the catalogue.
  let index: Int

  static let `default` = SceneName(index: 0)

  static func parse(_ text: String) throws -> SceneName {
    guard let index = SceneCatalog.index(of: text) else { throw InvalidValue(expected: list) }
    return SceneName(index: index)
  }

  /// All names, for help and messages.
  static var list: String { alternatives(SceneCatalog.entries.map(\.name)) }

  var description: String { SceneCatalog.entries[index].name }
}
