import TestSupport
import Testing

@testable import AnimGraphics
@testable import LinuxSystem
@testable import Viewer
@testable import X11Viewer

@Suite("Default output and size of render")
struct OutputFolderTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12).json, to: "50%.json")
  }

  @Test(
    "a size is in pixels, a width, or a percentage of the file's 240x60",
    arguments: [
      ("120", PixelSize(width: 120, height: 30)), ("50%", PixelSize(width: 120, height: 30)),
      ("12.5%", PixelSize(width: 30, height: 8)), ("200%", PixelSize(width: 480, height: 120)),
      ("100x70", PixelSize(width: 100, height: 70)), ("1", PixelSize(width: 1, height: 1)),
    ])
  func sizes(size: String, pixels: PixelSize) throws {
    try expectEqual(
      CommandRun("render 50%.json -o - --size \(size)", in: scratch).image().size, pixels)
  }

  @Test(
    "other sizes are rejected",
    arguments: ["0", "-1", "0%", "x", "10x", "%", "nan%", "1e9%", "40000"])
  func noSizes(size: String) throws {
    #expect(try CommandRun("render 50%.json -o - --size=\(size)", in: scratch).complained(.usage))
  }
}
