import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

/// Returns a machine with the given states and fields, as JSON.
private func machine(
  _ states: String, inputs: String = "", interactions: String = "", initial: String = "a"
) throws(LottieError) -> LottieStateMachine {
  try LottieStateMachine(
    json: Array(
      #"""
      {"initial":"\#(initial)","states":[\#(states)],"inputs":[\#(inputs)],
      "interactions":[\#(interactions)]}
      """#.utf8))
}

/// Returns a state that plays, with transitions as JSON.
private func state(_ name: String, _ transitions: String = "", _ fields: String = "") -> String {
  #"""
  {"type":"PlaybackState","name":"\#(name)","animation":"","transitions":[\#(transitions)]\#(fields)}
  """#
}

private func go(to state: String, when guards: String) -> String {
  #"{"type":"Transition","toState":"\#(state)","guards":[\#(guards)]}"#
}

private let rating = #"{"type":"Numeric","name":"rating","value":0}"#
private let open = #"{"type":"Event","name":"open"}"#
private let opened = #"{"type":"Event","inputName":"open"}"#
private let atLeastThree =
  #"{"type":"Numeric","inputName":"rating","conditionType":"GreaterThanOrEqual","compareTo":3}"#

private let stage = MachinePlayer.Stage(
  clips: ["": .init(frameCount: 31, frameRate: 30, segments: ["part": 10...20])])

private func run(_ machine: LottieStateMachine) -> LottieStateMachinePlayer {
  var run = LottieStateMachinePlayer(machine, stage, animation: "")
  run.start()
  return run
}

@Suite("State machines")
struct StateMachineTests {
  @Test("inputs and events cause transitions from state to state")
  func transitions() throws {
    var run = run(
      try machine(
        state("a", go(to: "b", when: atLeastThree)) + "," + state("b", go(to: "a", when: opened)),
        inputs: rating + "," + open))
    expectEqual(run.state, "a")
    #expect(run.set("rating", to: .number(2)) && run.state == "a")
    #expect(run.set("rating", to: .number(3)) && run.state == "b")
    // The rating still leads back.
    #expect(run.fire("open") && run.state == "b")
    run.set("rating", to: .number(0))
    #expect(run.fire("open") && run.state == "a")
    expectEqual(
      run.takeEvents().suffix(4),
      [
        .fired(event: "open"), .transition(from: "b", to: "a"), .exited(state: "b"),
        .entered(state: "a"),
      ])
  }

  @Test("unknown inputs and unsuitable values are rejected")
  func refusals() throws {
    var run = run(try machine(state("a"), inputs: rating + "," + open))
    #expect(!run.set("rating", to: .string("3")) && !run.set("rating", to: .number(.nan)))
    #expect(!run.set("gone", to: .number(3)) && !run.set("@elapsedTime", to: .number(3)))
    #expect(!run.fire("rating") && !run.fire("gone") && !run.override(state: "gone"))
    expectEqual(run.value(of: "rating"), .number(0))
  }

  @Test(
    "a second in equal steps plays exactly a second's frames, and no step more",
    arguments: [3, 7, 24, 30, 60, 144, 1000])
  func steps(count: Int) throws {
    var run = run(try machine(state("a", "", #","autoplay":true"#)))
    for _ in 1..<count { run.advance(by: 1 / Double(count)) }
    #expect(run.isPlaying)
    run.advance(by: 1 / Double(count))
    #expect(run.frame == 30 && !run.isPlaying && run.elapsedTime == 1)
  }

  @Test("a state plays its part, and stops at the end of it")
  func segments() throws {
    var run = run(try machine(state("a", "", #","autoplay":true,"segment":"part""#)))
    #expect(run.frame == 10 && run.isPlaying && run.marker == "part")
    run.advance(by: 0.25)
    expectEqual(run.frame, 17.5)
    run.advance(by: 1)
    #expect(run.frame == 20 && !run.isPlaying)
  }

  @Test("a state that plays backwards starts at the end")
  func reverse() throws {
    var run = run(
      try machine(state("a", "", #","autoplay":true,"mode":"Reverse","segment":"part""#)))
    expectEqual(run.frame, 20)
    run.advance(by: 0.1)
    expectEqual(run.frame, 17)
  }

  @Test("a tweened transition blends until it arrives, and then enters the state")
  func tweens() throws {
    let tween =
      #"{"type":"Tweened","toState":"b","duration":2,"easing":[0,0,1,1],"guards":[\#(opened)]}"#
    var run = run(
      try machine(state("a", tween) + "," + state("b", "", #","segment":"part""#), inputs: open))
    run.fire("open")
    #expect(run.status == .tweening && run.state == "a")
    run.advance(by: 0.5)
    expectEqual(run.player.shares.map(\.frame), [0, 10])
    expectEqual(run.player.shares.map { ($0.weight * 1000).rounded() }, [750, 250])
    run.advance(by: 1.5)
    #expect(run.status == .running && run.state == "b" && run.frame == 10)
  }

  @Test("the seed determines the random numbers, which restart at every start")
  func random() throws {
    let roll = #","entryActions":[{"type":"SetRandom","inputName":"rating","min":0,"max":1000}]"#
    let dice = try machine(state("a", go(to: "a", when: opened), roll), inputs: rating + "," + open)
    func rolls(_ seed: UInt64) -> [InputValue?] {
      var run = LottieStateMachinePlayer(dice, stage, animation: "")
      run.seed = seed
      return (0..<2).flatMap { _ in
        run.start()
        return (0..<3).map { _ in
          run.fire("open")
          return run.value(of: "rating")
        }
      }
    }
    let first = rolls(1)
    #expect(first == rolls(1) && first != rolls(2))
    #expect(first[0] == first[3] && first[0] != first[1])
  }

  @Test("a link is reported only if it is allowed, and never opened")
  func links() throws {
    let link = #"{"type":"OpenUrl","url":"https://example.org/x","target":"_blank"}"#
    let machine = try machine(
      state("a"), interactions: #"{"type":"PointerDown","actions":[\#(link)]}"#)
    func told(_ policy: LottieLinkPolicy) -> [LottieStateMachinePlayer.Event] {
      var run = run(machine)
      run.links = policy
      _ = run.takeEvents()
      run.pointer(.down) { _ in false }
      return run.takeEvents()
    }
    #expect(told(LottieLinkPolicy()).isEmpty)
    #expect(told(LottieLinkPolicy(allowed: ["example.com"])).isEmpty)
    expectEqual(
      told(LottieLinkPolicy(allowed: ["example.org/*"])),
      [
        .link(url: "https://example.org/x", target: "_blank")
      ])
  }

  @Test(
    "a URL is accepted only for the web and a plain host",
    arguments: [
      ("https://example.org", "example.org", true),
      ("http://EXAMPLE.org/", "https://example.org", true),
      ("https://a.b.example.org/x?y", "*.example.org/*", true),
      ("https://example.org/a/b", "example.org/a/*", true),
      ("https://example.org:8080", "example.org:8080", true),
      ("https://example.org:8080", "example.org", false),
      ("https://example.org/a/../b", "example.org/a/*", false),
      ("https://example.org/a/%2E%2e/b", "example.org/a/*", false),
      ("https://example.org/ab", "example.org/a/*", false),
      ("https://example.org/a", "example.org", false),
      ("https://a.example?.b.example/", "*", false),
      ("https://evil.example?.example.org/", "*.example.org/*", false),
      ("https://evil.example\\.example.org/", "*.example.org/*", false),
      ("https://example.org@evil.example", "*", false),
      ("https://example.org.evil.example", "*.example.org", false),
      ("javascript:alert(1)", "*", false), ("file:///etc/hosts", "*", false),
      ("https://", "*", false), ("https://exa mple.org", "*", false),
      ("https://ex\u{E4}mple.org", "*", false),
      ("https://.example.org", "*", false), ("https://a:b", "*", false),
    ])
  func addresses(_ url: String, _ entry: String, _ isAllowed: Bool) {
    let policy = LottieLinkPolicy(allowed: [entry], needsPress: false)
    let isPlain = url != "https://a.example?.b.example/"
    expectEqual(policy.allows(url, afterPress: false), (isAllowed || !isPlain))
    if !isPlain { expectEqual(WebAddress(url)?.host, "a.example") }
  }

  @Test("states with endless transitions between them stop the machine")
  func circles() throws {
    func always(_ name: String) -> String { #"{"type":"Transition","toState":"\#(name)"}"# }
    let circle = try machine(state("a", always("b")) + "," + state("b", always("a")))
    var run = run(circle)
    expectEqual(run.status, .stopped)
    expectEqual(
      run.takeEvents().suffix(2), [.stopped, .failed(reason: "it is in an infinite loop")])
    run.set("x", to: .boolean(true))
    run.advance(by: 1)
    expectEqual(run.status, .stopped)
  }

  @Test("a chain of ten thousand states is passed in one step, or stopped, but ends")
  func chains() throws {
    let states = (0..<10_000).map { index in
      state(
        index == 0 ? "a" : "s\(index)", #"{"type":"Transition","toState":"s\#(index + 1)"}"#)
    }
    let machine = try machine(states.joined(separator: ","))
    expectEqual(run(machine).state, "s9999")
  }

  @Test("a state with very many actions is stopped")
  func actions() throws {
    let action = #"{"type":"Increment","inputName":"rating"}"#
    let many = repeatElement(action, count: 5000).joined(separator: ",")
    let transitions = (0..<40).map { index in
      go(
        to: "s\((index * 7 + 1) % 40)",
        when:
          #"{"type":"Numeric","inputName":"rating","conditionType":"GreaterThan","compareTo":\#(index)}"#
      )
    }
    let states = (0..<40).map { index in
      state(
        "s\(index)", transitions.joined(separator: ","),
        index < 5 ? #","entryActions":[\#(many)]"# : "")
    }
    let machine = try machine(states.joined(separator: ","), inputs: rating, initial: "s0")
    expectEqual(run(machine).status, .stopped)
  }
}

@Suite("Reading state machines")
struct StateMachineReaderTests {
  private func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("machines that cannot run are rejected with the location of the fault")
  func refused() throws {
    let cases: [(String, String)] = [
      (state("a") + "," + state("a"), "states[1]: there are two states \"a\""),
      (
        #"{"type":"GlobalState","name":"a"},{"type":"GlobalState","name":"b"}"#,
        "states[1]: there are two global states"
      ),
      (#"{"type":"Other","name":"a"}"#, "states[0]: unknown type of state \"Other\""),
      ("3", "states[0]: name must be text"),
      (
        state("a", go(to: "a", when: opened)),
        "states[0].transitions[0].guards[0]: there is no event \"open\""
      ),
      (
        state("a", #"{"type":"Tweened","toState":"a","duration":1,"easing":[1]}"#),
        "states[0].transitions[0]: easing must be four numbers"
      ),
      (
        state("a", #"{"type":"Transition","toState":"a"},{"type":"Transition","toState":"a"}"#),
        "states[0].transitions: more than one transition of a state has no guards"
      ),
      (
        state("a", "", #","entryActions":[{"type":"Explode"}]"#),
        "states[0].entryActions[0]: unknown type of action \"Explode\""
      ),
    ]
    for (states, expected) in cases {
      #expect(
        reason { _ = try machine(states) }
          == "state machine.\(expected); the state machine is not run")
    }
  }

  @Test("parts without effect are reported, and the rest runs")
  func leftOut() throws {
    let machine = try machine(
      state(
        "a", go(to: "gone", when: atLeastThree),
        #"""
        ,"backgroundColor":1.5,"entryActions":[{"type":"Increment","inputName":"gone"},
        {"type":"Toggle","inputName":"rating"},{"type":"Increment","inputName":"rating"}]
        """#), inputs: rating, initial: "a")
    expectEqual(
      machine.diagnostics.map(\.description),
      [
        "state machine.states[0]: backgroundColor is not a colour; it is not painted",
        "state machine.states[0].entryActions[0]: there is no such input \"gone\"; the action is not run",
        "state machine.states[0].entryActions[1]: there is no such input \"rating\"; the action is not run",
        "state machine.states[0].transitions[0]: there is no state \"gone\"",
      ])
    expectEqual(run(machine).value(of: "rating"), .number(1))
  }

  @Test("a machine with too many parts is rejected")
  func parts() {
    var limits = LottieLimits()
    limits.machineParts = 3
    let text =
      #"{"initial":"a","states":[\#((0..<4).map { state("s\($0)") }.joined(separator: ","))]}"#
    #expect(
      throws: LottieError.tooMuch(.machineParts, limit: 3, path: "state machine.states[3]")
    ) { try LottieStateMachine(json: Array(text.utf8), limits: limits) }
  }

  @Test("a machine that is changed anywhere is run or rejected, and never crashes")
  func mutations() {
    let bytes = Array(
      #"""
      {"initial":"a","states":[{"type":"PlaybackState","name":"a","animation":"","loop":true,"speed":2,
      "transitions":[{"type":"Tweened","toState":"b","duration":1,"easing":[0,0,1,1],"guards":[{"type":"Numeric",
      "inputName":"n","conditionType":"Equal","compareTo":"$n"}]}],"entryActions":[{"type":"SetFrame","value":1e9}]},
      {"type":"GlobalState","name":"b","transitions":[{"type":"Transition","toState":"a"}]}],
      "interactions":[{"type":"Click","layerName":"x","actions":[{"type":"Toggle","inputName":"f"}]}],
      "inputs":[{"type":"Numeric","name":"n","value":-1e308},{"type":"Boolean","name":"f","value":true}]}
      """#.utf8)
    for offset in bytes.indices {
      for value: UInt8 in [0x22, 0x30, 0x5D, 0x7D, 0x2C, 0x24] {
        var changed = bytes
        changed[offset] = value
        guard let machine = try? LottieStateMachine(json: changed) else { continue }
        var run = run(machine)
        run.set("n", to: .number(5))
        run.pointer(.click) { _ in true }
        run.advance(by: 1)
      }
    }
  }
}

@Suite("Scripts for state machines")
struct MachineScriptTests {
  @Test("a script that refers to missing parts of the machine is rejected")
  func check() throws {
    let machine = try machine(state("a"), inputs: rating + "," + open)
    for (text, reason) in [
      ("1 set rating five", #"line 1: the input "rating" is a number, and "five" is text"#),
      ("1 set rating true", #"line 1: the input "rating" is a number, and true is true or false"#),
      ("1 set open 3", #"line 1: the input "open" is an event, and 3 is a number"#),
      ("1 set gone 3", #"line 1: the state machine has no input "gone""#),
      ("1 fire rating", #"line 1: the state machine has no event "rating""#),
      ("1 expect state b", #"line 1: the state machine has no state "b""#),
      ("1 set @elapsedTime 3", "line 1: @elapsedTime advances automatically and cannot be set"),
      (
        "1 expect @elapsedTime x", #"line 1: the input "@elapsedTime" is a number, and "x" is text"#
      ),
      ("\u{FEFF}1 expect @elapsedTime 1\n2 set rating 1", nil),
    ] {
      let script = try InteractionScript(text)
      var found: String?
      do { try script.check(machine) } catch { found = "\(error)" }
      expectEqual(found, reason)
    }
  }
}

@Suite("Scenes played by a state machine")
struct MachineSceneTests {
  /// Returns a rectangle that is green in the second part of the animation, and a machine that goes
  /// there when it is pressed.
  private func stage() throws -> LottieMachineStage {
    let shape =
      #"{"ty":"rc","p":{"k":[20,20]},"s":{"k":[20,20]},"r":{"k":0}},{"ty":"fl","c":{"k":[\#(0),1,0]},"o":{"k":100}}"#
    let layer = shapeLayer(shape).replacing(#"{"ty":4,"#, with: #"{"ty":4,"nm":"button","#)
    let json = file(layers: layer, #""markers":[{"cm":"on","tm":5,"dr":4}]"#)
    let machine = try machine(
      state("a", go(to: "b", when: opened)) + ","
        + state("b", "", #","segment":"on","autoplay":true"#),
      inputs: open,
      interactions:
        #"{"type":"PointerDown","layerName":"button","actions":[{"type":"Fire","inputName":"open"}]}"#
    )
    let lottie = try LottieFile(Array(json.utf8))
    return LottieMachineStage(machine, in: lottie, animation: try lottie.animation())
  }

  @Test("an animation is shown without an unreadable theme")
  func damagedTheme() throws {
    let shape =
      #"{"ty":"rc","p":{"k":[20,20]},"s":{"k":[20,20]},"r":{"k":0}},{"ty":"fl","c":{"k":[0,1,0]},"o":{"k":100}}"#
    let manifest =
      #"{"version":"2","animations":[{"id":"x"}],"themes":[{"id":"damaged"}]}"#
    let lottie = try LottieFile(
      Archives.zip([
        ("manifest.json", manifest), ("a/x.json", file(layers: shapeLayer(shape))),
        ("t/damaged.json", "{"),
      ]))
    let machine = try machine(
      state("a", go(to: "b", when: opened)) + ","
        + state("b", "", #","entryActions":[{"type":"SetTheme","value":"damaged"}]"#),
      inputs: open)
    let scene = LottieMachineScene(
      LottieMachineStage(machine, in: lottie, animation: try lottie.animation()))
    func rendering() -> DisplayList {
      scene.layout(in: Size(width: 40, height: 40))
      var list = DisplayList(size: PixelSize(width: 40, height: 40))
      scene.draw(into: &list)
      return list
    }
    scene.update(to: 0.5)
    let before = rendering()
    scene.send(.fire("open"))
    expectEqual(scene.run.theme, "damaged")
    expectEqual(rendering(), before)
    #expect(before != DisplayList(size: before.size))
  }

  @Test("an animation is shown with the file's theme for it, whichever state shows it")
  func initialThemes() throws {
    let manifest = """
      {"version":"2","animations":[{"id":"x"},{"id":"y","initialTheme":"light"}],\
      "themes":[{"id":"light"}]}
      """
    let content = file(layers: shapeLayer(""))
    let lottie = try LottieFile(
      Archives.zip([
        ("manifest.json", manifest), ("a/x.json", content), ("a/y.json", content),
        ("t/light.json", #"{"rules":[]}"#),
      ]))
    func shows(_ name: String, _ animation: String, to next: String) -> String {
      #"""
      {"type":"PlaybackState","name":"\#(name)","animation":"\#(animation)",
      "transitions":[\#(go(to: next, when: opened))]}
      """#
    }
    let machine = try machine(
      shows("a", "x", to: "b") + "," + shows("b", "y", to: "a"), inputs: open)
    let stage = LottieMachineStage(machine, in: lottie, animation: try lottie.animation())
    var run = stage.run()
    run.start()
    #expect(run.animation == "x" && run.theme == nil)
    run.fire("open")
    #expect(run.animation == "y" && run.theme == "light")
    run.fire("open")
    #expect(run.animation == "x" && run.theme == nil)
  }

  @Test("a press on the layer counts, and one next to it doesn't")
  func hits() throws {
    let stage = try stage()
    for (point, state) in [((20, 20), "b"), ((30, 10), "b"), ((31, 20), "a"), ((5, 5), "a")] {
      let scene = LottieMachineScene(stage)
      scene.update(to: 0.5)
      scene.send(.pointer(.down, Point(x: Double(point.0), y: Double(point.1))))
      expectEqual(scene.run.state, state, "\(point)")
    }
  }

  @Test("interactions are recorded, and the recording has the same result")
  func recording() throws {
    let stage = try stage()
    let live = LottieMachineScene(stage)
    live.update(to: 0.3)
    live.send(.pointer(.down, Point(x: 20, y: 20)))
    live.update(to: 0.55)
    let script = try InteractionScript("\(live.script)")
    expectEqual("\(script)", "0.3 pointerDown 20 20\n")
    let played = LottieMachineScene(stage, script: script)
    played.update(to: 9)
    played.update(to: 0.55)
    #expect(played.run.state == "b" && played.run.frame == live.run.frame)
    expectEqual(played.run.frame, 7.5)
  }

  @Test("going back in time and interacting there discards later interactions")
  func rewriting() throws {
    let scene = LottieMachineScene(try stage())
    scene.update(to: 1)
    scene.send(.fire("open"))
    expectEqual(scene.run.state, "b")
    scene.update(to: 0.5)
    expectEqual(scene.run.state, "a")
    scene.send(.pointer(.move, Point(x: 1, y: 1)))
    scene.update(to: 2)
    #expect(scene.run.state == "a" && scene.script.entries.count == 1)
  }

  @Test("each event is reported once, however the time moves")
  func events() throws {
    let scene = LottieMachineScene(
      try stage(), script: try InteractionScript("0.5 fire open\n2 end"))
    var told = scene.takeEvents()
    for time in [0.2, 0.6, 0.1, 0.7, 1.9] {
      scene.update(to: time)
      told += scene.takeEvents()
    }
    expectEqual(told.filter { $0 == .entered(state: "b") }.count, 1)
  }

  @Test("unmet expectations are reported")
  func expectations() throws {
    let script = try InteractionScript(
      "0.4 expect state a\n0.5 fire open\n0.5 expect state a\n1 expect state b")
    try expectEqual(
      stage().unmetExpectations(of: script), ["line 3: expect state a: the state is \"b\""])
  }

  @Test("a tween is the weighted sum of both images")
  func crossFade() throws {
    func square(_ x: Int, _ frames: String) -> String {
      shapeLayer(
        #"{"ty":"rc","p":{"k":[\#(x),20]},"s":{"k":[20,20]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#
      ).replacing(#""ip":0,"op":10"#, with: frames)
    }
    // One square is visible at first, one at the end, and one all the time.
    let layers = [
      square(20, #""ip":0,"op":5"#), square(50, #""ip":5,"op":10"#), square(80, #""ip":0,"op":10"#),
    ].joined(separator: ",")
    let tween =
      #"{"type":"Tweened","duration":1,"easing":[0,0,1,1],"toState":"b","guards":[\#(opened)]}"#
    let machine = try machine(
      state("a", tween) + "," + state("b", "", #","segment":"on""#), inputs: open)
    let lottie = try LottieFile(
      Array(file(layers: layers, #""markers":[{"cm":"on","tm":5,"dr":4}]"#).utf8))
    let scene = LottieMachineScene(
      LottieMachineStage(machine, in: lottie, animation: try lottie.animation()),
      script: try InteractionScript("0 fire open\n2 end"))
    let size = PixelSize(width: 100, height: 50)
    scene.layout(in: Size(width: 100, height: 50))
    for (time, alphas) in [(0.25, [191, 64, 255, 0]), (0.5, [128, 127, 255, 0])]
      as [(Double, [UInt32])]
    {
      scene.update(to: time)
      var list = DisplayList(size: size, background: .clear)
      scene.draw(into: &list)
      let rendering = PixelImage(size: size, isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: rendering)
      expectEqual([20, 50, 80, 5].map { rendering[$0, 20] >> 24 }, alphas, "\(time)")
      // As red as it is opaque.
      expectEqual([20, 50, 80, 5].map { rendering[$0, 20] >> 16 & 255 }, alphas, "\(time)")
    }
  }

  @Test("a machine that stops automatically is reported when a script is played")
  func stopping() throws {
    func always(_ name: String) -> String { #"{"type":"Transition","toState":"\#(name)"}"# }
    let circle = try machine(
      state("a", go(to: "b", when: opened)) + "," + state("b", always("c")) + ","
        + state("c", always("b")), inputs: open)
    let lottie = try LottieFile(Array(file().utf8))
    let stage = LottieMachineStage(circle, in: lottie, animation: try lottie.animation())
    let script = try InteractionScript("0.5 fire open")
    let reason = "the state machine has stopped: it is in an infinite loop"
    expectEqual(stage.unmetExpectations(of: script), [reason])
    try expectEqual(stage.unmetExpectations(of: InteractionScript("1 end")), [])
    try expectEqual(stage.firstAnimation(), nil)
    let lost = LottieMachineStage(
      try machine(state("a"), initial: "x"), in: lottie, animation: try lottie.animation())
    expectEqual(
      try? #require(throws: LottieError.self) { try lost.firstAnimation() }.diagnostic.description,
      #"s/.json: the initial state "x" does not exist; the state machine is not run"#)
  }

  @Test("references of a machine to missing objects are reported")
  func missingParts() throws {
    let machine = try machine(
      state("a", "", #","entryActions":[{"type":"SetTheme","value":"gone"}]"#),
      interactions: #"""
        {"type":"PointerDown","layerName":"nobody","actions":[]},
        {"type":"PointerUp","layerName":"nobody","actions":[]},
        {"type":"OnComplete","stateName":"nowhere","actions":[]}
        """#)
    let lottie = try LottieFile(Array(file().utf8))
    let stage = LottieMachineStage(machine, in: lottie, animation: try lottie.animation())
    expectEqual(
      stage.diagnostics.map(\.message),
      [
        #"there is no state "nowhere""#,
        #"the layer "nobody" does not exist and receives no pointer events"#,
        #"the theme "gone" does not exist and is not applied"#,
      ])
  }

  @Test("a scripted scene has the duration of its script, and the same image in any order")
  func renderings() throws {
    let stage = try stage()
    let script = try InteractionScript("0.5 fire open\n2 end")
    let scene = LottieMachineScene(stage, script: script)
    expectEqual(scene.playback?.range, 0..<20)
    func list(_ scene: LottieMachineScene, _ frame: Int) -> DisplayList {
      var list = DisplayList(size: PixelSize(width: 50, height: 25), background: .clear)
      scene.layout(in: Size(width: 50, height: 25))
      scene.show(frame: Double(frame))
      scene.draw(into: &list)
      return list
    }
    for frame in [19, 3, 12, 5, 6, 0] {
      let fresh = LottieMachineScene(stage, script: script)
      expectEqual(list(scene, frame).commands, list(fresh, frame).commands)
    }
  }
}
