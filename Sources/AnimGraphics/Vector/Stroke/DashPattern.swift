/// Dashes and gaps prepared for stepping through.
struct DashPattern {
  /// Dashes at even indices, gaps at odd ones.
  let lengths: [Double]
  /// The sum of all lengths, above 0.
  let period: Double
  /// The index of the length in which a contour begins, and the rest of that length.
  let first: (index: Int, rest: Double)

  /// Nil if the style has no dashes that can be drawn.
  init?(_ style: StrokeStyle) {
    guard !style.dashes.isEmpty, style.dashPhase.isFinite,
      style.dashes.allSatisfy({ $0 >= 0 && $0 <= Path.maximumCoordinate })
    else { return nil }
    let lengths = style.dashes.count % 2 == 0 ? style.dashes : style.dashes + style.dashes
    let period = lengths.reduce(0, +)
    guard period > 0 else { return nil }
    self.lengths = lengths
    self.period = period
    var phase = style.dashPhase.truncatingRemainder(dividingBy: period)
    if phase < 0 { phase += period }
    var index = 0
    while phase >= lengths[index], index < lengths.count - 1 {
      phase -= lengths[index]
      index += 1
    }
    first = (index, max(lengths[index] - phase, 0))
  }
}
