/// A row of the table: a measurement of the viewer, and optionally one of a peer.
struct BenchResult: Codable {
  /// The measured quantity. `unit` applies to both values.
  var name: String
  var unit: String
  var ours: Spread
  /// The name of the peer, and its values in the same rounds.
  var peer: String?
  var theirs: Spread?
  /// The viewer's values divided by the peer's, for each round, because the two ran at about the
  /// same time.
  var ratio: Spread?
  var goal: Goal?

  /// A limit for the median of a result.
  enum Goal: Codable {
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
    case valueAtMost(Double)
  }

  /// Whether the goal is met, or `nil` without a goal.
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
  /// Creates a result for the viewer alone.
  init(_ name: String, _ unit: String, _ values: [Double], goal: Goal? = nil) throws {
    guard let ours = Spread(values) else { throw BenchError("nothing was measured of \(name)") }
    self.init(
      name: name, unit: unit, ours: ours, peer: nil, theirs: nil, ratio: nil, goal: goal)
  }

  /// Compares values from the same rounds. If the peer isn't installed and has no values, the
  /// result contains only those of the viewer.
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
