import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("The pointer over SVG") struct DocumentPointerTests {
  /// The contents of an `svg` of 100 by 100, a point, and the id of the element hit there.
  private static let hits: [(String, Double, Double, String)] = [
    ("<rect id='a' width='50' height='50'/>", 49, 49, "a"),
    ("<rect id='a' width='50' height='50'/>", 51, 49, ""),
    (
      "<rect id='a' width='50' height='50'/><rect id='b' x='40' width='50' height='50'/>", 45, 5,
      "b"
    ),
    ("<circle id='a' cx='50' cy='50' r='50'/>", 5, 5, ""),
    ("<rect id='a' width='50' height='50' fill='none'/>", 25, 25, ""),
    (
      "<rect id='a' width='50' height='50' fill='none' stroke='red' stroke-width='8'/>", 53, 25, "a"
    ),
    ("<rect id='a' width='50' height='50' fill='none' pointer-events='all'/>", 25, 25, "a"),
    (
      "<rect id='a' width='50' height='50'/><rect width='99' height='99' pointer-events='none'/>",
      5, 5, "a"
    ),
    ("<rect id='a' width='50' height='50' visibility='hidden'/>", 5, 5, ""),
    ("<rect id='a' width='50' height='50' visibility='hidden' pointer-events='fill'/>", 5, 5, "a"),
    ("<rect id='a' width='50' height='50' opacity='0'/>", 5, 5, "a"),
    ("<g display='none'><rect id='a' width='50' height='50'/></g>", 5, 5, ""),
    (
      "<g transform='translate(50) scale(2)'><rect id='a' width='20' height='20'/></g>", 89, 39, "a"
    ),
    (
      "<defs><rect id='r' width='20' height='20'/></defs><use id='a' href='#r' x='40'/>", 45, 5, "a"
    ),
    (
      "<clipPath id='c'><circle cx='25' cy='25' r='25'/></clipPath><rect id='a' width='50' height='50' clip-path='url(#c)'/>",
      2, 2, ""
    ),
    (
      "<clipPath id='c'><circle cx='25' cy='25' r='25'/></clipPath><g clip-path='url(#c)'><rect id='a' width='50' height='50'/></g>",
      25, 2, "a"
    ),
    (
      "<clipPath id='c'><path clip-rule='evenodd' d='M0 0h60v60h-60zM20 20h20v20h-20z'/></clipPath><rect id='a' width='50' height='50' clip-path='url(#c)'/>",
      30, 30, ""
    ),
    ("<svg width='30' height='30'><rect id='a' width='50' height='50'/></svg>", 31, 5, ""),
    ("<path id='a' d='M0 0h60v60h-60zM20 20h20v20h-20z' fill-rule='evenodd'/>", 30, 30, ""),
    (
      "<rect id='a' width='9' height='9'><set attributeName='x' to='50' begin='1s'/></rect>", 55, 5,
      "a"
    ),
  ]

  @Test("An element is hit where it is painted, according to pointer-events") func hits() throws {
    for (body, x, y, expected) in Self.hits {
      let text = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>"
      let animation = try SVGAnimation(Array(text.utf8))
      let found = SVGRenderer(animation).element(
        at: Point(x: x, y: y), at: 2, animation.timeline)
      let id = found.flatMap { animation.document.attribute(.id, of: $0) } ?? ""
      expectEqual(id, expected, "\(body)")
    }
  }

  @Test("The root is hit outside all shapes, and nothing is hit outside the image") func root()
    throws
  {
    let animation = try SVGAnimation(
      Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8))
    let renderer = SVGRenderer(animation)
    expectEqual(renderer.element(at: Point(x: 4, y: 4), at: 0, animation.timeline), 0)
    expectEqual(renderer.element(at: Point(x: 9, y: 4), at: 0, animation.timeline), nil)
  }

  @Test("A hit test ends at the limit of elements, and the next one starts from zero")
  func limit() throws {
    func hit(copies: Int) throws -> [Int?] {
      let copy = "<use href='#g' x='50'/>"
      let text = """
        <svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>
        <rect id='below' width='9' height='9'/>
        <defs><g id='g'>\(String(repeating: "<path d='M0 0h9v9z'/>", count: 1000))</g></defs>
        \(String(repeating: copy, count: copies))</svg>
        """
      let animation = try SVGAnimation(Array(text.utf8))
      let below = animation.document.element(id: "below")
      let renderer = SVGRenderer(animation)
      return (0..<2).map { _ in
        renderer.element(at: Point(x: 4, y: 4), at: 0, animation.timeline) == below ? 1 : 0
      }
    }
    try expectEqual(hit(copies: 200), [1, 1])
    try expectEqual(hit(copies: 300), [0, 0])
  }

  @Test("Movements, presses and clicks cause mouse and focus events in order")
  func events() throws {
    let document = try SVGDocument(
      Array(
        """
        <svg xmlns='http://www.w3.org/2000/svg'><a id='l' href='#'><rect id='r'/><path id='p'/></a></svg>
        """.utf8))
    var pointer = DocumentPointer()
    func names(_ action: PointerAction, _ id: String?) -> String {
      let element = id.flatMap { document.element(id: $0) }
      return pointer.events(of: action, at: element, in: document)
        .map { $0.name(in: document) }.filter { !$0.contains("pointer") }
        .joined(separator: " ")
    }
    expectEqual(
      names(.move, "r"),
      "r.mouseover svg in line 1.mouseenter l.mouseenter r.mouseenter r.mousemove")
    expectEqual(names(.move, "p"), "r.mouseout r.mouseleave p.mouseover p.mouseenter p.mousemove")
    expectEqual(names(.down, "p"), "p.mousedown l.focus l.focusin l.DOMFocusIn")
    expectEqual(names(.up, "r"), "p.mouseout p.mouseleave r.mouseover r.mouseenter r.mouseup")
    expectEqual(names(.click, "r"), "l.click l.activate l.DOMActivate")
    expectEqual(names(.down, "l"), "r.mouseout r.mouseleave l.mouseover l.mousedown")
    expectEqual(
      names(.exit, nil), "l.mouseout l.mouseleave svg in line 1.mouseleave")
  }

  @Test("Events bubble, except for events such as mouseenter")
  func bubbling() throws {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg'><g id='g'><rect id='r'/></g>
      <set id='c' attributeName='x' to='1' begin='g.click'/>
      <set id='e' attributeName='x' to='1' begin='g.mouseenter; accessKey(k)'/></svg>
      """
    let animation = try SVGAnimation(Array(text.utf8))
    let document = animation.document
    let rect = try #require(document.element(id: "r"))
    let waiting = animation.timeline.awaitedEvents().map { $0.name(in: document) }
    expectEqual(waiting, ["g.click", "g.mouseenter", "accessKey(k)"])
    let timeline = animation.timeline.with(
      [
        AnimationEvent(.event("click", element: rect), at: 1),
        AnimationEvent(.event("mouseenter", element: rect), at: 1),
        AnimationEvent(.key("k"), at: 3),
      ], in: document)
    let playing = [0, 1, 2, 3].map { time in
      ["c", "e"].map { timeline.isPlaying(id: $0, at: Fraction(time), in: document) }
    }
    expectEqual(playing, [[false, false], [true, false], [true, false], [true, true]])
  }
}
