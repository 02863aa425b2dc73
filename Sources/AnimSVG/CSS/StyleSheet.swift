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
  /// The size that browsers give to what has none.
  package static let initialView = Size(width: 300, height: 150)

  struct Rule: Sendable {
    var selector: Selector
    var specificity: Int
    /// The index of its declarations.
    var block: Int
    /// The index of the layer that it is in; see ``StyleSheet/layerRanks``.
    var layer: Int
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
  private var layers = LayerTree()
  /// Of each layer, how much it counts; what is in none counts most.
  var layerRanks: [Int] { layers.ranks }
  private(set) var blocks: [[StyleDeclaration]] = []
  /// The keyframes of each name, in the order of the text; of several of a name the last in the layer that counts most,
  /// but one without a prefix of a browser before those with one.
  package private(set) var keyframes: [String: [Keyframe]] = [:]
  private var originOfKeyframes: [String: (layer: Int, isPrefixed: Bool)] = [:]
  /// Custom properties that the text describes, by their names.
  private(set) var registered: [String: RegisteredProperty] = [:]
  private var layerOfRegistered: [String: Int] = [:]
  /// Fonts that the text brings along.
  private(set) var fontFaces: [FontFaceRule] = []
  /// Of all fonts that were read, those that were refused among them.
  private var fontBytes = 0
  /// What those that are compressed are unpacked to.
  private var unpackedBytes = 0
  /// The parts that are ignored because they exceed a limit. Each limit is listed once per subject.
  private(set) var excesses: [Excess] = []
  /// What has no effect, each once.
  private(set) var ignored: [Ignored] = []
  private var textCount = 0

  /// A part of a style sheet that exceeds a limit.
  struct Excess: Sendable {
    /// The name of the property, or `nil` for a rule.
    var property: String?
    var limit: ParsingLimit
    var place: Place
  }

  /// A place in the style sheets.
  struct Place: Sendable {
    /// The number of the text.
    var text: Int
    /// A word of the text that starts there.
    var word: String
    /// The number of times that the word precedes it in the text, or `nil` if counting would take long.
    var occurrence: Int?
  }

  /// An at-rule, a property or a function that has no effect.
  struct Ignored: Sendable {
    /// As in the text, with the `@` of a rule and the bracket of a function.
    var name: String { place.word }
    /// The first place.
    var place: Place
  }

  /// Properties that change the picture in browsers, but not here, with the values that say nothing.
  private static let ignoredProperties: [String: Set<String>] = [
    "all": [], "animation-timeline": ["auto"], "animation-range": ["normal"],
    "backface-visibility": ["visible"], "perspective": ["none"],
    "text-decoration-style": ["solid"], "text-decoration-thickness": ["auto"],
    "text-underline-offset": ["auto"],
  ]

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

  /// Returns the layer with a name; see ``LayerTree/layer(_:within:)``.
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
    if let known = originOfKeyframes[name] {
      guard
        known.isPrefixed == isPrefixed
          ? layers.counts(layer, atLeastAs: known.layer) : known.isPrefixed
      else { return }
    }
    originOfKeyframes[name] = (layer, isPrefixed)
    keyframes[name] = frames
  }

  fileprivate mutating func register(
    _ name: String, _ property: RegisteredProperty, layer: Int
  ) throws(ParsingLimit) {
    if let known = layerOfRegistered[name], !layers.counts(layer, atLeastAs: known) { return }
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

  /// - Parameter text: what stands before it.
  fileprivate mutating func ignore(_ name: String, after text: ArraySlice<UInt8>) {
    guard ignored.count < Self.maximumIgnored, !ignored.contains(where: { $0.name == name }) else {
      return
    }
    ignored.append(Ignored(place: place(of: name, after: text)))
  }

  private func place(of word: String, after text: ArraySlice<UInt8>) -> Place {
    let occurrence =
      text.count <= Self.maximumSearch ? text.occurrences(of: Array(word.utf8)) : nil
    return Place(text: textCount, word: word, occurrence: occurrence)
  }

  /// Records that a property or a rule is ignored because it exceeds a limit.
  ///
  /// - Parameters:
  ///   - property: The name of the property, or `nil` for a rule.
  ///   - word: A word of the text at the place of the property or rule.
  ///   - text: The text before the word.
  fileprivate mutating func exceed(
    _ limit: ParsingLimit, property: String?, at word: String, after text: ArraySlice<UInt8>
  ) {
    let isKnown = excesses.contains { $0.limit == limit && $0.property == property }
    guard !isKnown else { return }
    excesses.append(
      Excess(property: property, limit: limit, place: place(of: word, after: text)))
  }

  /// What of a declaration has no effect: the property, or the beginning of a function in its value; nil for nothing.
  static func ignoredPart(of declaration: StyleDeclaration) -> String? {
    if let plain = ignoredProperties[declaration.property] {
      return plain.contains(declaration.value.lowercased()) ? nil : declaration.property
    }
    let function = "perspective("
    return declaration.property == "transform"
      && declaration.value.lowercased().contains(function) ? function : nil
  }

  private static let (maximumIgnored, maximumSearch) = (32, 1 << 18)

  /// The declarations of a `style` attribute.
  ///
  /// - Parameter exceeding: A closure that receives the name of each property whose value exceeds a limit, so that the
  ///   declaration is omitted.
  static func declarations(
    _ text: String, exceeding: (_ property: String, ParsingLimit) -> Void = { _, _ in }
  ) -> [StyleDeclaration] {
    var reader = StyleSheetReader(text)
    return reader.declarations { property, limit, _ in exceeding(property, limit) }
  }
}

/// Reads rules as CSS Syntax 3 has them, with its ways out of mistakes.
private struct StyleSheetReader {
  private let text: [UInt8]
  /// Over the text without comments, in which everything stands where it does in the text.
  private var scanner: TextScanner
  private var namespaces = DeclaredNamespaces()

  /// Where rules stand.
  struct Context {
    /// How many rules are around them.
    var depth = 0
    /// The selectors of the style rule around them; nil if there is none.
    var parent: SelectorList?
    var layer = LayerTree.none

    /// The context of the rules inside a rule.
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

  /// Comments become as many spaces; what looks like one in quotation marks or in an address stays.
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

  /// Reads rules up to the end or a closing brace, which stays.
  mutating func readRules(into sheet: inout StyleSheet, _ context: Context) {
    while true {
      scanner.skipSpace()
      guard let byte = scanner.next else { return }
      if byte == UInt8(ascii: "}") {
        if context.depth > 0 { return }
        // One too many belongs to the selector of the next rule, which is none then: CSS Syntax 3, 5.5.3.
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

  /// Reads what stands within a style rule, up to the end or a closing brace, which stays: declarations and rules,
  /// as CSS Nesting 1 has them.
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

  /// Remembers what of a declaration has no effect.
  private func note(_ declaration: StyleDeclaration, from start: Int, in sheet: inout StyleSheet) {
    if let part = StyleSheet.ignoredPart(of: declaration) {
      sheet.ignore(part, after: text[..<start])
    }
    if let limit = declaration.exceededLimit {
      let property = declaration.property
      sheet.exceed(limit, property: property, at: property, after: text[..<start])
    }
  }

  /// Does what may exceed a limit, so that the rule at an index of the text is ignored.
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

  /// The bytes that are read to find a word at the start of a rule.
  private static let longestWord = 64

  /// What stands before the brace of a rule; nil if a declaration or nothing of use is next, and then nothing is
  /// skipped.
  private mutating func nestedPrelude() -> String? {
    // Values of custom properties may be in braces.
    if scanner.next == UInt8(ascii: "-"), scanner.peek(1) == UInt8(ascii: "-") { return nil }
    let start = scanner.index
    let prelude = text(until: [UInt8(ascii: "{"), UInt8(ascii: ";"), UInt8(ascii: "}")])
    if scanner.next == UInt8(ascii: "{") { return prelude }
    scanner.index = start
    return nil
  }

  /// Reads a rule whose opening brace is next.
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

  /// Reads what stands in an at-rule that only says when its contents count.
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

  /// Notes a rule without effect, unless it has none on a picture in browsers either, as those for pages and for other
  /// browsers.
  private func ignoreRule(_ name: String, from start: Int, in sheet: inout StyleSheet) {
    let names: Set = [
      "import", "container", "scope", "function", "font-face", "font-feature-values",
      "font-palette-values",
    ]
    if names.contains(name) { sheet.ignore("@\(name)", after: text[..<start]) }
  }

  /// The rules inside `@keyframes`.
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

  /// A closure that receives the name of a property whose value exceeds a limit, in lower case and as it is written.
  typealias ExcessReport = (_ property: String, ParsingLimit, _ name: String) -> Void

  /// Declarations up to the end or a closing brace, which stays.
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

  /// Reads up to a semicolon or a closing brace, which stays; nil if that is no declaration.
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

  /// The text up to one of some characters outside of brackets and quotation marks, which stays.
  private mutating func text(until ends: [UInt8]) -> String {
    scanner.text { ends.contains($0) }
  }

  /// Skips what is inside braces, up to the closing one, which stays.
  private mutating func skipBlock() { _ = text(until: [UInt8(ascii: "}")]) }
}

extension ArraySlice<UInt8> {
  /// How many times a word stands in a text.
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
