import TestSupport
import Testing

@testable import AnimCore
@testable import X11Viewer

@Suite("Options that are read without the argument parser")
struct CommonOptionsTests {
  /// Options that are read the short way, with values that are valid.
  private static let scene = [
    "--scene clock", "--scene=tiled", "--background #102030", "--background=#10203040",
    "--display :7", "--geometry 640x480-0+20", "--geometry +5+6", "--size 320x200", "--scale 1.5",
    "--name other", "--title one=two", "--fullscreen", "--root", "--renderer core",
    "--renderer auto", "--rate max", "--rate 29.97", "--timing timer", "--frames 7",
    "--duration 2.5", "--timeout 9", "--at 1.5", "--frame 3", "--frame 50%", "--speed 2",
    "--show-fps", "--stats", "--print-window-id", "--autoplay", "--no-autoplay",
  ]

  private static let file = [
    "--fit cover", "--mode bounce", "--mode=reverse-bounce", "--loop", "--no-loop", "--subframes",
    "--no-subframes", "--animation a", "--theme dark", "--theme none", "--marker m",
  ]

  /// What the parser alone reads, and what nobody accepts.
  private static let others = [
    "--scene", "--scene nothing", "--scene --stats", "--seed 3", "--squares-count 5", "--frames 0",
    "--frames x", "--title=", "--title ", "--title -x", "--size 0x0", "--fullscreen=1",
    "--no-stats",
    "--window-id 7", "--", "-", "-x", "-root", "--stats-json -", "--screenshot a.png", "--help",
    "--version", "--list-scenes", "--rate 0", "--unknown", "--Scene clock", "--speed nan",
    "--background nothing", "--at -1", "--fit x", "--slot a=1", "--no-expressions", "", "view",
    "render", "--frame -1", "--system-fonts", "--phase-offset -5", "--generate-completion-script",
  ]

  private static func words(_ texts: [String]) -> [String] {
    texts.flatMap { $0.isEmpty ? [""] : $0.split(separator: " ").map(String.init) }
  }

  private func parsed(_ arguments: [String]) -> ViewConfiguration? {
    guard let command = try? ViewCommand.parse(arguments), !command.listScenes else { return nil }
    return command.configuration
  }

  @Test("each sets what it sets by the parser", arguments: scene)
  func alone(text: String) throws {
    let arguments = Self.words([text])
    let configuration = try #require(CommonOptions.configuration(arguments))
    #expect(configuration == parsed(arguments))
  }

  @Test("each for files sets what it sets by the parser", arguments: file + scene)
  func withFile(text: String) throws {
    let arguments = Self.words([text, "a.json"])
    guard !text.hasPrefix("--scene") else { return }
    let configuration = try #require(CommonOptions.configuration(arguments))
    #expect(configuration == parsed(arguments))
  }

  @Test("what has no effect is left to the parser, which leads to a warning")
  func idle() {
    for text in Self.file { #expect(CommonOptions.configuration(Self.words([text])) == nil) }
    #expect(CommonOptions.configuration(["--scene", "clock", "a.json"]) == nil)
  }

  @Test(
    "what the parser refuses is left to it",
    arguments: [
      "--at 1 --frame 2", "--root --size 5x5", "--stats --stats", "--frames", "--frames -1",
    ])
  func refused(text: String) {
    #expect(CommonOptions.configuration(Self.words([text])) == nil)
  }

  @Test("whatever is read is what the parser makes of it", arguments: 0..<3)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    let pool = Self.scene + Self.file + ["a.json", "-"]
    var read = 0
    for _ in 0..<100 {
      var texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        pool[Int.random(in: 0..<pool.count, using: &random)]
      }
      if Bool.random(using: &random) {
        texts.insert(
          Self.others[Int.random(in: 0..<Self.others.count, using: &random)],
          at: Int.random(in: 0...texts.count, using: &random))
      }
      let arguments = Self.words(texts)
      guard let configuration = CommonOptions.configuration(arguments) else { continue }
      read += 1
      #expect(configuration == parsed(arguments), "\(arguments)")
    }
    #expect(read > 20)
  }
}
