import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Images of every option of a file")
struct KeptFileTests {
  private static let size = PixelSize(width: 64, height: 48)

  private func picture(
    _ name: String, of json: String, frames: [Double]
  ) throws -> KeptPicture {
    let renderer = LottieRenderer(try load(json))
    let images = frames.map { frame in
      var list = DisplayList(size: Self.size, background: .clear)
      renderer.draw(frame: frame, into: &list)
      return list.painted()
    }
    return KeptPicture(name, images, source: json)
  }

  @Test("stay identical")
  func choices() throws {
    try Kept.compare(
      KeptFiles.all.map { try picture($0.name, of: $0.json, frames: [0, 2.5, 5, 9]) },
      with: "choices.json")
  }

  @Test("stay the same with another value in one field")
  func fields() throws {
    let pictures = try FieldDefaults.all.flatMap { table in
      try table.rows.enumerated().map { index, row in
        try picture(
          "\(table.name) \(index + 1): \(row.key) is \(row.other)", of: row.json(row.other),
          frames: [0, 4])
      }
    }
    try Kept.compare(pictures, with: "fields.json")
  }
}
