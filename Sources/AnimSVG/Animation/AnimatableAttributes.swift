/// The kind of value of an attribute or property, which determines its animation.
enum AttributeKind {
  /// A number, with its range if it is held within one at the end.
  case number(ClosedRange<Double>?)
  case integer
  /// A number, or a percentage that counts as its hundredth.
  case fraction
  case angle
  case length
  /// A length, or a word such as `medium`.
  case lengthOrWord
  /// Lengths with spaces or commas between them, or one.
  case lengths
  case dashes
  case numbers
  /// A view box, or `none`. Its corners are what moves.
  case viewBox
  /// One or two numbers; one stands for two.
  case pair
  case color
  case path
  case filters
  /// Shadows of a text.
  case shadows
  /// A basic shape, or a reference.
  case shape
  /// That of `transform-origin`.
  case position
  /// A `transform`, which only `animateTransform` and style sheets animate.
  case transform
  /// Anything else: one value follows the other.
  case text
  /// A value that can't be animated.
  case fixed

  init(_ name: AttributeName, of element: ElementName) {
    switch name {
    case .opacity, .fillOpacity, .strokeOpacity, .stopOpacity, .floodOpacity:
      self = .number(0...1)
    case .strokeMiterlimit, .pathLength, .k1, .k2, .k3, .k4, .surfaceScale, .diffuseConstant,
      .specularConstant, .specularExponent, .divisor, .bias, .amplitude, .exponent, .intercept,
      .slope, .seed, .scale, .azimuth, .elevation, .pointsAtX, .pointsAtY, .pointsAtZ,
      .limitingConeAngle, .z, .fontSizeAdjust:
      self = .number(nil)
    case .numOctaves, .targetX, .targetY: self = .integer
    case .offset: self = element == .stop ? .fraction : .number(nil)
    case .orient, .offsetRotate: self = .angle
    case .stdDeviation, .baseFrequency, .radius, .kernelUnitLength, .order: self = .pair
    case .viewBox: self = .viewBox
    case .points, .kernelMatrix, .tableValues, .values: self = .numbers
    case .x, .y, .dx, .dy:
      switch element {
      case .text, .tspan, .tref: self = .lengths
      case .feOffset, .fePointLight, .feSpotLight, .feDropShadow: self = .number(nil)
      default: self = .length
      }
    case .rotate: self = element == .text || element == .tspan ? .numbers : .fixed
    case .width, .height, .cx, .cy, .r, .rx, .ry, .x1, .y1, .x2, .y2, .fx, .fy, .fr, .markerWidth,
      .markerHeight, .strokeWidth, .strokeDashoffset, .startOffset, .textLength, .offsetDistance:
      self = .length
    case .fontSize, .letterSpacing, .wordSpacing, .baselineShift, .refX, .refY:
      self = .lengthOrWord
    case .strokeDasharray: self = .dashes
    case .fill, .stroke, .color, .stopColor, .floodColor, .lightingColor, .backgroundColor:
      self = .color
    case .d: self = .path
    case .filter: self = .filters
    case .textShadow: self = .shadows
    case .clipPath, .offsetPath: self = .shape
    case .transformOrigin: self = .position
    case .transform, .gradientTransform, .patternTransform: self = .transform
    case .id, .style, .accumulate, .additive, .attributeName, .attributeType, .begin, .by,
      .calcMode, .dur, .end, .from, .keyPoints, .keySplines, .keyTimes, .max, .min, .origin,
      .repeatCount, .repeatDur, .restart, .to, .animation, .animationName, .animationDuration,
      .animationDelay, .animationDirection, .animationFillMode, .animationIterationCount,
      .animationPlayState, .animationTimingFunction, .animationComposition, .xmlLang, .xmlSpace,
      .systemLanguage, .requiredExtensions, .requiredFeatures, .version, .media:
      self = .fixed
    default: self = .text
    }
  }

  /// Returns the initial value of a property, or `nil` for an attribute without one.
  static func initialValue(_ name: AttributeName, of element: ElementName) -> String? {
    switch name {
    case .opacity, .fillOpacity, .strokeOpacity, .stopOpacity, .floodOpacity, .strokeWidth: "1"
    case .fill, .color, .stopColor, .floodColor: "black"
    case .lightingColor: "white"
    case .backgroundColor: "transparent"
    case .stroke, .strokeDasharray, .clipPath, .mask, .filter, .transform, .textShadow: "none"
    case .strokeDashoffset, .letterSpacing, .wordSpacing, .x, .y, .cx, .cy, .dx, .dy, .refX, .refY,
      .startOffset, .baselineShift, .offset, .offsetDistance, .stdDeviation, .x1, .y1, .y2:
      switch (name, element) {
      case (.cx, .radialGradient), (.cy, .radialGradient): "50%"
      case (.x, .mask), (.y, .mask), (.x, .filter), (.y, .filter): "-10%"
      default: "0"
      }
    case .x2: element == .linearGradient ? "100%" : "0"
    case .r: element == .radialGradient ? "50%" : "0"
    case .width, .height:
      switch element {
      case .svg, .filter, .mask: element == .svg ? "100%" : "120%"
      default: "0"
      }
    case .markerWidth, .markerHeight: "3"
    case .strokeMiterlimit: "4"
    case .fontSize: "medium"
    case .visibility: "visible"
    case .display: "inline"
    case .strokeLinecap: "butt"
    case .strokeLinejoin: "miter"
    case .fillRule, .clipRule: "nonzero"
    case .transformOrigin: "0 0"
    default: nil
    }
  }
}
