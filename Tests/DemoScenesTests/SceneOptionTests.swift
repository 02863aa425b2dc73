import OptionValues
import TestSupport
import Testing

@testable import AnimCore
@testable import DemoScenes
@testable import PacingPattern

@Suite("Options of scenes")
struct SceneOptionTests {
  /// Returns the configuration of all scenes after an option of one scene is set to a text.
  private func configuration<Settings: SceneSettings>(
    _ type: Settings.Type, _ name: String, _ text: String
  ) throws -> SceneConfiguration {
    let option = try #require(Settings.options.first { $0.names.contains(name) })
    guard case .text(_, _, _, let change) = option.value else {
      throw InvalidValue(expected: "a text")
    }
    var configuration = SceneConfiguration()
    try Settings.everywhere(change(text))(&configuration)
    return configuration
  }

  @Test("each belongs to a scene of the catalogue, and its name starts with that of the scene")
  func names() {
    var all: Set<String> = []
    for settings in SceneCatalog.settings {
      #expect(SceneCatalog.index(of: settings.sceneName) != nil)
      for (names, help) in described(settings) {
        #expect(names[0].hasPrefix(settings.sceneName + "-"))
        #expect(!help.isEmpty)
        for name in names { #expect(all.insert(name).inserted, "\(name)") }
      }
    }
    expectEqual(all.count, 41)
  }

  private func described<Settings: SceneSettings>(
    _ type: Settings.Type
  ) -> [(names: [String], help: String)] {
    Settings.options.map { ($0.names, $0.help) }
  }

  @Test("an option of the fan changes it both alone and next to other scenes")
  func fan() throws {
    let configuration = try configuration(FanConfiguration.self, "fan-duration", "5")
    expectEqual(configuration.fan.duration, 5)
    expectEqual(configuration.tiledFan.duration, 5)
    expectEqual(configuration.tiledFan.color, FanConfiguration.tiled.color)
  }

  @Test("an option has the same effect by either of its names")
  func alias() throws {
    let zone = try configuration(WallClockConfiguration.self, "clock-time-zone", "UTC")
    #expect(zone.clock.timeZone != nil)
    try expectEqual(configuration(WallClockConfiguration.self, "time-zone", "UTC"), zone)
  }

  @Test("a value out of range is rejected with the range")
  func refused() throws {
    let error = try #require(throws: InvalidValue.self) {
      try configuration(PacingConfiguration.self, "pacing-step", "0")
    }
    expectEqual(error.description, "expected a whole number from 1 to 1000")
  }

  @Test(
    "times of day are seconds since midnight",
    arguments: [
      ("0:00", 0), ("9:05", 32_700), ("10:08:42", 36_522), ("23:59:59.5", 86_399.5),
      ("00:00:00.001", 0.001),
    ])
  func times(text: String, seconds: Double) throws {
    try expectEqual(ClockStart.parse(text), .at(seconds))
  }

  @Test("the current time is a valid time")
  func now() throws {
    try expectEqual(ClockStart.parse("now"), .now)
  }
}
