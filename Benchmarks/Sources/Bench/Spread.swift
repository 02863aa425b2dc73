/// The values of one measurement in several rounds.
struct Spread: Codable {
  var minimum: Double
  var median: Double
  var maximum: Double

  /// Creates a spread, or returns `nil` for an empty array.
  init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    minimum = first
    maximum = last
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// Returns the value below which the fraction `part` of the ascending values lies.
func percentile(_ part: Double, of ascending: [Double]) -> Double? {
  guard !ascending.isEmpty else { return nil }
  let rank = Int((part * Double(ascending.count)).rounded(.up)) - 1
  return ascending[min(max(rank, 0), ascending.count - 1)]
}
