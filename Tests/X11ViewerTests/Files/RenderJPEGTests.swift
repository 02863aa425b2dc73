import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Rendering JPEG files")
struct RenderJPEGTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12).json, to: "a.json")
  }

  private func render(_ arguments: String) throws {
    let run = try CommandRun("render a.json \(arguments)", in: scratch)
    expectEqual(run.end, .exit(0), "\(arguments): \(run.complaint)")
  }

  /// Returns the image in a JPEG file, as decoded by the program.
  private func read(_ name: String) throws -> PixelImage {
    try CommandRun(["render", scratch / name, "-o", "-"]).image()
  }

  @Test(
    "an image, and a sheet, are identical to PNG files on white or on the background",
    arguments: [
      ("--frame 3", "--background white"), ("--background blue", ""),
      ("--background #0000ff80", "--background #7f7fff"),
      ("--sheet 5x1 --frames 3", "--background white"),
    ])
  func images(options: String, more: String) throws {
    try render("-o p.jpg \(options)")
    try render("-o p.png \(options) \(more)")
    let (jpeg, png) = (try read("p.jpg"), try PNG.decode(scratch.bytes("p.png")))
    let difference = try #require(ImageDifference(png, jpeg))
    #expect(difference.maximum <= 40, "\(difference)")
    if !options.contains("background") { expectEqual(jpeg[0, 0], 0xFFFF_FFFF) }
  }

  @Test("image sequences have their names, and the same bytes with any number of threads")
  func sequences() throws {
    try render("-o f.%02d.jpeg --frames 2-4 --jobs 1")
    try render("-o g.##.JPG --frames 2-4 --jobs 3")
    let numbers = ["02", "03", "04"]
    expectEqual(
      scratch.allNames,
      ["a.json"] + numbers.map { "f.\($0).jpeg" } + numbers.map { "g.\($0).JPG" })
    for number in numbers {
      try expectEqual(scratch.bytes("f.\(number).jpeg"), scratch.bytes("g.\(number).JPG"))
    }
    #expect(try scratch.bytes("f.02.jpeg") != scratch.bytes("f.03.jpeg"))
  }
}
