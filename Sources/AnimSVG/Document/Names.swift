/// The elements of SVG. All others are ``unknown``.
enum ElementName: String, CaseIterable, Hashable, Sendable {
  /// An element that isn't part of SVG or has another namespace.
  case unknown = ""
  case a, animate, animateColor, animateMotion, animateTransform, circle, clipPath, defs, desc,
    discard,
    ellipse, feBlend, feColorMatrix, feComponentTransfer, feComposite, feConvolveMatrix,
    feDiffuseLighting, feDisplacementMap, feDistantLight, feDropShadow, feFlood, feFuncA, feFuncB,
    feFuncG, feFuncR, feGaussianBlur, feImage, feMerge, feMergeNode, feMorphology, feOffset,
    fePointLight, feSpecularLighting, feSpotLight, feTile, feTurbulence, filter, foreignObject, g,
    image, line, linearGradient, marker, mask, metadata, mpath, path, pattern, polygon, polyline,
    radialGradient, rect, script, `set`, stop, style, svg, `switch`, symbol, text, textPath,
    title, tref, tspan, use, view

  private static let table = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Creates the element with a case-sensitive name.
  init(_ name: String) { self = Self.table[name] ?? .unknown }
}

/// The supported attributes and properties. A presentation attribute and the property with the same name are the same
/// case.
enum AttributeName: String, CaseIterable, Hashable, Sendable {
  case accumulate, additive
  case alignmentBaseline = "alignment-baseline"
  case amplitude, animation
  case
    animationComposition = "animation-composition"
  case animationDelay = "animation-delay"
  case
    animationDirection = "animation-direction"
  case animationDuration = "animation-duration"
  case
    animationFillMode = "animation-fill-mode"
  case
    animationIterationCount = "animation-iteration-count"
  case animationName = "animation-name"
  case
    animationPlayState = "animation-play-state"
  case
    animationTimingFunction = "animation-timing-function"
  case attributeName, attributeType, azimuth
  case
    backgroundColor = "background-color"
  case backgroundImage = "background-image"
  case baseFrequency
  case baselineShift = "baseline-shift"
  case borderTopLeftRadius = "border-top-left-radius"
  case borderTopRightRadius = "border-top-right-radius"
  case borderBottomRightRadius = "border-bottom-right-radius"
  case borderBottomLeftRadius = "border-bottom-left-radius"
  case begin,
    bias, by, calcMode, `class`, clip
  case clipPath = "clip-path"
  case clipRule = "clip-rule"
  case
    clipPathUnits, color
  case colorInterpolation = "color-interpolation"
  case
    colorInterpolationFilters = "color-interpolation-filters"
  case colorRendering = "color-rendering"
  case colorScheme = "color-scheme"
  case
    cursor, cx, cy, d, diffuseConstant, direction, display, divisor
  case
    dominantBaseline = "dominant-baseline"
  case dur, dx, dy, edgeMode, elevation
  case
    enableBackground = "enable-background"
  case end, exponent, fill
  case fillOpacity = "fill-opacity"
  case
    fillRule = "fill-rule"
  case filter, filterUnits
  case floodColor = "flood-color"
  case
    floodOpacity = "flood-opacity"
  case font
  case fontFamily = "font-family"
  case
    fontFeatureSettings = "font-feature-settings"
  case fontKerning = "font-kerning"
  case fontOpticalSizing = "font-optical-sizing"
  case fontSynthesisStyle = "font-synthesis-style"
  case fontSynthesisWeight = "font-synthesis-weight"
  case
    fontSize = "font-size"
  case fontSizeAdjust = "font-size-adjust"
  case fontStretch = "font-stretch"
  case
    fontStyle = "font-style"
  case fontVariant = "font-variant"
  case
    fontVariationSettings = "font-variation-settings"
  case fontWeight = "font-weight"
  case fr, from, fx,
    fy
  case glyphOrientationHorizontal = "glyph-orientation-horizontal"
  case
    glyphOrientationVertical = "glyph-orientation-vertical"
  case gradientTransform, gradientUnits,
    height, href, id
  case imageRendering = "image-rendering"
  case `in`, in2
  case inlineSize = "inline-size"
  case
    intercept, isolation, k1, k2, k3, k4, kernelMatrix, kernelUnitLength, keyPoints, keySplines,
    keyTimes, lengthAdjust
  case letterSpacing = "letter-spacing"
  case lightingColor = "lighting-color"
  case
    limitingConeAngle
  case lineHeight = "line-height"
  case marker
  case markerEnd = "marker-end"
  case
    markerMid = "marker-mid"
  case markerStart = "marker-start"
  case markerHeight, markerUnits,
    markerWidth, mask
  case maskType = "mask-type"
  case maskContentUnits, maskUnits, max, media, method,
    min
  case mixBlendMode = "mix-blend-mode"
  case mode, numOctaves, offset
  case opacity, `operator`, order,
    orient, origin, overflow
  case paintOrder = "paint-order"
  case path, pathLength, patternContentUnits,
    patternTransform, patternUnits
  case pointerEvents = "pointer-events"
  case points, pointsAtX,
    pointsAtY, pointsAtZ, preserveAlpha, preserveAspectRatio, primitiveUnits, r, radius, refX,
    refY, repeatCount, repeatDur, requiredExtensions, requiredFeatures, restart, result, rotate,
    rx, ry, scale, seed
  case shapeInside = "shape-inside"
  case shapeRendering = "shape-rendering"
  case
    shapeSubtract = "shape-subtract"
  case side, slope, spacing, specularConstant, specularExponent,
    spreadMethod, startOffset, stdDeviation, stitchTiles
  case stopColor = "stop-color"
  case
    stopOpacity = "stop-opacity"
  case stroke
  case strokeDasharray = "stroke-dasharray"
  case
    strokeDashoffset = "stroke-dashoffset"
  case strokeLinecap = "stroke-linecap"
  case
    strokeLinejoin = "stroke-linejoin"
  case strokeMiterlimit = "stroke-miterlimit"
  case
    strokeOpacity = "stroke-opacity"
  case strokeWidth = "stroke-width"
  case style, surfaceScale,
    systemLanguage, tableValues, targetX, targetY
  case textAlign = "text-align"
  case
    textAnchor = "text-anchor"
  case textDecoration = "text-decoration"
  case
    textDecorationColor = "text-decoration-color"
  case textDecorationLine = "text-decoration-line"
  case
    textDecorationStyle = "text-decoration-style"
  case textIndent = "text-indent"
  case
    textOrientation = "text-orientation"
  case textOverflow = "text-overflow"
  case
    textRendering = "text-rendering"
  case textShadow = "text-shadow"
  case textTransform = "text-transform"
  case textLength, to, transform
  case transformBox = "transform-box"
  case
    transformOrigin = "transform-origin"
  case translate, type
  case unicodeBidi = "unicode-bidi"
  case values
  case
    vectorEffect = "vector-effect"
  case version, viewBox, visibility
  case whiteSpace = "white-space"
  case
    width
  case wordSpacing = "word-spacing"
  case writingMode = "writing-mode"
  case x, x1, x2,
    xChannelSelector
  case xmlLang = "xml:lang"
  case xmlSpace = "xml:space"
  case y, y1, y2, yChannelSelector, z

  private static let table = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Creates the attribute with a case-sensitive name, or returns `nil` if it is unknown.
  init?(_ name: String) {
    guard let cached = Self.table[name] else { return nil }
    self = cached
  }
}

extension AttributeName {
  /// The radii of the corners of a box, clockwise from the upper left one.
  static let cornerRadii: [AttributeName] = [
    .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius,
  ]
}

extension ElementName {
  /// The transform attribute of the element, which is the property `transform` in style sheets.
  var transformAttribute: AttributeName {
    switch self {
    case .linearGradient, .radialGradient: .gradientTransform
    case .pattern: .patternTransform
    default: .transform
    }
  }
}
