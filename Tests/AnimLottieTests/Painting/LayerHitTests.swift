import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

/// A point is in a layer if it is in the bounding box of its content.
@Suite("The points in a layer")
struct LayerHitTests {
  /// Layers whose edges are between pixels, each with its name, at the frames at which they are shown.
  private static let layers: [(title: String, json: String)] = [
    ("a fill", shapeLayer([rectangle(10, 10, 20, 12), fill()], #""nm":"L""#)),
    ("a stroke", shapeLayer([rectangle(20, 12, 40, 20), stroke(6)], #""nm":"L""#)),
    (
      "a stroke in a group that is enlarged",
      shapeLayer(
        [group(rectangle(10, 5, 10, 10), stroke(2), transform: #""s":{"k":[300,200]}"#)],
        #""nm":"L""#)
    ),
    (
      "two shapes",
      shapeLayer(
        [
          group(rectangle(2, 3, 5, 5), fill()), group(rectangle(60, 20, 9, 9), stroke(4)),
        ], #""nm":"L""#)
    ),
    (
      "a turned layer",
      shapeLayer(
        [rectangle(0, 0, 20, 10), fill()],
        #""nm":"L","ks":{"p":{"k":[50,10]},"r":{"k":90},"s":{"k":[150,200]}}"#)
    ),
    ("a hidden layer", shapeLayer([rectangle(10, 10, 20, 12), fill()], #""nm":"L","hd":true"#)),
    ("a later layer", shapeLayer([rectangle(9, 9, 20, 12), fill()], #""nm":"L","ip":4,"op":7"#)),
    (
      "a solid layer",
      ##"{"ty":1,"nm":"L","ip":0,"op":10,"sw":30,"sh":14,"sc":"#ff0000","ks":{"p":{"k":[9,7]}}}"##
    ),
    ("an empty layer", shapeLayer([], #""nm":"L""#)),
    (
      "a layer in a composition that cuts it off",
      #"""
      {"ty":0,"ip":1,"op":9,"refId":"c","w":40,"h":20,"st":2,"ks":{"p":{"k":[12,6]}}}
      """#
    ),
    (
      "a layer in a hidden composition",
      #"{"ty":0,"hd":true,"ip":0,"op":9,"refId":"c","w":40,"h":20,"ks":{}}"#
    ),
    (
      "a composition",
      #"{"ty":0,"nm":"L","ip":0,"op":9,"refId":"d","w":40,"h":20,"ks":{"p":{"k":[5,5]}}}"#
    ),
  ]

  @Test("are those around the drawn content", arguments: layers.indices)
  func points(index: Int) throws {
    let (title, layer) = Self.layers[index]
    let inner = shapeLayer([rectangle(30, 5, 30, 8), fill()], #""nm":"L","ip":0,"op":6"#)
    let whole = shapeLayer([rectangle(0, 0, 40, 20), fill()], "")
    let animation = try load(
      file(
        layers: layer,
        #""assets":[{"id":"c","layers":[\#(inner)]},{"id":"d","layers":[\#(whole)]}]"#))
    let renderer = LottieRenderer(animation)
    for frame in [0.0, 2, 5, 8] {
      let image = rendering(animation, frame: frame)
      var box: PixelRect?
      for y in 0..<50 {
        for x in 0..<100 where image[x, y] != 0 {
          let pixel = PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
          box = box?.union(pixel) ?? pixel
        }
      }
      var wrong: [String] = []
      for y in 0..<50 {
        for x in 0..<100 {
          let isIn = renderer.hits(
            "L", at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5), frame: frame)
          let isExpected = box.map { x >= $0.x0 && x < $0.x1 && y >= $0.y0 && y < $0.y1 } ?? false
          if isIn != isExpected { wrong.append("(\(x), \(y))") }
        }
      }
      #expect(wrong.isEmpty, "\(title), frame \(frame): \(wrong.prefix(3))")
      #expect(!renderer.hits("M", at: Point(x: 20, y: 15), frame: frame))
    }
  }
}
