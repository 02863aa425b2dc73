import AnimCore
import AnimationFormats
import ArgumentParser
import LinuxSystem
import OptionValues

/// The flag for files that are each a part of an animation.
struct SequenceFlag: FlagTable {
  var sequence = false

  static let options: [CommandOption<Self>] = [
    .on(
      "sequence",
      "Take each picture that is named for the numbered sequence that it is one of."
    ) { $0.sequence = true }
  ]

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
struct SequenceRateFlag: FlagTable {
  var fps: RefreshRate?

  static let options: [CommandOption<Self>] = [
    .value(
      "fps", "rate", "Frames per second of numbered pictures (default: 24, that of films).",
      parseFrameRate
    ) { $0.fps = $1 }
  ]
}
