import GoldenTesting
import OfflineRendering
import PlainText

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
