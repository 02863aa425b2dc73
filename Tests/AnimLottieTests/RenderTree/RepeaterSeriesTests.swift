import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The copies of a repeater")
struct RepeaterSeriesTests {
  private func series(offset: Double) -> RepeaterSeries {
    RepeaterSeries(
      anchor: .zero, position: [10, 0], scale: [0.5, 3], rotation: 90, offset: offset,
      startOpacity: 1, endOpacity: 0)
  }

  /// Returns the scales of the first four copies, as lengths of scaled unit vectors.
  private func scales(offset: Double) -> [SIMD2<Double>] {
    var series = series(offset: offset)
    series.rotation = 0
    return (0..<4).map { copy in
      let transform = series.transform(of: copy)
      return SIMD2(transform.a, transform.d)
    }
  }

  private func expectNear(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) {
    #expect(zip(a, b).allSatisfy { ($0 - $1).length < 1e-12 }, "\(a) \(b)")
  }

  @Test("are scaled by a power for integral steps, and in proportion for a fraction of one")
  func scale() {
    expectNear(scales(offset: 0), [[1, 1], [0.5, 3], [0.25, 9], [0.125, 27]])
    expectNear(scales(offset: 2), [[0.25, 9], [0.125, 27], [0.0625, 81], [0.03125, 243]])
    expectNear(scales(offset: 0.5), [[0.75, 2], [0.375, 6], [0.1875, 18], [0.09375, 54]])
  }

  @Test("are scaled by the inverse before the first")
  func negativeOffset() {
    expectNear(scales(offset: -1), [[2, 1.0 / 3], [1, 1], [0.5, 3], [0.25, 9]])
    // As in lottie-web, half a step back undoes half a step forwards.
    expectNear(
      scales(offset: -0.5),
      [
        [1 / 0.75, 0.5], [0.5 / 0.75, 1.5], [0.25 / 0.75, 4.5],
        [0.125 / 0.75, 13.5],
      ])
    expectNear(
      scales(offset: -1.5),
      [
        [2 / 0.75, 0.5 / 3], [1 / 0.75, 0.5], [0.5 / 0.75, 1.5],
        [0.25 / 0.75, 4.5],
      ])
  }

  @Test("are rotated and moved in proportion to their number and the offset")
  func placement() {
    for offset in [-1.5, -0.5, 0, 0.25, 3] {
      for copy in 0..<3 {
        let transform = series(offset: offset).transform(of: copy)
        let steps = offset + Double(copy)
        #expect(abs(transform.tx - 10 * steps) < 1e-12 && abs(transform.ty) < 1e-12)
        let turned = Transform(rotation: .degrees(90 * steps)).apply(to: Vector(dx: 1, dy: 0))
        #expect(turned.dx * transform.a >= -1e-12 && turned.dy * transform.b >= -1e-12)
        if steps == 1 || steps == 3 { #expect(abs(transform.a) < 1e-12) }
      }
    }
  }

  @Test("are rotated and scaled about the anchor")
  func anchor() {
    var series = series(offset: 0)
    series.anchor = [4, 5]
    series.position = .zero
    let fixed = series.transform(of: 2).apply(to: Point(x: 4, y: 5))
    #expect(abs(fixed.x - 4) < 1e-12 && abs(fixed.y - 5) < 1e-12)
  }

  @Test("fade from the first to the last, and a single one has the opacity of the first")
  func opacity() {
    let series = series(offset: 0)
    expectEqual((0..<5).map { series.opacity(of: $0, among: 5) }, [1, 0.75, 0.5, 0.25, 0])
    expectEqual(series.opacity(of: 0, among: 1), 1)
  }

  @Test("are painted upwards or downwards")
  func order() throws {
    func top(_ mode: Int) throws -> UInt32 {
      let repeater = #"{"ty":"rp","c":{"k":2},"m":\#(mode),"tr":{"p":{"k":[10,0]}}}"#
      let items = [
        group(rectangle(0, 0, 10, 10), fill()), group(rectangle(10, 0, 10, 10), fill("0,1,0")),
        repeater,
      ]
      return try rendering(file(layers: shapeLayer(items, "")))[15, 5]
    }
    try expectEqual(top(1), red)
    try expectEqual(top(2), green)
  }
}
