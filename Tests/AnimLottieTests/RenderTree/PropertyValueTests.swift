import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The value of a property at a frame")
struct PropertyValueTests {
  private func values(_ keyframes: String, at times: [Double]) throws -> [Double] {
    let property = try #require(try opacity(#"{"a":1,"k":[\#(keyframes)]}"#))
    return times.map { property.value(at: $0) }
  }

  private let linear = #""o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}"#

  @Test("changes in proportion between linear keyframes, and is constant before and after them")
  func linearKeyframes() throws {
    let keys = #"{"t":2,"s":[10],\#(linear)},{"t":6,"s":[30]}"#
    try expectEqual(values(keys, at: [0, 2, 3, 4, 6, 9]), [10, 10, 15, 20, 30, 30])
  }

  @Test("stays the same until the next keyframe if it is held")
  func hold() throws {
    let keys = #"{"t":0,"s":[10],"h":1},{"t":5,"s":[30]}"#
    try expectEqual(values(keys, at: [0, 4.99, 5]), [10, 10, 30])
  }

  @Test("reaches the end value of a keyframe in an old file")
  func oldForm() throws {
    let keys = #"{"t":0,"s":[10],"e":[20],\#(linear)},{"t":4}"#
    try expectEqual(values(keys, at: [2, 4, 8]), [15, 20, 20])
  }

  @Test("overshoots its keyframes if the easing does")
  func overshoot() throws {
    let easing = #""o":{"x":[0.5],"y":[2]},"i":{"x":[0.5],"y":[1]}"#
    let keys = #"{"t":0,"s":[0],\#(easing)},{"t":10,"s":[100]}"#
    #expect(try values(keys, at: [5])[0] > 100)
  }

  @Test("follows the easing's cubic curve")
  func cubic() throws {
    let easing = #""o":{"x":[0.42],"y":[0]},"i":{"x":[0.58],"y":[1]}"#
    let keys = #"{"t":0,"s":[0],\#(easing)},{"t":10,"s":[1]}"#
    let values = try values(keys, at: [2.5, 5, 7.5])
    // The ease-in-out of CSS, from its definition.
    #expect(abs(values[0] - 0.12916) < 1e-4)
    #expect(abs(values[1] - 0.5) < 1e-12)
    #expect(abs(values[2] - 0.87084) < 1e-4)
  }

  @Test("can have a different easing in each dimension")
  func dimensions() throws {
    let easing = #""o":{"x":[0,1],"y":[0,0]},"i":{"x":[1,1],"y":[1,0]}"#
    let json = #"{"a":1,"k":[{"t":0,"s":[0,0],\#(easing)},{"t":10,"s":[10,10]}]}"#
    let value = try #require(try position(json)).value(at: 5)
    expectEqual(value.x, 5)
    #expect(value.y < 1)
  }

  @Test("moves along a curve at a constant speed")
  func spatial() throws {
    let json = """
      {"a":1,"k":[{"t":0,"s":[0,0],"to":[0,90],"ti":[0,0],\(linear)},{"t":100,"s":[100,0]}]}
      """
    let property = try #require(try position(json))
    let positions = (0...100).map { property.value(at: Double($0)) }
    let steps = zip(positions, positions.dropFirst()).map { a, b in
      Point(x: a.x, y: a.y).distance(to: Point(x: b.x, y: b.y))
    }
    let mean = steps.reduce(0, +) / 100
    #expect(steps.allSatisfy { abs($0 - mean) < 0.002 * mean })
    #expect(positions[50].y > 20)
  }

  @Test("overshoots along a straight line, even if its keyframes have handles")
  func straightHandles() throws {
    let easing = #""o":{"x":0.5,"y":2},"i":{"x":0.5,"y":1}"#
    let json = """
      {"a":1,"k":[{"t":0,"s":[0,0],"to":[3,0],"ti":[-3,0],\(easing)},{"t":10,"s":[10,0]}]}
      """
    #expect(try #require(try position(json)).value(at: 5).x > 10)
  }

  @Test("keeps a path's number of points, and whether it is closed, from the first keyframe")
  func points() throws {
    func shape(_ count: Int, isClosed: Bool) -> BezierShape {
      let zeros = [SIMD2<Double>](repeating: .zero, count: count)
      let vertices = (0..<count).map { SIMD2(Double($0), 0) }
      return BezierShape(
        vertices: vertices, inTangents: zeros, outTangents: zeros, isClosed: isClosed)
    }
    let three = shape(3, isClosed: false)
    let five = shape(5, isClosed: true)
    let property = Animated.keyframes(LottieKeyframeTrack((0, three), (10, five)))
    for time in [0.0, 5, 10] {
      var path = Path()
      property.append(at: EvaluationTime(time), to: &path)
      let elements = Array(path.elements)
      expectEqual(elements.count, 3)
      #expect(elements.last != .close)
    }
  }
}

@Suite("The transform of a layer or group")
struct TransformNodeTests {
  private func map(_ properties: TransformProperties, _ x: Double, _ y: Double) -> Point {
    TransformNode(properties).transform(at: EvaluationTime(0)).apply(to: Point(x: x, y: y))
  }

  @Test("moves the anchor to the origin, then scales, rotates and moves")
  func order() {
    var properties = TransformProperties()
    properties.anchor = .constant([10, 0])
    properties.scale = .constant([200, 100])
    properties.rotation = .constant(90)
    properties.position = .combined(.constant([5, 7]))
    let point = map(properties, 11, 0)
    #expect(abs(point.x - 5) < 1e-12)
    #expect(abs(point.y - 9) < 1e-12)
  }

  @Test("skews against the angle along the axis")
  func skew() {
    var properties = TransformProperties()
    properties.skew = .constant(45)
    #expect(abs(map(properties, 0, 10).x + 10) < 1e-12)
    properties.skewAxis = .constant(90)
    let point = map(properties, 10, 0)
    #expect(abs(point.x - 10) < 1e-12)
    #expect(abs(point.y - 10) < 1e-12)
  }

  @Test("rotates along the path of the position if it is auto-oriented")
  func autoOrient() {
    var properties = TransformProperties()
    properties.position = .combined(.keyframes(LottieKeyframeTrack((0, [0, 0]), (10, [0, 10]))))
    let node = TransformNode(properties, isAutoOriented: true)
    for time in [-1.0, 0, 5, 10] {
      let tip = node.transform(at: EvaluationTime(time)).apply(to: Vector(dx: 1, dy: 0))
      #expect(abs(tip.dx) < 1e-9 && abs(tip.dy - 1) < 1e-9)
    }
  }
}
