import AnimCore
import LinuxSystem
import XWindow

/// A dialog of the window, which handles keys and buttons while it is open.
enum Dialog: Hashable {
  case menu(Menu)
  case path(PathPrompt)
  case trash(TrashQuestion)

  /// The action that an event requests.
  enum Answer: Hashable {
    case nothing
    /// Draw the dialog again.
    case redraw
    case close
    /// Close the dialog and perform this action at the position where the menu was opened.
    case perform(ViewerAction, at: WindowPosition)
    /// Close the dialog and open the file or folder with this path.
    case open(String)
    /// Close the dialog and move this file to the trash.
    case moveToTrash(String)
    /// Find the completions of this beginning of a path, and call ``complete(_:)``.
    case findCompletions(String)
    /// Request the clipboard, and call ``insert(_:)``.
    case paste
  }

  /// Creates a prompt for a path, initially with the folder of a file. Accesses no disk.
  static func path(beside file: String?) -> Dialog {
    let folder = file.map { FilePath.folder(of: FilePath.fromRoot($0)) } ?? ""
    return .path(PathPrompt(folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"))
  }

  /// Handles a key, button or pointer event.
  ///
  /// - Parameter layout: A closure that returns the layout of a menu.
  /// - Returns: `nil` if the event isn't for the dialog.
  mutating func handle(_ event: Event, _ layout: (Menu) -> MenuLayout) -> Answer? {
    switch self {
    case .menu(var menu):
      let layout = layout(menu)
      defer { self = .menu(menu) }
      switch event {
      case .key(let stroke): return Self.answer(menu.press(stroke, layout), of: menu)
      case .button(let click): return Self.answer(menu.press(click, layout), of: menu)
      case .pointer(let x, let y):
        return menu.point(at: WindowPosition(x: x, y: y), layout) ? .redraw : .nothing
      default: return nil
      }
    case .path(var prompt):
      guard case .key(let stroke) = event else { return Self.answer(toButton: event) }
      let answer = prompt.press(stroke)
      self = .path(prompt)
      switch answer {
      case .nothing: return .redraw
      case .cancel: return .close
      case .open(let path): return .open(PathCompletion.expanded(path))
      case .findCompletions(let beginning): return .findCompletions(beginning)
      case .paste: return .paste
      }
    case .trash(let question):
      guard case .key(let stroke) = event else { return Self.answer(toButton: event) }
      return question.press(stroke).map { $0 ? .moveToTrash(question.path) : .close } ?? .nothing
    }
  }

  private static func answer(_ answer: Menu.Answer, of menu: Menu) -> Answer {
    switch answer {
    case .nothing: .redraw
    case .close: .close
    case .perform(let action): .perform(action, at: menu.origin)
    }
  }

  /// Closes a dialog for keys when the left button is pressed.
  private static func answer(toButton event: Event) -> Answer? {
    guard case .button(let click) = event else { return nil }
    return click.button == 1 ? .close : .nothing
  }

  /// Completes the path in the prompt.
  ///
  /// - Returns: Whether the dialog is a prompt for a path.
  mutating func complete(_ found: PathCompletion) -> Bool {
    guard case .path(var prompt) = self else { return false }
    prompt.complete(found)
    self = .path(prompt)
    return true
  }

  /// Inserts a pasted path into the prompt.
  ///
  /// - Returns: Whether the dialog is a prompt for a path.
  mutating func insert(_ path: String) -> Bool {
    guard case .path(var prompt) = self else { return false }
    prompt.insert(path)
    self = .path(prompt)
    return true
  }
}
