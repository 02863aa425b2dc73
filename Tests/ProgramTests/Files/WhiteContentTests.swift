import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("White content, by the program", .serialized, .xServer)
struct WhiteContentTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func write(_ shapes: String) throws {
    try scratch.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'>\(shapes)</svg>",
      to: "a.svg")
  }

  @Test("the window shows white content on black")
  func window() throws {
    try write("<circle cx='100' cy='100' r='60' fill='white'/>")
    try scratch.write(TestAnimation().json, to: "b.json")
    let viewer = try RunningViewer([scratch / "a.svg"], on: XServer())
    try waitUntil("it is black") { viewer.pixel(5, 100) == 0xFF00_0000 }
    try viewer.press("b")
    try waitUntil("it is white") { viewer.pixel(5, 100) == 0xFFFF_FFFF }
    // The next file has the usual background.
    try viewer.press("n")
    try waitUntil("the other file is white") { viewer.pixel(235, 3) == 0xFFFF_FFFF }
  }
}
