/// Finds the file extension that a user may have intended.
package enum FileExtensionSuggestion {
  /// Returns the file extension that differs in one letter, counting a swap of neighbours as one.
  /// Returns `nil` for a known extension, and for one that differs more from all others.
  package static func fileExtension(like fileExtension: String, among fileExtensions: [String])
    -> String?
  {
    let distances = fileExtensions.map {
      (fileExtension: $0, distance: editDistance(fileExtension, $0))
    }
    guard !distances.contains(where: { $0.distance == 0 }) else { return nil }
    return distances.first { $0.distance == 1 }?.fileExtension
  }
}

/// Returns the number of letters to insert, remove, change or swap with a neighbour (optimal string
/// alignment).
package func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.lowercased().utf8.prefix(64)), Array(b.lowercased().utf8.prefix(64)))
  var rows = [Array(0...b.count)]
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var least = min(
        rows[i][j] + (a[i] == b[j] ? 0 : 1), min(rows[i][j + 1], row[j]) + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        least = min(least, rows[i - 1][j - 1] + 1)
      }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
