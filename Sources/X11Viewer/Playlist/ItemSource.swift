import AnimCore
import AnimLottie
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

  /// Lists other files from now on.
  func replace(by list: FileList) { self.list = list }

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
      try OpenedFile(AnimationFile(request.path, request.configuration), request.configuration)
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
  fileprivate init(
    _ file: AnimationFile, _ configuration: FileConfiguration
  ) throws(Failure) {
    let (animation, manifest) = (file.animation, file.file.manifest)
    let machine = try file.machineStage(configuration).map {
      LottieMachineScene($0, fit: configuration.fit, seed: configuration.seed)
    }
    let scene: any Scene
    let failedExpressions: () -> Int
    if let machine {
      scene = machine
      failedExpressions = { machine.failedExpressionCount }
    } else {
      let lottie = try file.scene(configuration)
      scene = lottie
      failedExpressions = { lottie.report.failedExpressionCount }
    }
    item = OpenedItem(
      scene: scene, fit: configuration.fit, machine: machine, failedExpressions: failedExpressions,
      background: configuration.background == nil
        ? file.entry?.background.map { _ in file.background(configuration, isOpaque: true) } : nil,
      waits: !(configuration.autoplay ?? file.entry?.autoplay ?? true))
    animations = animation.animations
    notice = Self.notice(file)
    themes = manifest.themes.map { $0.id }
    shownTheme = animation.theme
    machineCount = manifest.stateMachines.count
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
}
