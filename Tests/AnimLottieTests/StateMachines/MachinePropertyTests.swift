import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

/// Random machines with random inputs: whatever a file says, a machine stays within its limits.
@Suite("Properties of state machines")
struct MachinePropertyTests {
  /// What is given to a machine.
  private enum Input {
    case set(String, LottieMachineValue)
    case fire(String)
    case pointer(LottiePointerKind, hits: Bool)
    case advance(Double)
    case restart
    case stopPlayback

    /// The command of a script; nil if scripts have none like it.
    var command: LottieMachineScript.Command? {
      switch self {
      case .set(let name, let value): .set(name, value)
      case .fire(let name): .fire(name)
      case .pointer(let kind, let hits): .pointer(kind, Point(x: hits ? 1 : 0, y: 0))
      default: nil
      }
    }
  }

  private static let stage = MachinePlayer.Stage(
    clips: [
      "a": .init(frameCount: 30, frameRate: 30, segments: ["m0": 5...10, "m1": 0...29]),
      "b": .init(frameCount: 1.5, frameRate: 24),
    ], themes: ["t"])

  private static func inputs(_ random: inout SeededGenerator) -> [Input] {
    (0..<120).map { _ in
      switch Int.random(in: 0..<12, using: &random) {
      case 0...1:
        .set(
          "n\(Int.random(in: 0..<2, using: &random))",
          .number(Double(Int.random(in: -3...6, using: &random))))
      case 2: .set("b", .boolean(Bool.random(using: &random)))
      case 3: .set("s", .string(["", "x", "y"].randomElement(using: &random) ?? ""))
      case 4...5: .fire("e\(Int.random(in: 0..<2, using: &random))")
      case 6...7:
        .pointer(
          LottiePointerKind.allCases.randomElement(using: &random) ?? .down,
          hits: Bool.random(using: &random))
      case 8...10: .advance([0.001, 1.0 / 60, 0.4, 3].randomElement(using: &random) ?? 1)
      default: Bool.random(using: &random) ? .restart : .stopPlayback
      }
    }
  }

  private static func give(_ input: Input, to run: inout LottieMachineRun) {
    switch input {
    case .set(let name, let value): run.set(name, to: value)
    case .fire(let name): run.fire(name)
    case .pointer(let kind, let hits): run.pointer(kind) { $0 == "layer" && hits }
    case .advance(let seconds): run.advance(by: seconds)
    case .restart:
      run.stop()
      run.start()
    case .stopPlayback: run.stopPlayback()
    }
  }

  @Test("a machine is always in one of its states, and equal inputs lead to equal states")
  func states() throws {
    var random = SeededGenerator(seed: 0x5741_7E)
    for number in 0..<400 {
      let text = RandomMachine.text(&random)
      let machine: LottieStateMachine
      do {
        machine = try LottieStateMachine(json: Array(text.utf8))
      } catch {
        Issue.record("machine \(number) is refused: \(error)\n\(text)")
        continue
      }
      let names = Set(machine.stateNames)
      let inputs = Self.inputs(&random)
      var runs = (0..<2).map { _ in LottieMachineRun(machine, Self.stage, animation: "a") }
      for index in runs.indices { runs[index].start() }
      for input in inputs {
        var told: [[LottieMachineRun.Event]] = []
        for index in runs.indices {
          Self.give(input, to: &runs[index])
          told.append(runs[index].takeEvents())
        }
        let state = try #require(runs[0].state)
        #expect(names.contains(state))
        #expect(runs[0].state == runs[1].state && runs[0].player == runs[1].player)
        #expect(told[0] == told[1])
        let clip = try #require(runs[0].player.clip)
        #expect((0...clip.lastFrame + 0.001).contains(runs[0].frame), "\(text)")
        #expect(told[0].count <= LottieMachineRun.maximumEvents)
      }
    }
  }

  @Test("a copy goes on like its original")
  func copies() throws {
    var random = SeededGenerator(seed: 0xC0B1E5)
    for _ in 0..<60 {
      let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
      let inputs = Self.inputs(&random)
      var run = LottieMachineRun(machine, Self.stage, animation: "a")
      run.start()
      var copies: [(index: Int, run: LottieMachineRun)] = []
      for (index, input) in inputs.enumerated() {
        if index % 20 == 0 { copies.append((index, run)) }
        Self.give(input, to: &run)
      }
      for (start, copy) in copies {
        var copy = copy
        for input in inputs[start...] { Self.give(input, to: &copy) }
        #expect(copy.state == run.state && copy.player == run.player)
      }
    }
  }

  @Test(
    "after the end of a loop it plays on from the start, or from the frame that an action sets",
    arguments: [
      ("Forward", "", [29, 1, 2]), ("Reverse", "", [0, 28, 27]),
      ("Forward", #"{"type":"SetFrame","value":12}"#, [12, 13, 14]),
      ("Reverse", #"{"type":"SetFrame","value":12}"#, [12, 11, 10]),
      ("Forward", #"{"type":"SetProgress","value":0}"#, [0, 1, 2]),
      // There is no such frame, so the last one is set.
      ("Reverse", #"{"type":"SetFrame","value":99}"#, [29, 28, 27]),
    ] as [(String, String, [Double])])
  func loops(mode: String, action: String, frames: [Double]) throws {
    let machine = try LottieStateMachine(
      json: Array(
        #"""
        {"initial":"s","states":[{"name":"s","type":"PlaybackState","animation":"a","loop":true,
        "autoplay":true,"mode":"\#(mode)","transitions":[]}],"interactions":[
        {"type":"OnLoopComplete","stateName":"s","actions":[\#(action)]}],"inputs":[]}
        """#.utf8))
    var run = LottieMachineRun(machine, Self.stage, animation: "a")
    run.start()
    for _ in 0..<2 {
      // From the last of the frames, or from the start.
      while run.frame != (mode == "Forward" ? 28 : 1) { run.advance(by: 1.0 / 30) }
      let found = (0..<3).map { _ in
        run.advance(by: 1.0 / 30)
        return run.frame
      }
      #expect(found == frames)
    }
  }

  @Test("what is done after going back replaces what came later, whenever that is looked at")
  func branches() throws {
    var random = SeededGenerator(seed: 0xB4A9C4)
    let hits: MachineTimeline.HitTest = { $1 == "layer" && $2.x > 0 }
    for _ in 0..<12 {
      let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
      let run = LottieMachineRun(machine, Self.stage, animation: "a")
      var timeline = MachineTimeline(run, LottieMachineScript())
      func time() -> Timestamp {
        Timestamp(seconds: Double.random(in: 0..<45, using: &random))
      }
      for input in Self.inputs(&random).prefix(24) {
        guard let command = input.command else { continue }
        _ = timeline.run(at: time(), hits)
        timeline.append(command, at: time(), hits)
        for _ in 0..<2 {
          let time = time()
          var fresh = MachineTimeline(run, timeline.script)
          let (a, b) = (timeline.run(at: time, hits), fresh.run(at: time, hits))
          #expect(a.state == b.state && a.player == b.player && a.elapsedTime == b.elapsedTime)
        }
      }
    }
  }

  @Test("what a script shows at a time does not depend on which times are asked for before")
  func timelines() throws {
    var random = SeededGenerator(seed: 0x71AE)
    for _ in 0..<30 {
      let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
      var script = LottieMachineScript()
      var time = 0.0
      for input in Self.inputs(&random).prefix(40) {
        time += Double.random(in: 0..<0.3, using: &random)
        if let command = input.command { script.append(command, at: Timestamp(seconds: time)) }
      }
      let hits: MachineTimeline.HitTest = { $1 == "layer" && $2.x > 0 }
      func timeline() -> MachineTimeline {
        MachineTimeline(LottieMachineRun(machine, Self.stage, animation: "a"), script)
      }
      let times = (0..<40).map { _ in
        Timestamp(seconds: Double.random(in: 0..<time + 1, using: &random))
      }
      var shared = timeline()
      for time in times {
        var fresh = timeline()
        let (a, b) = (shared.run(at: time, hits), fresh.run(at: time, hits))
        #expect(a.state == b.state && a.player == b.player && a.elapsedTime == b.elapsedTime)
      }
    }
  }
}

/// The text of a machine with states, transitions and actions at random. Half of the references lead
/// nowhere.
private enum RandomMachine {
  static func text(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...6, using: &random)
    let global = Bool.random(using: &random) ? Int.random(in: 0..<count, using: &random) : -1
    let states = (0..<count).map { index in
      var fields = [#""name":"s\#(index)""#]
      fields.append(#""type":"\#(index == global ? "GlobalState" : "PlaybackState")""#)
      fields.append(#""transitions":[\#(transitions(count, &random))]"#)
      if index != global { fields += playback(&random) }
      fields.append(#""entryActions":[\#(actions(&random))]"#)
      fields.append(#""exitActions":[\#(actions(&random))]"#)
      return "{\(fields.joined(separator: ","))}"
    }
    let kinds = [
      #""PointerDown""#, #""PointerUp","layerName":"layer""#, #""PointerMove""#,
      #""PointerEnter","layerName":"layer""#, #""PointerExit","layerName":"layer""#, #""Click""#,
      #""OnComplete","stateName":"s0""#, #""OnLoopComplete","stateName":"s1""#,
    ]
    let interactions = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      #"{"type":\#(kinds.randomElement(using: &random) ?? kinds[0]),"actions":[\#(actions(&random))]}"#
    }
    return #"""
      {"initial":"s0","states":[\#(states.joined(separator: ","))],
      "interactions":[\#(interactions.joined(separator: ","))],
      "inputs":[{"type":"Numeric","name":"n0","value":1},{"type":"Numeric","name":"n1","value":2.5},
      {"type":"Boolean","name":"b","value":false},{"type":"String","name":"s","value":"x"},
      {"type":"Event","name":"e0"},{"type":"Event","name":"e1"}]}
      """#
  }

  private static func playback(_ random: inout SeededGenerator) -> [String] {
    let modes = ["Forward", "Reverse", "Bounce", "ReverseBounce"]
    let speed: Double = [0, 0.5, 1, 20].randomElement(using: &random) ?? 1
    return [
      #""animation":"\#(["", "a", "b", "none"].randomElement(using: &random) ?? "")""#,
      #""mode":"\#(modes.randomElement(using: &random) ?? "")""#,
      #""loop":\#(Bool.random(using: &random))"#,
      #""loopCount":\#(Int.random(in: 0...2, using: &random))"#,
      #""autoplay":\#(Bool.random(using: &random))"#,
      #""final":\#(Int.random(in: 0..<8, using: &random) == 0)"#,
      #""speed":\#(speed)"#,
      #""segment":"\#(["", "m0", "m1", "none"].randomElement(using: &random) ?? "")""#,
    ]
  }

  private static func transitions(_ count: Int, _ random: inout SeededGenerator) -> String {
    var hasGuardless = false
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let target = #""toState":"s\#(Int.random(in: 0...count, using: &random))""#
      let easing = ["[0,0,1,1]", "[0.4,0,0.6,1]", "[2,0,1,1]"].randomElement(using: &random) ?? ""
      let type =
        Int.random(in: 0..<3, using: &random) == 0
        ? #""type":"Tweened","duration":0.5,"easing":\#(easing)"# : #""type":"Transition""#
      if !hasGuardless, Int.random(in: 0..<6, using: &random) == 0 {
        hasGuardless = true
        return "{\(type),\(target)}"
      }
      let guards = (0..<Int.random(in: 1...2, using: &random)).map { _ in guardText(&random) }
      return #"{\#(type),\#(target),"guards":[\#(guards.joined(separator: ","))]}"#
    }.joined(separator: ",")
  }

  private static func guardText(_ random: inout SeededGenerator) -> String {
    let conditions = [
      "Equal", "NotEqual", "GreaterThan", "GreaterThanOrEqual", "LessThan", "LessThanOrEqual",
    ]
    let condition = #""conditionType":"\#(conditions.randomElement(using: &random) ?? "")""#
    let number =
      ["0", "1", "2.5", #""$n1""#, #""@elapsedTime""#].randomElement(using: &random) ?? ""
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: #"{"type":"Event","inputName":"e\#(Int.random(in: 0..<2, using: &random))"}"#
    case 1: #"{"type":"Boolean","inputName":"b",\#(condition),"compareTo":true}"#
    case 2: #"{"type":"String","inputName":"s",\#(condition),"compareTo":"x"}"#
    case 3: #"{"type":"Numeric","inputName":"@elapsedTime",\#(condition),"compareTo":\#(number)}"#
    default: #"{"type":"Numeric","inputName":"n0",\#(condition),"compareTo":\#(number)}"#
    }
  }

  private static func actions(_ random: inout SeededGenerator) -> String {
    let all = [
      #"{"type":"Increment","inputName":"n0"}"#,
      #"{"type":"Increment","inputName":"n1","value":"$n0"}"#,
      #"{"type":"Decrement","inputName":"n0","value":1}"#,
      #"{"type":"SetNumeric","inputName":"n0","value":"$n1"}"#,
      #"{"type":"Multiply","inputName":"n1","value":1e30}"#,
      #"{"type":"Floor","inputName":"n1"}"#,
      #"{"type":"Clamp","inputName":"n0","min":-2,"max":"$n1"}"#,
      #"{"type":"SetRandom","inputName":"n0","min":0,"max":3,"integer":true}"#,
      #"{"type":"SetRandom","inputName":"n1","min":"$n0","max":9}"#,
      #"{"type":"Toggle","inputName":"b"}"#, #"{"type":"SetBoolean","inputName":"b","value":"$b"}"#,
      #"{"type":"SetString","inputName":"s","value":"y"}"#, #"{"type":"Fire","inputName":"e0"}"#,
      #"{"type":"Fire","inputName":"e1"}"#, #"{"type":"Reset","inputName":"n0"}"#,
      #"{"type":"SetFrame","value":"$n1"}"#, #"{"type":"SetProgress","value":40}"#,
      #"{"type":"SetTheme","value":"t"}"#, #"{"type":"SetTheme","value":"none"}"#,
      #"{"type":"FireCustomEvent","value":"x"}"#,
      #"{"type":"OpenUrl","url":"https://example.org","target":""}"#,
      #"{"type":"Explode"}"#, #"{"type":"Toggle","inputName":"n0"}"#,
    ]
    return (0..<Int.random(in: 0...3, using: &random))
      .map { _ in all.randomElement(using: &random) ?? all[0] }.joined(separator: ",")
  }
}
