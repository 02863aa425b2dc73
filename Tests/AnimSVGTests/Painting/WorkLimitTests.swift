import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("The work limit of an image") struct WorkLimitTests {
  private static let open = "<svg xmlns='http://www.w3.org/2000/svg' width='2000' height='2000'>"

  /// Returns the omissions of a large image that shows an element several times.
  private func omissions(_ element: String, _ count: Int) throws -> [String] {
    let uses = String(repeating: "<use href='#a'/>", count: count)
    return try DrawnImage(document: "\(Self.open)<defs>\(element)</defs>\(uses)</svg>").omissions
  }

  private static let rect = "width='2000' height='2000' fill='#f001'"

  /// Elements that cover the whole image, and how often one image can show them.
  private static let layers: [(element: String, count: Int)] = [
    ("<rect id='a' \(rect)/>", 30),
    ("<rect id='a' width='2000' height='2000'/>", 100),
    ("<g id='a' opacity='.5'><rect \(rect)/><rect width='1' height='1'/></g>", 12),
    ("<g id='a' style='mix-blend-mode: hue'><rect \(rect)/></g>", 6),
    (
      "<mask id='m'><rect width='2000' height='2000' fill='#fff8'/></mask>"
        + "<rect id='a' \(rect) mask='url(#m)'/>", 5
    ),
    (
      "<pattern id='p' width='.1' height='.1'><circle r='50'/></pattern>"
        + "<rect id='a' width='2000' height='2000' fill='url(#p)' transform='rotate(1)'/>", 5
    ),
  ]

  @Test("layers beyond the painted area are omitted with a message", arguments: layers.indices)
  func area(index: Int) throws {
    let (element, count) = Self.layers[index]
    try expectEqual(omissions(element, count), [])
    try expectEqual(omissions(element, 10 * count), [Omission.pixels.rawValue])
  }

  @Test("content before the limit is painted, in the order of the document")
  func order() throws {
    let layers = String(repeating: "<rect \(Self.rect)/>", count: 1000)
    let image = try DrawnImage(
      document: "\(Self.open)<rect width='9' height='9' fill='#00f'/>\(layers)"
        + "<rect x='20' width='9' height='9' fill='#0f0'/></svg>")
    #expect(image.pixel(5, 5).hasPrefix("ff"))
    #expect(image.pixel(25, 5) == image.pixel(1000, 1000))
  }

  @Test("an image of long lines is complete")
  func lines() throws {
    let lines = (0..<1500).map { "<path d='M0 \($0 % 100)L2000 \($0 % 2000)' stroke='red'/>" }
    let document = Self.open + lines.joined() + "</svg>"
    try expectEqual(DrawnImage(document: document).omissions, [])
  }

  @Test("limits of paint servers and lines are reported")
  func silent() throws {
    let stops = String(repeating: "<stop/>", count: 4097)
    let gradient = try DrawnImage(
      "<linearGradient id='g'>\(stops)</linearGradient>"
        + "<rect width='9' height='9' fill='url(#g)'/>"
    ).omissions
    #expect(gradient.first?.hasPrefix(Omission.stops.rawValue) == true)
    try expectEqual(
      DrawnImage("<path d='M0 9H100' stroke='red' stroke-dasharray='.00001'/>").omissions,
      [Omission.dashes.rawValue])
    let servers = (0..<40).map { "<linearGradient id='g\($0)' href='#g\($0 + 1)'/>" }.joined()
    let chain = try DrawnImage("\(servers)<rect width='9' height='9' fill='url(#g0)'/>")
      .omissions
    #expect(
      chain.count == 1 && chain[0].hasPrefix(Omission.references.rawValue), "\(chain)")
  }
}
