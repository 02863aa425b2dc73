import AnimCore
import Foundation
import TestSupport
import Testing

@testable import AnimLottie

@Suite(
  "The shared cases of state machines",
  .enabled(if: SharedFolder.exists, "the cases of dotLottie files are not there"))
struct SharedMachineTests {
  @Test("a machine behaves as the case specifies", arguments: SharedFolder.cases("cases.json"))
  func machine(_ sharedCase: SharedCase) throws {
    let fields = try sharedCase.fields
    let file = try (fields["animation"] as? String).map {
      try LottieFile(try SharedFolder.bytes($0))
    }
    func machine() throws -> LottieStateMachine {
      if let path = fields["machine"] as? String {
        return try LottieStateMachine(json: try SharedFolder.bytes(path))
      }
      return try #require(file).stateMachine(try #require(fields["machineId"] as? String))
    }
    if fields["load"] as? String == "error" {
      #expect(throws: LottieError.self) { try machine() }
      return
    }
    let host = fields["host"] as? [String: Any]
    var conversation = try Conversation(
      try machine(), file, size: fields["size"] as? [Double] ?? [100, 100],
      autoplay: host?["autoplay"] as? Bool ?? false)
    for (index, step) in (fields["steps"] as? [[String: Any]] ?? []).enumerated() {
      try conversation.take(step, number: index)
    }
  }
}

/// A machine to which the steps of a case are given.
private struct Conversation {
  private let stage: LottieMachineStage?
  private let size: [Double]
  private var run: LottieStateMachinePlayer
  /// The events since the last step.
  private var told: [[Any]] = []

  init(
    _ machine: LottieStateMachine, _ file: LottieFile?, size: [Double], autoplay: Bool
  ) throws {
    stage = try file.map { LottieMachineStage(machine, in: $0, animation: try $0.animation()) }
    self.size = size
    run = LottieStateMachinePlayer(
      machine, stage?.facts ?? MachinePlayer.Stage(),
      animation: stage.map { $0.animation.id ?? LottieMachineStage.only },
      theme: stage?.animation.theme, autoplay: autoplay)
  }

  mutating func take(_ step: [String: Any], number: Int) throws {
    let accepted = try perform(step)
    told += run.takeEvents().map(Self.form)
    guard let expected = step["expect"] as? [String: Any] else { return }
    try check(expected, accepted, "step \(number): \(step)")
  }

  private mutating func perform(_ step: [String: Any]) throws -> Bool {
    if let start = step["start"] as? [String: Any] {
      run.links = LottieLinkPolicy(
        allowed: start["whitelist"] as? [String] ?? [],
        needsPress: start["requireUserInteraction"] as? Bool ?? true)
      return run.start()
    }
    if step["stop"] != nil { run.stop() }
    if step["stopPlayback"] != nil { run.stopPlayback() }
    if let set = step["set"] as? [String: Any] {
      let input = try #require(set["input"] as? String)
      return run.set(input, to: try value(set["value"], of: input))
    }
    if let event = step["fire"] as? String { return run.fire(event) }
    if let until = step["fireUntil"] as? [String: Any] {
      let limit = try #require(until["limit"] as? Int)
      for _ in 0..<limit where run.state != until["state"] as? String {
        _ = run.fire(try #require(until["event"] as? String))
      }
      expectEqual(run.state, until["state"] as? String)
    }
    if let pointer = step["pointer"] as? [Any] { try point(pointer) }
    if let kind = step["notify"] as? String {
      run.didComplete(kind == "complete" ? .complete : .loopComplete)
    }
    if let advance = step["advance"] as? [String: Any] {
      for _ in 0..<(advance["times"] as? Int ?? 1) {
        run.advance(by: try #require(advance["seconds"] as? Double))
      }
    }
    if let until = step["advanceUntil"] as? [String: Any] {
      var count = 0
      while !isReached(until), count < until["limit"] as? Int ?? 2000 {
        run.advance(by: until["seconds"] as? Double ?? 1 / 60)
        count += 1
      }
      #expect(isReached(until), "\(until) is not reached")
    }
    if let state = step["override"] as? String { return run.override(state: state) }
    if let seed = step["seed"] as? Int { run.seed = UInt64(seed) }
    if let tween = step["tween"] as? [String: Any] {
      let easing = try #require(tween["easing"] as? [Double])
      run.tween(
        to: try #require(tween["frame"] as? Double),
        MachineTween(
          duration: try #require(tween["seconds"] as? Double),
          easing: SIMD4(easing[0], easing[1], easing[2], easing[3])))
    }
    return true
  }

  private func value(_ value: Any?, of input: String) throws -> InputValue {
    if let text = value as? String { return .string(text) }
    if case .boolean = run.value(of: input) { return .boolean(try #require(value as? Bool)) }
    return .number(try #require(value as? Double))
  }

  private mutating func point(_ pointer: [Any]) throws {
    let name = try #require(pointer[0] as? String)
    let kind = try #require(
      PointerAction(rawValue: name == "click" ? name : "pointer" + name.capitalized))
    let view = Point(
      x: try #require(pointer[1] as? Double), y: try #require(pointer[2] as? Double))
    let animation = run.animation.flatMap { stage?.animations[$0] }
    let frame = run.frame
    let transform = animation.map {
      BoxFit.contain.transform(
        from: $0.size, to: Size(width: size[0], height: size[1]))
    }
    let point = transform?.inverse?.apply(to: view) ?? view
    let renderer = animation.map { LottieRenderer($0) }
    run.pointer(kind) { renderer?.hits($0, at: point, frame: frame) ?? false }
  }

  private func isReached(_ until: [String: Any]) -> Bool {
    if let state = until["state"] as? String, run.state != state { return false }
    if let status = until["status"] as? String, run.status.rawValue != status { return false }
    if let isComplete = until["complete"] as? Bool, run.player.isComplete != isComplete {
      return false
    }
    return true
  }

  private var playback: String {
    if run.player.clip == nil { return "idle" }
    if run.player.tween != nil { return "tweening" }
    return "\(run.player.status)"
  }

  private mutating func check(
    _ expected: [String: Any], _ accepted: Bool, _ step: String
  ) throws {
    let comment = Comment(rawValue: step)
    func check(_ key: String, _ found: Any?) {
      guard let wanted = expected[key] else { return }
      #expect(Self.matches(found, wanted), "\(key): \(found ?? "nothing"); \(comment)")
    }
    check("accepted", accepted)
    check("state", run.state ?? "")
    check("status", run.status.rawValue)
    check("playback", playback)
    check("frame", run.frame)
    check("complete", run.player.isComplete)
    check("animation", run.animation)
    check("theme", run.theme)
    check("marker", run.marker)
    for (name, wanted) in expected["inputs"] as? [String: Any] ?? [:] {
      let found = run.value(of: name).map(Self.plain)
      #expect(Self.matches(found, wanted), "\(name): \(found ?? "nothing"); \(comment)")
    }
    if let types = expected["inputTypes"] as? [String: String] {
      var found = ["@elapsedTime": "Numeric"]
      for input in run.machine.inputs { found[input.name] = Self.type(input.value) }
      expectEqual(found, types, comment)
    }
    if let kinds = expected["listens"] as? [String] {
      var found = Set(run.machine.pointerKinds.map { "\($0.rawValue)".firstCapitalized })
      for interaction in run.machine.interactions {
        switch interaction.trigger {
        case .complete: found.insert("OnComplete")
        case .loopComplete: found.insert("OnLoopComplete")
        case .pointer: break
        }
      }
      #expect(found.isSuperset(of: kinds), "\(found); \(comment)")
    }
    checkEvents(expected, comment)
  }

  private mutating func checkEvents(_ expected: [String: Any], _ comment: Comment) {
    let keys = ["events", "includes", "excludes"]
    guard keys.contains(where: { expected[$0] != nil }) else { return }
    let kinds = expected["kinds"] as? [String]
    let found = told.filter { kinds?.contains($0[0] as? String ?? "") ?? true }
    told = []
    if let events = expected["events"] as? [[Any]] {
      #expect(
        found.count == events.count && zip(found, events).allSatisfy { Self.matches($0, $1) },
        "\(found); \(comment)")
    }
    for event in expected["includes"] as? [[Any]] ?? [] {
      #expect(found.contains { Self.matches($0, event) }, "\(found); \(comment)")
    }
    for event in expected["excludes"] as? [[Any]] ?? [] {
      #expect(!found.contains { Self.matches($0, event) }, "\(found); \(comment)")
    }
  }

  private static func matches(_ found: Any?, _ wanted: Any) -> Bool {
    if wanted is NSNull { return found == nil }
    if let list = wanted as? [Any] {
      guard let found = found as? [Any] else { return false }
      return found.count == list.count && zip(found, list).allSatisfy { matches($0, $1) }
    }
    if let range = wanted as? [String: Any] {
      guard let bounds = range["between"] as? [Double], let number = found as? Double else {
        return false
      }
      let isWhole = range["integer"] as? Bool != true || number == number.rounded()
      return bounds[0] - 0.001 <= number && number <= bounds[1] + 0.001 && isWhole
    }
    if let text = wanted as? String { return found as? String == text }
    // Numbers before booleans: both are NSNumber in the case.
    if let number = found as? Double, !(found is Bool) {
      return abs(number - ((wanted as? Double) ?? .infinity)) <= 0.001
    }
    return found as? Bool == wanted as? Bool
  }

  private static func plain(_ value: InputValue) -> Any {
    switch value {
    case .number(let number): number
    case .string(let text): text
    case .boolean(let bool): bool
    case .event: ""
    }
  }

  private static func type(_ value: InputValue) -> String {
    switch value {
    case .number: "Numeric"
    case .string: "String"
    case .boolean: "Boolean"
    case .event: "Event"
    }
  }

  private static func form(_ event: LottieStateMachinePlayer.Event) -> [Any] {
    switch event {
    case .started: ["start"]
    case .stopped: ["stop"]
    case .transition(let from, let to): ["transition", from, to]
    case .exited(let state): ["exit", state]
    case .entered(let state): ["enter", state]
    case .changed(let input, let old, let new):
      [type(new).lowercased(), input, plain(old), plain(new)]
    case .fired(let event): ["fired", event]
    case .custom(let text): ["custom", text]
    case .link(let url, let target): ["openUrl", url, target]
    // The makers' player has a word for it.
    case .failed(let reason):
      ["error", reason == "it is in an infinite loop" ? "InfiniteLoop" : reason]
    }
  }
}

extension String {
  fileprivate var firstCapitalized: String { prefix(1).uppercased() + dropFirst() }
}
