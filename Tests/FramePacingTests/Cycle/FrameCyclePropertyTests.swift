import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("The frame cycle, whatever happens")
struct FrameCyclePropertyTests {
  private static let runs = 560
  private static let stepsInRun = 2_000

  /// The timing configurations of the runs.
  private static let timings: [(TimingConfiguration, hasVblanks: Bool)] = [
    (TimingConfiguration(), true),
    (TimingConfiguration(), false),
    (TimingConfiguration(rate: .fixed(RefreshRate(hertz: 50))), true),
    (TimingConfiguration(rate: .fixed(RefreshRate(hertz: 30))), true),
    (TimingConfiguration(rate: .fixed(RefreshRate(hertz: 1))), true),
    (TimingConfiguration(source: .timer), true),
    (TimingConfiguration(rate: .maximum), false),
  ]

  private static func run(
    _ steps: [CycleStep], _ timing: (TimingConfiguration, hasVblanks: Bool)
  ) throws(CycleViolation) {
    var model = CycleModel(timing.0, hasVblanks: timing.hasVblanks)
    try model.run([.show] + steps)
  }

  /// Returns the shortest sequence, found by removing steps, that still violates an invariant.
  private static func shrink(
    _ steps: [CycleStep], _ timing: (TimingConfiguration, hasVblanks: Bool)
  ) -> [CycleStep] {
    shortest(steps) { steps in
      do {
        try run(steps, timing)
        return false
      } catch {
        return true
      }
    }
  }

  @Test(
    "keeps its invariants over a million random steps"
  )
  func promises() async {
    #expect(Self.runs * Self.stepsInRun >= 1_000_000)
    let failures = await withTaskGroup(of: String?.self) { group in
      for worker in 0..<2 {
        group.addTask {
          for seed in stride(from: worker, to: Self.runs, by: 2) {
            if let failure = Self.failure(seed: UInt64(seed)) { return failure }
          }
          return nil
        }
      }
      var failures: [String] = []
      for await failure in group { if let failure { failures.append(failure) } }
      return failures
    }
    for failure in failures { Issue.record("\(failure)") }
  }

  @Test(
    "scene time doesn't go back when a timestamp or another display moves the slots back",
    arguments: [836, 1_894, 2_433, 3_266, 26_019] as [UInt64])
  func movedSlots(seed: UInt64) {
    let failure = Self.failure(seed: seed)
    #expect(failure == nil)
  }

  @Test(
    "a frame that was published early or drawn late is judged by its slot",
    arguments: [26_733, 44_999, 71_608, 84_929, 106_261] as [UInt64])
  func earlyAndLate(seed: UInt64) {
    let failure = Self.failure(seed: seed)
    #expect(failure == nil)
  }

  private static func failure(seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<stepsInRun).map { _ in CycleStep.random(&random) }
    let timing = timings[Int(seed) % timings.count]
    do {
      try run(steps, timing)
      return nil
    } catch {
      let shortest = shrink(steps, timing)
      var reason = "\(error)"
      do { try run(shortest, timing) } catch { reason = "\(error)" }
      return "seed \(seed), \(timing): \(reason), after \(shortest)"
    }
  }

  @Test(
    "a requested end is the next output in every state", arguments: [1, 2, 3] as [UInt64])
  func end(seed: UInt64) throws {
    for timing in Self.timings {
      var random = SeededGenerator(seed: seed)
      var model = CycleModel(timing.0, hasVblanks: timing.hasVblanks)
      try model.run([.show])
      for _ in 0..<500 {
        try model.run([CycleStep.random(&random)])
        var copy = model.cycle
        copy.end(.signal(15))
        copy.end(.finished)
        expectEqual(copy.next(at: model.now, renderer: .busy), .end(.signal(15)))
      }
    }
  }
}

extension CycleStep {
  /// Returns a random step. Usually time passes, and everything else happens occasionally.
  static func random(_ random: inout SeededGenerator) -> CycleStep {
    let part = Double(random.next() % 1_000) / 1_000
    switch random.next() % 100 {
    case 0..<62: return .sleep
    case 62..<66: return .wakeEarly(part)
    case 66..<71: return .expose(part)
    case 71..<76: return .key(part)
    case 76..<78: return .togglePause
    case 78..<80: return .seek
    case 80: return .hide
    case 81..<85: return .show
    case 85: return .displayChange([30, 50, 60, 100, 144][Int(random.next() % 5)])
    case 86: return .stop(part * 5)
    case 87: return .stall(part * 5)
    case 88: return .serverStop(part * 3)
    case 89: return .loseCompletion
    case 90: return .loseStamp
    case 91: return .foreignStamp
    case 92..<97: return .scene(ModelScene(rawValue: Int(random.next() % 5)) ?? .moving)
    case 97: return .work(drawing: part * part * 40, server: part * 10)
    case 98: return .work(drawing: 1, server: 0.5)
    default: return .cannotDraw
    }
  }
}
