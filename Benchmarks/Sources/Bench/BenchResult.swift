/// One row of the table: something measured of the viewer, beside a peer where there is one.
struct BenchResult: Codable {
  /// What is measured, and the unit of both values.
  var name: String
  var unit: String
  var ours: Spread
  /// Who the peer is, and its values in the same rounds.
  var peer: String?
  var theirs: Spread?
  /// Ours divided by the peer's, round by round: what was run side by side is compared.
  var ratio: Spread?
  var goal: Goal?

  /// What the median of a result has to keep to.
  enum Goal: Codable {
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
    case valueAtMost(Double)
  }

  /// Nil where there is no goal.
  var isMet: Bool? {
    switch goal {
    case .ratioAtMost(let limit): ratio.map { $0.median <= limit }
    case .ratioAtLeast(let limit): ratio.map { $0.median >= limit }
    case .valueAtMost(let limit): ours.median <= limit
    case nil: nil
    }
  }
}

extension BenchResult {
  /// A value of the viewer alone.
  init(_ name: String, _ unit: String, _ values: [Double], goal: Goal? = nil) throws {
    guard let ours = Spread(values) else { throw BenchError("nothing was measured of \(name)") }
    self.init(
      name: name, unit: unit, ours: ours, peer: nil, theirs: nil, ratio: nil, goal: goal)
  }

  /// A comparison. Both were measured in the same rounds.
  init(
    _ name: String, _ unit: String, _ values: [Double], beside peer: String, _ others: [Double],
    goal: Goal? = nil
  ) throws {
    guard values.count == others.count, others.allSatisfy({ $0 > 0 }), let ours = Spread(values),
      let theirs = Spread(others), let ratio = Spread(zip(values, others).map { $0 / $1 })
    else { throw BenchError("\(name) and \(peer) cannot be compared") }
    self.init(
      name: name, unit: unit, ours: ours, peer: peer, theirs: theirs, ratio: ratio, goal: goal)
  }
}
