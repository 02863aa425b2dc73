import PlainText

/// The steps between neighbouring frames, and the step from the last frame to the first.
struct LoopMeasurement: Sendable {
  /// The mean differences of the channels between neighbouring frames, from 0 to 255.
  var steps: [Double] = []
  /// The mean difference between the last frame and the first.
  var seam = 0.0
  /// The numbers of the first and the last frame.
  var frames = 0...0

  /// The step that half of all steps don't exceed. Steps without a change don't count, because
  /// pauses would hide the usual motion.
  var median: Double {
    let moving = steps.filter { $0 > 0 }.sorted()
    return moving.isEmpty ? 0 : moving[moving.count / 2]
  }

  /// The smallest mean difference that is visible, a quarter of a level.
  private static let visible = 0.25

  /// - Parameter factor: The largest accepted multiple of the median step.
  func findings(factor: Double) -> [Finding] {
    let largest = steps.max() ?? 0
    guard steps.count > 1, largest > 0 else { return [] }
    let times = median > 0 ? seam / median : .infinity
    if seam > Self.visible, seam > largest, times > factor {
      return [
        finding(
          .loopJump,
          "the step from the last frame to the first is \(decimalText(times, places: 1)) times "
            + "the median step, and larger than any other")
      ]
    }
    // In a pause, frames repeat anyway.
    if seam == 0, steps[0] > 0, steps[steps.count - 1] > 0 {
      return [
        finding(
          .loopRepeatedFrame, "the last frame repeats the first, so a loop shows it twice in a row")
      ]
    }
    return []
  }

  private func finding(_ code: CheckCode, _ message: String) -> Finding {
    var finding = Finding(code, message)
    finding.frames = frames
    return finding
  }

  var json: JSON {
    .object([
      ("seam", .number(seam)), ("median", .number(median)), ("largest", .number(steps.max() ?? 0)),
    ])
  }
}
