import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering

/// Carries out what a ``Playlist`` asks for: makes scenes, and lists, watches and opens files.
final class ItemSource {
  /// Where files are from; nil for none.
  private(set) var list: FileList?
  private let makeScene: (Int) -> DemoScene
  /// Nil if no folder is watched, and if the kernel has no watcher left; changes to files then go
  /// unnoticed.
  private var watcher: FolderWatcher?

  /// - Parameters:
  ///   - list: the files to list; nil for none.
  ///   - makeScene: makes the built-in scene with an index in the catalogue.
  init(
    _ list: FileList? = nil,
    scenes makeScene: @escaping (Int) -> DemoScene = { SceneCatalog.entries[$0].open(.init()) }
  ) {
    self.list = list
    self.makeScene = makeScene
  }

  /// A descriptor that becomes readable when ``takeChange()`` should be called; −1 if nothing is
  /// watched.
  var changeDescriptor: Int32 { watcher?.fileDescriptor ?? -1 }

  /// Lists other files from now on; none for nil.
  func replace(by list: FileList?) { self.list = list }

  func scene(at index: Int) -> DemoScene { makeScene(index) }

  func files() -> [String] { list?.files() ?? [] }

  func watch(_ folder: String) {
    if watcher == nil { watcher = try? FolderWatcher() }
    try? watcher?.follow(folder)
  }

  /// What has changed in the folder since the last call.
  func takeChange() -> FolderWatcher.Change { watcher?.takeChange() ?? FolderWatcher.Change() }

  func open(_ request: FileRequest) -> Result<OpenedFile, Failure> {
    Result { () throws(Failure) in
      try OpenedFile(AnimationFile(request.path, request.configuration))
    }
  }
}

extension ItemSource {
  /// Opens the first file of a playlist that can be drawn.
  ///
  /// - Parameter skip: called for each file before it, with the reason why it cannot be drawn.
  /// - Throws: the reason why the first file cannot be drawn, if none can.
  func openFirst(
    of playlist: inout FilePlaylist, skip: (Failure) -> Void
  ) throws(Failure) -> PlaylistItem {
    var steps = playlist.begin()
    while !steps.isEmpty {
      switch steps.removeFirst() {
      case .watch(let folder): watch(folder)
      case .list: steps = playlist.didList(files()) + steps
      case .open(let request): steps = playlist.didOpen(open(request)) + steps
      case .report(let failure): skip(failure)
      case .show(let item), .reload(let item): return item
      case .fail(let failure): throw failure
      case .openScene, .stay, .changed: break
      }
    }
    throw Failure("no files given", status: .usage)
  }
}

extension OpenedFile {
  fileprivate init(_ file: AnimationFile) throws(Failure) {
    let (animation, configuration) = (file.animation, file.configuration)
    let scenes = try file.scenes()
    let machine = scenes.makeInteractive?()
    let scene = machine ?? scenes.make()
    item = OpenedItem(
      scene: scene, fit: configuration.fit, machine: machine,
      failures: { (scene as? any FailingScene)?.failures }, warnings: file.unusedOptionWarnings(),
      background: configuration.background == nil && animation.background != nil
        ? file.background(isOpaque: true) : nil,
      waits: !(configuration.autoplay ?? animation.autoplay ?? true))
    animations = animation.animations
    notice = animation.notice(name: file.name)
    themes = animation.themes
    machineCount = animation.machineCount
  }
}
