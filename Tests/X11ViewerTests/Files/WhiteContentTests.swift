import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("White content", .serialized, .xServer)
struct WhiteContentTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func write(_ shapes: String) throws {
    try scratch.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'>\(shapes)</svg>",
      to: "a.svg")
  }

  private func opened(_ configuration: FileConfiguration, _ name: String = "a.svg") throws
    -> OpenedFile
  {
    let request = FileRequest(path: scratch / name, configuration: configuration)
    return try OpenedFile.of(Result { () throws(Failure) in try ReadFile(request) }).get()
  }

  private var configuration: FileConfiguration {
    var configuration = FileConfiguration()
    configuration.adaptsBackground = true
    return configuration
  }

  @Test(
    "nearly white content gets a dark background, and other content doesn't",
    arguments: [
      ("<circle cx='100' cy='100' r='60' fill='white'/>", true),
      ("<circle cx='100' cy='100' r='60' fill='#f4f4f6' opacity='0.5'/>", true),
      (
        "<circle cx='100' cy='100' r='60' fill='white'/><circle cx='100' cy='100' r='5'/>", true
      ),
      ("<circle cx='100' cy='100' r='60' fill='#ccc'/>", false),
      (
        "<circle cx='100' cy='100' r='60' fill='white'/><circle cx='100' cy='100' r='30'/>", false
      ),
      ("<rect width='200' height='200' fill='white'/>", false), ("", false),
      (
        "<circle r='9' fill='white'><animate attributeName='r' from='0' to='200' dur='2s'/></circle>"
          + "<circle r='0'><animate attributeName='r' from='0' to='200' dur='2s'/></circle>", false
      ),
    ])
  func vectors(shapes: String, isWhite: Bool) throws {
    try write(shapes)
    let file = try opened(configuration)
    expectEqual(file.item.background, isWhite ? .black : nil)
    expectEqual(
      file.notice?.contains("white, so shown on black; b changes the background") ?? false, isWhite)
  }

  @Test("a requested background and rendered images are unchanged")
  func requested() throws {
    try write("<circle r='60' fill='white'/>")
    var own = configuration
    own.background = .white
    try expectEqual(opened(own).item.background, nil)
    try expectEqual(opened(FileConfiguration()).item.background, nil)
  }

  @Test("an image with white pixels on transparency gets a dark background")
  func images() throws {
    let image = PixelImage(size: PixelSize(width: 20, height: 20), isOpaque: false)
    for (name, color) in [("white", 0xFFFF_FFFF), ("black", 0xFF00_0000)] as [(String, UInt32)] {
      image.withMutablePixels { pixels in for index in 0..<200 { pixels[index] = color } }
      try Data(PNG.encode(image, compression: 3))
        .write(to: URL(fileURLWithPath: scratch / "\(name).png"))
    }
    try expectEqual(opened(configuration, "white.png").item.background, .black)
    try expectEqual(opened(configuration, "black.png").item.background, nil)
  }

  @Test("the background of white content isn't that of other files until the user chooses one")
  func otherFiles() {
    var backdrops = Backdrops(.color(.white), for: .black)
    #expect(backdrops.present == .color(.black) && backdrops.ofOthers == .color(.white))
    backdrops.turn()
    #expect(backdrops.present == .color(.white) && backdrops.ofOthers == .color(.white))
    backdrops.turn()
    #expect(backdrops.present == .checkerboard && backdrops.ofOthers == .checkerboard)
  }
}
