import AnimCore
import AnimText
import TestSupport
import Testing

@testable import AnimSVG

/// The contents of an `svg` of 100 by 100 whose styles change between images.
private struct ChangingStyle: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let content: String

  init(_ name: String, _ content: String) {
    testDescription = name
    self.content = content
  }
}

@Suite("Styles that are kept between images") struct StyleCacheTests {
  private static let contents = [
    ChangingStyle(
      "an inherited property, and a child that sets it",
      """
      <g fill='red'><animate attributeName='fill' values='red;lime;blue' dur='3s'/>\
      <rect width='40' height='40'/><g><rect y='50' width='40' height='40'/></g>\
      <rect x='50' width='40' height='40' fill='gray'/></g>
      """),
    ChangingStyle(
      "a property that only a child with `inherit` takes",
      """
      <g opacity='.9'><animate attributeName='opacity' values='.9;.5;.2' dur='3s'/>\
      <rect width='40' height='40' style='opacity: inherit'/>\
      <g><rect y='50' width='40' height='40'/></g></g>
      """),
    ChangingStyle(
      "a property whose animation ends",
      """
      <g stroke='red' stroke-width='4'><set attributeName='stroke-width' to='20' dur='1s'/>\
      <rect x='20' y='20' width='40' height='40'/></g>
      """),
    ChangingStyle(
      "the colour that others refer to",
      """
      <g color='red'><animate attributeName='color' values='red;lime;blue' dur='3s'/>\
      <rect width='40' height='40' fill='currentColor'/>\
      <rect y='50' width='40' height='40' stroke='currentColor' style='stroke-width: 1em'/></g>
      """),
    ChangingStyle(
      "the font size of the root",
      """
      <style>svg { animation: k 4s } @keyframes k { from { font-size: 10px } to { font-size: 40px } }\
      </style><g style='stroke-width: 1rem' stroke='red'><rect x='30' y='30' width='20' height='20'/>\
      </g><rect style='width: 1rem; height: 2em'/>
      """),
    ChangingStyle(
      "the font size that a child's size is relative to",
      """
      <g font-size='10'><animate attributeName='font-size' values='10;40' dur='4s'/>\
      <g style='font-size: 50%'><rect style='width: 2em; height: 2em'/></g></g>
      """),
    ChangingStyle(
      "a class",
      """
      <style>.a { fill: red; stroke: blue } .b rect { fill: lime }</style>\
      <g class='a'><set attributeName='class' to='b' begin='1s' dur='1s'/>\
      <rect width='40' height='40'/></g><rect class='a' x='50' width='40' height='40'/>
      """),
    ChangingStyle(
      "a custom property",
      """
      <style>@property --c { syntax: '&lt;color>'; inherits: true; initial-value: red }
      g { animation: k 3s } @keyframes k { to { --c: blue } } rect { fill: var(--c) }</style>\
      <g><rect width='40' height='40'/></g><rect x='50' width='40' height='40'/>
      """),
    ChangingStyle(
      "an element that is used in places with other styles",
      """
      <g fill='red'><animate attributeName='fill' values='red;lime;blue' dur='3s'/>\
      <use href='#r' x='50'/></g><g fill='gray'><use href='#r' y='50'/></g>\
      <defs><g id='r'><rect width='40' height='40'/></g></defs>
      """),
    ChangingStyle(
      "an element that a paint server and the drawing share",
      """
      <linearGradient id='l' color='red'><animate attributeName='color' values='red;blue' dur='3s'/>\
      <stop stop-color='currentColor'/><stop offset='1' stop-color='gray'/></linearGradient>\
      <rect width='90' height='90' fill='url(#l)'/>
      """),
    ChangingStyle(
      "the lines of text",
      """
      <text y='40' font-size='30'>0<set attributeName='text-decoration' to='underline' begin='1s'/>\
      <tspan>00</tspan></text>
      """),
    ChangingStyle(
      "the visibility of a group, and a child that is always visible",
      """
      <g visibility='hidden'><set attributeName='visibility' to='visible' begin='1s' dur='1s'/>\
      <rect width='40' height='40'/><rect x='50' width='40' height='40' visibility='visible'/></g>
      """),
  ]

  @Test("don't change an image, whichever images were drawn before it", arguments: contents)
  fileprivate func history(of row: ChangingStyle) throws {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(row.content)</svg>
      """
    let resources = try SVGResources.blocks { font in
      font.glyphs["0"] = .block(advance: 600, width: 500, height: 700)
    }
    let animation = try SVGAnimation(Array(text.utf8), resources: resources)
    let renderer = SVGRenderer(animation)
    func image(at time: Fraction, _ renderer: SVGRenderer) -> PixelImage {
      var list = DisplayList(size: PixelSize(width: 100, height: 100), background: .white)
      renderer.draw(at: time, into: &list)
      let image = PixelImage(size: list.size)
      Rasterizer(threads: 1).paint(list, into: image)
      return image
    }
    let times = [0, 1, 2, 3, 5, 6, 2, 2, 12, 0, 7, 4].map { Fraction($0) / 2 }
    let images = times.map { image(at: $0, SVGRenderer(animation)) }
    #expect(images.contains { $0 != images[0] }, "nothing changes")
    for (time, expected) in zip(times, images) {
      expectEqual(image(at: time, renderer), expected, "at \(time)")
    }
  }
}
