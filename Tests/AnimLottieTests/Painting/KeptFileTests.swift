import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Images of every option of a file")
struct KeptFileTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// Returns a hash of images of some frames.
  private func hash(_ json: String, frames: [Double]) throws -> UInt64 {
    let renderer = LottieRenderer(try load(json))
    return Kept.hash(
      frames.map { frame in
        var list = DisplayList(size: Self.size, background: .clear)
        renderer.draw(frame: frame, into: &list)
        return Kept.hash(list.painted())
      })
  }

  /// Descriptions of kept files by the first words of their names.
  private static let topics: [(words: String, sentence: String)] = [
    (
      "position easing moving", "positions, paths and colours that move along curves, hold and jump"
    ),
    ("rotation scale anchor opacity skew turned", "layers that turn, grow, fade and skew"),
    (
      "rectangle ellipse star", "rectangles, ellipses, stars and polygons, drawn in both directions"
    ),
    (
      "stroke rule uneven order",
      "strokes with each cap and join, dashes, and both rules of filling"
    ),
    ("trim", "parts of paths, one after the other and all at once, also past their ends"),
    ("merge", "two rectangles put together in each way"),
    ("modifier two a group", "paths that are rounded, puckered, twisted, offset and zigzagged"),
    ("repeater", "copies above and below each other, which fade, turn and shrink"),
    ("gradient", "gradients of fills and strokes, along a line and around a highlight"),
    ("blend", "two layers, or two fills, in each blend mode"),
    ("frames composition parent solid", "layers at their times, in compositions and with parents"),
    ("matte", "layers that are seen through the alpha or the brightness of others"),
    ("mask", "masks that add, subtract and intersect, with feathers and opacities"),
    ("text grouping", "text with each alignment, spacing and baseline, along paths and in boxes"),
    ("selector animator", "letters that selectors of each shape, unit and order change"),
    ("effect", "each effect with some of its values"),
    ("style styles", "each layer style with some of its values"),
  ]

  @Test("match their descriptions, and stay identical")
  func choices() throws {
    var hashes: [String: [UInt64]] = [:]
    for file in KeptFiles.all {
      let word = file.name.prefix { $0 != " " }
      let topic = Self.topics.first { $0.words.split(separator: " ").contains(word) }
      let sentence = try #require(topic, "\(file.name)").sentence
      hashes[sentence, default: []].append(try hash(file.json, frames: [0, 2.5, 5, 9]))
    }
    try Kept.compare(
      hashes.map { (name: "\($0), in \($1.count) files", hash: Kept.hash($1)) },
      with: "choices.json")
  }

  @Test("stay the same with another value in one field")
  func fields() throws {
    let items = try FieldDefaults.all.map { table in
      let hashes = try table.rows.map { try hash($0.json($0.other), frames: [0, 4]) }
      return (name: "each field of \(table.name)", hash: Kept.hash(hashes))
    }
    try Kept.compare(items, with: "fields.json")
  }
}
