import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Playback settings of files")
struct FileConfigurationTests {
  /// Returns an animation that its file wants to be played three times, twice as fast, there and
  /// back from its end.
  private func file() throws -> OpenedLottie {
    let manifest = #"""
      {"version":"1","animations":[{"id":"x","loop":3,"speed":2,"direction":-1,"playMode":"bounce"}]}
      """#
    let json = """
      {"v":"5.7.0","fr":10,"ip":0,"op":20,"w":8,"h":8,"layers":[],"markers":[
      {"tm":2,"cm":"part","dr":5},{"tm":6,"cm":"rest","dr":0},{"tm":30,"cm":"after","dr":0}]}
      """
    let bytes = Archives.zip([("manifest.json", manifest), ("animations/x.json", json)])
    return try OpenedLottie(
      AnimationSource("x.lottie", bytes: bytes) { _, _ in nil }, FileConfiguration())
  }

  @Test("options override the settings of the file, each independently")
  func precedence() throws {
    let file = try file()
    for loops in [nil, true, false] {
      for mode in [nil, PlaybackMode.forward, .bounce] {
        for hasFileSpeed in [true, false] {
          var configuration = FileConfiguration(loops: loops)
          configuration.mode = mode
          configuration.hasFileSpeed = hasFileSpeed
          let scene = try file.sceneConfiguration(configuration)
          expectEqual(scene.loops, (loops ?? true))
          expectEqual(scene.loopCount, (loops == nil ? 3 : nil), "\(String(describing: loops))")
          expectEqual(scene.mode, (mode ?? .reverseBounce))
          expectEqual(scene.speed, (hasFileSpeed ? 2 : 1))
          expectEqual(scene.range, LottieSceneConfiguration().range)
        }
      }
    }
  }

  @Test("every setting that affects the pixels of a file is among its drawing options")
  func drawingOptions() {
    let changes: [(String, (inout FileConfiguration) -> Void)] = [
      ("fit", { $0.fit = .cover }), ("loops", { $0.loops = true }),
      ("mode", { $0.mode = .reverse }),
      ("hasFileSpeed", { $0.hasFileSpeed = false }), ("hasSubframes", { $0.hasSubframes = false }),
      ("frameDelays", { $0.frameDelays = .file }),
      ("obeysLoopCount", { $0.obeysLoopCount = true }),
      ("smoothsPixels", { $0.smoothsPixels = true }),
      ("frameRate", { $0.frameRate = RefreshRate(hertz: 10) }), ("marker", { $0.marker = "m" }),
      ("animation", { $0.animation = "a" }), ("theme", { $0.theme = .id("t") }),
      ("stateMachine", { $0.stateMachine = .id("s") }), ("seed", { $0.seed = 2 }),
      ("slots", { $0.slots = ["s": "1"] }), ("runsExpressions", { $0.runsExpressions = false }),
      ("convertsColors", { $0.convertsColors = false }), ("fonts", { $0.fonts.system = .wanted }),
    ]
    for (name, change) in changes {
      var configuration = FileConfiguration()
      change(&configuration)
      expectEqual(configuration.drawingOptions.count, 1, "\(name)")
    }
    // The background is that of the image. The others affect no pixels of images that are rendered.
    let others: Set = [
      "autoplay", "seekMemory", "resources", "closesLater", "standardInput", "background",
      "adaptsBackground",
    ]
    let all = Set(Mirror(reflecting: FileConfiguration()).children.compactMap(\.label))
    expectEqual(all, others.union(changes.map(\.0)))
    #expect(FileConfiguration().drawingOptions.isEmpty)
  }

  @Test("a marker has its own duration, or otherwise extends to the end")
  func markers() throws {
    let file = try file()
    for (marker, range) in [("part", 2.0..<7), ("rest", 6..<20), ("after", 30..<30)] {
      try expectEqual(
        file.sceneConfiguration(FileConfiguration(marker: marker)).range, range,
        "\(marker)"
      )
    }
    #expect {
      try file.sceneConfiguration(FileConfiguration(marker: "other"))
    } throws: {
      ($0 as? Failure)?.message == "x.lottie: no marker 'other'; it has part, rest, after"
    }
  }

  @Test("files that weren't named ignore the parts of one that was")
  func withoutParts() {
    var named = FileConfiguration(
      fit: .cover, loops: false, hasSubframes: false, marker: "m", animation: "a", theme: .id("t"),
      slots: ["s": "1"], runsExpressions: false, background: .white)
    named.seed = 7
    var expected = named
    (expected.marker, expected.animation, expected.theme) = (nil, nil, .initial)
    expected.slots = [:]
    for (machine, other) in [
      (StateMachineChoice.none, StateMachineChoice.none), (.initial, .initial), (.first, .first),
      (.id("m"), .initial),
    ] {
      named.stateMachine = machine
      expected.stateMachine = other
      expectEqual(named.withoutParts, expected)
    }
  }
}
