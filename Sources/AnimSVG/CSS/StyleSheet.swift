import AnimGraphics

/// A declaration of a style sheet or a `style` attribute.
struct StyleDeclaration: Hashable, Sendable {
  /// The name of the property, in lower case unless it is a custom property.
  var property: String
  /// The value, without comments and surrounding white space.
  var value: String
  var isImportant = false
}

/// The rules of the style sheets of a document.
package struct StyleSheet: Sendable {
  /// The default size of elements without a size in browsers.
  static let initialView = Size(width: 300, height: 150)

  struct Rule: Sendable {
    var selector: Selector
    var specificity: Int
    /// The index of its declarations.
    var block: Int
    /// The index of its layer; see ``StyleSheet/layerRanks``.
    var layer: Int
  }

  /// A keyframe of a `@keyframes` rule.
  struct Keyframe: Hashable, Sendable {
    /// The position, from 0 at the start to 1 at the end.
    var offset: Double
    /// The declarations in order, including `animation-timing-function` and `animation-composition`.
    var declarations: [StyleDeclaration]
  }

  /// The size of the view, for media queries.
  private let view: Size
  /// The rules, in text order.
  private(set) var rules: [Rule] = []
  private var layers = CascadeLayers()
  /// The rank of each layer. Rules outside of layers have the highest rank.
  var layerRanks: [Int] { layers.ranks }
  private(set) var blocks: [[StyleDeclaration]] = []
  /// The keyframes by name, in text order. If several rules have the same name, the last one in the highest-ranking
  /// layer counts, but unprefixed rules take precedence over those with a browser's prefix.
  private(set) var keyframes: [String: [Keyframe]] = [:]
  private var originOfKeyframes: [String: (layer: Int, isPrefixed: Bool)] = [:]
  /// The custom properties registered in the text, by name.
  private(set) var registered: [String: RegisteredProperty] = [:]
  private var layerOfRegistered: [String: Int] = [:]
  /// The fonts embedded in the text.
  private(set) var fontFaces: [FontFaceRule] = []
  /// The size of all fonts that were read, including rejected ones, in bytes.
  private var fontBytes = 0
  /// The size of compressed fonts after decompression, in bytes.
  private var unpackedBytes = 0
  /// The parts that are ignored because they exceed a limit. Each limit is listed once per subject.
  private(set) var excesses: [Excess] = []
  /// The parts without an effect, each listed once.
  private(set) var ignored: [Ignored] = []
  private var textCount = 0

  /// A part of a style sheet that exceeds a limit.
  struct Excess: Sendable {
    /// The name of the property, or `nil` for a rule.
    var property: String?
    var limit: ParsingLimit
    var source: SourcePosition
  }

  /// A position in the style sheets.
  struct SourcePosition: Sendable {
    /// The index of the text.
    var text: Int
    /// A word of the text at the position.
    var word: String
    /// The number of earlier occurrences of the word in the text, or `nil` if counting would take long.
    var occurrence: Int?
  }

  /// An at-rule, a property or a function that has no effect.
  struct Ignored: Sendable {
    /// The name in the text, including the `@` of a rule and the bracket of a function.
    var name: String { source.word }
    /// The first occurrence.
    var source: SourcePosition
  }

  package init(view: Size = Self.initialView) { self.view = view }

  /// Appends the rules of a text.
  package mutating func append(_ text: String) {
    var reader = StyleSheetReader(text)
    reader.readRules(into: &self, StyleSheetReader.Context())
    textCount += 1
  }

  fileprivate mutating func append(
    _ list: SelectorList, _ declarations: [StyleDeclaration], layer: Int
  ) throws(ParsingLimit) {
    try ParsingLimit.rules.check(rules.count + list.selectors.count)
    for selector in list.selectors {
      rules.append(
        Rule(
          selector: selector, specificity: selector.specificity, block: blocks.count, layer: layer))
    }
    blocks.append(declarations)
  }

  /// Returns the layer with a name; see ``CascadeLayers/layer(_:within:)``.
  fileprivate mutating func layer(
    _ name: String, within outer: Int
  ) throws(ParsingLimit) -> Int? {
    try ParsingLimit.layers.check(layers.count + 1)
    return try layers.layer(name, within: outer)
  }

  fileprivate func answers(_ query: String) throws(ParsingLimit) -> Bool {
    try MediaQuery.matches(query, view: view)
  }

  fileprivate mutating func setKeyframes(
    _ frames: [Keyframe], name: String, isPrefixed: Bool, layer: Int
  ) {
    if let cached = originOfKeyframes[name] {
      guard
        cached.isPrefixed == isPrefixed
          ? layers.counts(layer, atLeastAs: cached.layer) : cached.isPrefixed
      else { return }
    }
    originOfKeyframes[name] = (layer, isPrefixed)
    keyframes[name] = frames
  }

  fileprivate mutating func register(
    _ name: String, _ property: RegisteredProperty, layer: Int
  ) throws(ParsingLimit) {
    if let cached = layerOfRegistered[name], !layers.counts(layer, atLeastAs: cached) { return }
    if registered[name] == nil {
      try ParsingLimit.registeredProperties.check(registered.count + 1)
    }
    registered[name] = property
    layerOfRegistered[name] = layer
  }

  fileprivate mutating func append(_ face: FontFaceRule) throws(ParsingLimit) {
    fontBytes += face.files.reduce(0) { $0 + $1.count }
    unpackedBytes += face.unpackedBytes
    try ParsingLimit.fontFaces.check(fontFaces.count + 1)
    try ParsingLimit.fontBytes.check(fontBytes)
    try ParsingLimit.unpackedFontBytes.check(unpackedBytes)
    fontFaces.append(face)
  }

  /// - Parameter text: The text before it.
  fileprivate mutating func ignore(_ name: String, after text: ArraySlice<UInt8>) {
    guard ignored.count < Self.maximumIgnored, !ignored.contains(where: { $0.name == name }) else {
      return
    }
    ignored.append(Ignored(source: source(of: name, after: text)))
  }

  private func source(of word: String, after text: ArraySlice<UInt8>) -> SourcePosition {
    let occurrence =
      text.count <= Self.maximumSearch ? text.occurrences(of: Array(word.utf8)) : nil
    return SourcePosition(text: textCount, word: word, occurrence: occurrence)
  }

  /// Records that a property or a rule is ignored because it exceeds a limit.
  ///
  /// - Parameters:
  ///   - property: The name of the property, or `nil` for a rule.
  ///   - word: A word of the text at the property or rule.
  ///   - text: The text before the word.
  fileprivate mutating func exceed(
    _ limit: ParsingLimit, property: String?, at word: String, after text: ArraySlice<UInt8>
  ) {
    let isKnown = excesses.contains { $0.limit == limit && $0.property == property }
    guard !isKnown else { return }
    excesses.append(
      Excess(property: property, limit: limit, source: source(of: word, after: text)))
  }

  /// Returns the part of a declaration that has no effect: the property, or the start of a function in its value, or
  /// `nil`.
  static func ignoredPart(of declaration: StyleDeclaration) -> String? {
    if let harmless = StyleProperty.attribute(named: declaration.property)?.harmlessValues {
      return harmless.contains(declaration.value.lowercased()) ? nil : declaration.property
    }
    let function = "perspective("
    return declaration.property == "transform"
      && declaration.value.lowercased().contains(function) ? function : nil
  }

  private static let (maximumIgnored, maximumSearch) = (32, 1 << 18)

  /// Parses the declarations of a `style` attribute.
  ///
  /// - Parameter exceeding: A closure that receives the name of each property that is ignored
  ///   because its value exceeds a limit.
  static func declarations(
    _ text: String, exceeding: (_ property: String, ParsingLimit) -> Void = { _, _ in }
  ) -> [StyleDeclaration] {
    var reader = StyleSheetReader(text)
    return reader.declarations { property, limit, _ in exceeding(property, limit) }
  }
}

/// Parses rules according to CSS Syntax 3, including its error recovery.
private struct StyleSheetReader {
  private let text: [UInt8]
  /// Scans the text with comments replaced, so that all positions are those in the original text.
  private var scanner: TextScanner
  private var namespaces = DeclaredNamespaces()

  /// The context of rules.
  struct Context {
    /// The number of surrounding rules.
    var depth = 0
    /// The selectors of the parent style rule, or `nil`.
    var parent: SelectorList?
    var layer = CascadeLayers.none

    /// Returns the context of the rules inside a rule.
    func inner() throws(ParsingLimit) -> Context {
      var inner = self
      inner.depth += 1
      try ParsingLimit.ruleDepth.check(inner.depth)
      return inner
    }
  }

  init(_ text: String) {
    self.text = Array(text.utf8)
    scanner = TextScanner(Self.withoutComments(self.text))
  }

  /// Replaces comments with spaces of the same length, except inside strings and URLs.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "/")) || bytes.contains(UInt8(ascii: "<")) else {
      return bytes
    }
    var result: [UInt8] = []
    var scanner = TextScanner(bytes)
    while !scanner.isAtEnd {
      let start = scanner.index
      var isComment = scanner.skips("<!--") || scanner.skips("-->")
      if scanner.skips("/*") {
        while !scanner.isAtEnd, !scanner.skips("*/") { scanner.index += 1 }
        isComment = true
      }
      if isComment {
        result += repeatElement(UInt8(ascii: " "), count: scanner.index - start)
        continue
      }
      scanner.skipToken()
      result += scanner.bytes[start..<scanner.index]
    }
    return result
  }

  /// Parses rules up to the end or a closing brace, which isn't skipped.
  mutating func readRules(into sheet: inout StyleSheet, _ context: Context) {
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next else { return }
      if byte == UInt8(ascii: "}") {
        if context.depth > 0 { return }
        // An extra brace becomes a part of the next rule's selector, which is then invalid: CSS Syntax 3, 5.5.3.
        scanner.index += 1
        readStyleRule("}" + text(until: [UInt8(ascii: "{")]), into: &sheet, context)
      } else if byte == UInt8(ascii: "@") {
        readAtRule(into: &sheet, context)
      } else {
        let prelude = text(until: [UInt8(ascii: "{")])
        readStyleRule(prelude, into: &sheet, context)
      }
    }
  }

  /// Parses the contents of a style rule, up to the end or a closing brace, which isn't skipped: declarations and rules
  /// (CSS Nesting 1).
  ///
  /// - Parameter begin: The start of the rule.
  private mutating func readBlock(
    of list: SelectorList, from begin: Int, into sheet: inout StyleSheet, _ context: Context
  ) {
    var declarations: [StyleDeclaration] = []
    let source = text
    func append() {
      if !declarations.isEmpty {
        _ = read(from: begin, into: &sheet) { sheet throws(ParsingLimit) in
          try sheet.append(list, declarations, layer: context.layer)
        }
      }
      declarations = []
    }
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next, byte != UInt8(ascii: "}") else { return append() }
      if byte == UInt8(ascii: ";") {
        scanner.index += 1
      } else if byte == UInt8(ascii: "@") {
        append()
        readAtRule(into: &sheet, context)
      } else if let prelude = nestedPrelude() {
        append()
        readStyleRule(prelude, into: &sheet, context)
      } else {
        let start = scanner.index
        let declaration = declaration { property, limit, name in
          sheet.exceed(limit, property: property, at: name, after: source[..<start])
        }
        guard let declaration else { continue }
        note(declaration, from: start, in: &sheet)
        declarations.append(declaration)
      }
    }
  }

  /// Records the part of a declaration without an effect.
  private func note(_ declaration: StyleDeclaration, from start: Int, in sheet: inout StyleSheet) {
    if let part = StyleSheet.ignoredPart(of: declaration) {
      sheet.ignore(part, after: text[..<start])
    }
    if let limit = declaration.exceededLimit {
      let property = declaration.property
      sheet.exceed(limit, property: property, at: property, after: text[..<start])
    }
  }

  /// Calls a closure that may exceed a limit, which causes the rule at an index of the text to be ignored.
  private func read<Value>(
    from start: Int, into sheet: inout StyleSheet,
    _ body: (inout StyleSheet) throws(ParsingLimit) -> Value?
  ) -> Value? {
    do throws(ParsingLimit) {
      return try body(&sheet)
    } catch {
      // Its first word, or its brace.
      var scanner = TextScanner(Array(text[start..<min(start + Self.longestWord, text.count)]))
      let sign = scanner.next.map { [$0] } ?? []
      _ = scanner.skips(UInt8(ascii: "@"))
      let word = scanner.name().map { sign.first == UInt8(ascii: "@") ? "@" + $0 : $0 }
      sheet.exceed(
        error, property: nil, at: word ?? String(decoding: sign, as: UTF8.self),
        after: text[..<start])
      return nil
    }
  }

  /// The number of bytes in which to find a word at the start of a rule.
  private static let longestWord = 64

  /// Returns the text before the brace of a nested rule. If a declaration or something invalid is next, returns `nil`
  /// without skipping anything.
  private mutating func nestedPrelude() -> String? {
    // Values of custom properties may be in braces.
    if scanner.next == UInt8(ascii: "-"), scanner.peek(1) == UInt8(ascii: "-") { return nil }
    let start = scanner.index
    let prelude = text(until: [UInt8(ascii: "{"), UInt8(ascii: ";"), UInt8(ascii: "}")])
    if scanner.next == UInt8(ascii: "{") { return prelude }
    scanner.index = start
    return nil
  }

  /// Parses a rule whose opening brace is next.
  private mutating func readStyleRule(
    _ prelude: String, into sheet: inout StyleSheet, _ context: Context
  ) {
    let start = max(scanner.index - prelude.utf8.count, 0)
    guard scanner.skips(UInt8(ascii: "{")) else { return }
    let inner = read(from: start, into: &sheet) { _ throws(ParsingLimit) -> Context? in
      var selectors = TextScanner(prelude)
      let parsed = try selectors.selectors(within: context.parent, namespaces)
      guard let parsed, selectors.isAtEnd else { return nil }
      var inner = try context.inner()
      inner.parent = SelectorList(parsed)
      return inner
    }
    if let inner, let list = inner.parent {
      readBlock(of: list, from: start, into: &sheet, inner)
    } else {
      skipBlock()
    }
    _ = scanner.skips(UInt8(ascii: "}"))
  }

  /// Parses the contents of a conditional at-rule.
  private mutating func readContents(into sheet: inout StyleSheet, _ context: Context) {
    if let parent = context.parent {
      readBlock(of: parent, from: scanner.index, into: &sheet, context)
    } else {
      readRules(into: &sheet, context)
    }
  }

  private mutating func readAtRule(into sheet: inout StyleSheet, _ context: Context) {
    let start = scanner.index
    scanner.index += 1
    let name = scanner.name()?.lowercased() ?? ""
    let prelude = text(until: [UInt8(ascii: "{"), UInt8(ascii: ";"), UInt8(ascii: "}")])
      .trimmingSpace
    guard scanner.skips(UInt8(ascii: "{")) else {
      _ = scanner.skips(UInt8(ascii: ";"))
      switch name {
      case "layer":
        for name in prelude.split(separator: ",") {
          _ = read(from: start, into: &sheet) { sheet throws(ParsingLimit) in
            try sheet.layer(String(name).trimmingSpace, within: context.layer)
          }
        }
      case "namespace": namespaces.declare(prelude)
      default: ignoreRule(name, from: start, in: &sheet)
      }
      return
    }
    switch name {
    case "media", "supports", "layer":
      let inner = read(from: start, into: &sheet) { sheet throws(ParsingLimit) -> Context? in
        var inner = try context.inner()
        switch name {
        case "media": return try sheet.answers(prelude) ? inner : nil
        case "supports": return try SupportsCondition.holds(prelude) ? inner : nil
        default:
          guard let layer = try sheet.layer(prelude, within: context.layer) else { return nil }
          inner.layer = layer
          return inner
        }
      }
      if let inner { readContents(into: &sheet, inner) } else { skipBlock() }
    case "keyframes" where context.parent == nil,
      "-webkit-keyframes" where context.parent == nil:
      var scanner = TextScanner(prelude)
      let frames = keyframes(notedIn: &sheet)
      if let title = scanner.quoted() ?? scanner.name() {
        sheet.setKeyframes(
          frames, name: title, isPrefixed: name != "keyframes", layer: context.layer)
      }
    case "font-face":
      let declarations = declarations()
      let isRead: Bool? = read(from: start, into: &sheet) { sheet throws(ParsingLimit) in
        guard let face = try FontFaceRule(declarations) else { return false }
        try sheet.append(face)
        return true
      }
      if isRead == false { ignoreRule(name, from: start, in: &sheet) }
    case "property":
      if let property = RegisteredProperty(declarations()), prelude.hasPrefix("--") {
        _ = read(from: start, into: &sheet) { sheet throws(ParsingLimit) in
          try sheet.register(prelude, property, layer: context.layer)
        }
      }
    default:
      ignoreRule(name, from: start, in: &sheet)
      skipBlock()
    }
    _ = scanner.skips(UInt8(ascii: "}"))
  }

  /// Records a rule without an effect, unless it has no effect in browsers either, such as those for pages and for
  /// other browsers.
  private func ignoreRule(_ name: String, from start: Int, in sheet: inout StyleSheet) {
    let names: Set = [
      "import", "container", "scope", "function", "font-face", "font-feature-values",
      "font-palette-values",
    ]
    if names.contains(name) { sheet.ignore("@\(name)", after: text[..<start]) }
  }

  /// Parses the rules inside `@keyframes`.
  private mutating func keyframes(notedIn sheet: inout StyleSheet) -> [StyleSheet.Keyframe] {
    var frames: [StyleSheet.Keyframe] = []
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next, byte != UInt8(ascii: "}") else { return frames }
      let prelude = text(until: [UInt8(ascii: "{"), UInt8(ascii: "}")])
      guard scanner.skips(UInt8(ascii: "{")) else { return frames }
      let start = scanner.index
      let source = text
      let declarations = declarations { property, limit, name in
        sheet.exceed(limit, property: property, at: name, after: source[..<start])
      }.filter { !$0.isImportant }
      for declaration in declarations { note(declaration, from: start, in: &sheet) }
      _ = scanner.skips(UInt8(ascii: "}"))
      if let offsets = Self.offsets(prelude) {
        frames += offsets.map { StyleSheet.Keyframe(offset: $0, declarations: declarations) }
      }
    }
  }

  /// Parses the positions of a keyframe selector, or returns `nil` if one of them is invalid.
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

  /// A closure that receives the name of a property whose value exceeds a limit, in lower case and in the original
  /// spelling.
  typealias ExcessReport = (_ property: String, ParsingLimit, _ name: String) -> Void

  /// Parses declarations up to the end or a closing brace, which isn't skipped.
  mutating func declarations(
    exceeding: ExcessReport = { _, _, _ in }
  ) -> [StyleDeclaration] {
    var declarations: [StyleDeclaration] = []
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next, byte != UInt8(ascii: "}") else { return declarations }
      if byte == UInt8(ascii: ";") {
        scanner.index += 1
        continue
      }
      if let declaration = declaration(exceeding: exceeding) { declarations.append(declaration) }
    }
  }

  /// Parses a declaration up to a semicolon or a closing brace, which isn't skipped, or returns `nil` if it is invalid.
  private mutating func declaration(exceeding: ExcessReport) -> StyleDeclaration? {
    let name = scanner.name()
    scanner.skipSpace()
    guard let name, scanner.skips(UInt8(ascii: ":")) else {
      _ = text(until: [UInt8(ascii: ";"), UInt8(ascii: "}")])
      return nil
    }
    var value = text(until: [UInt8(ascii: ";"), UInt8(ascii: "}")]).trimmingSpace
    let isImportant = Self.removeImportance(from: &value)
    guard !value.isEmpty || name.hasPrefix("--") else { return nil }
    let property = name.hasPrefix("--") ? name : name.lowercased()
    do throws(ParsingLimit) {
      guard let value = try Calculation.resolved(value) else { return nil }
      return StyleDeclaration(property: property, value: value, isImportant: isImportant)
    } catch {
      exceeding(property, error, name)
      return nil
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

  /// Returns the text up to one of several characters outside of brackets and quotation marks, which isn't skipped.
  private mutating func text(until ends: [UInt8]) -> String {
    scanner.text { ends.contains($0) }
  }

  /// Skips the contents of braces up to the closing one, which isn't skipped.
  private mutating func skipBlock() { _ = text(until: [UInt8(ascii: "}")]) }
}

extension ArraySlice<UInt8> {
  /// Returns the number of occurrences of a word in a text.
  fileprivate func occurrences(of word: [UInt8]) -> Int {
    var count = 0
    var rest = self
    while let range = rest.firstRange(of: word) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
