import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Animation along paths and of paths")
struct PathAnimationTests {
  private func tree(_ layer: Layer) -> LayerTree {
    let tree = LayerTree(root: Layer())
    tree.root.addSublayer(layer)
    tree.update(to: 0)
    return tree
  }

  private var corner: Path {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 30, y: 0))
    path.addLine(to: Point(x: 30, y: 10))
    return path
  }

  @Test("a position follows a path at constant speed, and a rotation its direction")
  func follows() throws {
    let layer = GraphicLayer()
    let tree = tree(layer)
    let timing = MediaTiming(duration: 4)
    try layer.$position.add(PathAnimation(along: corner, timing: timing))
    try layer.$rotation.add(PathAnimation(turningAlong: corner, timing: timing))
    for (time, point, turns) in [
      (0.0, Point(x: 0, y: 0), 0.0), (1, Point(x: 10, y: 0), 0), (2.5, Point(x: 25, y: 0), 0),
      (3.5, Point(x: 30, y: 5), 0.25),
    ] {
      tree.update(to: time)
      #expect((layer.$position.presentation - point).length < 1e-9)
      #expect(abs(layer.$rotation.presentation.turns - turns) < 1e-12)
    }
    tree.update(to: 4)
    expectEqual(layer.$position.presentation, .zero)
  }

  @Test("a curve sets the fraction of the length, and an offset faces backwards")
  func curved() throws {
    let layer = GraphicLayer()
    let tree = tree(layer)
    let timing = MediaTiming(duration: 1)
    try layer.$position.add(PathAnimation(along: corner, curve: .easeIn, timing: timing))
    try layer.$rotation.add(
      PathAnimation(turningAlong: corner, offset: .turns(0.5), timing: timing))
    tree.update(to: 0.4)
    let part = TimingFunction.easeIn.value(at: 0.4)
    #expect(abs(layer.$position.presentation.x - 40 * part) < 1e-9)
    #expect(abs(layer.$rotation.presentation.turns - 0.5) < 1e-12)
  }

  @Test("the velocity along a path is its direction times the speed")
  func velocity() throws {
    let layer = GraphicLayer()
    let tree = tree(layer)
    try layer.$position.add(PathAnimation(along: corner, timing: MediaTiming(duration: 2)))
    tree.update(to: 0.5)
    #expect((layer.$position.velocity - Vector(dx: 20, dy: 0)).length < 1e-6)
    tree.update(to: 1.75)
    #expect((layer.$position.velocity - Vector(dx: 0, dy: 20)).length < 1e-6)
  }

  @Test("a path without length can't be followed")
  func empty() {
    let layer = GraphicLayer()
    _ = tree(layer)
    let tree = LayerTree(root: layer)
    #expect(tree.root === layer)
    var defective = corner
    defective.addLine(to: Point(x: .nan, y: 0))
    for path in [Path(), defective] {
      #expect(throws: AnimationError.pathWithoutLength) {
        try layer.$position.add(PathAnimation(along: path))
      }
    }
  }

  @Test("paths with the same elements are interpolated point by point")
  func morph() {
    let square = {
      var path = Path()
      path.addRect(Rect(x: 0, y: 0, width: 10, height: 10))
      return path
    }()
    let larger = square.transformed(by: Transform(a: 3, b: 1, c: 0, d: 2, tx: 4, ty: 0))
    let half = Path.interpolated(from: square, to: larger, progress: 0.5)
    expectEqual(half, square.transformed(by: Transform(a: 2, b: 0.5, c: 0, d: 1.5, tx: 2, ty: 0)))
    // Also beyond the ends, because springs overshoot.
    let beyond = Path.interpolated(from: square, to: larger, progress: 2)
    expectEqual(beyond, square.transformed(by: Transform(a: 5, b: 2, c: 0, d: 3, tx: 8, ty: 0)))
    let other = corner
    expectEqual(Path.interpolated(from: square, to: other, progress: 0.9), square)
    expectEqual(Path.interpolated(from: square, to: other, progress: 1), other)
  }

  @Test("gradients with the same number of stops are interpolated")
  func stops() {
    let first = GradientStops(
      [.init(at: 0, .black), .init(at: 1, .white)], alphas: [.init(at: 0, 1)])
    let second = GradientStops(
      [.init(at: 0.5, .white), .init(at: 1, .black)], alphas: [.init(at: 1, 0)])
    let half = GradientStops.interpolated(from: first, to: second, progress: 0.5)
    let gray = Color(rgb: 0x808080)
    #expect(
      half
        == GradientStops(
          [.init(at: 0.25, gray), .init(at: 1, gray)], alphas: [.init(at: 0.5, 0.5)]))
    let fewer = GradientStops([.init(at: 0, .white)])
    expectEqual(GradientStops.interpolated(from: first, to: fewer, progress: 0.5), first)
    expectEqual(GradientStops.interpolated(from: first, to: fewer, progress: 1), fewer)
  }

  @Test("an implicit change of a path starts from the path on the screen")
  func implicit() {
    let layer = ShapeLayer()
    layer.path = corner
    let tree = tree(layer)
    let far = corner.transformed(by: Transform(translation: Vector(dx: 100, dy: 0)))
    tree.run(Transaction(duration: 2, curve: .function(.linear))) { layer.path = far }
    tree.update(to: 1)
    let half = corner.transformed(by: Transform(translation: Vector(dx: 50, dy: 0)))
    expectEqual(layer.$path.presentation, half)
    layer.path = corner
    expectEqual(layer.$path.presentation, half)
  }
}
