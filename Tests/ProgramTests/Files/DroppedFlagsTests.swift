import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import X11Viewer

@Suite("Files dropped next to others", .serialized, .xServer)
struct DroppedFlagsTests {
  @Test("a dropped file is played with the flags of the previous ones")
  func flags() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a.json")
    try scratch.write(TestAnimation(frames: 5, color: "[0,0,1]").json, to: "b.json")
    let viewer = try RunningViewer([scratch / "a.json", "--no-loop"], on: .shared())
    let source = try DragSource(on: viewer.server, to: viewer.number)
    #expect(try source.drag(["text/uri-list"]))
    #expect(try source.drop("file://\(scratch.path)/b.json\r\n"))
    let row = PixelRect(x0: 0, y0: 25, x1: 240, y1: 26)
    try waitUntil("it is at its end") {
      viewer.row(row).flatMap { TestAnimation.frame(in: $0, color: 0xFF00_00FF) } == 4
    }
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
    expectEqual(viewer.row(row).flatMap { TestAnimation.frame(in: $0, color: 0xFF00_00FF) }, 4)
  }
}
