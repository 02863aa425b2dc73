import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Rules for layers")
struct LayerRuleTests {
  private let redSquare = [rectangle(0, 0, 20, 20), fill()]

  private func composition(_ fields: String, content: String = #""ip":3,"op":4"#) -> String {
    file(
      layers: #"{"ty":0,"refId":"a","w":100,"h":50,"ip":0,"op":10,"ks":{},\#(fields)}"#,
      #""assets":[{"id":"a","layers":[\#(shapeLayer(redSquare, content))]}]"#)
  }

  @Test("after the end, the last moment is shown, and before the start the first")
  func clampedFrames() throws {
    let last = try load(file(layers: shapeLayer(redSquare, #""ip":9,"op":10"#)))
    #expect([9, 9.5, 10, 99].allSatisfy { rendering(last, frame: $0)[5, 5] == red })
    expectEqual(rendering(last, frame: 8.9)[5, 5], 0)
    let first = try load(file(layers: shapeLayer(redSquare, #""ip":0,"op":1"#)))
    #expect([-7, 0].allSatisfy { rendering(first, frame: $0)[5, 5] == red })
  }

  @Test("a composition remapped to its layer's end shows the previous frame")
  func remappedToEnd() throws {
    func isShown(_ seconds: Double, end: Int) throws -> Bool {
      let json = composition(#""tm":{"k":\#(seconds)}"#)
        .replacing(#""ip":0,"op":10,"ks":{},"tm""#, with: #""ip":0,"op":\#(end),"ks":{},"tm""#)
      return try rendering(json)[5, 5] == red
    }
    #expect(try isShown(0.3, end: 10) && isShown(0.4, end: 4))
    #expect(try !isShown(0.4, end: 5) && !isShown(0.3, end: 3))
  }

  @Test("a composition's own time reaches integral frames in spite of rounding")
  func snapped() throws {
    let json = composition(#""st":0.1,"sr":0.7"#)
    // (2.2 − 0.1) / 0.7 is slightly less than 3.
    try expectEqual(rendering(json, frame: 2.2)[5, 5], red)
    try expectEqual(rendering(json, frame: 2.19)[5, 5], 0)
    let later = composition(#""st":2"#)
    #expect(try rendering(later, frame: 5)[5, 5] == red && rendering(later, frame: 3)[5, 5] == 0)
  }

  @Test("a hidden matte hides its layer")
  func lateMatte() throws {
    let json = file(
      layers: shapeLayer(redSquare, #""ind":1,"td":1,"ip":5,"op":8"#) + ","
        + shapeLayer(redSquare, #""ind":2,"tt":1,"tp":1"#))
    let shown = try [0, 4, 5, 7, 8].map { try rendering(json, frame: $0)[5, 5] == red }
    expectEqual(shown, [false, false, true, true, false])
  }

  @Test("layers blend only with each other, whatever the background of the animation")
  func isolated() throws {
    let json = file(
      layers: shapeLayer([rectangle(0, 0, 20, 20), fill()], #""bm":1"#) + ","
        + shapeLayer([rectangle(10, 0, 20, 20), fill("0,1,0")], ""))
    var list = DisplayList(size: PixelSize(width: 100, height: 50), background: .blue)
    LottieRenderer(try load(json)).draw(frame: 0, into: &list)
    let image = list.painted()
    #expect(image[5, 5] == red && image[15, 5] == 0xFF00_0000 && image[25, 5] == green)
  }

  @Test("an image covers the size specified by the file, centred")
  func image() throws {
    // Half transparent red on the left, and blue.
    let data = """
      iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8DQwMDw/z8ADX4DfuoeFyEAAAAA\
      SUVORK5CYII=
      """
    func draw(_ width: Int, _ height: Int) throws -> PixelImage {
      try rendering(
        file(
          layers: #"{"ty":2,"refId":"i","ip":0,"op":10,"ks":{}}"#,
          """
          "assets":[{"id":"i","w":\(width),"h":\(height),"e":1,"u":"",\
          "p":"data:image/png;base64,\(data)"}]
          """))
    }
    // Colours are mixed between the middles of the two pixels, which are 40 apart.
    let square = try draw(40, 40)
    let alphas = [0, 10, 20, 39].map { Int(square[$0, 20] >> 24) }
    #expect(zip(alphas, [128, 160, 192, 255]).allSatisfy { abs($0 - $1) < 4 }, "\(alphas)")
    #expect(square[40, 20] == 0 && square[20, 40] == 0)
    let wide = try draw(80, 10)
    let others = [20, 40, 61].map { Int(wide[$0, 5] >> 24) }
    #expect(zip(others, [128, 192, 255]).allSatisfy { abs($0 - $1) < 4 }, "\(others)")
    expectEqual(wide[61, 10], 0)
  }

  @Test("shapes in reverse cut holes into others")
  func reversed() throws {
    let ellipse = #"{"ty":"el","p":{"k":[30,20]},"s":{"k":[20,20]},"d":1}"#
    let star = """
      {"ty":"sr","sy":2,"p":{"k":[30,20]},"pt":{"k":6},"r":{"k":0},"or":{"k":10},"os":{"k":0},"d":1}
      """
    let path = lines([[20, 10], [40, 10], [40, 30], [20, 30]], isClosed: true)
      .replacing(#""ty":"sh""#, with: #""ty":"sh","d":1"#)
    for shape in [rectangle(20, 10, 20, 20), ellipse, star, path] {
      let reversed = shape.replacing(#""d":1"#, with: #""d":3"#)
      func center(_ shape: String) throws -> UInt32 {
        try rendering(file(layers: shapeLayer([rectangle(0, 0, 60, 40), shape, fill()], "")))[
          30, 20]
      }
      try expectEqual(center(shape), red)
      try expectEqual(center(reversed), 0)
    }
  }

  @Test("a merged path is in the space of the merge, whatever groups its parts were in")
  func mergedGroups() throws {
    let moved = group(rectangle(0, 0, 20, 20), transform: #""p":{"k":[30,0]}"#)
    let image = try rendering(
      file(
        layers: shapeLayer(
          [moved, rectangle(40, 0, 40, 20), #"{"ty":"mm","mm":3}"#, fill()], "")))
    #expect((32..<38).allSatisfy { image[$0, 10] == red })
    #expect(image[45, 10] == 0 && image[60, 10] == 0 && image[10, 10] == 0)
  }

  @Test("the next merge sees a merged path as one path", arguments: [1, 2, 3, 4, 5])
  func mergedTwice(mode: Int) throws {
    let square = rectangle(0, 0, 40, 40)
    let hole = rectangle(10, 10, 20, 20).replacing(#""d":1"#, with: #""d":3"#)
    let island = rectangle(50, 10, 20, 20)
    func image(_ modifiers: String...) throws -> PixelImage {
      try rendering(
        file(
          layers: shapeLayer(
            [
              group(
                ([square, hole, island] + modifiers + [fill()])
                  .joined(separator: ","))
            ], "")))
    }
    let once = try image(#"{"ty":"mm","mm":1}"#)
    let twice = try image(#"{"ty":"mm","mm":1}"#, #"{"ty":"mm","mm":\#(mode)}"#)
    #expect(once[5, 20] == red && once[20, 20] == 0 && once[60, 20] == red)
    #expect(twice == once)
  }

  @Test("a merge of areas is one path for the merge after it")
  func mergedAreas() throws {
    // The intersection of the first two paths doesn't touch the third.
    let inner = group(
      rectangle(0, 0, 40, 40), rectangle(20, 0, 40, 40), #"{"ty":"mm","mm":4}"#)
    let image = try rendering(
      file(
        layers: shapeLayer(
          [inner, rectangle(70, 0, 20, 40), #"{"ty":"mm","mm":2}"#, fill()], "")))
    #expect(image[10, 20] == 0 && image[30, 20] == red && image[50, 20] == 0)
    expectEqual(image[80, 20], red)
  }

  @Test("a trim after a merge measures the merged path as one")
  func trimmedMerge() throws {
    let image = try rendering(
      file(
        layers: shapeLayer(
          [
            rectangle(10, 10, 20, 20), rectangle(60, 10, 20, 20), #"{"ty":"mm","mm":1}"#,
            #"{"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"k":0},"m":1}"#, stroke(4),
          ], "")))
    // The first rectangle is complete, and the second hasn't begun.
    for (x, y) in [(10, 20), (30, 20), (20, 10), (20, 30)] { expectEqual(image[x, y], red) }
    for (x, y) in [(60, 20), (80, 20), (70, 10), (70, 30)] { expectEqual(image[x, y], 0) }
  }
}
