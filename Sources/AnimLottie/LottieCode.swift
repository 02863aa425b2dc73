import AnimCore

/// The codes of diagnostics about Lottie files. docs/diagnostics.md explains them.
enum LottieCode: String, CaseIterable {
  case approximation = "lottie.approximation"
  case dataUnreadable = "lottie.data-unreadable"
  case expressionFailed = "lottie.expression-failed"
  case expressionSkipped = "lottie.expression-skipped"
  case fontReplaced = "lottie.font-replaced"
  case fontUnreadable = "lottie.font-unreadable"
  case frameLimit = "lottie.frame-limit"
  case imageNotDrawn = "lottie.image-not-drawn"
  case invalidManifest = "lottie.invalid-manifest"
  case invalidStateMachine = "lottie.invalid-state-machine"
  case invalidTheme = "lottie.invalid-theme"
  case invalidValue = "lottie.invalid-value"
  case missingGlyphs = "lottie.missing-glyphs"
  case missingReference = "lottie.missing-reference"
  case sound = "lottie.sound"
  case unsupportedEffect = "lottie.unsupported-effect"
  case unsupportedFeature = "lottie.unsupported-feature"
  case unsupportedLayer = "lottie.unsupported-layer"
  case unsupportedLayerStyle = "lottie.unsupported-layer-style"
  case unsupportedShape = "lottie.unsupported-shape"
  case video = "lottie.video"

  /// The general code of a severity, for features without a more specific one.
  fileprivate init(_ severity: Diagnostic.Severity) {
    switch severity {
    case .remark, .approximated: self = .approximation
    case .notDrawn: self = .unsupportedFeature
    case .invalid: self = .invalidValue
    }
  }
}

extension Diagnostic {
  init(_ code: LottieCode, _ severity: Severity, _ message: String, at path: String) {
    self.init(code: code.rawValue, severity, message, at: .path(path))
  }
}

extension DiagnosticList {
  /// Creates an empty list for a Lottie file.
  init() { self.init(limit: 250) }

  /// - Parameter code: The code, or `nil` for the general one of the severity.
  mutating func append(
    _ severity: Diagnostic.Severity, _ message: String, at path: @autoclosure () -> String,
    _ code: LottieCode? = nil
  ) {
    append(Diagnostic(code ?? LottieCode(severity), severity, message, at: path()))
  }
}
