import LinuxSystem
import OfflineRendering

/// A page with a cell in an overview: a file, or one of several animations in it.
package struct OverviewPage: Hashable, Sendable {
  package let path: String
  /// The identifier of the animation in a file with several animations, or `nil` for the first.
  package var animation: String?

  /// The name, for display.
  package var name: String {
    let name = FilePath.name(of: path)
    return (animation.map { "\(name): \($0)" } ?? name).printable
  }
}

/// The pages of an overview, in order: the animations in one file, and one for each other file,
/// which hasn't been read.
///
/// Pages are created on demand, because a folder may have very many files.
package struct OverviewPages {
  private let files: [String]
  /// The file whose animations are pages, with their identifiers, or `nil`.
  private let open: (index: Int, animations: [String])?
  /// A number that differs for other pages, so that they needn't be compared.
  package let revision: Int

  /// Creates pages.
  /// - Parameters:
  ///   - path: The file that contains `animations`, if there are several. Otherwise, it is a page
  ///     like the others.
  init(files: [String], path: String = "", animations: [String] = []) {
    self.init(files: files, path: path, animations: animations, revision: 0)
  }

  private init(files: [String], path: String, animations: [String], revision: Int) {
    self.files = files
    let index = animations.count > 1 ? files.firstIndex(of: path) : nil
    open = index.map { ($0, animations) }
    self.revision = revision
  }

  package var count: Int { files.count + (open.map { $0.animations.count - 1 } ?? 0) }

  package subscript(index: Int) -> OverviewPage {
    guard let open, index >= open.index else { return OverviewPage(path: files[index]) }
    let part = index - open.index
    if open.animations.indices.contains(part) {
      return OverviewPage(path: files[open.index], animation: open.animations[part])
    }
    return OverviewPage(path: files[index - open.animations.count + 1])
  }

  /// Returns the index of a page, or of the first page of its file, or `nil` if the file isn't in
  /// the list.
  func index(of page: OverviewPage) -> Int? {
    guard let index = files.firstIndex(of: page.path) else { return nil }
    guard let open, index >= open.index else { return index }
    if index > open.index { return index + open.animations.count - 1 }
    return index + (page.animation.flatMap(open.animations.firstIndex) ?? 0)
  }

  /// Returns the pages after a change of the folder.
  ///
  /// - Parameter files: All existing files.
  func replaced(by files: [String]) -> OverviewPages {
    OverviewPages(
      files: files, path: open.map { self.files[$0.index] } ?? "",
      animations: open?.animations ?? [], revision: revision + 1)
  }
}
