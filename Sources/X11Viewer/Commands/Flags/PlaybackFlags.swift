import ArgumentParser
import OfflineRendering

/// The flags for how a file is played.
struct PlaybackFlags: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Begin again at the end, or stay at the last frame (default: loop).")
  var loop: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Draw pictures between whole frames, or only whole ones (default: between).")
  var subframes: Bool?

  /// Warns on standard error about flags that have no effect because no file is shown.
  func warnOfUnusedFlags() {
    let given = [("--loop", loop != nil), ("--subframes", subframes != nil)]
    for (flag, _) in given.filter(\.1) { ContentFlags.warn(of: flag) }
  }

  /// `content`, changed as the flags say.
  func configuration(_ content: FileConfiguration) -> FileConfiguration {
    var configuration = content
    configuration.loops = loop ?? configuration.loops
    configuration.hasSubframes = subframes ?? configuration.hasSubframes
    return configuration
  }
}
