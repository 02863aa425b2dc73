import AnimCore
import LinuxSystem
import Synchronization
import Viewer
import XWindow

/// A queue of the user's requests, which run on another thread so that no disk can block the window:
/// requests to the helper, and path lookups. It runs all of them, in order.
final class UserTasks: Sendable {
  private let helper: DesktopHelper
  private let queue: WorkQueue
  private let mailbox: Mailbox
  private let commands = Mutex(Commands())

  private struct Commands {
    /// Whether a command was started, which may fail.
    var hasRun = false
    var isCheckPending = false
  }

  init(_ helper: DesktopHelper, on work: any BackgroundWork, to mailbox: Mailbox) {
    (self.helper, self.mailbox) = (helper, mailbox)
    queue = WorkQueue(on: work)
  }

  private func run(_ task: @escaping @Sendable (DesktopHelper) -> Mailbox.Letter?) {
    queue.run(to: mailbox) { [helper] in task(helper) }
  }

  /// Reports the failures of commands since the last call. Call this whenever the event of the
  /// mailbox is signalled, because the helper signals it, too.
  func checkCommands() {
    let checks = commands.withLock { commands in
      guard commands.hasRun, !commands.isCheckPending else { return false }
      commands.isCheckPending = true
      return true
    }
    guard checks else { return }
    queue.run(to: mailbox) { [self] in
      // Do this first, so that failures from now on are checked again.
      commands.withLock { $0.isCheckPending = false }
      let failures = helper.takeFailures()
      guard !failures.isEmpty else { return nil }
      return { .failed(failures) }
    }
  }
}

extension UserTasks {
  func complete(_ beginning: String) {
    run { _ in
      let found = PathCompletion(reading: beginning)
      return { .completed(found) }
    }
  }

  func moveToTrash(_ path: String) {
    run { helper in
      do throws(Failure) {
        try helper.moveToTrash(path)
        return { .movedToTrash(path, failure: nil) }
      } catch {
        return { .movedToTrash(path, failure: error) }
      }
    }
  }

  /// Runs a user command with a file.
  func run(_ command: String, about path: String) {
    commands.withLock { $0.hasRun = true }
    run { helper in
      do throws(Failure) {
        try helper.run(command, about: FilePath.absolute(path))
        return nil
      } catch {
        return { .failed([error.message]) }
      }
    }
  }

  /// Saves a new file.
  func save(
    _ stem: String, fileExtension: String,
    _ bytes: @escaping @Sendable () throws(Failure) -> [UInt8]
  ) {
    run { helper in
      do throws(Failure) {
        let path = try helper.save(try bytes(), stem, fileExtension: fileExtension)
        return { .shared(.saved(path)) }
      } catch {
        return { .shared(.notSaved("\(error)")) }
      }
    }
  }

  /// Saves the position to which a sticker was dragged.
  func save(_ corner: WindowPosition, to position: StickerPosition) {
    run { _ in
      position.write(corner)
      return nil
    }
  }

  /// Prepares content for the clipboard, with its name for the user.
  func copy(_ content: @escaping @Sendable () throws(Failure) -> (Clipboard.Content, String)) {
    run { _ in
      do throws(Failure) {
        let (content, name) = try content()
        return { .copied(content, name: name) }
      } catch {
        return { .shared(.notCopied("\(error)")) }
      }
    }
  }
}
