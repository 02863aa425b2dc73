import TestSupport
import Testing

@testable import AnimLottie

@Suite("Objects of expressions")
struct ExpressionObjectTests {
  private let keys = #"{"k":[{"t":0,"s":[0,0,0]},{"t":10,"s":[10,40,0]},{"t":20,"s":[10,0,0]}]}"#
  private var lead: String { layer(2, "Lead", #""p":\#(keys),"s":{"k":[50,50,100]}"#) }

  @Test("time is that of the composition in seconds")
  func time() throws {
    try expectEqual(rotation("$bm_rt = time;", at: 15), 1.5)
  }

  @Test("a layer is found by its name and by its number, and is null if it doesn't exist")
  func layers() throws {
    #expect(
      try position("$bm_rt = thisComp.layer('Lead').transform.position;", others: [lead])
        == [10, 40, 0])
    #expect(
      try position("$bm_rt = thisComp.layer(index + 1).position;", others: [lead])
        == [10, 40, 0])
    try expectEqual(position("$bm_rt = [thisComp.layer('None') === null ? 1 : 2];")?.first, 1)
  }

  @Test("the box of a text is that of its glyphs, for its own layer and for others")
  func textBox() throws {
    let glyph = #"""
      {"ch":"A","size":30,"style":"Regular","w":60,"fFamily":"G","data":{"shapes":[{"ty":"gr","it":[
       {"ty":"sh","ks":{"k":{"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]],
        "v":[[5,0],[55,0],[55,-70],[5,-70]],"c":true}}}]}]}}
      """#
    let fonts = #"""
      "fonts":{"list":[{"fName":"F","fFamily":"G","fStyle":"Regular"}]},"chars":[\#(glyph)]
      """#
    func text(_ transform: String) -> String {
      #"""
      {"ty":5,"ind":1,"nm":"T","ip":0,"op":30,"st":0,"ks":{\#(transform)},"t":{"d":{"k":[
       {"t":0,"s":{"t":"AAA","f":"F","s":30}}]},"a":[],"m":{},"p":{}}}
      """#
    }
    func numbers(_ of: String, _ members: String) -> String {
      property("var r = \(of)sourceRectAtTime(time, false); $bm_rt = [\(members), 0];")
    }
    for (members, box) in [("r.left, r.top", [1.5, -21, 0]), ("r.width, r.height", [51, 21, 0])] {
      for layers in [
        [text(#""p":\#(numbers("", members))"#)],
        [text(#""p":\#(numbers("thisLayer.", members))"#)],
        [text(""), layer(2, "Own", #""p":\#(numbers("thisComp.layer('T').", members))"#)],
      ] {
        let found = try #require(
          try ExpressionProbe(file(expressions: layers, fonts)).numbers(at: 10))
        expectEqual(found.map { ($0 * 1e6).rounded() / 1e6 }, box, "\(layers)")
      }
    }
  }

  @Test("a property has its keyframes, and its value at any time without its expression")
  func keyframes() throws {
    let own = #"{"k":[{"t":0,"s":[0,0,0]},{"t":10,"s":[10,40,0]},{"t":20,"s":[10,0,0]}]"#
    func value(_ expression: String) throws -> [Double]? {
      let json = file(expressions: [
        layer(1, "Own", #""p":\#(own),"x":\#(quoted(expression))}"#)
      ])
      return try ExpressionProbe(json).numbers(at: 15)
    }
    try expectEqual(value("$bm_rt = [numKeys, key(2).time, key(2)[1]];"), [3, 1, 40])
    try expectEqual(value("$bm_rt = valueAtTime(0.5);"), [5, 20, 0])
    #expect(
      try value("$bm_rt = [nearestKey(time).index, nearestKey(time + 0.1).index];")
        == [2, 3, 0])
    try expectEqual(value("$bm_rt = thisProperty;"), [10, 20, 0])
    #expect(try value("$bm_rt = [key(9) ? 1 : 2];") == nil)
  }

  @Test("velocity is in units per second, and the speed of a number is its magnitude")
  func velocity() throws {
    let turning = layer(2, "Turning", #""r":{"k":[{"t":0,"s":[90]},{"t":20,"s":[0]}]}"#)
    let speed = try #require(
      try rotation(
        "$bm_rt = thisComp.layer('Turning').rotation.speedAtTime(time);", others: [turning]))
    #expect((speed - 45).magnitude < 1e-6)
    let velocity = try #require(
      try position(
        "$bm_rt = thisComp.layer('Lead').position.velocityAtTime(0.5);", others: [lead]))
    #expect((velocity[1] - 40).magnitude < 1e-6)
  }

  @Test("expressions that read each other are evaluated once per frame, in any order")
  func chain() throws {
    let layers = (1...5).map { number in
      let expression =
        number == 5
        ? "$bm_rt = time;" : "$bm_rt = thisComp.layer(index + 1).rotation + 1;"
      return layer(number, "L\(number)", #""r":\#(property(expression, stored: "0"))"#)
    }
    let probe = try ExpressionProbe(file(expressions: layers))
    expectEqual(probe.numbers(0, at: 20), [6])
    expectEqual(probe.numbers(4, at: 20), [2])
  }

  @Test("in a cycle, the property that is being evaluated has its value without the expression")
  func cycle() throws {
    let other = layer(
      2, "B",
      #""r":\#(property("$bm_rt = thisComp.layer('Own').rotation + 100;", stored: "50"))"#)
    #expect(
      try rotation("$bm_rt = thisComp.layer('B').rotation + 1;", stored: "7", others: [other])
        == 108)
    try expectEqual(rotation("$bm_rt = thisLayer.transform.rotation + 1;", stored: "7"), 8)
  }

  @Test("the markers, duration and name of the composition are available")
  func composition() throws {
    #expect(
      try position(
        "$bm_rt = [thisComp.marker.key(2).time, thisComp.marker.key('a').time, "
          + "thisComp.marker.numKeys];", #""markers":[{"tm":20,"cm":"b"},{"tm":5,"cm":"a"}]"#)
        == [2, 0.5, 2])
    #expect(
      try position("$bm_rt = [thisComp.duration, thisComp.name.length, thisComp.numLayers];")
        == [3, 4, 1])
    #expect(
      try position("$bm_rt = [thisComp.width, thisComp.height, thisComp.frameDuration];")
        == [200, 100, 0.1])
  }

  @Test("a point of a layer is found in its composition through all parents, and back")
  func spaces() throws {
    let parent = layer(2, "Parent", #""p":{"k":[100,50,0]},"s":{"k":[200,200,100]}"#)
    let child = layer(3, "Child", #""p":{"k":[5,6,0]}"#, #""parent":2"#)
    #expect(
      try position("$bm_rt = thisComp.layer('Child').toComp([1, 1]);", others: [parent, child])
        == [112, 64, 0])
    #expect(
      try position(
        "$bm_rt = thisComp.layer('Child').fromComp([112, 64, 0]);", others: [parent, child])
        == [1, 1, 0])
    #expect(
      try position(
        "$bm_rt = thisComp.layer('Child').toWorldVec([1, 2]);", others: [parent, child])
        == [2, 4, 0])
  }

  @Test("controls of effects are found by name, match name and number, and may refer to a layer")
  func effects() throws {
    let control = layer(
      2, "Control", "",
      #"""
      "ef":[{"ty":5,"nm":"Shift","mn":"ADBE Slider Control","ix":1,"ef":[
        {"ty":0,"nm":"Slider","mn":"ADBE Slider Control-0001","ix":1,"v":{"k":42}}]},
      {"ty":5,"nm":"Target","ix":2,"ef":[{"ty":10,"nm":"Layer","ix":1,"v":{"k":3}}]}]
      """#)
    let target = layer(3, "Target", #""p":{"k":[7,8,0]}"#)
    for access in [
      "effect('Shift')('Slider')", "effect(1)(1)",
      "effect('ADBE Slider Control')('ADBE Slider Control-0001')",
      "('ADBE Effect Parade')('Shift')(1)", "(4)('Shift')('Slider')",
    ] {
      let expression =
        access.hasPrefix("(")
        ? "thisComp.layer('Control')\(access)" : "thisComp.layer('Control').\(access)"
      try expectEqual(rotation("$bm_rt = \(expression);", others: [control, target]), 42)
    }
    try expectEqual(
      position(
        "$bm_rt = thisComp.layer('Control').effect('Target')('Layer').transform.position;",
        others: [control, target]), [7, 8, 0])
    try expectEqual(
      rotation(
        "try { $bm_rt = thisComp.layer('Control').effect('Shift')('None'); } catch (e) { $bm_rt = 1; }",
        others: [control, target]), 1)
  }

  @Test("shapes are found by name and number, and a property finds its groups")
  func shapes() throws {
    func value(_ expression: String) throws -> [Double]? {
      let json = file(expressions: [
        #"""
        {"ty":4,"ind":1,"nm":"Own","ip":0,"op":30,"ks":{},"shapes":[{"ty":"gr","nm":"G","ix":1,"it":[
          {"ty":"rc","nm":"Box","s":{"k":[30,40],"ix":2},"p":{"k":[0,0],"ix":3},"r":{"k":0,"ix":4}},
          {"ty":"fl","nm":"Fill","c":{"k":[1,0,0,1],"ix":4},"o":{"k":60,"ix":5}},
          {"ty":"tr","nm":"Transform","p":{"k":[1,2],"ix":2},"a":{"k":[0,0]},"s":{"k":[70,80],
           "x":\#(quoted(expression))},"r":{"k":5},"o":{"k":100}}]}]}
        """#
      ])
      return try ExpressionProbe(json).numbers(at: 0)
    }
    try expectEqual(value("$bm_rt = content('G').content('Box').size;"), [30, 40])
    try expectEqual(value("$bm_rt = thisLayer(2)('G')(2)(1)(2);"), [30, 40])
    try expectEqual(value("$bm_rt = [content(1).content('Fill').opacity, 0];"), [60, 0])
    try expectEqual(value("$bm_rt = content('G').transform.position;"), [1, 2])
    try expectEqual(value("$bm_rt = thisProperty.propertyGroup(1).position;"), [1, 2])
    try expectEqual(value("$bm_rt = [thisProperty.propertyGroup(2).propertyIndex, 0];"), [1, 0])
    try expectEqual(value("$bm_rt = thisProperty.propertyGroup(2).content('Box').size;"), [30, 40])
  }

  @Test(
    "a property is in its item, which is in the contents of its group, but the property of a fill has no item",
    arguments: [
      ("fl", "o", 1), ("gf", "o", 1), ("st", "o", 2), ("gs", "o", 2), ("st", "w", 2),
      ("tm", "o", 2), ("rd", "r", 2), ("rp", "c", 2), ("zz", "r", 2), ("pb", "a", 2),
      ("op", "a", 2), ("tw", "a", 2), ("sr", "pt", 2), ("rc", "r", 2),
    ])
  func groups(type: String, key: String, items: Int) throws {
    let expression = """
      var level = 1; while (level < 9 && thisProperty.propertyGroup(level).name !== 'G') level++;
      $bm_rt = level;
      """
    let gradient =
      type.hasPrefix("g")
      ? #","t":1,"s":{"k":[0,0]},"e":{"k":[9,0]},"g":{"p":2,"k":{"k":[0,0,0,0,1,1,1,1]}}"# : ""
    let json = file(expressions: [
      #"""
      {"ty":4,"ind":1,"nm":"Own","ip":0,"op":30,"ks":{},"shapes":[{"ty":"gr","nm":"G","ix":1,"it":[
        {"ty":"\#(type)","nm":"I","\#(key)":{"k":0,"x":\#(quoted(expression))}\#(gradient)},
        {"ty":"tr"}]}]}
      """#
    ])
    try expectEqual(ExpressionProbe(json).numbers(at: 0), [Double(items + 1)])
  }

  @Test(
    "a property of another composition is read at the time of that composition",
    arguments: [
      "velocity[1]", "speed", "smooth(0.4, 5)[1]", "loopOut()[1]", "loopOut('offset')[1]",
      "loopOut('continue')[1]", "loopIn()[1]", "value[1]", "valueAtTime(0.5)[1]", "numKeys",
    ])
  func otherTime(member: String) throws {
    func json(_ composition: String, _ layers: (String) -> [String], _ more: String = "") -> String
    {
      let expression = "$bm_rt = [\(composition).layer('Lead').position.\(member), 0];"
      let own = layer(1, "Own", #""p":\#(property(expression, stored: "[0,0,0]"))"#)
      return file(expressions: layers(own), more.replacing("OWN", with: own))
    }
    let nested = #"""
      {"ty":0,"ind":1,"nm":"Nested","refId":"c","ip":0,"op":30,"st":5,"w":10,"h":10,"ks":{}}
      """#
    for frame in [8.0, 12, 25] {
      let expected = try ExpressionProbe(json("thisComp", { [$0, lead] })).numbers(at: frame)
      let animation = try load(
        json(
          "comp('Main')", { _ in [nested, lead] },
          #""assets":[{"id":"c","nm":"Comp","layers":[OWN]}]"#))
      let evaluator = ExpressionEvaluator(
        try #require(animation.document.expressions?.makeModel()), animation.document)
      evaluator.begin(frame: frame)
      evaluator.enter(1, at: frame)
      evaluator.enter(0, at: frame - 5)
      let found = evaluator.result(of: 0, at: frame - 5).numbers
      #expect(found?.x == expected?.first && found != nil, "frame \(frame)")
    }
  }

  @Test(
    "shapes without their own numbers are counted without the transform, wherever that is")
  func counted() throws {
    let items = [
      #"{"ty":"rc","s":{"k":[1,2]}}"#, #"{"ty":"el","s":{"k":[3,4]}}"#,
      #"{"ty":"rc","s":{"k":[5,6]}}"#,
    ]
    for place in 0...3 {
      var list = items
      list.insert(#"{"ty":"tr"}"#, at: place)
      func size(_ number: Int) throws -> [Double]? {
        let own = layer(
          1, "Own",
          #""p":\#(property("$bm_rt = thisComp.layer('S').content('G').content(\(number)).size;"))"#
        )
        let shapes = #"""
          {"ty":4,"ind":2,"nm":"S","ip":0,"op":30,"ks":{},"shapes":[{"ty":"gr","nm":"G","it":[
          \#(list.joined(separator: ","))]}]}
          """#
        return try ExpressionProbe(file(expressions: [own, shapes])).numbers(at: 0)
      }
      let sizes = try (1...4).map { try size($0) }
      expectEqual(sizes, [[1, 2, 0], [3, 4, 0], [5, 6, 0], nil], "the transform at \(place)")
    }
  }

  @Test("a nested composition has its own time, but sees the main one at the drawn frame")
  func compositions() throws {
    let inner = layer(
      1, "Inner",
      #""p":\#(property("$bm_rt = [time, comp('Main').layer('Lead').position[1]];"))"#)
    let nested = #"""
      {"ty":0,"ind":1,"nm":"Nested","refId":"c","ip":0,"op":30,"st":5,"w":10,"h":10,"ks":{}}
      """#
    let json = file(
      expressions: [nested, lead],
      #""assets":[{"id":"c","nm":"Comp","layers":[\#(inner)]}]"#)
    let animation = try load(json)
    let evaluator = ExpressionEvaluator(
      try #require(animation.document.expressions?.makeModel()), animation.document)
    evaluator.begin(frame: 10)
    evaluator.enter(1, at: 10)
    evaluator.enter(0, at: 5)
    expectEqual(evaluator.result(of: 0, at: 5).numbers, SIMD4(0.5, 40, 0, 0))
  }

  @Test("a composition that isn't being drawn is seen through the layer that shows it")
  func otherComposition() throws {
    let inner = layer(1, "Inner", #""p":\#(property("$bm_rt = [time, 1];"))"#)
    let nested = #"""
      {"ty":0,"ind":2,"nm":"Nested","refId":"c","ip":0,"op":30,"st":5,"w":10,"h":10,"ks":{}}
      """#
    for name in ["Comp", "Nested"] {
      let own = layer(
        1, "Own", #""p":\#(property("$bm_rt = comp('\(name)').layer('Inner').position;"))"#)
      let json = file(
        expressions: [own, nested],
        #""assets":[{"id":"c","nm":"Comp","layers":[\#(inner)]}]"#)
      try expectEqual(ExpressionProbe(json).numbers(1, at: 10), [0.5, 1, 0], "\(name)")
    }
  }

  @Test("a composition that two layers show at different times is accessible by the name of either")
  func instances() throws {
    let inner = layer(1, "Inner", #""p":{"k":[{"t":0,"s":[0,0]},{"t":20,"s":[20,40]}]}"#)
    func shown(_ number: Int, _ name: String, from start: Int) -> String {
      #"""
      {"ty":0,"ind":\#(number),"nm":"\#(name)","refId":"c","ip":0,"op":30,"st":\#(start),
       "w":10,"h":10,"ks":{}}
      """#
    }
    for expression in [
      "[comp('Early').layer('Inner').position[0], comp('Late').layer('Inner').position[0]]",
      "[comp('Late').layer('Inner').position[0] + 4, comp('Early').layer('Inner').position[0] - 4]",
    ] {
      let numbers = try position(
        "$bm_rt = \(expression);", at: 12,
        others: [shown(2, "Early", from: 2), shown(3, "Late", from: 6)],
        #""assets":[{"id":"c","layers":[\#(inner)]}]"#)
      expectEqual(numbers?.prefix(2), [10, 6], "\(expression)")
    }
  }
}
