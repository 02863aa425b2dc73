import AnimCore
import AnimationFormats
import DemoScenes
import LinuxSystem
import OfflineRendering
import Synchronization

/// Carries out the requests of a ``FilePlaylist``: creates scenes, and lists, watches and opens files.
///
/// Nothing waits for a disk, which may not respond. Files are searched, listed, watched and opened on another thread,
/// and a descriptor becomes readable when the result is available. Only the latest request counts.
final class ItemSource {
  /// The list of files, or `nil`.
  private(set) var list: FileList?
  private let makeScene: (Int) -> DemoScene
  /// The watcher, or `nil` if no folder is watched or the kernel provides no more watchers. Changes of files then go
  /// unnoticed.
  private var watcher: FolderWatcher?
  private let work: any BackgroundWork
  private let reading = Reading()
  private var relisting = Relisting.none

  /// Whether a folder that has changed while it was being listed is listed again.
  private enum Relisting {
    case none
    case wanted
    case begun
  }

  /// The current task of the thread.
  enum Task: Sendable {
    /// Search for files at these paths.
    case find([String])
    case list
    case open(FileRequest)
  }

  /// The result of a task.
  enum Found: Sendable {
    case files(Result<FileList, Failure>)
    case list([String])
    case file(Result<ReadFile, Failure>)
  }

  private final class Reading: Sendable {
    struct State {
      /// A number that is different for each task.
      var number = 0
      /// The task with the number, or `nil` if it is finished.
      var task: Task?
      var found: Found?
      /// The list of files after listing.
      var list: FileList?
    }

    let state = Mutex(State())
  }

  /// - Parameters:
  ///   - list: The files to list, or `nil`.
  ///   - work: Executes reads, which may block forever.
  ///   - makeScene: Creates the built-in scene with an index in the catalogue.
  init(
    _ list: FileList? = nil, work: any BackgroundWork = SerialThread(),
    scenes makeScene: @escaping (Int) -> DemoScene = { SceneCatalog.entries[$0].open(.init()) }
  ) {
    self.list = list
    self.work = work
    self.makeScene = makeScene
  }

  /// A descriptor that becomes readable when ``takeChange()`` should be called, or −1 if nothing is watched.
  var changeDescriptor: Int32 { watcher?.fileDescriptor ?? -1 }

  /// Replaces the list of files, which may be `nil`.
  func replace(by list: FileList?) {
    self.list = list
    forget()
  }

  func scene(at index: Int) -> DemoScene { makeScene(index) }

  func files() -> [String] { list?.files() ?? [] }

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

// Work of the other thread.
extension ItemSource {
  /// Watches a folder before any later request is read.
  func beginWatching(_ folder: String) {
    if watcher == nil { watcher = try? FolderWatcher() }
    forget()
    work.run { [watcher] in try? watcher?.follow(folder) }
  }

  /// Starts a task instead of the current one. A folder that is being listed is listed again afterwards.
  func begin(_ task: Task, signalling ready: EventDescriptor) {
    if case .list = task, case .list? = reading.state.withLock({ $0.task }) {
      if relisting == .none { relisting = .wanted }
      return
    }
    forget()
    start(task, signalling: ready)
  }

  private func start(_ task: Task, signalling ready: EventDescriptor) {
    let number = reading.state.withLock { state in
      state.task = task
      return state.number
    }
    work.run { [reading, list] in
      guard reading.state.withLock({ $0.number }) == number else { return }
      var list = list
      let found: Found =
        switch task {
        case .find(let paths):
          .files(
            Result { () throws(Failure) in try FileList(AnimationFormats.wholes(of: paths)) })
        case .list: .list(list?.files() ?? [])
        case .open(let request): .file(Result { () throws(Failure) in try ReadFile(request) })
        }
      reading.state.withLock { state in
        guard state.number == number else { return }
        (state.found, state.list) = (found, list)
      }
      ready.signal()
    }
  }

  /// Returns the result of a task, or `nil` if nothing was read since the last call.
  func takeFound(signalling ready: EventDescriptor) -> Found? {
    let (found, listed) = reading.state.withLock { state in
      defer {
        if state.found != nil { state.task = nil }
        (state.found, state.list) = (nil, nil)
      }
      return (state.found, state.list)
    }
    guard case .list? = found else { return found }
    list = listed
    guard relisting == .wanted else {
      relisting = .none
      return found
    }
    relisting = .begun
    start(.list, signalling: ready)
    // Handle work that finishes immediately.
    return takeFound(signalling: ready)
  }

  /// Cancels the current task.
  private func forget() {
    relisting = .none
    let isReading = reading.state.withLock { state in
      defer { (state.task, state.found, state.list) = (nil, nil, nil) }
      state.number += 1
      return state.task != nil && state.found == nil
    }
    if isReading { work.passOver() }
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
    item = OpenedItem(
      scene: scene, fit: configuration.fit, machine: machine,
      failures: { (scene as? any FailingScene).flatMap { failureSentence($0.failedExpressions) } },
      warnings: read.warnings,
      background: read.isWhite
        ? WhiteContent.background
        : configuration.background == nil && animation.background != nil
          ? file.background(isOpaque: true) : nil,
      waits: !(configuration.autoplay ?? animation.autoplay ?? true))
    animations = animation.animations
    let notices = [read.isWhite ? WhiteContent.notice : nil, animation.notice(name: file.name)]
      .compactMap(\.self)
    notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    themes = animation.themes
    shownAnimation = animation.shownAnimation
    machines = animation.machines
  }
}
