import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Playing a file")
struct FilePlayingTests {
  @Test("a marker is a part of the animation, to its end if it has no duration")
  func markers() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":50,"w":9,"h":9,"layers":[],
      "markers":[{"cm":"part","tm":20,"dr":5},{"cm":"rest","tm":30},{"cm":"late","tm":70}]}
      """, to: "a.json")
    func range(_ marker: String?) throws -> Range<Double>? {
      var configuration = FileConfiguration()
      configuration.marker = marker
      let file = try AnimationFile(scratch / "a.json", configuration)
      return try #require(file.animation as? OpenedLottie).sceneConfiguration(configuration).range
    }
    #expect(try range(nil) == nil)
    #expect(try range("part") == 20..<25 && range("rest") == 30..<50 && range("late") == 70..<70)
    #expect(throws: Failure.self) { try range("none") }
  }

  @Test("playback settings apply to all files, but a part only to its own file")
  func configuration() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      #"{"v":"5.7.0","fr":10,"ip":0,"op":50,"w":9,"h":9,"layers":[]}"#, to: "a.json")
    let standard = FileConfiguration()
    #expect(standard.loops == nil && standard.hasSubframes && standard.runsExpressions)
    #expect(standard.fit == .contain && standard.marker == nil && standard.background == nil)
    var changed = FileConfiguration(
      fit: .cover, loops: false, hasSubframes: false, slots: ["a": "1"], runsExpressions: false,
      background: .blue)
    let file = try AnimationFile(scratch / "a.json", standard)
    let lottie = try #require(file.animation as? OpenedLottie)
    let scene = try lottie.sceneConfiguration(changed)
    #expect(scene.fit == .cover && !scene.loops && !scene.hasSubframes)
    (changed.marker, changed.animation) = ("m", "x")
    let others = changed.withoutParts
    #expect(others.marker == nil && others.animation == nil && others.slots.isEmpty)
    #expect(others.fit == .cover && others.loops == false && !others.hasSubframes)
    #expect(!others.runsExpressions && others.background == .blue)
  }
}
