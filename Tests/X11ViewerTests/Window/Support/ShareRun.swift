import AnimCore
import LinuxSystem
import TestSupport
import Testing
import XWindow

@testable import Viewer
@testable import X11Viewer

extension ShareRequest {
  /// Performs a request immediately, and returns the result as the window would.
  ///
  /// - Parameters:
  ///   - fileExtensions: The file extensions that may be saved.
  ///   - copy: Puts content on the clipboard, and returns whether that succeeded.
  func result(
    of view: SceneView, fileExtensions: [String], copy: (Clipboard.Content) -> Bool = { _ in false }
  ) throws -> Result {
    let helper = try DesktopHelper(
      DesktopHelper.Rights(
        folders: Dictionary(uniqueKeysWithValues: fileExtensions.map { ($0, ".") })))
    let mailbox = Mailbox(signalling: helper.ready)
    perform(view: view, tasks: UserTasks(helper, on: WorkAtOnce(), to: mailbox))
    let message = try #require(mailbox.take())
    #expect(mailbox.take() == nil)
    switch message {
    case .shared(let result): return result
    case .copied(let content, let name): return .copied(name, copy(content))
    case let other:
      Issue.record("\(other)")
      return .notSaved("")
    }
  }
}
