import AnimCore

/// A feature that not every player of Lottie files supports. The raw value is its name in reports.
package enum LottieFeature: String, CaseIterable, Hashable, Sendable {
  case autoOrientation = "auto-orientation"
  case blurs = "Gaussian blurs"
  case dropShadows = "drop shadows"
  case expressions
  case fillEffects = "fill effects"
  case lumaMattes = "luma mattes"
  case maskDarken = "darken masks"
  case maskDifference = "difference masks"
  case maskExpansion = "mask expansion"
  case maskFeather = "feathered masks"
  case maskIntersect = "intersect masks"
  case maskLighten = "lighten masks"
  case mergedPaths = "merged paths"
  case repeaters
  case skew
  case strokeEffects = "stroke effects"
  case textAnimators = "text animators"
  case textFonts = "text in fonts"
  case textGlyphs = "text in glyphs of the file"
  case textPaths = "text on paths"
  case tintEffects = "tint effects"
}

extension LottieAnimation {
  /// The features of the animation that not every player supports. Hidden layers count only as
  /// parents and mattes, whose features aren't listed.
  package var playerFeatures: Set<LottieFeature> {
    var features: Set<LottieFeature> = []
    let layers = document.layers + document.compositions.flatMap { $0.layers }
    for layer in layers where !layer.isHidden { layer.collect(&features, document.fonts) }
    if document.expressions?.expressions.isEmpty == false { features.insert(.expressions) }
    return features
  }

  /// The memory for the decoded images, in bytes.
  package var imageBytes: Int {
    document.images.reduce(0) { sum, image in
      sum + (image.image.map { $0.size.width * $0.size.height * 4 } ?? 0)
    }
  }
}

extension LayerModel {
  fileprivate func collect(_ features: inout Set<LottieFeature>, _ fonts: [FontModel]) {
    if isAutoOriented { features.insert(.autoOrientation) }
    if transform.isSkewed { features.insert(.skew) }
    if let matte, matte.style.channel == .luma { features.insert(.lumaMattes) }
    for mask in masks { mask.collect(&features, isOnlyMask: masks.count == 1) }
    for effect in effects {
      switch effect {
      case .fill: features.insert(.fillEffects)
      case .tint, .tritone: features.insert(.tintEffects)
      case .stroke: features.insert(.strokeEffects)
      case .dropShadow: features.insert(.dropShadows)
      case .gaussianBlur: features.insert(.blurs)
      case .boxBlur, .directionalBlur, .ramp, .fourColors, .transform, .choke: break
      }
    }
    switch content {
    case .shapes(let items): for item in items { item.collect(&features) }
    case .text(let text): text.collect(&features, fonts)
    case .none, .solid, .image, .composition: break
    }
  }
}

extension LayerMask {
  fileprivate func collect(_ features: inout Set<LottieFeature>, isOnlyMask: Bool) {
    guard let mode else { return }
    switch mode {
    case .add, .subtract: break
    // A single mask of this mode shows the same as one that adds.
    case .intersect: if !isOnlyMask { features.insert(.maskIntersect) }
    case .lighten: features.insert(.maskLighten)
    case .darken: features.insert(.maskDarken)
    case .difference: features.insert(.maskDifference)
    }
    if !expansion.isAlways(0) { features.insert(.maskExpansion) }
    if let feather, !feather.isAlways(.zero) { features.insert(.maskFeather) }
  }
}

extension LayerText {
  fileprivate func collect(_ features: inout Set<LottieFeature>, _ fonts: [FontModel]) {
    if !animators.isEmpty { features.insert(.textAnimators) }
    if path != nil { features.insert(.textPaths) }
    for (_, document) in documents {
      let glyphs = document.font.map { fonts[$0].glyphs } ?? [:]
      let visible = document.text.filter { !$0.isWhitespace && $0 != "\u{3}" }
      if visible.contains(where: { glyphs[$0] != nil }) { features.insert(.textGlyphs) }
      if visible.contains(where: { glyphs[$0] == nil }) { features.insert(.textFonts) }
    }
  }
}

extension ShapeItem {
  /// The loader has limited the nesting of groups, so the recursion ends.
  fileprivate func collect(_ features: inout Set<LottieFeature>) {
    switch self {
    case .group(let group):
      if group.transform.isSkewed { features.insert(.skew) }
      for item in group.items { item.collect(&features) }
    case .repeater: features.insert(.repeaters)
    case .merge(let mode): if mode != .normal { features.insert(.mergedPaths) }
    case .path, .fill, .stroke, .trim, .change: break
    }
  }
}

extension TransformProperties {
  fileprivate var isSkewed: Bool { !skew.isAlways(0) }
}

extension Animated where Value: Equatable {
  /// Returns whether a property has only one value, without keyframes or expressions.
  fileprivate func isAlways(_ value: Value) -> Bool {
    if case .constant(let constant) = self { constant == value } else { false }
  }
}
