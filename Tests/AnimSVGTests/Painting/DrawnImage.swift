import AnimCore

@testable import AnimSVG

/// An image of a small document, drawn at its own size.
struct DrawnImage {
  let image: PixelImage
  /// The messages about omissions of the drawing.
  let omissions: [String]
  /// The corners of all that was drawn.
  let corners: Int

  /// - Parameters:
  ///   - body: the contents of an `svg` of 100 by 100.
  ///   - time: in seconds.
  init(_ body: String, at time: Fraction = 0, resources: SVGResources = SVGResources()) throws {
    try self.init(
      document: "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>",
      at: time, resources: resources)
  }

  init(
    document: String, at time: Fraction = 0, resources: SVGResources = SVGResources()
  ) throws {
    let animation = try SVGAnimation(Array(document.utf8), resources: resources)
    let size = PixelSize(
      width: Int(animation.size.width.rounded(.up)), height: Int(animation.size.height.rounded(.up))
    )
    var list = DisplayList(size: size, background: .clear)
    omissions = SVGRenderer(animation).draw(at: time, into: &list).map(\.message)
    corners = list.work
    image = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
  }

  /// A pixel as eight hexadecimal digits, premultiplied: alpha, red, green, blue.
  func pixel(_ x: Int, _ y: Int) -> String {
    let digits = String(image[x, y], radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
