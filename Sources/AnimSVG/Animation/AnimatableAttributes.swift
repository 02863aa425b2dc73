/// The target of an animation within an element.
enum AnimationSubject: Hashable, Sendable {
  /// A property in styles.
  case property(StyleProperty)
  /// An attribute, or a property that painting reads like one, such as `x`.
  case attribute(AttributeName)
  case motion
  case discard

  init(_ name: AttributeName) {
    let property = StyleProperty[name].flatMap { $0.storage == nil ? nil : $0 }
    self = property.map { .property($0) } ?? .attribute(name)
  }

  /// Creates the subject that an animation element names, or returns `nil` if it is unknown.
  init?(named name: String) {
    if let attribute = AttributeName(name) {
      self.init(attribute)
    } else if let property = StyleProperty.attribute(named: name), property.storage != nil {
      self = .property(property)
    } else {
      return nil
    }
  }
}

// Attributes that aren't properties in styles, as animations see them.
extension AttributeName {
  /// Returns the syntax of the attribute in animations, or `nil` if it can't be animated.
  func grammar(on element: ElementName) -> Grammar? {
    switch self {
    case .pathLength, .k1, .k2, .k3, .k4, .surfaceScale, .diffuseConstant, .specularConstant,
      .specularExponent, .divisor, .bias, .amplitude, .exponent, .intercept, .slope, .seed,
      .azimuth, .elevation, .pointsAtX, .pointsAtY, .pointsAtZ, .limitingConeAngle, .z, .scale:
      .number
    case .numOctaves, .targetX, .targetY: .integer
    case .offset: element == .stop ? .fraction : .number
    case .orient: .angle
    case .stdDeviation, .baseFrequency, .radius, .kernelUnitLength, .order: .pair
    case .viewBox: .viewBox
    case .points, .kernelMatrix, .tableValues, .values: .numbers
    case .x, .y, .dx, .dy:
      switch element {
      case .text, .tspan, .tref: .lengths
      case .feOffset, .fePointLight, .feSpotLight, .feDropShadow: .number
      default: .length()
      }
    case .rotate: element == .text || element == .tspan ? .numbers : nil
    case .width, .height, .cx, .cy, .r, .rx, .ry, .x1, .y1, .x2, .y2, .fx, .fy, .fr, .markerWidth,
      .markerHeight, .startOffset, .textLength:
      .length()
    case .refX, .refY: .lengthOrWord
    case .d: .path
    case .transform, .gradientTransform, .patternTransform, .id, .style, .accumulate, .additive,
      .attributeName, .attributeType, .begin, .by, .calcMode, .dur, .end, .from, .keyPoints,
      .keySplines, .keyTimes, .max, .min, .origin, .repeatCount, .repeatDur, .restart, .to,
      .animation, .animationName, .animationDuration, .animationDelay, .animationDirection,
      .animationFillMode, .animationIterationCount, .animationPlayState, .animationTimingFunction,
      .animationComposition, .xmlLang, .xmlSpace, .systemLanguage, .requiredExtensions,
      .requiredFeatures, .version, .media:
      nil
    default: .any
    }
  }

  /// The side of the view that percentages refer to.
  var axis: ElementReader.Axis {
    switch self {
    case .x, .dx, .cx, .rx, .fx, .x1, .x2, .width, .refX, .markerWidth, .startOffset, .textLength:
      .x
    case .y, .dy, .cy, .ry, .fy, .y1, .y2, .height, .refY, .markerHeight: .y
    default: .diagonal
    }
  }

  /// Returns the value of the attribute where it isn't specified, or `nil` if it has none.
  func initialValue(on element: ElementName) -> String? {
    switch self {
    case .x, .y: [.mask, .filter].contains(element) ? "-10%" : "0"
    case .cx, .cy, .r: element == .radialGradient ? "50%" : "0"
    case .width, .height:
      element == .svg ? "100%" : [.filter, .mask].contains(element) ? "120%" : "0"
    case .x2: element == .linearGradient ? "100%" : "0"
    case .dx, .dy, .refX, .refY, .startOffset, .offset, .stdDeviation, .x1, .y1, .y2: "0"
    case .markerWidth, .markerHeight: "3"
    default: nil
    }
  }
}

extension Cascade {
  /// Returns the value of an attribute without animation, or `nil` if it has none or is invalid.
  func value(
    _ name: AttributeName, of element: Int, in document: SVGDocument, _ scopes: VariableScopes
  ) -> StyleValue? {
    switch name {
    case .transform, .gradientTransform, .patternTransform:
      return document.attribute(name, of: element)
        .flatMap { try? TransformList(attribute: $0) }.map { .transform($0) }
    default: break
    }
    let tag = document[element].name
    guard var text = text(name, of: element, in: document) ?? name.initialValue(on: tag) else {
      return nil
    }
    if VariableReference.isMentioned(in: text) {
      guard let value = scopes.scope(of: element).resolve(text) else { return nil }
      text = value
    }
    return (try? name.grammar(on: tag)?.parse(text.trimmingSpace, nil)) ?? nil
  }
}
