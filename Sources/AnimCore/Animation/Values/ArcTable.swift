/// The length of a keyframe segment up to evenly spaced parameters, from which a paced animation
/// finds the parameter for a fraction of the length.
struct ArcTable {
  /// Lengths at the parameters 0, 1/n, …, 1.
  private let lengths: [Double]

  var total: Double { lengths[lengths.count - 1] }

  init<Value>(_ segment: KeyframeSegment<Value>) {
    // A straight segment needs one chord; 256 chords keep the speed along a curve constant to one
    // percent.
    let chords = segment.tangents == nil ? 1 : 256
    var sum = 0.0
    var last = segment.displacement(at: 0)
    lengths =
      [0]
      + (1...chords).map { index in
        let next = segment.displacement(at: Double(index) / Double(chords))
        sum += (next - last).length
        last = next
        return sum
      }
  }

  /// The parameter at a fraction of the length, and its derivative.
  func parameter(at part: Double) -> (parameter: Double, rate: Double) {
    let length = part * total
    let chords = lengths.count - 1
    var low = 0
    var high = chords
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    let chord = lengths[low + 1] - lengths[low]
    guard chord > 0 else { return (part, 1) }
    let parameter = (Double(low) + (length - lengths[low]) / chord) / Double(chords)
    return (min(parameter, 1), total / chord / Double(chords))
  }

  /// When each segment begins and the last one ends, if all are traversed at the same speed.
  static func times(of tables: [ArcTable]) -> [Double] {
    let whole = tables.reduce(0) { $0 + $1.total }
    guard whole > 0 else {
      let count = max(tables.count, 1)
      return (0...count).map { Double($0) / Double(count) }
    }
    var sum = 0.0
    var times = [0.0]
    for table in tables {
      sum += table.total
      times.append(sum / whole)
    }
    times[times.count - 1] = 1
    return times
  }
}
