import ArgumentParser
import OptionValues

/// Flags that are declared as a table.
///
/// The table is read in two ways: by ``ArgumentReader``, and by the argument parser, which finds the flags of a
/// group by reflection and fills them by decoding. A table has no property wrapper for each of its flags: it
/// answers both itself.
protocol FlagTable: ReadableFlags, CustomReflectable {
  static var options: [CommandOption<Self>] { get }
}

extension FlagTable {
  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: FlagKey.self)
    for option in Self.options { try option.change(from: container)?(&self) }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.options.map { ($0.names[0], $0.wrapper) })
  }

  mutating func take(_ reader: inout ArgumentReader) throws -> Bool {
    for option in Self.options {
      guard let change = try reader.change(by: option) else { continue }
      change(&self)
      return true
    }
    return false
  }
}

/// Flags that can be read without the argument parser.
protocol ReadableFlags: ParsableArguments, Sendable {
  /// Reads the reader's current option with its value. Returns `false` if the option isn't in this
  /// table.
  mutating func take(_ reader: inout ArgumentReader) throws -> Bool
}

/// A group of the flags of a command.
struct FlagGroup<Command>: Sendable {
  let key: FlagKey
  /// The group as the argument parser knows it.
  let wrapper: @Sendable () -> Any
  let decode: @Sendable (KeyedDecodingContainer<FlagKey>, inout Command) throws -> Void
  /// Takes the reader's current option. Returns `false` if it isn't in the group.
  let take: @Sendable (inout ArgumentReader, inout Command) throws -> Bool
  let validate: @Sendable (inout Command) throws -> Void

  /// - Parameters:
  ///   - name: The group's name for the parser.
  ///   - type: The type of the value.
  ///   - title: The heading in the help, or an empty string for no heading.
  ///   - access: Lends the group of a command.
  init<Flags: ReadableFlags>(
    _ name: String, _ type: Flags.Type, title: String = "",
    _ access: @escaping @Sendable (inout Command, (inout Flags) throws -> Void) throws -> Void
  ) {
    let key = FlagKey(name)
    self.key = key
    wrapper = { OptionGroup<Flags>(title: title) }
    decode = { container, command in
      let flags = try container.decode(OptionGroup<Flags>.self, forKey: key).wrappedValue
      try access(&command) { $0 = flags }
    }
    take = { reader, command in
      var isTaken = false
      try access(&command) { isTaken = try $0.take(&reader) }
      return isTaken
    }
    validate = { command in try access(&command) { try $0.validate() } }
  }
}

/// The name of a flag or a group, as the argument parser requires it.
struct FlagKey: CodingKey, Sendable {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension CommandOption {
  /// The option as the argument parser knows it.
  ///
  /// To the parser, all values are texts, which are read once more when they are used: the runtime searches all
  /// conformances of the program several times for each type of value.
  var wrapper: Any {
    let names = NameSpecification(names.map { .customLong($0) })
    switch value {
    case .on:
      return Flag<Bool>(wrappedValue: false, name: names, help: argumentHelp())
    case .onOff:
      return Flag<Bool?>(name: names, inversion: .prefixedNo, help: argumentHelp())
    case .choice(let type, let standard, _):
      return choice(type, default: standard, names)
    case .text(let name, let repeats, let completion, let read):
      let help = argumentHelp(valueName: name)
      let check: @Sendable (String) throws -> String = { text in
        _ = try read(text)
        return text
      }
      return repeats
        ? Option<[String]>(
          wrappedValue: [], name: names, parsing: .unconditionalSingleValue, help: help,
          completion: completion.kind, transform: check)
        : Option<String?>(
          name: names, parsing: .unconditional, help: help, completion: completion.kind,
          transform: check)
    }
  }

  /// Returns the change made by the option, if it is given.
  func change(from container: KeyedDecodingContainer<FlagKey>) throws -> Change? {
    let key = FlagKey(names[0])
    switch value {
    case .on(let change):
      return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? change : nil
    case .onOff(let change):
      return try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map(change)
    case .choice(let type, let standard, let change):
      return try Self.choice(of: type, default: standard, from: container, key).map(change)
    case .text(_, repeats: false, _, let read):
      return try container.decode(Option<String?>.self, forKey: key).wrappedValue.map(read)
    case .text(_, repeats: true, _, let read):
      let changes = try container.decode(Option<[String]>.self, forKey: key).wrappedValue.map(read)
      return { target in for change in changes { change(&target) } }
    }
  }

  private func argumentHelp(valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(help, discussion: discussion, valueName: valueName)
  }

  private func choice<Choice: OptionChoice>(
    _ type: Choice.Type, default: (any OptionChoice)?, _ names: NameSpecification
  ) -> Any {
    guard let standard = `default` as? Choice else {
      return Option<Chosen<Choice>?>(name: names, parsing: .unconditional, help: argumentHelp())
    }
    return Option<Chosen<Choice>>(
      wrappedValue: Chosen(value: standard), name: names, parsing: .unconditional,
      help: argumentHelp())
  }

  private static func choice<Choice: OptionChoice>(
    of type: Choice.Type, default: (any OptionChoice)?,
    from container: KeyedDecodingContainer<FlagKey>, _ key: FlagKey
  ) throws -> (any OptionChoice)? {
    `default` == nil
      ? try container.decode(Option<Chosen<Choice>?>.self, forKey: key).wrappedValue?.value
      : try container.decode(Option<Chosen<Choice>>.self, forKey: key).wrappedValue.value
  }
}

/// A choice among a few values, by name.
private struct Chosen<Choice: OptionChoice>: ExpressibleByArgument {
  let value: Choice

  init(value: Choice) { self.value = value }

  init?(argument: String) {
    guard let value = Choice(rawValue: argument) else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { value.rawValue }
  static var allValueStrings: [String] { Choice.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension OptionCompletion {
  fileprivate var kind: CompletionKind? {
    switch self {
    case .none: nil
    case .files: .file()
    case .folders: .directory
    case .words(let words): .list(words)
    }
  }
}
