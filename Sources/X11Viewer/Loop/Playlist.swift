import AnimCore
import DemoScenes
import OfflineRendering
import XWindow

/// The items to show, in the order in which they are paged through.
protocol Playlist: AnyObject {
  /// Opens the current item again.
  func open() -> PlaylistItem
  /// Moves by some items, or back if negative, wrapping around, and opens the one that is reached;
  /// nil if there is no other.
  func turn(by count: Int) -> PlaylistItem?
  /// Moves to the item at an index for which there is a key, and opens it; nil if there is none.
  func open(at index: Int) -> PlaylistItem?
  /// A descriptor that becomes readable when ``takeChange()`` should be called; −1 if items never
  /// change.
  var changeDescriptor: Int32 { get }
  /// Whether the current item has changed since it was opened, and should be opened again.
  func takeChange() -> Bool
}

/// Something to show, and what the window needs to know about it.
struct PlaylistItem {
  /// The name, for messages.
  var name: String
  var scene: any Scene
  /// Sets the scene's clocks ahead by some seconds, or back if negative, if it has any.
  var adjustClocks: (Seconds) -> Void = { _ in }
  /// The text of the title bar; nil for the default.
  var title: String?
  /// A notice to show once, after the name; nil for none.
  var notice: String?
  /// Why it cannot be drawn; nil if it can.
  var error: String?
  /// How many of its expressions have failed in the frames drawn so far.
  var failedExpressions: () -> Int = { 0 }

  /// Whether it has an end, and so a time line; it is played from its start when it is shown.
  var isFinite: Bool { scene.frameRange != nil }

  /// What was left out of its frames so far; nil where nothing was.
  var omission: String? { scene.omission.map { "\(name): \($0)" } }

  /// That expressions have failed in its frames; nil where none has.
  var failureNotice: String? {
    let count = failedExpressions()
    guard count > 0 else { return nil }
    return "\(name): \(count) \(count == 1 ? "expression fails" : "expressions fail"); "
      + "see x11viewer info \(name)"
  }
}

/// A playlist of the scenes in the catalogue.
final class ScenePlaylist: Playlist {
  /// The index of the current scene in the catalogue.
  private var index: Int
  private let make: (Int) -> DemoScene

  let changeDescriptor: Int32 = -1

  /// - Parameters:
  ///   - index: the index of the first scene to show.
  ///   - make: makes the scene with a given index.
  init(index: Int, make: @escaping (Int) -> DemoScene) {
    self.index = index
    self.make = make
  }

  func open() -> PlaylistItem {
    let made = make(index)
    return PlaylistItem(
      name: "scene \(SceneCatalog.entries[index].name)", scene: made.scene,
      adjustClocks: made.adjustClocks)
  }

  func turn(by count: Int) -> PlaylistItem? {
    let all = SceneCatalog.entries.count
    return open(at: (index + count % all + all) % all)
  }

  func open(at index: Int) -> PlaylistItem? {
    guard SceneCatalog.entries.indices.contains(index) else { return nil }
    self.index = index
    return open()
  }

  func takeChange() -> Bool { false }
}

/// A playlist of files. Each is read when it is shown, and again when it changes.
final class FilePlaylist: Playlist {
  private var list: FileList
  private let configuration: FileConfiguration
  /// The file to which the marker, the slots and the animation apply.
  private var first: String
  /// Nil if the kernel has none left; changes to files then go unnoticed.
  private let watcher: FolderWatcher?

  var changeDescriptor: Int32 { watcher?.fileDescriptor ?? -1 }

  init(_ list: FileList, _ configuration: FileConfiguration) {
    self.list = list
    first = list.path
    self.configuration = configuration
    watcher = try? FolderWatcher()
    watch()
  }

  /// Opens the first of the named files that can be drawn.
  ///
  /// - Parameter skip: called for each file before it, with the reason why it cannot be drawn.
  /// - Throws: the reason why the first file cannot be drawn, if none can.
  func openFirst(skip: (Failure) -> Void) throws(Failure) -> PlaylistItem {
    let start = list.path
    var failures: [Failure] = []
    repeat {
      first = list.path
      do throws(Failure) {
        let item = try read()
        failures.forEach(skip)
        return item
      } catch {
        failures.append(error)
      }
    } while !list.isOneFile && list.turn(by: 1) && list.path != start
    throw failures[0]
  }

  func open() -> PlaylistItem {
    do throws(Failure) {
      return try read()
    } catch {
      let name = FilePath.name(of: list.path)
      return PlaylistItem(
        name: name, scene: EmptyScene(), title: Self.title(name), error: error.message)
    }
  }

  func turn(by count: Int) -> PlaylistItem? {
    guard list.turn(by: count) else { return nil }
    watch()
    return open()
  }

  func open(at index: Int) -> PlaylistItem? { nil }

  func takeChange() -> Bool {
    switch watcher?.takeChange() {
    case nil: false
    case .anything: true
    case .names(let names): names.contains(FilePath.name(of: list.path))
    }
  }

  /// The text of the title bar for a file.
  static func title(_ name: String) -> String { "\(name) - x11viewer" }

  private func read() throws(Failure) -> PlaylistItem {
    let configuration = list.path == first ? configuration : configuration.withoutParts
    let file = try AnimationFile(list.path, configuration)
    let animation = file.animation
    return PlaylistItem(
      name: file.name, scene: try file.scene(configuration), title: Self.title(file.name),
      notice: Self.notice(file), failedExpressions: { animation.failedExpressionCount })
  }

  /// What the file alone says about how it is drawn.
  private static func notice(_ file: AnimationFile) -> String? {
    let skipped = file.animation.skippedExpressions
    let others = file.animation.diagnostics.count - skipped
    var parts: [String] = []
    if skipped > 0 {
      parts.append("\(skipped) \(skipped == 1 ? "expression is" : "expressions are") switched off")
    }
    if others > 0 {
      parts.append(
        "\(others) \(others == 1 ? "thing is" : "things are") not drawn as intended; "
          + "see x11viewer info \(file.name)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Watches the folder of the current file. Called before the file is read, so that no change is
  /// missed.
  private func watch() {
    try? watcher?.follow(FilePath.folder(of: list.path))
  }
}

/// An empty scene, which stands for a file that cannot be drawn.
private final class EmptyScene: Scene {
  func layout(in size: Size) {}
  func update(to time: Seconds) {}
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {}
}
