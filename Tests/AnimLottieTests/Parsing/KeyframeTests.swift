import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie

@Suite("Properties and their keyframes")
struct KeyframeTests {
  private let linear = #""i":{"x":1,"y":1},"o":{"x":0,"y":0}"#
  private let ease = #""i":{"x":[0.6],"y":[1]},"o":{"x":[0.4],"y":[0]}"#
  private let curve = TimingFunction.cubicBezier(0.4, 0, 0.6, 1)

  @Test(
    "a value can be a number or a list, with or without a property around it",
    arguments: [
      #"{"a":0,"k":40}"#, #"{"k":[40]}"#, #"{"a":1,"k":40}"#, #"{"a":"x","k":[40]}"#, "40", "[40]",
    ])
  func constants(_ property: String) throws {
    try expectEqual(opacity(property)?.value, 40)
  }

  @Test("a keyframe reaches the start of the next one")
  func keyframes() throws {
    let frames = try #require(
      try opacity(#"{"a":1,"k":[{"t":0,"s":[10],\#(ease)},{"t":5,"s":[20]}]}"#)
    ).frames
    expectEqual(frames.map(\.time), [0, 5])
    expectEqual(frames.map(\.value), [10, 20])
    expectEqual(frames.map(\.easing), [.uniform(curve), .hold])
  }

  @Test("keyframes of old files have their end next to their start, and the last has neither")
  func oldKeyframes() throws {
    let frames = try #require(
      try opacity(
        #"{"k":[{"t":0,"s":[10],"e":[20],\#(ease)},{"t":5,"s":[20],"e":[30],\#(ease)},{"t":9}]}"#)
    ).frames
    expectEqual(frames.map(\.value), [10, 20, 30])
  }

  @Test(
    "the start of the next keyframe takes precedence over the end in the file, as in lottie-web")
  func startBeforeEnd() throws {
    let frames = try #require(
      try opacity(#"{"k":[{"t":0,"s":[10],"e":[99],\#(ease)},{"t":5,"s":[20]}]}"#)
    ).frames
    expectEqual(frames.last?.value, 20)
  }

  @Test("a keyframe that holds has no easing")
  func hold() throws {
    let frames = try #require(
      try opacity(#"{"k":[{"t":0,"s":[10],"h":1,\#(ease)},{"t":5,"s":[20],"h":1}]}"#)
    ).frames
    expectEqual(frames.map(\.easing), [.hold, .hold])
  }

  @Test("an easing along the diagonal, or none, is linear")
  func linearEasing() throws {
    for easing in [linear, #""x":0"#] {
      let frames = try #require(
        try opacity(#"{"k":[{"t":0,"s":[10],\#(easing)},{"t":5,"s":[20]}]}"#)
      ).frames
      expectEqual(frames.first?.easing, .linear)
    }
  }

  @Test("each dimension can have its own easing")
  func easingOfDimensions() throws {
    let position = try position(
      #"""
      {"k":[{"t":0,"s":[0,0,0],"i":{"x":[0.6,0.5],"y":[1,1]},"o":{"x":[0.4,0.3],"y":[0,0]}},
        {"t":5,"s":[9,9,0]}]}
      """#)
    guard case .combined(let animated)? = position else { return #expect(Bool(false)) }
    #expect(
      animated.frames.first?.easing
        == .separate([curve, .cubicBezier(0.3, 0, 0.5, 1)]))
  }

  @Test("an easing has as many dimensions as the longest of its four lists, and the rest repeats")
  func mixedDimensions() throws {
    for longest in 0..<4 {
      let short = ["0.6", "1", "0.4", "0.2"]
      let long = ["[0.6,0.5]", "[1,0.9]", "[0.4,0.3]", "[0.2,0]"]
      let fields = (0..<4).map { $0 == longest ? long[$0] : short[$0] }
      let position = try position(
        #"""
        {"k":[{"t":0,"s":[0,0,0],"i":{"x":\#(fields[0]),"y":\#(fields[1])},
        "o":{"x":\#(fields[2]),"y":\#(fields[3])}},{"t":5,"s":[9,9,0]}]}
        """#)
      guard case .combined(let animated)? = position else { return #expect(Bool(false)) }
      let second = TimingFunction.cubicBezier(
        longest == 2 ? 0.3 : 0.4, longest == 3 ? 0 : 0.2, longest == 0 ? 0.5 : 0.6,
        longest == 1 ? 0.9 : 1)
      #expect(
        animated.frames.first?.easing
          == .separate([.cubicBezier(0.4, 0.2, 0.6, 1), second]))
    }
  }

  @Test("the handles of an easing are clamped to its time")
  func clampedEasing() throws {
    let frames = try #require(
      try opacity(
        #"{"k":[{"t":0,"s":[1],"i":{"x":3,"y":2},"o":{"x":-1,"y":-2}},{"t":5,"s":[20]}]}"#)
    ).frames
    expectEqual(frames.first?.easing, .uniform(.cubicBezier(0, -2, 1, 2)))
  }

  @Test("a position moves along a curve if its handles leave the straight line")
  func tangents() throws {
    func length(_ handles: String) throws -> Double? {
      let position = try position(
        #"{"k":[{"t":0,"s":[0,0],\#(handles),\#(ease)},{"t":5,"s":[90,0]}]}"#)
      guard case .combined(let animated)? = position else { return nil }
      return animated.frames.first?.curve?.length
    }
    func length(_ control1: Point, _ control2: Point) -> Double {
      var path = Path()
      path.move(to: .zero)
      path.addCurve(to: Point(x: 90, y: 0), control1: control1, control2: control2)
      return PathMeasure(path).length
    }
    #expect(
      try length(#""to":[10,20],"ti":[-10,20]"#) == length(Point(x: 10, y: 20), Point(x: 80, y: 20))
    )
    #expect(try length(#""to":[10,0],"ti":[-10,0]"#) == nil)
    #expect(try length(#""to":[0,0],"ti":[0,0]"#) == nil)
    #expect(try length(#""to":null,"ti":null"#) == nil)
    // One of the handles alone also bends the path.
    #expect(try length(#""to":[10,20]"#) == length(Point(x: 10, y: 20), Point(x: 90, y: 0)))
    #expect(try length(#""to":null,"ti":[-10,20]"#) != nil)
  }

  @Test("a position can be split into its coordinates")
  func splitPosition() throws {
    guard case .split(let x, let y)? = try position(#"{"s":true,"x":{"k":3},"y":{"k":4}}"#)
    else { return #expect(Bool(false)) }
    expectEqual(x.value, 3)
    expectEqual(y.value, 4)
  }

  @Test("a single keyframe is a constant")
  func single() throws {
    try expectEqual(opacity(#"{"k":[{"t":3,"s":[10]}]}"#)?.value, 10)
  }

  @Test("keyframes out of order are sorted by time and reported")
  func unsorted() throws {
    let property = #"{"k":[{"t":5,"s":[1]},{"t":0,"s":[2]},{"t":5,"s":[3]}]}"#
    try expectEqual(opacity(property)?.frames.map(\.value), [2, 1, 3])
    try expectEqual(
      diagnostics(file(layers: #"{"ty":3,"ks":{"o":\#(property)}}"#)),
      [
        "layers[0].ks.o.k: the keyframes are not in order of time"
      ])
  }

  @Test(
    "invalid values are skipped or replaced by the default, and reported",
    arguments: [
      (#"{"k":[{"s":[1]},{"t":1,"s":[2]}]}"#, 2, "k[0]: a keyframe without a time is ignored"),
      (#"{"k":[{}]}"#, 100, "k[0]: a keyframe without a time is ignored"),
      (#"{"k":"x"}"#, 100, "k: the value is of the wrong type"),
      (#"{"k":[null]}"#, 100, "k[0]: a keyframe without a time is ignored"),
      (#"{"k":[{"t":0,"s":"x"}]}"#, 100, "k[0].s: the value is of the wrong type"),
      (#"{"k":1e300}"#, 1e12, "k: the number is too large"),
    ])
  func nonsense(_ property: String, expected: Double, message: String) throws {
    try expectEqual(opacity(property)?.value, expected)
    #expect(
      try diagnostics(file(layers: #"{"ty":3,"ks":{"o":\#(property)}}"#)).first
        == "layers[0].ks.o.\(message)")
  }

  @Test("an expression is kept with its stored value")
  func expression() throws {
    let property = #"{"k":30,"x":"var $bm_rt = 5;"}"#
    guard case .expression(0, let stored)? = try opacity(property) else {
      Issue.record("there is no expression")
      return
    }
    expectEqual(stored.value, 30)
    #expect(try diagnostics(file(layers: #"{"ty":3,"ks":{"o":\#(property)}}"#)).isEmpty)
  }

  @Test("more keyframes than the limit are an error")
  func limit() {
    var limits = LottieLimits()
    limits.keyframes = 2
    let list = #"{"k":[{"t":0,"s":[1]},{"t":1,"s":[2]},{"t":2,"s":[3]}]}"#
    #expect(throws: LottieError.tooMuch(.keyframes, limit: 2, path: "layers[0].ks.o.k")) {
      try load(file(layers: #"{"ty":3,"ks":{"o":\#(list)}}"#), limits: limits)
    }
  }
}
