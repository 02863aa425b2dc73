import LinuxSystem
import XWindow

/// A confirmation for moving a file to the trash.
struct TrashQuestion: Hashable {
  let path: String

  var text: String { "Move \(FilePath.name(of: path).printable) to the trash?" }
  static let hint = "Enter or y: yes, Esc or n: no"

  /// Interprets a key.
  /// - Returns: Whether the key means yes, or `nil` if it means neither yes nor no.
  func press(_ stroke: KeyStroke) -> Bool? {
    // The key that opened the dialog may still be held down. It must not answer the question.
    if stroke.isRepeat { return nil }
    let keys = KeyCombination.candidates(stroke.keysym, stroke.modifiers)
    let others = stroke.latinKeysym.map { KeyCombination.candidates($0, stroke.modifiers) } ?? []
    return (keys + others).lazy.compactMap { Self.answers[$0.description] }.first
  }

  private static let answers = ["Enter": true, "y": true, "Esc": false, "n": false, "q": false]
}
