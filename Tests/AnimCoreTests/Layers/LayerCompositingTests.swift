import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Layers that are composited as a separate image")
struct LayerCompositingTests {
  private let layer: ShapeLayer = {
    let layer = ShapeLayer()
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 20, height: 10))
    layer.path = path
    layer.strokeColor = .white
    return layer
  }()

  private var list: DisplayList {
    var list = DisplayList(size: PixelSize(width: 40, height: 40))
    layer.draw(into: &list)
    return list
  }

  @Test("each of opacity, blend mode and clip alone makes a separate image")
  func groups() {
    let plain = list
    layer.opacity = 1.5
    expectEqual(list, plain)
    layer.opacity = 0.5
    let faded = list
    layer.opacity = 1
    layer.blendMode = .multiply
    let blended = list
    layer.blendMode = .normal
    var clip = Path()
    clip.addRect(Rect(x: 0, y: 0, width: 5, height: 5))
    layer.clip = clip
    let clipped = list
    layer.clip = nil
    expectEqual(list, plain)
    #expect(faded != plain && blended != plain && clipped != plain)
    #expect([faded, blended, clipped].allSatisfy { $0.commands.count > plain.commands.count })
  }

  @Test("a stroke is trimmed at each end separately, and follows a path that changes")
  func strokeEnds() {
    layer.fillColor = .clear
    func expectStroke(_ start: Double, _ end: Double) {
      let length = layer.path.length
      var expected = DisplayList(size: PixelSize(width: 40, height: 40))
      expected.stroke(
        layer.path.part(from: start * length, to: end * length), StrokeStyle(), .color(.white))
      expectEqual(list, expected)
    }
    layer.strokeEnd = 0.5
    expectStroke(0, 0.5)
    var longer = Path()
    longer.addRect(Rect(x: 0, y: 0, width: 30, height: 20))
    layer.path = longer
    expectStroke(0, 0.5)
    layer.strokeEnd = 1
    layer.strokeStart = 0.5
    expectStroke(0.5, 1)
  }
}
