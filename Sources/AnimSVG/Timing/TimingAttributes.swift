import AnimCore

/// The attributes that specify the start, duration and repetition of an animation element.
struct TimingAttributes: Sendable {
  /// The start conditions. If the list is empty, the animation never starts. Without the attribute,
  /// the animation starts at zero.
  var begins: [TimeCondition] = [.offset(.zero)]
  /// The end conditions, which are empty by default.
  var ends: [TimeCondition] = []
  /// The simple duration, which is that of one repetition.
  var duration = ClockValue.indefinite
  /// The total duration of all repetitions, from `repeatCount` and `repeatDur`.
  var repeatedDuration = ClockValue.indefinite
  /// The limits of the active duration. They apply only if `least` doesn't exceed `most`.
  var least = ClockValue.zero
  var most = ClockValue.indefinite
  var restart = Restart.always
  /// Whether the last value remains after the end.
  var freezes = false

  enum Restart: Sendable {
    case always, whenNotActive, never
  }
}

/// An entry of `begin` or `end`.
enum TimeCondition: Hashable, Sendable {
  /// An offset in document time.
  case offset(ClockValue)
  /// The start, end or repetition of an interval of the animation element with this ID.
  case sync(id: String, edge: SyncEdge, offset: ClockValue)
  /// An event at the element with this ID, or at the animation's target if it is `nil`.
  case event(id: String?, name: String, offset: ClockValue)
  case accessKey(Character, offset: ClockValue)
  /// A condition that only a script can trigger. Scripts are never run.
  case indefinite
}

enum SyncEdge: Hashable, Sendable {
  case begin, end
  /// The start of repetition `n`, where 1 is the first repetition after the initial iteration.
  case repetition(Int)
  /// The start of each of the first repetitions.
  case everyRepetition
}

/// The reason why an entry of a list of times is ignored.
enum TimeConditionError: Error, Hashable {
  /// A time of day, which isn't supported in document time.
  case wallclock(String)
  case syntax(String)
}

// MARK: - Durations

extension TimingAttributes {
  /// Returns the end of an interval that starts at `begin`, and ends at `end` unless it finishes
  /// earlier.
  ///
  /// SMIL Animation 3.3.4, with the limits of SMIL 3.0: `min` takes precedence over an earlier end.
  func activeEnd(begin: ClockValue, end: ClockValue) -> ClockValue {
    var active = repeatedDuration
    if !end.isIndefinite { active = min(active, end - begin) }
    if least <= most { active = min(most, max(least, active)) }
    return begin + active
  }

  /// Sets the values of the attributes `dur`, `repeatCount`, `repeatDur`, `min` and `max`. Invalid values are ignored.
  mutating func setDurations(
    duration: String?, repeatCount: String?, repeatDuration: String?, least: String?, most: String?
  ) {
    self.duration = Self.positive(duration) ?? .indefinite
    let count = repeatCount.flatMap(RepeatCount.init)
    let time = repeatDuration.flatMap(Self.positiveOrIndefinite)
    switch (count, time) {
    case (nil, nil): repeatedDuration = self.duration
    case (let count?, nil): repeatedDuration = count.times(self.duration)
    case (nil, let time?): repeatedDuration = time
    case (let count?, let time?): repeatedDuration = min(count.times(self.duration), time)
    }
    self.least = least.flatMap { ClockValue($0) } ?? .zero
    self.most = Self.positive(most) ?? .indefinite
  }

  private static func positive(_ text: String?) -> ClockValue? {
    guard let text, let value = ClockValue(text), value > .zero else { return nil }
    return value
  }

  private static func positiveOrIndefinite(_ text: String) -> ClockValue? {
    text.utf8.trimmingSpace.elementsEqual("indefinite".utf8) ? .indefinite : positive(text)
  }
}

/// The number of iterations of an animation: a positive number, which may be fractional.
private enum RepeatCount {
  case times(Fraction)
  case indefinite

  init?(_ text: String) {
    let word = String(Substring(text.utf8.trimmingSpace))
    if word == "indefinite" {
      self = .indefinite
      return
    }
    guard let value = Double(word), value > 0, value.isFinite,
      word.utf8.allSatisfy({ $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "p") })
    else { return nil }
    // Numbers outside of this range exceed any playback, or are shorter than a nanosecond.
    if value > 1e15 {
      self = .indefinite
    } else {
      self = .times(Fraction(decimal: word) ?? Fraction(max(value, 1e-12)))
    }
  }

  func times(_ duration: ClockValue) -> ClockValue {
    switch self {
    case .times(let count): duration.repeated(count)
    case .indefinite: .indefinite
    }
  }
}

// MARK: - Lists of times

extension TimeCondition {
  /// Parses the entries of `begin` or `end`. Ignores malformed entries and passes them to `report`.
  /// Ignores empty entries silently.
  ///
  /// - Parameter limit: The maximum number of entries.
  /// - Returns: The conditions, and whether the list stays within the limit.
  static func list(
    _ text: String, limit: Int, report: (TimeConditionError) -> Void
  ) -> (conditions: [TimeCondition], isComplete: Bool) {
    var conditions: [TimeCondition] = []
    var count = 0
    var rest = text.utf8[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
      let entry = rest[..<end].trimmingSpace
      rest = rest[end...].dropFirst()
      guard !entry.isEmpty else { continue }
      guard count < limit else { return (conditions, false) }
      count += 1
      do throws(TimeConditionError) {
        conditions.append(try TimeCondition(Array(entry)))
      } catch {
        report(error)
      }
    }
    return (conditions, true)
  }

  private init(_ entry: [UInt8]) throws(TimeConditionError) {
    let text = String(decoding: entry, as: UTF8.self)
    if text == "indefinite" {
      self = .indefinite
      return
    }
    if text.hasPrefix("wallclock(") { throw .wallclock(text) }
    if let offset = ClockValue(offset: text) {
      self = .offset(offset)
      return
    }
    // A sign before a clock value starts an offset. Any other sign is part of a name.
    var (name, offset) = (entry[...], ClockValue.zero)
    if let index = entry.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
      index > 0, entry[index - 1] != UInt8(ascii: "\\"),
      let value = ClockValue(offset: String(decoding: entry[index...], as: UTF8.self))
    {
      (name, offset) = (entry[..<index].trimmingSpace, value)
    }
    guard let condition = Self.named(Array(name), offset: offset) else { throw .syntax(text) }
    self = condition
  }

  private static func named(_ bytes: [UInt8], offset: ClockValue) -> TimeCondition? {
    if let key = argument(of: "accessKey", in: bytes[...]) {
      guard key.count == 1, let character = key.first else { return nil }
      return .accessKey(character, offset: offset)
    }
    // The last unescaped point separates the ID from the event.
    let point = bytes.indices.last {
      bytes[$0] == UInt8(ascii: ".") && ($0 == 0 || bytes[$0 - 1] != UInt8(ascii: "\\"))
    }
    guard let point else {
      let name = unescaped(bytes[...])
      return isName(bytes[...]) ? .event(id: nil, name: name, offset: offset) : nil
    }
    let id = unescaped(bytes[..<point])
    let symbol = bytes[(point + 1)...]
    guard !id.isEmpty, !id.utf8.contains(where: \.isSpaceOfXML) else { return nil }
    switch String(decoding: symbol, as: UTF8.self) {
    case "begin", "beginEvent": return .sync(id: id, edge: .begin, offset: offset)
    case "end", "endEvent": return .sync(id: id, edge: .end, offset: offset)
    case "repeatEvent": return .sync(id: id, edge: .everyRepetition, offset: offset)
    default: break
    }
    if let count = argument(of: "repeat", in: symbol) {
      guard let number = Int(count), number > 0 else { return nil }
      return .sync(id: id, edge: .repetition(number), offset: offset)
    }
    return isName(symbol) ? .event(id: id, name: unescaped(symbol), offset: offset) : nil
  }

  /// Returns the argument in the brackets of `name(…)`.
  private static func argument(of name: String, in bytes: ArraySlice<UInt8>) -> String? {
    let start = name.utf8.count
    guard bytes.starts(with: name.utf8), bytes.count > start + 1,
      bytes[bytes.startIndex + start] == UInt8(ascii: "("), bytes.last == UInt8(ascii: ")")
    else { return nil }
    return String(decoding: bytes.dropFirst(start + 1).dropLast(), as: UTF8.self)
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    let isLetter = first >= 0x80 || first == UInt8(ascii: "_") || (first | 0x20) &- 0x61 < 26
    return isLetter
      && bytes.allSatisfy {
        TextScanner.isNameByte($0) || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":")
      }
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
  }
}
