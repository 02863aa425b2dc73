import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Limits of a frame")
struct OmissionTests {
  /// Returns copies of a square. A property determines their number.
  private func copies(_ property: String) throws -> LottieAnimation {
    let items = [
      rectangle(0, 0, 10, 10), fill(), #"{"ty":"rp","c":\#(property),"tr":{"p":{"k":[1,0]}}}"#,
    ]
    return try load(file(layers: #"{"ty":3,"ip":0,"op":10},\#(shapeLayer(items, ""))"#))
  }

  private let tooMuchWork =
    "frame 0 has more layers, points and letters than are drawn in one frame; the rest is not drawn"

  private func draw(_ renderer: LottieRenderer, frames: Double...) -> LottieDrawingReport {
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    var report = LottieDrawingReport()
    for frame in frames {
      list.removeAll(size: list.size)
      report.add(renderer.draw(frame: frame, into: &list))
    }
    return report
  }

  private func omission(_ layers: String, _ fields: String = "") throws -> String? {
    let animation = try load(file(layers: layers, fields))
    return draw(LottieRenderer(animation), frames: 0).omission?.description
  }

  @Test("the earliest omission is reported with its layer, in whatever order frames are drawn")
  func earliest() throws {
    let growing = #"{"a":1,"k":[{"t":0,"s":[1],"h":1},{"t":4,"s":[10001],"h":1}]}"#
    let animation = try copies(growing)
    let renderer = LottieRenderer(animation)
    var report = draw(renderer, frames: 0, 3.5)
    #expect(report.omission == nil)
    report.add(draw(LottieRenderer(animation), frames: 9, 2, 6.5, 8))
    let expected = "has more than 10000 copies by repeaters; the rest is not drawn"
    expectEqual(report.omission?.description, "layers[1]: frame 6 \(expected)")
    report.add(draw(renderer, frames: 4))
    expectEqual(report.omission?.description, "layers[1]: frame 4 \(expected)")
    expectEqual(report.omission?.severity, .notDrawn)
  }

  @Test("an omission is reported with its frame, counted from the file's first frame")
  func start() throws {
    let items = [rectangle(0, 0, 10, 10), fill(), #"{"ty":"rp","c":{"k":10001},"tr":{}}"#]
    let json = file(layers: shapeLayer(items, #""ip":0,"op":20"#))
      .replacing(#""ip":0,"op":10"#, with: #""ip":5,"op":15"#)
    let animation = try load(json)
    let report = draw(LottieRenderer(animation), frames: 3)
    expectEqual(report.omission?.description.hasPrefix("layers[0]: frame 3 has more"), true)
  }

  @Test("limits apply to each layer, frame and list separately")
  func separate() throws {
    func copies(_ counts: Int...) -> String {
      counts.map { count in
        shapeLayer(
          [
            rectangle(0, 0, 9, 9), fill(),
            #"{"ty":"rp","c":{"k":\#(count)},"tr":{"p":{"k":[1,0]}}}"#,
          ], "")
      }.joined(separator: ",")
    }
    // Copies are counted for each layer, and consecutive mattes aren't nested.
    #expect(try omission(copies(6000, 6000)) == nil)
    let pair =
      ##"{"ty":1,"sw":9,"sh":9,"sc":"#f00","td":1},{"ty":1,"sw":9,"sh":9,"sc":"#00f","tt":1}"##
    #expect(try omission(Array(repeating: pair, count: 200).joined(separator: ",")) == nil)
    try expectEqual(omission(copies(3, 10001, 3))?.hasPrefix("layers[1]: "), true)
    try expectEqual(omission(copies(10001, 10001, 3))?.hasPrefix("layers[1]: "), true)
    // A renderer that has left something out draws another frame whole.
    let animation = try self.copies(
      #"{"a":1,"k":[{"t":0,"s":[10001],"h":1},{"t":4,"s":[1],"h":1}]}"#)
    let renderer = LottieRenderer(animation)
    #expect(draw(renderer, frames: 0).omission != nil)
    #expect(draw(renderer, frames: 5, 9, 7).isEmpty)
    // Limits set on the list before or after don't affect the renderer's omissions.
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    let limit = list.outlineLimit
    list.outlineLimit = 2
    let box = LottieRenderer(try load(file(layers: copies(1)))).draw(frame: 0, into: &list)
    #expect(box.omission != nil && list.outlineLimit == 2)
    list.outlineLimit = limit
    let plain = LottieRenderer(try load(file(layers: copies(2)))).draw(frame: 0, into: &list)
    #expect(plain.omission == nil && list.outlineLimit == limit)
  }

  @Test("limits are the same as at the start, however many hit tests there are")
  func hits() throws {
    let solid = ##"{"ty":1,"sw":9,"sh":9,"sc":"#f00","nm":"S","op":9}"##
    let animation = try load(
      file(layers: Array(repeating: solid, count: 600).joined(separator: ",")))
    let renderer = LottieRenderer(animation)
    for _ in 0..<100 { #expect(!renderer.hits("S", at: Point(x: 50, y: 5), frame: 0)) }
    #expect(renderer.hits("S", at: Point(x: 5, y: 5), frame: 0))
  }

  @Test("a frame that just reaches its limits omits nothing")
  func whole() throws {
    let animation = try copies(#"{"k":10000}"#)
    #expect(draw(LottieRenderer(animation), frames: 0).isEmpty)
  }

  @Test("flattened lines and lists are limited")
  func lists() throws {
    let dots = #"{"ty":"st","c":{"k":[1,0,0]},"w":{"k":1},"d":[{"n":"d","v":{"k":0.5}}]}"#
    let dotted = shapeLayer("\(rectangle(0, 0, 100_000, 10)),\(dots)")
    #expect(
      try omission(dotted)
        == "layers[0]: frame 0 has an outline with more than 262144 corners; the rest is not drawn")
    let filled = #"{"ty":"gr","it":[\#(rectangle(0, 0, 10, 10)),\#(fill())]}"#
    let faint = #"{"ty":"tr","o":{"k":50}}"#
    let deep = (0..<70).reduce("\(filled),\(filled)") { inner, _ in
      #"{"ty":"gr","it":[\#(inner),\#(filled),\#(faint)]}"#
    }
    var limits = LottieLimits()
    limits.jsonDepth = 1000
    let animation = try load(file(layers: shapeLayer(deep)), limits: limits)
    #expect(
      draw(LottieRenderer(animation), frames: 0).omission?.description
        == "layers[0]: frame 0 has more than 64 nested groups; the rest is not drawn")
  }

  @Test("the points of paths are limited, and of paths that share fills and strokes")
  func points() throws {
    let star = #"{"ty":"sr","sy":1,"pt":{"k":500},"or":{"k":9},"ir":{"k":8},"os":{"k":50}}"#
    func stars(_ count: Int, styles: Int) -> String {
      shapeLayer(
        (Array(repeating: star, count: count) + Array(repeating: fill(), count: styles))
          .joined(separator: ","))
    }
    #expect(try omission(stars(20, styles: 10)) == nil)
    expectEqual(
      try omission(stars(800, styles: 1)),
      "layers[0]: frame 0 has paths with more than 2097152 points; the rest is not drawn")
    // Points without area have no corners.
    let points = #"{"ty":"sh","ks":{"k":{"c":false,"v":[[1,1]],"i":[[0,0]],"o":[[0,0]]}}}"#
    let many = Array(repeating: points, count: 1000) + Array(repeating: fill(), count: 1000)
    expectEqual(
      try omission(shapeLayer(many.joined(separator: ","))),
      "layers[0]: \(tooMuchWork)")
  }

  @Test("a path with too many sides for a modifier is left unchanged and reported")
  func modifiedPaths() throws {
    let zigZag = #"{"ty":"zz","s":{"k":1},"r":{"k":20000},"pt":{"k":1}}"#
    for modifier in [zigZag, zigZag.replacing("20000", with: "1")] {
      let items = [rectangle(0, 0, 30, 30), modifier, fill()].joined(separator: ",")
      expectEqual(
        try omission(shapeLayer(items)),
        modifier == zigZag
          ? "layers[0]: frame 0 has paths with too many sides to be modified; they are drawn as they are"
          : nil)
    }
  }

  @Test("shapes multiplied by modifiers, and layers within compositions, are limited")
  func shapesAndLayers() throws {
    let items =
      Array(repeating: rectangle(0, 0, 30, 30), count: 530)
      + Array(repeating: #"{"ty":"rd","r":{"k":3}}"#, count: 530) + [fill()]
    #expect(
      try omission(shapeLayer(items.joined(separator: ",")))
        == "layers[0]: frame 0 has more than 262144 shapes and points of modified paths; "
        + "the rest is not drawn")
    let solids = Array(
      repeating: ##"{"ty":1,"sw":9,"sh":9,"sc":"#f00","ip":0,"op":9}"##, count: 300)
    let uses = Array(repeating: #"{"ty":0,"refId":"a","ip":0,"op":9,"w":9,"h":9}"#, count: 200)
    expectEqual(
      try omission(
        uses.joined(separator: ","),
        #""assets":[{"id":"a","layers":[\#(solids.joined(separator: ","))]}]"#),
      "assets[0].layers[53]: \(tooMuchWork)")
  }
}
