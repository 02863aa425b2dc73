import AnimCore
import AnimationFormats
import ArgumentParser
import LinuxSystem
import PlainText

/// The flag for files that are each a part of an animation.
struct SequenceFlag: ParsableArguments {
  @Flag("Open the entire image sequence that each file belongs to.")
  private var sequence = false

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
struct SequenceRateFlag: ParsableArguments {
  @Option("rate", "Set the frame rate of image sequences (default: 24).", parseFrameRate)
  var fps: RefreshRate?
}
