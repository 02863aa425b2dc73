/// An animation to test, and the place of its goldens.
package struct GoldenSubject: Sendable {
  /// The path of the file, or the name of the scene.
  let name: String
  let content: Content
  /// The folder of its goldens.
  let folder: String
  /// The stem with which the names of its goldens begin.
  let stem: String

  package enum Content: Sendable {
    case file
    case scene(FilmSource.Content)
  }

  /// The path of a frame's golden.
  func golden(of frame: Int) -> String {
    FilePath.join(folder, GoldenName.name(stem, frame: frame))
  }
}
