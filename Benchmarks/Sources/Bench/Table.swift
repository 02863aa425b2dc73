/// The results in a format for people.
struct Table {
  private var lines: [[String]] = [
    ["", "ours", "peer", "ratio min", "median", "max", "goal", ""]
  ]

  mutating func append(_ result: BenchResult) {
    let peer = result.peer.map { " : " + $0 } ?? ""
    lines.append([
      "\(result.name)\(peer) [\(result.unit)]", short(result.ours.median),
      result.theirs.map { short($0.median) } ?? "",
      result.ratio.map { short($0.minimum) } ?? "", result.ratio.map { short($0.median) } ?? "",
      result.ratio.map { short($0.maximum) } ?? "", result.goal.map(description) ?? "",
      result.isMet.map { $0 ? "met" : "MISSED" } ?? "",
    ])
  }

  var text: String {
    let columns = lines[0].indices
    let widths = columns.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      columns.map { column in
        let space = String(repeating: " ", count: widths[column] - line[column].count)
        return column == 0 ? line[column] + space : space + line[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private func description(_ goal: BenchResult.Goal) -> String {
    switch goal {
    case .ratioAtMost(let limit): "ratio ≤ \(short(limit))"
    case .ratioAtLeast(let limit): "ratio ≥ \(short(limit))"
    case .valueAtMost(let limit): "≤ \(short(limit))"
    }
  }

  /// Formats a value with three significant digits, or all digits before the decimal point.
  private func short(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e6 { return "\(Int(value))" }
    if abs(value) >= 1e6 { return "\((value / 1e6 * 100).rounded() / 100)M" }
    let scale: Double = abs(value) >= 100 ? 1 : abs(value) >= 10 ? 10 : abs(value) >= 1 ? 100 : 1000
    return "\((value * scale).rounded() / scale)"
  }
}
