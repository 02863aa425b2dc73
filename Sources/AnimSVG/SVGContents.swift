import AnimCore

/// A summary of the contents of a file, available before drawing.
package struct SVGContents: Hashable, Sendable {
  /// The number of elements.
  package var elements = 0
  /// The number of animation elements, and of elements that style sheets animate.
  package var animations = 0
  /// The features that the file uses, such as `masks`, in alphabetical order.
  package var features: [String] = []
  /// Whether any element is animated by a SMIL element.
  package var hasSMIL = false
  /// Whether the file has a `discard` element.
  package var hasDiscards = false
  /// Whether any element is animated by a style sheet.
  package var hasCSSAnimations = false
}

extension SVGAnimation {
  /// The contents of the file.
  package var contents: SVGContents {
    var contents = SVGContents()
    var features: Set<String> = []
    for index in document.nodes.indices where !document[index].isText {
      contents.elements += 1
      if let feature = document[index].name.feature { features.insert(feature) }
      if document[index].name.isAnimation {
        contents.animations += 1
        contents.hasSMIL = true
        if document[index].name == .discard { contents.hasDiscards = true }
      }
      if cascade.specified(.animation, of: index) != nil
        || cascade.specified(.animationName, of: index) != nil
      {
        contents.animations += 1
        contents.hasCSSAnimations = true
      }
    }
    contents.features = features.sorted()
    return contents
  }

  /// The features that aren't drawn as intended, in file order. If there are very many, the last
  /// diagnostic is the number of omitted ones.
  package var diagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for index in document.nodes.indices where !document[index].isText {
      if let (code, message) = omission(of: index) {
        diagnostics.append(Diagnostic(code, message, at: document.position(of: index)))
      }
    }
    diagnostics += timeline.diagnostics.first.filter { !$0.isLimitOfAnimations }
    diagnostics += limitDiagnostics
    if let position = document.styleSheetReference {
      diagnostics.append(Diagnostic(.outsideStyleSheet, Self.otherStyleSheet, at: position))
    }
    diagnostics += cascade.sheet.ignored.map { ignored in
      Diagnostic(
        .unsupportedStyle, "\(Self.readable(ignored.name)) of a style sheet has no effect",
        at: cascade.position(of: ignored.source, in: document))
    }
    var list = DiagnosticList()
    list.append(contentsOf: diagnostics.inFileOrder)
    list.omit(timeline.diagnostics.omitted)
    return list.all
  }

  /// Returns a name for display, with both brackets of a function.
  private static func readable(_ name: String) -> String { name + (name.hasSuffix("(") ? ")" : "") }

  private static let otherStyleSheet = "style sheets outside of the file have no effect"

  /// Returns the reason why an element isn't drawn as intended, or `nil`.
  private func omission(of element: Int) -> (SVGCode, String)? {
    switch document[element].name {
    case .script: return (.script, "scripts are not run")
    case .use:
      if let href = document.attribute(.href, of: element)?.trimmingSpace, !href.isEmpty,
        !href.hasPrefix("#")
      {
        return (.outsideContent, "content of other files is not used")
      }
    case .unknown where document[element].tag == "link":
      let relation = document.attributes[document[element].attributes].first { $0.tag == "rel" }
      if relation?.value.lowercased() == "stylesheet" {
        return (.outsideStyleSheet, Self.otherStyleSheet)
      }
    case let name where name.isFilterPrimitive:
      let unknown = [AttributeName.in, .in2].compactMap { document.attribute($0, of: element) }
        .first { FilterBuilder.unknownInputs.contains($0) }
      if let unknown {
        return (.unsupportedInput, "\(unknown) is the image of the element itself")
      }
    default: break
    }
    if let filter = missingFilter(of: element) {
      return (
        .missingFilter, "<\(document[element].tag)> is drawn without a filter, since \(filter)"
      )
    }
    if element == SVGDocument.root, layers(.backgroundImage, of: element).contains(.unsupported) {
      return (
        .unsupportedBackground,
        "images in the background of <svg> are not drawn, only gradients that cover it"
      )
    }
    let mask = layers(.mask, of: element)
    if mask.contains(.unsupported) || mask.count > 1 && !mask.areGradients {
      return (.unsupportedMask, "the mask of <\(document[element].tag)> has no effect")
    }
    let ignored: [AttributeName] =
      switch document[element].name {
      case .textPath: [.side, .method, .path]
      case .text: [.inlineSize, .fontSizeAdjust, .textOrientation]
      case .tspan: [.fontSizeAdjust]
      case .feConvolveMatrix, .feDiffuseLighting, .feSpecularLighting: [.kernelUnitLength]
      case .mask, .linearGradient, .radialGradient: [.colorInterpolation]
      default: []
      }
    var used = ignored.filter {
      let text = cascade.text($0, of: element, in: document)?.trimmingSpace
      return text != nil && !["none", "auto", "left", "align", "mixed", "sRGB"].contains(text)
    }.map(\.rawValue)
    if let style = document.attribute(.style, of: element) {
      used += StyleSheet.declarations(style).compactMap {
        StyleSheet.ignoredPart(of: $0).map(Self.readable)
      }
    }
    guard !used.isEmpty else { return nil }
    return (
      .unsupportedAttribute,
      "\(used.joined(separator: ", ")) of <\(document[element].tag)>: no effect"
    )
  }
}

extension SVGAnimation {
  /// Returns the layers of a property, or an empty array if they depend on custom properties.
  private func layers(_ name: AttributeName, of element: Int) -> [CSSImageLayer] {
    guard case .layers(let layers)? = cascade.specified(name, of: element)?.value else { return [] }
    return layers
  }

  /// Returns a clause about the first invalid reference to a filter, or `nil` if all are valid.
  private func missingFilter(of element: Int) -> String? {
    guard case .filters(let filters)? = cascade.specified(.filter, of: element)?.value,
      case .reference(let id)? = filters.first(where: document.lacksFilter)
    else { return nil }
    return id.map { "the file has no filter #\($0)" } ?? "filters in other files are not used"
  }
}

extension [Diagnostic] {
  /// The diagnostics by their position.
  fileprivate var inFileOrder: [Diagnostic] {
    enumerated().map { offset, diagnostic in
      var position = TextPosition(line: 0, column: 0)
      if case .position(let found) = diagnostic.place { position = found }
      return (position: position, offset: offset, diagnostic: diagnostic)
    }.sorted {
      ($0.position.line, $0.position.column, $0.offset)
        < ($1.position.line, $1.position.column, $1.offset)
    }.map { $0.diagnostic }
  }
}

extension Diagnostic {
  /// Whether the animations of a document exceed a limit.
  var isLimitOfAnimations: Bool { code == SVGCode.animationLimit.rawValue }
}

extension ElementName {
  /// The feature that a file with the element uses, or `nil` for common elements.
  fileprivate var feature: String? {
    switch self {
    case .linearGradient, .radialGradient: "gradients"
    case .pattern: "patterns"
    case .clipPath: "clips"
    case .mask: "masks"
    case .filter: "filters"
    case .marker: "markers"
    case .use: "uses"
    case .image: "images"
    case .text: "text"
    case .style: "style sheets"
    case .switch: "switches"
    case .script: "scripts"
    default: nil
    }
  }

  fileprivate var isAnimation: Bool {
    switch self {
    case .animate, .animateMotion, .animateTransform, .set, .discard: true
    default: false
    }
  }
}
