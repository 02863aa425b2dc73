import AnimCore
import AnimationFormats
import LinuxSystem
import XWindow

/// A prompt for the path of a file: a line of text that is edited as in a shell.
struct PathPrompt: Hashable {
  private(set) var text: String
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  /// The possible completions, if there are several. Empty before Tab is pressed.
  private(set) var choices: [String] = []

  /// The maximum number of characters of a path.
  private static let maximumLength = 4096

  /// - Parameter text: The initial text.
  init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  mutating func press(_ stroke: KeyStroke, into effects: inout [Effect]) -> Dialog.Outcome {
    let key = PromptKey(stroke)
    if key != .complete { choices = [] }
    switch key {
    case .text(let text): insert(text)
    case .accept:
      if !text.isEmpty { effects.append(.openPath(FilePath.expandingTilde(text))) }
      return .closes
    case .cancel: return .closes
    case .complete: effects.append(.complete(before))
    case .paste: effects.append(.paste)
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, text.count)
    case .start: cursor = 0
    case .end: cursor = text.count
    case .erase: remove(1)
    case .delete:
      if cursor < text.count {
        cursor += 1
        remove(1)
      }
    case .eraseAll: remove(cursor)
    case .eraseWord:
      // Delete back to the slash before the last name, but keep the slash.
      let kept = before.dropLast(before.hasSuffix("/") ? 1 : 0)
      let slash = kept.lastIndex(of: "/").map { kept.distance(from: kept.startIndex, to: $0) + 1 }
      remove(cursor - (slash ?? 0))
    case nil: break
    }
    effects.append(.redraw)
    return .stays
  }

  /// The text before the cursor.
  private var before: String { String(text.prefix(cursor)) }

  private mutating func remove(_ count: Int) {
    let count = min(count, cursor)
    text = String(text.prefix(cursor - count) + text.dropFirst(cursor))
    cursor -= count
  }

  /// Inserts text at the cursor, without characters that aren't allowed in a line.
  mutating func insert(_ new: String) {
    let line = new.prefix { !$0.isNewline }.filter {
      $0.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    }
    let kept = kept(before: line)
    let rest = text.dropFirst(cursor)
    let fitting = line.prefix(max(0, Self.maximumLength - kept.count - rest.count))
    text = kept + fitting + rest
    cursor = kept.count + fitting.count
  }

  /// Returns the text before the cursor that remains when a line is inserted. An absolute path replaces a folder name,
  /// as in file dialogs and in Emacs.
  private func kept(before line: String) -> String {
    let before = before
    if before.hasSuffix("/"), line.hasPrefix("/") || line.hasPrefix("~/") { return "" }
    return before.hasSuffix("/~") && line.hasPrefix("/") ? "~" : before
  }

  /// Extends the path to the longest common prefix of its completions.
  mutating func complete(_ found: PathCompletion) {
    guard found.beginning == before, let first = found.names.first else { return }
    var common = first
    for name in found.names { common = name.commonPrefix(with: common) }
    let rest = text.dropFirst(cursor)
    text = found.folder + common
    cursor = text.count
    text += rest
    choices = found.names.count > 1 ? found.names : []
  }
}

/// The possible completions of a path: folders, and files that may be animations.
package struct PathCompletion: Hashable {
  let beginning: String
  /// The part of the path up to and including the last slash.
  let folder: String
  /// The matching names in the folder. The names of folders end in a slash.
  let names: [String]

  package init(_ beginning: String, folder: String, names: [String]) {
    (self.beginning, self.folder, self.names) = (beginning, folder, names)
  }
}

/// The function of a key in a line of text.
private enum PromptKey: Hashable {
  case text(String)
  case accept, cancel, complete, paste
  case left, right, start, end
  case erase, delete, eraseWord, eraseAll

  init?(_ stroke: KeyStroke) {
    if let text = stroke.text {
      self = .text(text)
      return
    }
    let keys = KeyCombination.candidates(stroke.keysym, stroke.modifiers)
    guard let key = keys.lazy.compactMap({ Self.table[$0] }).first else { return nil }
    self = key
  }

  private static let table: [KeyCombination: PromptKey] = {
    let keys: KeyValuePairs<String, PromptKey> = [
      "Enter": .accept, "Esc": .cancel, "Ctrl+G": .cancel, "Tab": .complete, "Ctrl+V": .paste,
      "Shift+Insert": .paste, "←": .left, "→": .right, "Home": .start, "End": .end,
      "Ctrl+A": .start, "Ctrl+E": .end, "Ctrl+B": .left, "Ctrl+F": .right, "Backspace": .erase,
      "Ctrl+H": .erase, "Delete": .delete, "Ctrl+D": .delete, "Ctrl+W": .eraseWord,
      "Ctrl+Backspace": .eraseWord, "Ctrl+U": .eraseAll,
    ]
    return keys.reduce(into: [:]) { table, pair in
      if let key = KeyCombination(pair.key) { table[key] = pair.value }
    }
  }()
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

extension Paste.Answer {
  /// The first pasted path, or `nil` if there is none.
  var path: String? {
    let path: String?
    switch self {
    case .files(let list): path = URIList.inputs(list).first
    case .text(let text):
      let lines = text.split(whereSeparator: \.isNewline).lazy.map(Self.withoutQuotes)
      path = lines.first { !$0.isEmpty }.flatMap { URIList.inputs(Array($0.utf8)).first }
    case .image, .nothing: path = nil
    }
    return path?.isEmpty == true ? nil : path
  }

  /// Returns a line without surrounding blanks, and without the quotes that shells and file managers put around paths.
  private static func withoutQuotes(_ line: Substring) -> Substring {
    var line = line.drop(while: \.isWhitespace)
    while line.last?.isWhitespace == true { line.removeLast() }
    guard line.count > 2, let quote = line.first, quote == "'" || quote == "\"", line.last == quote
    else { return line }
    return line.dropFirst().dropLast()
  }
}
