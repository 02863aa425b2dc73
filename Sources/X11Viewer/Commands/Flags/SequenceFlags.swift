import AnimCore
import AnimationFormats
import ArgumentParser
import LinuxSystem
import OptionValues

/// The flag for files that are each a part of an animation.
struct SequenceFlag: ParsableArguments {
  @Flag(help: "Take each picture that is named for the numbered sequence that it is one of.")
  var sequence = false

  /// The animations that paths mean.
  func paths(_ paths: [String]) throws -> [String] {
    guard sequence else { return paths }
    return try paths.map { path in
      if AnimationFormats.isAnimation(path) { return path }
      guard let whole = AnimationFormats.whole(of: path) else {
        throw ValidationError(
          "--sequence: '\(path)' is no numbered picture; name one such as frame.0001.png, or a "
            + "pattern such as frame.%04d.png")
      }
      return whole
    }
  }
}

/// The flag for the rate of pictures that do not say it.
struct SequenceRateFlag: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second of numbered pictures (default: 24, that of films).", valueName: "rate"),
    transform: parseFrameRate)
  var fps: RefreshRate?
}
