import ArgumentParser
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import DemoScenes
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Invalid options, by the program")
struct InvalidOptionTests {
  @Test(
    "the program exits with 64 and that sentence, for an option of any group",
    arguments: [
      ["view", "--size", "0x0"], ["--fan-duration", "-1"],
      ["render", "-o", "/nonexistent/%d.png", "--frames", "x"],
    ])
  func program(arguments: [String]) throws {
    let run = try Run(arguments)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains(arguments[arguments.count - 2]))
    #expect(run.output.isEmpty)
  }

  @Test(
    "unknown options, commands and arguments are reported by name",
    arguments: [
      ["--fan"], ["-x"], ["compare", "a.png", "b.png", "extra"], ["--fullscreen=yes"],
      ["render", "-o", "-", "--bogus", "1"],
    ])
  func unknown(arguments: [String]) throws {
    let run = try Run(arguments)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    let name = try #require(
      arguments.last { $0 != "1" && $0 != "a.png" }?.split(separator: "=").first)
    #expect(run.complaint.contains(name), "\(run.complaint)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "conflicting options are rejected",
    arguments: [
      ["--screenshot", "-", "--speed", "2"], ["--at", "1", "--frame", "1"],
      ["render", "-o", "-", "--at", "1", "--frame", "1"], ["info", "--json", "-"],
      ["render", "-o", "%d.png", "--frames", "0%-50%"], ["render", "-o", "-", "--frame", "50%"],
      ["--screenshot", "-", "--print-window-id"], ["--screenshot", "-", "--fullscreen"],
      ["--stats-json", "-", "--stats-csv", "-"],
    ])
  func together(arguments: [String]) throws {
    let run = try Run(arguments)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "help, the version and the list of scenes are printed on standard output",
    arguments: [
      ["--help"], ["-help"], ["view", "-h"], ["render", "--help"], ["info", "--help"],
      ["--version"], ["-V"],
      ["-version"], ["--list-scenes"],
    ])
  func answers(arguments: [String]) throws {
    let run = try Run(arguments)
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "")
    expectEqual(run.output.last, UInt8(ascii: "\n"))
  }
}
