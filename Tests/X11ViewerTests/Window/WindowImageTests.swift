import Foundation
import TestSupport
import Testing
import ViewerSupport
import XServerSupport

@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimationFormats
@testable import DemoScenes
@testable import ImageFiles
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

/// The project's example animations, each for one feature.
private let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../../Examples/Animations").standardizedFileURL.path

@Suite("The window's images are those of render", .xServer)
struct WindowImageTests {
  /// Plays, pauses, steps, seeks, changes speed, hides and resizes a window. Each frame must be
  /// what `render` draws at its time.
  private func play(
    _ stage: LoopStage, _ source: RenderSource, _ name: String, isSeekable: Bool = true
  ) throws {
    var renderers: [PixelSize: FrameRenderer] = [:]
    var (count, wrong) = (0, 0)
    stage.didPublish = {
      let size = stage.loop.player.view.size
      let renderer = try renderers[size] ?? FrameRenderer(source.resized(to: size), threads: 1)
      renderers[size] = renderer
      let expected = try renderer.render(.time(stage.loop.player.sceneTime)).image
      count += 1
      if stage.renderer.image != expected, wrong == 0 {
        wrong += 1
        let path = try ImageFailure(
          named: name, expected: expected, actual: stage.renderer.image
        ).leave()
        Issue.record(
          "\(name): another image at \(stage.loop.player.sceneTime); see \(path)")
      }
    }
    func act(_ action: ViewerAction) throws {
      stage.loop.send(.action(action), at: stage.now)
      try stage.pass(0.05)
    }
    try stage.pass(0.13)
    try act(.time(.seek(by: 0.731)))
    try act(.time(.step(1)))
    for _ in 0..<3 { try act(.time(.step(-1))) }
    try act(.time(.togglePause))
    try act(.time(.multiplySpeed(-1)))
    try act(.time(.multiplySpeed(2)))
    try act(.time(.seek(by: -0.5)))
    stage.setVisible(false)
    try stage.pass(5)
    stage.setVisible(true)
    try stage.pass(0.05)
    let size = stage.loop.player.view.size
    for other in [PixelSize(width: size.width / 2 + 5, height: size.height), size] {
      stage.send(
        .configure(size: other, position: WindowPosition(x: 0, y: 0), origin: .parent))
      try stage.pass(0.05)
    }
    try act(.time(.move(to: .seconds(1.9))))
    try act(.time(.seekToStart))
    try act(.time(.restart))
    #expect(count >= 15, "\(name)")
    #expect(stage.times.contains { $0 > .seconds(1.85) }, "\(name)")
  }

  @Test("in every example, played, stepped, sought and resized")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: examples)
      .filter { $0.hasSuffix(".json") }.sorted()
    #expect(names.count >= 12)
    for (index, name) in names.enumerated() {
      let path = examples + "/" + name
      var configuration = FileConfiguration()
      configuration.hasSubframes = index % 2 == 0
      let animation = try AnimationFile(path, configuration)
      let scale = index % 3 == 0 ? 1.5 : 1
      let size = animation.animation.size.pixels(scale: scale)
      let stage = try LoopStage(files: [path], configuration, size: size, scale: scale) {
        $0.drawsOverlay = false
      }
      let source = try RenderSource(
        size: size, scale: scale, background: .white,
        makeScene: animation.scenes().make)
      try play(stage, source, name)
    }
  }

  @Test("in every scene, played, stepped, sought and resized")
  func scenes() throws {
    let catalog = SceneConfiguration().inVirtualTime
    for (index, entry) in SceneCatalog.entries.enumerated() {
      let size = PixelSize(width: 150, height: 90)
      let stage = try LoopStage(
        scenes: ItemSource { SceneCatalog.entries[$0].open(catalog) }, first: index, size: size
      ) { $0.drawsOverlay = false }
      let source = try RenderSource(size: size, background: .white) { entry.make(catalog) }
      try play(stage, source, entry.name)
    }
  }

  @Test(
    "also for images that the server draws, at any time and scale",
    arguments: [["--at", "0.7"], ["--frame", "50%", "--scale", "1.5"], ["--at", "3.1"]])
  func screenshots(time: [String]) throws {
    let path = examples + "/bounce.json"
    let shot = try CommandRun(["--screenshot", "-", path] + time, on: .shared())
    let image = try CommandRun(["render", path, "-o", "-", "--background", "white"] + time)
    try expectEqual(shot.image(), image.image())
  }
}

extension RenderSource {
  fileprivate func resized(to size: PixelSize) throws -> RenderSource {
    try RenderSource(size: size, scale: scale, background: background, makeScene: makeScene)
  }
}
