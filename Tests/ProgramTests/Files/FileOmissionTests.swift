import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

@Suite("Files with omissions in a frame, by the program", .xServer)
struct FileOmissionTests {
  private let folder: TestFolder
  private static let omission =
    "layers[0]: frame 4 has more than 128 compositions, mattes or repeaters nested in each other; "
    + "the rest is not drawn"

  init() throws {
    folder = try TestFolder()
    try folder.write("whole.json")
    // A square with too many repeaters that appears in frame 4.
    let repeaters = Array(repeating: #"{"ty": "rp", "c": {"k": 1}, "tr": {}}"#, count: 200)
    try folder.directory.write(
      """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 24, "h": 16, "layers": [
        {"ty": 4, "ip": 4, "op": 10, "st": 0, "ks": {}, "shapes": [
          {"ty": "rc", "p": {"k": [4, 8]}, "s": {"k": [8, 8]}, "r": {"k": 0}},
          {"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}},
          \(repeaters.joined(separator: ","))]}
      ]}
      """, to: "many.json")
  }

  private var path: String { folder.directory / "many.json" }

  @Test("test warns once about each file")
  func test() throws {
    let run = try folder.test(".", "--update", "--frames", "9,4,0")
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "x11viewer: warning: many.json: \(Self.omission)\n")
  }

  @Test("the viewer warns once while it plays, and in a screenshot")
  func play() throws {
    let server = try XServer.shared()
    let run = try Run([path, "--no-subframes", "--duration", "1.5"], on: server)
    expectEqual(run.end, .exit(0))
    #expect(run.complaint.hasPrefix("x11viewer: warning: many.json: layers[0]: frame "))
    expectEqual(run.complaint.split(separator: "\n").count, 1, "\(run.complaint)")
    let image = try Run(
      [path, "--screenshot", folder.directory / "a.png", "--frame", "4"], on: server)
    expectEqual(image.complaint, "x11viewer: warning: many.json: \(Self.omission)\n")
  }
}
