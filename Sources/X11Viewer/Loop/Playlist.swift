import AnimCore
import AnimLottie
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
  /// Opens the current item with its next theme; nil if it has none.
  func turnTheme() -> PlaylistItem?
  /// Opens the current item with its state machine on or off; nil if it has none.
  func toggleMachine() -> PlaylistItem?
  /// A descriptor that becomes readable when ``takeChange()`` should be called; −1 if items never
  /// change.
  var changeDescriptor: Int32 { get }
  /// Whether the current item has changed since it was opened, and should be opened again.
  func takeChange() -> Bool
}

extension Playlist {
  func turnTheme() -> PlaylistItem? { nil }
  func toggleMachine() -> PlaylistItem? { nil }
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

  /// The state machine that plays it; nil for none.
  var machine: MachineControl?
  /// What is behind it; nil for the default.
  var background: Color?
  /// Whether it waits until it is asked to play.
  var waits = false

  /// Whether it has an end, and so a time line; it is played from its start when it is shown.
  var isFinite: Bool { scene.frameRange != nil }

  /// What was left out of its frames so far; nil where nothing was.
  var omission: String? { scene.omission.map { "\(name): \($0)" } }
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
  /// The theme that a key has chosen for the current file.
  private var theme: LottieThemeChoice?
  /// Whether the state machine of the current file plays it, if a key has said so.
  private var hasMachine: Bool?
  /// What there was in the file when it was read last.
  private var themes: (all: [String], current: String?) = ([], nil)
  private var machines: (count: Int, isOn: Bool) = (0, false)
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
    (theme, hasMachine) = (nil, nil)
    watch()
    return open()
  }

  func open(at index: Int) -> PlaylistItem? { nil }

  func turnTheme() -> PlaylistItem? {
    guard !themes.all.isEmpty else { return nil }
    let next = themes.current.flatMap(themes.all.firstIndex).map { $0 + 1 } ?? 0
    theme = next < themes.all.count ? .id(themes.all[next]) : .some(.none)
    var item = open()
    if item.error != nil, next < themes.all.count {
      // One that cannot be applied is passed over.
      themes.current = themes.all[next]
      item.notice = item.error
      return item
    }
    item.notice = themes.current.map { "theme \($0)" } ?? "no theme"
    return item
  }

  func toggleMachine() -> PlaylistItem? {
    guard machines.count > 0 else { return nil }
    hasMachine = !machines.isOn
    var item = open()
    item.notice = machines.isOn ? "state machine on" : "state machine off"
    return item
  }

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
    var configuration = list.path == first ? configuration : configuration.withoutParts
    configuration.theme = theme ?? configuration.theme
    if let hasMachine {
      let wanted = configuration.stateMachine
      if !hasMachine {
        configuration.stateMachine = .none
      } else if wanted == .none || wanted == .initial {
        configuration.stateMachine = .first
      }
    }
    let file = try AnimationFile(list.path, configuration)
    let stage = try file.machineStage(configuration)
    let machine = stage.map {
      MachineControl(
        LottieMachineScene($0, fit: configuration.fit, seed: configuration.seed))
    }
    let scene: any Scene =
      if let machine { machine.scene } else { try file.scene(configuration) }
    themes = (file.file.manifest.themes.map(\.id), file.animation.theme)
    machines = (file.file.manifest.stateMachines.count, machine != nil)
    let count = file.animation.diagnostics.count
    return PlaylistItem(
      name: file.name, scene: scene,
      title: Self.title(file.name),
      notice: count == 0
        ? nil
        : "\(count) \(count == 1 ? "thing is" : "things are") not drawn as intended; "
          + "see x11viewer info \(file.name)",
      machine: machine,
      background: configuration.background == nil
        ? file.entry?.background.map { _ in file.background(configuration, isOpaque: true) } : nil,
      waits: !(configuration.autoplay ?? file.entry?.autoplay ?? true))
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
