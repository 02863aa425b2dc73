import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering
import Synchronization

/// Carries out what a ``Playlist`` asks for: makes scenes, and lists, watches and opens files.
final class ItemSource {
  /// Where files are from; nil for none.
  private(set) var list: FileList?
  private let makeScene: (Int) -> DemoScene
  /// Nil if no folder is watched, and if the kernel has no watcher left; changes to files then go
  /// unnoticed.
  private var watcher: FolderWatcher?
  /// Reads folders again.
  private let work: any BackgroundWork
  private let reading = Reading()
  /// Another number after every change of ``list`` for others.
  private var version = 0
  private var isReading = false
  /// Whether the folder may have changed since it began to be read.
  private var readsAgain = false

  /// What was read of a folder.
  private final class Reading: Sendable {
    struct Found: Sendable {
      let list: FileList
      let files: [String]
      let version: Int
    }

    /// Nil until it is read.
    let found = Mutex<Found?>(nil)
  }

  /// - Parameters:
  ///   - list: the files to list; nil for none.
  ///   - work: reads a folder again, which may take seconds.
  ///   - makeScene: makes the built-in scene with an index in the catalogue.
  init(
    _ list: FileList? = nil, work: any BackgroundWork = SerialThread(),
    scenes makeScene: @escaping (Int) -> DemoScene = { SceneCatalog.entries[$0].open(.init()) }
  ) {
    self.list = list
    self.work = work
    self.makeScene = makeScene
  }

  /// A descriptor that becomes readable when ``takeChange()`` should be called; −1 if nothing is
  /// watched.
  var changeDescriptor: Int32 { watcher?.fileDescriptor ?? -1 }

  /// Lists other files from now on; none for nil.
  func replace(by list: FileList?) {
    self.list = list
    version += 1
  }

  func scene(at index: Int) -> DemoScene { makeScene(index) }

  func files() -> [String] { list?.files() ?? [] }

  /// The files, if they are known, or are listed for the first time. If their folder has changed since, it is read
  /// again on another thread, and ``takeFiles(signalling:)`` has them when a descriptor becomes readable.
  func files(signalling ready: EventDescriptor) -> [String]? {
    if list == nil { return [] }
    if let files = list?.knownFiles() { return files }
    readsAgain = isReading
    if !isReading { read(signalling: ready) }
    // Of work that is done at once.
    return takeFiles(signalling: ready)
  }

  /// The files that a thread has listed; nil if it has not, or has listed others than those that are wanted now.
  func takeFiles(signalling ready: EventDescriptor) -> [String]? {
    let found = reading.found.withLock { found in
      defer { found = nil }
      return found
    }
    guard let found else { return nil }
    isReading = false
    if readsAgain { read(signalling: ready) }
    guard found.version == version else { return nil }
    list = found.list
    return found.files
  }

  private func read(signalling ready: EventDescriptor) {
    guard let list else { return }
    (isReading, readsAgain) = (true, false)
    work.run { [reading, version] in
      var list = list
      let files = list.files()
      reading.found.withLock { $0 = Reading.Found(list: list, files: files, version: version) }
      ready.signal()
    }
  }

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
