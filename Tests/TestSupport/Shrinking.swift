/// Returns the shortest part of some steps that still fails, found by leaving out halves, quarters
/// and so on.
package func shortest<Step>(_ steps: [Step], thatFails fails: ([Step]) -> Bool) -> [Step] {
  var steps = steps
  var length = steps.count / 2
  while length > 0 {
    var start = 0
    while start < steps.count {
      var shorter = steps
      shorter.removeSubrange(start..<min(start + length, steps.count))
      if fails(shorter) { steps = shorter } else { start += length }
    }
    length /= 2
  }
  return steps
}
