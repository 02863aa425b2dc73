import AnimCore

/// An option of a command line: its name, its help, and its effect. Related options are declared in a table next to the
/// values that they change.
package struct CommandOption<Target>: Sendable {
  /// The names, without dashes.
  package let names: [String]
  package let value: Value
  /// The text below the help, which may be empty.
  package let discussion: String
  /// A closure that creates the help, which most runs don't need.
  private let makeHelp: @Sendable () -> String

  package typealias Change = @Sendable (inout Target) -> Void

  /// The value that follows the name.
  package enum Value: Sendable {
    /// No value: `--name` turns something on.
    case on(Change)
    /// No value: `--name` turns something on, and `--no-name` turns it off.
    case onOff(@Sendable (Bool) -> Change)
    /// The name of a case. The help includes the default, if there is one.
    case choice(any OptionChoice.Type, default: (any OptionChoice)?, Choose)
    /// Any text, which help shows under this name. If the option repeats, each text has an effect, otherwise only the
    /// last one.
    case text(name: String, repeats: Bool, OptionCompletion, Read)

    package typealias Choose = @Sendable (any OptionChoice) -> Change
    package typealias Read = @Sendable (String) throws -> Change
  }

  private init(
    _ names: [String], _ value: Value, discussion: String = "",
    help: @escaping @Sendable () -> String
  ) {
    self.names = names
    self.value = value
    self.discussion = discussion
    makeHelp = help
  }

  /// The help, including the range and the default unless the value's name contains them.
  package var help: String { makeHelp() }
}

/// The suggestions of a shell for the value of an option.
package enum OptionCompletion: Sendable {
  case none
  case files
  case folders
  case words([String])
}

/// A setting with a few possible values, each of which has a name on the command line.
package protocol OptionChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension CommandOption {
  /// Returns an option that turns something on.
  package static func on(
    _ name: String, _ help: @autoclosure @escaping @Sendable () -> String,
    discussion: String = "", set: @escaping Change
  ) -> CommandOption {
    CommandOption([name], .on(set), discussion: discussion, help: help)
  }

  /// Returns an option that is on or off.
  package static func onOff(
    _ name: String, _ help: @autoclosure @escaping @Sendable () -> String,
    set: @escaping @Sendable (inout Target, Bool) -> Void
  ) -> CommandOption {
    CommandOption([name], .onOff { isOn in { set(&$0, isOn) } }, help: help)
  }

  /// Returns an option whose value is the name of a case.
  package static func choice<Choice: OptionChoice>(
    _ name: String, of type: Choice.Type = Choice.self, default: Choice? = nil,
    _ help: @autoclosure @escaping @Sendable () -> String,
    set: @escaping @Sendable (inout Target, Choice) -> Void
  ) -> CommandOption {
    CommandOption(
      [name],
      .choice(type, default: `default`) { choice in
        { if let choice = choice as? Choice { set(&$0, choice) } }
      }, help: help)
  }

  /// Returns an option whose value is text.
  ///
  /// - Parameters:
  ///   - name: The name, without dashes.
  ///   - alias: Another name.
  ///   - value: The placeholder for the value in help.
  ///   - repeats: Whether the option can be repeated, so that each text counts instead of only the last one.
  ///   - parse: Parses the value.
  ///   - set: Changes the target.
  package static func value<Value: Sendable>(
    _ name: String, alias: String? = nil, _ value: String,
    _ help: @autoclosure @escaping @Sendable () -> String, discussion: String = "",
    repeats: Bool = false, completion: OptionCompletion = .none,
    _ parse: @escaping @Sendable (String) throws -> Value,
    set: @escaping @Sendable (inout Target, Value) -> Void
  ) -> CommandOption {
    CommandOption(
      [name] + (alias.map { [$0] } ?? []),
      .text(name: value, repeats: repeats, completion) { text in
        let value = try parse(text)
        return { set(&$0, value) }
      }, discussion: discussion, help: help)
  }

  /// Returns an option whose value is a number in a range, which the help includes; see ``value``.
  ///
  /// - Parameter noun: The noun for the number with its unit.
  package static func number(
    _ name: String, alias: String? = nil, _ value: String,
    _ help: @autoclosure @escaping @Sendable () -> String, discussion: String = "",
    in range: ClosedRange<Double>, _ noun: String,
    set: @escaping @Sendable (inout Target, Double) -> Void
  ) -> CommandOption {
    .value(
      name, alias: alias, value,
      withRange(help(), plain(range.lowerBound), plain(range.upperBound)),
      discussion: discussion, OptionValues.number(in: range, noun), set: set)
  }

  /// Returns an option whose value is an integer in a range.
  package static func wholeNumber<Value: FixedWidthInteger & Sendable>(
    _ name: String, alias: String? = nil, _ value: String,
    _ help: @autoclosure @escaping @Sendable () -> String, discussion: String = "",
    in range: ClosedRange<Value>, set: @escaping @Sendable (inout Target, Value) -> Void
  ) -> CommandOption {
    .value(
      name, alias: alias, value, withRange(help(), "\(range.lowerBound)", "\(range.upperBound)"),
      discussion: discussion, OptionValues.wholeNumber(in: range), set: set)
  }

  /// Returns an option whose value is one number in a range, or two of them as `A..B`.
  package static func numbers(
    _ name: String, _ value: String, _ help: @autoclosure @escaping @Sendable () -> String,
    in range: ClosedRange<Double>, _ noun: String,
    set: @escaping @Sendable (inout Target, ClosedRange<Double>) -> Void
  ) -> CommandOption {
    .value(
      name, value, withRange(help(), plain(range.lowerBound), plain(range.upperBound)),
      numberRange(in: range, noun), set: set)
  }

  /// Returns an option whose value is any text.
  package static func text(
    _ name: String, _ value: String, _ help: @autoclosure @escaping @Sendable () -> String,
    repeats: Bool = false, completion: OptionCompletion = .none,
    set: @escaping @Sendable (inout Target, String) -> Void
  ) -> CommandOption {
    .value(name, value, help(), repeats: repeats, completion: completion, { $0 }, set: set)
  }

  /// Returns an option whose value is a colour.
  package static func color(
    _ name: String, _ part: String, default: String,
    set: @escaping @Sendable (inout Target, Color) -> Void
  ) -> CommandOption {
    value(name, "colour", colorHelp(part, default: `default`), parseColor, set: set)
  }

  /// Returns the same option for a value that contains the target.
  package func within<Whole>(
    _ access: @escaping @Sendable (inout Whole, (inout Target) -> Void) -> Void
  ) -> CommandOption<Whole> {
    @Sendable func lift(_ change: @escaping Change) -> CommandOption<Whole>.Change {
      { whole in access(&whole, change) }
    }
    let value: CommandOption<Whole>.Value =
      switch value {
      case .on(let change): .on(lift(change))
      case .onOff(let change): .onOff { lift(change($0)) }
      case .choice(let type, let standard, let change):
        .choice(type, default: standard) { lift(change($0)) }
      case .text(let name, let repeats, let completion, let change):
        .text(name: name, repeats: repeats, completion) { lift(try change($0)) }
      }
    return CommandOption<Whole>(names, value, discussion: discussion, help: makeHelp)
  }
}

/// Returns the help with the range of the value: before the default, or at the end of the sentence.
private func withRange(_ help: String, _ least: String, _ most: String) -> String {
  let (range, text) = ("\(least) to \(most)", help)
  var (end, start) = (text.endIndex, Substring(text))
  while let open = start.lastIndex(of: "(") {
    if text[open...].hasPrefix("(default") {
      end = text.index(after: open)
      break
    }
    start = text[..<open]
  }
  guard end == text.endIndex else { return "\(text[..<end])\(range); \(text[end...])" }
  return text.hasSuffix(".") ? "\(text.dropLast()) (\(range))." : "\(text) (\(range))"
}
