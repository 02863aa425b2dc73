import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Whether a shape layer contains a point")
struct ShapeHitTests {
  /// A square of 30 in which one of 10 lies, both clockwise.
  private let layer: ShapeLayer = {
    let layer = ShapeLayer()
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 30, height: 30))
    path.addRect(Rect(x: 10, y: 10, width: 10, height: 10))
    layer.path = path
    return layer
  }()

  @Test("is decided by the fill rule, so that a hole by the even-odd rule is not hit")
  func rules() {
    let (edge, hole) = (Point(x: 5, y: 5), Point(x: 15, y: 15))
    #expect(layer.contains(edge) && layer.contains(hole))
    layer.fillRule = .evenOdd
    #expect(layer.contains(edge) && !layer.contains(hole))
  }

  @Test("follows the path and the placement that are on the screen")
  func animated() {
    let tree = LayerTree(root: Layer())
    tree.root.addSublayer(layer)
    tree.update(to: 1)
    tree.animate(duration: 1, curve: .linear) { layer.position = Point(x: 100, y: 0) }
    #expect(layer.contains(Point(x: 5, y: 5)) && !layer.contains(Point(x: 105, y: 5)))
    tree.update(to: 1.5)
    #expect(layer.contains(Point(x: 55, y: 5)) && !layer.contains(Point(x: 5, y: 5)))
    layer.pivot = Point(x: 30, y: 0)
    tree.update(to: 3)
    #expect(layer.contains(Point(x: 75, y: 5)) && !layer.contains(Point(x: 105, y: 5)))
  }
}
