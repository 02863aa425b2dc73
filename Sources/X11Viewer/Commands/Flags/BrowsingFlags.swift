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
    .onOff("overview", "Start with a grid of all files, or with the first file (default).") {
      $0.beginsWithOverview = $1
    },
    .number(
      "slideshow", "seconds", "Show the next file after this many seconds, unless paused.",
      in: 0.1...86_400, "seconds"
    ) { $0.slideshow.interval = $1 },
    .wholeNumber(
      "repeat-each", "n",
      "Show the next file after n loops, or after \(plain(Slideshow.stillDuration)) seconds if "
        + "a file has no end. With --slideshow, wait for both.",
      in: 1...1_000_000
    ) { $0.slideshow.repetitions = $1 },
    .onOff("recursive", "Include the files in subfolders, or not (default).") {
      $0.recursive = $1
    },
    .choice(
      "sort", of: FileOrder.self,
      "Sort files by name, time (newest first), size (largest first) or randomly (default: by "
        + "name, or in the given order)."
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
