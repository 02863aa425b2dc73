import AnimCore
import AnimLottie
import DemoScenes
import LinuxSystem
import OfflineRendering
import XWindow

/// The items to show, in the order in which they are paged through.
protocol Playlist: AnyObject {
  /// Opens the current item again.
  func open() -> PlaylistItem
  /// Moves by some items, or back if negative, wrapping around, and opens the one that is reached;
  /// nil if there is no other.
  func turn(by count: Int) -> PlaylistItem?
  /// Moves to the first item or the last, and opens it; nil if that is the current one already, or
  /// the list has no ends.
  func turn(to end: PlaylistEnd) -> PlaylistItem?
  /// Moves to the item at an index for which there is a key, and opens it; nil if there is none.
  func open(at index: Int) -> PlaylistItem?
  /// What was left out, since it cannot be drawn.
  var skipped: [SkippedFile] { get }
  /// Opens the current item with its next theme; nil if it has none.
  func turnTheme() -> PlaylistItem?
  /// Opens the current item with its state machine on or off; nil if it has none.
  func toggleMachine() -> PlaylistItem?
  /// A descriptor that becomes readable when ``takeChange()`` should be called; −1 if items never
  /// change.
  var changeDescriptor: Int32 { get }
  /// What has changed since the last call.
  func takeChange() -> PlaylistChange
  /// All pages, for an overview; nil if there is none.
  func overview() -> OverviewContent?
  /// Moves to a page, and opens it; nil if it is gone.
  func open(_ page: OverviewPage) -> PlaylistItem?
}

extension Playlist {
  func turnTheme() -> PlaylistItem? { nil }
  func toggleMachine() -> PlaylistItem? { nil }
  func turn(to end: PlaylistEnd) -> PlaylistItem? { nil }
  var skipped: [SkippedFile] { [] }
  func overview() -> OverviewContent? { nil }
  func open(_ page: OverviewPage) -> PlaylistItem? { nil }
}

/// What has changed in the folder of the current item.
struct PlaylistChange: Hashable {
  /// Whether the item should be opened again.
  var isCurrent = false
  /// The paths of the files that were written or removed; nil if any may have been.
  var paths: Set<String>? = []
}

/// The pages of a playlist, for an overview.
struct OverviewContent {
  var pages: OverviewPages
  /// The index of the current page.
  var selected: Int
  /// Where the pages are from.
  var list: FileList
  var configuration: PlaylistConfiguration
}

/// How the files of a playlist are played: a marker, slots and an animation count for the first of
/// them only.
struct PlaylistConfiguration: Sendable {
  var first: String
  let files: FileConfiguration

  func forFile(at path: String) -> FileConfiguration {
    path == first ? files : files.withoutParts
  }
}

/// The first item of a playlist, or its last.
enum PlaylistEnd: Hashable {
  case first
  case last
}

/// A file that is left out of a playlist.
struct SkippedFile: Hashable {
  var name: String
  /// Why it cannot be drawn, in a sentence that names it.
  var reason: String
}

/// Something to show, and what the window needs to know about it.
struct PlaylistItem {
  /// The name, for messages.
  var name: String
  var scene: any Scene
  /// How the scene lays its picture out in a window.
  var fit = SceneFit.contain
  /// Sets the scene's clocks ahead by some seconds, or back if negative, if it has any.
  var adjustClocks: (Seconds) -> Void = { _ in }
  /// The text of the title bar; nil for the default.
  var title: String?
  /// Where it is among the others, such as "3 of 12"; nil if there are no others.
  var position: String?
  /// The path of its file; nil without one.
  var path: String?
  /// The name of pictures of it, without a number and an ending; nil for ``name``.
  var pictureName: String?
  /// A notice to show once, after the name; nil for none.
  var notice: String?
  /// Why it cannot be drawn; nil if it can.
  var error: String?
  /// How many of its expressions have failed in the frames drawn so far.
  var failedExpressions: () -> Int = { 0 }

  /// Whether it is among the built-in scenes.
  var isBuiltIn = false
  /// Whether it has clocks that can be set.
  var hasClock = false

  /// Whether its file has themes.
  var hasThemes = false
  /// Whether its file has state machines.
  var hasMachines = false
  /// The state machine that plays it; nil for none.
  var machine: MachineControl?
  /// What is behind it; nil for the default.
  var background: Color?
  /// Whether it waits until it is asked to play.
  var waits = false

  /// Whether it has an end, and so a time line; it is played from its start when it is shown.
  var isFinite: Bool { scene.playback != nil }

  /// What was left out of its frames so far; nil where nothing was.
  var omission: String? { scene.omission.map { "\(name): \($0)" } }

  /// The name, with the position if there is one, for messages.
  var caption: String { position.map { "\(name) (\($0))" } ?? name }

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
    let name = SceneCatalog.entries[index].name
    return PlaylistItem(
      name: "scene \(name)", scene: made.scene, adjustClocks: made.adjustClocks, pictureName: name,
      isBuiltIn: true, hasClock: SceneCatalog.entries[index].parts.contains("clock"))
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

  func takeChange() -> PlaylistChange { PlaylistChange() }
}

/// A playlist of files. Each is read when it is shown, and again when it changes. A file with several
/// animations has a page for each. Files that cannot be drawn are skipped.
final class FilePlaylist: Playlist {
  private var list: FileList
  private var configuration: PlaylistConfiguration
  /// The animations in the current file, if there are several, and which of them is current.
  private var parts: [String] = []
  private var part = 0
  /// Why files cannot be drawn, by path. They are tried again when they have changed.
  private var failures: [String: String] = [:]
  /// What keys have chosen for the current file.
  private var variant = FileVariant()
  /// Nil if the kernel has none left; changes to files then go unnoticed.
  private let watcher: FolderWatcher?

  /// The most files to skip for one key, so that a folder of thousands of other files cannot stop the
  /// window. The file after them is then shown with the reason.
  private static let maximumSkips = 50

  var changeDescriptor: Int32 { watcher?.fileDescriptor ?? -1 }

  init(_ list: FileList, _ configuration: FileConfiguration) {
    self.list = list
    self.configuration = PlaylistConfiguration(first: list.path, files: configuration)
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
      configuration.first = list.path
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
      let position = position
      return PlaylistItem(
        name: name, scene: EmptyScene(), title: Self.title(name, position), position: position,
        path: list.path, error: error.message)
    }
  }

  func turn(by count: Int) -> PlaylistItem? {
    // Before a file that is entered from its end can be read, there is no sum.
    if !parts.isEmpty, parts.indices.contains(part + count) {
      part += count
      variant = FileVariant()
      return open()
    }
    let (start, old) = (list.path, (parts, part, variant))
    var skipped: PlaylistItem?
    for _ in 0...Self.maximumSkips {
      guard list.turn(by: count, where: { failures[$0] == nil }), list.path != start else { break }
      enter(fromEnd: count < 0)
      let item = open()
      if item.error == nil { return item }
      skipped = item
    }
    guard list.path == start else { return skipped }
    (parts, part, variant) = old
    watch()
    return nil
  }

  func turn(to end: PlaylistEnd) -> PlaylistItem? {
    let files = list.files()
    var skipped: PlaylistItem?
    for index in (end == .first ? Array(files.indices) : files.indices.reversed())
    where failures[files[index]] == nil {
      if files[index] == list.path, part == (end == .first ? 0 : max(parts.count - 1, 0)) {
        return nil
      }
      list.move(to: index)
      enter(fromEnd: end == .last)
      let item = open()
      if item.error == nil { return item }
      skipped = item
      if failures.count > Self.maximumSkips { break }
    }
    return skipped
  }

  func open(at index: Int) -> PlaylistItem? { nil }

  func turnTheme() -> PlaylistItem? {
    guard variant.turnTheme() else { return nil }
    var item = open()
    if item.error != nil {
      variant.passOverTheme()
      // It is the theme that cannot be read, so the file is not one to skip.
      failures[list.path] = nil
      item.notice = item.error
    } else {
      item.notice = variant.themeNotice
    }
    return item
  }

  func toggleMachine() -> PlaylistItem? {
    guard variant.toggleMachine() else { return nil }
    var item = open()
    item.notice = variant.machineNotice
    return item
  }

  var skipped: [SkippedFile] {
    failures.map { SkippedFile(name: FilePath.name(of: $0), reason: $1) }
      .sorted { NaturalOrder.precedes($0.name, $1.name) }
  }

  func takeChange() -> PlaylistChange {
    guard let change = watcher?.takeChange() else { return PlaylistChange() }
    if change.isIncomplete {
      failures = [:]
      return PlaylistChange(isCurrent: true, paths: nil)
    }
    let folder = FilePath.folder(of: list.path)
    let paths = Set(change.written.union(change.removed).map { FilePath.join(folder, $0) })
    for path in paths { failures[path] = nil }
    return PlaylistChange(
      isCurrent: change.written.contains(FilePath.name(of: list.path)), paths: paths)
  }

  func overview() -> OverviewContent? {
    let files = list.lastFiles()
    guard !files.isEmpty else { return nil }
    let pages = OverviewPages(files: files, path: list.path, animations: parts)
    let page = OverviewPage(
      path: list.path, animation: parts.indices.contains(part) ? parts[part] : nil)
    return OverviewContent(
      pages: pages, selected: pages.index(of: page) ?? list.index(), list: list,
      configuration: configuration)
  }

  func open(_ page: OverviewPage) -> PlaylistItem? {
    if page.path != list.path {
      guard let index = list.files().firstIndex(of: page.path) else { return nil }
      list.move(to: index)
      enter(fromEnd: false)
    } else {
      variant = FileVariant()
    }
    part = page.animation.flatMap(parts.firstIndex) ?? 0
    return open()
  }

  /// The text of the title bar for a file.
  private static func title(_ name: String, _ position: String?) -> String {
    "\(name)\(position.map { " (\($0))" } ?? "") - x11viewer"
  }

  /// Begins with the current file, at its first animation or its last.
  private func enter(fromEnd: Bool) {
    watch()
    (parts, part, variant) = ([], fromEnd ? .max : 0, FileVariant())
  }

  /// Where the current page is among all. The animations in a file count for themselves, since those
  /// in other files are not known before they are opened.
  private var position: String? {
    let current = list.path
    let files = list.files()
    let skipped = failures.isEmpty ? [] : files.filter { failures[$0] != nil && $0 != current }
    let count = files.count - skipped.count
    let index = files.firstIndex(of: current).map { index in
      index - (skipped.isEmpty ? 0 : files[..<index].count { failures[$0] != nil })
    }
    let inFile = parts.count > 1 ? "\(part + 1) of \(parts.count)" : nil
    let ofFile = index.flatMap { count > 1 ? "\($0 + 1) of \(count)" : nil }
    return switch (inFile, ofFile) {
    case (let inFile?, let ofFile?): "\(inFile) in file \(ofFile)"
    case (let position, nil), (nil, let position): position
    }
  }

  /// Reads the current page, and remembers if that fails.
  private func read() throws(Failure) -> PlaylistItem {
    var configuration = variant.applied(to: configuration.forFile(at: list.path))
    do throws(Failure) {
      var file = try AnimationFile(list.path, part(of: &configuration))
      if parts.isEmpty, configuration.animation == nil, file.animation.animations.count > 1 {
        parts = file.animation.animations
        part = min(part, parts.count - 1)
        if part > 0 { file = try AnimationFile(list.path, part(of: &configuration)) }
      }
      if parts.isEmpty { part = 0 }
      failures[list.path] = nil
      return try item(file, configuration)
    } catch {
      failures[list.path] = error.message
      throw error
    }
  }

  /// The configuration for the current animation of the file.
  private func part(of configuration: inout FileConfiguration) -> FileConfiguration {
    if parts.indices.contains(part) { configuration.animation = parts[part] }
    return configuration
  }

  private func item(
    _ file: AnimationFile, _ configuration: FileConfiguration
  ) throws(Failure) -> PlaylistItem {
    let name = parts.indices.contains(part) ? "\(file.name): \(parts[part])" : file.name
    let (position, animation) = (self.position, file.animation)
    let machine = try file.machineStage(configuration).map {
      MachineControl(LottieMachineScene($0, fit: configuration.fit, seed: configuration.seed))
    }
    let scene: any Scene
    let failedExpressions: () -> Int
    if let machine {
      scene = machine.scene
      failedExpressions = { machine.scene.failedExpressionCount }
    } else {
      let lottie = try file.scene(configuration)
      scene = lottie
      failedExpressions = { lottie.report.failedExpressionCount }
    }
    let manifest = file.file.manifest
    variant.didRead(
      themes: manifest.themes.map { $0.id }, shown: animation.theme,
      machines: manifest.stateMachines.count, isMachineOn: machine != nil)
    return PlaylistItem(
      name: name, scene: scene, fit: configuration.fit, title: Self.title(name, position),
      position: position, path: file.path,
      pictureName: FilePath.stem(of: file.name)
        + (parts.indices.contains(part) ? "-\(parts[part])" : ""),
      notice: Self.notice(file), failedExpressions: failedExpressions,
      hasThemes: variant.hasThemes, hasMachines: variant.hasMachines, machine: machine,
      background: configuration.background == nil
        ? file.entry?.background.map { _ in file.background(configuration, isOpaque: true) } : nil,
      waits: !(configuration.autoplay ?? file.entry?.autoplay ?? true))
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
