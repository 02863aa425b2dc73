import AnimGraphics
import Foundation
import TestSupport
import Testing

@testable import AnimLottie

/// Returns a layer with a square, whose position an expression computes.
private func shapes(_ number: Int, _ expression: String) -> String {
  #"""
  {"ty":4,"ind":\#(number),"ip":0,"op":30,"ks":{"p":\#(property(expression))},
   "shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[10,10]},"r":{"k":0}},
   {"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}]}
  """#
}

@Suite("A frame with expressions")
struct ExpressionHistoryTests {
  /// Shapes moved by expressions that read each other, random numbers and nested compositions.
  private let json = file(
    expressions: [
      shapes(1, "$bm_rt = wiggle(2, 30);"),
      shapes(2, "$bm_rt = [random(100), random(100)];"),
      shapes(3, "seedRandom(3, true); $bm_rt = [random(100), 50 * noise(time) + 50];"),
      shapes(4, "$bm_rt = $bm_sum(thisComp.layer(1).position, [10, 0]);"),
      shapes(5, "total = (typeof total == 'undefined' ? 0 : total) + 1; $bm_rt = [total, total];"),
      #"{"ty":0,"ind":6,"refId":"c","ip":0,"op":30,"st":3,"w":200,"h":100,"ks":{}}"#,
      #"{"ty":0,"ind":7,"refId":"c","ip":0,"op":30,"st":9,"w":200,"h":100,"ks":{}}"#,
    ],
    #"""
    "assets":[{"id":"c","nm":"C","layers":[\#(
      shapes(1, "$bm_rt = $bm_sum(comp('Main').layer(2).position, [time * 10, 0]);"))]}]
    """#)

  @Test("is the same forwards, backwards, shuffled and between other frames")
  func order() throws {
    let animation = try load(json)
    let fresh = (0..<30).map { draw(animation, frame: Double($0)) }
    let renderer = LottieRenderer(animation)
    #expect(fresh[3] != fresh[4])
    var generator = SeededGenerator(seed: 0xE_5C)
    let shuffled = (0..<30).shuffled(using: &generator)
    for index in Array(0..<30) + (0..<30).reversed() + shuffled {
      expectEqual(draw(renderer, frame: Double(index)), fresh[index], "frame \(index)")
    }
  }

  @Test("is the same on eight threads at once, with a renderer each")
  func threads() throws {
    let animation = try load(json)
    let fresh = (0..<30).map { draw(animation, frame: Double($0)) }
    let expected = Lists(lists: fresh)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let renderer = LottieRenderer(animation)
      for index in 0..<30 {
        let frame = (index * 7 + number * 11) % 30
        expectEqual(draw(renderer, frame: Double(frame)), expected.lists[frame])
      }
    }
  }

  private struct Lists: @unchecked Sendable {
    // Read only.
    let lists: [DisplayList]
  }

  @Test("reads the main composition at the drawn frame, although its own time is constant")
  func frozenComposition() throws {
    let frozen = file(
      expressions: [
        #"{"ty":0,"ind":1,"refId":"c","ip":0,"op":30,"tm":{"k":0.5},"w":200,"h":100,"ks":{}}"#,
        layer(2, "Lead", #""p":{"k":[{"t":0,"s":[0,0]},{"t":20,"s":[100,0]}]}"#),
      ],
      #"""
      "assets":[{"id":"c","layers":[{"ty":4,"ind":1,"ip":0,"op":30,"ks":{},"shapes":[
        {"ty":"rc","p":{"k":[0,0]},"s":{"k":[10,10],"x":"$bm_rt = comp('Main').layer('Lead').position;"},
         "r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}]}]}]
      """#)
    let animation = try load(frozen)
    let renderer = LottieRenderer(animation)
    #expect(draw(renderer, frame: 5) != draw(renderer, frame: 10))
    expectEqual(draw(renderer, frame: 5), draw(animation, frame: 5))
  }
}
