import LinuxSystem
import XWindow

/// A line of a key file: a key and its action, as in mpv's input.conf.
package struct KeyLine: Hashable {
  let key: KeyCombination
  package let action: ViewerAction
  /// The text of the action.
  let text: String

  init(_ key: KeyCombination, _ action: ViewerAction, _ text: String) {
    (self.key, self.action, self.text) = (key, action, text)
  }

  /// Parses a binding. Returns `nil` if the key or the action is unknown.
  init?(key: String, action text: String) {
    guard let key = KeyCombination(key), let action = ViewerAction(text) else { return nil }
    self.init(key, action, text)
  }
}

/// A file of keys: a line for each, and remarks behind number signs at the beginning of lines.
package enum KeyFile {
  /// - Parameter name: The file's name, for messages.
  package static func parse(_ text: String, name: String) throws(Failure) -> [KeyLine] {
    var lines: [KeyLine] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.drop(while: isSpace)
      guard !words.isEmpty, !words.hasPrefix("#") else { continue }
      func failure(_ reason: String) -> Failure {
        Failure("\(name):\(index + 1): \(reason)".printable, status: .configuration)
      }
      let key = words.prefix { !isSpace($0) }
      let rest = words[key.endIndex...].drop(while: isSpace)
      let action = String(rest.trimmingSuffix(while: isSpace))
      guard let combination = KeyCombination(String(key)) else {
        throw failure("\"\(key)\" is not a key; use a form listed by --list-keys")
      }
      guard !action.isEmpty else {
        throw failure("nothing is bound to \(key); write an action, or ignore for none")
      }
      guard action != "exec" else {
        throw failure("exec requires a command, such as exec gimp")
      }
      guard let bound = ViewerAction(action) else {
        throw failure("\"\(action)\" is not an action; use an action listed by --list-keys")
      }
      lines.append(KeyLine(combination, bound, action))
    }
    return lines
  }

  /// Returns the text of a file with these lines.
  package static func text(_ lines: [KeyLine]) -> String {
    let width = lines.map { $0.key.typed.count }.max() ?? 0
    return lines.map { line in
      let key = line.key.typed
      return key + String(repeating: " ", count: width - key.count + 2) + line.text + "\n"
    }.joined()
  }

  private static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\r"
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
