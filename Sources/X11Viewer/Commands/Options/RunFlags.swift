import AnimCore
import ArgumentParser

/// The flags that say how frames are drawn, when, and for how long.
struct RunFlags: ParsableArguments {
  @Option(
    help: "shm paints in shared memory; core asks the server to; auto takes shm where that works.")
  var renderer = RendererChoice.auto

  @Option(
    help: ArgumentHelp(
      "Frames per second, or max for as many as the server can (default: the display's).",
      valueName: "rate|max"),
    transform: FrameRate.parse)
  var rate = FrameRate.display

  @Option(
    help: ArgumentHelp("End after so many frames.", valueName: "n"),
    transform: wholeNumber(in: 1...1_000_000_000))
  var frames: Int?

  @Option(
    help: ArgumentHelp("End after so many seconds.", valueName: "seconds"),
    transform: number(in: 0.001...1_000_000_000, "seconds"))
  var duration: Seconds?
}

extension RendererChoice: ExpressibleByArgument {}

/// How often a new frame is wanted.
enum FrameRate: Hashable {
  /// At every refresh of the display.
  case display
  /// In hertz.
  case fixed(RefreshRate)
  /// The next frame as soon as the server is done with the last, for measuring.
  case maximum

  static func parse(_ text: String) throws -> FrameRate {
    if text == "max" { return .maximum }
    guard let hertz = parseNumber(text), (1...1_000).contains(hertz) else {
      throw InvalidValue(expected: "max, or frames per second from 1 to 1000")
    }
    return .fixed(RefreshRate(hertz: hertz))
  }
}
