import AnimCore
import LinuxSystem
import Synchronization
import XWindow

/// A queue of user requests that run on another thread, so that no disk can block the window:
/// requests to the helper, and path lookups. They all run, in order.
final class BackgroundTaskQueue: Sendable {
  /// The result of a request.
  enum Result: Sendable {
    case completed(PathCompletion)
    /// The file at a path was moved to the trash, or couldn't be moved for this reason.
    case movedToTrash(String, Failure?)
    case shared(ShareRequest.Result)
    /// Content to put on the clipboard, and its name for the user.
    case copied(Clipboard.Content, String)
    /// The failures of user commands.
    case failed([String])
  }

  private let helper: DesktopHelper
  private let work: any BackgroundWork
  private let state = Mutex(State())

  private struct State {
    var results: [Result] = []
    /// Whether a command was started, which may fail.
    var hasRunCommand = false
    var looksForFailures = false
  }

  init(_ helper: DesktopHelper, on work: any BackgroundWork) {
    (self.helper, self.work) = (helper, work)
  }

  /// Becomes readable when there are results, or when a command has failed.
  var ready: EventDescriptor { helper.ready }

  /// Returns the results since the last call.
  func take() -> [Result] {
    let looks = state.withLock { state in
      guard state.hasRunCommand, !state.looksForFailures else { return false }
      state.looksForFailures = true
      return true
    }
    if looks { run { $0.failures() } }
    return state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  private func run(_ errand: @escaping @Sendable (BackgroundTaskQueue) -> Result?) {
    work.run { [self] in
      guard let result = errand(self) else { return }
      state.withLock { $0.results.append(result) }
      ready.signal()
    }
  }

  private func failures() -> Result? {
    // Do this first, so that failures from now on are checked again.
    state.withLock { $0.looksForFailures = false }
    let failures = helper.takeFailures()
    return failures.isEmpty ? nil : .failed(failures)
  }
}

extension BackgroundTaskQueue {
  func complete(_ beginning: String) {
    run { _ in .completed(PathCompletion(reading: beginning)) }
  }

  func moveToTrash(_ path: String) {
    run { tasks in
      do throws(Failure) {
        try tasks.helper.moveToTrash(path)
        return .movedToTrash(path, nil)
      } catch {
        return .movedToTrash(path, error)
      }
    }
  }

  /// Runs a user command with a file.
  func run(_ command: String, about path: String) {
    state.withLock { $0.hasRunCommand = true }
    run { tasks in
      do throws(Failure) {
        try tasks.helper.run(command, about: FilePath.absolute(path))
        return nil
      } catch {
        return .failed([error.message])
      }
    }
  }

  /// Saves a new file.
  func save(
    _ stem: String, fileExtension: String,
    _ bytes: @escaping @Sendable () throws(Failure) -> [UInt8]
  ) {
    run { tasks in
      do throws(Failure) {
        return .shared(
          .saved(try tasks.helper.save(try bytes(), stem, fileExtension: fileExtension)))
      } catch {
        return .shared(.notSaved("\(error)"))
      }
    }
  }

  /// Prepares content for the clipboard.
  func copy(_ content: @escaping @Sendable () throws(Failure) -> (Clipboard.Content, String)) {
    run { _ in
      do throws(Failure) {
        let (content, name) = try content()
        return .copied(content, name)
      } catch {
        return .shared(.notCopied("\(error)"))
      }
    }
  }
}
