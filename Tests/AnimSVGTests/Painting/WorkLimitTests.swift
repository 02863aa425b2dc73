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
    try expectEqual(omissions(element, 10 * count), [Omission.pixels.sentence])
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

  @Test("as many corners as the limit have markers, and later ones are omitted")
  func markers() throws {
    func image(_ corners: Int) throws -> DrawnImage {
      try DrawnImage(
        """
        <marker id='m' markerWidth='4' markerHeight='4' refX='2' refY='2'
        markerUnits='userSpaceOnUse'><rect width='4' height='4' fill='red'/></marker>
        <path d='M9 9\(String(repeating: "h0", count: corners - 3))L50 50L90 90' fill='none'
        marker-mid='url(#m)' marker-end='url(#m)'/>
        """)
    }
    let most = try image(PaintingLimits.markers)
    expectEqual(
      [most.pixel(50, 50), most.pixel(90, 90)] + most.omissions, ["ffff0000", "ffff0000"])
    let more = try image(PaintingLimits.markers + 1)
    expectEqual([more.pixel(50, 50), more.pixel(90, 90)], ["ffff0000", "00000000"])
    expectEqual(more.omissions.map { $0.hasPrefix(Omission.markers.sentence) }, [true])
  }

  @Test("a filter with too many steps for its pixels is omitted, and reported")
  func filterSteps() throws {
    func omissions(_ steps: Int) throws -> [String] {
      let offsets = String(repeating: "<feOffset/>", count: steps)
      return try DrawnImage(
        document: "\(Self.open)<filter id='f'>\(offsets)</filter>"
          + "<rect \(Self.rect) filter='url(#f)'/></svg>"
      ).omissions
    }
    try expectEqual(omissions(4), [])
    let many = try omissions(15_000)
    #expect(many.count == 1 && many[0].hasPrefix(Omission.filters.sentence), "\(many)")
  }

  /// Draws an image, and then finds the element at a point where nothing is.
  private func work(_ body: String) throws -> (units: Int, drawn: Int, hit: Int) {
    let animation = try SVGAnimation(Array("\(Self.open)\(body)</svg>".utf8))
    let work = DrawingWork()
    let renderer = SVGRenderer(animation, work)
    var list = DisplayList(size: PixelSize(width: 99, height: 99), background: .white)
    renderer.draw(at: 0, into: &list)
    let (units, drawn) = (work.budget.building, work.elements)
    _ = renderer.element(at: Point(x: 90, y: 90), at: 0, animation.timeline)
    return (units, drawn, work.elements)
  }

  @Test("each element counts once where it is drawn, and where a point is looked for")
  func elements() throws {
    let (one, three) = (try work("<g/>"), try work("<g><rect/><rect/></g>"))
    expectEqual([three.drawn - one.drawn, three.hit - one.hit], [2, 2])
  }

  @Test("the attributes of a paint server that another one refers to count each time")
  func serverAttributes() throws {
    func units(_ attributes: Int) throws -> Int {
      let list = (0..<attributes).map { "a\($0)=''" }.joined(separator: " ")
      return try work(
        "<pattern id='p' href='#q'/><pattern id='q' width='9' height='9' \(list)><rect/></pattern>"
          + "<rect width='9' height='9' fill='url(#p)'/>"
      ).units
    }
    try #expect(units(100) - units(0) >= 100 * 80)
  }

  @Test("a light whose place refers to a custom property costs the custom properties around it")
  func customProperties() throws {
    let text = String(repeating: "a", count: 10_000)
    func units(_ x: String) throws -> Int {
      try work(
        """
        <filter id='f' style='--b:1;--a:var(--b) \(text)'><feDiffuseLighting>
        <fePointLight style='x:\(x)'/></feDiffuseLighting></filter>
        <rect width='9' height='9' filter='url(#f)'/>
        """
      ).units
    }
    let (plain, variable) = (try units("9"), try units("var(--w,9)"))
    #expect(variable - plain >= 10_000 * 10, "\(plain) and \(variable) units")
  }

  @Test("limits of paint servers and lines are reported")
  func silent() throws {
    let stops = String(repeating: "<stop/>", count: 4097)
    let gradient = try DrawnImage(
      "<linearGradient id='g'>\(stops)</linearGradient>"
        + "<rect width='9' height='9' fill='url(#g)'/>"
    ).omissions
    #expect(gradient.first?.hasPrefix(Omission.stops.sentence) == true)
    try expectEqual(
      DrawnImage("<path d='M0 9H100' stroke='red' stroke-dasharray='.00001'/>").omissions,
      [Omission.dashes.sentence])
    let servers = (0..<40).map { "<linearGradient id='g\($0)' href='#g\($0 + 1)'/>" }.joined()
    let chain = try DrawnImage("\(servers)<rect width='9' height='9' fill='url(#g0)'/>")
      .omissions
    #expect(
      chain.count == 1 && chain[0].hasPrefix(Omission.references.sentence), "\(chain)")
  }
}
