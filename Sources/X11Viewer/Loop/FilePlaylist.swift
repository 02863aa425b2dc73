import AnimCore
import OfflineRendering
import XWindow

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
        name: name, scene: EmptyScene(), title: Self.title(name), trouble: error.message)
    }
  }

  func turn(by places: Int) -> PlaylistItem? {
    guard list.turn(by: places) else { return nil }
    watch()
    return open()
  }

  func show(_ place: Int) -> PlaylistItem? { nil }

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
    let count = file.animation.diagnostics.count
    return PlaylistItem(
      name: file.name, scene: try file.scene(configuration), title: Self.title(file.name),
      notice: count == 0
        ? nil
        : "\(count) \(count == 1 ? "thing is" : "things are") not drawn as intended; "
          + "see x11viewer info \(file.name)")
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
