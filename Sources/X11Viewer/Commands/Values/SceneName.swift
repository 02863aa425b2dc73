import AnimCore

/// The name of a scene in the catalogue.
struct SceneName: CustomStringConvertible {
  /// The scene's place in the catalogue.
  let index: Int

  static let `default` = SceneName(index: 0)

  /// The names of all scenes, as they stand in a sentence.
  static let all = SceneCatalog.entries.map(\.name).joined(separator: ", ")

  var description: String { SceneCatalog.entries[index].name }
}

/// A transform for a flag that takes the name of a scene.
func parseSceneName(_ text: String) throws -> SceneName {
  guard let index = SceneCatalog.index(of: text) else {
    throw InvalidValue(expected: "one of \(SceneName.all)")
  }
  return SceneName(index: index)
}
