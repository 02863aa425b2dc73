import Foundation

/// The rows that the viewer writes with `--stats-csv`, one for each frame.
struct FrameTable {
  struct Row {
    /// The time in nanoseconds.
    var published: Double
    /// The duration in nanoseconds.
    var drawing: Double
    /// The number of slots missed before the frame.
    var missed: Double
  }

  let rows: [Row]

  /// Reads the rows of the last seconds.
  init(_ path: String, seconds: Double) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let names = lines.first?.split(separator: ",").map(String.init) ?? []
    func column(_ name: String) throws -> Int {
      guard let index = names.firstIndex(of: name) else {
        throw BenchError("the viewer's table has no \(name)")
      }
      return index
    }
    let (published, drawing, missed) = try (
      column("published_ns"), column("drawing_ns"), column("missed")
    )
    let rows = lines.dropFirst().compactMap { line -> Row? in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == names.count, let time = Double(fields[published]),
        let span = Double(fields[drawing]), let count = Double(fields[missed])
      else { return nil }
      return Row(published: time, drawing: span, missed: count)
    }
    guard let end = rows.last?.published else { throw BenchError("the viewer's table is empty") }
    self.rows = rows.filter { $0.published > end - seconds * 1e9 }
  }

  /// The percentage of missed slots.
  var missed: Double {
    let missed = rows.reduce(0) { $0 + $1.missed }
    return 100 * missed / (missed + Double(rows.count))
  }
}
