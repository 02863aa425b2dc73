import TestSupport
import Testing

@testable import AnimLottie

@Suite("Expressions that wait for each other")
struct ExpressionChainTests {
  /// Returns layers, each of whose rotations is one more than that of the next layer. The last
  /// layer's rotation is 5.
  private func chain(_ count: Int, _ last: String = "$bm_rt = 5;") -> String {
    file(
      expressions: (1...count).map { number in
        let expression =
          number < count ? "$bm_rt = thisComp.layer(index + 1).rotation + 1;" : last
        return layer(number, "L\(number)", #""r":\#(property(expression, stored: "0"))"#)
      })
  }

  @Test("a chain of any length is evaluated, from whichever end it is requested")
  func long() throws {
    for count in [63, 64, 65, 130, 1000] {
      let probe = try ExpressionProbe(chain(count))
      expectEqual(probe.numbers(0, at: 3), [Double(count + 4)])
      expectEqual(probe.numbers(count - 1, at: 3), [5])
      expectEqual(probe.numbers(count / 2, at: 4), [Double(count - 1 - count / 2 + 5)])
      #expect(probe.reasons.isEmpty)
    }
  }

  @Test("a failing expression has its stored value, and its users continue with that")
  func failing() throws {
    let probe = try ExpressionProbe(chain(200, "$bm_rt = missing;"))
    expectEqual(probe.numbers(0, at: 3), [199])
    expectEqual(probe.reasons, ["line 1: ReferenceError: missing is not defined"])
  }

  @Test("a script can't catch that it is waiting, and doesn't notice it")
  func uncatchable() throws {
    let layers = (1...150).map { number in
      let next = number < 150 ? "thisComp.layer(index + 1).rotation" : "0"
      return layer(
        number, "L\(number)",
        #""r":\#(property("var n = 0; try { n = \(next); } catch (e) { n = 1e6; } finally { n = n + 1; } $bm_rt = n;", stored: "0"))"#
      )
    }
    try expectEqual(ExpressionProbe(file(expressions: layers)).numbers(0, at: 0), [150])
  }

  @Test("positions, parents and texts at the end of a long chain are found as well")
  func kinds() throws {
    let links = (2...100).map { number in
      layer(
        number, "L\(number)",
        #""p":\#(property("$bm_rt = thisComp.layer(index + 1).toComp([1, 0, 0]);", stored: "[0,0,0]"))"#
      )
    }
    let json = file(
      expressions: [
        layer(
          1, "Own", #""r":\#(property("$bm_rt = thisComp.layer(2).position[0];", stored: "0"))"#)
      ]
        + links + [layer(101, "End", #""p":{"k":[10,0,0]}"#)])
    try expectEqual(ExpressionProbe(json).numbers(0, at: 0), [109])
  }

  @Test("values do not depend on the maximum depth, not even in cycles")
  func anyDepth() throws {
    var generator = SeededGenerator(seed: 0xC4A1)
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    for _ in 0..<40 {
      // Each expression reads up to three others, which results in many cycles.
      let count = 12
      let layers = (1...count).map { number in
        let terms = (0..<below(4)).map { term in
          "\(term + 2) * thisComp.layer(\(below(count) + 1)).rotation"
        }
        let expression =
          (["index"] + terms).joined(separator: " + ")
          + (below(4) == 0 ? " + missing" : "")
        return layer(
          number, "L\(number)", #""r":\#(property("$bm_rt = \(expression);", stored: "\(number)"))"#
        )
      }
      let json = file(expressions: layers)
      let deep = try ExpressionProbe(json)
      for maximumDepth in [1, 2, 3, 5] {
        let shallow = try ExpressionProbe(json, maximumDepth: maximumDepth)
        for id in 0..<count {
          expectEqual(
            shallow.numbers(id, at: 1), deep.numbers(id, at: 1), "\(maximumDepth): \(json)")
        }
        expectEqual(shallow.reasons.sorted(), deep.reasons.sorted())
      }
    }
  }

  @Test("a selector that reads a long chain selects by its value")
  func selector() throws {
    let links = (2...100).map { number in
      let expression = number < 100 ? "$bm_rt = thisComp.layer(index + 1).rotation;" : "$bm_rt = 7;"
      return layer(number, "L\(number)", #""r":\#(property(expression, stored: "0"))"#)
    }
    let probe = try ExpressionProbe(
      file(
        expressions: [
          layer(
            1, "Own", #""s":{"k":[1,1,1],"x":"$bm_rt = [textIndex, thisComp.layer(2).rotation];"}"#)
        ] + links))
    expectEqual(probe.selection(0, at: 0, index: 4), 5)
  }
}
