import AnimGraphics

/// A property as a style sheet or a `style` attribute sets it.
package struct StyleDeclaration: Hashable, Sendable {
  /// In lower case, but for custom properties.
  package var property: String
  /// Without comments and white space around it.
  package var value: String
  package var isImportant = false
}

/// The rules of the style sheets of a document.
package struct StyleSheet: Sendable {
  /// Rules and selectors of all style sheets together.
  static let maximumRules = 20_000
  /// The size that browsers give to what has none.
  package static let initialView = Size(width: 300, height: 150)

  struct Rule: Sendable {
    var selector: Selector
    var specificity: Int
    /// The index of its declarations.
    var block: Int
  }

  /// What `@keyframes` says for an instant of an animation.
  package struct Keyframe: Hashable, Sendable {
    /// When, from 0 at the start to 1 at the end.
    package var offset: Double
    /// The declarations in their order, `animation-timing-function` and `animation-composition` among them.
    package var declarations: [StyleDeclaration]
  }

  /// The size of the view, which media queries ask for.
  private let view: Size
  /// In the order of the text.
  private(set) var rules: [Rule] = []
  private(set) var blocks: [[StyleDeclaration]] = []
  /// The keyframes of each name, in the order of the text; of several of a name the last counts.
  package private(set) var keyframes: [String: [Keyframe]] = [:]
  /// Custom properties that the text describes, by their names.
  private(set) var registered: [String: RegisteredProperty] = [:]
  /// Whether there were more rules than are read.
  private(set) var isTruncated = false
  /// At-rules that have no effect, by their names.
  package private(set) var ignoredRules: Set<String> = []

  package init(view: Size = Self.initialView) { self.view = view }

  /// Appends the rules of a text.
  package mutating func append(_ text: String) {
    var reader = StyleSheetReader(text)
    reader.readRules(into: &self, depth: 0)
  }

  fileprivate mutating func append(_ selectors: [Selector], _ declarations: [StyleDeclaration]) {
    guard rules.count + selectors.count <= Self.maximumRules else {
      isTruncated = true
      return
    }
    for selector in selectors {
      rules.append(
        Rule(selector: selector, specificity: selector.specificity, block: blocks.count))
    }
    blocks.append(declarations)
  }

  fileprivate func answers(_ query: String) -> Bool { MediaQuery.matches(query, view: view) }

  fileprivate mutating func setKeyframes(_ frames: [Keyframe], name: String) {
    keyframes[name] = frames
  }

  fileprivate mutating func register(_ name: String, _ property: RegisteredProperty) {
    registered[name] = property
  }

  fileprivate mutating func ignore(_ rule: String) { ignoredRules.insert(rule) }

  /// The declarations of a `style` attribute.
  package static func declarations(_ text: String) -> [StyleDeclaration] {
    var reader = StyleSheetReader(text)
    return reader.declarations()
  }
}

/// Reads rules as CSS Syntax 3 has them, with its ways out of mistakes.
private struct StyleSheetReader {
  private static let maximumDepth = 16
  private var scanner: TextScanner

  init(_ text: String) { scanner = TextScanner(Self.withoutComments(text)) }

  /// Comments become spaces; what looks like one in quotation marks stays.
  private static func withoutComments(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "/")) || bytes.contains(UInt8(ascii: "<")) else {
      return bytes
    }
    var result: [UInt8] = []
    var scanner = TextScanner(bytes)
    var quote: UInt8?
    while let byte = scanner.next {
      if quote == nil {
        if scanner.skips("<!--") || scanner.skips("-->") { continue }
        if scanner.skips("/*") {
          while !scanner.isAtEnd, !scanner.skips("*/") { scanner.index += 1 }
          result.append(UInt8(ascii: " "))
          continue
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      } else if byte == quote || byte == UInt8(ascii: "\n") {
        quote = nil
      }
      result.append(byte)
      scanner.index += 1
    }
    return result
  }

  /// Reads rules up to the end or a closing brace.
  mutating func readRules(into sheet: inout StyleSheet, depth: Int) {
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next else { return }
      if byte == UInt8(ascii: "}") {
        if depth > 0 { return }
        scanner.index += 1
      } else if byte == UInt8(ascii: "@") {
        readAtRule(into: &sheet, depth: depth)
      } else {
        let prelude = text(until: [UInt8(ascii: "{")])
        guard scanner.skips(UInt8(ascii: "{")) else { return }
        let declarations = declarations()
        _ = scanner.skips(UInt8(ascii: "}"))
        var selectors = TextScanner(prelude)
        if let parsed = selectors.selectors(), selectors.isAtEnd {
          sheet.append(parsed, declarations)
        }
      }
    }
  }

  private mutating func readAtRule(into sheet: inout StyleSheet, depth: Int) {
    scanner.index += 1
    let name = scanner.name()?.lowercased() ?? ""
    let prelude = text(until: [UInt8(ascii: "{"), UInt8(ascii: ";"), UInt8(ascii: "}")])
      .trimmingSpace
    if scanner.skips(UInt8(ascii: ";")) {
      if name != "charset" && name != "namespace" { sheet.ignore(name) }
      return
    }
    guard scanner.skips(UInt8(ascii: "{")) else { return }
    switch name {
    case "media" where depth < Self.maximumDepth && sheet.answers(prelude),
      "supports" where depth < Self.maximumDepth && SupportsCondition.holds(prelude),
      "layer" where depth < Self.maximumDepth:
      readRules(into: &sheet, depth: depth + 1)
    case "keyframes", "-webkit-keyframes":
      var scanner = TextScanner(prelude)
      let frames = keyframes()
      if let name = scanner.quoted() ?? scanner.name() { sheet.setKeyframes(frames, name: name) }
    case "property":
      if let property = RegisteredProperty(declarations()), prelude.hasPrefix("--") {
        sheet.register(prelude, property)
      }
    default:
      if name != "media" && name != "supports" { sheet.ignore(name) }
      skipBlock()
    }
    _ = scanner.skips(UInt8(ascii: "}"))
  }

  /// The rules inside `@keyframes`.
  private mutating func keyframes() -> [StyleSheet.Keyframe] {
    var frames: [StyleSheet.Keyframe] = []
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next, byte != UInt8(ascii: "}") else { return frames }
      let prelude = text(until: [UInt8(ascii: "{"), UInt8(ascii: "}")])
      guard scanner.skips(UInt8(ascii: "{")) else { return frames }
      let declarations = declarations().filter { !$0.isImportant }
      _ = scanner.skips(UInt8(ascii: "}"))
      if let offsets = Self.offsets(prelude) {
        frames += offsets.map { StyleSheet.Keyframe(offset: $0, declarations: declarations) }
      }
    }
  }

  /// The instants that a selector of keyframes names; nil if one is invalid.
  private static func offsets(_ text: String) -> [Double]? {
    var scanner = TextScanner(text)
    var offsets: [Double] = []
    repeat {
      scanner.skipSpace()
      if scanner.skips("from") {
        offsets.append(0)
      } else if scanner.skips("to") {
        offsets.append(1)
      } else {
        guard let number = scanner.number(), scanner.skips(UInt8(ascii: "%")),
          (0...100).contains(number)
        else { return nil }
        offsets.append(number / 100)
      }
      scanner.skipSpace()
    } while scanner.skips(UInt8(ascii: ","))
    return scanner.isAtEnd ? offsets : nil
  }

  /// Declarations up to the end or a closing brace, which stays.
  mutating func declarations() -> [StyleDeclaration] {
    var declarations: [StyleDeclaration] = []
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next, byte != UInt8(ascii: "}") else { return declarations }
      if byte == UInt8(ascii: ";") {
        scanner.index += 1
        continue
      }
      let name = scanner.name()
      scanner.skipSpace()
      guard let name, scanner.skips(UInt8(ascii: ":")) else {
        _ = text(until: [UInt8(ascii: ";"), UInt8(ascii: "}")])
        continue
      }
      var value = text(until: [UInt8(ascii: ";"), UInt8(ascii: "}")]).trimmingSpace
      let isImportant = Self.removeImportance(from: &value)
      guard !value.isEmpty || name.hasPrefix("--"), let value = Calculation.resolved(value) else {
        continue
      }
      declarations.append(
        StyleDeclaration(
          property: name.hasPrefix("--") ? name : name.lowercased(), value: value,
          isImportant: isImportant))
    }
  }

  private static func removeImportance(from value: inout String) -> Bool {
    guard value.utf8.last.map({ $0 | 0x20 }) == UInt8(ascii: "t"),
      let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
      String(value[value.utf8.index(after: mark)...]).trimmingSpace.lowercased() == "important"
    else { return false }
    value = String(value[..<mark]).trimmingSpace
    return true
  }

  /// The text up to one of some characters outside of brackets and quotation marks, which stays.
  private mutating func text(until ends: [UInt8]) -> String {
    let start = scanner.index
    var closing: [UInt8] = []
    while let byte = scanner.next {
      if closing.isEmpty, ends.contains(byte) { break }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        _ = scanner.quoted()
        continue
      case UInt8(ascii: "\\"): scanner.index += 1
      case UInt8(ascii: "("): closing.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if closing.last == byte { closing.removeLast() }
      default: break
      }
      scanner.index += 1
    }
    return String(
      decoding: scanner.bytes[start..<min(scanner.index, scanner.bytes.count)], as: UTF8.self)
  }

  /// Skips what is inside braces, up to the closing one, which stays.
  private mutating func skipBlock() { _ = text(until: [UInt8(ascii: "}")]) }
}
