import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Layers in space")
struct TransformLayerTests {
  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> BoxLayer {
    BoxLayer(Rect(x: x, y: y, width: width, height: height), fillColor: .red)
  }

  @Test("a layer without rotation looks like any other layer")
  func flat() {
    let (plain, space) = (GraphicLayer(), TransformLayer())
    for layer in [plain, space] {
      layer.position = Point(x: 10, y: 12)
      layer.rotation = .degrees(20)
      layer.addSublayer(box(0, 0, 30, 20))
      let shadowed = box(10, 10, 20, 20)
      shadowed.shadow = Shadow()
      shadowed.fillColor = .blue
      layer.addSublayer(shadowed)
    }
    let size = Size(width: 64, height: 64)
    let expected = LayerTree(root: plain).image(size: size, background: .white)
    for perspective in [0.0, 100] {
      space.perspective = perspective
      let rendering = LayerTree(root: space).image(size: size, background: .white)
      // Points are rounded to the grid once more.
      #expect(difference(rendering, expected) <= 1)
    }
  }

  /// Returns the greatest difference of any channel of any pixel.
  private func difference(_ a: PixelImage, _ b: PixelImage) -> Int {
    var most = 0
    for y in 0..<a.size.height {
      for x in 0..<a.size.width {
        let (first, second) = (Color(premultipliedARGB: a[x, y]), Color(premultipliedARGB: b[x, y]))
        most = max(most, abs(Int(first.red) - Int(second.red)))
        most = max(most, abs(Int(first.green) - Int(second.green)))
        most = max(most, abs(Int(first.blue) - Int(second.blue)))
      }
    }
    return most
  }

  @Test("points are at the positions of Core Animation's rotations and perspective")
  func points() {
    let layer = TransformLayer()
    let inner = GraphicLayer()
    layer.addSublayer(inner)
    let half = Angle.degrees(60)
    let table: [(x: Angle, y: Angle, depth: Double, eye: Double, from: Point, to: Point)] = [
      // Half as wide, and as high as ever.
      (.zero, half, 0, 0, Point(x: 10, y: 4), Point(x: 5, y: 4)),
      (half, .zero, 0, 0, Point(x: 10, y: 4), Point(x: 10, y: 2)),
      // The right edge moves away: z = −10·sin 60°, and w = 1 + 8.66/100.
      (
        .zero, half, 0, 100, Point(x: 10, y: 4),
        Point(x: 5 / 1.0866025403784438, y: 4 / 1.0866025403784438)
      ),
      // Lower points move closer.
      (
        half, .zero, 0, 100, Point(x: 10, y: 10),
        Point(x: 10 / 0.9133974596215562, y: 5 / 0.9133974596215562)
      ),
      (.zero, .zero, 50, 100, Point(x: 3, y: 4), Point(x: 6, y: 8)),
      (.zero, .zero, -100, 100, Point(x: 3, y: 4), Point(x: 1.5, y: 2)),
    ]
    for row in table {
      (layer.rotationX, layer.rotationY) = (row.x, row.y)
      (layer.depth, layer.perspective) = (row.depth, row.eye)
      let seen = inner.convert(row.from, to: nil)
      #expect((seen?.distance(to: row.to) ?? 9) < 1e-9, "\(row)")
      let back = inner.convert(row.to, from: nil)
      #expect((back?.distance(to: row.from) ?? 9) < 1e-9, "\(row)")
    }
    // Behind the eye, and from the edge.
    (layer.rotationX, layer.rotationY, layer.depth) = (.zero, .zero, 100)
    #expect(inner.convert(.zero, to: nil) == nil)
    (layer.rotationY, layer.depth, layer.perspective) = (.zero, 0, 0)
    inner.scale = .zero
    #expect(inner.convert(.zero, from: nil) == nil)
  }

  @Test("layers in front are drawn last and hit first, whatever the order of the sublayers")
  func order() {
    let outer = TransformLayer()
    outer.perspective = 200
    let (near, far) = (TransformLayer(), TransformLayer())
    let (front, back) = (box(0, 0, 20, 20), box(0, 0, 20, 20))
    near.addSublayer(front)
    far.addSublayer(back)
    outer.addSublayer(near)
    outer.addSublayer(far)
    let tree = LayerTree(root: outer)
    let point = Point(x: 5, y: 5)
    for (depth, isNear) in [(10.0, true), (-10, false), (20, true)] {
      near.$depth.jump(to: depth)
      #expect(tree.hitTest(point) === (isNear ? front : back))
    }
    near.isHidden = true
    #expect(tree.hitTest(point) === back)
    near.isHidden = false
    // From behind, it is visible only if it is double-sided.
    near.$rotationY.jump(to: .degrees(180))
    #expect(tree.hitTest(Point(x: -5, y: 5)) === front)
    near.isDoubleSided = false
    #expect(tree.hitTest(Point(x: -5, y: 5)) == nil)
    near.$rotationY.jump(to: .zero)
    // A layer with opacity is flattened into the other's plane, so it is drawn at that plane's
    // depth, below layers in front of it.
    near.$opacity.jump(to: 0.5)
    near.$depth.jump(to: -100)
    #expect(tree.hitTest(point) === back)
  }

  @Test("invalid numbers never trap")
  func senseless() {
    let wild: [Double] = [.nan, .infinity, -1e300, 1e300, 1e-300]
    let layer = TransformLayer()
    layer.addSublayer(box(-1e9, -1e9, 2e9, 2e9))
    let tree = LayerTree(root: layer)
    for number in wild {
      layer.$rotationX.jump(to: .radians(number))
      layer.$rotationY.jump(to: .degrees(70))
      layer.$perspective.jump(to: number)
      layer.$depth.jump(to: number / 3)
      layer.$pivot.jump(to: Point(x: number, y: 1))
      _ = tree.image(size: Size(width: 8, height: 8))
      _ = tree.hitTest(.zero)
      _ = layer.sublayers[0].convert(.zero, from: nil)
    }
  }

  @Test("every shape of a list is projected like its outline")
  func shapes() {
    // A projection that only moves and scales, so its result must equal that of the list itself.
    let projection = Projection(
      x: SIMD3(4, 0, 0), y: SIMD3(0, 4, 0), origin: SIMD3(20, 12, 2))
    let draws: [(inout DisplayList) -> Void] = [
      { $0.fill(Rect(x: 2, y: 3, width: 9, height: 5), .red) },
      { $0.fillDisc(center: Point(x: 8, y: 8), radius: 5, .red) },
      {
        $0.fillSector(center: Point(x: 8, y: 8), radius: 6, start: .zero, sweep: .turns(0.3), .red)
      },
      {
        $0.fillSector(center: Point(x: 8, y: 8), radius: 6, start: .zero, sweep: .turns(0.8), .red)
      },
      {
        $0.fillSquares(count: 2, side: 3) { (Point(x: 4 + 6 * Double($0), y: 6), .red) }
      },
      {
        $0.withGroup(GroupStyle(opacity: 0.5, filters: [.fill(.blue)])) {
          $0.fill(Path(Rect(x: 1, y: 1, width: 9, height: 9)), .red)
          $0.clip(to: Path(ellipseIn: Rect(x: 0, y: 0, width: 10, height: 10)))
        }
      },
    ]
    for (index, draw) in draws.enumerated() {
      var inner = DisplayList(size: PixelSize(width: 64, height: 64), background: .white)
      draw(&inner)
      var seen = DisplayList(size: PixelSize(width: 48, height: 48), background: .white)
      seen.append(inner, through: projection)
      var expected = DisplayList(size: seen.size, background: .white)
      expected.withScale(2, origin: Point(x: 10, y: 6)) { draw(&$0) }
      // Curves have become lines before they are seen twice as large.
      #expect(difference(seen.painted(), expected.painted()) <= 32, "shape \(index)")
    }
  }
}
