import AnimCore

/// The name of a scene in the catalogue.
struct SceneName: CustomStringConvertible {
  /// The scene's place in the catalogue.
  let index: Int

  static let `default` = SceneName(index: 0)

  static func parse(_ text: String) throws -> SceneName {
    guard let index = SceneCatalog.index(of: text) else { throw InvalidValue(expected: list) }
    return SceneName(index: index)
  }

  /// All names, as help and messages list them.
  static var list: String { alternatives(SceneCatalog.entries.map(\.name)) }

  var description: String { SceneCatalog.entries[index].name }
}
