import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Layers")
struct LayerImageTests {
  private func draw(_ layers: String..., assets: String = "", frame: Double = 0) throws
    -> PixelImage
  {
    let assets = assets.isEmpty ? "" : #""assets":[\#(assets)]"#
    return try rendering(
      file(layers: layers.joined(separator: ","), assets), frame: frame)
  }

  private let redSquare = [rectangle(0, 0, 20, 20), fill()]
  private let bluePage = shapeLayer([rectangle(0, 0, 100, 50), fill("0,0,1")], "")

  @Test("a layer is shown from its first frame up to its last, exclusive")
  func frames() throws {
    let layer = shapeLayer(redSquare, #""ip":2,"op":5"#)
    let shown = try (0..<7).map { try draw(layer, frame: Double($0))[5, 5] == red }
    expectEqual(shown, [false, false, true, true, true, false, false])
    try expectEqual(draw(layer, frame: 4.99)[5, 5], red)
  }

  @Test("layers move with their parents, even hidden ones, but don't fade with them")
  func parents() throws {
    let parent = #"{"ty":3,"ind":1,"hd":true,"ip":0,"op":1,"ks":{"p":{"k":[30,0]},"o":{"k":0}}}"#
    let image = try draw(
      parent, shapeLayer(redSquare, #""ind":2,"parent":1"#), frame: 5)
    #expect(image[35, 5] == red && image[5, 5] == 0)
  }

  @Test("a layer of several shapes fades as one image")
  func opacity() throws {
    let image = try draw(
      shapeLayer(
        redSquare + [group(rectangle(10, 0, 20, 20), fill())], #""ks":{"o":{"k":50}}"#))
    for x in [5, 15, 25] { expectEqual(image[x, 5], halfRed) }
  }

  private func mask(
    _ x: Double, _ width: Double, mode: String = "a", opacity: Double = 100,
    expansion: Double = 0, isInverted: Bool = false
  ) -> String {
    let points = [[x, 0], [x + width, 0], [x + width, 50], [x, 50]]
    return """
      {"mode":"\(mode)","inv":\(isInverted),"o":{"k":\(opacity)},"x":{"k":\(expansion)},\
      "pt":{"k":{"c":true,"v":\(points),"i":[[0,0],[0,0],[0,0],[0,0]],\
      "o":[[0,0],[0,0],[0,0],[0,0]]}}}
      """
  }

  private func masked(_ masks: String...) throws -> PixelImage {
    try draw(
      shapeLayer(
        [rectangle(0, 0, 100, 50), fill()],
        #""hasMask":true,"masksProperties":[\#(masks.joined(separator: ","))]"#))
  }

  @Test("layers are clipped by their masks, in order")
  func masks() throws {
    let added = try masked(mask(10, 20), mask(60, 20))
    #expect(added[15, 5] == red && added[65, 5] == red && added[45, 5] == 0)
    let subtracted = try masked(mask(10, 50), mask(30, 10, mode: "s"))
    #expect(subtracted[15, 5] == red && subtracted[35, 5] == 0)
    let only = try masked(mask(30, 10, mode: "s"))
    #expect(only[15, 5] == red && only[35, 5] == 0)
    let inverted = try masked(mask(30, 10, isInverted: true))
    #expect(inverted[15, 5] == red && inverted[35, 5] == 0)
    try expectEqual(masked(mask(30, 10, opacity: 50))[35, 5], halfRed)
    try expectEqual(masked(mask(30, 10, mode: "n"))[5, 5], red)
  }

  @Test("masks are expanded outwards, or inwards, in either direction of the contour")
  func expansion() throws {
    let wide = try masked(mask(30, 10, expansion: 5))
    #expect(wide[25, 5] == red && wide[44, 5] == red)
    #expect(wide[24, 5] == 0 && wide[45, 5] == 0)
    let narrow = try masked(mask(40, -20, expansion: -5))
    #expect(narrow[25, 25] == red && narrow[34, 25] == red)
    #expect(narrow[24, 25] == 0 && narrow[35, 25] == 0)
  }

  @Test("a mask can be expanded by more than its radius, and can shrink to nothing")
  func largeExpansion() throws {
    func shown(_ x: Double, _ expansion: Double) throws -> [Bool] {
      let (left, right, handle) = (x - 147, x + 147, 81.2)
      let points = "[[\(x),-122],[\(right),25],[\(x),172],[\(left),25]]"
      let before = "[[-\(handle),0],[0,-\(handle)],[\(handle),0],[0,\(handle)]]"
      let after = "[[\(handle),0],[0,\(handle)],[-\(handle),0],[0,-\(handle)]]"
      let path = #"{"k":{"c":true,"v":\#(points),"i":\#(before),"o":\#(after)}}"#
      let circle = #"{"mode":"a","o":{"k":100},"x":{"k":\#(expansion)},"pt":\#(path)}"#
      let image = try masked(circle)
      return [1, 50, 98].map { image[$0, 25] == red }
    }
    try expectEqual(shown(-250, 0), [false, false, false])
    try expectEqual(shown(-250, 146), [true, false, false])
    try expectEqual(shown(-250, 180), [true, true, false])
    try expectEqual(shown(-250, 300), [true, true, true])
    try expectEqual(shown(50, -100), [false, true, false])
    try expectEqual(shown(50, -140), [false, true, false])
    try expectEqual(shown(50, -147), [false, false, false])
    try expectEqual(shown(50, -500), [false, false, false])
  }

  @Test("a mask that is too complex to expand is drawn unexpanded, and this is reported")
  func complexExpansion() throws {
    let points = (0..<2000).map { (index: Int) -> [Int] in [index * 37 % 101, index * 53 % 51] }
    let handles = points.map { _ in "[0,0]" }.joined(separator: ",")
    func animation(_ expansion: Int) throws -> LottieAnimation {
      let mask = """
        {"mode":"a","o":{"k":100},"x":{"k":\(expansion)},\
        "pt":{"k":{"c":true,"v":\(points),"i":[\(handles)],"o":[\(handles)]}}}
        """
      return try load(
        file(
          layers: shapeLayer(
            [rectangle(0, 0, 100, 50), fill()], #""hasMask":true,"masksProperties":[\#(mask)]"#)))
    }
    let expanded = try animation(30)
    expectEqual(rendering(expanded), rendering(try animation(0)))
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    let report = LottieRenderer(expanded).draw(frame: 0, into: &list)
    expectEqual(report.omission?.description.contains("too many sides"), true)
  }

  @Test("a mask is feathered evenly on both sides of its edge, in its directions")
  func feather() throws {
    func row(_ mask: String) throws -> [Int] {
      let image = try masked(mask)
      return (0..<100).map { Int(image[$0, 25] >> 24) }
    }
    func feathered(_ mask: String, _ feather: String = "[20,20]") -> String {
      mask.replacing("{\"mode\"", with: "{\"f\":{\"k\":\(feather)},\"mode\"")
    }
    let soft = try row(feathered(mask(30, 40)))
    #expect(soft[50] == 255 && soft[10] == 0)
    #expect(abs(soft[29] + soft[30] - 255) <= 2 && abs(soft[69] + soft[70] - 255) <= 2)
    // The standard deviation is 0.3 times the feather: six points, where 16 % are left.
    #expect(abs(soft[23] + soft[24] - 2 * 41) <= 12)
    try expectEqual(row(feathered(mask(30, 40), "[0,20]"))[29...30], [0, 255])
    let inverted = try row(feathered(mask(30, 40, isInverted: true)))
    #expect(zip(soft, inverted).allSatisfy { abs($0 + $1 - 255) <= 2 })
    let subtracted = try row(feathered(mask(30, 40, mode: "s")))
    #expect(zip(soft, subtracted).allSatisfy { abs($0 + $1 - 255) <= 2 })
    try expectEqual(row(feathered(mask(30, 40, opacity: 50)))[50], 128)
    // With others, each in its mode.
    func pair(_ first: String, _ second: String) throws -> [Int] {
      let image = try masked(feathered(first), second)
      return [5, 25, 45, 65, 95].map { Int(image[$0, 25] >> 24) }
    }
    #expect(try pair(mask(35, 20), mask(60, 10))[2...3].allSatisfy { $0 > 220 })
    let cut = try pair(mask(20, 50), mask(60, 40, mode: "s"))
    #expect(cut[2] == 255 && cut[3] == 0 && cut[4] == 0)
    let common = try pair(mask(0, 60, mode: "i"), mask(40, 10, mode: "i"))
    #expect(common[0] == 0 && common[2] >= 250 && common[3] == 0)
    let again = try pair(mask(20, 50, mode: "s"), mask(40, 10))
    #expect(again[0] >= 250 && again[2] == 255 && again[4] >= 250 && again[3] < 120)
  }

  @Test("hostile feathers and numbers of masks are drawn within the limits")
  func hostileFeathers() throws {
    for feather in ["1e9", "[-5,1e300]", "[1e12,0]"] {
      let modes = ["a", "s", "i", "d", "l", "f"]
      let masks = (0..<200).map { index in
        mask(Double(index % 90), 10, mode: modes[index % 6], isInverted: index % 5 == 0)
          .replacing("{\"mode\"", with: "{\"f\":{\"k\":\(feather)},\"mode\"")
      }
      let layer = shapeLayer(
        [rectangle(0, 0, 100, 50), fill()],
        #""hasMask":true,"masksProperties":[\#(masks.joined(separator: ","))]"#)
      _ = try draw(layer, layer)
    }
  }

  @Test("a layer is shown inside its matte, and the matte itself isn't drawn")
  func mattes() throws {
    let half = fill("1,1,1", opacity: 50)
    let source = shapeLayer(
      [group(rectangle(0, 0, 20, 20), fill("0,0,0")), group(rectangle(20, 0, 20, 20), half)],
      #""ind":1,"td":1"#)
    func matted(_ mode: Int) throws -> [UInt32] {
      let image = try draw(
        source,
        shapeLayer([rectangle(0, 0, 60, 20), fill()], #""ind":2,"tt":\#(mode),"tp":1"#))
      return [5, 25, 45].map { image[$0, 5] >> 24 }
    }
    try expectEqual(matted(1), [255, 128, 0])
    try expectEqual(matted(2), [0, 127, 255])
    try expectEqual(matted(3), [0, 128, 0])
    try expectEqual(matted(4), [255, 127, 255])
  }

  private let composition = """
    {"id":"a","layers":[{"ty":4,"ip":2,"op":4,"st":0,"ks":{},"shapes":[\
    {"ty":"rc","p":{"k":[10,10]},"s":{"k":[200,200]},"r":{"k":0}},\
    {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100},"r":1}]}]}
    """

  private func precomposition(_ fields: String) -> String {
    #"{"ty":0,"refId":"a","w":20,"h":20,"ip":0,"op":10,"ks":{},\#(fields)}"#
  }

  private func shown(_ fields: String) throws -> [Int] {
    try (0..<10).filter {
      try draw(precomposition(fields), assets: composition, frame: Double($0))[5, 5] == red
    }
  }

  @Test("a composition is clipped to its size")
  func precompositionSize() throws {
    let image = try draw(
      precomposition(#""st":0,"ks":{"p":{"k":[30.5,10]}}"#).replacing(#""ks":{},"#, with: ""),
      assets: composition, frame: 2)
    #expect(image[31, 10] == red && image[49, 29] == red)
    #expect(image[29, 10] == 0 && image[35, 9] == 0 && image[35, 30] == 0)
    #expect((127...128).contains(image[30, 15] >> 24))
  }

  @Test("a composition has its own time")
  func precompositionTime() throws {
    try expectEqual(shown(#""st":0"#), [2, 3])
    try expectEqual(shown(#""st":3"#), [5, 6])
    try expectEqual(shown(#""st":1,"sr":2"#), [5, 6, 7, 8])
    try expectEqual(shown(#""st":3,"tm":{"k":0.3}"#), Array(0..<10))
    let reversed = #"[{"t":0,"s":[0.9],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},"#
    try expectEqual(shown(#""st":0,"tm":{"a":1,"k":\#(reversed){"t":9,"s":[0]}]}"#), [6, 7])
  }

  @Test("a layer is blended with those below it, but not with the background of the animation")
  func blendModes() throws {
    let multiplied = shapeLayer(redSquare, #""bm":1"#)
    try expectEqual(draw(multiplied)[5, 5], red)
    let image = try draw(multiplied, bluePage)
    #expect(image[5, 5] == 0xFF00_0000 && image[25, 5] == blue)
  }

  @Test("the colours of a layer can be added to those below it")
  func addition() throws {
    let image = try draw(shapeLayer(redSquare, #""bm":16"#), bluePage)
    #expect(image[5, 5] == 0xFFFF_00FF && image[25, 5] == blue)
  }

  @Test("a 3D layer without a camera is drawn in the plane, rotated about its axis")
  func turnedLayer() throws {
    func layer(_ transform: String) -> String {
      shapeLayer(
        [rectangle(0, -2, 20, 4), fill()],
        #""ddd":1,"ks":{"p":{"k":[50,25,0]},\#(transform)}"#)
    }
    for transform in [
      #""rz":{"k":90}"#, #""rx":{"k":0},"rz":{"k":60},"or":{"k":[0,0,30]}"#,
      #""or":{"a":0,"k":[0,0,90]}"#,
    ] {
      let json = file(layers: layer(transform))
      let image = try rendering(json)
      #expect(image[50, 40] == red && image[65, 25] == 0)
      #expect(try diagnostics(json).isEmpty)
    }
  }

  @Test("solids are drawn")
  func solid() throws {
    let image = try draw(
      ##"{"ty":1,"sc":"#00ff00","sw":10,"sh":10,"ip":0,"op":9,"ks":{"p":{"k":[20,0]}}}"##)
    #expect(image[25, 5] == green && image[15, 5] == 0 && image[25, 10] == 0)
  }

  @Test("a frame is the same whatever was drawn before, and with any number of threads")
  func determinism() throws {
    let turning = #""ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":9,"s":[90]}]},"p":{"k":[50,25]}}"#
    let json = file(
      layers: shapeLayer(redSquare, turning) + "," + shapeLayer(redSquare, #""bm":1"#) + ","
        + bluePage)
    let fresh = try (0..<10).map { try rendering(json, frame: Double($0)) }
    let animation = try load(json)
    for (frame, threads) in [(7, 1), (2, 2), (9, 8), (0, 3), (2, 1), (5, 2)] {
      expectEqual(rendering(animation, frame: Double(frame), threads: threads), fresh[frame])
    }
  }
}
