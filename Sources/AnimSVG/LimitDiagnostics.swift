import AnimCore

extension SVGAnimation {
  /// Returns the parts of a document that are ignored or truncated because they exceed a limit, in file order.
  static func limitDiagnostics(
    _ document: SVGDocument, _ cascade: Cascade, _ timeline: AnimationTimeline
  ) -> [Diagnostic] {
    var diagnostics = document.nodes.indices.flatMap { element in
      document[element].isText ? [] : document.limitDiagnostics(of: element)
    }
    diagnostics += timeline.diagnostics.first.filter(\.isLimitOfAnimations)
    diagnostics += cascade.sheet.excesses.map { excess in
      Diagnostic(
        .styleLimit,
        "\(excess.property ?? "a rule") of a style sheet \(excess.limit.consequence): "
          + "\(excess.limit)", at: cascade.position(of: excess.source, in: document))
    }
    if cascade.isIncomplete {
      diagnostics.append(
        Diagnostic(
          .styleLimit,
          "style sheets are ignored in part: matching their selectors takes more than "
            + "\(SelectorMatcher.maximumSteps) steps (limit of this program)",
          at: document.position(of: cascade.sources.first ?? SVGDocument.root)))
    }
    return diagnostics
  }
}

extension Cascade {
  func position(of place: StyleSheet.SourcePosition, in document: SVGDocument) -> TextPosition {
    let source = sources[place.text]
    guard let occurrence = place.occurrence else { return document.position(of: source) }
    return document.position(of: place.word, after: occurrence, in: source)
  }
}

extension SVGDocument {
  fileprivate func limitDiagnostics(of element: Int) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for attribute in attributes[self[element].attributes] {
      guard let attributeName = attribute.name,
        attributeName.mayExceedLimit(attribute: attribute.value)
      else { continue }
      func add(_ name: String, _ limit: ParsingLimit) {
        diagnostics.append(
          Diagnostic(
            .valueLimit, "\(name) of <\(self[element].tag)> \(limit.consequence): \(limit)",
            at: position(of: attributeName, of: element)))
      }
      if attributeName == .style {
        for declaration in StyleSheet.declarations(attribute.value, exceeding: add) {
          if let limit = declaration.exceededLimit { add(declaration.property, limit) }
        }
      } else {
        do throws(ParsingLimit) {
          try attributeName.check(attribute: attribute.value)
        } catch {
          add(attributeName.rawValue, error)
        }
      }
    }
    return diagnostics
  }
}

extension StyleDeclaration {
  /// A limit that the value exceeds, so that the declaration is ignored, or `nil`.
  var exceededLimit: ParsingLimit? {
    guard ParsingLimit.mayBeExceeded(by: value), !property.hasPrefix("--") else { return nil }
    do throws(ParsingLimit) {
      for part in try Shorthand.expanded(self) {
        try StyleProperty.named(part.property)?.check(part.value)
      }
      return nil
    } catch {
      return error
    }
  }
}

extension ParsingLimit {
  /// Returns whether text has as many brackets, commas and spaces as a value that exceeds a limit. Most values have
  /// fewer, and needn't be parsed again to find a limit.
  static func mayBeExceeded(by text: String) -> Bool {
    let least = min(colorDepth.maximum, mediaDepth.maximum)
    guard text.utf8.count >= 2 * least else { return false }
    var count = 0
    for byte in text.utf8
    where byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",") || TextScanner.isSpace(byte) {
      count += 1
      if count >= least { return true }
    }
    return false
  }
}

extension AttributeName {
  /// Returns whether an attribute is long enough to exceed a limit.
  fileprivate func mayExceedLimit(attribute value: String) -> Bool {
    switch self {
    // The shortest function has eight bytes, such as scale(1).
    case .transform, .gradientTransform, .patternTransform:
      value.utf8.count >= 8 * ParsingLimit.transformFunctions.maximum
    // Each number and each command needs at least two bytes.
    case .d, .path: value.utf8.count >= 2 * ParsingLimit.pathCommands.maximum
    case .points, .rotate, .kernelMatrix, .tableValues:
      value.utf8.count >= 2 * ParsingLimit.numbers.maximum
    // Animations report the limits of their values.
    case .values, .from, .to, .by, .keyTimes, .keySplines, .keyPoints, .begin, .end, .href: false
    default: ParsingLimit.mayBeExceeded(by: value)
    }
  }

  /// Throws a limit that an attribute value exceeds.
  fileprivate func check(attribute value: String) throws(ParsingLimit) {
    var scanner = TextScanner(value)
    switch self {
    case .transform, .gradientTransform, .patternTransform:
      _ = try TransformList(attribute: value)
    case .d, .path:
      if let limit = PathCommands.read(value).limit { throw limit }
    case .media: _ = try MediaQuery.matches(value, view: StyleSheet.initialView)
    case .points, .rotate, .kernelMatrix, .tableValues:
      _ = scanner.numbers()
      if scanner.number() != nil { throw .numbers }
    default:
      if let property = StyleProperty[self], property.isPresentation {
        try property.check(Calculation.resolved(value) ?? value)
      } else {
        _ = try scanner.lengths()
      }
    }
  }

}

extension StyleProperty {
  /// Throws a limit that a value in a style exceeds.
  fileprivate func check(_ value: String) throws(ParsingLimit) {
    switch attribute {
    case .d: _ = try Grammar.path.parse(value, nil)
    // Animations report the limits of their timing.
    case .animation, .animationTimingFunction: break
    case .fontFamily: try ParsingLimit.fontFamilies.check(ComponentList.parts(value).count)
    case .fontFeatureSettings, .fontVariationSettings:
      try ParsingLimit.fontSettings.check(ComponentList.parts(value).count)
    default:
      let parsed = try StyleValue(self, value)
      guard parsed == nil || storage == nil else { return }
      var scanner = TextScanner(value)
      _ = try scanner.lengths()
    }
  }
}
