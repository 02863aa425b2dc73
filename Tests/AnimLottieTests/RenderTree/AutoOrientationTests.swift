import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The orientation of a layer along the path of its position")
struct AutoOrientationTests {
  /// Returns the direction in degrees at each of some times.
  private func directions(_ position: String, at times: Double...) throws -> [Double] {
    let property = try #require(try AnimLottieTests.position(position))
    return times.map { time in
      let direction = property.direction(at: EvaluationTime(time))
      return Vector(dx: direction.x, dy: direction.y).direction.degrees.rounded()
    }
  }

  private let linear = #""o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}"#

  @Test("keeps its angle after the last keyframe, and has the first one's before it")
  func ends() throws {
    let straight = """
      {"k":[{"t":2,"s":[0,0],\(linear)},{"t":4,"s":[0,9],\(linear)},{"t":6,"s":[-9,9]}]}
      """
    try expectEqual(
      directions(straight, at: 0, 2, 3, 5, 6, 6.5, 99), [90, 90, 90, 180, 180, 180, 180])
    let curved = """
      {"k":[{"t":2,"s":[0,0],"to":[0,9],"ti":[0,9],\(linear)},{"t":6,"s":[20,0]}]}
      """
    try expectEqual(directions(curved, at: 0, 2, 4, 6, 99), [90, 90, 0, -90, -90])
  }

  @Test("is that of both coordinates, even if their keyframes are at different times")
  func split() throws {
    let split = """
      {"s":true,"x":{"k":[{"t":2,"s":[0],\(linear)},{"t":4,"s":[9]}]},\
      "y":{"k":[{"t":0,"s":[0],\(linear)},{"t":6,"s":[27]}]}}
      """
    try expectEqual(directions(split, at: -1, 1, 3, 5, 8), [90, 90, 45, 90, 90])
    let one = #"{"s":true,"x":{"k":3},"y":{"k":[{"t":0,"s":[9],\#(linear)},{"t":6,"s":[0]}]}}"#
    try expectEqual(directions(one, at: 0, 3, 9), [-90, -90, -90])
    let other = #"{"s":true,"y":{"k":3},"x":{"k":[{"t":0,"s":[9],\#(linear)},{"t":6,"s":[0]}]}}"#
    try expectEqual(directions(other, at: 0, 3, 9).map(abs), [180, 180, 180])
  }

  @Test("is added to the layer's own rotation, and is zero while the position rests")
  func rotation() {
    var properties = TransformProperties()
    properties.rotation = .constant(30)
    func angle(at time: Double) -> Double {
      let node = TransformNode(properties, isAutoOriented: true)
      let tip = node.transform(at: EvaluationTime(time)).apply(to: Vector(dx: 1, dy: 0))
      return tip.direction.degrees.rounded()
    }
    expectEqual(angle(at: 0), 30)
    properties.position = .combined(.keyframes(LottieKeyframeTrack((0, [0, 0]), (10, [0, 10]))))
    #expect(angle(at: 5) == 120 && angle(at: 12) == 120)
  }
}

@Suite("A position that moves along a curve")
struct CurvedPositionTests {
  @Test("follows its easing along the length, but never leaves the curve's ends")
  func easing() throws {
    let keys = """
      {"k":[{"t":0,"s":[0,0],"to":[0,9],"ti":[0,9],"o":{"x":0.5,"y":0},"i":{"x":0.5,"y":-2}},\
      {"t":8,"s":[20,0]}]}
      """
    let property = try #require(try position(keys))
    // The curve is symmetric, and at half the time the easing has gone back beyond the start.
    expectEqual(property.value(at: 4), [0, 0])
    let slow = keys.replacing(#""y":-2"#, with: #""y":0"#)
    let eased = try #require(try position(slow))
    let even = try #require(
      try position(
        keys.replacing(#""y":-2"#, with: #""y":0.5"#)
          .replacing(#""o":{"x":0.5,"y":0}"#, with: #""o":{"x":0.5,"y":0.5}"#)))
    #expect(abs(even.value(at: 4).x - 10) < 0.1)
    // 3·0.5²·0 + … + 0.125: a cubic with both handles at 0 is at 1/8 after half of the time.
    #expect(abs(eased.value(at: 4).x - even.value(at: 1).x) < 0.01)
  }

  @Test("can go around a loop from a point back to itself")
  func loop() throws {
    let keys = """
      {"k":[{"t":0,"s":[5,5],"to":[30,0],"ti":[0,30],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},\
      {"t":8,"s":[5,5]}]}
      """
    let property = try #require(try position(keys))
    expectEqual(property.value(at: 0), [5, 5])
    #expect(property.value(at: 4).x > 12 && property.value(at: 4).y > 12)
    let opposite = keys.replacing(#""ti":[0,30]"#, with: #""ti":[30,0]"#)
    let straight = try #require(try position(opposite))
    #expect(straight.value(at: 4).x > 20)
  }
}
