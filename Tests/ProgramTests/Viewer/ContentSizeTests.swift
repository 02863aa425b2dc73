import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import OfflineRendering
@testable import X11Viewer

@Suite("The size of a window for its content", .serialized, .xServer)
struct ContentSizeTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func writePNG(_ width: Int, _ height: Int, to name: String) throws {
    let image = PixelImage(size: PixelSize(width: width, height: height))
    let bytes = try PNG.encode(image, compression: 3)
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / name))
  }

  private func writeSVG(_ width: Double, _ height: Double, to name: String) throws {
    try scratch.write(
      """
      <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>\
      <circle r='5' fill='red'/></svg>
      """, to: name)
  }

  private func points(_ name: String, zoom: Double? = nil) throws -> Size? {
    let file = try AnimationFile(scratch / name, FileConfiguration())
    return ContentSize.points(of: try file.scenes().make(), zoom: zoom)
  }

  @Test(
    "small images are enlarged by integer factors",
    arguments: [
      (1, 1, 256, 256), (16, 16, 256, 256), (16, 8, 256, 128), (48, 20, 240, 100),
      (100, 100, 300, 300), (170, 10, 340, 20), (171, 10, 171, 10), (300, 2, 300, 2),
    ])
  func images(width: Int, height: Int, expectedWidth: Double, expectedHeight: Double) throws {
    try writePNG(width, height, to: "a.png")
    try expectEqual(points("a.png"), Size(width: expectedWidth, height: expectedHeight))
    let natural = Size(width: Double(width), height: Double(height))
    try expectEqual(points("a.png", zoom: 1), natural)
  }

  @Test(
    "small vector graphics get a minimum size",
    arguments: [
      (24.0, 24.0, 256.0, 256.0), (24, 12, 256, 128), (150, 100, 256, 512.0 / 3),
      (200, 100, 200, 100),
    ])
  func vectors(width: Double, height: Double, expectedWidth: Double, expectedHeight: Double) throws
  {
    try writeSVG(width, height, to: "a.svg")
    let size = try #require(try points("a.svg"))
    #expect(abs(size.width - expectedWidth) < 1e-9 && abs(size.height - expectedHeight) < 1e-9)
  }

  @Test("the window grows for larger files and the overview, and keeps a size that the user chose")
  func growth() throws {
    try writePNG(16, 16, to: "a.png")
    try writePNG(500, 300, to: "b.png")
    try writePNG(20, 700, to: "c.png")
    let server = try XServer.shared(screen: "1024x768x24")
    let viewer = try RunningViewer([scratch / "a.png"], on: server)
    expectEqual(viewer.size, PixelSize(width: 256, height: 256))
    try viewer.press("n")
    try waitUntil("it grows") { viewer.size == PixelSize(width: 500, height: 300) }
    try viewer.press("p")
    // Opening the overview cancels a page turn that isn't complete.
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("a.png") }
    try viewer.press("Return")
    try waitUntil("it grows for the overview") {
      viewer.size == PixelSize(width: 960, height: 640)
    }
    try viewer.press("Escape")
    try server.run("xdotool", "windowsize", "--sync", viewer.id, "300", "200")
    try viewer.press("n", "n")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("c.png") }
    expectEqual(viewer.size, PixelSize(width: 300, height: 200))
  }

  @Test("a requested size and an overview determine the size at the start")
  func start() throws {
    try writePNG(16, 16, to: "a.png")
    try writePNG(500, 300, to: "b.png")
    let server = try XServer.shared(screen: "1024x768x24")
    for (arguments, width, height) in [
      (["--overview"], 960, 640), (["--size", "40x30"], 40, 30), (["--geometry", "80x90"], 80, 90),
    ] {
      let viewer = try RunningViewer([scratch / "a.png"] + arguments, on: server)
      expectEqual(viewer.size, PixelSize(width: width, height: height), "\(arguments)")
      try viewer.press("n")
      if !arguments.contains("--overview") {
        try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("b.png") }
        expectEqual(viewer.size, PixelSize(width: width, height: height), "\(arguments)")
      }
    }
  }
}
