/// A program or library that plays animations.
package enum TargetPlayer: String, CaseIterable, Comparable, Sendable {
  case chromium, firefox, safari, librsvg, resvg
  case lottieWeb = "lottie-web"
  case lottieIOS = "lottie-ios"
  case lottieAndroid = "lottie-android"
  case skottie, thorvg, rlottie

  package static func < (a: TargetPlayer, b: TargetPlayer) -> Bool { a.rawValue < b.rawValue }
}

/// Finds features that players don't support.
enum PortabilityRule {
  /// - Parameter features: The names of the features of the file.
  static func findings(_ features: Set<String>, players: Set<TargetPlayer>) -> [Finding] {
    PortabilityTable.rows.filter { features.contains($0.feature) && players.contains($0.player) }
      .sorted { ($0.player, $0.feature) < ($1.player, $1.feature) }
      .map { row in
        var finding: Finding
        switch row.support {
        case .none:
          finding = Finding(
            .portabilityUnsupported, "\(row.player.rawValue) does not support \(row.feature)")
        case .since(let version):
          finding = Finding(
            .portabilityVersion,
            "\(row.player.rawValue) supports \(row.feature) in version \(version) and later")
        }
        finding.player = row.player
        finding.feature = row.feature
        finding.source = row.source
        return finding
      }
  }
}
