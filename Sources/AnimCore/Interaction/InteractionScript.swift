/// A recorded interaction with an animation in virtual time: pointer events, inputs, fired events
/// and expectations.
///
/// As text, each line contains a command after its time in seconds since the start. Points are in
/// the coordinates of the animation, so that a script doesn't depend on the size of the image.
/// `#` starts a comment. Quote names that contain spaces:
///
/// ```
/// # The third star is pressed.
/// 0.5  pointerDown 100 80
/// 0.6  pointerUp 100 80
/// 0.6  expect rating 3
/// 1.2  set rating 5
/// 1.5  expect state "five stars"
/// 2    fire reset
/// 3    end
/// ```
///
/// | command | effect |
/// |---|---|
/// | `pointerDown X Y`, `pointerUp`, `pointerMove`, `pointerEnter`, `pointerExit`, `click` | sends this event at a point |
/// | `set NAME VALUE` | sets an input to a number, `true`, `false` or text |
/// | `fire NAME` | fires an event |
/// | `start`, `stop` | restarts or stops a state machine, which starts at 0 by default |
/// | `expect state NAME` | checks the current state |
/// | `expect NAME VALUE` | checks the value of an input |
/// | `end` | ends the script; the default is one second after the last command |
public struct InteractionScript: Hashable, Sendable {
  /// The commands, in chronological order.
  public private(set) var entries: [Entry] = []

  /// A command and its time.
  public struct Entry: Hashable, Sendable {
    /// The time since the start.
    public let time: Timestamp
    /// The command or expectation.
    public let command: Command
    /// The line of the text, or `nil` if the entry wasn't read from text.
    public let line: Int?
  }

  /// A command or an expectation.
  public enum Command: Hashable, Sendable {
    /// A pointer event at a point of the animation.
    case pointer(PointerAction, Point)
    /// Sets an input.
    case set(String, InputValue)
    /// Fires an event.
    case fire(String)
    /// Restarts the state machine.
    case start
    /// Stops the state machine.
    case stop
    /// Expects the state machine to be in this state.
    case expectState(String)
    /// Expects the input to have this value, or the animation with this ID to play.
    case expectValue(String, InputValue)
    /// Does nothing, but extends the script until this time.
    case end
  }

  /// The reason why text isn't a valid script.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, starting at 1.
    public let line: Int
    /// The reason.
    public let reason: String

    package init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }

    /// The line and the reason, such as `line 3: unknown command "sett"`.
    public var description: String { "line \(line): \(reason)" }
  }

  /// The latest time of a command, in seconds: a day.
  public static let maximumTime: Seconds = 86_400
  private static let maximumEntries = 100_000

  /// Creates an empty script.
  public init() {}

  /// Reads a script.
  public init(_ text: String) throws(ParseError) {
    var read: [Entry] = []
    // Some editors write a byte order mark before text.
    let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
    for (index, line) in lines.enumerated() {
      var words = try WordReader(line, number: index + 1)
      if let entry = try words.entry() { read.append(entry) }
      guard read.count <= Self.maximumEntries else {
        throw ParseError(
          line: index + 1, reason: "a script has at most \(Self.maximumEntries) commands")
      }
    }
    // Commands at the same time remain in text order.
    entries = read.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map { $0.element }
    if let end = entries.firstIndex(where: { $0.command == .end }), end < entries.count - 1 {
      let next = entries[end + 1]
      throw ParseError(line: next.line ?? 0, reason: "it is after the end")
    }
  }

  /// The end of the script.
  public var end: Timestamp {
    guard let last = entries.last else { return Timestamp(seconds: 1) }
    return last.command == .end ? last.time : last.time + 1
  }

  /// Adds a command, and removes all later ones.
  public mutating func append(_ command: Command, at time: Timestamp) {
    removeAll(after: time)
    guard entries.count < Self.maximumEntries else { return }
    entries.append(Entry(time: time, command: command, line: nil))
  }

  /// Removes all later commands and the end.
  package mutating func removeAll(after time: Timestamp) {
    while let last = entries.last, last.time > time || last.command == .end { entries.removeLast() }
  }
}

extension InteractionScript: CustomStringConvertible {
  /// The script as text, which can be parsed again.
  public var description: String {
    entries.map { "\(Self.text($0.time)) \($0.command)\n" }.joined()
  }

  /// Returns a time in seconds, exact to the nanosecond.
  private static func text(_ time: Timestamp) -> String {
    let (whole, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest > 0 else { return "\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

extension InteractionScript.Command: CustomStringConvertible {
  /// The command without its time, such as `set rating 3`.
  public var description: String {
    switch self {
    case .pointer(let kind, let point):
      "\(kind.rawValue) \(InteractionScript.text(point.x)) \(InteractionScript.text(point.y))"
    case .set(let name, let value): "set \(InteractionScript.text(name)) \(value)"
    case .fire(let name): "fire \(InteractionScript.text(name))"
    case .start: "start"
    case .stop: "stop"
    case .expectState(let name): "expect state \(InteractionScript.text(name))"
    case .expectValue(let name, let value): "expect \(InteractionScript.text(name)) \(value)"
    case .end: "end"
    }
  }
}

extension InteractionScript {
  /// Formats a number, without the fraction if it is zero.
  static func text(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  /// Returns a word, in quotation marks if it couldn't be parsed otherwise or if `isQuoted` is true.
  static func text(_ word: String, isQuoted: Bool = false) -> String {
    let isPlain =
      !word.isEmpty && Double(word) == nil
      && !["true", "false", "state"].contains(word)
      && word.allSatisfy { !$0.isWhitespace && $0 != "\"" && $0 != "\\" && $0 != "#" }
    if isPlain, !isQuoted { return word }
    var text = "\""
    for character in word {
      switch character {
      case "\"", "\\": text += "\\\(character)"
      case _ where character.isNewline: text += "\\n"
      default: text.append(character)
      }
    }
    return text + "\""
  }
}

/// Parses the words of a line.
private struct WordReader {
  private struct Word {
    var text: String
    var isQuoted: Bool
  }

  private let number: Int
  private var words: ArraySlice<Word>

  init(_ line: Substring, number: Int) throws(InteractionScript.ParseError) {
    self.number = number
    var words: [Word] = []
    var rest = line
    while let first = rest.first, first != "#" {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" {
        rest.removeFirst()
        words.append(Word(text: try Self.quoted(&rest, number), isQuoted: true))
      } else {
        let word = rest.prefix { !$0.isWhitespace && $0 != "#" && $0 != "\"" }
        words.append(Word(text: String(word), isQuoted: false))
        rest = rest.dropFirst(word.count)
      }
    }
    self.words = words[...]
  }

  /// Returns the text up to the closing quotation mark.
  private static func quoted(
    _ rest: inout Substring, _ number: Int
  ) throws(InteractionScript.ParseError) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let escaped = rest.popFirst() else { break }
        text.append(escaped == "n" ? "\n" : escaped)
      default: text.append(character)
      }
    }
    throw InteractionScript.ParseError(line: number, reason: "a quotation mark is missing")
  }

  private func error(_ reason: String) -> InteractionScript.ParseError {
    InteractionScript.ParseError(line: number, reason: reason)
  }

  /// Returns the command of the line, or `nil` for an empty line.
  mutating func entry() throws(InteractionScript.ParseError) -> InteractionScript.Entry? {
    guard let first = words.popFirst() else { return nil }
    guard !first.isQuoted, let seconds = Double(first.text), seconds.isFinite, seconds >= 0,
      seconds <= InteractionScript.maximumTime
    else {
      throw error(
        "expected a time in seconds, from 0 to "
          + "\(Int(InteractionScript.maximumTime)): \"\(first.text.shortened)\"")
    }
    let name = try word("a command")
    let command = try self.command(name)
    if let rest = words.first {
      throw error("unexpected text after the command: \"\(rest.text.shortened)\"")
    }
    return InteractionScript.Entry(
      time: Timestamp(seconds: seconds), command: command, line: number)
  }

  private mutating func command(
    _ name: String
  ) throws(InteractionScript.ParseError) -> InteractionScript.Command {
    if let kind = PointerAction(rawValue: name) {
      return .pointer(kind, Point(x: try coordinate(), y: try coordinate()))
    }
    switch name {
    case "set": return .set(try word("the name of an input"), try value())
    case "fire": return .fire(try word("the name of an event"))
    case "start": return .start
    case "stop": return .stop
    case "end": return .end
    case "expect":
      let isState = words.first.map { $0.text == "state" && !$0.isQuoted } ?? false
      let subject = try word("state, or the name of an input")
      return isState
        ? .expectState(try word("the name of a state")) : .expectValue(subject, try value())
    default: throw error("unknown command \"\(name.shortened)\"")
    }
  }

  private mutating func word(
    _ meaning: String
  ) throws(InteractionScript.ParseError) -> String {
    guard let word = words.popFirst() else { throw error("\(meaning) is missing") }
    return word.text
  }

  private mutating func coordinate() throws(InteractionScript.ParseError) -> Double {
    let text = try word("a coordinate")
    guard let number = Double(text), number.magnitude <= 1e6 else {
      throw error("a coordinate is a number: \"\(text.shortened)\"")
    }
    return number
  }

  private mutating func value() throws(InteractionScript.ParseError) -> InputValue {
    guard let word = words.popFirst() else { throw error("a value is missing") }
    if word.isQuoted { return .string(word.text) }
    if word.text == "true" || word.text == "false" { return .boolean(word.text == "true") }
    if let number = Double(word.text), number.isFinite { return .number(number) }
    return .string(word.text)
  }
}
