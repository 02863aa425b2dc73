import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering
import Synchronization
import Viewer

/// Carries out the requests of playlists: creates scenes, and lists, watches and opens files.
///
/// Nothing waits for a disk, which may not respond. Files are searched, listed, watched and opened on another thread,
/// and the results are posted to a ``Mailbox``. Only the latest request counts.
final class ItemSource {
  private var shared: SharedList
  private let makeScene: (Int) -> DemoScene
  /// The watcher, or `nil` if no folder is watched or the kernel provides no more watchers. Changes of files then go
  /// unnoticed.
  private var watcher: FolderWatcher?
  private let queue: WorkQueue
  private var listing = Listing.none

  /// Whether files are being listed. If the folder changes meanwhile, they are listed once more.
  private enum Listing {
    case none
    case first
    case firstOfTwo
    case second
  }

  /// The list of files, which changes when they are listed.
  private final class SharedList: Sendable {
    let list: Mutex<FileList?>
    init(_ list: FileList?) { self.list = Mutex(list) }
  }

  /// - Parameters:
  ///   - list: The files to list, or `nil`.
  ///   - work: Executes reads, which may block forever.
  ///   - makeScene: Creates the built-in scene with an index in the catalogue.
  init(
    _ list: FileList? = nil, work: any BackgroundWork = SerialThread(),
    scenes makeScene: @escaping (Int) -> DemoScene = { SceneCatalog.entries[$0].open(.init()) }
  ) {
    shared = SharedList(list)
    queue = WorkQueue(on: work)
    self.makeScene = makeScene
  }

  /// A descriptor that becomes readable when ``takeChange()`` should be called, or −1 if nothing is watched.
  var changeDescriptor: Int32 { watcher?.fileDescriptor ?? -1 }

  /// The list of files, or `nil`.
  var list: FileList? { shared.list.withLock { $0 } }

  /// Replaces the list of files, which may be `nil`.
  func replace(by list: FileList?) {
    cancel()
    shared = SharedList(list)
  }

  func scene(at index: Int) -> DemoScene { makeScene(index) }

  func files() -> [String] { shared.list.withLock { $0?.files() ?? [] } }

  func open(_ request: FileRequest) -> Result<OpenedFile, Failure> {
    OpenedFile.of(Result { () throws(Failure) in try ReadFile(request) })
  }

  /// Returns the changes in the folder since the last call.
  func takeChange() -> FolderWatcher.Change { watcher?.takeChange() ?? FolderWatcher.Change() }

  func watch(_ folder: String) {
    if watcher == nil { watcher = try? FolderWatcher() }
    try? watcher?.follow(folder)
  }
}

// Work of the other thread. Only the latest request counts.
extension ItemSource {
  /// Watches a folder before any later request is read.
  func beginWatching(_ folder: String) {
    if watcher == nil { watcher = try? FolderWatcher() }
    cancel()
    queue.run { [watcher] in try? watcher?.follow(folder) }
  }

  /// Lists the files. A folder that is being listed is listed again afterwards.
  func list(mailbox: Mailbox) {
    switch listing {
    case .none:
      cancel()
      beginListing(.first, mailbox)
    case .first: listing = .firstOfTwo
    case .firstOfTwo, .second: break
    }
  }

  private func beginListing(_ next: Listing, _ mailbox: Mailbox) {
    listing = next
    queue.run(to: mailbox) { [shared] in
      var list = shared.list.withLock { $0 }
      let files = list?.files() ?? []
      return { [list] in
        shared.list.withLock { $0 = list }
        return .listed(files)
      }
    }
  }

  /// Handles ``Message/listed(_:)``.
  ///
  /// - Returns: Whether the list counts, rather than a second one.
  func didList(mailbox: Mailbox) -> Bool {
    guard listing == .firstOfTwo else {
      listing = .none
      return true
    }
    beginListing(.second, mailbox)
    return false
  }

  /// Opens a file.
  func open(_ request: FileRequest, mailbox: Mailbox) {
    cancel()
    queue.run(to: mailbox) {
      let file = Result { () throws(Failure) in try ReadFile(request) }
      return { .opened(OpenedFile.of(file)) }
    }
  }

  /// Searches for files at these paths.
  func find(_ paths: [String], mailbox: Mailbox) {
    cancel()
    queue.run(to: mailbox) {
      let list = Result { () throws(Failure) in try FileList(AnimationFormats.wholes(of: paths)) }
      return { .dropped(list) }
    }
  }

  private func cancel() {
    listing = .none
    queue.cancel()
  }
}

extension ItemSource {
  /// Opens the first file of a playlist that can be drawn.
  ///
  /// - Parameter skip: A closure that receives the reason why each file before it can't be drawn.
  /// - Throws: The reason why the first file can't be drawn, if no file can.
  func openFirst(
    of playlist: inout FilePlaylist, skip: (String) -> Void
  ) throws(Failure) -> PlaylistItem {
    var effects: [Effect] = []
    playlist.begin(into: &effects)
    while !effects.isEmpty {
      var decision: PlaylistDecision?
      switch effects.removeFirst() {
      case .watch(let folder): watch(folder)
      case .listFiles: decision = playlist.takeList(files(), into: &effects)
      case .openFile(let request): decision = playlist.take(open(request), into: &effects)
      case .log(_, let reason): skip(reason)
      default: break
      }
      switch decision {
      case .show(let item), .reload(let item):
        for case .log(_, let reason) in effects { skip(reason) }
        return item
      case .fail(let failure): throw failure
      case .stay, .isAtEnd, nil: break
      }
    }
    throw Failure("no files given", status: .usage)
  }
}

/// A file that has been read, for creating a scene.
struct ReadFile: Sendable {
  fileprivate let file: AnimationFile
  fileprivate let scenes: AnimationScenes
  fileprivate let warnings: [String]
  /// Whether the file is shown on a dark background because its content is white.
  fileprivate let isWhite: Bool

  init(_ request: FileRequest) throws(Failure) {
    file = try AnimationFile(request.path, request.configuration)
    scenes = try file.scenes()
    warnings = file.unusedOptionWarnings()
    isWhite = file.looksWhite(scenes)
  }
}

extension AnimationFile {
  /// Returns whether the file would look empty on a white background and its background may be chosen.
  func looksWhite(_ scenes: AnimationScenes) -> Bool {
    configuration.adaptsBackground && configuration.background == nil
      && animation.background == nil && !animation.isOpaque
      && WhiteContent.isNearlyWhite(scenes.make())
  }
}

extension OpenedFile {
  /// Returns the result with its scene.
  static func of(_ result: Result<ReadFile, Failure>) -> Result<OpenedFile, Failure> {
    result.map(OpenedFile.init)
  }

  private init(_ read: ReadFile) {
    let (file, scenes) = (read.file, read.scenes)
    let (animation, configuration) = (file.animation, file.configuration)
    let machine = scenes.makeInteractive?()
    let scene = machine ?? scenes.make()
    self.init(
      OpenedItem(
        scene: scene, fit: configuration.fit, machine: machine,
        failures: {
          (scene as? any FailingScene).flatMap { failureSentence($0.failedExpressions) }
        },
        warnings: read.warnings,
        background: read.isWhite
          ? WhiteContent.background
          : configuration.background == nil && animation.background != nil
            ? file.background(isOpaque: true) : nil,
        waits: !(configuration.autoplay ?? animation.autoplay ?? true)))
    animations = animation.animations
    let notices = [read.isWhite ? WhiteContent.notice : nil, animation.notice(name: file.name)]
      .compactMap(\.self)
    notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    themes = animation.themes
    shownAnimation = animation.shownAnimation
    machines = animation.machines
  }
}
