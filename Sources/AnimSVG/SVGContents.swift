import AnimCore

/// A summary of the contents of a file, available before drawing.
package struct SVGContents: Hashable, Sendable {
  /// The number of elements.
  package var elements = 0
  /// The number of animation elements, and of elements that style sheets animate.
  package var animations = 0
  /// The features that the file uses, such as `masks`, in alphabetical order.
  package var features: [String] = []
}

extension SVGAnimation {
  /// The contents of the file.
  package var contents: SVGContents {
    var contents = SVGContents()
    var features: Set<String> = []
    for index in document.nodes.indices where !document[index].isText {
      contents.elements += 1
      if let feature = document[index].name.feature { features.insert(feature) }
      if document[index].name.isAnimation { contents.animations += 1 }
      if cascade.specified(.animation, of: index) != nil
        || cascade.specified(.animationName, of: index) != nil
      {
        contents.animations += 1
      }
    }
    contents.features = features.sorted()
    return contents
  }

  /// The features that aren't drawn as intended, in file order.
  package var diagnostics: [SVGDiagnostic] {
    var found: [(element: Int, message: String)] = []
    for index in document.nodes.indices where !document[index].isText {
      if let message = omission(of: index) { found.append((index, message)) }
    }
    var diagnostics = found.map {
      SVGDiagnostic(position: document.position(of: $0.element), message: $0.message)
    }
    diagnostics += timeline.diagnostics.filter { !$0.reason.isLimitExceeded }.map {
      SVGDiagnostic(position: $0.position, message: $0.sentence)
    }
    diagnostics += limitDiagnostics
    if let position = document.styleSheetReference {
      diagnostics.append(SVGDiagnostic(position: position, message: Self.otherStyleSheet))
    }
    diagnostics += cascade.sheet.ignored.map { ignored in
      SVGDiagnostic(
        position: cascade.position(of: ignored.source, in: document),
        message: "\(Self.readable(ignored.name)) of a style sheet has no effect")
    }
    return diagnostics.enumerated().sorted {
      ($0.element.position.line, $0.element.position.column, $0.offset)
        < ($1.element.position.line, $1.element.position.column, $1.offset)
    }.map(\.element)
  }

  /// Returns a name for display, with both brackets of a function.
  private static func readable(_ name: String) -> String { name + (name.hasSuffix("(") ? ")" : "") }

  private static let otherStyleSheet = "style sheets outside of the file have no effect"

  /// Returns the reason why an element isn't drawn as intended, or `nil`.
  private func omission(of element: Int) -> String? {
    switch document[element].name {
    case .script: return "scripts are not run"
    case .use:
      if let href = document.attribute(.href, of: element)?.trimmingSpace, !href.isEmpty,
        !href.hasPrefix("#")
      {
        return "content of other files is not used"
      }
    case .unknown where document[element].tag == "link":
      let relation = document.attributes[document[element].attributes].first { $0.tag == "rel" }
      if relation?.value.lowercased() == "stylesheet" { return Self.otherStyleSheet }
    case let name where name.isFilterPrimitive:
      let unknown = [AttributeName.in, .in2].compactMap { document.attribute($0, of: element) }
        .first { FilterBuilder.unknownInputs.contains($0) }
      if let unknown { return "\(unknown) is the image of the element itself" }
    default: break
    }
    if let filter = missingFilter(of: element) {
      return "<\(document[element].tag)> is drawn without a filter, since \(filter)"
    }
    if element == SVGDocument.root, layers(.backgroundImage, of: element).contains(.unsupported) {
      return "images in the background of <svg> are not drawn, only gradients that cover it"
    }
    let mask = layers(.mask, of: element)
    if mask.contains(.unsupported) || mask.count > 1 && !mask.areGradients {
      return "the mask of <\(document[element].tag)> has no effect"
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
    return "\(used.joined(separator: ", ")) of <\(document[element].tag)>: no effect"
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
