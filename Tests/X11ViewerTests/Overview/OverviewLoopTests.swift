import CAllocations
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import FramePacing
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PacingStatistics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("An overview, in virtual time", .xServer)
struct OverviewLoopTests {
  private static let size = PixelSize(width: 640, height: 520)
  private static let (red, blue, green): (UInt32, UInt32, UInt32) = (
    0xFFFF_0000, 0xFF00_00FF, 0xFF00_FF00
  )
  private let scratch: ScratchDirectory

  /// 60 files, one of which can't be drawn.
  init() throws {
    scratch = try ScratchDirectory()
    for number in 1...60 {
      try scratch.write(TestAnimation(color: "[0,0,1]").json, to: "s\(number).json")
    }
    try scratch.write("{", to: "s3.json")
  }

  private func stage(_ name: String = "s1.json") throws -> LoopStage {
    let stage = try LoopStage(files: [scratch / name], size: Self.size)
    try stage.pass(0.1)
    return stage
  }

  private func overview(_ stage: LoopStage) throws -> OverviewControl {
    try #require(stage.loop.viewer.overview)
  }

  /// Lets time pass until a cell has a pixel of a colour: its file is read by another thread.
  private func wait(for color: UInt32, in index: Int, _ stage: LoopStage) throws {
    try waitUntil("cell \(index) is drawn") {
      try? stage.pass(LoopStage.interval)
      return stage.loop.viewer.overview.map { shows(color, $0.grid.rect(of: index), stage) }
        ?? false
    }
  }

  private func shows(_ color: UInt32, _ rect: PixelRect, _ stage: LoopStage) -> Bool {
    let rendering = stage.renderer.image
    return (rect.y0..<min(rect.y1, rendering.size.height)).contains { y in
      (rect.x0..<rect.x1).contains { rendering[$0, y] == color }
    }
  }

  private func press(_ action: ViewerAction.OverviewAction, _ stage: LoopStage) throws {
    try stage.perform(.overview(action))
  }

  @Test("cells are in natural order, and Enter opens the selected one")
  func opening() throws {
    let stage = try stage("s2.json")
    try press(.show, stage)
    try expectEqual(overview(stage).pages.count, 60)
    try expectEqual(overview(stage).page?.name, "s2.json")
    try wait(for: Self.blue, in: 0, stage)
    try wait(for: Self.blue, in: 9, stage)
    #expect(try stage.title().contains("s2.json (2 of 60) - x11viewer"))
    try press(.move(columns: 0, rows: 2), stage)
    #expect(try stage.title().contains("s10.json (10 of 60) - x11viewer"))
    try press(.openSelected, stage)
    #expect(stage.loop.viewer.overview == nil)
    expectEqual(stage.loop.viewer.item.name, "s10.json")
    #expect(stage.loop.player.sceneTime < .seconds(0.2))
  }

  @Test("cells play in scene time, so they rest while it is paused")
  func playing() throws {
    let stage = try stage()
    try press(.show, stage)
    try wait(for: Self.blue, in: 0, stage)
    func image() throws -> PixelImage {
      try stage.pass(LoopStage.interval)
      let rect = try overview(stage).grid.rect(of: 0)
      let copy = PixelImage(size: PixelSize(width: rect.width, height: rect.height))
      for y in 0..<rect.height {
        for x in 0..<rect.width { copy[x, y] = stage.renderer.image[rect.x0 + x, rect.y0 + y] }
      }
      return copy
    }
    let first = try image()
    try stage.pass(0.5)
    #expect(try image() != first)
    try stage.perform(.time(.togglePause))
    let paused = try image()
    try stage.pass(0.5)
    try expectEqual(image(), paused)
  }

  @Test("Escape shows the previous page again, at its current time")
  func closing() throws {
    let stage = try stage()
    try press(.show, stage)
    try press(.select(.last), stage)
    try stage.pass(0.5)
    let time = stage.loop.player.sceneTime
    try press(.close, stage)
    expectEqual(stage.loop.viewer.item.name, "s1.json")
    #expect(stage.outcome == nil)
    #expect((0...0.2).contains(stage.loop.player.sceneTime - time))
    expectEqual(stage.renderer.image[3, 3], 0xFFFF_FFFF)
  }

  @Test(
    "distant cells are read when they become visible, and one that can't be drawn shows the reason")
  func scrolling() throws {
    let stage = try stage()
    try press(.show, stage)
    try press(.select(.last), stage)
    try wait(for: Self.blue, in: 59, stage)
    try press(.select(.first), stage)
    try wait(for: OverlayPalette.missed.argb, in: 2, stage)
    try wait(for: Self.blue, in: 0, stage)
  }

  @Test("a changed file is read again, new ones appear, and removed ones disappear")
  func changes() throws {
    let stage = try stage()
    try press(.show, stage)
    try press(.move(columns: 1, rows: 0), stage)
    try wait(for: Self.blue, in: 1, stage)
    try scratch.write(TestAnimation(color: "[0,1,0]").json, to: "s2.json")
    try wait(for: Self.green, in: 1, stage)
    try scratch.write(TestAnimation(color: "[1,0,0]").json, to: "s0.json")
    try waitUntil("there is one more") {
      try? stage.pass(LoopStage.interval)
      return stage.loop.viewer.overview?.pages.count == 61
    }
    try wait(for: Self.red, in: 0, stage)
    try expectEqual(overview(stage).page?.name, "s2.json")
    for name in ["s0.json", "s2.json"] { try scratch.remove(name) }
    try waitUntil("two are gone") {
      try? stage.pass(LoopStage.interval)
      return stage.loop.viewer.overview?.pages.count == 59
    }
    try expectEqual(overview(stage).grid.selected, 2)
    // The current file is gone, too.
    try scratch.remove("s1.json")
    try press(.select(.first), stage)
    try press(.close, stage)
    expectEqual(stage.loop.viewer.item.name, "s1.json")
  }

  @Test("cells that are read while time is paused have the time they would otherwise have")
  func readWhilePaused() throws {
    func square(_ stage: LoopStage) throws -> Int? {
      try wait(for: Self.blue, in: 0, stage)
      let rect = try overview(stage).grid.rect(of: 0)
      let rendering = stage.renderer.image
      return (rect.y0..<rect.y1).lazy.compactMap { y in
        (rect.x0..<rect.x1).first { rendering[$0, y] == Self.blue }
      }.first
    }
    let (read, played) = (try stage(), try stage())
    try read.perform(.time(.pause(at: .seconds(1))))
    try press(.show, read)
    try press(.show, played)
    let start = try square(played)
    try played.perform(.time(.pause(at: .seconds(1))))
    #expect(try square(read) == square(played) && start != square(read))
  }

  @Test("files that aren't animations have no cell and are not counted, but corrupt ones are")
  func others() throws {
    try scratch.write(#"{"a": 1}"#, to: "s4.json")
    try scratch.write("{ // a comment\n}", to: "tsconfig.json")
    try scratch.write("[]", to: "s10.json")
    try scratch.write("", to: "s11.json")
    let stage = try stage()
    try press(.show, stage)
    // Each file is left out when its cell has been read: some at the upper end, and one at the
    // lower end.
    func waitUntilGone(_ names: Set<String>) throws {
      try waitUntil("\(names) are gone") {
        try? stage.pass(LoopStage.interval)
        let pages = try overview(stage).pages
        return names.isDisjoint(with: (0..<pages.count).map { pages[$0].name })
      }
    }
    try press(.select(.last), stage)
    try waitUntilGone(["tsconfig.json"])
    try press(.select(.first), stage)
    try waitUntilGone(["s4.json", "s10.json"])
    try expectEqual(overview(stage).pages.count, 58)
    try wait(for: OverlayPalette.missed.argb, in: 2, stage)
    try wait(for: Self.blue, in: 3, stage)
    try expectEqual(overview(stage).pages[3].name, "s5.json")
    try expectEqual(overview(stage).pages[8].name, "s11.json")
    // They aren't paged through, either, and the list of skipped files contains them.
    try press(.close, stage)
    try stage.perform(.turnToEnd(.last))
    expectEqual(stage.loop.viewer.item.caption, "s60.json (58 of 58)")
    try press(.show, stage)
    try expectEqual(overview(stage).pages.count, 58)
    // A file that becomes an animation is shown.
    try scratch.write(TestAnimation(color: "[0,1,0]").json, to: "s4.json")
    try waitUntil("one of them is there") {
      try? stage.pass(LoopStage.interval)
      return stage.loop.viewer.overview?.pages.count == 59
    }
    try press(.select(.first), stage)
    try wait(for: Self.green, in: 3, stage)
  }

  @Test(
    "a file that is renamed while all are shown has its new cell, and the number of cells is unchanged"
  )
  func renamed() throws {
    let stage = try stage("s5.json")
    try press(.show, stage)
    try wait(for: Self.blue, in: 0, stage)
    try scratch.write(TestAnimation(color: "[0,1,0]").json, to: "s0.part")
    try scratch.remove("s1.json")
    rename(scratch / "s0.part", scratch / "s0.json")
    try wait(for: Self.green, in: 0, stage)
    try expectEqual(overview(stage).pages.count, 60)
    try expectEqual(overview(stage).page?.name, "s5.json")
  }

  @Test(
    "an overview that waits for the font appears when it is available, whatever keys were pressed")
  func font() throws {
    let stage = try LoopStage(files: [scratch / "s1.json"], size: Self.size) {
      $0.text = .desktop(waits: false)
    }
    try stage.pass(0.1)
    stage.loop.send(.action(.overview(.show)), at: stage.now)
    stage.loop.send(.action(.toggleHelp), at: stage.now)
    try waitUntil("the overview is shown") {
      try? stage.pass(LoopStage.interval)
      return stage.loop.viewer.overview != nil
    }
  }

  @Test("the overview has its own background, whatever the background and zoom of the page")
  func background() throws {
    let stage = try stage()
    try stage.perform(.zoom(3))
    let before = stage.loop.player.view.placement
    #expect(before != nil)
    try press(.show, stage)
    try wait(for: Self.blue, in: 0, stage)
    expectEqual(stage.renderer.image[0, 0], OverviewControl.background.argb)
    #expect(stage.loop.player.view.placement == nil)
    // Cells have the background of the image, which keys change.
    for color in [0xFFFF_FFFF, 0xFF00_0000] as [UInt32] {
      try wait(for: color, in: 1, stage)
      expectEqual(stage.renderer.image[0, 0], OverviewControl.background.argb)
      try stage.perform(.turnBackdrop)
    }
    try press(.close, stage)
    expectEqual(stage.loop.player.view.placement, before)
    // The checkerboard is only behind the image.
    expectEqual(stage.renderer.image[20, 36], 0xFFCC_CCCC)
    expectEqual(stage.renderer.image[20, 4], OverlayPalette.surroundings.argb)
  }

  @Test("a page that was removed when it is opened is reported, and the overview stays")
  func gone() throws {
    let stage = try stage()
    try press(.show, stage)
    try press(.select(.last), stage)
    try scratch.remove("s60.json")
    stage.loop.send(.action(.overview(.openSelected)), at: stage.now)
    #expect(stage.loop.viewer.overview != nil)
    expectEqual(stage.loop.viewer.overlay.toast?.text, "s60.json is gone")
  }

  @Test("the animations in a file are pages, and each shows its own content")
  func animations() throws {
    let other = try ScratchDirectory()
    let animations = [("run", "[1,0,0]"), ("sit", "[0,1,0]")].map { name, color in
      ("animations/\(name).json", TestAnimation(color: color).json)
    }
    let manifest = #"{"version": "1", "animations": [{"id": "run"}, {"id": "sit"}]}"#
    try Data(Archives.zip([("manifest.json", manifest)] + animations))
      .write(to: URL(fileURLWithPath: other / "pet.lottie"))
    let stage = try LoopStage(files: [other / "pet.lottie"], size: Self.size)
    try press(.show, stage)
    try expectEqual(overview(stage).pages.count, 2)
    try wait(for: Self.red, in: 0, stage)
    try wait(for: Self.green, in: 1, stage)
    try press(.move(columns: 1, rows: 0), stage)
    try press(.openSelected, stage)
    expectEqual(stage.loop.viewer.item.name, "pet.lottie: sit")
  }

  @Test("a single page, and scenes without files, have no overview")
  func alone() throws {
    let other = try ScratchDirectory()
    try other.write(TestAnimation().json, to: "a.json")
    let stage = try LoopStage(files: [other / "a.json"], size: Self.size)
    try press(.show, stage)
    #expect(stage.loop.viewer.overview == nil)
    expectEqual(stage.loop.viewer.overlay.toast?.text, "no other animation here")
  }

  @Test("names that aren't UTF-8, are very long or contain no letters have a cell like any other")
  func names() throws {
    let other = try ScratchDirectory()
    try other.write(TestAnimation().json, to: "a.json")
    for name: [UInt8] in [
      [0xFF, 0xFE] + Array(".json".utf8),
      Array((String(repeating: "ä", count: 120) + ".json").utf8),
      Array("\u{202E}gpj.json".utf8), Array("日本語 مرحبا.json".utf8), Array("\n\u{1B}[2J.json".utf8),
    ] {
      let path = Array(other.path.utf8) + [0x2F] + name
      let file = path.map { CChar(bitPattern: $0) } + [0]
      let descriptor = open(file, O_CREAT | O_WRONLY, 0o600)
      #expect(descriptor >= 0)
      close(descriptor)
    }
    let stage = try LoopStage(files: [other / "a.json"], size: Self.size)
    try press(.show, stage)
    try expectEqual(overview(stage).pages.count, 6)
    for index in 0..<6 {
      let isFirst = try overview(stage).pages[index].name == "a.json"
      try wait(for: isFirst ? Self.red : OverlayPalette.missed.argb, in: index, stage)
    }
  }

  @Test(
    "a frame of an overview in which everything has been read allocates nothing",
    .enabled(if: isOptimized))
  func allocations() throws {
    let list = try FileList([scratch / "s1.json"])
    let run = try PlaylistRun([scratch / "s1.json"])
    var situation = Situation(size: Self.size)
    var viewer = Viewer(try run.openFirst(), of: .files(run.playlist))
    var effects: [Effect] = []
    viewer.update(.readingCells, in: situation, into: &effects)
    let ready = try EventDescriptor()
    let loader = try CellLoader(
      list, PlaylistConfiguration(first: "", files: FileConfiguration()), ready: ready)
    let overview = Overview(
      try #require(viewer.overview), backdrop: .checkerboard, text: .bitmap, loader)
    let source = VirtualFrameSource(refreshRate: 60)
    let view = SceneView(scene: overview, size: Self.size)
    overview.start(on: source)
    try waitUntil("all is read") {
      _ = overview.takeLoaded(at: 0)
      return overview.cells.allSatisfy { $0.missing == nil }
    }
    var painter = DamagePainter(size: Self.size)
    let recent = RecentFrames(lines: [], frameTimes: [], slot: nil)
    let count = steadyAllocations {
      source.pump(frames: 1)
      situation.sceneTime = source.currentTime
      viewer.prepareOverlay(in: situation, statistics: recent, into: &effects)
      if let control = viewer.overview { overview.show(control) }
      painter.paint(view.compose { viewer.overlay.draw(into: &$0) })
    }
    expectEqual(count, 0)
  }

  @Test(
    "a frame of an animation with its timeline allocates nothing, in any font",
    .enabled(if: isOptimized), arguments: [false, true])
  func timelineAllocations(isDesktop: Bool) throws {
    let item = try PlaylistRun([scratch / "s1.json"]).openFirst()
    var situation = Situation(size: Self.size)
    var viewer = Viewer(item, text: isDesktop ? .desktop() : .bitmap)
    var effects: [Effect] = []
    viewer.update(.action(.toggleTimeline), in: situation, into: &effects)
    let source = VirtualFrameSource(refreshRate: 60)
    let view = SceneView(scene: item.scene, size: Self.size)
    item.scene.start(on: source)
    var painter = DamagePainter(size: Self.size)
    let recent = RecentFrames(lines: [], frameTimes: [], slot: nil)
    let count = steadyAllocations {
      source.pump(frames: 1)
      situation.sceneTime = source.currentTime
      viewer.prepareOverlay(in: situation, statistics: recent, into: &effects)
      painter.paint(view.compose { viewer.overlay.draw(into: &$0) })
    }
    #expect(viewer.overlay.timeline != nil)
    expectEqual(count, 0)
  }
}

/// Returns the heap allocations of 50 frames, after enough others that all memory has its size.
private func steadyAllocations(_ frame: () -> Void) -> Int {
  for _ in 0..<300 { frame() }
  let before = allocations_of_this_thread()
  for _ in 0..<50 { frame() }
  return Int(allocations_of_this_thread() - before)
}

/// Paints the changes since the last frame, like a window.
private struct DamagePainter {
  private let image: PixelImage
  private let rasterizer = Rasterizer()
  private var damage: TileSet
  private var shown: DisplayList

  init(size: PixelSize) {
    image = PixelImage(size: size)
    damage = TileSet(TileGrid(size: size))
    shown = DisplayList(size: size)
  }

  mutating func paint(_ list: DisplayList) {
    damage.clear()
    damage.markDamage(from: shown, to: list)
    image.withMutablePixels {
      rasterizer.paint(list, tiles: damage, into: $0, stride: image.size.width)
    }
    shown = list
  }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif
