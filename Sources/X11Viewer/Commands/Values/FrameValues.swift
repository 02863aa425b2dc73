import AnimCore
import GoldenTesting
import LinuxSystem
import OfflineRendering
import OptionValues

extension FramePosition {
  /// Parses a number or a percentage.
  static func parse(_ text: String) throws -> FramePosition {
    guard let position = FramePosition(text) else {
      throw InvalidValue(
        expected: "the number of a frame from 0 to \(largest), or 0% to 100% of the animation")
    }
    return position
  }
}

extension FrameSelection {
  static func parse(_ text: String) throws -> FrameSelection {
    guard let selection = FrameSelection(text) else {
      throw InvalidValue(
        expected:
          "all, a number of frames, A-B (including B), A- (to the end) or A..B (excluding B), each with an "
          + "optional xSTEP, or a comma-separated list of these, from 0 to \(FramePosition.largest) or 0% to 100%"
      )
    }
    return selection
  }
}

extension GoldenFrames {
  static func parse(_ text: String) throws -> GoldenFrames {
    guard let frames = GoldenFrames(text) else {
      throw InvalidValue(
        expected: "numbers of frames from 0 to \(FramePosition.largest) and percentages from 0% to "
          + "100%, separated by commas, such as 0,12,50%")
    }
    return frames
  }
}

/// A position in a scene, for an image or the start of playback.
enum ScenePosition: Hashable {
  case time(Timestamp)
  case frame(FramePosition)
}

extension ScenePosition {
  /// Returns the position in a scene.
  ///
  /// - Parameter rate: The frame rate for a scene without its own.
  func instant(in scene: any Scene, rate: RefreshRate) throws(Failure) -> SceneInstant {
    switch self {
    case .time(let time): .time(time)
    case .frame(let position): .frame(try Self.number(of: position, in: scene), rate: rate)
    }
  }

  /// Returns the scene time of this position.
  ///
  /// - Parameter rate: The frame rate for a scene without its own.
  func time(in scene: any Scene, rate: RefreshRate) throws(Failure) -> Timestamp {
    switch self {
    case .time(let time): time
    case .frame(let position): scene.time(of: try Self.number(of: position, in: scene), at: rate)
    }
  }

  private static func number(
    of position: FramePosition, in scene: any Scene
  ) throws(Failure) -> Fraction {
    do throws(FrameNumberError) {
      return try position.number(in: scene)
    } catch {
      throw Failure(error, of: "--frame")
    }
  }
}

extension Failure {
  /// - Parameter option: The option that contains the frames.
  init(_ error: FrameNumberError, of option: String) {
    self.init("\(option): \(error)", status: .usage)
  }
}
