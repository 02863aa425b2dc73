import AnimCore
import ArgumentParser
import PlainText

/// The kinds of options. All values may start with a dash, such as titles and negative numbers.
extension Option {
  /// Creates an option whose value is parsed by a function.
  ///
  /// - Parameters:
  ///   - value: The placeholder for the value in help.
  ///   - parse: Parses the value.
  init<Parsed>(
    _ value: String, _ help: String, name: NameSpecification = .long, discussion: String = "",
    completion: CompletionKind? = nil, _ parse: @escaping @Sendable (String) throws -> Parsed
  ) where Value == Parsed? {
    self.init(
      name: name, parsing: .unconditional,
      help: ArgumentHelp(help, discussion: discussion, valueName: value), completion: completion,
      transform: parse)
  }

  /// Creates an option whose value is any text.
  init(
    _ value: String, _ help: String, name: NameSpecification = .long,
    completion: CompletionKind? = nil
  ) where Value == String? {
    self.init(value, help, name: name, completion: completion) { $0 }
  }

  /// Creates an option that can be repeated.
  init<Parsed>(
    wrappedValue: [Parsed], _ value: String, _ help: String, completion: CompletionKind? = nil,
    _ parse: @escaping @Sendable (String) throws -> Parsed
  ) where Value == [Parsed] {
    self.init(
      wrappedValue: wrappedValue, parsing: .unconditionalSingleValue,
      help: ArgumentHelp(help, valueName: value), completion: completion, transform: parse)
  }

  /// Creates an option whose value is the name of a case. The help lists the names.
  init<Choice: CaseIterable & ExpressibleByArgument>(_ help: String, value: String? = nil)
  where Value == Choice? {
    self.init(
      name: .long, parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      completion: nil)
  }

  /// Creates an option whose value is a number in a range, which the help includes.
  ///
  /// - Parameter noun: The noun for the number with its unit.
  init(_ value: String, _ help: String, in range: ClosedRange<Double>, _ noun: String)
  where Value == Double? {
    self.init(
      value, withRange(help, plain(range.lowerBound), plain(range.upperBound)),
      number(in: range, noun))
  }

  /// Creates an option whose value is an integer in a range, which the help includes.
  init<Number: FixedWidthInteger & Sendable>(
    _ value: String, _ help: String, name: NameSpecification = .long, in range: ClosedRange<Number>
  ) where Value == Number? {
    self.init(
      value, withRange(help, "\(range.lowerBound)", "\(range.upperBound)"), name: name,
      wholeNumber(in: range))
  }

  /// Creates an option whose value is a colour.
  ///
  /// - Parameters:
  ///   - part: The object with this colour.
  ///   - default: The default colour.
  init(colorOf part: String, default: String) where Value == Color? {
    self.init(
      "colour",
      "Set the colour of \(part): #rgb, #rgba, #rrggbb, #rrggbbaa or a name (default: "
        + "\(`default`)).", parseColor)
  }
}

/// The kinds of flags.
extension Flag {
  /// Creates a flag that turns something on.
  init(wrappedValue: Bool, _ help: String, name: NameSpecification = .long) where Value == Bool {
    self.init(wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help))
  }

  /// Creates a flag that turns something on, or off with the prefix `no-`.
  init(_ help: String, name: NameSpecification = .long) where Value == Bool? {
    self.init(name: name, inversion: .prefixedNo, help: ArgumentHelp(help))
  }
}

/// Returns the help with the range of the value: before the default, or at the end of the sentence.
func withRange(_ help: String, _ least: String, _ most: String) -> String {
  let range = "\(least) to \(most)"
  guard let start = help.firstRange(of: "(default") else {
    return help.hasSuffix(".") ? "\(help.dropLast()) (\(range))." : "\(help) (\(range))"
  }
  return "\(help[..<start.lowerBound])(\(range); \(help[start.lowerBound...].dropFirst())"
}
