/// The features that players don't support, or support only in later versions. A combination that
/// isn't listed is supported or unknown.
enum PortabilityTable {
  struct Row: Sendable {
    let player: TargetPlayer
    let feature: String
    let support: Support
    /// The page or the program, with its version, that the row is taken from.
    let source: String
  }

  enum Support: Hashable, Sendable {
    case none
    /// The first version that supports the feature.
    case since(String)
  }

  static let rows: [Row] = [
    rows(
      .lottieWeb, without: ["darken masks", "difference masks", "lighten masks", "merged paths"],
      airbnb),
    rows(
      .lottieIOS,
      without: [
        "Gaussian blurs", "darken masks", "difference masks", "expressions", "feathered masks",
        "fill effects", "lighten masks", "luma mattes", "mask expansion", "merged paths",
        "stroke effects", "text animators", "text in glyphs of the file", "text on paths",
        "tint effects",
      ], airbnb),
    rows(
      .lottieAndroid,
      without: [
        "darken masks", "difference masks", "expressions", "feathered masks", "fill effects",
        "lighten masks", "luma mattes", "mask expansion", "stroke effects", "text on paths",
        "tint effects",
      ], airbnb),
    [
      Row(.lottieAndroid, "auto-orientation", .since("6.2.0"), android),
      Row(.lottieAndroid, "Gaussian blurs", .since("4.1.0"), android),
      Row(.lottieAndroid, "drop shadows", .since("4.1.0"), android),
      Row(.lottieAndroid, "text animators", .since("6.5.0"), android),
    ],
    rows(
      .rlottie,
      without: [
        "darken masks", "difference masks", "expressions", "feathered masks", "fill effects",
        "lighten masks", "mask expansion", "merged paths", "skew", "stroke effects",
        "text animators", "text in fonts", "text in glyphs of the file", "text on paths",
        "tint effects",
      ], "README of Samsung/rlottie at 074e3f20"),
    // Files with and without the feature look the same.
    rows(.rlottie, without: ["Gaussian blurs", "drop shadows"], "drawn by rlottie-python 1.3.8"),
    rows(.thorvg, without: ["feathered masks", "merged paths"], "drawn by thorvg-python 1.1.3"),
    rows(
      .skottie, without: ["darken masks", "lighten masks", "mask expansion"],
      "modules/skottie/src/Layer.cpp of google/skia at d766f76d"),
    rows(
      .skottie, without: ["stroke effects"],
      "modules/skottie/src/effects/Effects.cpp of google/skia at e2b1fb8f"),
    [
      Row(.chromium, "animated AVIF", .since("85"), browsers),
      Row(.firefox, "animated AVIF", .since("113"), browsers),
      Row(.safari, "animated AVIF", .since("16.1"), browsers),
      Row(.firefox, "animated PNG", .since("3"), browsers),
      Row(.safari, "animated PNG", .since("8"), browsers),
      Row(.chromium, "animated WebP", .since("32"), browsers),
      Row(.firefox, "animated WebP", .since("65"), browsers),
      Row(.safari, "animated WebP", .since("14"), browsers),
      Row(.chromium, "discard elements", .none, browsers),
      Row(.firefox, "discard elements", .none, browsers),
      Row(.safari, "discard elements", .none, browsers),
    ],
    rows(
      .librsvg, without: ["CSS animations", "SMIL animations", "scripts"],
      "drawn by rsvg-convert 2.54.7"),
    rows(
      .resvg, without: ["CSS animations", "SMIL animations", "scripts"], "README of resvg 0.17.0"),
  ].flatMap { $0 }

  private static let airbnb = "supported-features.md of airbnb/lottie at 02adb705"
  private static let android = "CHANGELOG.md of airbnb/lottie-android at 6.7.1"
  private static let browsers = "mdn/browser-compat-data"

  private static func rows(
    _ player: TargetPlayer, without features: [String], _ source: String
  ) -> [Row] {
    features.map { Row(player, $0, .none, source) }
  }
}

extension PortabilityTable.Row {
  fileprivate init(
    _ player: TargetPlayer, _ feature: String, _ support: PortabilityTable.Support, _ source: String
  ) {
    self.init(player: player, feature: feature, support: support, source: source)
  }
}
