import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import X11Viewer

@Suite("Screenshots, by the program", .xServer)
struct ScreenshotTests {
  @Test("a screenshot in the sandbox is identical to the image that render writes")
  func locked() throws {
    let time = ["--at", "1.5"]
    let image = try Run(["--screenshot", "-"] + time, on: .shared())
    let drawn = try Run(["render", "-o", "-"] + time)
    #expect(image.end == .exit(0) && image.complaint == "", "\(image.complaint)")
    #expect(drawn.end == .exit(0) && drawn.complaint == "", "\(drawn.complaint)")
    expectEqual(image.output, drawn.output)
  }

  @Test(
    "a screenshot at the end of a run shows the contents of the window at that time",
    arguments: [
      (["--stop-after", "2", "--fullscreen"], 640),
      (["--duration", "0.2", "--speed", "2", "--size", "1500x90"], 1500),
    ])
  func endOfRun(arguments: [String], width: Int) throws {
    let run = try Run(
      ["--screenshot", "-", "--scene", "squares", "--real-time"] + arguments, on: .shared())
    let image = try run.image()
    expectEqual(image.size.width, width)
    #expect(image.withPixels { Set($0).count } > 10)
  }

  @Test("--print-window-id prints the window of the screenshot")
  func windowID() throws {
    let server = try XServer.shared()
    let scratch = try ScratchDirectory()
    let run = try Run(["--screenshot", scratch / "a.png", "--print-window-id"], on: server)
    expectEqual(run.end, .exit(0))
    let line = String(decoding: run.output, as: UTF8.self)
    #expect(line.hasPrefix("0x"))
    #expect(line.hasSuffix("\n"))
    expectEqual(scratch.allNames, ["a.png"])
  }

  /// The ways to create an image: without a server, and with one.
  private static let makers = [["render", "-o"], ["--screenshot"]]

  @Test("a reader that closes the pipe ends the program silently", arguments: makers)
  func closedPipe(maker: [String]) throws {
    let command = maker.joined(separator: " ")
    let run = try Run(
      script: "{ \"$0\" \(command) - --size 2000x2000; echo $? >&2; } | head -c 1",
      on: .shared())
    expectEqual(run.output.count, 1)
    expectEqual(run.complaint, "0\n")
  }

  @Test(
    "a closed standard output results in status 73 or 74, and the X socket doesn't replace it",
    arguments: makers)
  func closedOutput(maker: [String]) throws {
    let command = maker.joined(separator: " ")
    let run = try Run(
      script: "\"$0\" \(command) - >&-; echo $? >&2", on: .shared())
    #expect(run.output.isEmpty)
    #expect(["73", "74"].contains(run.complaint.split(separator: "\n").last.map(String.init)))
  }
}
