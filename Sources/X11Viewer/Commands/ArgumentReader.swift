import OptionValues

/// A reader for the arguments of commands whose options are tables.
///
/// The argument parser finds options by reflection, which takes longer than everything else before
/// the first frame. The window must open quickly, so its arguments are read here. Anything that
/// this reader can't read is invalid or a request for help, and is passed to the parser, which uses
/// the same tables.
struct ArgumentReader {
  private var rest: ArraySlice<String>
  /// Whether `--` was read: all that follows are values.
  private var isPastOptions = false
  /// The option that was read last, without its dashes.
  private var name = ""
  /// The value behind its equals sign.
  private var attached: String?

  /// The signal to pass the arguments to the parser.
  struct NotReadable: Error {}

  enum Word {
    case value(String)
    /// An option, which has to be taken.
    case option
  }

  init(_ arguments: [String]) { rest = arguments[...] }

  /// Returns the next argument, or `nil` at the end.
  mutating func next() throws(NotReadable) -> Word? {
    guard let argument = rest.popFirst() else { return nil }
    if isPastOptions || !argument.hasPrefix("-") || argument == "-" { return .value(argument) }
    guard argument.hasPrefix("--") else { throw NotReadable() }
    let option = argument.dropFirst(2)
    if option.isEmpty {
      isPastOptions = true
      return try next()
    }
    let end = option.firstIndex(of: "=")
    name = String(option[..<(end ?? option.endIndex)])
    attached = end.map { String(option[option.index(after: $0)...]) }
    return .option
  }

  /// Returns the change of the last option if it is this one, and reads its value.
  mutating func change<Target>(
    by option: CommandOption<Target>
  ) throws -> CommandOption<Target>.Change? {
    switch option.value {
    case .onOff(let change):
      let isOff = name.hasPrefix("no-") && option.names.contains(String(name.dropFirst(3)))
      guard isOff || option.names.contains(name) else { return nil }
      try endOption()
      return change(!isOff)
    case _ where !option.names.contains(name):
      return nil
    case .on(let change):
      try endOption()
      return change
    case .choice(let type, _, let change):
      return change(try Self.choice(of: type, try value()))
    case .text(_, _, _, let read):
      return try read(value())
    }
  }

  private static func choice<Choice: OptionChoice>(
    of type: Choice.Type, _ text: String
  ) throws(NotReadable) -> any OptionChoice {
    guard let choice = Choice(rawValue: text) else { throw NotReadable() }
    return choice
  }

  private func endOption() throws(NotReadable) {
    if attached != nil { throw NotReadable() }
  }

  /// Returns the value of the option, which may look like an option itself.
  private mutating func value() throws(NotReadable) -> String {
    guard let value = attached ?? rest.popFirst(), attached != "" else { throw NotReadable() }
    // To the parser, it ends the options all the same.
    if value == "--", attached == nil { isPastOptions = true }
    return value
  }
}
