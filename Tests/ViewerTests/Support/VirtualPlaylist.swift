import ViewerSupport

@testable import AnimCore
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer

/// Simulated files and a playlist of them, whose requests are answered without reading files.
final class VirtualPlaylist {
  /// The existing files, in order.
  var files: [String]
  /// Files that can't be drawn.
  var broken: Set<String> = []
  /// The identifiers of animations in files that have several.
  var animations: [String: [String]] = [:]
  /// The themes of all files, and those that can't be read.
  var themes: [String] = []
  var brokenThemes: Set<String> = []
  /// Creates the opened item for a path. Other paths open a video.
  var items: [String: () -> OpenedItem] = [:]
  /// The requests since this was last emptied.
  var opened: [FileRequest] = []
  private(set) var playlist: FilePlaylist

  init(_ files: [String], first: Int = 0) {
    self.files = files
    playlist = FilePlaylist(files[first], isOneFile: true, FileConfiguration())
  }

  /// Opens the first file.
  func openFirst() throws -> PlaylistItem {
    var effects: [Effect] = []
    playlist.begin(into: &effects)
    while !effects.isEmpty {
      var decision: PlaylistDecision?
      switch effects.removeFirst() {
      case .listFiles: decision = playlist.takeList(files, into: &effects)
      case .openFile(let request): decision = playlist.take(open(request), into: &effects)
      default: break
      }
      switch decision {
      case .show(let item): return item
      case .fail(let failure): throw failure
      default: break
      }
    }
    throw Failure("nothing is shown", status: .unavailable)
  }

  func open(_ request: FileRequest) -> Result<OpenedFile, Failure> {
    opened.append(request)
    let theme: String? = if case .id(let id) = request.configuration.theme { id } else { nil }
    guard files.contains(request.path), !broken.contains(request.path) else {
      return .failure(Failure("\(request.path): broken", status: .differs))
    }
    if let theme, brokenThemes.contains(theme) {
      return .failure(Failure("\(request.path): the theme \(theme) is broken", status: .differs))
    }
    var file = OpenedFile(items[request.path]?() ?? OpenedItem(scene: VideoScene()))
    file.animations = animations[request.path] ?? ["only"]
    file.themes = FileThemes(ids: themes, applied: theme)
    return .success(file)
  }
}

/// A ``Viewer`` whose effects on files are carried out on a ``VirtualPlaylist``.
struct ViewerBench {
  var viewer: Viewer
  let source: VirtualPlaylist
  var situation = Situation(
    size: PixelSize(width: 640, height: 520), now: .seconds(100))
  /// The folder that is watched.
  private(set) var folder = ""

  init(
    _ files: [String], first: Int = 0, text: OverlayText = .bitmap,
    _ change: (VirtualPlaylist) -> Void = { _ in }
  ) throws {
    source = VirtualPlaylist(files, first: first)
    change(source)
    let item = try source.openFirst()
    viewer = Viewer(item, of: .files(source.playlist), text: text)
    source.opened = []
  }

  /// Returns the names of the files opened since the last call.
  mutating func takeOpened() -> [String] {
    defer { source.opened = [] }
    return source.opened.map { request in
      let name = FilePath.name(of: request.path)
      return request.configuration.animation.map { "\(name): \($0)" } ?? name
    }
  }

  var toast: String? { viewer.overlay.toast?.text }

  /// Performs the action of a key.
  ///
  /// - Returns: The effects that aren't about files.
  @discardableResult
  mutating func perform(_ action: ViewerAction) -> [Effect] {
    carryOut(viewer.perform(action, in: situation))
  }

  @discardableResult
  mutating func drop(_ paths: [String]) -> [Effect] {
    let list = Result { () throws(Failure) in try FileList(paths) }
    return carryOut(viewer.effects(of: .dropped(list), in: situation))
  }

  @discardableResult
  mutating func change(
    written: Set<String> = [], removed: Set<String> = [], isIncomplete: Bool = false
  ) -> [Effect] {
    let change = FolderWatcher.Change(
      written: written, removed: removed, isIncomplete: isIncomplete)
    return carryOut(viewer.effects(of: .folderChanged(change), in: situation))
  }

  mutating func carryOut(_ effects: [Effect]) -> [Effect] {
    effects.flatMap { effect -> [Effect] in
      switch effect {
      case .watch(let folder):
        self.folder = folder
        return []
      case .listFiles: return carryOut(viewer.effects(of: .listed(source.files), in: situation))
      case .openFile(let request):
        return carryOut(viewer.effects(of: .opened(source.open(request)), in: situation))
      default: return [effect]
      }
    }
  }
}
