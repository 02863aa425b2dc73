import TestSupport
import Testing

@testable import AnimLottie

@Suite("Functions for expressions")
struct ExpressionFunctionTests {
  private func approximately(_ values: [Double]?, _ wanted: [Double], within: Double = 1e-9) -> Bool
  {
    guard let values, values.count >= wanted.count else { return false }
    return zip(values, wanted).allSatisfy { ($0 - $1).magnitude <= within }
  }

  @Test(
    "sums and differences of vectors are computed by component, and a number changes only the first"
  )
  func sums() throws {
    try expectEqual(position("$bm_rt = $bm_sum([1, 2], [10, 20, 30]);"), [11, 22, 30])
    try expectEqual(position("$bm_rt = sum([1, 2, 3], 5);"), [6, 2, 3])
    try expectEqual(position("$bm_rt = $bm_sub([10, 20, 30], [1, 2, 3]);"), [9, 18, 27])
    try expectEqual(rotation("$bm_rt = add(1, sub(5, 2));"), 4)
    try expectEqual(rotation("$bm_rt = $bm_sum('1', 2) == '12' ? 1 : 0;"), 1)
  }

  @Test("products and quotients of vectors and numbers are computed by component")
  func products() throws {
    try expectEqual(position("$bm_rt = $bm_mul([1, 2, 3], 2);"), [2, 4, 6])
    try expectEqual(position("$bm_rt = $bm_mul(2, [1, 2, 3]);"), [2, 4, 6])
    try expectEqual(position("$bm_rt = $bm_div([2, 4, 6], 2);"), [1, 2, 3])
    try expectEqual(position("$bm_rt = $bm_div(12, [2, 4, 6]);"), [6, 3, 2])
    try expectEqual(position("$bm_rt = $bm_neg([1, 2, 3]);"), [-1, -2, -3])
    try expectEqual(rotation("$bm_rt = $bm_mod(7, 4);"), 3)
    try expectEqual(rotation("$bm_rt = $bm_mul([1, 2], [3, 4]);"), 0)
    try expectEqual(rotation("$bm_rt = $bm_mul('2', 100);"), 200)
  }

  @Test("properties of layers can be used in sums without reading their value explicitly")
  func properties() throws {
    let other = layer(2, "B", #""p":{"k":[1,2,3]},"r":{"k":9}"#)
    #expect(
      try position("$bm_rt = $bm_sum(thisComp.layer('B').position, [1, 1]);", others: [other])
        == [2, 3, 3])
    try expectEqual(rotation("$bm_rt = thisComp.layer('B').rotation * 2;", others: [other]), 18)
    try expectEqual(
      rotation("$bm_rt = Math.abs(thisComp.layer('B').rotation);", others: [other]), 9)
  }

  @Test("dot and cross products, lengths and directions are those of geometry")
  func geometry() throws {
    #expect(
      try position("$bm_rt = [dot([3, 4], [10, 20]), cross([10, 0, 0], [0, 14, 0])[2]];")
        == [110, 140, 0])
    #expect(
      try position("$bm_rt = [length([3, 4]), length([1, 1], [1, 5]), length(3, 7)];")
        == [5, 4, 4])
    #expect(approximately(try position("$bm_rt = normalize([3, 4]);"), [0.6, 0.8]))
    #expect(approximately(try position("$bm_rt = lookAt([0, 0, 0], [1, 0, 1]);"), [0, 45, 0]))
  }

  @Test("degrees are converted to radians, also by the old name")
  func angles() throws {
    try expectEqual(rotation("$bm_rt = degreesToRadians(180) == Math.PI ? 1 : 0;"), 1)
    try expectEqual(rotation("$bm_rt = degrees_to_radians(180) == Math.PI ? 1 : 0;"), 1)
    try expectEqual(rotation("$bm_rt = radiansToDegrees(Math.PI);"), 180)
  }

  @Test("interpolation is clamped at both ends, and computed by component")
  func interpolation() throws {
    #expect(
      try position("$bm_rt = [linear(0.5, 0, 1, 10, 20), linear(2, 0, 1, 10, 20)];")
        == [15, 20, 0])
    try expectEqual(position("$bm_rt = linear(0.5, [0, 10, 20], [10, 20, 40]);"), [5, 15, 30])
    #expect(
      approximately(
        try position("$bm_rt = [ease(0.5, 0, 10), easeIn(0, 1, 2)];"), [5, 1],
        within: 0.05))
    #expect(
      try position("$bm_rt = [clamp(5, 0, 3), clamp(5, 9, 7), clamp(-1, 0, 3)];")
        == [3, 7, 0])
  }

  @Test("a colour is unchanged after conversion to hue, saturation and lightness and back")
  func colours() throws {
    let expression = "var c = hslToRgb(rgbToHsl([0.2, 0.4, 0.9, 1])); $bm_rt = [c[0], c[1], c[2]];"
    #expect(approximately(try position(expression), [0.2, 0.4, 0.9]))
    #expect(approximately(try position("$bm_rt = hexToRgb('ff0080');"), [1, 0, 128.0 / 255]))
  }

  @Test("posterized time is constant between its steps")
  func posterizedTime() throws {
    try expectEqual(rotation("posterizeTime(2); $bm_rt = time;", at: 9), 0.5)
  }

  @Test(
    "a loop repeats the time between keyframes",
    arguments: [
      ("loopOut()", 25.0, 5.0), ("loopOut('cycle')", 29, 9), ("loopOut('pingpong')", 25, 15),
      ("loopOut('offset')", 25, 25), ("loopOut('continue')", 25, 25),
      ("loopOut('cycle', 1)", 25, 15), ("loopOutDuration('cycle', 0.5)", 23, 18),
    ])
  func loopsOut(expression: String, frame: Double, wanted: Double) throws {
    let keys = #"[{"t":0,"s":[0]},{"t":10,"s":[10]},{"t":20,"s":[20]}]"#
    let value = try #require(try rotation("$bm_rt = \(expression);", stored: keys, at: frame))
    #expect((value - wanted).magnitude < 1e-9, "\(expression)")
  }

  @Test(
    "a loop before the first keyframe repeats as well",
    arguments: [
      ("loopIn()", 6.0, 16.0), ("loopIn('pingpong')", 8, 12), ("loopIn('offset')", 6, 6),
      ("loopIn('continue')", 6, 6), ("loopInDuration('cycle', 0.5)", 8, 13),
    ])
  func loopsIn(expression: String, frame: Double, wanted: Double) throws {
    let keys = #"[{"t":10,"s":[10]},{"t":20,"s":[20]}]"#
    let value = try #require(try rotation("$bm_rt = \(expression);", stored: keys, at: frame))
    #expect((value - wanted).magnitude < 1e-9, "\(expression)")
  }

  @Test("a vector continues with its own velocity")
  func vectorContinues() throws {
    let keys = #"[{"t":0,"s":[0,0,0]},{"t":10,"s":[10,40,0]}]"#
    #expect(
      approximately(
        try position("$bm_rt = loopOut('continue');", stored: keys, at: 20), [20, 80, 0],
        within: 1e-6))
  }

  @Test("a path moves back and forth")
  func pathLoops() throws {
    func path(_ x: Int) -> String {
      #"[{"i":[[0,0]],"o":[[0,0]],"v":[[\#(x),0]],"c":true}]"#
    }
    let json = file(expressions: [
      #"""
      {"ty":4,"ind":1,"ip":0,"op":30,"ks":{},"shapes":[{"ty":"sh","ks":{"k":[{"t":0,"s":\#(path(0))},
      {"t":10,"s":\#(path(10))}],"x":"$bm_rt = loopOut('pingpong');"}}]}
      """#
    ])
    try expectEqual(ExpressionProbe(json).path(at: 13)?.vertices, [SIMD2(7, 0)])
  }

  @Test("points on a path are measured by its length")
  func paths() throws {
    let track = #"""
      {"ty":4,"ind":2,"nm":"Track","ip":0,"op":30,"ks":{},"shapes":[{"ty":"sh","nm":"P","ks":{"k":{
      "i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],"v":[[0,0],[30,0],[30,10]],"c":false}}}]}
      """#
    let path = "thisComp.layer('Track').content('P').path"
    #expect(
      approximately(try position("$bm_rt = \(path).pointOnPath(0.5);", others: [track]), [20, 0]))
    #expect(
      approximately(try position("$bm_rt = \(path).tangentOnPath(0.9);", others: [track]), [0, 1]))
    #expect(
      approximately(try position("$bm_rt = \(path).normalOnPath(0.1);", others: [track]), [0, 1]))
    try expectEqual(
      position(
        "$bm_rt = [\(path).points().length, \(path).points()[1][0], \(path).isClosed()];",
        others: [track]), [3, 30, 0])
  }
}
