import AnimCore
import CAllocations
import Foundation
import TestSupport
import Testing

@testable import AnimLottie

/// Only optimised code is free of allocations; see the corresponding suite for scenes.
@Suite("Heap allocations of expressions", .enabled(if: isOptimized))
struct ExpressionAllocationTests {
  /// A frame of numbers, vectors, properties of other layers, loops and functions.
  private let json = file(
    expressions: (1...12).map { number in
      let expressions = [
        "var s = 0; for (var i = 0; i < 20; i++) s += Math.sin(time + i); $bm_rt = s;",
        "function f(a, b) { return $bm_sum(a, b); } $bm_rt = f(value, index);",
        "$bm_rt = linear(time, 0, 3, 0, thisComp.layer('L1').transform.rotation);",
        "try { $bm_rt = clamp(wiggle(2, 10), 0, 90); } catch (e) { $bm_rt = 0; }",
      ]
      let vector = property("$bm_rt = $bm_mul($bm_sum(value, [index, 2]), 1.5);")
      return #"""
        {"ty":4,"ind":\#(number),"nm":"L\#(number)","ip":0,"op":30,
         "ks":{"p":\#(vector),"r":\#(property(expressions[number % 4], stored: "7"))},
         "shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[10,10]},"r":{"k":0}},
         {"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}]}
        """#
    })

  @Test("a frame allocates nothing for expressions after each has run once")
  func frames() throws {
    let renderer = LottieRenderer(try load(json))
    var report = LottieDrawingReport()
    var list = DisplayList(size: PixelSize(width: 200, height: 100))
    func draw(_ frame: Double) {
      list.removeAll(size: list.size, background: .white)
      report.add(renderer.draw(frame: frame, into: &list))
    }
    for frame in 0..<60 { draw(Double(frame % 30)) }
    let before = allocations_of_this_thread()
    for frame in 0..<60 { draw(Double(frame % 30)) }
    expectEqual(allocations_of_this_thread() - before, 0)
    #expect(report.isEmpty)
  }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif
