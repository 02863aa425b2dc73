/// An evaluation of an expression, in a rig with 121 of them.
///
/// In each frame, 41 are evaluated: the angles of forty limbs, which depend on the time, and that
/// of a hand, which adds some of these up. The viewer detects that the other expressions depend on
/// nothing that changes. A frame of the same rig with keyframes for the angles is subtracted, so
/// the result is the total cost of expressions.
func measureExpressions(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var times: [Double] = []
  for _ in 0..<configuration.rounds {
    let repeats = configuration.amount(4000, smoke: 1)
    let frame = try configuration.processorTime("expressions", repeats: repeats)
    let ground = try configuration.processorTime("expressions-ground", repeats: repeats)
    times.append((frame - ground) / 41)
  }
  return [try BenchResult("an evaluation of an expression", "µs", times, goal: .valueAtMost(2))]
}
