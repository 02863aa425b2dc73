import TestSupport
import Testing

@testable import AnimGraphics

/// Compares results with values of 700 digits, each given as the nearest Double and the remainder.
@Suite("Elementary functions")
struct ElementaryFunctionsTests {
  private let rows: [String: [[Double]]]

  init() throws {
    rows = try Vectors.load("elementary-functions", as: [String: [[String]]].self)
      .mapValues { rows in try rows.map { try $0.map { try #require(Double($0)) } } }
  }

  /// Returns the distance from `exact` + `rest`, in units of the last place of `exact`.
  private func error(_ value: Double, _ exact: Double, _ rest: Double) -> Double {
    value == exact && rest == 0 ? 0 : abs((value - exact) - rest) / exact.ulp
  }

  private func worst(_ name: String, _ compute: ([Double]) -> Double) throws -> Double {
    let rows = try #require(rows[name])
    return rows.map { row in error(compute(row), row[row.count - 2], row[row.count - 1]) }.max()
      ?? 0
  }

  @Test("sine and cosine of angles of any size are within 0.85 units in the last place")
  func sinesAndCosines() throws {
    for row in try #require(rows["sineAndCosine"]) {
      let (sine, cosine) = sineAndCosine(row[0])
      #expect(error(sine, row[1], row[2]) < 0.85, "sine of \(row[0])")
      #expect(error(cosine, row[3], row[4]) < 0.85, "cosine of \(row[0])")
      let mirrored = sineAndCosine(-row[0])
      #expect(mirrored == (-sine, cosine), "\(-row[0])")
    }
  }

  @Test("eˣ, eˣ − 1 and the logarithm are within 0.9 units in the last place")
  func exponentials() throws {
    #expect(try worst("exponential") { AnimGraphics.exponential($0[0]) } < 0.9)
    #expect(try worst("exponentialMinusOne") { exponentialMinusOne($0[0]) } < 0.9)
    #expect(try worst("naturalLogarithm") { naturalLogarithm($0[0]) } < 0.9)
  }

  @Test("the direction of a vector is within 0.6 units in the last place")
  func directions() throws {
    #expect(try worst("arctangent") { arctangent($0[0], over: $0[1]) } < 0.6)
  }

  @Test("undefined values are NaN, and values out of range are infinite or zero")
  func limits() {
    for x in [Double.nan, .infinity, -.infinity] {
      #expect(sine(x).isNaN && cosine(x).isNaN)
    }
    #expect(
      AnimGraphics.exponential(.infinity) == .infinity && AnimGraphics.exponential(710) == .infinity
    )
    #expect(AnimGraphics.exponential(-.infinity) == 0 && AnimGraphics.exponential(-746) == 0)
    #expect(exponentialMinusOne(-.infinity) == -1 && exponentialMinusOne(.infinity) == .infinity)
    #expect(naturalLogarithm(0) == -.infinity && naturalLogarithm(.infinity) == .infinity)
    #expect(naturalLogarithm(-1).isNaN && naturalLogarithm(.nan).isNaN)
    #expect(AnimGraphics.exponential(.nan).isNaN && exponentialMinusOne(.nan).isNaN)
    expectEqual(arctangent(.infinity, over: -.infinity), 0.75 * .pi)
    #expect(arctangent(1, over: .infinity) == 0 && arctangent(.nan, over: 1).isNaN)
    expectEqual(Vector.zero.direction, .zero)
    expectEqual(Vector(dx: 0, dy: -3).direction, .turns(-0.25))
  }
}
