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
      "Open the entire image sequence that each file belongs to."
    ) { $0.sequence = true }
  ]

  /// Returns the animations that paths mean.
  func paths(_ paths: [String]) throws -> [String] {
    guard sequence else { return paths }
    return try paths.map { path in
      if AnimationFormats.isAnimation(path) { return path }
      guard let whole = AnimationFormats.whole(of: path) else {
        throw ValidationError(
          "--sequence: '\(path)' is not part of an image sequence; pass an image such as "
            + "frame.0001.png, or a pattern such as frame.%04d.png")
      }
      return whole
    }
  }
}

/// The flag for the frame rate of images that don't specify one.
struct SequenceRateFlag: FlagTable {
  var fps: RefreshRate?

  static let options: [CommandOption<Self>] = [
    .value(
      "fps", "rate", "Set the frame rate of image sequences (default: 24).",
      parseFrameRate
    ) { $0.fps = $1 }
  ]
}
