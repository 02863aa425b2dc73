import TestSupport
import Testing
import XServerSupport

@Suite("White content, by the program", .xServer)
struct WhiteContentTests {
  @Test("the window shows white content on black")
  func window() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">
      <circle cx="100" cy="100" r="60" fill="white"/></svg>
      """, to: "a.svg")
    try scratch.write(TestAnimation().json, to: "b.json")
    let viewer = try RunningViewer([scratch / "a.svg"], on: .shared())
    try waitUntil("it is black") { viewer.pixel(5, 100) == 0xFF00_0000 }
    try viewer.press("b")
    try waitUntil("it is white") { viewer.pixel(5, 100) == 0xFFFF_FFFF }
    // The next file has the usual background.
    try viewer.press("n")
    try waitUntil("the other file is white") { viewer.pixel(235, 3) == 0xFFFF_FFFF }
  }
}
