import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

@Suite("Shapes, styles and modifiers")
struct ShapeTests {
  private let triangle =
    #"{"i":[[0,0],[1,2],[0,0]],"o":[[0,0],[3,4],[0,0]],"v":[[0,0],[9,0],[9,9]],"c":true}"#

  private func contour(_ item: ShapeItem?) -> BezierShape? {
    guard case .path(.contour(let path), _)? = item else { return nil }
    return path.first
  }

  @Test("a path has its points, handles and direction")
  func path() throws {
    let items = try shapes(#"{"ty":"sh","d":3,"ks":{"k":\#(triangle)}}"#)
    let path = try #require(contour(items.first))
    expectEqual(path.vertices, [SIMD2(0, 0), SIMD2(9, 0), SIMD2(9, 9)])
    expectEqual(path.inTangents, [.zero, SIMD2(1, 2), .zero])
    expectEqual(path.outTangents, [.zero, SIMD2(3, 4), .zero])
    #expect(path.isClosed)
    guard case .path(_, isReversed: true)? = items.first else { return #expect(Bool(false)) }
  }

  @Test("keyframes of a path are lists of one path")
  func pathKeyframes() throws {
    let list = #"{"k":[{"t":0,"s":[\#(triangle)]},{"t":5,"s":[\#(triangle)]}]}"#
    guard case .path(.contour(let path), _)? = try shapes(#"{"ty":"sh","ks":\#(list)}"#).first
    else {
      return #expect(Bool(false))
    }
    expectEqual(path.frames.map { $0.value.vertices.count }, [3, 3])
  }

  @Test("in files before 4.4.18, the closed flag is next to the path")
  func oldClosedFlag() throws {
    let open = triangle.replacing("true", with: "false")
    let item = #"{"ty":"sh","closed":true,"ks":{"k":\#(open)}}"#
    expectEqual(contour(try shapes(item, version: "4.4.17").first)?.isClosed, true)
    expectEqual(contour(try shapes(item, version: "4.4.18").first)?.isClosed, false)
    let moving = #"{"ty":"sh","closed":true,"ks":{"k":[{"t":0,"s":[\#(open)]},{"t":1}]}}"#
    expectEqual(contour(try shapes(moving, version: "4.0.0").first)?.isClosed, true)
  }

  @Test("missing and invalid handles of a path are treated as zero, and this is reported")
  func oddPaths() throws {
    let item = #"{"ty":"sh","ks":{"k":{"i":[[1,1]],"v":[[0,0],[9,0],5]}}}"#
    let path = try #require(contour(try shapes(item).first))
    expectEqual(path.vertices.count, 3)
    expectEqual(path.inTangents, [SIMD2(1, 1), .zero, .zero])
    expectEqual(path.outTangents, [.zero, .zero, .zero])
    try expectEqual(
      diagnostics(file(layers: shapeLayer(item))),
      [
        "layers[0].shapes[0].ks.k: a path has different numbers of points and handles"
      ])
  }

  @Test("paths with more points than the limits are errors")
  func pointLimits() {
    let json = file(
      layers: shapeLayer(
        #"{"ty":"sh","ks":{"k":\#(triangle)}},{"ty":"sh","ks":{"k":\#(triangle)}}"#))
    var limits = LottieLimits()
    limits.pathPoints = 2
    let first = "layers[0].shapes[0].ks.k.v"
    #expect(throws: LottieError.tooMuch(.pathPoints, limit: 2, path: first)) {
      try load(json, limits: limits)
    }
    limits = LottieLimits()
    limits.points = 5
    let second = "layers[0].shapes[1].ks.k.v"
    #expect(throws: LottieError.tooMuch(.points, limit: 5, path: second)) {
      try load(json, limits: limits)
    }
  }

  @Test("a group has its items and its transform, without hidden ones")
  func group() throws {
    let items = try shapes(
      #"""
      {"ty":"gr","bm":1,"it":[{"ty":"rc","hd":true},{"ty":"el","s":{"k":[3,4]}},
        {"ty":"tr","p":{"k":[5,6]},"r":{"k":7}}]}
      """#)
    guard case .group(let group)? = items.first else { return #expect(Bool(false)) }
    expectEqual(group.items.count, 1)
    expectEqual(group.blendMode, .multiply)
    expectEqual(group.transform.rotation.value, 7)
    guard case .path(.ellipse(_, let size), _)? = group.items.first else {
      return #expect(Bool(false))
    }
    expectEqual(size.value, SIMD2(3, 4))
  }

  @Test("rectangles and stars have their fields")
  func primitives() throws {
    let items = try shapes(
      #"""
      {"ty":"rc","d":3,"p":{"k":[1,2]},"s":{"k":[3,4]},"r":{"k":5}},
      {"ty":"sr","sy":2,"pt":{"k":6},"r":{"k":7},"or":{"k":8},"os":{"k":9},"ir":{"k":10},
        "is":{"k":11}}
      """#)
    guard case .path(.rectangle(_, let size, let radius), isReversed: true) = items[0],
      case .path(.star(let star), isReversed: false) = items[1]
    else { return #expect(Bool(false)) }
    expectEqual(size.value, SIMD2(3, 4))
    expectEqual(radius.value, 5)
    #expect(star.isPolygon)
    let values = [
      star.points, star.rotation, star.outerRadius, star.outerRoundness, star.innerRadius,
      star.innerRoundness,
    ]
    expectEqual(values.map(\.value), [6, 7, 8, 9, 10, 11])
  }

  @Test("colours are opaque, and 0 to 255 in files before 4.1.9")
  func colors() throws {
    func color(_ text: String, _ version: String = "5.0.0") throws -> SIMD4<Double>? {
      let items = try shapes(#"{"ty":"fl","c":{"k":\#(text)}}"#, version: version)
      guard case .fill(let fill)? = items.first, case .color(let color) = fill.paint else {
        return nil
      }
      return color.value
    }
    try expectEqual(color("[1,0.5,0,0.2]"), SIMD4(1, 0.5, 0, 1))
    try expectEqual(color("[0,0.5,1]"), SIMD4(0, 0.5, 1, 1))
    try expectEqual(color(##""#ff0000""##), SIMD4(1, 0, 0, 1))
    try expectEqual(color("[255,51,0,255]", "4.1.8"), SIMD4(1, 0.2, 0, 1))
    try expectEqual(color("[1]"), SIMD4(0, 0, 0, 1))
  }

  @Test("fills and strokes have their rule, ends, corners and dashes")
  func styles() throws {
    let items = try shapes(
      #"""
      {"ty":"fl","r":2,"o":{"k":40},"bm":1},
      {"ty":"st","w":{"k":3},"lc":1,"lj":3,"ml":7,"d":[{"n":"d","v":{"k":5}},
        {"n":"g","v":{"k":6}},{"n":"o","v":{"k":7}}]},
      {"ty":"st","ml":3,"ml2":{"k":9}}
      """#)
    guard case .fill(let fill) = items[0], case .stroke(let stroke) = items[1],
      case .stroke(let plain) = items[2]
    else { return #expect(Bool(false)) }
    expectEqual(fill.rule, .evenOdd)
    expectEqual(fill.opacity.value, 40)
    expectEqual(fill.blendMode, .multiply)
    expectEqual(stroke.width.value, 3)
    expectEqual(stroke.cap, .butt)
    expectEqual(stroke.join, .bevel)
    expectEqual(stroke.miterLimit.value, 7)
    expectEqual(stroke.dashes.map(\.value), [5, 6])
    expectEqual(stroke.dashOffset.value, 7)
    #expect(plain.cap == .round && plain.join == .round)
    expectEqual(plain.miterLimit.value, 9)
  }

  @Test("a gradient has no more colours than there are numbers for")
  func gradients() throws {
    func gradient(_ count: String) throws -> GradientProperties? {
      let items = try shapes(
        #"{"ty":"gf","t":2,"g":{"p":\#(count),"k":{"k":[0,1,0,0,1,0,0,1,0,1,1,0.5]}}}"#)
      guard case .fill(let fill)? = items.first, case .gradient(let gradient) = fill.paint else {
        return nil
      }
      return gradient
    }
    try expectEqual(gradient("2")?.colorCount, 2)
    try expectEqual(gradient("2")?.kind, .radial)
    try expectEqual(gradient("2")?.stops.value?.count, 12)
    try expectEqual(gradient("1e9")?.colorCount, 3)
    try expectEqual(gradient("-1")?.colorCount, 0)
    try expectEqual(gradient("1.5")?.colorCount, 3)
  }

  @Test("modifiers have their fields")
  func modifiers() throws {
    let items = try shapes(
      #"""
      {"ty":"tm","s":{"k":1},"e":{"k":2},"o":{"k":3},"m":2},
      {"ty":"rp","c":{"k":4},"o":{"k":5},"m":2,"tr":{"r":{"k":6},"so":{"k":7},"eo":{"k":8}}},
      {"ty":"rd","r":{"k":9}},{"ty":"pb","a":{"k":10}},{"ty":"op","a":{"k":11},"lj":1,"ml":{"k":12}},
      {"ty":"zz","s":{"k":13},"r":{"k":14},"pt":{"k":2}},{"ty":"tw","a":{"k":15},"c":{"k":[1,2]}},
      {"ty":"mm","mm":4},{"ty":"mm","mm":9},{"ty":"qq"},{"ty":3}
      """#)
    expectEqual(items.count, 9)
    guard case .trim(let trim) = items[0], case .repeater(let repeater) = items[1],
      case .change(.roundCorners(let radius)) = items[2],
      case .change(.puckerBloat(let amount)) = items[3],
      case .change(.offset(let offset, .miter, let miterLimit)) = items[4],
      case .change(.zigZag(_, let frequency, let isSmooth)) = items[5],
      case .change(.twist(let degrees, let center)) = items[6], case .merge(.intersect) = items[7],
      case .merge(.normal) = items[8]
    else { return #expect(Bool(false)) }
    expectEqual([trim.start, trim.end, trim.offset].map(\.value), [1, 2, 3])
    #expect(trim.isSequential)
    #expect(!repeater.isAbove)
    expectEqual([repeater.copies, repeater.offset].map(\.value), [4, 5])
    expectEqual([repeater.startOpacity, repeater.endOpacity].map(\.value), [7, 8])
    expectEqual(repeater.transform.rotation.value, 6)
    #expect(radius.value == 9 && amount.value == 10)
    #expect(offset.value == 11 && miterLimit.value == 12)
    #expect(isSmooth.value == true && frequency.value == 14)
    #expect(degrees.value == 15 && center.value == SIMD2(1, 2))
  }

  @Test("unknown items are reported, and the rest is drawn")
  func unknown() throws {
    #expect(
      try diagnostics(file(layers: shapeLayer(#"{"ty":"qq"},{"ty":3},{"ty":"gr"},{"ty":"sh"}"#)))
        == [
          "layers[0].shapes[0]: shapes of type \"qq\" are not drawn",
          "layers[0].shapes[1]: the type of the shape (ty) is missing",
          "layers[0].shapes[2]: the list of shapes is missing",
          "layers[0].shapes[3]: the path (ks) is missing",
        ])
  }

  @Test("more shapes than the limit are an error")
  func limit() {
    var limits = LottieLimits()
    limits.items = 3
    let items = #"{"ty":"rc"},{"ty":"gr","it":[{"ty":"rc"},{"ty":"rc"}]}"#
    #expect(throws: LottieError.tooMuch(.items, limit: 3, path: "layers[0].shapes[1].it")) {
      try load(file(layers: shapeLayer(items)), limits: limits)
    }
  }
}
