import AnimCore

extension TrimModifier {
  func trim(at time: EvaluationTime) -> Trim {
    var turns = (offset.value(at: time) / 360).truncatingRemainder(dividingBy: 1)
    if turns < 0 { turns += 1 }
    if !turns.isFinite { turns = 0 }
    return Trim(
      Self.rounded(start.fraction(at: time) + turns), Self.rounded(end.fraction(at: time) + turns))
  }

  /// Rounds to 1/10000, as lottie-web does, so that full turns are exact.
  private static func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
}

/// The part of a path of length 1 that a trim preserves. Positions beyond 1 wrap around to the
/// start of the path.
struct Trim {
  let start: Double
  let end: Double

  init(_ start: Double, _ end: Double) {
    let low = min(start, end)
    let high = max(start, end)
    // A full turn later, both ends are at the same points.
    self.start = low >= 1 ? low - 1 : low
    self.end = low >= 1 ? high - 1 : high
  }

  var isEmpty: Bool { end <= start }
  var isWhole: Bool { start == 0 && end == 1 }

  /// Appends the remaining part of one path.
  func append(_ measure: PathMeasure, to path: inout Path) {
    let length = measure.length
    if measure.contours.count == 1, let contour = measure.contours.first, contour.isClosed {
      measure.appendPart(of: contour, from: start * length, to: end * length, to: &path)
      return
    }
    measure.appendPart(from: start * length, to: min(end, 1) * length, to: &path)
    if end > 1 { measure.appendPart(from: 0, to: (end - 1) * length, to: &path) }
  }

  /// Appends the remaining part of one of several paths, which are joined end to end.
  ///
  /// - Parameters:
  ///   - offset: The length of the paths before this one.
  ///   - total: The length of all paths.
  func append(_ measure: PathMeasure, offset: Double, total: Double, to path: inout Path) {
    measure.appendPart(
      from: start * total - offset, to: min(end, 1) * total - offset, to: &path)
    if end > 1 { measure.appendPart(from: -offset, to: (end - 1) * total - offset, to: &path) }
  }
}
