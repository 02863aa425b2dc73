import AnimCore
import AnimGraphics
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Loops of SVGs") struct LoopPropertyTests {
  private static let durations = ["0.4s", "1s", "1.5s", "2.25s", "82.1s"]

  /// An animation with a random kind, duration and start, whose successor is the animation `next`.
  private func animation(_ index: Int, next: Int, _ random: inout SeededGenerator) -> String {
    let duration = Self.durations.randomElement(using: &random) ?? "1s"
    let fill = Bool.random(using: &random) ? "freeze" : "remove"
    let attributes = "id='a\(index)' attributeName='x' dur='\(duration)' fill='\(fill)'"
    let element =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: "<animate \(attributes) from='0' to='20' repeatCount='indefinite' begin='0.3s'/>"
      case 1: "<animate \(attributes) values='0;20;5' begin='0s;a\(index).end+0.25s'/>"
      case 2: "<animate \(attributes) to='9' begin='a\(next).end'/>"
      default: "<animate \(attributes) to='9' begin='\(duration)'/>"
      }
    return "<rect y='\(index)' width='4' height='1'>\(element)</rect>"
  }

  private func styled(_ index: Int, _ random: inout SeededGenerator) -> String {
    let duration = Self.durations.randomElement(using: &random) ?? "1s"
    let direction = ["normal", "alternate"].randomElement(using: &random) ?? "normal"
    let style = "animation: k \(duration) linear \(index)00ms infinite \(direction)"
    return "<rect y='1\(index)' width='4' height='1' style='\(style)'/>"
  }

  @Test("an image of a periodic SVG equals the image one period later") func periodicImages() throws
  {
    var random = SeededGenerator(seed: 7)
    var loops = 0
    for _ in 0..<150 {
      let body = (0..<3).map { animation($0, next: ($0 + 1) % 3, &random) }.joined()
      let text =
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>"
        + "<style>@keyframes k { to { transform: translateX(9px) } }</style>"
        + body + (0..<2).map { styled($0, &random) }.joined() + "</svg>"
      let svg = try SVGAnimation(Array(text.utf8), resources: SVGResources())
      guard case .periodic(let period, let start) = svg.extent else { continue }
      // Syncbases are resolved up to a number of intervals.
      guard start + period < 1_000 else { continue }
      loops += 1
      let renderer = SVGRenderer(svg)
      func image(at time: Fraction) -> DisplayList {
        var list = DisplayList(size: PixelSize(width: 40, height: 20))
        _ = renderer.draw(at: time, into: &list)
        return list
      }
      for step in 0..<5 {
        let time = start + period * Fraction(step) / 5
        let message = "\(text) repeats every \(period) s from \(start) s, at \(time) s"
        let isRepeated = image(at: time) == image(at: time + period)
        #expect(isRepeated, "\(message)")
      }
    }
    #expect(loops > 20)
  }
}
