import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The picture of layers")
struct LayerPictureTests {
  private func draw(_ layers: String..., assets: String = "", frame: Double = 0) throws
    -> PixelImage
  {
    let assets = assets.isEmpty ? "" : #""assets":[\#(assets)]"#
    return try picture(
      file(layers: layers.joined(separator: ","), assets), frame: frame)
  }

  private let redSquare = [rectangle(0, 0, 20, 20), fill()]
  private let bluePage = shapeLayer([rectangle(0, 0, 100, 50), fill("0,0,1")], "")

  @Test("shows a layer from its first frame up to its last, exclusive")
  func frames() throws {
    let layer = shapeLayer(redSquare, #""ip":2,"op":5"#)
    let shown = try (0..<7).map { try draw(layer, frame: Double($0))[5, 5] == red }
    #expect(shown == [false, false, true, true, true, false, false])
    #expect(try draw(layer, frame: 4.99)[5, 5] == red)
  }

  @Test("moves layers with their parents, even hidden ones, but does not fade them along")
  func parents() throws {
    let parent = #"{"ty":3,"ind":1,"hd":true,"ip":0,"op":1,"ks":{"p":{"k":[30,0]},"o":{"k":0}}}"#
    let image = try draw(
      parent, shapeLayer(redSquare, #""ind":2,"parent":1"#), frame: 5)
    #expect(image[35, 5] == red && image[5, 5] == 0)
  }

  @Test("fades a layer of several shapes as one")
  func opacity() throws {
    let image = try draw(
      shapeLayer(
        redSquare + [group(rectangle(10, 0, 20, 20), fill())], #""ks":{"o":{"k":50}}"#))
    for x in [5, 15, 25] { #expect(image[x, 5] == halfRed) }
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

  @Test("clips layers with their masks, in order")
  func masks() throws {
    let added = try masked(mask(10, 20), mask(60, 20))
    #expect(added[15, 5] == red && added[65, 5] == red && added[45, 5] == 0)
    let subtracted = try masked(mask(10, 50), mask(30, 10, mode: "s"))
    #expect(subtracted[15, 5] == red && subtracted[35, 5] == 0)
    let only = try masked(mask(30, 10, mode: "s"))
    #expect(only[15, 5] == red && only[35, 5] == 0)
    let inverted = try masked(mask(30, 10, isInverted: true))
    #expect(inverted[15, 5] == red && inverted[35, 5] == 0)
    #expect(try masked(mask(30, 10, opacity: 50))[35, 5] == halfRed)
    #expect(try masked(mask(30, 10, mode: "n"))[5, 5] == red)
  }

  @Test("expands masks outwards, or inwards, whichever way they go round")
  func expansion() throws {
    let wide = try masked(mask(30, 10, expansion: 5))
    #expect(wide[25, 5] == red && wide[44, 5] == red)
    #expect(wide[24, 5] == 0 && wide[45, 5] == 0)
    let narrow = try masked(mask(40, -20, expansion: -5))
    #expect(narrow[25, 25] == red && narrow[34, 25] == red)
    #expect(narrow[24, 25] == 0 && narrow[35, 25] == 0)
  }

  @Test("shows a layer where its matte is, and does not draw the matte itself")
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
    #expect(try matted(1) == [255, 128, 0])
    #expect(try matted(2) == [0, 127, 255])
    #expect(try matted(3) == [0, 128, 0])
    #expect(try matted(4) == [255, 127, 255])
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

  @Test("clips a composition to its size")
  func precompositionSize() throws {
    let image = try draw(
      precomposition(#""st":0,"ks":{"p":{"k":[30.5,10]}}"#).replacing(#""ks":{},"#, with: ""),
      assets: composition, frame: 2)
    #expect(image[31, 10] == red && image[49, 29] == red)
    #expect(image[29, 10] == 0 && image[35, 9] == 0 && image[35, 30] == 0)
    #expect((127...128).contains(image[30, 15] >> 24))
  }

  @Test("gives a composition a time of its own")
  func precompositionTime() throws {
    #expect(try shown(#""st":0"#) == [2, 3])
    #expect(try shown(#""st":3"#) == [5, 6])
    #expect(try shown(#""st":1,"sr":2"#) == [5, 6, 7, 8])
    #expect(try shown(#""st":3,"tm":{"k":0.3}"#) == Array(0..<10))
    let reversed = #"[{"t":0,"s":[0.9],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},"#
    #expect(try shown(#""st":0,"tm":{"a":1,"k":\#(reversed){"t":9,"s":[0]}]}"#) == [6, 7])
  }

  @Test("blends a layer with those below it, but not with what is behind the animation")
  func blendModes() throws {
    let multiplied = shapeLayer(redSquare, #""bm":1"#)
    #expect(try draw(multiplied)[5, 5] == red)
    let image = try draw(multiplied, bluePage)
    #expect(image[5, 5] == 0xFF00_0000 && image[25, 5] == blue)
  }

  @Test("draws solids")
  func solid() throws {
    let image = try draw(
      ##"{"ty":1,"sc":"#00ff00","sw":10,"sh":10,"ip":0,"op":9,"ks":{"p":{"k":[20,0]}}}"##)
    #expect(image[25, 5] == green && image[15, 5] == 0 && image[25, 10] == 0)
  }

  @Test("is the same whatever was drawn before, and however many threads draw")
  func determinism() throws {
    let turning = #""ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":9,"s":[90]}]},"p":{"k":[50,25]}}"#
    let json = file(
      layers: shapeLayer(redSquare, turning) + "," + shapeLayer(redSquare, #""bm":1"#) + ","
        + bluePage)
    let fresh = try (0..<10).map { try picture(json, frame: Double($0)) }
    let animation = try load(json)
    for (frame, threads) in [(7, 1), (2, 2), (9, 8), (0, 3), (2, 1), (5, 2)] {
      #expect(picture(animation, frame: Double(frame), threads: threads) == fresh[frame])
    }
  }
}
