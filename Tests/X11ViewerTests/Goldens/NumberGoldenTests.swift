import AnimCore
import AnimGraphics
import DemoScenes
import Foundation
import TestSupport
import Testing

/// The state of scenes with curves as numbers, before any rounding to pixels.
@Suite("Golden numbers")
struct NumberGoldenTests {
  /// The numbers of the state for each scene and time.
  typealias Numbers = [String: [String: [Double]]]

  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("numbers.json").path
  private static let times: [Seconds] = [
    0, 0.001, 0.125, 0.9, 1, 1.05, 1.125, 1.5, 2, 2.999, 3, 17.31, 59.99, 3600.2, 86_400.1,
  ]

  /// The scenes to check, each with the function that returns its numbers.
  private static let scenes: [(name: String, numbers: @Sendable (Seconds) -> [Double])] = [
    ("fan", { fan(FanConfiguration(), at: $0) }),
    (
      "fan, eased, forever to and fro",
      {
        var configuration = FanConfiguration()
        configuration.easing = .easeInEaseOut
        configuration.repeatCount = .infinity
        configuration.autoreverses = true
        return fan(configuration, at: $0)
      }
    ),
    ("clock, ticking", { clock(ClockConfiguration(), at: $0) }),
    (
      "clock, springing",
      {
        var configuration = ClockConfiguration()
        configuration.curve = .spring(Spring(duration: 1, bounce: 0.4))
        configuration.duration = 1
        return clock(configuration, at: $0)
      }
    ),
    (
      "clock, sweeping",
      {
        var configuration = ClockConfiguration()
        configuration.motion = .sweep
        return clock(configuration, at: $0)
      }
    ),
  ]

  private static func fan(_ configuration: FanConfiguration, at time: Seconds) -> [Double] {
    let scene = FanScene(configuration: configuration)
    scene.update(to: time)
    return [scene.sweep.turns]
  }

  private static func clock(_ configuration: ClockConfiguration, at time: Seconds) -> [Double] {
    let scene = ClockScene(configuration: configuration)
    scene.update(to: time)
    return ClockScene.Hand.allCases.map { hand in
      // A whole turn more or less gives the same image.
      let turns = scene.angle(of: hand).turns
      return turns - turns.rounded(.down)
    }
  }

  static var present: Numbers {
    var present: Numbers = [:]
    for scene in scenes {
      for time in times { present[scene.name, default: [:]]["\(time)"] = scene.numbers(time) }
    }
    return present
  }

  static func kept() throws -> Numbers {
    try JSONDecoder().decode(Numbers.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("every scene's state is identical to its golden")
  func exact() throws {
    let present = Self.present
    if Golden.rewrites {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(present).write(to: URL(fileURLWithPath: Self.path))
      return
    }
    let golden = try Self.kept()
    expectEqual(Set(golden.keys), Set(present.keys))
    for (scene, states) in present {
      for (time, numbers) in states {
        expectEqual(golden[scene]?[time], numbers, "\(scene) at \(time)")
      }
    }
  }

  @Test("a fan of three seconds, computed by hand")
  func fanByHand() {
    for (time, turns) in [(0, 0), (0.75, 0.25), (1.5, 0.5), (3, 1), (1e6, 1)] as [(Double, Double)]
    {
      #expect(abs(Self.fan(FanConfiguration(), at: time)[0] - turns) < 1e-12)
    }
  }

  @Test("a sweeping clock is never behind the time, computed by hand")
  func sweepByHand() {
    var configuration = ClockConfiguration()
    configuration.startTime = 0
    configuration.motion = .sweep
    let scene = ClockScene(configuration: configuration)
    for time in [0.01, 1.75, 30, 7] {
      scene.update(to: time)
      #expect(abs(scene.angle(of: .second).turns - time / 60) < 1e-12)
    }
  }

  @Test("a clock at a quarter past ten, computed by hand")
  func clockByHand() {
    var configuration = ClockConfiguration()
    configuration.startTime = 10 * 3600 + 15 * 60
    configuration.duration = 0
    let turns = Self.clock(configuration, at: 30)
    #expect(abs(turns[0] - (10 + 15.5 / 60) / 12) < 1e-12)
    #expect(abs(turns[1] - 15.5 / 60) < 1e-12)
    #expect(abs(turns[2] - 0.5) < 1e-12)
  }
}
