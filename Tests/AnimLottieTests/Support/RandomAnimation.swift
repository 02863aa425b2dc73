import TestSupport

@testable import AnimLottie

/// Random files with all features of the format, in combinations that no handwritten file has: 64
/// by 48, ten frames at 10 per second, beginning at frame `start`.
struct RandomAnimation {
  private var random: SeededGenerator
  /// Whether properties have expressions.
  private let hasExpressions: Bool
  private var depth = 0

  init(seed: UInt64, hasExpressions: Bool) {
    random = SeededGenerator(seed: seed)
    self.hasExpressions = hasExpressions
  }

  mutating func json() -> String {
    let start = pick([0, 0, 0, 3, -2.5])
    let inner = layers(2, compositions: [])
    let outer = layers(2, compositions: ["a"])
    var layers = layers(integer(1...5), compositions: ["a", "b"])
    if hasExpressions {
      // The same composition at two times.
      layers += #"""
        ,{"ty":0,"refId":"a","w":30,"h":40,"ks":{}},
        {"ty":0,"refId":"a","w":64,"h":48,"st":\#(number(-4, 4)),"ks":{"p":{"k":[20,4]}}}
        """#
    }
    return """
      {"v":"\(pick(["5.7.0", "5.7.0", "5.7.0", "4.4.0", "4.0.0"]))","nm":"Main","fr":10,\
      "ip":\(start),"op":\(start + 10),"w":64,"h":48,"layers":[\(layers)],"assets":[\
      {"id":"a","nm":"A","layers":[\(inner)]},{"id":"b","nm":"B","layers":[\(outer)]},\
      {"id":"i","w":\(integer(8...40)),"h":\(integer(8...40)),"u":"","e":1,"p":"data:image/png;base64,\
      \(ImageFixtures.redText.replacing("\n", with: ""))"}],"fonts":{"list":[\
      {"fName":"F","fFamily":"F","fStyle":"R","ascent":72},{"fName":"G","fFamily":"G","fStyle":"B"},\
      {"fName":"F","fFamily":"F","fStyle":"R","ascent":40}]},"chars":[\
      \(glyph("x", "F", "R", 60, "[[5,0],[50,0],[50,-70]]")),\
      \(glyph("y", "F", "R", 40, "[[0,9],[36,-20],[5,-50]]")),\
      \(glyph("x", "F", "R", 90, "[[0,0],[90,0],[9,-9]]")),\
      \(glyph("x", "G", "B", 50, "[[5,0],[45,0],[45,-60],[5,-60]]")),\
      {"ch":" ","style":"R","fFamily":"F","w":30,"data":{}}],\
      "slots":{"number":{"p":{"a":0,"k":\(pick(["7", "[40]", "[12.5,3]"]))}},\
      "color":{"p":{"k":[0.1,0.6,0.9,1]}},\
      "text":{"p":{"k":[{"t":0,"s":{"f":"F","s":9,"t":"yx","fc":[0.2,0.1,0.7]}}]}}},"markers":[{"cm":"one","tm":\(start + 2),"dr":4},\
      {"cm":"two","tm":\(start + 1),"dr":0}]}
      """
  }

  private func glyph(
    _ letter: String, _ family: String, _ style: String, _ width: Int, _ points: String
  ) -> String {
    let zeros = "[[0,0],[0,0],[0,0],[0,0]]"
    return """
      {"ch":"\(letter)","style":"\(style)","fFamily":"\(family)","w":\(width),"data":{"shapes":[\
      {"ty":"gr","it":[{"ty":"sh","ks":{"k":{"c":true,"v":\(points),"i":\(zeros),"o":\(zeros)}}}]}]}}
      """
  }
}

// MARK: - Chance

extension RandomAnimation {
  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func integer(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func number(_ low: Double, _ high: Double) -> Double {
    (Double.random(in: low...high, using: &random) * 4).rounded() / 4
  }
}

// MARK: - Values

extension RandomAnimation {
  private enum Kind { case scalar, vector, path, list, other }

  private mutating func scalar(_ low: Double, _ high: Double) -> String {
    if chance(40) { return #"{"sid":"number","k":7}"# }
    return property(.scalar) { "[\($0.number(low, high))]" }
  }

  private mutating func vector(_ low: Double, _ high: Double) -> String {
    if chance(60) { return #"{"sid":"number","k":[7,9]}"# }
    return property(.vector) { "[\($0.number(low, high)),\($0.number(low, high))]" }
  }

  private mutating func color() -> String {
    if chance(30) { return #"{"sid":"color","k":[0,0,0,1]}"# }
    return property(.other) { random in
      "[\((0..<3).map { _ in "\(random.number(0, 1))" }.joined(separator: ",")),1]"
    }
  }

  /// Returns a property that may move, whose values are lists.
  private mutating func property(
    _ kind: Kind, _ value: (inout RandomAnimation) -> String
  ) -> String {
    var fields = #""k":\#(value(&self))"#
    if chance(3) { fields = #""a":1,"k":[\#(keyframes(kind, value))]"# }
    if hasExpressions, kind != .other, chance(kind == .path || kind == .list ? 3 : 5) {
      fields += #","x":\#(quoted(expression(kind)))"#
    }
    return "{\(fields)}"
  }

  private mutating func keyframes(
    _ kind: Kind, _ value: (inout RandomAnimation) -> String
  ) -> String {
    let times = (0..<integer(1...4)).map { _ in number(-2, 11) }.sorted()
    return times.map { time in
      var fields = [#""t":\#(time)"#]
      if !chance(8) { fields.append(#""s":\#(value(&self))"#) }
      if chance(8) { fields.append(#""e":\#(value(&self))"#) }
      if chance(6) { fields.append(#""h":1"#) }
      switch integer(0...3) {
      case 0: break
      case 1:
        fields.append(#""o":{"x":[0.3],"y":[\#(number(0, 1))]},"i":{"x":[0.6],"y":[1]}"#)
      case 2: fields.append(#""o":{"x":0.5,"y":\#(number(-1, 1))},"i":{"x":1,"y":1}"#)
      default:
        fields.append(
          #""o":{"x":[0.9,0.1],"y":[0,\#(number(0, 1))]},"i":{"x":[1,0.2],"y":[1,\#(number(0, 2))]}"#
        )
      }
      if kind == .vector, chance(2) {
        fields.append(
          #""to":[\#(number(-9, 9)),\#(number(-9, 9))],"ti":[\#(number(-9, 9)),\#(number(-9, 9))]"#)
      }
      return "{\(fields.joined(separator: ","))}"
    }.joined(separator: ",")
  }

  private mutating func position() -> String {
    if chance(6) { return #"{"s":true,"x":\#(scalar(0, 60)),"y":\#(scalar(0, 40))}"# }
    return vector(0, 44)
  }

  private mutating func transform(_ extra: String = "") -> String {
    var fields: [String] = []
    if !chance(3) { fields.append(#""p":\#(position())"#) }
    if chance(3) { fields.append(#""a":\#(vector(-6, 20))"#) }
    if chance(3) {
      fields.append(
        #""s":\#(property(.vector) { "[\($0.number(-90, 150)),\($0.number(40, 150))]" })"#)
    }
    if chance(3) {
      fields.append(#""r":\#(scalar(-90, 400))"#)
    } else if chance(6) {
      fields.append(#""rz":\#(scalar(-90, 90)),"or":{"k":[0,0,\#(integer(0...90))]}"#)
    }
    if chance(4) { fields.append(#""o":\#(scalar(-10, 120))"#) }
    if chance(6) { fields.append(#""sk":\#(scalar(-50, 50)),"sa":\#(scalar(0, 180))"#) }
    return (fields + (extra.isEmpty ? [] : [extra])).joined(separator: ",")
  }

  private mutating func contour() -> String {
    let count = integer(2...5)
    let isClosed = chance(2)
    func points(_ random: inout RandomAnimation, _ low: Double, _ high: Double) -> String {
      let points = (0..<count).map { _ in
        "[\(random.number(low, high)),\(random.number(low * 0.75, high * 0.75))]"
      }
      return "[\(points.joined(separator: ","))]"
    }
    let isCurved = chance(2)
    let bend = isCurved ? 12.0 : 0
    let closes = chance(8) ? "" : #""c":\#(isClosed),"#
    func shape(_ random: inout RandomAnimation) -> String {
      #"{\#(closes)"v":\#(points(&random, 0, 60)),"i":\#(points(&random, -bend, bend)),"#
        + #""o":\#(points(&random, -bend, bend))}"#
    }
    guard chance(3) else {
      guard hasExpressions, chance(5) else { return #"{"k":\#(shape(&self))}"# }
      return #"{"k":\#(shape(&self)),"x":\#(quoted(expression(.path)))}"#
    }
    return property(.path) { "[\(shape(&$0))]" }
  }
}

// MARK: - Expressions

extension RandomAnimation {
  private mutating func expression(_ kind: Kind) -> String {
    switch kind {
    case .scalar:
      return pick([
        "value + 20 * time", "time * 40", "thisLayer.index * 9", "wiggle(2, 20)",
        "loopOut('pingpong')", "loopIn('offset', 1)", "linear(time, 0.2, 0.8, 10, 70)",
        "random(40)", "seedRandom(3, true); random(20, 60)", "posterizeTime(3); time * 50",
        "valueAtTime(time - 0.2) + 5", "velocity + value", "key(1).value + numKeys",
        "thisComp.layer(1).transform.rotation + 10", "thisComp.layer('L2').opacity",
        "thisComp.layer('L2').transform.position[0]", "comp('A').layer(1).transform.rotation",
        "thisComp.layer(index % 2 + 1).transform.scale[1]", "effect(1)(1)", "smooth(0.5, 5)",
        "content(1).content(1).size[0]", "propertyGroup(1).rotation + 3",
        "thisComp.marker.key(1).time * 30", "thisComp.layer(1).toComp([3, 4])[0]",
        "nearestKey(time).time * 40", "thisLayer.inPoint + thisLayer.outPoint", "parent.rotation",
        "comp('B').layer(1).active ? 30 : 60", "thisLayer.sourceRectAtTime().width", "x.y",
        "thisComp.layer(2).content(1).path.points()[1][0]", "speedAtTime(time)",
        "thisProperty.propertyIndex + 8", "if (time < 0.4) { throw 'early' } throw 'late' + time",
        "ease(time, 0.1, 0.7, value, 45)",
        "seedRandom(1, true); random(9); seedRandom(2); random(50)", "propertyGroup(0) ? 20 : 50",
        "loopOut('continue', 0)", "loopInDuration('cycle')", "loopOutDuration()",
        "loopIn('continue')",
        "thisComp.layer(1).sourceRectAtTime().width + time", "thisComp.layer('L2').name.length * 9",
        "thisComp.layer(1).content(1).path.points(0.3)[0][0]",
        "thisComp.layer(2).toComp([5, 1])[1]",
        "thisComp.layer(1).content(1).path.key(1).value.points()[0][0]",
        "thisComp.layer(2).text.sourceText.length * 5", "thisComp.layer(1).mask(1).maskOpacity",
        "thisLayer.transform.propertyGroup(1).rotation + time", "comp('A').layer(1).opacity / 2",
      ])
    case .path:
      return pick([
        "createPath([[4, 4], [40, 9], [20 + 20 * time, 40]], [], [[3, 9], [0, 0]], time < 0.5)",
        "thisComp.layer(1).content(1).path", "valueAtTime(time * 0.5)", "value",
        "loopOut('pingpong')",
        "createPath(points(0.2), inTangents(), outTangents(0.4), isClosed())",
        "thisComp.layer(2).mask(1).maskPath", "[1, 2]", "key(1).value",
      ])
    case .list:
      return pick([
        "value", "[0, time, 0.5, 0, 0.5, 0, 1, 1 - time, 1, 0, 0, 1]", "thisProperty.value",
        "[0, 1]", "'x'", "valueAtTime(0.1)",
      ])
    default:
      return pick([
        "[value[0] + 20 * time, value[1]]", "add(value, [3, 4])", "wiggle(1, 12)",
        "thisComp.layer(1).toComp([0, 0])", "thisComp.layer('L2').position",
        "thisComp.layer(2).fromComp(value)", "loopOut()", "loopOut('continue')",
        "loopIn('cycle')", "valueAtTime(time * 0.5)", "velocity", "mul(value, 0.8)",
        "thisComp.layer(1).transform.anchorPoint", "[time * 30, thisLayer.index * 5]",
        "comp('A').layer(1).transform.position", "parent.position", "key(numKeys)",
        "thisComp.layer(1).content(1).path.pointOnPath(time)", "value * 2", "clamp(value, 5, 30)",
        "toWorld(anchorPoint)", "mask(1).maskPath.points()[0]",
        "add(thisComp.layer(1).opacity, value)",
        "thisComp.layer(2).toComp([9, 2])", "thisComp.layer(1).fromCompVec([4, 5])",
        "propertyGroup(1).position", "thisComp.layer(1).rotation", "loopInDuration('offset', 0.3)",
      ])
    }
  }
}

// MARK: - Shapes

extension RandomAnimation {
  private mutating func items() -> String {
    var items = [geometry(), style()]
    for _ in 0..<integer(0...4) {
      switch integer(0...9) {
      case 0...2: items.append(geometry())
      case 3...4: items.append(style())
      case 5...7: items.append(modifier())
      default:
        if depth < 2 {
          depth += 1
          items.append(
            #"{"ty":"gr","nm":"G","ix":1,"bm":\#(chance(4) ? integer(1...3) : 0),"it":[\#(self.items()),{"ty":"tr",\#(transform(#""ix":9"#))}]}"#
          )
          depth -= 1
        }
      }
    }
    // A style paints everything before it.
    if chance(3) { items.shuffle(using: &random) }
    return items.joined(separator: ",")
  }

  private mutating func geometry() -> String {
    let direction = chance(5) ? #","d":3"# : ""
    let hidden = chance(15) ? #","hd":true"# : ""
    switch integer(0...3) {
    case 0: return #"{"ty":"sh","ks":\#(contour()),"closed":\#(chance(2))\#(direction)\#(hidden)}"#
    case 1:
      let radius = chance(2) ? "" : #","r":\#(scalar(0, 12))"#
      return
        #"{"ty":"rc","p":\#(position()),"s":\#(vector(8, 40))\#(radius)\#(direction)\#(hidden)}"#
    case 2:
      return #"{"ty":"el","p":\#(position()),"s":\#(vector(8, 40))\#(direction)\#(hidden)}"#
    default:
      return #"""
        {"ty":"sr","sy":\#(integer(1...2)),"p":\#(position()),"pt":\#(scalar(2, 8)),
        "or":\#(scalar(8, 24)),"ir":\#(scalar(3, 12)),"r":\#(scalar(0, 90)),
        "os":\#(chance(2) ? #"{"k":0}"# : scalar(-50, 90)),"is":\#(chance(2) ? #"{"k":0}"# : scalar(-50, 90))
        \#(direction)\#(hidden)}
        """#
    }
  }

  private mutating func style() -> String {
    let opacity = chance(3) ? scalar(0, 110) : #"{"k":\#(pick([100, 100, 70]))}"#
    let blend = chance(5) ? #","bm":\#(integer(1...11))"# : ""
    let stops = (0..<2).map { _ in
      property(.list) {
        "[0,0.9,\($0.number(0, 1)),0.1,0.5,0,\($0.number(0, 1)),0.4,1,0.2,0.1,0.9,0,1,\($0.number(0.5, 1)),\($0.number(0, 1))]"
      }
    }
    let gradient = #"""
      "t":\#(integer(1...2)),"s":\#(vector(0, 30)),"e":\#(vector(10, 50)),"h":\#(scalar(-120, 90)),
      "a":\#(scalar(0, 180)),"g":{"p":3,"k":\#(stops[0])}
      """#
    let line = #"""
      "w":\#(scalar(1, 9)),"lc":\#(integer(1...3)),"lj":\#(integer(1...3)),"ml":\#(number(1, 6))
      \#(chance(3) ? #","d":[{"n":"d","v":\#(scalar(2, 9))},{"n":"g","v":\#(scalar(1, 6))},{"n":"o","v":\#(scalar(-9, 9))}]"# : "")
      """#
    switch integer(0...4) {
    case 0...1:
      return #"{"ty":"fl","c":\#(color()),"o":\#(opacity),"r":\#(integer(1...2))\#(blend)}"#
    case 2: return #"{"ty":"st","c":\#(color()),"o":\#(opacity),\#(line)\#(blend)}"#
    case 3: return #"{"ty":"gf","o":\#(opacity),\#(gradient),"r":\#(integer(1...2))\#(blend)}"#
    default: return #"{"ty":"gs","o":\#(opacity),\#(gradient),\#(line)\#(blend)}"#
    }
  }

  private mutating func modifier() -> String {
    switch integer(0...9) {
    case 0...1:
      return
        #"{"ty":"tm","s":\#(scalar(0, 60)),"e":\#(scalar(30, 110)),"o":\#(scalar(-400, 400)),"m":\#(integer(1...2))}"#
    case 2...3:
      return #"""
        {"ty":"rp","c":\#(scalar(0, 5)),"o":\#(scalar(-2, 2)),"m":\#(integer(1...2)),
        "tr":{\#(transform(#""so":\#(scalar(20, 100)),"eo":\#(scalar(0, 100))"#))}}
        """#
    case 4: return #"{"ty":"rd","r":\#(scalar(0, 12))}"#
    case 5: return #"{"ty":"pb","a":\#(scalar(-60, 60))}"#
    case 6:
      return #"{"ty":"op","a":\#(scalar(-5, 8)),"lj":\#(integer(1...3)),"ml":\#(scalar(1, 6))}"#
    case 7:
      return
        #"{"ty":"zz","s":\#(scalar(1, 6)),"r":\#(scalar(0, 4)),"pt":\#(property(.other) { "[\($0.integer(1...2))]" })}"#
    case 8: return #"{"ty":"tw","a":\#(scalar(-90, 180)),"c":\#(vector(0, 40))}"#
    default: return #"{"ty":"mm","mm":\#(integer(1...5))}"#
    }
  }
}

// MARK: - Layers

extension RandomAnimation {
  private mutating func layers(_ count: Int, compositions: [String]) -> String {
    (1...count).map { layer($0, of: count, compositions) }.joined(separator: ",")
  }

  private mutating func layer(_ index: Int, of count: Int, _ compositions: [String]) -> String {
    var fields = [#""ind":\#(index)"#, #""nm":"L\#(index)""#]
    fields.append(#""ks":{\#(transform())}"#)
    if chance(3) { fields.append(#""ip":\#(number(-2, 5)),"op":\#(number(5, 13))"#) }
    if chance(3) { fields.append(#""st":\#(number(-3, 3))"#) }
    if chance(4) { fields.append(#""sr":\#(pick([2, 0.5, 0, -1]))"#) }
    if chance(5) { fields.append(#""ao":1"#) }
    if chance(16) { fields.append(#""hd":true"#) }
    if chance(6) { fields.append(#""bm":\#(integer(1...16))"#) }
    if chance(3) { fields.append(#""parent":\#(integer(1...count))"#) }
    if count > 1, chance(5) {
      fields.append(#""tt":\#(integer(0...4))"#)
      if chance(2) { fields.append(#""tp":\#(integer(1...count))"#) }
    }
    let hasMasks = chance(3)
    if hasMasks { fields.append(#""masksProperties":[\#(masks())]"#) }
    if chance(4) {
      fields.append(
        #""ef":[\#((0..<integer(1...2)).map { _ in effect(strokes: hasMasks && chance(2)) }.joined(separator: ","))]"#
      )
    }
    if chance(7) {
      fields.append(
        #""sy":[\#((0..<integer(1...2)).map { _ in layerStyle() }.joined(separator: ","))]"#)
    }
    switch integer(0...9) {
    case 0...4: fields.append(#""ty":4,"shapes":[\#(items())]"#)
    case 5:
      fields.append(##""ty":1,"sw":\##(integer(8...50)),"sh":\##(integer(8...40)),"sc":"#37c08a""##)
    case 6: fields.append(#""ty":2,"refId":"i""#)
    case 7: fields.append(#""ty":5,"t":{\#(text())}"#)
    default:
      if compositions.isEmpty {
        fields.append(#""ty":4,"shapes":[\#(items())]"#)
      } else {
        fields.append(
          #""ty":0,"refId":"\#(pick(compositions))","w":\#(integer(30...64)),"h":\#(integer(24...48))"#
        )
        if chance(3) { fields.append(#""tm":\#(scalar(0, 1))"#) }
      }
    }
    return "{\(fields.joined(separator: ","))}"
  }

  private mutating func masks() -> String {
    let isSoft = chance(3)
    return (0..<integer(1...4)).map { _ in
      var fields = [#""mode":"\#(pick(["a", "a", "s", "i", "l", "d", "f", "n"]))""#]
      fields.append(#""pt":\#(contour()),"cl":true"#)
      if chance(3) { fields.append(#""o":\#(scalar(30, 110))"#) }
      if chance(4) { fields.append(#""inv":true"#) }
      if chance(4) { fields.append(#""x":\#(scalar(-4, 6))"#) }
      if isSoft, !chance(3) { fields.append(#""f":\#(vector(0, 6))"#) }
      return "{\(fields.joined(separator: ","))}"
    }.joined(separator: ",")
  }

  /// - Parameter strokes: Whether the effect strokes masks.
  private mutating func effect(strokes: Bool) -> String {
    func controls(_ values: [String], named: Bool) -> String {
      values.enumerated().map { index, value in
        let name = index < 9 ? "000\(index + 1)" : "00\(index + 1)"
        return named
          ? #"{"mn":"X-\#(name)","ix":\#(index + 1),"v":\#(value)}"# : #"{"v":\#(value)}"#
      }.joined(separator: ",")
    }
    let named = chance(2)
    let edges = #"{"k":\#(integer(0...1))}"#
    let dimensions = #"{"k":\#(integer(1...3))}"#
    switch strokes ? 2 : integer(0...11) {
    case 0:
      return #"{"ty":20,"ef":[\#(controls([color(), color(), scalar(0, 110)], named: false))]}"#
    case 1:
      return
        #"{"ty":21,"ef":[{},{},{"v":\#(color())},{},{},{},{"v":\#(property(.other) { "[\($0.number(0, 1))]" })}]}"#
    case 2:
      return #"""
        {"ty":22,"ef":[{"v":\#(scalar(1, 3))},{"v":{"k":\#(integer(0...1))}},{},{"v":\#(color())},
        {"v":\#(scalar(1, 5))},{},{"v":{"k":\#(number(0.25, 1))}},{"v":\#(scalar(0, 100))},
        {"v":\#(scalar(0, 100))},{"v":\#(scalar(0, 60))},{"v":{"k":\#(integer(1...3))}}]}
        """#
    case 3:
      return
        #"{"ty":25,"ef":[\#(controls([color(), scalar(60, 255), scalar(0, 360), scalar(0, 9), scalar(0, 9)], named: false))]}"#
    case 4:
      return #"{"ty":29,"ef":[\#(controls([scalar(1, 9), dimensions, edges], named: false))]}"#
    case 5:
      let values = [
        vector(0, 40), color(), vector(0, 40), color(), dimensions, #"{"k":0}"#, scalar(0, 60),
      ]
      return #"{"ty":5,"mn":"ADBE Ramp","ef":[\#(controls(values, named: named))]}"#
    case 6:
      let group = #"{"k":0}"#
      let points = (0..<4).flatMap { _ in [vector(0, 44), color()] }
      let blend = [scalar(0, 60), group]
      let values =
        (named ? points + blend + [group, group] : [group] + points + [group] + blend)
        + [scalar(0, 110), edges]
      return #"{"ty":5,"mn":"ADBE 4ColorGradient","ef":[\#(controls(values, named: named))]}"#
    case 7:
      let values = [
        vector(0, 20), vector(0, 40), edges, scalar(60, 140), scalar(40, 120), scalar(-30, 30),
        scalar(0, 90), scalar(-60, 60), scalar(20, 110),
      ]
      return #"{"ty":5,"mn":"ADBE Geometry2","ef":[\#(controls(values, named: false))]}"#
    case 8:
      return
        #"{"ty":5,"mn":"ADBE Motion Blur","ef":[\#(controls([scalar(0, 360), scalar(0, 20)], named: named))]}"#
    case 9:
      return
        #"{"ty":5,"mn":"ADBE Simple Choker","ef":[\#(controls([edges, scalar(-20, 20)], named: named))]}"#
    case 10:
      let values = [color(), color(), color(), scalar(0, 110)]
      return #"{"ty":23,"ef":[\#(controls(values, named: false))]}"#
    default:
      return
        #"{"ty":5,"mn":"ADBE Box Blur2","ef":[\#(controls([scalar(0, 5), scalar(1, 4), dimensions, edges], named: named))]}"#
    }
  }

  private mutating func layerStyle() -> String {
    let shadow =
      #""c":\#(color()),"o":\#(scalar(40, 110)),"a":\#(scalar(0, 360)),"d":\#(scalar(0, 8)),"s":\#(scalar(0, 8))"#
    switch pick([0, 1, 2, 3, 7]) {
    case 0: return #"{"ty":0,"c":\#(color()),"s":\#(scalar(1, 5))}"#
    case 7: return #"{"ty":7,"c":\#(color()),"so":\#(scalar(20, 100))}"#
    case let type: return #"{"ty":\#(type),\#(shadow)}"#
    }
  }
}

// MARK: - Text

extension RandomAnimation {
  private mutating func text() -> String {
    let documents = (0..<integer(1...2)).map { index in
      var fields = [#""f":"\#(pick(["F", "F", "G", "H"]))""#, #""s":\#(number(7, 16))"#]
      fields.append(
        #""t":"\#(pick(["xyx xy", #"xy\rx x"#, "x", #"xx yy xxy\ryx"#, #"x\u0003y"#, ""]))""#)
      fields.append(#""j":\#(integer(0...6))"#)
      if !chance(5) { fields.append(#""fc":[0.8,\#(number(0, 1)),0.2]"#) }
      if chance(3) {
        fields.append(#""sc":[0.1,0.2,0.9],"sw":\#(number(0.5, 3)),"of":\#(chance(2))"#)
      }
      if chance(3) { fields.append(#""tr":\#(integer(-60...200))"#) }
      if chance(3) { fields.append(#""lh":\#(number(6, 20))"#) }
      if chance(4) { fields.append(#""ls":\#(number(-4, 4))"#) }
      if chance(3) {
        fields.append(#""sz":[\#(integer(14...50)),30],"ps":[\#(integer(-20...4)),-8]"#)
      }
      return #"{"t":\#(index * integer(2...7)),"s":{\#(fields.joined(separator: ","))}}"#
    }
    var document =
      #""d":{\#(chance(8) ? #""sid":"text","# : "")"k":[\#(documents.joined(separator: ","))]"#
    if hasExpressions, chance(3) {
      let scripts = ["value + 'x'", "'yx' + time", "thisComp.layer(1).name", "value.substr(1)"]
      document += #","x":\#(quoted(pick(scripts)))"#
    }
    var fields = [document + "}"]
    fields.append(#""m":{"g":\#(integer(1...4)),"a":\#(vector(-60, 60))}"#)
    if chance(3) {
      let flags = ["r", "p", "a"].map { #","\#($0)":{"k":\#(integer(0...1))}"# }.joined()
      fields.append(#""p":{"m":0,"f":\#(scalar(-10, 20))\#(flags)}"#)
    } else {
      fields.append(#""p":{}"#)
    }
    let animators = (0..<integer(0...2)).map { _ in animator() }
    fields.append(#""a":[\#(animators.joined(separator: ","))]"#)
    return fields.joined(separator: ",")
  }

  private mutating func animator() -> String {
    var values = transform()
    func add(_ key: String, _ value: String) {
      values += (values.isEmpty ? "" : ",") + #""\#(key)":\#(value)"#
    }
    if chance(3) { add("fc", color()) }
    if chance(3) { add("sc", color()) }
    if chance(3) { add("sw", scalar(0, 3)) }
    if chance(2) { add("t", scalar(-4, 9)) }
    if chance(3) { add("fo", scalar(0, 110)) }
    if chance(3) { add("so", scalar(0, 110)) }
    let byIndex = chance(2)
    var selector = [
      #""t":0,"b":\#(integer(1...4)),"sh":\#(integer(1...6)),"r":\#(byIndex ? 2 : 1)"#
    ]
    if !chance(3) { selector.append(#""s":\#(byIndex ? scalar(0, 3) : scalar(0, 60))"#) }
    if !chance(3) { selector.append(#""e":\#(byIndex ? scalar(1, 6) : scalar(30, 100))"#) }
    if chance(2) { selector.append(#""o":\#(byIndex ? scalar(-2, 2) : scalar(-60, 60))"#) }
    if chance(3) { selector.append(#""a":\#(scalar(-100, 100))"#) }
    if chance(3) { selector.append(#""xe":\#(scalar(-90, 90)),"ne":\#(scalar(-90, 90))"#) }
    if chance(3) { selector.append(#""sm":\#(scalar(0, 100))"#) }
    if chance(5) { selector.append(#""rn":1"#) }
    if hasExpressions, chance(2) {
      let scripts = [
        "100 * textIndex / textTotal", "selectorValue * time", "textIndex > 2 ? 80 : 0",
      ]
      selector.append(#""x":\#(quoted(pick(scripts)))"#)
    }
    return #"{"a":{\#(values)},"s":{\#(selector.joined(separator: ","))}}"#
  }
}
