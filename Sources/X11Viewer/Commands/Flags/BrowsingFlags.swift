import AnimCore
import OfflineRendering
import OptionValues

/// The flags for which of several files are shown, and when.
struct BrowsingFlags: FlagTable {
  var beginsWithOverview = false
  var slideshow = Slideshow()
  var recursive = false
  var order: FileOrder?

  static let options: [CommandOption<Self>] = [
    .onOff("overview", "Begin with all files side by side, or with the first (default).") {
      $0.beginsWithOverview = $1
    },
    .number(
      "slideshow", "seconds", "Show the next file after so many seconds, and so on, unless paused.",
      in: 0.1...86_400, "seconds"
    ) { $0.slideshow.interval = $1 },
    .wholeNumber(
      "repeat-each", "n",
      "Show the next file once one has played n times, or \(plain(Slideshow.stillDuration)) seconds of what has "
        + "no end, and with --slideshow not before its time.",
      in: 1...1_000_000
    ) { $0.slideshow.repetitions = $1 },
    .onOff("recursive", "Show the files in folders below a folder too, or not (default).") {
      $0.recursive = $1
    },
    .choice(
      "sort", of: FileOrder.self,
      "The order of files: by name, by time (the newest first), by size (the largest first), or random "
        + "(default: by name, or as they are given)."
    ) { $0.order = $1 },
  ]
}

extension BrowsingFlags {
  /// Warns on standard error about flags that have no effect because no file is shown.
  func warnOfUnusedFlags() {
    let given = [
      ("--recursive", recursive), ("--sort", order != nil), ("--overview", beginsWithOverview),
    ]
    for (flag, _) in given.filter(\.1) { ContentFlags.warn(of: flag) }
  }
}

extension FileOrder: OptionChoice {}
