import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Pictures of every choice that a file has")
struct KeptFileTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// A hash of pictures of some frames.
  private func hash(_ json: String, frames: [Double]) throws -> UInt64 {
    let renderer = LottieRenderer(try load(json))
    return Kept.hash(
      frames.map { frame in
        var list = DisplayList(size: Self.size, background: .clear)
        renderer.draw(frame: frame, into: &list)
        return Kept.hash(list.painted())
      })
  }

  @Test("stay the same to the last bit")
  func choices() throws {
    let items = try KeptFiles.all.map {
      (name: $0.name, hash: try hash($0.json, frames: [0, 2.5, 5, 9]))
    }
    try Kept.compare(items, with: "choices.json")
  }

  @Test("stay the same where one field has another value than its default")
  func fields() throws {
    var items: [(name: String, hash: UInt64)] = []
    for table in FieldDefaults.all {
      for (index, row) in table.rows.enumerated() {
        items.append(
          (
            name: "\(table.name) \(index) \(row.key) \(row.other)",
            hash: try hash(row.json(row.other), frames: [0, 4])
          ))
      }
    }
    try Kept.compare(items, with: "fields.json")
  }
}
