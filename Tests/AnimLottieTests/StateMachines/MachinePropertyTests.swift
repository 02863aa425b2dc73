import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

/// Random machines with random inputs. Regardless of the file, a machine stays within its limits.
@Suite("Properties of state machines")
struct MachinePropertyTests {
  /// An input to a machine.
  private enum Input {
    case set(String, InputValue)
    case fire(String)
    case pointer(PointerAction, hits: Set<String>)
    case advance(Double)
    case restart
    case start
    case stop
    case override(String)
    case tween(Double)
    case reseed(UInt64)
    case stopPlayback

    /// The script command, or `nil` if scripts have no equivalent.
    var command: InteractionScript.Command? {
      switch self {
      case .set(let name, let value): .set(name, value)
      case .fire(let name): .fire(name)
      case .pointer(let kind, let hits):
        .pointer(kind, Point(x: hits.contains("layer") ? 1 : 0, y: hits.contains("other") ? 1 : 0))
      case .start, .restart: .start
      case .stop: .stop
      default: nil
      }
    }
  }

  private static let stage = MachinePlayer.Stage(
    clips: [
      "a": .init(frameCount: 30, frameRate: 30, segments: ["m0": 5...10, "m1": 0...29]),
      "b": .init(frameCount: 1.5, frameRate: 24),
      "c": .init(frameCount: 12, frameRate: 12, segments: ["m0": 2...7], initialTheme: "u"),
    ], themes: ["t", "u"])

  private static func hits(_ run: LottieStateMachinePlayer, _ layer: String, _ point: Point) -> Bool
  {
    (layer == "layer" && point.x > 0) || (layer == "other" && point.y > 0)
  }

  private static func inputs(_ random: inout SeededGenerator) -> [Input] {
    (0..<120).map { _ in
      switch Int.random(in: 0..<20, using: &random) {
      case 0...2:
        .set(
          "n\(Int.random(in: 0..<2, using: &random))",
          .number([-3, -1, 0, 1, 2, 2.5, 4, 6, 0.1, .infinity].randomElement(using: &random) ?? 0))
      case 3: .set("b", .boolean(Bool.random(using: &random)))
      case 4: .set("s", .string(["", "x", "y"].randomElement(using: &random) ?? ""))
      case 5: .set(["n0", "b", "e0", "gone"].randomElement(using: &random) ?? "", .string("x"))
      case 6...8: .fire("e\(Int.random(in: 0..<2, using: &random))")
      case 9...11:
        .pointer(
          PointerAction.allCases.randomElement(using: &random) ?? .down,
          hits: Set(["layer", "other"].filter { _ in Bool.random(using: &random) }))
      case 12...16: .advance([0.001, 1.0 / 60, 0.1, 0.4, 3].randomElement(using: &random) ?? 1)
      case 17: .override("s\(Int.random(in: 0..<6, using: &random))")
      case 18: .tween(Double.random(in: -4...40, using: &random))
      default:
        [.restart, .start, .stop, .stopPlayback, .reseed(random.next() % 3)]
          .randomElement(using: &random) ?? .restart
      }
    }
  }

  private static func give(_ input: Input, to run: inout LottieStateMachinePlayer) {
    switch input {
    case .set(let name, let value): run.set(name, to: value)
    case .fire(let name): run.fire(name)
    case .pointer(let kind, let hits): run.pointer(kind) { hits.contains($0) }
    case .advance(let seconds): run.advance(by: seconds)
    case .restart:
      run.stop()
      run.start()
    case .start: run.start()
    case .stop: run.stop()
    case .override(let state): run.override(state: state)
    case .tween(let frame):
      run.tween(
        to: frame, MachineTween(duration: 0.25, easing: SIMD4(0.2, 0.1, 0.7, frame < 0 ? 1.5 : 1)))
    case .reseed(let seed): run.seed = seed
    case .stopPlayback: run.stopPlayback()
    }
  }

  /// Returns a description of the state of a run.
  private static func text(_ run: LottieStateMachinePlayer) -> String {
    var text = "\(run.state ?? "-") \(run.status) \(run.frame) \(run.isPlaying) \(run.isAtRest)"
    text += " \(run.animation ?? "-") \(run.theme ?? "-") \(run.marker ?? "-")"
    text += " \(run.background.map { "\($0)" } ?? "-") \((run.elapsedTime * 1000).rounded())"
    for share in run.player.shares { text += " \(share.frame) \((share.weight * 1e6).rounded())" }
    for name in ["n0", "n1", "b", "s", "@elapsedTime"] {
      text += " \(run.value(of: name).map { "\($0)" } ?? "-")"
    }
    return text
  }

  @Test("a machine is in one of its states, is deterministic, and reports everything that it does")
  func states() throws {
    var random = SeededGenerator(seed: 0x5741_7E)
    for number in 0..<240 {
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
      var runs = (0..<2).map { _ in
        LottieStateMachinePlayer(
          machine, Self.stage, animation: ["a", "c", "b", "gone"][number % 4],
          theme: [nil, "t", "gone"][number % 3], autoplay: number % 5 == 0)
      }
      for index in runs.indices {
        runs[index].links = LottieLinkPolicy(allowed: ["example.org"], needsPress: number % 2 == 0)
        if number % 7 > 0 { runs[index].start() }
      }
      // The events add up to the current state and values.
      var state = runs[0].takeEvents().compactMap(Self.entered).last
      _ = runs[1].takeEvents()
      func values(_ run: LottieStateMachinePlayer) -> [String: InputValue] {
        Dictionary(
          uniqueKeysWithValues: machine.inputs.map { ($0.name, run.value(of: $0.name) ?? .event) })
      }
      var known = values(runs[0])
      for input in inputs {
        var told: [[LottieStateMachinePlayer.Event]] = []
        for index in runs.indices {
          Self.give(input, to: &runs[index])
          told.append(runs[index].takeEvents())
        }
        for event in told[0] {
          state = Self.entered(event) ?? state
          guard case .changed(let input, let old, let new) = event else { continue }
          #expect(known[input] == old && old != new)
          known[input] = new
        }
        if told[0].count == LottieStateMachinePlayer.maximumEvents {
          // The rest was lost.
          (state, known) = (runs[0].state, values(runs[0]))
        }
        #expect(state == runs[0].state && known == values(runs[0]))
        #expect(state.map(names.contains) ?? (number % 7 == 0))
        #expect(runs[0].state == runs[1].state && runs[0].player == runs[1].player)
        expectEqual(told[0], told[1])
        let lastFrame = runs[0].player.clip?.lastFrame ?? 0
        #expect((0...lastFrame + 0.001).contains(runs[0].frame), "\(text)")
        #expect(told[0].count <= LottieStateMachinePlayer.maximumEvents)
      }
    }
  }

  private static func entered(_ event: LottieStateMachinePlayer.Event) -> String? {
    if case .entered(let state) = event { state } else { nil }
  }

  @Test("a restarted run behaves like a new one, whatever it has done")
  func restarts() throws {
    var random = SeededGenerator(seed: 0x2E57A4)
    for _ in 0..<150 {
      let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
      var run = LottieStateMachinePlayer(machine, Self.stage, animation: "a")
      run.start()
      for input in Self.inputs(&random).prefix(Int.random(in: 1...30, using: &random)) {
        Self.give(input, to: &run)
      }
      var new = LottieStateMachinePlayer(machine, Self.stage, animation: run.animation)
      guard new.theme == run.theme else { continue }
      new.seed = run.seed
      for name in ["n0", "n1", "b", "s"] {
        if let value = run.value(of: name) { new.set(name, to: value) }
      }
      run.start()
      new.start()
      (_, _) = (run.takeEvents(), new.takeEvents())
      expectEqual(Self.text(run), Self.text(new))
      for input in Self.inputs(&random).prefix(30) {
        Self.give(input, to: &run)
        Self.give(input, to: &new)
        expectEqual(Self.text(run), Self.text(new))
        expectEqual(run.takeEvents(), new.takeEvents())
      }
    }
  }

  @Test("a copy continues like its original")
  func copies() throws {
    var random = SeededGenerator(seed: 0xC0B1E5)
    for _ in 0..<60 {
      let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
      let inputs = Self.inputs(&random)
      var run = LottieStateMachinePlayer(machine, Self.stage, animation: "a")
      run.start()
      var copies: [(index: Int, run: LottieStateMachinePlayer)] = []
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
    "after the end of a loop, it continues from the start, or from the frame that an action sets",
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
    var run = LottieStateMachinePlayer(machine, Self.stage, animation: "a")
    run.start()
    for _ in 0..<2 {
      // From the last of the frames, or from the start.
      while run.frame != (mode == "Forward" ? 28 : 1) { run.advance(by: 1.0 / 30) }
      let found = (0..<3).map { _ in
        run.advance(by: 1.0 / 30)
        return run.frame
      }
      expectEqual(found, frames)
    }
  }

  @Test("commands added after going back replace later ones, whenever the result is read")
  func branches() throws {
    var random = SeededGenerator(seed: 0xB4A9C4)
    for _ in 0..<12 {
      let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
      let run = LottieStateMachinePlayer(machine, Self.stage, animation: "a")
      var timeline = MachineTimeline(run, InteractionScript())
      func time() -> Timestamp {
        Timestamp(seconds: Double.random(in: 0..<45, using: &random))
      }
      for input in Self.inputs(&random).prefix(36) {
        guard let command = Self.command(input, &random) else { continue }
        _ = timeline.run(at: time(), Self.hits)
        let now = time()
        _ = timeline.run(at: now, Self.hits)
        let before = timeline.failures.filter { $0.entry.time <= now }
        _ = timeline.takeEvents()
        timeline.append(command, at: now, Self.hits)
        let entries = timeline.script.entries
        #expect(entries.last?.command == command && entries.last?.time == now)
        #expect(!entries.dropLast().contains { $0.command == .end })
        let later = now + Double.random(in: 0..<3, using: &random)
        _ = timeline.run(at: later, Self.hits)
        // Events before now have been reported; later ones are reported again.
        var earlier = MachineTimeline(run, timeline.script)
        var script = InteractionScript()
        for entry in entries.dropLast() { script.append(entry.command, at: entry.time) }
        var past = MachineTimeline(run, script)
        _ = past.run(at: now, Self.hits)
        _ = earlier.run(at: later, Self.hits)
        expectEqual(
          timeline.takeEvents(), Array(earlier.takeEvents().dropFirst(past.takeEvents().count)))
        expectEqual(timeline.failures.prefix(before.count), before[...])
        for _ in 0..<2 {
          let time = time()
          var fresh = MachineTimeline(run, timeline.script)
          let (a, b) = (timeline.run(at: time, Self.hits), fresh.run(at: time, Self.hits))
          expectEqual(Self.text(a), Self.text(b))
          expectEqual(a.player, b.player)
          // Beyond the observed time, it may report more failures than one that begins there.
          let isKnown = Set(timeline.failures).isSuperset(of: fresh.failures)
          #expect(isKnown && timeline.failures.allSatisfy { entries.contains($0.entry) })
        }
      }
    }
  }

  /// Returns a command of a script: a given command, an expectation, or the end.
  private static func command(
    _ input: Input, _ random: inout SeededGenerator
  ) -> InteractionScript.Command? {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .expectState("s\(Int.random(in: 0..<3, using: &random))")
    case 1:
      .expectValue(
        "n\(Int.random(in: 0..<2, using: &random))",
        .number([1, 0.1, 2.5].randomElement(using: &random) ?? 1))
    case 2: .expectValue("s", .string("x"))
    case 3: .end
    default: input.command
    }
  }

  @Test("a script is read back as it was written, whatever its names and texts are")
  func scripts() throws {
    var random = SeededGenerator(seed: 0x5C41_97)
    let words = [
      "a", "two words", "5", "1e3", "true", "false", "state", "end", "", "#", "a#b", "\"", "\\",
      "a\nb",
      "é", "expect", "\t", "n\\n", "-0", "inf",
    ]
    func word() -> String { words.randomElement(using: &random) ?? "" }
    func value() -> InputValue {
      let numbers = [0, -0.0, 1, -2.5, 0.1, 1e15, 1e20, -1e-9, 123_456_789]
      return [
        .number(numbers.randomElement(using: &random) ?? 0), .string(word()), .boolean(true),
        .boolean(false),
      ].randomElement(using: &random) ?? .boolean(true)
    }
    for _ in 0..<200 {
      var script = InteractionScript()
      var time = Timestamp.zero
      for _ in 0..<12 {
        let command: InteractionScript.Command =
          switch Int.random(in: 0..<8, using: &random) {
          case 0:
            .pointer(
              PointerAction.allCases.randomElement(using: &random) ?? .down,
              Point(x: Double(random.next() % 2000) / 8 - 99, y: 0.1))
          case 1: .set(word(), value())
          case 2: .fire(word())
          case 3: .start
          case 4: .stop
          case 5: .expectState(word())
          default: .expectValue(word(), value())
          }
        time = time.advanced(
          byNanoseconds: [0, 1, 10, 1_000_000_000, 16_666_667].randomElement(using: &random) ?? 0)
        script.append(command, at: time)
      }
      if Bool.random(using: &random) { script.append(.end, at: time + 2) }
      let read = try InteractionScript(script.description)
      expectEqual(read.entries.map(\.command), script.entries.map(\.command), "\(script)")
      #expect(read.entries.map(\.time) == script.entries.map(\.time) && read.end == script.end)
      expectEqual(read.entries.map(\.line), Array(1...script.entries.count))
      expectEqual(read.description, script.description)
    }
  }

  @Test("the state of a script at a time doesn't depend on earlier queries")
  func timelines() throws {
    var random = SeededGenerator(seed: 0x71AE)
    for _ in 0..<30 {
      let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
      var script = InteractionScript()
      var time = 0.0
      for input in Self.inputs(&random).prefix(40) {
        time += Double.random(in: 0..<0.3, using: &random)
        if let command = input.command { script.append(command, at: Timestamp(seconds: time)) }
      }
      func timeline() -> MachineTimeline {
        MachineTimeline(LottieStateMachinePlayer(machine, Self.stage, animation: "a"), script)
      }
      let times = (0..<40).map { _ in
        Timestamp(seconds: Double.random(in: 0..<time + 1, using: &random))
      }
      var shared = timeline()
      for time in times {
        var fresh = timeline()
        let (a, b) = (shared.run(at: time, Self.hits), fresh.run(at: time, Self.hits))
        #expect(a.state == b.state && a.player == b.player && a.elapsedTime == b.elapsedTime)
      }
    }
  }
}

/// The text of a machine with states, transitions and actions at random. Half of the references lead
/// nowhere.
enum RandomMachine {
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
      #""PointerEnter","layerName":"other""#, #""PointerExit","layerName":"other""#,
      #""PointerDown","layerName":"other""#, #""Click","layerName":"layer""#, #""PointerExit""#,
      #""OnComplete","stateName":"s0""#, #""OnLoopComplete","stateName":"s1""#,
      #""OnComplete","stateName":"s1""#, #""OnLoopComplete","stateName":"s0""#,
    ]
    let interactions = (0..<Int.random(in: 0...6, using: &random)).map { _ in
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
      #""animation":"\#(["", "", "", "a", "b", "c", "none"].randomElement(using: &random) ?? "")""#,
      #""mode":"\#(modes.randomElement(using: &random) ?? "")""#,
      #""loop":\#(Bool.random(using: &random))"#,
      #""loopCount":\#(Int.random(in: 0...2, using: &random))"#,
      #""autoplay":\#(Bool.random(using: &random))"#,
      #""final":\#(Int.random(in: 0..<8, using: &random) == 0)"#,
      #""speed":\#(speed)"#,
      #""backgroundColor":\#(["null", "4278190335", "0"].randomElement(using: &random) ?? "")"#,
      #""segment":"\#(["", "m0", "m1", "none"].randomElement(using: &random) ?? "")""#,
    ]
  }

  private static func transitions(_ count: Int, _ random: inout SeededGenerator) -> String {
    var hasGuardless = false
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let target = #""toState":"s\#(Int.random(in: 0...count, using: &random))""#
      let easing =
        ["[0,0,1,1]", "[0.4,0,0.6,1]", "[0.2,-1,0.5,2]", "[2,0,1,1]", "[0,0,2,1]"].randomElement(
          using: &random) ?? ""
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
      #"{"type":"SetTheme","value":""}"#, #"{"type":"SetFrame","value":99}"#,
      #"{"type":"Decrement","inputName":"n1"}"#, #"{"type":"Reset","inputName":"n1"}"#,
      #"{"type":"FireCustomEvent","value":"x"}"#,
      #"{"type":"OpenUrl","url":"https://example.org","target":""}"#,
      #"{"type":"Floor","inputName":"gone"}"#, #"{"type":"Toggle","inputName":"n0"}"#,
    ]
    return (0..<Int.random(in: 0...3, using: &random))
      .map { _ in all.randomElement(using: &random) ?? all[0] }.joined(separator: ",")
  }
}
