import Foundation
import PlainText
import TestSupport
import Testing

@testable import AnimLottie
@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Files with state machines")
struct LottieMachineFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private static func machine(_ animation: String, initial: String = "a", _ more: String = "")
    -> String
  {
    """
    {"initial":"\(initial)","states":[{"type":"PlaybackState","name":"a","animation":"\(animation)",\
    "transitions":[\(more)]}]}
    """
  }

  /// Writes a file with two animations and a state machine with which it begins.
  private func write(_ machine: String, _ more: [(String, String)] = []) throws {
    let manifest = """
      {"animations":[{"id":"one"},{"id":"two"}],"stateMachines":[{"id":"m"}],"themes":[{"id":"t"}],
      "initial":{"stateMachine":"m"}}
      """
    let bytes = Archives.zip(
      [
        ("manifest.json", manifest), ("a/one.json", TestAnimation(frames: 30).json),
        ("a/two.json", TestAnimation(frames: 40).json), ("s/m.json", machine),
        ("t/t.json", #"{"rules":[]}"#),
      ] + more)
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "m.lottie"))
  }

  private func open(
    _ machine: StateMachineChoice, animation: String? = nil,
    _ change: (inout FileConfiguration) -> Void = { _ in }
  ) throws -> AnimationFile {
    var configuration = FileConfiguration(animation: animation)
    configuration.stateMachine = machine
    change(&configuration)
    return try AnimationFile(scratch / "m.lottie", configuration)
  }

  /// Returns the animation that is played, and whether the machine runs, or the reason for
  /// rejecting the file.
  private func played(_ machine: StateMachineChoice, animation: String? = nil) -> String {
    do {
      let file = try open(machine, animation: animation)
      let isPlayed = try file.scenes().makeInteractive != nil
      return (file.animation.shownAnimation ?? "") + (isPlayed ? " by its machine" : "")
    } catch {
      return "\(error)".replacing(scratch.path + "/", with: "")
    }
  }

  @Test("a machine plays its initial animation, and no other")
  func pages() throws {
    let refusal = #"m.lottie: the state machine "m" starts with the animation "two""#
    try write(Self.machine("two"))
    for (machine, animation, expected) in [
      (.none, nil, "one"), (.initial, nil, "two by its machine"), (.initial, "one", "one"),
      (.initial, "two", "two by its machine"), (.first, "one", refusal), (.id("m"), "one", "one"),
      (.id("m"), nil, "two by its machine"),
    ] as [(StateMachineChoice, String?, String)] {
      expectEqual(played(machine, animation: animation), expected, "\(machine) \(animation ?? "-")")
    }
    // A machine that doesn't name an animation plays any.
    try write(Self.machine(""))
    expectEqual(played(.initial, animation: "two"), "two by its machine")
    expectEqual(played(.initial), "one by its machine")
  }

  @Test("choosing a machine in a file without machines is an error")
  func none() throws {
    try scratch.write(TestAnimation().json, to: "m.lottie")
    let failure = #expect(throws: Failure.self) { try open(.first).scenes() }
    expectEqual(failure?.status, .usage)
    expectEqual(failure?.message, scratch / "m.lottie" + ": the file has no state machine")
    let other = #expect(throws: Failure.self) { try open(.none, animation: "x") }
    #expect(other?.message.hasPrefix(scratch / "m.lottie: ") == true)
  }

  @Test("options without effect, because of the machine or another option, are reported")
  func ignored() throws {
    try write(Self.machine("two"))
    let reason = "ignored because the state machine controls playback"
    func warnings(
      _ machine: StateMachineChoice, animation: String? = nil,
      _ change: (inout FileConfiguration) -> Void = { _ in }
    ) throws -> [String] {
      try open(machine, animation: animation, change).unusedOptionWarnings()
    }
    try expectEqual(
      warnings(.id("m")) { ($0.marker, $0.mode, $0.loops) = ("nope", .bounce, false) },
      ["--marker: \(reason)", "--mode: \(reason)", "--no-loop: \(reason)"])
    try expectEqual(warnings(.first) { $0.loops = true }, ["--loop: \(reason)"])
    try expectEqual(warnings(.none) { ($0.mode, $0.loops) = (.bounce, true) }, [])
    try expectEqual(
      warnings(.id("m"), animation: "one"),
      ["--state-machine: ignored because m starts with the animation two"])
  }

  @Test("if a machine can't run, the animation is shown without it, with the reason")
  func lost() throws {
    let circle = #"{"type":"Transition","toState":"a"}"#
    for (machine, reason) in [
      ("{", "s/m.json: invalid JSON at byte 1: expected a key in quotes"),
      (Self.machine("one", initial: "x"), #"s/m.json: the initial state "x" does not exist"#),
      (Self.machine("one", circle), "s/m.json: it is in an infinite loop"),
    ] {
      try write(machine)
      let message = "\(reason); the state machine is not run"
      let file = try open(.initial)
      expectEqual(file.animation.notice(name: "m"), message)
      expectEqual(file.animation.machines, .unusable)
      expectEqual(played(.initial), "one")
      expectEqual(played(.first), "m.lottie: \(message)")
      let plain = try open(.none)
      #expect(plain.animation.notice(name: "m") == nil && plain.animation.machines == .unusable)
      let info = plain.animation.info()
      expectEqual(info.diagnostics.map { "\($0)" }, [message])
    }
    try write(Self.machine("one"), [("t/t.json", "")])
    #expect(try open(.none).animation.machines == .usable)
    expectEqual(try open(.none, animation: "two").animation.machines, .unusable)
  }
}
