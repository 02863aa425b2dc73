import AnimCore

/// The codes of diagnostics about SVG files, apart from the omissions of drawn images, which are
/// ``Omission``s. docs/diagnostics.md explains them.
enum SVGCode: String, CaseIterable {
  case animationLimit = "svg.animation-limit"
  case endlessAnimation = "svg.endless-animation"
  case invalidAnimation = "svg.invalid-animation"
  case invalidTime = "svg.invalid-time"
  case missingAnimation = "svg.missing-animation"
  case missingFilter = "svg.missing-filter"
  case missingKeyframes = "svg.missing-keyframes"
  case missingTarget = "svg.missing-target"
  case notAnimatable = "svg.not-animatable"
  case outsideContent = "svg.outside-content"
  case outsideStyleSheet = "svg.outside-style-sheet"
  case script = "svg.script"
  case styleLimit = "svg.style-limit"
  case timeLimit = "svg.time-limit"
  case unsupportedAttribute = "svg.unsupported-attribute"
  case unsupportedBackground = "svg.unsupported-background"
  case unsupportedInput = "svg.unsupported-filter-input"
  case unsupportedMask = "svg.unsupported-mask"
  case unsupportedStyle = "svg.unsupported-style"
  case unsupportedTime = "svg.unsupported-time"
  case valueLimit = "svg.value-limit"

  var severity: Diagnostic.Severity {
    switch self {
    case .invalidAnimation, .invalidTime, .missingAnimation, .missingFilter, .missingKeyframes,
      .missingTarget:
      .invalid
    case .unsupportedInput: .approximated
    default: .notDrawn
    }
  }
}

extension Diagnostic {
  init(_ code: SVGCode, _ message: String, at position: TextPosition) {
    self.init(code: code.rawValue, code.severity, message, at: .position(position))
  }
}

extension DiagnosticList {
  /// Creates an empty list for an SVG file.
  init() { self.init(limit: 1000) }
}
