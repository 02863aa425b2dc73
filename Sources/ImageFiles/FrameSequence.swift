import LinuxSystem

/// The names of numbered files, from a pattern such as `frame.%04d.png`, `frame.####.png` or
/// `frame.@@@@.png`.
package struct FrameSequence: Hashable, Sendable {

  private let prefix: String
  private let suffix: String
  /// The minimum number of digits. Shorter numbers are padded with zeros.
  private let width: Int

  /// Returns whether `path` is a pattern rather than the name of one file.
  package static func isPattern(_ path: String) -> Bool {
    path.contains("%") || path.contains("##") || path.contains("@@")
  }

  /// Returns whether `path` is a pattern that numbers files, rather than a name that may contain a
  /// percent sign.
  package static func numbersFiles(_ path: String) -> Bool {
    isPattern(path) && (try? FrameSequence(pattern: path)) != nil
  }

  /// Parses a pattern with exactly one `%d` or `%0Nd`, where N is 1 to 18, and with `%%` for a
  /// percent sign; or, without any percent sign, with one row of 2 to 18 `#` or `@`, one for each
  /// digit.
  package init(pattern: String) throws(FrameSequenceError) {
    self =
      pattern.contains("%")
      ? try Self(directives: pattern) : try Self(placeholders: pattern)
  }

  private init(prefix: String, suffix: String, width: Int) {
    self.prefix = prefix
    self.suffix = suffix
    self.width = width
  }

  /// Creates the sequence of files for a path without a file extension that isn't a pattern, with
  /// numbers of at least four digits.
  package init(numbering path: String, fileExtension: String = "png") {
    self.init(prefix: path + ".", suffix: ".\(fileExtension)", width: 4)
  }

  /// Returns the path of the file with this number, which must not be negative.
  package func path(of number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits + suffix
  }

  /// Returns the part of ``path(of:)`` after the last slash, or `nil` if the number is part of a
  /// folder.
  package func name(of number: Int) -> String? {
    suffix.contains("/") ? nil : FilePath.name(of: path(of: number))
  }

  /// Returns the number of the file with a name, or `nil` if it isn't part of the sequence.
  package func number(ofName name: String) -> Int? {
    let (start, end) = (FilePath.name(of: "/" + prefix + "x").dropLast(), suffix)
    guard !suffix.contains("/"), name.utf8.count > start.utf8.count + end.utf8.count,
      name.hasPrefix(start), name.hasSuffix(end)
    else { return nil }
    let digits = name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      digits.count >= width, let number = Int(String(decoding: digits, as: UTF8.self)),
      self.name(of: number) == name
    else { return nil }
    return number
  }

  /// Returns whether a path belongs to a file of the sequence, with any number.
  package func contains(_ path: String) -> Bool {
    matches(Self.names(on: path), Self.names(on: prefix + Self.mark + suffix))
  }

  /// Returns whether files of the sequence may be in a folder whose name has the number.
  package func mayContain(folder path: String) -> Bool {
    let pattern = Self.names(on: prefix + Self.mark + suffix).dropLast()
    return pattern.contains { $0.contains(Self.mark) } && matches(Self.names(on: path), pattern)
  }

  /// A byte that no path contains, as a placeholder for the number.
  private static let mark = "\0"

  private static func names(on path: String) -> ArraySlice<Substring> {
    FilePath.names(on: path).filter { $0 != "." }[...]
  }

  private func matches(_ names: ArraySlice<Substring>, _ pattern: ArraySlice<Substring>) -> Bool {
    names.count == pattern.count
      && zip(names, pattern).allSatisfy { name, pattern in
        let parts = pattern.utf8.split(separator: 0, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return name == pattern }
        let length = name.utf8.count - parts[0].count - parts[1].count
        guard length > 0, name.utf8.starts(with: parts[0]),
          name.utf8.suffix(parts[1].count).elementsEqual(parts[1])
        else { return false }
        let digits = name.utf8.dropFirst(parts[0].count).prefix(length)
        return digits.count >= width
          && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      }
  }

  /// Returns the paths of the existing files in any order.
  package func files() throws(InputError) -> [String] {
    // The number may be in the name of a folder.
    let entries = FrameSequence(
      prefix: prefix, suffix: String(suffix.prefix { $0 != "/" }), width: width)
    return try Folder.names(in: entries.folder).compactMap { entries.number(ofName: $0) }
      .map { path(of: $0) }.filter { entries == self || Folder.hasEntry($0) }
  }

  /// The common end of the names of all files.
  package var fileExtension: String { suffix }

  /// Returns the pattern of the image sequence that the file at `path` belongs to, or `nil` if its
  /// name contains no number.
  ///
  /// The number is the last one in the name before the file extension. If it starts with zeros, all
  /// numbers have the same number of digits.
  package static func pattern(ofFile path: String) -> String? {
    let name = FilePath.name(of: path)
    let stem = FilePath.stem(of: name)
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    guard let last = stem.lastIndex(where: isDigit) else { return nil }
    let digits = stem[...last].reversed().prefix(while: isDigit)
    guard digits.count <= Self.maximumWidth else { return nil }
    let before = path.dropLast(name.count) + stem[...last].dropLast(digits.count)
    let after = name[last...].dropFirst()
    func escaped(_ text: some StringProtocol) -> String {
      text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }
    let directive = digits.last == "0" && digits.count > 1 ? "%0\(digits.count)d" : "%d"
    return escaped(before) + directive + escaped(after)
  }

  /// The maximum number of digits of a number.
  private static let maximumWidth = 18

  /// The folder of the files.
  package var folder: String { FilePath.folder(of: path(of: 0)) }

  /// Returns the path for a pattern without a number, in which `%%` represents a percent sign, or
  /// `nil` for any other pattern.
  package static func plainPath(_ path: String) -> String? {
    guard path.contains("%") else { return nil }
    do throws(FrameSequenceError) {
      _ = try Self(directives: path)
      return nil
    } catch {
      guard case .noNumber = error else { return nil }
      return path.split(separator: "%%", omittingEmptySubsequences: false).joined(separator: "%")
    }
  }
}

extension FrameSequence {
  private init(directives pattern: String) throws(FrameSequenceError) {
    var literals = [""]
    var width = 0
    var rest = pattern[...]
    while let character = rest.popFirst() {
      if character != "%" {
        literals[literals.count - 1].append(character)
      } else if rest.first == "%" {
        rest.removeFirst()
        literals[literals.count - 1].append("%")
      } else {
        let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
        rest = rest.dropFirst(digits.count)
        guard rest.popFirst() == "d", let count = Self.width(digits) else {
          throw .unknownDirective(pattern: pattern)
        }
        width = count
        literals.append("")
      }
    }
    switch literals.count {
    case 1: throw .noNumber(pattern: pattern)
    case 2: self.init(prefix: literals[0], suffix: literals[1], width: width)
    default: throw .severalNumbers(pattern: pattern)
    }
  }

  private init(placeholders pattern: String) throws(FrameSequenceError) {
    var found: (prefix: String, width: Int)?
    var literal = ""
    var rest = pattern[...]
    while let character = rest.first {
      let row = rest.prefix { $0 == character }
      rest = rest.dropFirst(row.count)
      guard character == "#" || character == "@", row.count > 1 else {
        literal += row
        continue
      }
      guard found == nil else { throw .severalNumbers(pattern: pattern) }
      guard row.count <= Self.maximumWidth else { throw .unknownDirective(pattern: pattern) }
      found = (literal, row.count)
      literal = ""
    }
    guard let found else { throw .noNumber(pattern: pattern) }
    self.init(prefix: found.prefix, suffix: literal, width: found.width)
  }

  /// Returns the N of `%0Nd`, 0 if it is missing, or `nil` if the text isn't a number.
  private static func width(_ digits: Substring) -> Int? {
    if digits.isEmpty { return 0 }
    guard digits.first == "0", let width = Int(digits), (1...Self.maximumWidth).contains(width)
    else { return nil }
    return width
  }
}

/// The reason why a pattern isn't an image sequence.
package enum FrameSequenceError: Error, Hashable {
  case noNumber(pattern: String)
  case severalNumbers(pattern: String)
  case unknownDirective(pattern: String)
}

extension FrameSequenceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noNumber(let pattern):
      "\(pattern): no %d for the frame number; use frame.%04d.png, for example"
    case .severalNumbers(let pattern):
      "\(pattern): more than one frame number; use only one"
    case .unknownDirective(let pattern):
      "\(pattern): invalid %, # or @; use %d, %04d, or %% for a percent sign, or a row of "
        + "2 to 18 # or @"
    }
  }
}
