import Glibc
import LinuxSystem
import Viewer

/// The user's settings for every window: options in the file `config`, and keys in the file `keys`
/// next to it.
///
/// Only windows read the settings, so that images and tests don't depend on the user.
struct UserSettings {
  /// The options, with the numbers of their lines.
  let lines: [(line: Int, arguments: [String])]
  /// The path of the file, for messages.
  private let path: String

  /// The maximum size of a file, in bytes.
  private static let maximumSize = 1 << 20

  /// Reads the options.
  ///
  /// - Parameter path: The path of the file, which must exist, or `nil` for the user's file.
  /// - Returns: The options, or `nil` if the file is missing or empty.
  static func read(_ path: String?) throws(Failure) -> UserSettings? {
    guard let config = path ?? usualPath, let text = try text(config, mustExist: path != nil) else {
      return nil
    }
    let lines = try parse(text, name: config)
    return lines.isEmpty ? nil : UserSettings(lines: lines, path: config)
  }

  /// Reads the keys. A missing file is treated as empty.
  ///
  /// - Parameter config: The path of the file of options next to it, or `nil` for the user's file.
  static func keys(_ config: String?) throws(Failure) -> [KeyLine] {
    guard let config = config ?? usualPath else { return [] }
    let path = FilePath.join(FilePath.folder(of: config), "keys")
    return try KeyFile.parse(try text(path, mustExist: false) ?? "", name: path)
  }

  /// Throws an error that names the first line that can't be parsed by itself.
  func check() throws {
    for (line, arguments) in lines {
      let reason: String
      do {
        let command = try Program.checked(["view"] + arguments) as? ViewCommand
        guard let value = command?.files.first else { continue }
        reason = "\(arguments[0]): takes no value; remove \"\(value)\"".printable
      } catch {
        reason = Failure(usage: Program.message(for: error)).message
      }
      throw Failure("\(path):\(line): \(reason)", status: .configuration)
    }
  }

  /// The path according to the XDG Base Directory Specification.
  private static var usualPath: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let folder = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return folder.map { $0 + "/x11viewer/config" }
  }

  private static func text(_ path: String, mustExist: Bool) throws(Failure) -> String? {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: maximumSize)
    } catch {
      if error.isMissing, !mustExist { return nil }
      throw Failure("\(error)", status: .noInput)
    }
    guard bytes.count <= maximumSize, let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        "\(path): more than \(maximumSize) bytes, or not UTF-8 text",
        status: .configuration)
    }
    return text
  }

  /// Returns the options in a text: one per line, as on a command line, but the dashes are
  /// optional. Lines that start with a number sign are comments. Quotes and backslashes work as in
  /// a shell.
  static func parse(
    _ text: String, name: String
  ) throws(Failure) -> [(line: Int, arguments: [String])] {
    var options: [(line: Int, arguments: [String])] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      func failure(_ reason: String) -> Failure {
        Failure("\(name):\(index + 1): \(reason)".printable, status: .configuration)
      }
      guard !line.drop(while: \.isWhitespace).hasPrefix("#") else { continue }
      guard var words = words(of: line) else { throw failure("unterminated quote") }
      if words.count == 3, words[1] == "=" { words.remove(at: 1) }
      guard let first = words.first else { continue }
      guard words.count <= 2 else {
        throw failure(
          "more than one value; write one option per line, and quote values with spaces")
      }
      let option = String(first.drop { $0 == "-" })
      let optionName = String(option.prefix { $0 != "=" })
      guard !optionName.isEmpty else { throw failure("\"\(first)\" is not an option") }
      if forCommandLine.contains(optionName) {
        throw failure("--\(optionName): not supported in configuration files")
      }
      options.append((index + 1, ["--" + option] + words.dropFirst()))
    }
    return options
  }

  private static let forCommandLine: Set = [
    "config", "no-config", "list-keys", "list-scenes", "help", "help-scenes", "help-hidden",
    "version", "generate-completion-script", "experimental-dump-help",
  ]

  /// Returns the words of a line, or `nil` if a quote isn't closed.
  private static func words(of line: Substring) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return quote == nil && !isEscaped ? words : nil
  }
}
