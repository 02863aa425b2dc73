import AnimCore
import Foundation
import TestSupport
import Testing

@testable import AnimSVG

/// Each property of the table is painted from keyframes and from a rule, which must look alike.
@Suite("Animated and painted values of every property") struct PropertyTests {
  /// Two values of a property, and the value halfway between them, or `nil` if keyframes switch there.
  private struct Sample {
    let first: String
    let second: String
    var middle: String?

    init(_ first: String, _ second: String, _ middle: String? = nil) {
      (self.first, self.second, self.middle) = (first, second, middle)
    }
  }

  private static let lengths = Sample("2px", "6px", "4px")
  private static let alphas = Sample("0.25", "0.75", "0.5")
  private static let colors = Sample("#204060", "#406080", "#305070")
  private static let corners = Sample("2px", "6px", "4px")

  private static let samples: [String: Sample] = [
    "color-scheme": Sample("light", "dark"), "color": colors, "fill": colors, "stroke": colors,
    "stop-color": colors, "flood-color": colors, "lighting-color": colors,
    "background-color": colors, "opacity": alphas, "fill-opacity": alphas,
    "stroke-opacity": alphas, "stop-opacity": alphas, "flood-opacity": alphas,
    "fill-rule": Sample("nonzero", "evenodd"), "clip-rule": Sample("nonzero", "evenodd"),
    "stroke-width": lengths, "stroke-dashoffset": lengths, "letter-spacing": lengths,
    "word-spacing": lengths, "baseline-shift": lengths,
    "font-size": Sample("10px", "20px", "15px"),
    "stroke-dasharray": Sample("2 4", "6 8", "4 6"),
    "stroke-linecap": Sample("butt", "round"), "stroke-linejoin": Sample("miter", "bevel"),
    "stroke-miterlimit": Sample("1", "9", "5"), "paint-order": Sample("fill", "stroke"),
    "marker-start": Sample("none", "url(#m)"), "marker-mid": Sample("none", "url(#m)"),
    "marker-end": Sample("none", "url(#m)"), "visibility": Sample("hidden", "visible"),
    "image-rendering": Sample("auto", "pixelated"),
    "shape-rendering": Sample("auto", "crispEdges"),
    "color-interpolation-filters": Sample("linearRGB", "sRGB"),
    "pointer-events": Sample("none", "all"), "display": Sample("inline", "inline"),
    "background-image": Sample("none", "linear-gradient(red, blue)"),
    "clip-path": Sample("circle(10px)", "circle(20px)", "circle(15px)"),
    "mask": Sample("none", "url(#k)"),
    "filter": Sample("blur(1px)", "blur(3px)", "blur(2px)"),
    "mix-blend-mode": Sample("normal", "multiply"), "isolation": Sample("auto", "isolate"),
    "overflow": Sample("hidden", "visible"), "mask-type": Sample("luminance", "alpha"),
    "transform": Sample("scale(1)", "scale(2)", "scale(1.5)"),
    "transform-origin": Sample("0 0", "8px 4px", "4px 2px"),
    "transform-box": Sample("view-box", "fill-box"),
    "vector-effect": Sample("none", "non-scaling-stroke"),
    "text-decoration": Sample("none", "underline"),
    "text-underline-offset": lengths,
    "alignment-baseline": Sample("auto", "middle"), "unicode-bidi": Sample("normal", "embed"),
    "border-top-left-radius": corners, "border-top-right-radius": corners,
    "border-bottom-right-radius": corners, "border-bottom-left-radius": corners,
    "font-family": Sample("a", "b"), "font-weight": Sample("300", "900"),
    "font-stretch": Sample("75%", "125%"), "font-style": Sample("normal", "italic"),
    "font-variant": Sample("normal", "small-caps"),
    "text-transform": Sample("none", "uppercase"), "font-kerning": Sample("auto", "none"),
    "font-optical-sizing": Sample("auto", "none"),
    "font-synthesis-style": Sample("auto", "none"),
    "font-synthesis-weight": Sample("auto", "none"),
    "font-feature-settings": Sample("normal", "'smcp'"),
    "font-variation-settings": Sample("'wght' 300", "'wght' 700", "'wght' 500"),
    "translate": Sample("2px", "6px 4px", "4px 2px"), "rotate": Sample("0", "90deg", "45deg"),
    "scale": Sample("1", "2 3", "1.5 2"),
    "offset-path": Sample("path('M0 0H9')", "path('M0 4H9')", "path('M0 2H9')"),
    "offset-distance": lengths, "offset-rotate": Sample("20deg", "40deg", "30deg"),
    "offset-anchor": Sample("2px 2px", "4px 6px", "3px 4px"),
    "offset-position": Sample("2px 2px", "4px 6px", "3px 4px"),
    "text-anchor": Sample("start", "end"),
    "text-shadow": Sample("none", "1px 1px red", "0.5px 0.5px rgb(255 0 0 / 0.5)"),
    "xml:space": Sample("default", "preserve"), "white-space": Sample("normal", "pre"),
    "dominant-baseline": Sample("auto", "hanging"), "direction": Sample("ltr", "rtl"),
    "writing-mode": Sample("lr", "tb"), "text-rendering": Sample("auto", "optimizeSpeed"),
  ]

  /// The properties in styles that keyframes can set, which `xml:space` isn't.
  private static let names = StyleProperty.all.filter {
    $0.storage != nil && $0.name != "xml:space"
  }
  .map(\.name)

  /// Draws elements that all properties have an effect on, after a second.
  private func image(_ rule: String, parent: String = "", keyframes: String = "") throws
    -> DisplayList
  {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><style>
      .p { \(parent) } .t { \(rule) } @keyframes k { \(keyframes) }</style>
      <marker id='m' markerWidth='3' markerHeight='3'><rect width='2' height='2'/></marker>
      <mask id='k'><rect width='60' height='60' fill='#888'/></mask>
      <g class='p' stroke='#808080' text-decoration='underline'><linearGradient id='g' class='p'><stop class='t'/><stop offset='1' stop-color='lime'/></linearGradient>
      <filter id='f' class='p'><feFlood class='t'/><feBlend in2='SourceGraphic'/></filter>
      <rect x='50' y='50' width='20' height='20' fill='url(#g)'/><rect width='9' height='9' filter='url(#f)'/>
      <path class='t' d='M10 10h30v30h-20v-20h9z'/>
      <text class='t' x='10' y='70'>Ab  cd</text></g></svg>
      """
    let animation = try SVGAnimation(Array(text.utf8), resources: .blocks())
    #expect(animation.timeline.diagnostics.isEmpty, "\(animation.timeline.diagnostics.all)")
    let size = PixelSize(width: 100, height: 100)
    var list = DisplayList(size: size, background: .white)
    SVGRenderer(animation).draw(at: 1, into: &list)
    return list
  }

  @Test("The table of samples contains all properties")
  func complete() {
    expectEqual(
      Set(Self.samples.keys), Set(StyleProperty.all.filter { $0.storage != nil }.map(\.name)))
    expectEqual(Set(StyleProperty.all.map(\.name)).count, StyleProperty.all.count)
  }

  @Test("docs/svg.md lists the properties of the table, and marks unsupported ones")
  func page() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../..")
    let page = try String(contentsOf: root.appending(path: "docs/svg.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## Properties of style sheets").last)
      .components(separatedBy: "\n## ")[0]
    func names(_ isWanted: (String) -> Bool) -> Set<String> {
      let rows = section.split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("| ") && isWanted($0) }
      return Set(
        rows.flatMap { row in
          row.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
            .map(\.element)
        })
    }
    expectEqual(names { _ in true }, Set(StyleProperty.all.map(\.name)))
    expectEqual(
      names { $0.hasPrefix("| not supported") },
      Set(StyleProperty.all.filter { $0.harmlessValues != nil }.map(\.name)))
  }

  @Test("Keyframes set a property like a rule", arguments: names) func values(name: String)
    throws
  {
    let sample = try #require(Self.samples[name])
    let (first, second) = ("\(name): \(sample.first)", "\(name): \(sample.second)")
    let middle = "\(name): \(sample.middle ?? sample.second)"
    let animation = "animation: k 2s linear"
    func expectAlike(
      _ keyframes: String, _ rule: String, value: String = "", parent: String = "",
      line: Int = #line
    ) throws {
      let animated = try image("\(value); \(animation)", parent: parent, keyframes: keyframes)
      let painted = try image(rule, parent: parent)
      #expect(animated == painted, "\(name) in line \(line)")
    }
    try expectAlike("from { \(first) } to { \(second) }", middle)
    try expectAlike("to { \(second) }", middle, value: first)
    for word in ["inherit", "initial", "unset"] {
      let value = "\(name): \(word)"
      try expectAlike("from, to { \(value) }", value, value: second, parent: first)
    }
    if StyleProperty.named(name)?.isInherited == true {
      try expectAlike("to { \(second) }", middle, parent: first)
    }
    if sample.middle != nil {
      try expectAlike("from { \(name): inherit } to { \(second) }", middle, parent: first)
    }
  }
}

@Suite("Work of animated values") struct AnimatedWorkTests {
  /// Returns the units that building an image costs.
  private func work(_ body: String) throws -> Int {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='99' height='99'>\(body)</svg>"
    let work = DrawingWork()
    var list = DisplayList(size: PixelSize(width: 99, height: 99), background: .white)
    SVGRenderer(try SVGAnimation(Array(text.utf8)), work).draw(at: 1, into: &list)
    return work.budget.building
  }

  @Test("A list of lengths costs at least as many units as it has lengths") func lists() {
    let lengths = Array(repeating: Length(1), count: 64)
    #expect(StyleValue.lengths(lengths).cost >= 64)
    #expect(StyleValue.dashes(lengths).cost >= 64)
  }

  @Test("An animated em deep inside costs about as much as a painted one")
  func depth() throws {
    func body(_ rect: String) -> String {
      let open = (0..<100).map { "<g style='--s\($0): \($0 + 1)px; font-size: var(--s\($0))'>" }
      return open.joined() + String(repeating: rect, count: 20)
        + String(repeating: "</g>", count: open.count)
    }
    let painted = try work(body("<rect width='9' height='9' x='1.5em'/>"))
    let animate = "<animate attributeName='x' from='1em' to='2em' dur='2s'/>"
    let animated = try work(body("<rect width='9' height='9'>\(animate)</rect>"))
    #expect(animated < painted + painted / 4, "\(animated) and \(painted) units")
  }

  @Test(
    "Animations that build on each other are charged for their work",
    arguments: ["2em", "calc(1em + 10%)", "10%"])
  func stack(width: String) throws {
    func body(_ count: Int) -> String {
      let names = Array(repeating: "k 4s linear", count: count).joined(separator: ",")
      return "<style>@keyframes k { to { stroke-width: \(width) } } rect { animation: \(names);"
        + "animation-composition: add }</style><rect width='9' height='9'/>"
    }
    let (one, many) = (try work(body(1)), try work(body(1001)))
    #expect(many - one >= 1000 * 160 && many - one < 1000 * 20_000, "\(one) and \(many) units")
  }
}

/// Lengths that depend on the place of an element.
@Suite("Animated and painted lengths") struct AnimatedLengthTests {
  /// An image of 200 by 100 after a second.
  private func image(_ body: String) throws -> DisplayList {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'
      width='200' height='100'>\(body)</svg>
      """
    var list = DisplayList(size: PixelSize(width: 200, height: 100), background: .white)
    SVGRenderer(try SVGAnimation(Array(text.utf8), resources: .blocks())).draw(at: 1, into: &list)
    return list
  }

  private static let lengths = [
    "5em", "3ex", "4ch", "2rem", "50vh", "20vw", "10vmin", "10vmax", "30%", "calc(10% + 1em)",
    "min(30%, 5em)", "max(10vh, 3em)", "clamp(1em, 20%, 3em)", "1in", "7",
  ]

  /// The content around a rectangle, with `@` in its place.
  private static let places = [
    "@", "<g font-size='x-large'>@</g>",
    "<g style='font-size: larger'><g font-size='150%'>@</g></g>",
    "<svg style='width: 50px; height: 20px'>@</svg>", "<svg width='50%' height='3em'>@</svg>",
    "<svg viewBox='0 0 20 40'>@</svg>",
    "<symbol id='s'>@</symbol><use href='#s' width='60' height='30'/><use href='#s' x='70'/>",
    "<g style='--s: 3em; font-size: calc(var(--s) / 2)'>@</g>",
  ]

  @Test("Paced animations and motion measure lengths where they are painted")
  func paced() throws {
    for place in Self.places {
      func body(_ inside: String) -> String {
        place.split(separator: "@", omittingEmptySubsequences: false)
          .joined(separator: "<rect width='9' height='9'>\(inside)</rect>")
      }
      // At the same speed, the second of two equal distances begins halfway.
      let linear = try image(
        body("<animate attributeName='x' values='0;50%;0;1em;0' dur='3s'/>"))
      let paced = try image(
        body("<animate attributeName='x' values='0;50%;0;1em;0' calcMode='paced' dur='3s'/>"))
      #expect(linear != paced, "\(place)")
      let motion = try image(body("<animateMotion from='0,0' to='2em,10%' dur='2s'/>"))
      let moved = try image(body("<animateMotion from='1em,5%' to='1em,5%' dur='2s'/>"))
      #expect(motion == moved, "\(place)")
    }
  }

  @Test("A motion along a shape with em lengths follows its painted outline")
  func outline() throws {
    let rect =
      "<rect width='9' height='9'><animateMotion dur='2s'><mpath href='#p'/></animateMotion></rect>"
    let em = try image("<g font-size='10'><circle id='p' cx='5em' cy='50%' r='2em'/></g>" + rect)
    let plain = try image("<g font-size='10'><circle id='p' cx='50' cy='50' r='20'/></g>" + rect)
    #expect(em == plain)
  }

  @Test("A length is animated to its painted value", arguments: lengths)
  func set(length: String) throws {
    for place in Self.places {
      for name in ["x", "width", "height", "stroke-width"] {
        func body(_ value: String, _ inside: String) -> String {
          let rect =
            "<rect width='9' height='9' stroke='red' style='\(value)'>\(inside)</rect>"
          return place.split(separator: "@", omittingEmptySubsequences: false)
            .joined(separator: rect)
        }
        let painted = try image(body("\(name): \(length)", ""))
        let set = try image(
          body("", "<set attributeName='\(name)' to='\(length)'/>"))
        #expect(set == painted, "\(name) in \(place)")
        let frames = "<style>@keyframes k { from, to { \(name): \(length) } }</style>"
        let keyframes = try image(frames + body("animation: k 2s linear", ""))
        #expect(keyframes == painted, "keyframes of \(name) in \(place)")
        let mixed = try image(
          body(
            "", "<animate attributeName='\(name)' from='3px' to='\(length)' dur='2s'/>"))
        let sum = try image(body("\(name): calc(1.5px + 0.5 * \(length))", ""))
        if Double(length) == nil { #expect(mixed == sum, "half of \(name) in \(place)") }
      }
    }
  }
}
