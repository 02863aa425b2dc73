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
    .value(
      "slideshow", "seconds", "Show the next file after so many seconds, and so on, unless paused.",
      number(in: 0.1...86_400, "seconds")
    ) { $0.slideshow.interval = $1 },
    .value(
      "repeat-each", "n",
      "Show the next file once one has played n times, and with --slideshow not before its time. "
        + "What has no end is shown for \(plain(Slideshow.stillDuration)) seconds.",
      wholeNumber(in: 1...1_000_000)
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

extension FileOrder: OptionChoice {}
