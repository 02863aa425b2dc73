import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Layers that draw")
struct LayerDrawingTests {
  private static let size = PixelSize(width: 60, height: 60)

  private func list(_ layer: GraphicLayer) -> DisplayList {
    var list = DisplayList(size: Self.size)
    layer.draw(into: &list)
    return list
  }

  private func list(_ draw: (inout DisplayList) -> Void) -> DisplayList {
    var list = DisplayList(size: Self.size)
    draw(&list)
    return list
  }

  private var square: Path {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 10, height: 6))
    return path
  }

  private func squareLayer() -> ShapeLayer {
    let layer = ShapeLayer()
    layer.path = square
    return layer
  }

  @Test("a shape layer fills and strokes as the display list does")
  func shape() {
    let layer = squareLayer()
    layer.fillColor = .blue
    layer.strokeColor = .white
    layer.lineWidth = 2
    layer.lineDashPhase = 1
    layer.strokeStyle = StrokeStyle(cap: .round, dashes: [3, 2])
    layer.position = Point(x: 20, y: 30)
    layer.pivot = Point(x: 5, y: 3)
    layer.scale = Size(width: 2, height: 3)
    layer.rotation = .turns(0.25)
    // A quarter turn clockwise, which maps x to y and y to −x.
    let transform = Transform(a: 0, b: 2, c: -3, d: 0, tx: 20 + 9, ty: 30 - 10)
    let expected = list { list in
      list.fill(square, .color(.blue), transform: transform)
      list.stroke(
        square,
        StrokeStyle(width: 2, cap: .round, dashes: [3, 2], dashPhase: 1), .color(.white),
        transform: transform)
    }
    expectEqual(list(layer), expected)
  }

  @Test("a tree draws itself, whatever kind of layer its root is")
  func tree() {
    let square = squareLayer()
    let plain = Layer()
    plain.addSublayer(square)
    let tree = LayerTree(root: plain)
    var drawn = DisplayList(size: Self.size)
    tree.draw(into: &drawn)
    #expect(drawn == list(square) && !drawn.commands.isEmpty)
    square.removeFromSuperlayer()
    drawn = DisplayList(size: Self.size)
    LayerTree(root: square).draw(into: &drawn)
    expectEqual(drawn, list(square))
  }

  @Test("a stroke begins and ends at fractions of its length")
  func strokeEnds() {
    let layer = squareLayer()
    layer.fillColor = .clear
    layer.strokeColor = .white
    layer.strokeStart = 0.25
    layer.strokeEnd = 0.75
    func expected(_ start: Double, _ end: Double) -> DisplayList {
      list { $0.stroke(square.part(from: start, to: end), StrokeStyle(), .color(.white)) }
    }
    expectEqual(list(layer), expected(8, 24))
    // The path is measured again when it changes.
    layer.path = square.transformed(by: Transform(scale: 2))
    #expect(list(layer) != expected(8, 24))
    layer.path = square
    layer.strokeStart = 0.75
    layer.strokeEnd = 0.25
    #expect(list(layer).points.isEmpty)
  }

  @Test("paints override colours")
  func paints() {
    let layer = squareLayer()
    let gradient = Paint.gradient(
      Gradient(
        .linear(start: .zero, end: Point(x: 9, y: 0)), stops: GradientStops([.init(at: 0, .blue)])))
    layer.fillPaint = gradient
    layer.strokePaint = gradient
    let expected = list { list in
      list.fill(square, gradient)
      list.stroke(square, StrokeStyle(), gradient)
    }
    expectEqual(list(layer), expected)
  }

  @Test("opacity, blend mode and clip make a group of a layer and its sublayers")
  func groups() {
    let outer = GraphicLayer()
    let inner = squareLayer()
    let holder = Layer()
    holder.addSublayer(inner)
    outer.addSublayer(holder)
    outer.position = Point(x: 7, y: 8)
    let transform = Transform(translation: Vector(dx: 7, dy: 8))
    let plain = list { $0.fill(square, .color(.black), transform: transform) }
    expectEqual(list(outer), plain)
    outer.opacity = 0.5
    outer.blendMode = .screen
    outer.clip = square
    outer.clipRule = .evenOdd
    let grouped = list { list in
      list.withGroup(GroupStyle(opacity: 0.5, blendMode: .screen)) { list in
        list.clip(to: square, rule: .evenOdd, transform: transform)
        list.fill(square, .color(.black), transform: transform)
      }
    }
    expectEqual(list(outer), grouped)
    outer.isHidden = true
    #expect(list(outer).commands.isEmpty)
  }

  @Test("setting properties marks the layer for display, even those that aren't animatable")
  func display() {
    let layer = ShapeLayer()
    let tree = LayerTree(root: Layer())
    tree.root.addSublayer(layer)
    let changes: [(ShapeLayer) -> Void] = [
      { $0.path = Path.init() }, { $0.opacity = 0.3 }, { $0.blendMode = .multiply },
      { $0.clip = Path() }, { $0.isHidden = true }, { $0.fillRule = .evenOdd },
      { $0.strokeStyle.cap = .round }, { $0.fillPaint = .color(.white) },
      { $0.strokePaint = .color(.white) }, { $0.clipRule = .evenOdd },
    ]
    layer.path = square
    for change in changes {
      tree.update(to: tree.time + 10)
      tree.didDisplay()
      #expect(!tree.needsDisplay)
      change(layer)
      #expect(tree.needsDisplay && layer.needsDisplay)
      tree.didDisplay()
      tree.update(to: tree.time + 10)
      tree.didDisplay()
      change(layer)
      #expect(!tree.needsDisplay)
    }
  }

  @Test("hit tests use the shape on the screen")
  func hits() {
    let layer = squareLayer()
    layer.position = Point(x: 20, y: 20)
    layer.rotation = .turns(0.25)
    #expect(layer.hitTest(Point(x: 17, y: 27)) === layer)
    #expect(layer.hitTest(Point(x: 23, y: 27)) == nil)
    layer.scale = .zero
    #expect(layer.hitTest(Point(x: 20, y: 20)) == nil)
  }

  @Test("a gradient layer extends from point to point of its bounds, or out to an ellipse")
  func gradient() {
    let layer = GradientLayer()
    layer.rect = Rect(x: 10, y: 20, width: 20, height: 10)
    layer.stops = GradientStops([.init(at: 0, .white), .init(at: 1, .blue)])
    layer.startPoint = Point(x: 0.5, y: 0.5)
    layer.endPoint = Point(x: 1, y: 1)
    layer.cornerRadius = 50
    var path = Path()
    path.addRoundedRect(layer.rect, radius: 5)
    let start = Point(x: 20, y: 25)
    let linear = list {
      $0.fill(
        path,
        .gradient(Gradient(.linear(start: start, end: Point(x: 30, y: 30)), stops: layer.stops)))
    }
    expectEqual(list(layer), linear)
    layer.kind = .radial
    let radial = list {
      $0.fill(
        path,
        .gradient(
          Gradient(
            .radial(center: .zero, radius: 1, focus: .zero), stops: layer.stops,
            transform: Transform(a: 10, b: 0, c: 0, d: 5, tx: 20, ty: 25))))
    }
    expectEqual(list(layer), radial)
  }
}
