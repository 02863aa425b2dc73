/// One row of the table: a measurement of the viewer, beside that of a peer if there is one.
struct BenchResult: Codable {
  /// The measured quantity; `unit` is that of both values.
  var name: String
  var unit: String
  var ours: Spread
  /// The name of the peer, and its values in the same rounds.
  var peer: String?
  var theirs: Spread?
  /// Our values divided by the peer's, round by round, since the two ran side by side.
  var ratio: Spread?
  var goal: Goal?

  /// A bound for the median of a result.
  enum Goal: Codable {
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
    case valueAtMost(Double)
  }

  /// Nil if there is no goal.
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

  /// A comparison of values that were measured in the same rounds. Without values of the peer, which
  /// is then not installed, those of the viewer alone.
  init(
    _ name: String, _ unit: String, _ values: [Double], beside peer: String, _ others: [Double],
    goal: Goal? = nil
  ) throws {
    guard !others.isEmpty else {
      try self.init(name, unit, values)
      self.peer = "\(peer), not installed"
      return
    }
    guard values.count == others.count, others.allSatisfy({ $0 > 0 }), let ours = Spread(values),
      let theirs = Spread(others), let ratio = Spread(zip(values, others).map { $0 / $1 })
    else { throw BenchError("\(name) and \(peer) cannot be compared") }
    self.init(
      name: name, unit: unit, ours: ours, peer: peer, theirs: theirs, ratio: ratio, goal: goal)
  }
}
