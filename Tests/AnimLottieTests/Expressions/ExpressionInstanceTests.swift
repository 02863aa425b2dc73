import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("A composition that is shown twice, at different times")
struct ExpressionInstanceTests {
  /// Returns a bar that turns as another layer does, in a composition, once for each place and
  /// start.
  private func file(_ instances: [(x: Int, start: Int)]) -> String {
    let turning = #"{"k":[{"t":0,"s":[0]},{"t":20,"s":[100]}]}"#
    let expression = "$bm_rt = thisComp.layer('A').transform.rotation;"
    let inner = [
      #"{"ty":3,"nm":"A","ind":1,"ip":0,"op":40,"st":0,"ks":{"r":\#(turning)}}"#,
      shapeLayer(
        [rectangle(-9, -3, 18, 6), fill()],
        #""ip":0,"op":40,"ks":{"p":{"k":[16,16]},"r":{"k":0,"x":\#(quoted(expression))}}"#),
    ]
    let layers = instances.map {
      #"{"ty":0,"refId":"c","w":32,"h":32,"ip":0,"op":40,"st":\#($0.start),"ks":{"p":{"k":[\#($0.x),0]}}}"#
    }
    return #"""
      {"v":"5.7.0","fr":10,"ip":0,"op":40,"w":64,"h":32,"layers":[\#(layers.joined(separator: ","))],
      "assets":[{"id":"c","layers":[\#(inner.joined(separator: ","))]}]}
      """#
  }

  @Test("has expressions that use the time of their own layer")
  func times() throws {
    for starts in [(0, 5), (5, 0)] {
      let both = try load(file([(0, starts.0), (32, starts.1)]))
      let left = try load(file([(0, starts.0)]))
      let right = try load(file([(32, starts.1)]))
      for frame in [6.0, 9, 15] {
        let words = [both, left, right].map { animation in
          rendering(animation, frame: frame).withPixels { Array($0) }
        }
        // They don't overlap.
        let joined = zip(words[1], words[2]).map { $0 | $1 }
        expectEqual(words[0], joined, "\(starts), frame \(frame)")
        #expect(words[1] != Array(repeating: 0, count: 64 * 32))
      }
    }
  }
}
