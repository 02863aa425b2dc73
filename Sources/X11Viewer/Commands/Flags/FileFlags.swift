import ArgumentParser

/// The flags for how a file is played.
struct FileFlags: ParsableArguments {
  @OptionGroup var content: ContentFlags

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
    content.warnOfUnusedFlags()
    let given = [("--loop", loop != nil), ("--subframes", subframes != nil)]
    for (flag, _) in given.filter(\.1) { ContentFlags.warn(of: flag) }
  }

  /// The configuration from these flags.
  var configuration: FileConfiguration {
    var configuration = content.configuration
    configuration.loops = loop ?? configuration.loops
    configuration.hasSubframes = subframes ?? configuration.hasSubframes
    return configuration
  }
}

/// The kinds of files that are accepted, for completion in shells.
let fileCompletion = CompletionKind.file(extensions: FileList.endings)
