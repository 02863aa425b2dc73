import AnimLottie

/// An animation that a page in a browser can play by itself, with the pixels that are drawn here.
struct PlayedAnimation: Sendable {
  let json: [UInt8]

  /// Nil for an animation that the player of pages would draw otherwise: it has the JSON alone, and
  /// its frames in their order.
  init?(_ file: AnimationFile, _ configuration: FileConfiguration) {
    let contents = file.animation.contents
    guard let json = file.file.json, json.count <= Self.limit, contents.images.isEmpty,
      contents.fontFiles.isEmpty,
      configuration.fit == .contain, configuration.theme == .initial, configuration.slots.isEmpty,
      configuration.runsExpressions, configuration.marker == nil,
      [nil, .forward].contains(configuration.mode)
    else { return nil }
    self.json = json
  }

  /// The most bytes, so that a page with twenty animations in it still opens soon.
  private static let limit = 4 << 20
}
