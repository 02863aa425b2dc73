import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Whether a shape layer contains a point")
struct ShapeHitTests {
  /// A square of 30 that contains a square of 10, both clockwise.
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

  @Test("counts the stroke where it is visible")
  func stroke() {
    let outside = Point(x: -3, y: 15)
    #expect(!layer.contains(outside))
    (layer.strokeColor, layer.lineWidth) = (.black, 8)
    #expect(layer.contains(outside) && !layer.contains(Point(x: -5, y: 15)))
    layer.strokeEnd = 0.1
    #expect(!layer.contains(outside))
  }

  @Test("follows the path on the screen, in the layer's own space")
  func animated() {
    let tree = LayerTree(root: Layer())
    tree.root.addSublayer(layer)
    tree.update(to: 1)
    tree.animate(duration: 1, curve: .linear) {
      layer.position = Point(x: 100, y: 0)
      layer.path = layer.path.transformed(by: Transform(translation: Vector(dx: 100, dy: 0)))
    }
    #expect(layer.contains(Point(x: 5, y: 5)) && !layer.contains(Point(x: 105, y: 5)))
    tree.update(to: 1.5)
    #expect(layer.contains(Point(x: 55, y: 5)) && !layer.contains(Point(x: 5, y: 5)))
  }
}

@Suite("The layer at a point")
struct HitTestTests {
  /// Returns a square of `side` about its position.
  private static func square(_ side: Double, at position: Point) -> ShapeLayer {
    let layer = ShapeLayer()
    layer.path = Path(Rect(x: 0, y: 0, width: side, height: side))
    layer.pivot = Point(x: side / 2, y: side / 2)
    layer.position = position
    return layer
  }

  private let tree = LayerTree(root: Layer())
  private let card = square(100, at: Point(x: 100, y: 100))
  private let button = square(20, at: Point(x: 90, y: 50))

  init() {
    card.addSublayer(button)
    // Layers that only hold others together have their space.
    let holder = Layer()
    holder.addSublayer(card)
    tree.root.addSublayer(holder)
    tree.update(to: 1)
  }

  @Test("is the frontmost one that covers it, at its position on the screen")
  func frontmost() {
    let (inside, below, outside) = (
      Point(x: 145, y: 100), Point(x: 60, y: 60), Point(x: 155, y: 100)
    )
    // The button reaches beyond the card, which doesn't clip it.
    #expect(tree.hitTest(inside) === button && tree.hitTest(below) === card)
    #expect(tree.hitTest(Point(x: 149.5, y: 100)) === button && tree.hitTest(outside) == nil)
    tree.animate(duration: 1, curve: .linear) { card.position.x += 100 }
    tree.update(to: 1.1)
    #expect(tree.hitTest(outside) === button && tree.hitTest(Point(x: 55, y: 60)) == nil)
  }

  @Test("is not a hidden, clear or clipped layer, nor one below such a layer")
  func invisible() {
    let point = Point(x: 145, y: 100)
    let changes: [(GraphicLayer) -> Void] = [
      { $0.isHidden = true }, { $0.$opacity.jump(to: 0) }, { $0.$scale.jump(to: .zero) },
      { $0.clip = Path(Rect(x: 0, y: 0, width: 5, height: 5)) },
    ]
    for change in changes {
      let fresh = Self.square(100, at: Point(x: 100, y: 100))
      tree.root.addSublayer(fresh)
      #expect(tree.hitTest(point) === fresh)
      change(fresh)
      #expect(tree.hitTest(point) === button)
      fresh.removeFromSuperlayer()
    }
    card.isHidden = true
    #expect(tree.hitTest(point) == nil)
  }

  @Test("belongs to the drawing process")
  func drawn() {
    final class Ring: GraphicLayer {
      override func drawContent(into list: inout DisplayList, transform: Transform) {
        var path = Path()
        path.addEllipse(in: Rect(x: -20, y: -20, width: 40, height: 40))
        list.stroke(path, StrokeStyle(width: 4), .color(.white), transform: transform)
      }
    }
    let ring = Ring()
    ring.position = Point(x: 300, y: 300)
    ring.scale = Size(width: 2, height: 1)
    tree.root.addSublayer(ring)
    #expect(
      tree.hitTest(Point(x: 340, y: 300)) === ring && tree.hitTest(Point(x: 300, y: 320)) === ring)
    #expect(
      tree.hitTest(Point(x: 300, y: 300)) == nil && tree.hitTest(Point(x: 320, y: 300)) == nil)
  }

  @Test("a point is converted between layers at their positions on the screen, and back")
  func conversion() throws {
    card.rotation = .degrees(90)
    tree.update(to: 9)
    let corner = try #require(button.convert(.zero, to: nil))
    // The button's corner is at (80, 40) of the card, 30 right of its middle and 10 above it.
    #expect(corner.distance(to: Point(x: 110, y: 130)) < 1e-9)
    let inCard = try #require(button.convert(Point(x: 1, y: 2), to: card))
    #expect(inCard.distance(to: Point(x: 81, y: 42)) < 1e-9)
    let back = try #require(button.convert(inCard, from: card))
    #expect(back.distance(to: Point(x: 1, y: 2)) < 1e-9)
    #expect(button.convert(corner, from: nil)?.distance(to: .zero) ?? 1 < 1e-9)
    #expect(card.convert(.zero, to: Layer()) == nil)
    button.$scale.jump(to: .zero)
    #expect(card.convert(.zero, to: button) == nil && button.convert(.zero, from: nil) == nil)
  }
}
