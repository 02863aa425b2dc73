import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Layers in space")
struct SpaceImageTests {
  /// Returns a solid of 40 by 40, whose middle is its anchor, in the middle of a page of 100 by 50.
  private func solid(
    _ transform: String, color: String = "#ff0000", _ fields: String = #""ddd":1"#
  ) -> String {
    let place = transform.contains(#""p":"#) ? "" : #""p":{"k":[50,25,0]},"#
    let anchor = transform.contains(#""a":"#) ? "" : #""a":{"k":[20,20,0]},"#
    return """
      {"ty":1,"sc":"\(color)","sw":40,"sh":40,"ip":0,"op":10,\(fields),
      "ks":{\(place)\(anchor)\(transform.isEmpty ? #""r":{"k":0}"# : transform)}}
      """
  }

  private func rendering(_ layers: String, frame: Double = 0) throws -> PixelImage {
    var list = DisplayList(size: PixelSize(width: 100, height: 50), background: .clear)
    LottieRenderer(try load(file(layers: layers))).draw(frame: frame, into: &list)
    return list.painted()
  }

  private func camera(_ transform: String, zoom: Int = 200) -> String {
    #"{"ty":13,"ddd":1,"ip":0,"op":10,"pe":{"k":\#(zoom)},"ks":{\#(transform)}}"#
  }

  /// Returns whether two images differ by no more than rounding at their edges.
  private func isAlike(_ a: PixelImage, _ b: PixelImage) -> Bool {
    (0..<50).allSatisfy { y in
      (0..<100).allSatisfy { x in abs(Int(a[x, y] >> 24) - Int(b[x, y] >> 24)) <= 2 }
    }
  }

  @Test(
    "a layer rotated about an axis is nearer on one side, seen from a distance equal to the diagonal"
  )
  func perspective() throws {
    // Its right side is 17.3 before the page, which is seen from 111.8: 1.18 times as large.
    let image = try rendering(solid(#""ry":{"k":60}"#))
    for (x, y, isPainted) in [
      (60, 3, true), (63, 25, false), (60, 47, true), (42, 5, false), (43, 10, true),
      (40, 25, false), (42, 25, true), (42, 44, false),
    ] {
      #expect((image[x, y] != 0) == isPainted, "\(x) \(y)")
    }
    // With a positive angle about the x axis, the lower part moves away.
    let below = try rendering(solid(#""rx":{"k":60}"#))
    #expect(below[29, 16] != 0 && below[71, 16] != 0 && below[30, 31] == 0 && below[33, 31] != 0)
    try expectEqual(rendering(solid(#""or":{"k":[0,60,0]}"#)), image)
    // About z first, and then about y.
    let both = try rendering(solid(#""rz":{"k":90},"ry":{"k":60}"#))
    #expect(isAlike(both, image))
  }

  @Test("distant layers are smaller, and layers behind the camera aren't drawn")
  func depth() throws {
    // The page is seen from a distance of √(100² + 50²).
    let half = try rendering(solid(#""p":{"k":[50,25,111.80339887498948]}"#))
    let flat = try rendering(solid(#""s":{"k":[50,50,100]}"#, #""ddd":0"#))
    #expect(isAlike(half, flat) && half[41, 16] != 0 && half[39, 25] == 0)
    let anchored = try rendering(solid(#""a":{"k":[20,20,-111.80339887498948]}"#))
    #expect(isAlike(anchored, flat))
    let split = #""p":{"s":true,"x":{"k":50},"y":{"k":25},"z":{"k":111.80339887498948}}"#
    #expect(isAlike(try rendering(solid(split)), flat))
    let behind = try rendering(solid(#""p":{"k":[50,25,-120]}"#))
    #expect(behind[50, 25] == 0)
    let moving =
      #""p":{"k":[{"t":0,"s":[50,25,0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":8,"s":[50,25,223.60679774997897]}]}"#
    #expect(isAlike(try rendering(solid(moving), frame: 4), flat))
  }

  @Test("a camera shows a layer at the distance of its zoom in its own size, in the centre")
  func cameras() throws {
    let flat = try rendering(solid("", #""ddd":0"#))
    func seen(_ place: String, _ layer: String = "", zoom: Int = 200) throws -> PixelImage {
      try rendering(camera(place, zoom: zoom) + "," + solid(layer))
    }
    #expect(isAlike(try seen(#""p":{"k":[50,25,-200]}"#), flat))
    let half = try rendering(solid(#""s":{"k":[50,50,100]}"#, #""ddd":0"#))
    #expect(isAlike(try seen(#""p":{"k":[50,25,-400]}"#), half))
    #expect(isAlike(try seen(#""p":{"k":[50,25,-200]}"#, zoom: 100), half))
    let left = try rendering(solid(#""p":{"k":[40,25]}"#, #""ddd":0"#))
    #expect(isAlike(try seen(#""p":{"k":[60,25,-200]}"#), left))
    // A camera at the left and above, pointed at a layer that faces it.
    let looking = #""p":{"k":[-50,25,-173.20508075688772]},"a":{"k":[50,25,0]}"#
    #expect(isAlike(try seen(looking, #""ry":{"k":30}"#), flat))
    #expect(!isAlike(try seen(looking), flat))
    let above = #""p":{"k":[50,-75,-173.20508075688772]},"a":{"k":[50,25,0]}"#
    #expect(isAlike(try seen(above, #""rx":{"k":-30}"#), flat))
    // Its own rotation is that of the layer that it doesn't look at.
    let turned = #""p":{"k":[50,25,-200]},"rz":{"k":30}"#
    #expect(isAlike(try seen(turned, #""rz":{"k":30}"#), flat))
    // A camera outside its time range, and layers that aren't 3D.
    let later = camera(#""p":{"k":[50,25,-400]}"#).replacing(#""ip":0"#, with: #""ip":5"#)
    #expect(isAlike(try rendering(later + "," + solid("")), flat))
    let plane = camera(#""p":{"k":[50,25,-400]}"#) + "," + solid("", #""ddd":0"#)
    try expectEqual(rendering(plane), flat)
  }

  @Test("a 3D parent moves a camera and a layer, and a layer in the plane has no depth")
  func parents() throws {
    let parent = #"{"ty":3,"ind":9,"ddd":1,"ip":0,"op":10,"ks":{"p":{"k":[50,25,100]}}}"#
    let child = solid(#""p":{"k":[0,0,0]}"#, #""ddd":1,"parent":9"#)
    let eye = camera(#""p":{"k":[50,25,-200]}"#)
    let far = try rendering(eye + "," + solid(#""p":{"k":[50,25,100]}"#))
    try expectEqual(rendering(eye + "," + child + "," + parent), far)
    let carried = camera(#""p":{"k":[0,0,-200]}"#).replacing(
      #""ty":13"#, with: #""ty":13,"parent":9"#)
    let flat = try rendering(solid("", #""ddd":0"#))
    #expect(isAlike(try rendering(carried + "," + child + "," + parent), flat))
    let plane = solid(#""p":{"k":[0,0]}"#, #""ddd":0,"parent":9"#)
    try expectEqual(rendering(eye + "," + plane + "," + parent), flat)
  }

  @Test("layers in space next to each other are drawn from back to front")
  func order() throws {
    func blue(_ depth: Int) -> String {
      solid(#""p":{"k":[50,25,\#(depth)]}"#, color: "#0000ff")
    }
    let (red, blueWord): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF)
    try expectEqual(rendering(blue(50) + "," + solid(""))[50, 25], red)
    try expectEqual(rendering(blue(-10) + "," + solid(""))[50, 25], blueWord)
    // At the same depth, the upper layer is in front, and a layer in the plane keeps them apart.
    try expectEqual(rendering(blue(0) + "," + solid(#""rx":{"k":1}"#))[50, 25], blueWord)
    let between = solid(#""p":{"k":[5,5]}"#, #""ddd":0"#)
    try expectEqual(rendering(blue(50) + "," + between + "," + solid(""))[50, 25], blueWord)
  }

  @Test("masks, mattes, opacity and nested compositions are projected like their layers")
  func groups() throws {
    let mask = """
      "hasMask":true,"masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"c":true,\
      "v":[[0,0],[20,0],[20,40],[0,40]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]
      """
    let half = try rendering(solid(#""ry":{"k":60},"o":{"k":50}"#, #""ddd":1,\#(mask)"#))
    #expect(half[45, 25] == 0x8080_0000 && half[55, 25] == 0 && half[42, 5] == 0)
    let matte = solid(#""p":{"k":[50,5]}"#, #""ddd":0"#)
    let matted = try rendering(matte + "," + solid(#""ry":{"k":60}"#, #""ddd":1,"tt":1"#))
    #expect(matted[60, 10] != 0 && matted[60, 30] == 0 && matted[42, 5] == 0)
    // A composition in space is a plane.
    let inner = #"{"id":"c","layers":[\#(solid("", #""ddd":0"#))]}"#
    let outer =
      #"{"ty":0,"refId":"c","w":100,"h":50,"ip":0,"op":10,"ddd":1,"ks":{"a":{"k":[50,25,0]},"p":{"k":[50,25,0]},"ry":{"k":60}}}"#
    var list = DisplayList(size: PixelSize(width: 100, height: 50), background: .clear)
    LottieRenderer(try load(file(layers: outer, #""assets":[\#(inner)]"#)))
      .draw(frame: 0, into: &list)
    #expect(isAlike(list.painted(), try rendering(solid(#""ry":{"k":60}"#))))
  }

  @Test("a layer in space is hit at its visible position")
  func hits() throws {
    let renderer = LottieRenderer(
      try load(file(layers: solid(#""ry":{"k":60}"#, #""ddd":1,"nm":"card""#))))
    for (x, y, isHit) in [
      (60.0, 3.0, true), (63, 25, false), (42, 5, false), (43, 10, true), (40, 25, false),
    ] {
      #expect(renderer.hits("card", at: Point(x: x, y: y), frame: 0) == isHit, "\(x) \(y)")
    }
  }

  @Test("only layers that are drawn at the scale of their centre are reported")
  func diagnostics() throws {
    func messages(_ layers: String) throws -> [String] {
      try load(file(layers: layers)).diagnostics.map(\.description)
    }
    let tilt = #""ddd":1,"ks":{"ry":{"k":40}}"#
    let gradient =
      #"{"ty":4,"ip":0,"op":10,\#(tilt),"shapes":[{"ty":"gr","it":[{"ty":"gf","g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}},{"ty":"tr"}]}]}"#
    let said =
      "in perspective, images, gradients and effects are drawn at the scale of the centre"
    try expectEqual(messages(solid(#""ry":{"k":40}"#)), [])
    try expectEqual(messages(gradient), ["layers[0]: \(said)"])
    try expectEqual(messages(gradient.replacing("40", with: "0")), [])
    let blurred = solid("", #""ddd":1,"ef":[{"ty":29,"ef":[{"ty":0,"v":{"k":5}}]}]"#)
    let looking = camera(#""p":{"k":[-50,25,-90]},"a":{"k":[50,25,0]}"#)
    try expectEqual(messages(looking + "," + blurred), ["layers[1]: \(said)"])
    try expectEqual(messages(camera(#""p":{"k":[50,25,-90]}"#) + "," + blurred), [])
    let curve =
      #""p":{"k":[{"t":0,"s":[0,0,0],"to":[0,30,0],"ti":[0,30,0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":9,"s":[50,0,9]}]}"#
    try expectEqual(
      messages(solid(curve)), ["layers[0]: on a curve, the speed is that of its projection"])
    let turns = #""or":{"k":[{"t":0,"s":[0,0,0]},{"t":9,"s":[50,40,0]}]}"#
    try expectEqual(
      messages(solid(turns)), ["layers[0]: an orientation changes by its three angles"])
  }

  @Test("space with hostile numbers is drawn within the limits")
  func hostile() throws {
    for number in ["1e300", "-1e12", "1e-300", "90"] {
      for key in ["rx", "ry", "or", "a", "p", "s"] {
        let value = ["rx", "ry"].contains(key) ? number : "[\(number),\(number),\(number)]"
        let eye = camera(
          #""p":{"k":[50,25,-200]},"a":{"k":[50,25,-200]},"\#(key)":{"k":\#(value)}"#)
        _ = try rendering(eye + "," + solid(#""\#(key)":{"k":\#(value)},"rx":{"k":30}"#))
        _ = try rendering(solid(#""\#(key)":{"k":\#(value)},"ry":{"k":30}"#))
      }
    }
  }
}
