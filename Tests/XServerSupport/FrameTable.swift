import Testing

/// A table of frames as `--stats-csv` writes it.
package struct FrameTable {
  private let names: [Substring]
  private let rows: [[Substring]]

  package init(_ text: String) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    names = lines.first ?? []
    rows = Array(lines.dropFirst())
  }

  /// Returns the numbers of a column, `nil` for empty fields.
  package func column(_ name: String) throws -> [Int64?] {
    let index = try #require(names.firstIndex { $0 == name })
    return rows.map { Int64($0[index]) }
  }
}
