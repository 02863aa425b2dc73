import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Zooming and moving, on a desktop", .serialized, .xServer)
struct CloseLookTests {
  private let scratch: ScratchDirectory
  private let viewer: RunningViewer

  /// Creates a viewer that is paused at frame 10 of a square of 20 by 20 units from (40, 90) to
  /// (60, 110), in a window of its composition's size.
  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(height: 200).json, to: "a.json")
    viewer = try RunningViewer(
      [scratch / "a.json", "--frame", "10", "--geometry", "+0+0"],
      on: XServer(screen: "1024x768x24"), in: scratch.path)
    try viewer.press("space")
    try viewer.press("Home")
    try wait("the square is there") { square == 40..<60 }
  }

  /// The columns of the square in a row above the messages.
  private var square: Range<Int>? {
    guard
      let row = viewer.row(PixelRect(x0: 0, y0: 108, x1: 240, y1: 109)),
      let first = row.firstIndex(of: TestAnimation.red),
      let last = row.lastIndex(of: TestAnimation.red)
    else { return nil }
    return first..<last + 1
  }

  private func wait(_ what: String, _ condition: () -> Bool) throws {
    try waitUntil("\(what), not at \(String(describing: square))", condition)
  }

  private func point(_ x: Int, _ y: Int) throws {
    try viewer.server.run("xdotool", "mousemove", "--window", viewer.id, "\(x)", "\(y)")
  }

  @Test(
    "the wheel zooms around the pointer, dragging moves the image, and w shows all of it again")
  func zoom() throws {
    try point(50, 108)
    for _ in 0..<4 { try viewer.server.run("xdotool", "click", "4") }
    try wait("it is twice as large") { square == 30..<70 }
    try viewer.server.run("xdotool", "mousedown", "1")
    try point(40, 108)
    try point(30, 108)
    try viewer.server.run("xdotool", "mouseup", "1")
    try wait("it was dragged") { square == 10..<50 }
    try viewer.press("w")
    try wait("it is as before") { square == 40..<60 }
    // With the keys, about the pointer, too.
    try viewer.press("plus", "plus", "plus", "plus")
    try wait("it is twice as large again") { (square?.count ?? 0) == 40 }
    for _ in 0..<4 { try viewer.server.run("xdotool", "click", "5") }
    try wait("it is as before") { square == 40..<60 }
  }

  @Test("an enlarged image has sharp outlines instead of pixels")
  func vectors() throws {
    try point(0, 0)
    try viewer.press("plus")
    // The scale is 1.189, so the square's edges are between pixels, and only they are blended.
    try wait("it is larger") { (square?.count ?? 0) == 22 || (square?.count ?? 0) == 23 }
    let row = try #require(viewer.row(PixelRect(x0: 0, y0: 112, x1: 240, y1: 113)))
    #expect(row.count { $0 != TestAnimation.red && $0 != 0xFFFF_FFFF } <= 2)
  }

  @Test("the image is saved as it is shown, and copied for other programs, at any size")
  func sharing() throws {
    try viewer.press("s")
    let line = try viewer.process.waitForLine(on: 2) { $0.contains("saved ") }
    #expect(line.hasSuffix("/a-0010.png"), "\(line)")
    let saved = try scratch.bytes("a-0010.png")
    try expectEqual(PNG.decode(saved)[45, 108], TestAnimation.red)
    try viewer.press("ctrl+c")
    try waitUntil("the image is on the clipboard") {
      (try? paste("image/png", from: viewer)) == saved
    }
    #expect(try text(paste("TARGETS", from: viewer)).contains("image/png\n"))
    #expect((try? paste("UTF8_STRING", from: viewer)) != saved)
    try viewer.press("ctrl+shift+c")
    try waitUntil("the path is on the clipboard") {
      (try? text(paste("UTF8_STRING", from: viewer)))?.hasSuffix("/a.json") ?? false
    }
    try expectEqual(text(paste("STRING", from: viewer)), text(paste("UTF8_STRING", from: viewer)))
  }

  @Test("an image is rotated and flipped exactly, with a resized window, and saved the same way")
  func rotating() throws {
    func expectSquare(_ columns: Range<Int>, row: Int, _ what: String) throws {
      try waitUntil(what) {
        viewer.row(PixelRect(x0: 0, y0: row, x1: 240, y1: row + 1)).map { pixels in
          pixels.indices.filter { pixels[$0] == TestAnimation.red } == Array(columns)
        } ?? false
      }
    }
    try viewer.press("ctrl+r")
    // 200 columns of 240 rows, in the middle of 240 by 240 pixels.
    try expectSquare(110..<130, row: 50, "it was rotated to the right")
    try viewer.press("s")
    _ = try viewer.process.waitForLine(on: 2) { $0.hasSuffix("/a-0010.png") }
    let saved = try PNG.decode(scratch.bytes("a-0010.png"))
    expectEqual(saved.size, PixelSize(width: 240, height: 240))
    expectEqual(saved[110, 50], TestAnimation.red)
    try viewer.press("underscore")
    try expectSquare(110..<130, row: 185, "it was flipped")
    try viewer.press("ctrl+shift+r", "bar")
    try expectSquare(40..<60, row: 115, "it is rotated back, and flipped twice")
  }

  @Test("an image that takes many requests is pasted as saved, and opened by another viewer")
  func largeImage() throws {
    let large = try RunningViewer(
      ["--scene", "squares", "--squares-count", "20000", "--size", "1300x850", "--start", "1"],
      on: viewer.server, in: scratch.path)
    try large.press("space")
    try large.press("ctrl+c")
    try large.press("s")
    let line = try large.process.waitForLine(on: 2) { $0.contains("saved ") }
    let name = try #require(line.split(separator: "/").last.map(String.init))
    let saved = try scratch.bytes(name)
    #expect(saved.count > 1 << 18)
    for _ in 0..<2 {
      let pasted = try paste("image/png", from: large)
      expectEqual(pasted, saved, "\(pasted.count) of \(saved.count) bytes")
    }
    try viewer.press("ctrl+v")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("copied image") }
    // Nobody can paste from a viewer that has ended.
    try large.press("q")
    _ = try large.process.wait()
    #expect((try? paste("image/png", from: viewer)) != saved)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the clipboard's contents, as another program receives them.
  private func paste(_ type: String, from viewer: RunningViewer) throws -> [UInt8] {
    try requireTools("xclip")
    let process = try ChildProcess(
      ["xclip", "-selection", "clipboard", "-t", type, "-o"],
      environment: ["DISPLAY": viewer.server.display])
    _ = try process.wait()
    return process.data(of: 1)
  }
}
