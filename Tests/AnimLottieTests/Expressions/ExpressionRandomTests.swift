import TestSupport
import Testing

@testable import AnimLottie

@Suite("Random numbers in expressions")
struct ExpressionRandomTests {
  private func draws(_ call: String, seed: String = "") throws -> [Double] {
    // Ten thousand numbers, three of each of many evaluations.
    let probe = try ExpressionProbe(
      file(expressions: [
        layer(1, "Own", #""p":\#(property("\(seed) $bm_rt = [\(call), \(call), \(call)];"))"#)
      ]))
    return try (0..<3334).flatMap { try #require(probe.numbers(at: Double($0) * 0.01)) }
  }

  private func mean(of numbers: [Double]) -> Double {
    let sum: Double = numbers.reduce(0, +)
    return sum / Double(numbers.count)
  }

  @Test("they are in their range, with the mean in the middle")
  func range() throws {
    let numbers = try draws("random()")
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
    #expect(abs(mean(of: numbers) - 0.5) < 0.01)
    let ranged = try draws("random(-20, 80)")
    #expect(ranged.allSatisfy { (-20..<80).contains($0) })
    #expect(abs(mean(of: ranged) - 30) < 2)
  }

  @Test("they are the same for the same frame, and different for another seed or layer")
  func seeds() throws {
    let first = try draws("random()")
    try expectEqual(draws("random()"), first)
    let seeded = try draws("random()", seed: "seedRandom(7, false);")
    #expect(seeded != first)
    #expect(zip(seeded, first).filter { $0 == $1 }.isEmpty)
    let expression = #""r":\#(property("$bm_rt = random();", stored: "0"))"#
    let probe = try ExpressionProbe(
      file(expressions: [layer(1, "A", expression), layer(2, "B", expression)]))
    #expect(probe.numbers(0, at: 3) != probe.numbers(1, at: 3))
  }

  @Test("a timeless seed gives the same numbers at all times")
  func timeless() throws {
    let probe = try ExpressionProbe(
      file(expressions: [
        layer(1, "A", #""r":\#(property("seedRandom(5, true); $bm_rt = random();", stored: "0"))"#),
        layer(2, "B", #""r":\#(property("seedRandom(5); $bm_rt = random();", stored: "0"))"#),
      ]))
    expectEqual(probe.numbers(0, at: 3), probe.numbers(0, at: 17))
    #expect(probe.numbers(1, at: 3) != probe.numbers(1, at: 17))
  }

  @Test("a wiggle is continuous, stays within its amplitude and has the given frequency")
  func wiggle() throws {
    let probe = try ExpressionProbe(
      file(expressions: [layer(1, "A", #""p":\#(property("$bm_rt = wiggle(3, 40);"))"#)]))
    let step = 0.05
    let values = try (0..<40_000).map { try #require(probe.numbers(at: Double($0) * step)) }
    #expect(values.allSatisfy { ($0[0] - 10).magnitude <= 40 && ($0[1] - 20).magnitude <= 40 })
    #expect(abs(mean(of: values.map { $0[0] }) - 10) < 4)
    // The steepest part of a bend of a third of a second passes through 80 in 3.3 frames.
    let leaps = zip(values, values.dropFirst()).map { ($1[0] - $0[0]).magnitude }
    #expect(try #require(leaps.max()) < 80 * 1.5 * 0.3 * step + 1e-9)
    let turns = zip(zip(values, values.dropFirst()), values.dropFirst(2)).filter { pair, next in
      (pair.1[0] - pair.0[0]) * (next[0] - pair.1[0]) < 0
    }.count
    // Two of three random numbers are turns.
    let seconds = Double(values.count) * step / 10
    #expect((1.5...3).contains(Double(turns) / seconds))
    let products = values.map { ($0[0] - 10) * ($0[1] - 20) }
    #expect(mean(of: products).magnitude < 40)
  }

  @Test("noise is smooth, within -1 and 1, and the same for the same position")
  func noise() {
    var last = GradientNoise.value(at: SIMD3(0, 5, 0))
    for index in 1...20_000 {
      let point = SIMD3(Double(index) * 0.01, 5.3, 0.7)
      let value = GradientNoise.value(at: point)
      #expect(value.magnitude <= 1)
      if index > 1 { #expect((value - last).magnitude < 0.05) }
      expectEqual(GradientNoise.value(at: point), value)
      last = value
    }
  }
}
