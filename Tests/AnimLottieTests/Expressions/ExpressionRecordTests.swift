import TestSupport
import Testing

@testable import AnimLottie

@Suite("Expressions that have been evaluated in other frames")
struct ExpressionRecordTests {
  /// Returns a file in which expressions read layers with keyframes, some of them held, other
  /// expressions, the time and random numbers, and fail or use steps, memory and nested calls.
  private func world(_ generator: inout SeededGenerator, count: Int) -> String {
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    func other() -> String { "thisComp.layer(\(below(count) + 1))" }
    func term() -> String {
      switch below(16) {
      case 0: "time"
      case 1: "random()"
      case 2: "value"
      case 3: "\(other()).transform.opacity"
      case 4: "\(other()).transform.rotation.valueAtTime(\(below(3)))"
      case 5: "\(other()).transform.position[0]"
      case 6: "\(other()).toComp([1, \(below(9))])[1]"
      case 7: "missing"
      case 8: "(function f(n) { return n > 0 ? f(n - 1) : \(other()).rotation; })(\(below(20)))"
      case 9: "[\(other()).rotation].map(function(x) { return x + \(other()).rotation; })[0]"
      case 10: "'\(String(repeating: "x", count: 40 * below(40)))'.split('').length"
      case 11: "thisProperty.propertyGroup(1).propertyIndex"
      case 12: "(\(other()).active ? 1 : 2)"
      case 13: "loopOut('cycle')"
      default: "\(other()).rotation"
      }
    }
    let layers = (1...count).map { number in
      let text = (0...below(4)).map { _ in term() }.joined(separator: " + ")
      let guarded =
        below(3) == 0 ? "try { $bm_rt = \(text); } catch (e) { $bm_rt = 1; }" : "$bm_rt = \(text);"
      let held = below(2) == 0 ? #","h":1"# : ""
      let keys = #"[{"t":2,"s":[\#(number)]\#(held)},{"t":7,"s":[9]},{"t":8,"s":[3]}]"#
      let rotation = below(5) == 0 ? #"{"k":\#(keys)}"# : property(guarded, stored: keys)
      let position = #"{"k":[{"t":3,"s":[0,1]\#(held)},{"t":9,"s":[\#(number),5]}]}"#
      return layer(number, "L\(number)", #""r":\#(rotation),"o":{"k":\#(keys)},"p":\#(position)"#)
    }
    return file(expressions: layers)
  }

  /// Returns the results of all expressions of a frame, and the number of steps they took.
  private func outcome(_ probe: ExpressionProbe, at frame: Double, order: [Int]) -> [String] {
    order.enumerated().map { turn, id in
      "\(id): \(probe.numbers(id, at: frame, begins: turn == 0) ?? []), \(probe.stepsTaken)"
    }
  }

  @Test("have the same results as before", arguments: 0..<4)
  func sameAsFresh(variant: Int) throws {
    var generator = SeededGenerator(seed: UInt64(0x4EC0 + variant))
    var limits = LottieLimits()
    // Some limits are so tight that some expressions exceed them, alone or together.
    limits.expressionSteps = [10_000_000, 20_000, 6000, 3000][variant]
    limits.expressionMemory = [4 << 20, 1 << 17, 4 << 20, 1 << 16][variant]
    var failures = 0
    for _ in 0..<12 {
      let count = 10
      let json = world(&generator, count: count)
      let kept = try ExpressionProbe(json, limits: limits, maximumDepth: variant == 2 ? 3 : 64)
      let expressions = kept.animation.contents.expressions
      for _ in 0..<15 {
        let frame = Double(Int.random(in: 0..<12, using: &generator))
        let order = Array((0..<expressions).shuffled(using: &generator).prefix(5))
        let fresh = try ExpressionProbe(json, limits: limits, maximumDepth: variant == 2 ? 3 : 64)
        let wanted = outcome(fresh, at: frame, order: order)
        expectEqual(outcome(kept, at: frame, order: order), wanted, "frame \(frame): \(json)")
        failures += fresh.reasons.count
      }
    }
    #expect(failures > 0)
  }

  @Test("are evaluated again only if something that they have read has changed")
  func evaluations() throws {
    let keys = #"[{"t":0,"s":[1],"h":1},{"t":5,"s":[2],"h":1},{"t":20,"s":[2]}]"#
    let json = file(expressions: [
      layer(1, "Key", #""r":{"k":\#(keys)}"#),
      layer(2, "Reader", #""r":\#(property("$bm_rt = thisComp.layer(1).rotation;", stored: "0"))"#),
      layer(3, "Last", #""r":\#(property("$bm_rt = thisComp.layer(2).rotation;", stored: "0"))"#),
      layer(4, "Clock", #""r":\#(property("$bm_rt = time;", stored: "0"))"#),
    ])
    let probe = try ExpressionProbe(json)
    /// Returns the number of evaluations that a frame takes.
    func count(_ frame: Double) -> Int {
      let before = probe.evaluations
      _ = outcome(probe, at: frame, order: [1, 0, 2])
      return probe.evaluations - before
    }
    expectEqual(count(0), 3)
    expectEqual(count(1), 1)
    expectEqual(count(4), 1)
    expectEqual(count(5), 3)
    expectEqual(count(19), 1)
    expectEqual(count(2), 3)
  }
}
