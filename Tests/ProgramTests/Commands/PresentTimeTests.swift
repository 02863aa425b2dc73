import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import OfflineRendering

@Suite("The clock's start time, by the program")
struct PresentTimeTests {
  @Test("the system's time zone is the default")
  func environment() throws {
    let run = { (zone: String, arguments: [String]) in
      try Run(
        ["render", "-o", "-", "--scene", "clock", "--size", "60x60", "--clock-time", "now"]
          + ["--clock-second-color", "#00000000", "--clock-minute-color", "#00000000"] + arguments,
        environment: ["TZ": zone]
      ).image()
    }
    let (own, other) = (try run("EST5", []), try run("UTC", ["--time-zone", "EST5"]))
    #expect(try #require(ImageDifference(own, other)).maximum < 100)
    #expect(try #require(ImageDifference(own, run("UTC", []))).maximum > 150)
  }
}
