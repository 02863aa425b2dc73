import Synchronization

@testable import AnimCore
@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// A ``FilePlaylist`` whose requests are carried out as in the window.
final class PlaylistRun {
  private(set) var playlist: FilePlaylist
  let items: ItemSource
  /// The path of the shown file.
  private var path: String?

  /// The result of a key.
  struct Outcome {
    /// The new item, or `nil` if it is unchanged.
    var item: PlaylistItem?
    /// Whether the item is the current version of the shown file.
    var isReload = false
    var refusal: PlaylistRefusal?
    /// The paths of the files that have changed, or `nil` if any may have.
    var changed: Set<String>? = []
  }

  /// - Parameter work: Reads folders again.
  init(
    _ paths: [String], _ configuration: FileConfiguration = FileConfiguration(),
    work: any BackgroundWork = WorkAtOnce()
  ) throws {
    let list = try FileList(paths)
    playlist = FilePlaylist(list.path, isOneFile: list.isOneFile, configuration)
    items = ItemSource(list, work: work)
  }

  func openFirst(skip: (String) -> Void = { _ in }) throws -> PlaylistItem {
    let item = try items.openFirst(of: &playlist, skip: skip)
    path = item.path
    return item
  }

  /// Opens the current item again, as if its file had changed.
  func open() -> PlaylistItem? {
    let name = FilePath.name(of: path ?? "")
    return change(FolderWatcher.Change(written: [name])).item
  }
  func move(by count: Int) -> PlaylistItem? { perform { $0.move(by: count, into: &$1) }.item }
  func move(to end: PlaylistEnd) -> PlaylistItem? { perform { $0.move(to: end, into: &$1) }.item }
  func open(_ page: OverviewPage) -> PlaylistItem? { perform { $0.open(page, into: &$1) }.item }
  func cycleTheme() -> PlaylistItem? { decide { $0.cycleTheme(into: &$1) }.item }
  func toggleMachine() -> PlaylistItem? { decide { $0.toggleMachine(into: &$1) }.item }

  /// Takes the changes of the folder so far.
  func takeChange() -> Outcome {
    change(items.takeChange())
  }

  private func change(_ change: FolderWatcher.Change) -> Outcome {
    perform { $0.folderChanged(change, into: &$1) }
  }

  /// Carries out the effects of a request.
  func perform(_ body: (inout FilePlaylist, inout [Effect]) -> Void) -> Outcome {
    decide {
      body(&$0, &$1)
      return nil
    }
  }

  /// Carries out the decision and the effects of a request.
  func decide(
    _ body: (inout FilePlaylist, inout [Effect]) -> PlaylistDecision?
  ) -> Outcome {
    var outcome = Outcome()
    var effects: [Effect] = []
    func take(_ decision: PlaylistDecision?) {
      switch decision {
      case .show(let item): outcome.item = item
      case .reload(let item): (outcome.item, outcome.isReload) = (item, true)
      case .stay(let refusal): outcome.refusal = refusal
      case .isAtEnd, .fail, nil: break
      }
    }
    take(body(&playlist, &effects))
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .watch(let folder): items.watch(folder)
      case .listFiles: take(playlist.takeList(items.files(), into: &effects))
      case .openFile(let request): take(playlist.take(items.open(request), into: &effects))
      case .readAgain(let paths): outcome.changed = paths
      default: break
      }
    }
    path = outcome.item?.path ?? path
    return outcome
  }
}

/// Does work when it is given, on the same thread.
struct WorkAtOnce: BackgroundWork {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// Runs work on the test's thread on request of the test.
final class HeldWork: BackgroundWork {
  private let held = Mutex<[@Sendable () -> Void]>([])
  private let passes = Mutex(0)

  var count: Int { held.withLock { $0.count } }
  /// The number of times it was skipped.
  var passedOver: Int { passes.withLock { $0 } }

  func passOver() { passes.withLock { $0 += 1 } }

  func run(_ work: @escaping @Sendable () -> Void) { held.withLock { $0.append(work) } }

  /// Does the first piece of work that was given.
  func finishFirst() {
    let work = held.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    work?()
  }
}
