import AnimText
import TestSupport

@testable import AnimSVG

extension SVGResources {
  /// A font of blocks for any text, whatever is asked for.
  static func blocks(_ change: (inout TinyFont) -> Void = { _ in }) throws -> SVGResources {
    var font = TinyFont.letters
    change(&font)
    let stack = FontStack(try FontFace(withImages: font.bytes))
    var resources = SVGResources()
    resources.font = { _ in stack }
    return resources
  }
}

/// Positions of black and clear pixels in a 100 by 100 image of a few elements.
struct InkRow {
  let name: String
  let body: String
  let ink: [(Int, Int)]
  var blank: [(Int, Int)] = []

  /// The pixels that are otherwise, as sentences.
  func mistakes(_ resources: SVGResources) throws -> [String] {
    let image = try DrawnImage("<g font-size='20'>\(body)</g>", resources: resources)
    func mistakes(_ points: [(Int, Int)], _ color: String) -> [String] {
      points.filter { image.pixel($0.0, $0.1) != color }.map {
        "\(name): \($0.0), \($0.1) is \(image.pixel($0.0, $0.1))"
      }
    }
    return mistakes(ink, "ff000000") + mistakes(blank, "00000000")
  }
}
