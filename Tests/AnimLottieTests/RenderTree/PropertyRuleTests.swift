import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie

@Suite("Rules for properties")
struct PropertyRuleTests {
  @Test("a percentage is a fraction between 0 and 1")
  func fractions() {
    let fractions = [-50, 0, 25, 100, 250, .nan].map {
      Animated.constant($0).fraction(at: EvaluationTime(0))
    }
    expectEqual(fractions, [0, 0, 0.25, 1, 1, 0])
  }

  @Test("the last of several easings applies to all further dimensions")
  func lastEasing() throws {
    let easing = KeyframeEasing.separate([.linear, .cubicBezier(1, 0, 1, 0)])
    let progress = try #require(easing.progress(at: 0.5))
    #expect(progress.x == 0.5 && progress.y < 0.25)
    #expect(progress.z == progress.y && progress.w == progress.y)
  }

  @Test("dimensions without an easing in the file are eased like the first")
  func missingEasings() throws {
    let easing = #""o":{"x":[0,1],"y":[0,0]},"i":{"x":[1,1],"y":[1,0]}"#
    let color = #"{"k":[{"t":0,"s":[0,0,0],\#(easing)},{"t":8,"s":[1,1,1]}]}"#
    let items = try shapes(#"{"ty":"fl","c":\#(color),"o":{"k":100}}"#)
    guard case .fill(let fill)? = items.first, case .color(let animated) = fill.paint else {
      Issue.record("there is no colour")
      return
    }
    let value = animated.value(at: 4)
    #expect(value.x == 0.5 && value.y < 0.25 && value.z == 0.5)
  }

  @Test("the last of several keyframes at one time applies from then on")
  func sameTime() throws {
    let linear = #""o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}"#
    let keys = """
      {"k":[{"t":0,"s":[0],\(linear)},{"t":4,"s":[8],\(linear)},{"t":4,"s":[20],\(linear)},\
      {"t":8,"s":[40]}]}
      """
    let property = try #require(try opacity(keys))
    expectEqual([0, 2, 4, 6, 8, 9].map { property.value(at: $0) }, [0, 4, 20, 30, 40, 40])
  }

  @Test("a path never has more points than at its first keyframe, nor handles of others")
  func paths() {
    func shape(_ count: Int, at y: Double) -> BezierShape {
      let points = (0..<count).map { SIMD2(Double($0) * 8, y) }
      let handles = (0..<count).map { SIMD2(Double($0), y) }
      return BezierShape(
        vertices: points, inTangents: handles, outTangents: handles, isClosed: true)
    }
    let (two, five, high) = (shape(2, at: 0), shape(5, at: 0), shape(5, at: 8))
    let property = Animated.keyframes(
      LottieKeyframeTrack([
        LottieKeyframe(time: 0, value: two, easing: .hold),
        LottieKeyframe(time: 4, value: five, easing: .linear),
        LottieKeyframe(time: 8, value: high, easing: .hold),
      ]))
    for (time, y) in [(0.0, 0.0), (4, 0), (6, 4), (9, 8)] {
      var path = Path()
      property.append(at: EvaluationTime(time), to: &path)
      let contour = path.contours[0]
      expectEqual(contour.vertices.map(\.point), [[0, y], [8, y]], "\(time)")
      #expect(contour.vertices[1].handleIn == [9, 2 * y] || time == 0 && y == 0, "\(time)")
      expectEqual(contour.vertices[1].handleOut, [9, 2 * y], "\(time)")
    }
  }
}
