import ArgumentParser
import OfflineRendering
import PlainText
import Viewer

/// The flags for which of several files are shown.
struct BrowsingFlags: ParsableArguments {
  @Flag("Start with a grid of all files, or with the first file (default).")
  var overview: Bool?

  @Flag("Include the files in subfolders, or not (default).", name: .shortAndLong)
  var recursive: Bool?

  @Option(
    "Sort files by name, time (newest first), size (largest first) or randomly (default: by "
      + "name, or in the given order).")
  var sort: FileOrder?
}

extension FileOrder: ExpressibleByArgument {}

/// The flags for when the next file is shown.
struct SlideshowFlags: ParsableArguments {
  @Option(
    "seconds", "Show the next file after this many seconds, unless paused.", in: 0.1...86_400,
    "seconds")
  private var slideshow: Double?

  @Option(
    "n",
    "Show the next file after n loops, or after \(plain(Slideshow.stillDuration)) seconds if "
      + "a file has no end. With --slideshow, wait for both.", in: 1...1_000_000)
  private var repeatEach: Int?

  var configuration: Slideshow { Slideshow(interval: slideshow, repetitions: repeatEach) }
}
