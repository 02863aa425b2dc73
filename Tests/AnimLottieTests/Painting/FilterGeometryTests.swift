import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The geometry of effects")
struct FilterGeometryTests {
  private let skewed = Transform(a: 3, b: 4, c: 0, d: 12, tx: 50, ty: 60)

  @Test("a shadow is moved like its layer, and its softness is scaled like the layer")
  func shadow() {
    let effect = LayerEffect.dropShadow(
      DropShadowEffect(
        color: .constant([1, 0, 0, 1]), opacity: .constant(127.5), angle: .constant(90),
        distance: .constant(10), softness: .constant(8)))
    let color = Color(red8: 255, green8: 0, blue8: 0, alpha8: 128)
    func shadow(_ transform: Transform) -> (Vector, Double)? {
      let filter = effect.filter(at: EvaluationTime(0), transform, hasEdges: false)
      guard case .dropShadow(color, let offset, let sigma)? = filter else { return nil }
      return (offset, sigma)
    }
    for (transform, x, y, sigma) in [
      (Transform.identity, 10.0, 0.0, 2.0), (Transform(scaleX: -2, y: 8), -20, 0, 8),
      (skewed, 30, 40, 12), (Transform(rotation: .degrees(90)), 0, 10, 2),
    ] {
      let result = shadow(transform)
      expectEqual(result.map { ($0.0 - Vector(dx: x, dy: y)).length < 1e-9 }, true)
      expectEqual(result.map { abs($0.1 - sigma) < 1e-9 }, true)
    }
  }

  @Test(
    "a blur has the width given by its layer's transform, along the image's axes or along a line")
  func blur() {
    func sigmas(_ dimensions: Double, _ transform: Transform) -> [Double] {
      let effect = LayerEffect.gaussianBlur(
        GaussianBlurEffect(
          blurriness: .constant(10), dimensions: .constant(dimensions),
          repeatsEdgePixels: .constant(1)))
      switch effect.filter(at: EvaluationTime(0), transform, hasEdges: false) {
      case .gaussianBlur(let x, let y, .transparent): return [x, y]
      case .lineBlur(let deviation): return [deviation.dx, deviation.dy]
      default: return []
      }
    }
    expectEqual(sigmas(1, .identity), [3, 3])
    #expect(sigmas(2, .identity) == [3, 0] && sigmas(3, .identity) == [0, 3])
    #expect(sigmas(2, skewed) == [9, 12] && sigmas(3, skewed) == [0, 36])
    let other = Transform(a: 1, b: 0, c: 2, d: 1, tx: 0, ty: 0)
    #expect(sigmas(2, other) == [3, 0] && sigmas(3, other) == [6, 3])
  }

  @Test("a gradient's highlight is within its radius, at an angle to the direction of its end")
  func highlight() {
    func focus(_ length: Double, _ angle: Double) -> Point? {
      let node = GradientNode(
        GradientProperties(
          kind: .radial, start: .constant([10, 20]), end: .constant([10, 120]),
          highlightLength: .constant(length), highlightAngle: .constant(angle), colorCount: 0,
          stops: .constant([])))
      let gradient = node.gradient(at: EvaluationTime(0), alpha: 255)
      guard case .radial(let center, let radius, let focus, _) = gradient.geometry,
        center == Point(x: 10, y: 20), radius == 100
      else { return nil }
      return Point(x: focus.x.rounded(), y: focus.y.rounded())
    }
    expectEqual(focus(0, 30), Point(x: 10, y: 20))
    expectEqual(focus(50, 0), Point(x: 10, y: 70))
    expectEqual(focus(50, 90), Point(x: -40, y: 20))
    expectEqual(focus(-50, 0), Point(x: 10, y: -30))
    #expect(focus(300, 0) == Point(x: 10, y: 119) && focus(-300, 0) == Point(x: 10, y: -79))
  }

  /// Returns a solid whose two masks are stroked.
  private func stroked(_ values: String...) throws -> DisplayList {
    let controls = values.map { #"{"ty":0,"v":{"k":\#($0)}}"# }.joined(separator: ",")
    let masks = [10, 30].map { y in
      """
      {"mode":"a","o":{"k":100},"pt":{"k":{"c":false,"v":[[10,\(y)],[90,\(y)]],\
      "i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}
      """
    }.joined(separator: ",")
    var list = DisplayList(size: PixelSize(width: 100, height: 50), background: .clear)
    let animation = try load(
      file(
        layers: """
          {"ty":1,"sw":100,"sh":50,"sc":"#000000","ip":0,"op":10,"ks":{},\
          "ef":[{"ty":22,"ef":[\(controls)]}],"masksProperties":[\(masks)]}
          """))
    LottieRenderer(animation).draw(frame: 0, into: &list)
    return list
  }

  @Test("a stroke runs from its start to its end, whichever is first, along one mask or all")
  func maskStrokes() throws {
    func rows(_ list: DisplayList) -> [Bool] {
      let image = list.painted()
      return [(20, 10), (50, 10), (80, 10), (20, 30), (50, 30), (80, 30)].map {
        image[$0.0, $0.1] == green
      }
    }
    let color = "[0,1,0]"
    let part = try stroked("1", "0", "0", color, "2", "1", "1", "25", "75", "0", "1")
    expectEqual(rows(part), [false, true, false, false, false, false])
    let reversed = try stroked("2", "0", "0", color, "2", "1", "1", "75", "25", "0", "1")
    expectEqual(rows(reversed), [false, false, false, false, true, false])
    let all = try stroked("1", "1", "0", color, "2", "1", "1", "0", "100", "0", "1")
    expectEqual(rows(all), [true, true, true, true, true, true])
    let none = try stroked("3", "0", "0", color, "2", "1", "1", "0", "100", "0", "1")
    #expect(rows(none).allSatisfy { !$0 })
    // From a quarter of the width on, dots are apart.
    let whole = try stroked("1", "0", "0", color, "2", "1", "1", "0", "100", "24", "1")
    let dotted = try stroked("1", "0", "0", color, "2", "1", "1", "0", "100", "25", "1")
    #expect(dotted.points.count > 4 * whole.points.count)
  }
}
