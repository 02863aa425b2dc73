import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Keyframes of style sheets") struct StyleAnimationTests {
  /// Rules for the element `t` and for keyframes `k`, which are what is between `@` and the end.
  static let rows = AnimationRow.rows(
    """
    opacity | animation: k 4s linear @ from{opacity:0} to{opacity:1} | 0 0, 1 0.25, 4 -
    opacity | animation: k 4s linear @ to{opacity:0} | 1 0.75
    opacity | opacity:.5; animation: k 4s linear @ 50%{opacity:1} | 1 0.75, 2 1, 3 0.75
    opacity | animation: 4s k @ from{opacity:0} to{opacity:1} | 2 0.802
    opacity | animation: k 4s ease-in-out @ from{opacity:0} to{opacity:1} | 2 0.5
    opacity | animation: k 4s cubic-bezier(0,0,1,1) @ from{opacity:0} to{opacity:1} | 1 0.25
    opacity | animation: k 4s steps(4) @ from{opacity:0} to{opacity:1} | 0.9 0, 1 0.25, 3.9 0.75
    opacity | animation: k 4s steps(4, jump-start) @ from{opacity:0} to{opacity:1} | 0 0.25, 3 1
    opacity | animation: k 4s step-end @ from{opacity:0} to{opacity:1} | 3.9 0
    opacity | animation: k 4s linear(0, 1 25%, 0) @ from{opacity:0} to{opacity:1} | 0.5 0.5, 1 1, 2.5 0.5
    opacity | animation: k 4s linear infinite @ from{opacity:0} to{opacity:1} | 1 0.25, 401 0.25
    opacity | animation: k 4s linear 2.5 both @ from{opacity:0} to{opacity:1} | 9 0.25, 11 0.5
    opacity | animation: k 4s linear 2 forwards @ from{opacity:0} to{opacity:1} | 9 1
    opacity | animation: k 4s linear 2 alternate forwards @ from{opacity:0} to{opacity:1} | 5 0.75, 9 0
    opacity | animation: k 4s linear reverse @ from{opacity:0} to{opacity:1} | 1 0.75
    opacity | animation: k 4s linear infinite alternate-reverse @ from{opacity:0} to{opacity:1} | 1 0.75, 5 0.25
    opacity | animation: k 4s linear 1s @ from{opacity:0} to{opacity:1} | 0.5 -, 2 0.25
    opacity | animation: k 4s linear 1s backwards @ from{opacity:.5} to{opacity:1} | 0 0.5
    opacity | animation: k 4s steps(4, start) 1s both @ from{opacity:0} to{opacity:1} | 0 0, 1 0.25
    opacity | animation: k 4s linear 1s reverse both @ from{opacity:.5} to{opacity:1} | 0 1
    opacity | animation: k 4s linear -1s @ from{opacity:0} to{opacity:1} | 0 0.25, 3 -
    opacity | animation: k 4s linear -1s paused @ from{opacity:0} to{opacity:1} | 0 0.25, 99 0.25
    opacity | animation: k 0s linear both @ from{opacity:0} to{opacity:.5} | 0 0.5
    opacity | animation: k 4s linear 0 forwards @ from{opacity:.5} to{opacity:1} | 1 0.5
    opacity | animation: k 4s linear infinite; animation-delay: 1s; animation-direction: reverse @ from{opacity:0} to{opacity:1} | 2 0.75
    opacity | animation: nobody 4s linear @ from{opacity:0} | 1 -
    opacity | animation: none @ from{opacity:0} | 1 -
    opacity | animation-name: k; animation-duration: 4000ms; animation-timing-function: linear @ from{opacity:0} to{opacity:1} | 1 0.25
    opacity | --d: 4s; animation: k var(--d) linear @ from{opacity:0} to{opacity:1} | 1 0.25
    opacity | --o: .5; animation: k 4s linear @ from{opacity:var(--o)} to{opacity:var(--p, 1)} | 2 0.75
    opacity | animation: k 4s linear @ 0%{opacity:0;animation-timing-function:step-end} 50%{opacity:.5} 100%{opacity:1} | 1 0, 3 0.75
    opacity | animation: k 4s linear @ 0%,50%{opacity:0} 100%{opacity:1} | 1 0, 3 0.5
    opacity | animation: k 4s linear @ 0%{opacity:0} 0%{opacity:.5} 100%{opacity:1} | 0 0.5
    opacity | animation: k 4s linear @ from{opacity:0} to{opacity:0} to{opacity:1} | 1 0.25
    opacity | animation: k 4s linear @ 100%{opacity:1} 0%{opacity:0} | 1 0.25
    opacity | opacity:.5; animation: k 4s linear; animation-composition: add @ from{opacity:0} to{opacity:.4} | 2 0.7
    opacity | opacity:.5; animation: k 4s linear @ from{opacity:.1;animation-composition:add} to{opacity:.8} | 2 0.7
    opacity | animation-delay: 9s; animation-direction: reverse; animation: k 4s linear @ from{opacity:0} to{opacity:1} | 1 0.25
    opacity | animation: k 4s LINEAR Infinite Alternate @ from{opacity:0} to{opacity:1} | 5 0.75
    opacity | --i: 2; animation: k 4s calc(var(--i) * -.5s) linear @ from{opacity:0} to{opacity:1} | 0 0.25
    opacity | animation: k max(1s, 4000ms) linear; animation-iteration-count: calc(1 + 1) @ from{opacity:0} to{opacity:1} | 5 0.25
    opacity | animation: k 4s linear @ from{opacity:1} to{opacity:1} } @keyframes k { from{opacity:0} to{opacity:1} | 1 0.25
    opacity | animation: k 4s linear, j 4s linear @ from{opacity:0} to{opacity:1} } @keyframes j { from{opacity:1} to{opacity:0} | 1 0.75
    display | display: none; animation: k 4s linear @ from{display:inline} to{display:inline} | 1 -
    opacity | --d: none; display: var(--d); animation: k 4s linear @ from{opacity:0} to{opacity:1} | 1 -
    display | animation: k 4s step-end @ from{display:none} 50%{display:inline} | 1 none, 3 inline
    fill | animation: k 4s linear @ from{fill:red} to{fill:blue} | 1 191.25 0 63.75 1
    fill | color:#204060; animation: k 4s linear @ from{fill:currentColor} to{fill:#000} | 2 16 32 48 1
    fill | animation: k 4s linear @ from{fill:transparent} to{fill:#f00} | 1 255 0 0 0.25, 2 255 0 0 0.5
    stroke-dashoffset | animation: k 4s linear @ from{stroke-dashoffset:10px} to{stroke-dashoffset:20px} | 2 15
    stroke-dasharray | animation: k 4s linear @ from{stroke-dasharray:0 8} to{stroke-dasharray:4 16} | 2 2 12
    stroke-width | animation: k 4s linear @ from{stroke-width:1em} to{stroke-width:2em} | 2 24
    visibility | animation: k 4s linear @ from{visibility:hidden} to{visibility:visible} | 0 hidden, 1 visible
    display | animation: k 4s linear @ from{display:inline} to{display:none} | 3 inline
    r | animation: k 4s linear @ from{r:0} to{r:8px} | 2 4
    r | animation: k 4s linear @ from{r:calc(1px + 2px)} to{r:min(9px, 5px)} | 2 4
    d | animation: k 4s linear @ from{d:path('M0 0L8 0')} to{d:path('M0 0L8 8')} | 2 M 0 0 L 8 4
    transform | animation: k 4s linear @ to{transform:rotate(360deg)} | 1 0 1 -1 0 0 0
    transform | animation: k 4s linear @ from{transform:translate(8px)} to{transform:none} | 2 1 0 0 1 4 0
    transform | animation: k 4s linear @ from{transform:translate(12px,12px) scale(0)} to{transform:translate(0,0) scale(1)} | 1 0.25 0 0 0.25 9 9
    transform | animation: k 4s linear @ from{transform:scale(1)} to{transform:scale(3) translate(4px)} | 2 2 0 0 2 4 0
    transform | animation: k 4s linear @ from{transform:translateX(8px)} to{transform:translateY(8px)} | 2 1 0 0 1 4 4
    transform | animation: k 4s linear @ from{transform:rotate(0)} to{transform:scale(1) rotate(180deg)} | 2 0 1 -1 0 0 0
    transform | animation: k 4s linear @ from{transform:scale(1) rotate(180deg)} to{transform:rotate(360deg) scale(1)} | 2 0 1 -1 0 0 0
    transform | animation: k 4s linear @ from{transform:rotate(0)} to{transform:matrix(0,1,-1,0,8,0)} | 2 0.707 0.707 -0.707 0.707 4 0
    transform | animation: k 4s linear @ from{transform:matrix(1,0,0,1,0,0)} to{transform:matrix(2,0,4,2,0,0)} | 2 1.5 0 1.224 1.98 0 0
    transform | animation: k 4s linear @ from{transform:scale(0)} to{transform:matrix(1,0,0,1,0,0)} | 1 0 0 0 0 0 0, 3 1 0 0 1 0 0
    transform | animation: k 4s linear @ from{transform:translate(0%)} to{transform:translate(50%)} | 2 1 0 0 1 25 0
    transform | animation: k 4s linear @ from{transform:translate(8px)} to{transform:translate(50%,1em)} | 1 1 0 0 1 18.5 4
    transform | animation: k 4s linear @ to{transform:translate(calc(100% - 8px), max(1em, 50%))} | 2 1 0 0 1 46 25
    transform | animation: k 4s linear @ to{transform:translate(min(2em, 30px), calc(1em + 4px))} | 2 1 0 0 1 15 10
    stroke-width | animation: k 4s linear @ from{stroke-width:calc(1em + 4px)} to{stroke-width:2em} | 2 26
    transform | transform:scale(2); animation: k 4s linear; animation-composition:add @ from{transform:none} to{transform:translate(8px)} | 2 2 0 0 2 8 0
    transform | transform:scale(2); animation-composition:add; animation: k 4s linear @ from{transform:none} to{transform:translate(8px)} | 2 2 0 0 2 8 0
    transform | transform:scale(2); animation: k 4s linear; animation-composition:accumulate @ from{transform:none} to{transform:scale(3)} | 2 3 0 0 3 0 0
    transform | transform:scale(2); animation: k 4s linear; animation-composition:accumulate @ from{transform:rotate(0)} to{transform:rotate(360deg)} | 2 -2 0 0 -2 0 0
    transform | animation: k 4s linear @ from{transform:rotateY(0)} to{transform:rotateY(360deg)} | 2 -1 0 0 1 0 0
    transform | animation: k 4s linear @ from{transform:rotateX(0)} to{transform:rotate3d(1,0,0,1turn)} | 2 1 0 0 -1 0 0
    transform | animation: k 4s linear @ from{transform:matrix(-.985,.174,-.174,-.985,0,0)} to{transform:matrix(-.985,-.174,.174,-.985,0,0)} | 2 -1 0 0 -1 0 0
    transform | animation: k 4s linear @ from{transform:spin(3)} to{transform:scale(3)} | 2 2 0 0 2 0 0
    x | animation: k 4s linear @ from{x:0} to{x:8px} | 2 4
    fill | animation: k 4s linear @ from{fill:red} to{fill:blue} | 2 127.5 0 127.5 1
    fill | animation: k 4s linear @ from{fill:hsl(0 100% 50%)} to{fill:hwb(240 0% 0%)} | 2 127.5 0 127.5 1
    fill | animation: k 4s linear @ from{fill:color(srgb 1 0 0)} to{fill:blue} | 0 255 0 0 1, 2 140.362 83.033 162.308 1
    fill | animation: k 4s linear @ from{fill:red} to{fill:color-mix(in srgb, red, blue)} | 4 -, 3.999 127.528 0.035 127.486 1
    transform | animation: k 4s linear @ from{scale:100%} to{scale:300% 50%} | 2 2 0 0 0.75 0 0
    transform | scale:0; animation: k 4s linear @ to{scale:1} | 1 0.25 0 0 0.25 0 0
    transform | scale:2; animation: k 4s linear @ to{scale:none} | 2 1.5 0 0 1.5 0 0
    transform | translate:-8px 0; animation: k 4s linear @ to{translate:0} | 1 1 0 0 1 -6 0
    transform | rotate:-90deg; animation: k 4s linear @ to{rotate:270deg} | 2 0 1 -1 0 0 0
    transform | rotate:30deg; animation: k 4s linear; animation-composition:add @ from{rotate:60deg} to{rotate:60deg} | 2 0 1 -1 0 0 0
    rx | animation: k 4s linear @ 50%{rx:40px} | 0.9 -, 1.1 40, 2.9 40, 3.1 -
    rx | rx:10px; animation: k 4s linear @ 50%{rx:40px} | 1 25
    text-anchor | animation: k 4s linear @ 50%{text-anchor:end} | 0.5 start, 2 end
    transform-origin | animation: k 4s linear @ from{transform-origin:0 0} to{transform-origin:8px 100%} | 1 2 25
    transform-origin | transform-origin:4px 4px; animation: k 4s linear @ to{transform-origin:left 8px} | 2 2 6
    transform-origin | animation: k 4s linear @ to{transform-origin:center} | 2 25 25
    transform | animation: k 4s linear @ from{transform:translateX(100%) rotate(0deg)} to{transform:rotate(90deg)} | 2 0.707 0.707 -0.707 0.707 50 0
    transform | animation: k 4s linear @ from{transform:scale(2) translateX(50%)} to{transform:rotate(0) scale(2)} | 2 2 0 0 2 50 0
    transform | transform:scale(2); animation: k 4s linear @ to{transform:initial} | 2 1.5 0 0 1.5 0 0
    transform | scale:2; animation: k 4s linear @ to{scale:unset} | 2 1.5 0 0 1.5 0 0
    opacity | opacity:.5; animation: k 4s linear } svg { opacity:.1 @ to{opacity:unset} | 2 0.75
    stroke-width | animation: k 4s linear } svg { font-size:10px @ from{stroke-width:1rem} to{stroke-width:2rem} | 2 15
    stroke-width | font-size:2rem; animation: k 4s linear } svg { font-size:10px @ from{stroke-width:1em} to{stroke-width:2rem} | 2 20
    id | animation: k 4s linear @ from{id:a} | 2 -
    """)

  private static func text(_ row: AnimationRow, more: String = "") -> String {
    let parts = row.content.split(separator: "@", maxSplits: 1).map(String.init)
    return """
      <svg xmlns='http://www.w3.org/2000/svg'><style>#t { \(parts[0]) }
      @keyframes k { \(parts[1]) }</style><rect id='t' x='5'>\(more)</rect></svg>
      """
  }

  @Test("A property at a time follows the specifications", arguments: rows.indices)
  func values(index: Int) throws {
    let row = Self.rows[index]
    var document = try AnimatedDocument(Self.text(row))
    for (time, value) in row.samples {
      let found = document.value(row.attribute, at: time)
      expectEqual(found, value, "\(row.content) at \(time)")
    }
  }

  @Test(
    "Lengths with several units accumulate forever",
    arguments: ["replace", "accumulate", "add"])
  func deepCalculations(composition: String) throws {
    let names = Array(repeating: "k 4s linear", count: 20_000).joined(separator: ",")
    let row = AnimationRow(
      attribute: "transform",
      content: """
        transform: translate(1px); animation: \(names); animation-composition: \(composition) @
        to { transform: translate(calc(1px + 1%)) }
        """, samples: [])
    var document = try AnimatedDocument(Self.text(row))
    #expect(document.value("transform", at: "2").hasPrefix("1 0 0 1 "))
  }

  @Test("Lists of transforms that don't match accumulate forever")
  func deepMixtures() throws {
    let names = Array(repeating: "k 4s linear", count: 20_000).joined(separator: ",")
    for composition in ["replace", "add"] {
      let row = AnimationRow(
        attribute: "transform",
        content: """
          transform: rotate(4deg); animation: \(names); animation-composition: \(composition) @
          to { transform: translate(1%) scale(2) }
          """, samples: [])
      var document = try AnimatedDocument(Self.text(row))
      #expect(document.value("transform", at: "2").split(separator: " ").count == 6)
    }
  }

  @Test("Style sheets override animation elements, or add to them") func above() throws {
    let more = "<animate attributeName='opacity' from='1' to='0' dur='4s'/>"
    let rows = AnimationRow.rows(
      """
      opacity | animation: k 4s linear @ from{opacity:.5} to{opacity:.5} | 3 0.5
      opacity | animation: k 4s linear @ to{opacity:1} | 2 0.75
      """)
    for row in rows {
      var document = try AnimatedDocument(Self.text(row, more: more))
      for (time, value) in row.samples {
        expectEqual(document.value(row.attribute, at: time), value, "\(row.content)")
      }
    }
  }

  @Test("Animations in style sheets count towards the duration of a document") func extents() throws
  {
    let rows: [(String, AnimationExtent)] = [
      ("k 2s 1s", .finite(3)), ("k 2s 1s 2", .finite(5)), ("k 2s infinite", .periodic(2, from: 0)),
      ("k 2s infinite alternate", .periodic(4, from: 0)),
      ("k 2s 1s infinite", .periodic(2, from: 1)), ("k 2s infinite paused", .still),
      ("k 82.1s infinite", .periodic(Fraction(821) / 10, from: 0)), ("k 0s infinite", .still),
      ("k 1.5s infinite, k 2s infinite", .periodic(6, from: 0)),
    ]
    for (animation, extent) in rows {
      let row = AnimationRow(
        attribute: "opacity", content: "animation: \(animation) @ to{opacity:0}", samples: [])
      try expectEqual(AnimatedDocument(Self.text(row)).timeline.extent(), extent, "\(animation)")
    }
  }

  @Test("Timing functions follow CSS, and invalid ones are rejected") func easings()
    throws
  {
    let rows: [(String, [Double]?)] = [
      ("linear", [0, 0.25, 0.5, 0.75, 1]), ("ease", [0, 0.409, 0.802, 0.96, 1]),
      ("ease-in", [0, 0.093, 0.315, 0.622, 1]), ("ease-out", [0, 0.378, 0.685, 0.907, 1]),
      ("cubic-bezier(.5, -1, .5, 2)", [0, -0.182, 0.5, 1.182, 1]),
      ("steps(2)", [0, 0, 0.5, 0.5, 1]), ("steps(2, start)", [0.5, 0.5, 1, 1, 1]),
      ("steps(2, jump-both)", [0.333, 0.333, 0.667, 0.667, 1]),
      ("steps(3, jump-none)", [0, 0, 0.5, 1, 1]), ("step-start", [1, 1, 1, 1, 1]),
      ("linear(0, .2, 1)", [0, 0.1, 0.2, 0.6, 1]),
      ("linear(0, .5 25% 75%, 1)", [0, 0.5, 0.5, 0.5, 1]),
      ("linear(1, 1 50%, 0 20%)", [1, 1, 0, 0, 0]),
      ("steps(0)", nil), ("steps(1, jump-none)", nil), ("steps(2, middle)", nil),
      ("cubic-bezier(2,0,0,1)", nil), ("cubic-bezier(0,0,1)", nil), ("linear(0)", nil),
      ("bounce", nil), ("linear(0, 1", nil),
    ]
    for (text, values) in rows {
      let easing = try TimingFunction(css: text)
      expectEqual((easing == nil), (values == nil), "\(text)")
      guard let easing, let values else { continue }
      for (index, value) in values.enumerated() {
        let found = easing.value(at: Double(index) / 4)
        #expect((found - value).magnitude < 0.001, "\(text) at \(index)/4: \(found)")
      }
    }
  }

  @Test("Interpolation between two maps starts at the first and ends at the second")
  func decomposition() {
    var generator = SeededGenerator(seed: 3)
    func random() -> Transform {
      func number() -> Double { Double.random(in: -3...3, using: &generator) }
      return Transform(
        a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
    }
    for _ in 0..<200 {
      let (first, second) = (random(), random())
      for (mixed, expected) in [
        (first.mixed(with: second, 0), first), (first.mixed(with: second, 1), second),
      ] {
        let point = Point(x: 3, y: -2)
        let (found, wanted) = (mixed.apply(to: point), expected.apply(to: point))
        #expect((found.x - wanted.x).magnitude + (found.y - wanted.y).magnitude < 1e-9)
      }
    }
  }
}
