import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem

@Suite("Hidden files that an animation refers to")
struct HiddenFileTests {
  @Test("hidden files in the home folder aren't read, but those in other folders are")
  func home() throws {
    guard Sandbox.facts.contains(where: { $0.value.hasPrefix("restricted by Landlock") }) else {
      try Test.cancel("this kernel has no Landlock")
    }
    let scratch = try ScratchDirectory()
    let image = try PNG.encode(PixelImage(size: PixelSize(width: 4, height: 2)))
    for name in ["images", ".keys"] {
      try FileManager.default.createDirectory(
        atPath: scratch / name, withIntermediateDirectories: true)
      try Data(image).write(to: URL(fileURLWithPath: scratch / "\(name)/photo.png"))
    }
    for (folder, home, text, arguments) in [
      ("images/", scratch.path, "photo (4x2)", [scratch / "a.json"]),
      (".keys/", scratch.path, "photo (4x2, missing)", [scratch / "a.json", scratch.path]),
      (".keys/", "/", "photo (4x2)", [scratch.path]),
    ] {
      try scratch.write(
        TestAnimation(
          more: """
            , "assets": [{"id": "photo", "w": 4, "h": 2, "u": "\(folder)", "p": "photo.png"}]
            """
        ).json, to: "a.json")
      for argument in arguments {
        let run = try Run(["info", argument], environment: ["HOME": home])
        let output = String(decoding: run.output, as: UTF8.self)
        #expect(output.contains("images          \(text)\n"), "\(folder) \(home): \(output)")
      }
    }
  }
}
