import Foundation
import TestSupport
import Testing

@testable import Viewer
@testable import X11Viewer

@Suite("Path completion")
struct PathCompletionTests {
  @Test("finds folders and possible animations, in natural order")
  func names() throws {
    let folder = try ScratchDirectory()
    for name in ["b10.json", "b2.json", "b.txt", "c.gif", ".b.json"] {
      try folder.write("", to: name)
    }
    for name in ["box", ".git"] {
      try FileManager.default.createDirectory(
        atPath: folder / name, withIntermediateDirectories: true)
    }
    for (beginning, names) in [
      ("b", ["b2.json", "b10.json", "box/"]), ("", ["b2.json", "b10.json", "box/", "c.gif"]),
      (".", [".b.json", ".git/"]), ("x", []), ("box/", []), ("none/", []),
    ] {
      expectEqual(PathCompletion(reading: folder / beginning).names, names, "\(beginning)")
    }
    expectEqual(PathCompletion(reading: folder / "b").folder, folder.path + "/")
  }
}
