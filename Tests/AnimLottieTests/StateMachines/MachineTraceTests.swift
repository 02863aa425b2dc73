import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

/// Checks the events and images of machines step by step, for every kind of state, transition,
/// guard, action and interaction.
@Suite("State machines")
struct MachineTraceTests {
  private static let stage = MachinePlayer.Stage(
    clips: [
      "": .init(frameCount: 31, frameRate: 30, segments: ["part": 10...20, "rest": 20...30]),
      "other": .init(frameCount: 11, frameRate: 10, initialTheme: "dark"),
    ], themes: ["dark", "light"])

  private static func machine(
    _ states: String, inputs: String = "", interactions: String = ""
  ) throws -> LottieStateMachine {
    try LottieStateMachine(
      json: Array(
        #"""
        {"initial":"a","states":[\#(states)],"inputs":[\#(inputs)],"interactions":[\#(interactions)]}
        """#.utf8))
  }

  private static func state(_ name: String, _ fields: String, to transitions: String = "") -> String
  {
    #"{"type":"PlaybackState","name":"\#(name)","transitions":[\#(transitions)],\#(fields)}"#
  }

  private static let standardInputs = """
    {"type":"Numeric","name":"n","value":2.5},{"type":"Boolean","name":"b","value":false},\
    {"type":"String","name":"s","value":"x"},{"type":"Event","name":"e"},\
    {"type":"Numeric","name":"m","value":7}
    """

  private static func started(_ machine: LottieStateMachine) -> LottieStateMachinePlayer {
    var run = LottieStateMachinePlayer(machine, stage, animation: "")
    run.links = LottieLinkPolicy(allowed: ["example.org"], needsPress: true)
    run.start()
    _ = run.takeEvents()
    return run
  }

  /// Returns the events of a run since the last call.
  private static func told(_ run: inout LottieStateMachinePlayer) -> String {
    run.takeEvents().compactMap { event -> String? in
      switch event {
      case .started, .transition: nil
      case .stopped: "stopped"
      case .exited(let state): "left \(state)"
      case .entered(let state): "entered \(state)"
      case .changed(let input, _, let value): "\(input)=\(value)"
      case .fired(let name): "fired \(name)"
      case .custom(let text): text
      case .link(let url, let target): "link \(url)\(target.isEmpty ? "" : " in \(target)")"
      case .failed(let reason): "failed: \(reason)"
      }
    }.joined(separator: ", ")
  }

  private static func decimals(_ value: Double) -> String {
    let text = "\((value * 1000).rounded() / 1000)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  @Test(
    "a state plays each mode once, several times or forever, faster and in parts, and reports its ends",
    arguments: [
      ("Forward", "", "7.5 22.5 30end 30 30 30 30"),
      ("Forward", #","loop":true"#, "7.5 22.5 30loop 3 30loop 30loop 12"),
      ("Forward", #","loop":true,"loopCount":2"#, "7.5 22.5 30loop 3 0end 0 0"),
      ("Forward", #","speed":2"#, "15 30end 30 30 30 30 30"),
      ("Forward", #","segment":"part""#, "17.5 20end 20 20 20 20 20"),
      (
        "Forward", #","segment":"part","loop":true"#,
        "17.5 20loop 17.5 20loop 20loop 20loop 20loop"
      ),
      ("Forward", #","segment":"none""#, "7.5 22.5 30end 30 30 30 30"),
      ("Forward", #","animation":"other""#, "2.5 7.5 10end 10 10 10 10"),
      ("Reverse", "", "22.5 7.5 0end 0 0 0 0"),
      ("Reverse", #","loop":true"#, "22.5 7.5 0loop 27 0loop 0loop 18"),
      ("Reverse", #","loop":true,"loopCount":2"#, "22.5 7.5 0loop 27 30end 30 30"),
      ("Reverse", #","segment":"part""#, "12.5 10end 10 10 10 10 10"),
      ("Bounce", "", "7.5 22.5 30 27 0end 0 0"),
      ("Bounce", #","loop":true"#, "7.5 22.5 30 27 0 30 18"),
      ("Bounce", #","loop":true,"loopCount":2"#, "7.5 22.5 30 27 0loop 30 18"),
      ("Bounce", #","speed":2"#, "15 30 15 9 0end 0 0"),
      ("Bounce", #","segment":"part","loop":true"#, "17.5 20 12.5 10 20 10 20"),
      // From the first frame, where it already is, it can only go back.
      ("ReverseBounce", "", "0 15 22.5 25.5 30end 30 30"),
      ("ReverseBounce", #","loop":true"#, "0 15 22.5 25.5 30 0 12"),
      ("ReverseBounce", #","segment":"part""#, "12.5 10 17.5 20end 20 20 20"),
    ])
  func playing(mode: String, fields: String, frames: String) throws {
    let animation = fields.contains("animation") ? "" : #","animation":"""#
    func ending(_ type: String, _ text: String) -> String {
      """
      {"type":"\(type)","stateName":"a","actions":[{"type":"FireCustomEvent","value":"\(text)"}]}
      """
    }
    var run = Self.started(
      try Self.machine(
        Self.state("a", #""mode":"\#(mode)","autoplay":true\#(animation)\#(fields)"#),
        interactions: ending("OnComplete", "end") + "," + ending("OnLoopComplete", "loop")))
    let found = [0.25, 0.5, 0.25, 0.1, 1, 1, 0.4].map { seconds in
      run.advance(by: seconds)
      return Self.decimals(run.frame) + Self.told(&run)
    }
    expectEqual(found.joined(separator: " "), frames)
    expectEqual(run.isAtRest, frames.contains("end"))
    expectEqual(run.theme, (fields.contains("other") ? "dark" : nil))
  }

  @Test(
    "a state continues from the current frame, unless that is outside its part",
    arguments: [
      ("", 12, 15), (#","segment":"part""#, 12, 15), (#","segment":"rest""#, 20, 23),
      (#","mode":"Reverse""#, 12, 9), (#","mode":"Reverse","segment":"rest""#, 30, 27),
    ] as [(String, Double, Double)])
  func goingOn(fields: String, frame: Double, later: Double) throws {
    let machine = try Self.machine(
      Self.state(
        "a", #""animation":"","backgroundColor":305419896"#,
        to: #"{"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"e"}]}"#)
        + "," + Self.state("b", #""animation":"","autoplay":true\#(fields)"#),
      inputs: Self.standardInputs,
      interactions: #"{"type":"Click","actions":[{"type":"SetFrame","value":12}]}"#)
    var run = Self.started(machine)
    expectEqual(run.background, Color(argb: 0x7812_3456))
    run.advance(by: 1)
    #expect(run.frame == 0 && run.isAtRest)
    run.pointer(.click) { _ in false }
    run.fire("e")
    #expect(run.frame == frame && run.background == nil)
    run.advance(by: 0.1)
    #expect(abs(run.frame - later) < 1e-9)
  }

  /// Returns whether a guard is met for the given inputs.
  private static func holds(
    _ guards: String, _ values: (String, InputValue)...
  ) throws -> Bool {
    let go = #"{"type":"Transition","toState":"b","guards":[\#(guards)]}"#
    let machine = try machine(
      state("a", #""animation":"""#, to: go) + "," + state("b", #""animation":"""#),
      inputs: standardInputs)
    var run = LottieStateMachinePlayer(machine, stage, animation: "")
    for (name, value) in values { run.set(name, to: value) }
    run.start()
    return run.state == "b"
  }

  @Test("a guard compares an input with a value, or with another input")
  func guards() throws {
    let conditions: [(name: String, holds: (Double, Double) -> Bool)] = [
      ("Equal", ==), ("NotEqual", !=), ("GreaterThan", >), ("GreaterThanOrEqual", >=),
      ("LessThan", <), ("LessThanOrEqual", <=),
    ]
    for (name, wanted) in conditions {
      for (a, b) in [(-1, 2.5), (2.5, 2.5), (7, 2.5), (0.1, 0.1)] as [(Double, Double)] {
        let left = #"{"type":"Numeric","inputName":"n","conditionType":"\#(name)","compareTo":"#
        let constant = try Self.holds(left + "\(b)}", ("n", .number(a)))
        let input = try Self.holds(left + #""$m"}"#, ("n", .number(a)), ("m", .number(b)))
        #expect(constant == wanted(a, b) && input == wanted(a, b), "\(a) \(name) \(b)")
      }
    }
    for (name, isEqual) in [("Equal", true), ("NotEqual", false)] {
      for text in ["x", "y"] {
        let left = #"{"type":"String","inputName":"s","conditionType":"\#(name)","compareTo":"#
        try expectEqual(
          Self.holds(left + #""x"}"#, ("s", .string(text))), ((text == "x") == isEqual))
        try expectEqual(Self.holds(left + #""$s"}"#, ("s", .string(text))), isEqual)
      }
      for value in [true, false] {
        let left = #"{"type":"Boolean","inputName":"b","conditionType":"\#(name)","compareTo":"#
        try expectEqual(Self.holds(left + "true}", ("b", .boolean(value))), (value == isEqual))
        try expectEqual(Self.holds(left + #""$b"}"#, ("b", .boolean(value))), isEqual)
      }
    }
    let large = #"{"type":"Numeric","inputName":"n","conditionType":"GreaterThan","compareTo":4}"#
    let on = #"{"type":"Boolean","inputName":"b","conditionType":"Equal","compareTo":true}"#
    #expect(try Self.holds(large + "," + on, ("n", .number(5)), ("b", .boolean(true))))
    #expect(try !Self.holds(large + "," + on, ("n", .number(5))))
    #expect(try !Self.holds(on + "," + large, ("b", .boolean(true))))
  }

  private static let large = """
    {"type":"Numeric","inputName":"n","conditionType":"GreaterThan","compareTo":4}
    """

  @Test(
    "an event causes only transitions that name it, and the last transition without guards is used")
  func events() throws {
    func go(_ state: String, _ guards: String) -> String {
      #"{"type":"Transition","toState":"\#(state)","guards":[\#(guards)]}"#
    }
    let names = ["a", "b", "c", "d"]
    let event = { (name: String) in #"{"type":"Event","inputName":"\#(name)"}"# }
    let ways = [go("b", Self.large), go("c", event("f")), go("d", event("e"))]
    let states = names.map {
      Self.state($0, #""animation":"""#, to: $0 == "a" ? ways.joined(separator: ",") : "")
    }
    let machine = try Self.machine(
      states.joined(separator: ","),
      inputs: Self.standardInputs + #",{"type":"Event","name":"f"}"#)
    for (name, wanted) in [("e", "d"), ("f", "c")] {
      var run = Self.started(machine)
      run.set("n", to: .number(9))
      expectEqual(run.state, "b")
      // Nothing is evaluated until something happens, and then only the possible effects of the
      // event.
      run.override(state: "a")
      expectEqual(run.state, "a")
      run.fire(name)
      expectEqual(run.state, wanted)
    }
    let guardless = try Self.machine(
      Self.state("a", #""animation":"""#, to: go("b", "") + "," + go("c", "")) + ","
        + Self.state("b", #""animation":"""#) + "," + Self.state("c", #""animation":"""#))
    expectEqual(Self.started(guardless).state, "c")
  }

  @Test(
    "an action sets an input, reports an event or shows something",
    arguments: [
      (#""Increment","inputName":"n""#, "n=3.5"),
      (#""Increment","inputName":"n","value":3"#, "n=5.5"),
      (#""Increment","inputName":"n","value":"$m""#, "n=9.5"),
      (#""Increment","inputName":"n","value":"$gone""#, "n=3.5"),
      (#""Decrement","inputName":"n","value":0.5"#, "n=2"),
      (#""Decrement","inputName":"n""#, "n=1.5"),
      (#""SetNumeric","inputName":"n","value":9"#, "n=9"),
      (#""SetNumeric","inputName":"n","value":"$m""#, "n=7"),
      (#""SetNumeric","inputName":"n","value":"$gone""#, ""),
      (#""Multiply","inputName":"n","value":-2"#, "n=-5"), (#""Floor","inputName":"n""#, "n=2"),
      (#""Clamp","inputName":"n","min":3"#, "n=3"), (#""Clamp","inputName":"n","max":2"#, "n=2"),
      (#""Clamp","inputName":"n","min":0,"max":"$m""#, ""),
      (#""Clamp","inputName":"n","min":9,"max":1"#, ""), (#""Clamp","inputName":"n""#, ""),
      (#""Clamp","inputName":"n","min":3,"max":"$gone""#, ""),
      (#""Toggle","inputName":"b""#, "b=true"),
      (#""SetBoolean","inputName":"b","value":true"#, "b=true"),
      (#""SetBoolean","inputName":"b","value":"$on""#, "b=true"),
      // As in the makers' player, the sign may be missing.
      (#""SetBoolean","inputName":"b","value":"on""#, "b=true"),
      (#""SetString","inputName":"s","value":"new""#, #"s="new""#),
      (#""SetString","inputName":"s","value":"$t""#, #"s="url""#),
      (#""SetString","inputName":"s","value":"t""#, #"s="url""#),
      (#""Fire","inputName":"e""#, "fired e"), (#""Reset","inputName":"n""#, ""),
      (#""FireCustomEvent","value":"text""#, "text"), (#""FireCustomEvent","value":"$s""#, "$s"),
      (
        #""OpenUrl","url":"https://example.org","target":"_top""#,
        "link https://example.org in _top"
      ),
      (#""OpenUrl","url":"https://elsewhere.example","target":"""#, ""),
      (#""SetTheme","value":"light""#, "theme light"),
      (#""SetTheme","themeId":"dark""#, "theme dark"),
      (#""SetTheme","value":"","themeId":"dark""#, ""), (#""SetTheme","value":"gone""#, ""),
      (#""SetFrame","value":12"#, "frame 12"), (#""SetFrame","value":99"#, "frame 30"),
      (#""SetFrame","value":"$m""#, "frame 7"), (#""SetProgress","value":50"#, "frame 15"),
      (#""SetProgress","value":-5"#, ""),
    ])
  func actions(action: String, wanted: String) throws {
    let inputs = #"""
      \#(Self.standardInputs),{"type":"Boolean","name":"on","value":true},
      {"type":"String","name":"t","value":"url"}
      """#
    let machine = try Self.machine(
      Self.state("a", #""animation":"""#), inputs: inputs,
      interactions: ["PointerDown", "Click", "PointerUp"].map {
        #"{"type":"\#($0)","actions":[{"type":\#(action)}]}"#
      }.joined(separator: ","))
    for kind in [PointerAction.down, .click, .up] {
      var run = Self.started(machine)
      run.pointer(kind) { _ in false }
      var found = Self.told(&run)
      if let theme = run.theme { found += "theme \(theme)" }
      if run.frame > 0 { found += "frame \(Self.decimals(run.frame))" }
      // Only a press may open a page.
      expectEqual(found, (kind == .up && wanted.hasPrefix("link") ? "" : wanted), "\(kind)")
    }
  }

  @Test(
    "a frame that is set is in the current part, and is counted from the start of the animation")
  func framesOfParts() throws {
    for (action, frame) in [
      (#""SetFrame","value":12"#, 12), (#""SetFrame","value":7"#, 10),
      (#""SetProgress","value":50"#, 15), (#""SetProgress","value":90"#, 10),
    ] as [(String, Double)] {
      let machine = try Self.machine(
        Self.state("a", #""animation":"","segment":"part""#),
        interactions: #"{"type":"Click","actions":[{"type":\#(action)}]}"#)
      var run = Self.started(machine)
      run.pointer(.click) { _ in false }
      expectEqual(run.frame, frame, "\(action)")
    }
  }

  @Test("a random number is in 0...1 or in its range, and every integer in the range occurs")
  func randomNumbers() throws {
    func drawn(_ fields: String) throws -> [Double] {
      let action = #"{"type":"SetRandom","inputName":"n"\#(fields)}"#
      let machine = try Self.machine(
        Self.state("a", #""animation":"""#), inputs: Self.standardInputs,
        interactions: #"{"type":"Click","actions":[\#(action)]}"#)
      var run = Self.started(machine)
      return (0..<80).compactMap { _ in
        run.pointer(.click) { _ in false }
        if case .number(let number) = run.value(of: "n") { return number } else { return nil }
      }
    }
    let plain = try drawn("")
    #expect(plain.allSatisfy { (0..<1).contains($0) } && plain.contains { $0 > 0.9 })
    let ranged = try drawn(#","min":5,"max":"$m""#)
    #expect(ranged.allSatisfy { (5..<7).contains($0) } && Set(ranged).count > 70)
    expectEqual(Set(try drawn(#","min":5,"max":9,"integer":true"#)), [5, 6, 7, 8, 9])
  }

  @Test(
    "an action of a state that changes an input causes the global state to be evaluated again",
    arguments: [
      ("", "entered b"), (#"{"type":"Floor","inputName":"n"}"#, "entered b"),
      (#"{"type":"Clamp","inputName":"n","min":9,"max":9}"#, "entered b, n=9, entered a"),
      (#"{"type":"Toggle","inputName":"b"}"#, "entered b, b=true, entered a"),
      // Setting an input counts as a change.
      (#"{"type":"SetNumeric","inputName":"n","value":5}"#, "entered b, entered a, entered b"),
    ])
  func changes(action: String, wanted: String) throws {
    let go = { (state: String) in
      #"{"type":"Transition","toState":"\#(state)","guards":[\#(Self.large)]}"#
    }
    // In a, the global state has nothing to do. In b, it would lead back.
    let machine = try Self.machine(
      Self.state("a", #""animation":"""#, to: go("b"))
        + "," + Self.state("b", #""animation":"","entryActions":[\#(action)]"#)
        + #",{"type":"GlobalState","name":"g","transitions":[\#(go("a"))]}"#,
      inputs: Self.standardInputs)
    var run = Self.started(machine)
    run.set("n", to: .number(5))
    let first = Self.told(&run).split(separator: ", ").filter { !$0.hasPrefix("left") }.dropFirst()
    expectEqual(first.prefix(3).joined(separator: ", "), wanted)
  }

  @Test("an increment without a value in an interaction counts as a change, too")
  func increments() throws {
    let go = { (state: String) in
      #"{"type":"Transition","toState":"\#(state)","guards":[\#(Self.large)]}"#
    }
    for (value, wanted) in [
      ("", "n=4.5, entered b, entered a, entered b"), (#","value":1"#, "n=4.5, entered b"),
      (#","value":"$gone""#, "n=4.5, entered b"),
    ] {
      let action = #"{"type":"Increment","inputName":"n"\#(value)}"#
      let machine = try Self.machine(
        Self.state("a", #""animation":"""#, to: go("b")) + "," + Self.state("b", #""animation":"""#)
          + #",{"type":"GlobalState","name":"g","transitions":[\#(go("a"))]}"#,
        inputs: Self.standardInputs,
        interactions: #"{"type":"Click","actions":[\#(action)]}"#)
      var run = Self.started(machine)
      run.set("n", to: .number(3.5))
      _ = run.takeEvents()
      run.pointer(.click) { _ in false }
      let told = Self.told(&run).split(separator: ", ").filter { !$0.hasPrefix("left") }
      expectEqual(told.joined(separator: ", "), wanted)
    }
  }

  @Test("exit actions of a state are run, except if the global state causes the transition")
  func leaving() throws {
    let leave = #""exitActions":[{"type":"FireCustomEvent","value":"bye"}]"#
    let go = { (guards: String) in
      #"{"type":"Transition","toState":"b","guards":[\#(guards)]}"#
    }
    let machine = try Self.machine(
      Self.state(
        "a", #""animation":"",\#(leave)"#, to: go(#"{"type":"Event","inputName":"e"}"#))
        + "," + Self.state("b", #""animation":"""#)
        + #",{"type":"GlobalState","name":"g","transitions":[\#(go(Self.large))]}"#,
      inputs: Self.standardInputs)
    var run = Self.started(machine)
    run.fire("e")
    expectEqual(Self.told(&run), "fired e, bye, left a, entered b")
    run = Self.started(machine)
    run.set("n", to: .number(5))
    expectEqual(Self.told(&run), "n=5, left a, entered b")
  }

  @Test(
    "pointer events are sent to the image, and to layers that the pointer is on, enters or leaves"
  )
  func interactions() throws {
    func tell(_ type: String, _ fields: String = "") -> String {
      let text = fields.isEmpty ? type : "\(type) L"
      return
        #"{"type":"\#(type)"\#(fields),"actions":[{"type":"FireCustomEvent","value":"\#(text)"}]}"#
    }
    let kinds = ["PointerDown", "PointerUp", "PointerEnter", "PointerExit", "Click", "PointerMove"]
    let machine = try Self.machine(
      Self.state("a", #""animation":"""#),
      interactions: kinds.flatMap { [tell($0), tell($0, #","layerName":"L""#)] }
        .joined(separator: ","))
    /// Letters in capitals are on the layer.
    func told(_ steps: String) -> String {
      var run = Self.started(machine)
      for step in steps {
        let kind: [Character: PointerAction] = [
          "d": .down, "u": .up, "e": .enter, "x": .exit, "c": .click, "m": .move,
        ]
        guard let kind = kind[Character(step.lowercased())] else { continue }
        run.pointer(kind) { _ in step.isUppercase }
      }
      return Self.told(&run).replacing("Pointer", with: "")
    }
    expectEqual(told("edumcx"), "Enter, Down, Up, Move, Move L, Click, Exit")
    #expect(told("E") == "Enter, Enter L" && told("C") == "Click, Click L")
    #expect(told("D") == "Down, Down L" && told("U") == "Up, Up L")
    // The pointer enters the layer once, however it moves there, and leaves it once.
    expectEqual(told("MMm"), "Move, Move L, Enter L, Move, Move L, Move, Move L, Exit L")
    expectEqual(told("Mum"), "Move, Move L, Enter L, Up, Exit L, Move, Move L")
    expectEqual(told("Mxm"), "Move, Move L, Enter L, Exit, Exit L, Move, Move L")
  }

  @Test("a tween blends along its curve to the first frame of the next state, which then plays")
  func tweens() throws {
    func run(_ duration: String, _ easing: String) throws -> LottieStateMachinePlayer {
      let tween = """
        {"type":"Tweened","toState":"b","duration":\(duration),"easing":\(easing),\
        "guards":[{"type":"Event","inputName":"e"}]}
        """
      let machine = try Self.machine(
        Self.state("a", #""animation":"""#, to: tween) + ","
          + Self.state("b", #""animation":"","segment":"part","mode":"Reverse","autoplay":true"#),
        inputs: Self.standardInputs)
      var run = Self.started(machine)
      run.fire("e")
      return run
    }
    for (easing, weights) in [
      ("[0,0,1,1]", "0 0.25 0.5 0.625"), ("[0.42,0,0.58,1]", "0 0.129 0.5 0.707"),
      // Beyond its ends a curve counts as its end.
      ("[0.2,-0.5,0.6,1.8]", "0 0.194 0.782 1"),
    ] {
      var run = try run("2", easing)
      #expect(Self.told(&run) == "fired e, left a" && run.status == .tweening && run.state == "a")
      var found: [String] = []
      for seconds in [0, 0.5, 0.5, 0.25] {
        run.advance(by: seconds)
        let shares = run.player.shares
        #expect(
          shares.map(\.frame) == [0, 20] && abs(shares[0].weight + shares[1].weight - 1) < 1e-9)
        found.append(Self.decimals(shares[1].weight))
      }
      expectEqual(found.joined(separator: " "), weights)
      run.advance(by: 0.75)
      #expect(Self.told(&run) == "entered b" && run.frame == 20 && run.marker == "part")
      run.advance(by: 0.1)
      expectEqual(run.frame, 17)
    }
    var interrupted = try run("2", "[0,0,1,1]")
    interrupted.advance(by: 0.5)
    interrupted.override(state: "a")
    #expect(Self.told(&interrupted) == "fired e, left a, entered a" && interrupted.isAtRest)
    var sudden = try run("0", "[0,0,1,1]")
    #expect(Self.told(&sudden) == "fired e, left a, entered b" && sudden.frame == 20)
  }

  @Test("an interrupted tween leaves its state once")
  func redirectedTween() throws {
    let ways = [("e", "b"), ("f", "c")].map { event, state in
      """
      {"type":"Tweened","toState":"\(state)","duration":1,"easing":[0,0,1,1],\
      "guards":[{"type":"Event","inputName":"\(event)"}]}
      """
    }
    let machine = try Self.machine(
      Self.state(
        "a",
        #""animation":"","exitActions":[{"type":"FireCustomEvent","value":"bye"}]"#,
        to: ways.joined(separator: ",")) + "," + Self.state("b", #""animation":"""#) + ","
        + Self.state("c", #""animation":"""#),
      inputs: Self.standardInputs + #",{"type":"Event","name":"f"}"#)
    var run = Self.started(machine)
    run.fire("e")
    run.advance(by: 0.5)
    expectEqual(Self.told(&run), "fired e, bye, left a")
    run.fire("f")
    run.advance(by: 0.9)
    #expect(Self.told(&run) == "fired f" && run.status == .tweening)
    run.advance(by: 0.2)
    expectEqual(Self.told(&run), "entered c")
  }

  @Test("a stopped machine ignores everything until it starts again from the first frame")
  func stopping() throws {
    var run = Self.started(
      try Self.machine(
        Self.state("a", #""animation":"","autoplay":true"#),
        interactions: #"{"type":"Click","actions":[{"type":"FireCustomEvent","value":"x"}]}"#))
    run.advance(by: 0.5)
    run.stop()
    #expect(Self.told(&run) == "stopped" && run.frame == 15 && run.isAtRest)
    run.pointer(.click) { _ in false }
    expectEqual(Self.told(&run), "")
    run.start()
    #expect(Self.told(&run) == "left , entered a" && run.frame == 0 && run.isPlaying)
    run.advance(by: 0.5)
    run.stopPlayback()
    #expect(run.status == .running && run.frame == 0 && run.isAtRest)
  }

  @Test(
    "a machine stays in its state if the host stops a tween, and can transition to the same state again"
  )
  func stoppedTween() throws {
    let tween = """
      {"type":"Tweened","toState":"b","duration":1,"easing":[0,0,1,1],\
      "guards":[{"type":"Event","inputName":"e"}]}
      """
    let large = """
      {"type":"Transition","toState":"b","guards":[{"type":"Numeric","inputName":"n",\
      "conditionType":"GreaterThan","compareTo":5}]}
      """
    let machine = try Self.machine(
      Self.state("a", #""animation":"""#, to: tween) + "," + Self.state("b", #""animation":"""#)
        + #",{"type":"GlobalState","name":"g","transitions":[\#(large)]}"#,
      inputs: Self.standardInputs)
    var run = LottieStateMachinePlayer(machine, Self.stage, animation: "")
    run.start()
    run.fire("e")
    run.advance(by: 0.5)
    #expect(run.status == .tweening && run.state == "a")
    run.stopPlayback()
    run.advance(by: 0.25)
    #expect(run.status == .running && run.state == "a")
    run.set("n", to: .number(9))
    #expect(run.status == .running && run.state == "b")
  }

  @Test("a machine isn't at rest while it blends, plays or waits for a time")
  func rest() throws {
    let tween = """
      {"type":"Tweened","toState":"b","duration":1,"easing":[0,0,1,1],\
      "guards":[{"type":"Event","inputName":"e"}]}
      """
    let machine = try Self.machine(
      Self.state("a", #""animation":"""#, to: tween) + "," + Self.state("b", #""animation":"""#),
      inputs: Self.standardInputs)
    var run = LottieStateMachinePlayer(machine, Self.stage, animation: "")
    run.start()
    #expect(run.isAtRest)
    run.fire("e")
    #expect(!run.isAtRest)
    run.advance(by: 0.5)
    #expect(!run.isAtRest)
    run.advance(by: 0.5)
    #expect(run.isAtRest && run.state == "b")
    let waits = """
      {"type":"Transition","toState":"b","guards":[{"type":"Numeric","inputName":"@elapsedTime",\
      "conditionType":"GreaterThan","compareTo":1}]}
      """
    var timed = LottieStateMachinePlayer(
      try Self.machine(
        Self.state("a", #""animation":"""#, to: waits) + "," + Self.state("b", #""animation":"""#)),
      Self.stage, animation: "")
    timed.start()
    #expect(!timed.isAtRest)
    timed.advance(by: 2)
    #expect(timed.isAtRest && timed.state == "b")
    // A global state looks at the time in every other state.
    var global = LottieStateMachinePlayer(
      try Self.machine(
        Self.state("a", #""animation":"""#) + "," + Self.state("b", #""animation":"""#) + ","
          + #"{"type":"GlobalState","name":"g","transitions":[\#(waits)]}"#),
      Self.stage, animation: "")
    global.start()
    #expect(global.state == "a" && !global.isAtRest)
    global.advance(by: 2)
    expectEqual(global.state, "b")
    var playing = LottieStateMachinePlayer(
      try Self.machine(Self.state("a", #""animation":"","autoplay":true"#)), Self.stage,
      animation: "")
    playing.start()
    #expect(!playing.isAtRest)
    playing.advance(by: 5)
    #expect(playing.isAtRest)
  }
}
