import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

/// What machines say and show, step by step, for every kind of state, transition, guard, action and
/// interaction.
@Suite("What state machines do")
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

  private struct Trace {
    var text = ""
    var run: LottieMachineRun

    init(_ name: String, _ machine: LottieStateMachine, autoplay: Bool = false) {
      run = LottieMachineRun(machine, MachineTraceTests.stage, animation: "", autoplay: autoplay)
      run.links = LottieLinkPolicy(allowed: ["example.org"], needsPress: true)
      text = "\(name)\n"
      run.start()
      look("start")
    }

    mutating func look(_ step: String) {
      text += "  \(step): \(run.state ?? "-") \(run.status) \(decimalText(run.frame))"
      text += "\(run.isPlaying ? " plays" : "")\(run.isAtRest ? " rests" : "")"
      text += " \(run.animation ?? "-") \(run.theme ?? "-") \(run.marker ?? "-")"
      text += run.background.map { " \($0)" } ?? ""
      for share in run.player.shares where run.player.shares.count > 1 {
        text += " [\(decimalText(share.frame)) \(decimalText(share.weight))]"
      }
      let events = run.takeEvents().map { "\($0)" }
      text += events.isEmpty ? "\n" : "\n    \(events.joined(separator: "\n    "))\n"
    }

    private func decimalText(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

    mutating func advance(_ seconds: Double...) {
      for seconds in seconds {
        run.advance(by: seconds)
        look("+\(seconds)")
      }
    }

    mutating func pointer(_ kinds: LottiePointerKind..., hits: Set<String> = []) {
      for kind in kinds {
        run.pointer(kind) { hits.contains($0) }
        look("\(kind)")
      }
    }
  }

  @Test("plays each mode, once, some times, forever, faster and in parts")
  func playing() throws {
    var text = ""
    for mode in ["Forward", "Reverse", "Bounce", "ReverseBounce"] {
      for fields in [
        "", #","loop":true"#, #","loop":true,"loopCount":2"#, #","speed":2"#,
        #","segment":"part""#, #","segment":"part","loop":true"#, #","segment":"none""#,
        #","autoplay":false"#, #","backgroundColor":305419896"#, #","animation":"other""#,
      ] {
        let autoplay = fields.contains("autoplay") ? "" : #","autoplay":true"#
        let animation = fields.contains("animation") ? "" : #","animation":"""#
        let machine = try Self.machine(
          Self.state("a", #""mode":"\#(mode)"\#(autoplay)\#(animation)\#(fields)"#))
        var trace = Trace("\(mode)\(fields)", machine)
        trace.advance(0, 0.25, 0.5, 0.25, 0.1, 1, 1, 0.4)
        text += trace.text
      }
    }
    try Kept.compare(text, with: "machine-playing.txt")
  }

  @Test("takes the transition whose guards hold")
  func guards() throws {
    var text = ""
    let conditions = [
      "Equal", "NotEqual", "GreaterThan", "GreaterThanOrEqual", "LessThan", "LessThanOrEqual",
    ]
    var guards: [String] = []
    for condition in conditions {
      for value in ["2.5", #""$m""#] {
        guards.append(
          #"{"type":"Numeric","inputName":"n","conditionType":"\#(condition)","compareTo":\#(value)}"#
        )
      }
    }
    for condition in conditions.prefix(2) {
      guards.append(
        #"{"type":"String","inputName":"s","conditionType":"\#(condition)","compareTo":"x"}"#)
      guards.append(
        #"{"type":"Boolean","inputName":"b","conditionType":"\#(condition)","compareTo":true}"#)
      guards.append(
        #"{"type":"Boolean","inputName":"b","conditionType":"\#(condition)","compareTo":"$b"}"#)
    }
    guards.append(#"{"type":"Event","inputName":"e"}"#)
    guards.append(
      #"{"type":"String","inputName":"s","conditionType":"LessThan","compareTo":"y"}"#)
    guards.append(
      #"{"type":"Boolean","inputName":"b","conditionType":"Equal","compareTo":"yes"}"#)
    for (index, guardText) in guards.enumerated() {
      let go = #"{"type":"Transition","toState":"b","guards":[\#(guardText)]}"#
      let back = #"{"type":"Transition","toState":"a","guards":[{"type":"Event","inputName":"e"}]}"#
      let machine = try Self.machine(
        Self.state("a", #""animation":"""#, to: go) + ","
          + Self.state("b", #""animation":"""#, to: back),
        inputs: Self.standardInputs)
      var trace = Trace("guard \(guardText)", machine)
      if trace.run.state == "b" {
        trace.run.fire("e")
        trace.look("e")
      }
      for value in [1.0, 2.5, 7, 8] {
        trace.run.set("n", to: .number(value))
        trace.look("n \(value)")
      }
      trace.run.set("b", to: .boolean(true))
      trace.look("b")
      trace.run.set("s", to: .string("y"))
      trace.look("s")
      trace.run.fire("e")
      trace.look("e")
      text += trace.text
      for diagnostic in machine.diagnostics where index >= 0 { text += "  \(diagnostic)\n" }
    }
    try Kept.compare(text, with: "machine-guards.txt")
  }

  @Test("runs each action")
  func actions() throws {
    let actions = [
      #"{"type":"Increment","inputName":"n"}"#, #"{"type":"Increment","inputName":"n","value":3}"#,
      #"{"type":"Increment","inputName":"n","value":"$m"}"#,
      #"{"type":"Decrement","inputName":"n","value":0.5}"#,
      #"{"type":"Decrement","inputName":"n"}"#,
      #"{"type":"SetNumeric","inputName":"n","value":9}"#,
      #"{"type":"SetNumeric","inputName":"n","value":"$m"}"#,
      #"{"type":"Multiply","inputName":"n","value":-2}"#, #"{"type":"Floor","inputName":"n"}"#,
      #"{"type":"Clamp","inputName":"n","min":3}"#, #"{"type":"Clamp","inputName":"n","max":2}"#,
      #"{"type":"Clamp","inputName":"n","min":0,"max":"$m"}"#,
      #"{"type":"Clamp","inputName":"n","min":9,"max":1}"#, #"{"type":"Clamp","inputName":"n"}"#,
      #"{"type":"SetRandom","inputName":"n"}"#,
      #"{"type":"SetRandom","inputName":"n","min":5,"max":9,"integer":true}"#,
      #"{"type":"SetRandom","inputName":"n","min":5,"max":"$m"}"#,
      #"{"type":"Toggle","inputName":"b"}"#, #"{"type":"SetBoolean","inputName":"b","value":true}"#,
      #"{"type":"SetBoolean","inputName":"b","value":"$b"}"#,
      #"{"type":"SetString","inputName":"s","value":"new"}"#,
      #"{"type":"SetString","inputName":"s","value":"$s"}"#, #"{"type":"Fire","inputName":"e"}"#,
      #"{"type":"Reset","inputName":"n"}"#, #"{"type":"SetFrame","value":12}"#,
      #"{"type":"SetFrame","value":99}"#, #"{"type":"SetFrame","value":"$m"}"#,
      #"{"type":"SetProgress","value":50}"#, #"{"type":"SetProgress","value":-5}"#,
      #"{"type":"SetTheme","value":"light"}"#, #"{"type":"SetTheme","value":""}"#,
      #"{"type":"SetTheme","value":"gone"}"#, #"{"type":"FireCustomEvent","value":"told"}"#,
      #"{"type":"FireCustomEvent","value":"$s"}"#,
      #"{"type":"OpenUrl","url":"https://example.org"}"#,
      #"{"type":"OpenUrl","url":"https://elsewhere.example","target":"_blank"}"#,
      #"{"type":"SetSlot","value":1}"#, #"{"type":"Increment","inputName":"gone"}"#,
      #"{"type":"SetNumeric","inputName":"n"}"#, #"{"type":"Dance"}"#,
    ]
    var text = ""
    for action in actions {
      let over = #"{"type":"Numeric","inputName":"n","conditionType":"GreaterThan","compareTo":4}"#
      let states =
        Self.state(
          "a", #""animation":"","autoplay":true"#,
          to: #"{"type":"Transition","toState":"b","guards":[\#(over)]}"#)
        + ","
        + Self.state("b", #""animation":"","entryActions":[\#(action)],"exitActions":[\#(action)]"#)
      let machine = try Self.machine(
        states, inputs: Self.standardInputs,
        interactions:
          #"{"type":"PointerDown","actions":[\#(action)]},{"type":"Click","actions":[\#(action)]}"#)
      var trace = Trace("action \(action)", machine)
      func values() -> String {
        ["n", "b", "s", "m"].map { trace.run.value(of: $0).map { "\($0)" } ?? "-" }
          .joined(separator: " ")
      }
      trace.pointer(.down)
      trace.text += "    \(values())\n"
      trace.pointer(.up, .click)
      trace.text += "    \(values())\n"
      trace.run.set("n", to: .number(5))
      trace.look("n 5")
      trace.text += "    \(values())\n"
      trace.run.override(state: "a")
      trace.look("override")
      trace.text += "    \(values())\n"
      text += trace.text
      for diagnostic in machine.diagnostics { text += "  \(diagnostic)\n" }
    }
    try Kept.compare(text, with: "machine-actions.txt")
  }

  @Test("hears the pointer and ends of playing, tweens, starts again and stops")
  func interactions() throws {
    func tell(_ type: String, _ fields: String = "") -> String {
      #"{"type":"\#(type)"\#(fields),"actions":[{"type":"FireCustomEvent","value":"\#(type)\#(fields.isEmpty ? "" : " of one")"}]}"#
    }
    let kinds = ["PointerDown", "PointerUp", "PointerEnter", "PointerExit", "Click"]
    let machine = try Self.machine(
      Self.state("a", #""animation":"","autoplay":true,"loop":true"#)
        + "," + Self.state("b", #""animation":"""#),
      inputs: Self.standardInputs,
      interactions: (kinds.map { tell($0) } + kinds.map { tell($0, #","layerName":"L""#) } + [
        tell("PointerMove"), tell("OnComplete", #","stateName":"a""#),
        tell("OnLoopComplete", #","stateName":"a""#),
      ]).joined(separator: ","))
    var trace = Trace("pointer", machine)
    trace.pointer(.enter, .move, .down, .up, .click, .exit)
    trace.pointer(.enter, .move, .down, .up, .click, .move, .exit, hits: ["L"])
    trace.pointer(.move, hits: ["L"])
    trace.pointer(.move)
    trace.advance(1, 0.1, 1, 0.1)
    trace.run.stop()
    trace.look("stop")
    trace.pointer(.down)
    trace.run.start()
    trace.look("start")
    trace.run.stopPlayback()
    trace.look("stop playing")
    var text = trace.text
    for easing in ["[0,0,1,1]", "[0.42,0,0.58,1]", "[0.2,-0.5,0.6,1.8]"] {
      for duration in ["2", "0"] {
        let tween =
          #"{"type":"Tweened","toState":"b","duration":\#(duration),"easing":\#(easing),"guards":[{"type":"Event","inputName":"e"}]}"#
        let machine = try Self.machine(
          Self.state("a", #""animation":"""#, to: tween) + ","
            + Self.state("b", #""animation":"","segment":"part","mode":"Reverse","autoplay":true"#),
          inputs: Self.standardInputs)
        var trace = Trace("tween \(easing) \(duration)", machine)
        trace.run.fire("e")
        trace.look("e")
        trace.advance(0, 0.5, 0.5, 0.25, 0.75, 0.1)
        text += trace.text
        var interrupted = Trace("interrupted", machine)
        interrupted.run.fire("e")
        interrupted.advance(0.5)
        interrupted.run.override(state: "a")
        interrupted.look("override")
        interrupted.advance(0.5)
        text += interrupted.text
      }
    }
    try Kept.compare(text, with: "machine-interactions.txt")
  }

  @Test("stays where it is if the host stops a tween, and may be led to the same state again")
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
    var run = LottieMachineRun(machine, Self.stage, animation: "")
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

  @Test("is not at rest while it blends, plays or waits for a time")
  func rest() throws {
    let tween = """
      {"type":"Tweened","toState":"b","duration":1,"easing":[0,0,1,1],\
      "guards":[{"type":"Event","inputName":"e"}]}
      """
    let machine = try Self.machine(
      Self.state("a", #""animation":"""#, to: tween) + "," + Self.state("b", #""animation":"""#),
      inputs: Self.standardInputs)
    var run = LottieMachineRun(machine, Self.stage, animation: "")
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
    var timed = LottieMachineRun(
      try Self.machine(
        Self.state("a", #""animation":"""#, to: waits) + "," + Self.state("b", #""animation":"""#)),
      Self.stage, animation: "")
    timed.start()
    #expect(!timed.isAtRest)
    timed.advance(by: 2)
    #expect(timed.isAtRest && timed.state == "b")
    // A global state looks at the time in every other state.
    var global = LottieMachineRun(
      try Self.machine(
        Self.state("a", #""animation":"""#) + "," + Self.state("b", #""animation":"""#) + ","
          + #"{"type":"GlobalState","name":"g","transitions":[\#(waits)]}"#),
      Self.stage, animation: "")
    global.start()
    #expect(global.state == "a" && !global.isAtRest)
    global.advance(by: 2)
    #expect(global.state == "b")
    var playing = LottieMachineRun(
      try Self.machine(Self.state("a", #""animation":"","autoplay":true"#)), Self.stage,
      animation: "")
    playing.start()
    #expect(!playing.isAtRest)
    playing.advance(by: 5)
    #expect(playing.isAtRest)
  }
}
