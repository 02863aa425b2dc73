/// A group of properties that `check` judges.
package enum CheckRule: String, CaseIterable, Sendable {
  /// Flashes that can cause seizures, by WCAG 2.3.1.
  case flashes
  /// The step from the last frame to the first one.
  case loop
  /// Layers that never change a pixel.
  case layers
  /// Features that a player doesn't support.
  case portability
  /// Work, memory and bytes.
  case cost
  /// Text whose result depends on the fonts of the machine.
  case text
}

/// The kinds of findings. docs/checking.md explains them.
package enum CheckCode: String, CaseIterable, Sendable {
  case costFileSize = "cost.file-size"
  case costMemory = "cost.memory"
  case costWork = "cost.work"
  case flashesGeneral = "flashes.general"
  case flashesRed = "flashes.red"
  case flashesRedOlder = "flashes.red-older"
  case framesLimit = "frames.limit"
  case layersCovered = "layers.covered"
  case layersEmpty = "layers.empty"
  case layersLargeImage = "layers.large-image"
  case layersNoEffect = "layers.no-effect"
  case layersNotShown = "layers.not-shown"
  case layersOutside = "layers.outside"
  case layersTransparent = "layers.transparent"
  case loopJump = "loop.jump"
  case loopRepeatedFrame = "loop.repeated-frame"
  case portabilityUnsupported = "portability.unsupported"
  case portabilityVersion = "portability.version"
  case textExternalFont = "text.external-font"
  case textMissingGlyphs = "text.missing-glyphs"
  case textNotDrawn = "text.not-drawn"

  /// The rule with this code, or `nil` for a remark about the check itself.
  package var rule: CheckRule? { CheckRule(rawValue: String(rawValue.prefix { $0 != "." })) }

  /// Whether the finding is a failure even if its rule wasn't requested by name. Other findings may
  /// be intended: many animations don't loop, and unused layers do no harm.
  var failsByDefault: Bool {
    switch self {
    case .flashesGeneral, .flashesRed, .textExternalFont, .textMissingGlyphs, .textNotDrawn,
      .costFileSize, .costMemory, .costWork, .portabilityUnsupported:
      true
    case .flashesRedOlder, .framesLimit, .layersCovered, .layersEmpty, .layersLargeImage,
      .layersNoEffect, .layersNotShown, .layersOutside, .layersTransparent, .loopJump,
      .loopRepeatedFrame, .portabilityVersion:
      false
    }
  }

  /// Whether the finding is a note even if its rule was requested.
  var isAlwaysNote: Bool {
    switch self {
    case .flashesRedOlder, .framesLimit, .layersLargeImage, .loopRepeatedFrame,
      .portabilityVersion:
      true
    default: false
    }
  }
}
