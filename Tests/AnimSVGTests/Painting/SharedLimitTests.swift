import AnimCore
import Foundation
import TestSupport
import Testing

@testable import AnimSVG

@Suite("The limits of an image and of nested images") struct SharedLimitTests {
  /// The address of an image with something in it.
  private static func address(_ body: String) -> String {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>"
    return "data:image/svg+xml;base64," + Data(text.utf8).base64EncodedString()
  }

  /// An image that is shown several times.
  private static func repeated(_ body: String, count: Int) -> String {
    "<defs><image id='i' width='9' height='9' href='\(address(body))'/></defs>"
      + String(repeating: "<use href='#i'/>", count: count)
  }

  /// The contents of an image that can be drawn twice, but not three times, and the omission of the
  /// third.
  private static let rows: [(body: String, omission: Omission)] = [
    (
      "<defs><g id='g'>\(many("<rect width='1' height='1'/>", 100))</g></defs>"
        + many("<use href='#g'/>", 1200), .elements
    ),
    (
      "<rect width='1' height='1' filter='url(#f)'/><filter id='f'>"
        + String(repeating: "<feFlood/>", count: 40_000) + "</filter>", .filters
    ),
    (
      String(repeating: "<text>\(String(repeating: "a", count: 16_000))</text>", count: 5),
      .characters
    ),
  ]

  @Test("are shared by all SVG images") func images() throws {
    for row in Self.rows {
      let two = try DrawnImage(Self.repeated(row.body, count: 2)).omissions
      #expect(!two.contains(row.omission.sentence), "two images are drawn")
      let three = try DrawnImage(Self.repeated(row.body, count: 3)).omissions
      #expect(three.contains(row.omission.sentence), "three images are beyond the limit")
      let nested = Self.address(Self.repeated(row.body, count: 3))
      #expect(
        try DrawnImage("<image width='9' height='9' href='\(nested)'/>").omissions
          .contains(row.omission.sentence), "three images in an image are beyond the limit")
    }
  }

  /// Elements that show different images of 4000 by 4000 pixels.
  private static func images(_ names: some Sequence<Int>) -> String {
    names.map { name in
      let gif = TestImages.gif(width: 4000, height: 4000, note: "\(name)")
      return "<image width='9' height='9' href='data:image/gif;base64,"
        + "\(Data(gif).base64EncodedString())'/>"
    }.joined()
  }

  private static let tooMany = "images have more pixels and elements together than are read"

  @Test("count the pixels of each image once") func pixels() throws {
    func omissions(_ body: String) throws -> [String] { try DrawnImage(body).omissions }
    try expectEqual(omissions(Self.images([1, 2, 1, 2, 1, 2])), [])
    let three = try omissions(Self.images([1, 2, 3]))
    expectEqual(three, [Self.tooMany + ", as that of <image>"])
    func inner(_ names: [Int]) -> String {
      "<image width='9' height='9' href='\(Self.address(Self.images(names)))'/>"
    }
    try expectEqual(omissions(inner([1]) + Self.images([1])), [])
    try expectEqual(omissions(inner([1, 2]) + Self.images([1])).count, 1)
    try expectEqual(omissions(inner([1]) + inner([2]) + inner([3])).count, 1)
  }

  @Test("count the pixels of images that can't be decoded") func brokenPixels() throws {
    func isExceeded(by names: [UInt8]) throws -> Bool {
      let images = names.map { name in
        let png = TestImages.brokenPNG(width: 4000, height: 4000) + [name]
        return "<image width='9' height='9' href='data:image/png;base64,"
          + "\(Data(png).base64EncodedString())'/>"
      }
      return try DrawnImage(images.joined()).omissions.contains { $0.hasPrefix(Self.tooMany) }
    }
    try expectEqual(isExceeded(by: [1, 2]), false)
    try expectEqual(isExceeded(by: [1, 2, 3]), true)
  }

  @Test("count the text and the elements of all SVG images") func documents() throws {
    func images(_ count: Int, _ body: String) -> String {
      (0..<count).map {
        "<image width='9' height='9' href='\(Self.address("<!--\($0)-->" + body))'/>"
      }.joined()
    }
    let elements = String(repeating: "<desc/>", count: 60_000)
    try expectEqual(DrawnImage(images(4, elements)).omissions, [])
    #expect(try DrawnImage(images(5, elements)).omissions.first?.hasPrefix(Self.tooMany) == true)
    let text = "<desc>" + String(repeating: "a", count: 30_000_000) + "</desc>"
    let root = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
    var resources = SVGResources()
    resources.file = { path, _ in Array("\(root)<!--\(path)-->\(text)</svg>".utf8) }
    func files(_ count: Int) -> String {
      (0..<count).map { "<image width='9' height='9' href='\($0).svg'/>" }.joined()
    }
    try expectEqual(DrawnImage(files(2), resources: resources).omissions, [])
    #expect(
      try DrawnImage(files(3), resources: resources).omissions.first?.hasPrefix(Self.tooMany)
        == true)
  }

  @Test("count the decompressed fonts in images") func fonts() throws {
    // A file says in its head how large the font is.
    func face(_ megabytes: UInt8) -> String {
      let head = Array("wOFF".utf8) + [UInt8](repeating: 0, count: 13) + [megabytes << 4, 0, 0]
      return "@font-face { font-family: a; src: url(data:font/woff;base64,"
        + Data(head).base64EncodedString() + ") }"
    }
    let image = "<style>\(face(15))\(face(15))\(face(15))</style>"
    func images(_ count: Int) -> String {
      (0..<count).map {
        "<image width='9' height='9' href='\(Self.address("<!--\($0)-->" + image))'/>"
      }.joined()
    }
    try expectEqual(DrawnImage(images(2)).omissions, [])
    #expect(try DrawnImage(images(3)).omissions.first?.hasPrefix(Self.tooMany) == true)
    var sheet = StyleSheet()
    sheet.append(String(repeating: face(15), count: 5))
    expectEqual(sheet.fontFaces.count, 4)
    #expect(!sheet.excesses.isEmpty)
  }

  @Test("don't depend on earlier drawings") func order() throws {
    let body = """
      <g><set attributeName='display' to='none' begin='1s'/>\(Self.images([1, 2]))</g>
      <g display='none'><set attributeName='display' to='inline' begin='1s'/>\(Self.images([3, 4]))
      <g display='none'><set attributeName='display' to='inline' begin='2s'/>\(Self.images([5]))</g></g>
      """
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>"
    let renderer = SVGRenderer(
      try SVGAnimation(Array(text.utf8)))
    func omissions(at time: Fraction) -> Int {
      var list = DisplayList(size: PixelSize(width: 9, height: 9), background: .clear)
      return renderer.draw(at: time, into: &list).count
    }
    expectEqual([0, 1, 2, 1, 0, 2].map { omissions(at: $0) }, [0, 0, 1, 0, 0, 1])
  }

  @Test("allow a plot of 50000 points and the content after it") func plot() throws {
    let rendering = try DrawnImage(
      "<circle id='p' r='3' fill='green' stroke='red' transform='translate(5 5)'/>"
        + Self.many("<use href='#p'/>", 50_000)
        + "<rect x='50' width='9' height='9' fill='blue'/>")
    expectEqual([rendering.pixel(55, 5)] + rendering.omissions, ["ff0000ff"])
  }

  private static func many(_ text: String, _ count: Int = 100_000) -> String {
    String(repeating: text, count: count)
  }

  /// Elements that take long however often they have been drawn, and paint little or nothing.
  private static let slow = [
    "<g id='b'>\(many("<desc/>"))</g>",
    "<rect id='b' systemLanguage='\(many("xx,"))'/>",
    "<use id='b' href='#\(many("0123456789abcdef"))'/>",
    "<path id='b' fill='none' d='M0 0\(many("l1 1", 400_000))'/>",
    "<rect id='b' width='1' height='1' filter='url(#f)'/><filter id='f'>\(many("<desc/>"))</filter>",
    "<rect id='b' width='1' height='1' clip-path='url(#c)'/><clipPath id='c'>\(many("<desc/>"))</clipPath>",
    "<rect id='b' width='1' height='1' fill='url(#p)'/><pattern id='p'>\(many("<desc/>"))</pattern>",
    "<rect id='b' style='--a: \(many("a ")); fill: var(--a)'/>",
    "<rect id='b' width='1' height='1' fill='url(#g)'/>"
      + "<linearGradient id='g' gradientTransform='\(many("scale(1)", 50_000))'><stop/><stop/></linearGradient>",
    "<image id='b' width='9' height='9' href='"
      + address("<rect>\(many("<set attributeName='x' to='1'/>", 4000))</rect>") + "'/>",
  ]

  @Test("count slow content each time that it is drawn", arguments: slow.indices)
  func steps(index: Int) throws {
    func omissions(_ count: Int) throws -> [String] {
      try DrawnImage(
        "<defs>\(Self.slow[index])</defs>" + Self.many("<use href='#b'/>", count)
      ).omissions
    }
    try expectEqual(omissions(5), [])
    try expectEqual(omissions(120), [Omission.steps.sentence])
  }
}
