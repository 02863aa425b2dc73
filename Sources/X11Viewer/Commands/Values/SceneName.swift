import AnimCore
import ArgumentParser

/// The name of a scene in the catalogue.
struct SceneName: ExpressibleByArgument, CaseIterable, CustomStringConvertible {
  /// The scene's place in the catalogue.
  let index: Int

  init?(argument: String) {
    guard let index = SceneCatalog.index(of: argument) else { return nil }
    self.index = index
  }

  private init(index: Int) { self.index = index }

  static let `default` = SceneName(index: 0)
  static let allCases = SceneCatalog.entries.indices.map(SceneName.init(index:))

  var description: String { SceneCatalog.entries[index].name }
  var defaultValueDescription: String { description }
  static var allValueStrings: [String] { allCases.map(\.description) }
}
