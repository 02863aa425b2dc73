import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

/// Drawing, bounding boxes, hit testing, clips and masks show the same elements in the same places.
@Suite("Elements in their drawing contexts") struct ResolvedTreeTests {
  /// Contents of an `svg` of 100 by 100 that paint one opaque rectangle, and that rectangle as x, y, width and height.
  private static let rows: [(body: String, rect: [Int])] = [
    ("<rect x='10' y='20' width='30' height='40'/>", [10, 20, 30, 40]),
    ("<g transform='translate(10 20)'><rect width='30' height='40'/></g>", [10, 20, 30, 40]),
    ("<a transform='scale(2)'><rect x='5' width='30' height='40'/></a>", [10, 0, 60, 80]),
    ("<rect width='9' height='9' systemLanguage='fr'/>", []),
    ("<rect width='9' height='9' systemLanguage='fr, en-GB'/>", [0, 0, 9, 9]),
    ("<g requiredExtensions='x'><rect width='9' height='9'/></g>", []),
    ("<g display='none'><rect width='9' height='9'/></g>", []),
    ("<defs><rect width='9' height='9'/></defs>", []),
    ("<symbol><rect width='9' height='9'/></symbol>", []),
    ("<unknown><rect width='9' height='9'/></unknown>", []),
    ("<foreignObject width='9' height='9' filter='url(#flood)'/>", []),
    ("<rect width='9' height='9'><discard begin='0s'/></rect>", []),
    ("<g><discard begin='0s'/><rect width='9' height='9'/></g>", []),
    ("<rect width='9' height='9'><set attributeName='display' to='none'/></rect>", []),
    ("<rect width='9' height='9'><set attributeName='x' to='40'/></rect>", [40, 0, 9, 9]),
    (
      "<rect width='9' height='9'><animateMotion path='M20 30' dur='9s'/></rect>", [20, 30, 9, 9]
    ),
    (
      "<rect width='20' height='10' style='transform: rotate(90deg); transform-origin: 50% 50%;"
        + " transform-box: fill-box' y='40' x='40'/>", [45, 35, 10, 20]
    ),
    (
      "<switch><g systemLanguage='fr'><rect width='99' height='99'/></g><title>a</title>"
        + "<rect x='5' width='9' height='9'/><rect width='50' height='50'/></switch>", [5, 0, 9, 9]
    ),
    (
      "<switch><foreignObject requiredExtensions='x'/><rect x='5' width='9' height='9'/></switch>",
      [5, 0, 9, 9]
    ),
    (
      "<switch><g display='none'><rect width='9' height='9'/></g><rect width='50' height='50'/>"
        + "</switch>", []
    ),
    ("<switch transform='translate(7)'><rect width='9' height='9'/></switch>", [7, 0, 9, 9]),
    ("<use href='#r' x='20' y='30'/>", [20, 30, 10, 10]),
    ("<use href='#r' x='20' y='30' transform='scale(2)'/>", [40, 60, 20, 20]),
    ("<use href='#r' x='20'><set attributeName='x' to='70'/></use>", [70, 0, 10, 10]),
    ("<use href='#r' display='none'/>", []),
    ("<use href='#none'/>", []),
    ("<use href='#moved' x='1'/>", [6, 0, 10, 10]),
    ("<use href='#used' x='1'/>", [10, 0, 10, 10]),
    ("<use href='#undisplayed'/>", []),
    ("<use href='#french'/>", []),
    ("<use href='#itself'/>", [0, 0, 10, 10]),
    ("<use href='#clip'/>", []),
    ("<use href='#symbol' width='40' height='20'/>", [0, 0, 40, 20]),
    ("<use href='#symbol' x='9' y='5' width='40' height='20'/>", [9, 5, 40, 20]),
    ("<use href='#symbol' width='40' height='20' transform='translate(3)'/>", [3, 0, 40, 20]),
    ("<use href='#symbol' width='0'/>", []),
    ("<use href='#sized' x='9'/>", [11, 0, 30, 30]),
    ("<use href='#hidden-symbol' width='40' height='20'/>", [0, 0, 40, 20]),
    ("<use href='#moved-symbol' width='40' height='20'/>", [0, 0, 40, 20]),
    ("<use href='#french-symbol' width='40' height='20'/>", []),
    ("<use href='#discarded-symbol' width='40' height='20'/>", []),
    ("<use href='#svg' x='9'/>", [11, 0, 30, 30]),
    ("<use href='#svg' x='9' width='60' height='60'/>", [11, 0, 60, 60]),
    ("<use href='#hidden-svg'/>", []),
    ("<use href='#french-svg'/>", []),
    ("<use href='#discarded-svg'/>", []),
    ("<use href='#moved-svg'/>", [5, 0, 30, 30]),
    ("<use href='#moved-svg' x='4' transform='scale(2)'/>", [18, 0, 60, 60]),
    (
      "<svg x='10' y='20' width='30' height='40'><rect width='100%' height='50%'/></svg>",
      [10, 20, 30, 20]
    ),
    (
      "<svg x='10' y='20' width='30' height='60' viewBox='0 0 1 2'><rect width='1' height='1'/>"
        + "</svg>", [10, 20, 30, 30]
    ),
    (
      "<svg width='30' height='30' transform='translate(8)'><rect width='20' height='20'/></svg>",
      [8, 0, 20, 20]
    ),
    ("<svg width='30' height='30' display='none'><rect width='20' height='20'/></svg>", []),
    ("<svg width='0' height='30'><rect width='20' height='20'/></svg>", []),
    (
      "<svg viewBox='0 0 10 10' width='50' height='50' overflow='visible'>"
        + "<rect x='10' width='5' height='5'/></svg>", [50, 0, 25, 25]
    ),
    (
      "<g transform='translate(5)'><use href='#symbol' width='50%' height='50%'/></g>",
      [5, 0, 50, 50]
    ),
    (
      "<svg width='40' height='40'><use href='#symbol' width='50%' height='50%'/></svg>",
      [0, 0, 20, 20]
    ),
  ]

  private static let definitions = """
    <defs><rect id='r' width='10' height='10'/>
    <filter id='flood'><feFlood/></filter>
    <rect id='moved' width='10' height='10' transform='translate(5)'/>
    <use id='used' href='#moved' x='4'/>
    <rect id='undisplayed' width='10' height='10' display='none'/>
    <rect id='french' width='10' height='10' systemLanguage='fr'/>
    <g id='itself'><use href='#itself'/><rect width='10' height='10'/></g>
    <clipPath id='clip'><rect width='10' height='10'/></clipPath>
    <symbol id='symbol' viewBox='0 0 1 1' preserveAspectRatio='none'>\(unit)</symbol>
    <symbol id='sized' viewBox='0 0 1 1' x='2' width='30' height='30'>\(unit)</symbol>
    <symbol id='hidden-symbol' display='none'>\(whole)</symbol>
    <symbol id='moved-symbol' transform='translate(5)'>\(whole)</symbol>
    <symbol id='french-symbol' systemLanguage='fr'>\(whole)</symbol>
    <symbol id='discarded-symbol'><discard begin='0s'/>\(whole)</symbol>
    <svg id='svg' viewBox='0 0 1 1' x='2' width='30' height='30'>\(unit)</svg>
    <svg id='hidden-svg' display='none'>\(whole)</svg>
    <svg id='french-svg' systemLanguage='fr'>\(whole)</svg>
    <svg id='discarded-svg'><discard begin='0s'/>\(whole)</svg>
    <svg id='moved-svg' width='30' height='30' transform='translate(5)'>\(whole)</svg></defs>
    """
  private static let unit = "<rect width='1' height='1'/>"
  private static let whole = "<rect width='100%' height='100%'/>"

  /// The pixels of an image whose alpha is more than half, as the rectangle around them. Empty for none.
  private func painted(_ body: String) throws -> [Int] {
    let rendering = try DrawnImage(Self.definitions + body, at: 1)
    var (xs, ys): ([Int], [Int]) = ([], [])
    for y in 0..<100 {
      for x in 0..<100 where rendering.image[x, y] >> 24 > 128 {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return [] }
    let rect = [left, top, right + 1 - left, bottom + 1 - top]
    // A rectangle without holes.
    expectEqual(xs.count, rect[2] * rect[3], "\(body)")
    return rect
  }

  @Test("an element is painted at its position", arguments: rows.indices)
  func drawing(index: Int) throws {
    try expectEqual(
      painted(Self.rows[index].body), Self.rows[index].rect, "\(Self.rows[index].body)")
  }

  @Test("the bounding box contains the painted elements", arguments: rows.indices)
  func bounds(index: Int) throws {
    let (body, rect) = Self.rows[index]
    // A flood fills the box.
    let flood = "<filter id='f' x='0' y='0' width='1' height='1'><feFlood/></filter>"
    try expectEqual(painted("\(flood)<g filter='url(#f)'>\(body)</g>"), rect, "\(body)")
  }

  @Test("a point hits an element where it is painted", arguments: rows.indices)
  func hits(index: Int) throws {
    let (body, rect) = Self.rows[index]
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(Self.definitions)\(body)</svg>"
    let animation = try SVGAnimation(Array(text.utf8))
    let renderer = SVGRenderer(animation)
    func isHit(_ x: Int, _ y: Int) -> Bool {
      let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
      return renderer.element(at: point, at: 1, animation.timeline) != SVGDocument.root
    }
    var count = 0
    for y in stride(from: 0, to: 100, by: 3) {
      for x in stride(from: 0, to: 100, by: 3) where isHit(x, y) {
        count += 1
        let isPainted =
          !rect.isEmpty && (rect[0]..<rect[0] + rect[2]).contains(x)
          && (rect[1]..<rect[1] + rect[3]).contains(y)
        #expect(isPainted, "\(x), \(y) in \(body)")
      }
    }
    func points(_ start: Int, _ length: Int) -> Int {
      (start..<start + length).count { $0 % 3 == 0 }
    }
    expectEqual(
      count, rect.isEmpty ? 0 : points(rect[0], rect[2]) * points(rect[1], rect[3]), "\(body)")
  }

  @Test("a mask shows what its content paints", arguments: rows.indices)
  func masks(index: Int) throws {
    let (body, rect) = Self.rows[index]
    let mask =
      "<mask id='m' mask-type='alpha' maskUnits='userSpaceOnUse' x='0' y='0' "
      + "width='100' height='100'>\(body)</mask>"
    let masked = "<rect width='100' height='100' mask='url(#m)'/>"
    try expectEqual(painted(mask + masked), rect, "\(body)")
  }

  @Test("a pattern shows what its content paints", arguments: rows.indices)
  func patterns(index: Int) throws {
    let (body, rect) = Self.rows[index]
    let pattern =
      "<pattern id='p' patternUnits='userSpaceOnUse' width='100' height='100'>\(body)</pattern>"
    try expectEqual(
      painted("\(pattern)<rect width='100' height='100' fill='url(#p)'/>"), rect, "\(body)")
  }

  /// Whether a row has only elements that a clip shows.
  private static func isOfClip(_ body: String) -> Bool {
    if body.hasPrefix("<use") { return !["symbol", "sized", "svg"].contains { body.contains($0) } }
    return body.hasPrefix("<rect")
  }

  @Test("a clip shows the shapes that would be painted", arguments: rows.indices)
  func clips(index: Int) throws {
    let (body, rect) = Self.rows[index]
    guard Self.isOfClip(body) else { return }
    let isOfGroup = ["#used", "#itself"].contains { body.contains($0) }
    // A second shape, so that the clip isn't a single path.
    for more in ["", "<rect width='0'/>"] {
      let clip = "<clipPath id='c'>\(body)\(more)</clipPath>"
      let clipped = "<rect width='100' height='100' clip-path='url(#c)'/>"
      try expectEqual(painted(clip + clipped), isOfGroup ? [] : rect, "\(body)")
    }
  }
}
