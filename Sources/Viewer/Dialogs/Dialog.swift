import AnimCore
import LinuxSystem
import XWindow

/// A dialog of the window, which handles keys and buttons while it is open.
enum Dialog: Hashable {
  case menu(Menu)
  case path(PathPrompt)
  case trash(TrashQuestion)

  /// The state of a dialog after an event.
  enum Outcome: Hashable {
    case stays
    case closes
    /// The dialog closes, and the viewer performs this action at the position where the menu was
    /// opened.
    case performs(ViewerAction, at: WindowPosition)
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
  mutating func handle(
    _ event: Event, into effects: inout [Effect], _ layout: (Menu) -> MenuLayout
  ) -> Outcome? {
    switch self {
    case .menu(var menu):
      let layout = layout(menu)
      defer { self = .menu(menu) }
      return menu.handle(event, layout, into: &effects)
    case .path(var prompt):
      guard case .key(let stroke) = event else { return Self.outcome(ofButton: event) }
      defer { self = .path(prompt) }
      return prompt.press(stroke, into: &effects)
    case .trash(let question):
      guard case .key(let stroke) = event else { return Self.outcome(ofButton: event) }
      guard let isYes = question.press(stroke) else { return .stays }
      if isYes { effects.append(.moveToTrash(question.path)) }
      return .closes
    }
  }

  /// Closes a dialog for keys when the left button is pressed.
  private static func outcome(ofButton event: Event) -> Outcome? {
    guard case .button(let click) = event else { return nil }
    return click.button == 1 ? .closes : .stays
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
