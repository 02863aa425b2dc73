import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import ImageFiles
@testable import X11Viewer

@Suite("Formats, by the program", .xServer)
struct FormatCommandTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12, rate: 24, height: 48).json, to: "a.json")
    let image = Data(TestImages.png(width: 24, height: 8))
    for number in 10...21 {
      try image.write(to: URL(fileURLWithPath: scratch / "frame.00\(number).png"))
    }
  }

  @Test("the window shows animations and sequences")
  func view() throws {
    for arguments in [
      [scratch / "a.json", scratch / "frame.%04d.png"],
      ["--sequence", scratch / "frame.0013.png", "--fps", "12"],
    ] {
      let run = try Run(arguments + ["--stop-after", "2"], on: .shared())
      #expect(run.end == .exit(0) && run.complaint == "", "\(run.complaint)")
    }
  }

  @Test("the window reports an unreadable image by name")
  func damage() throws {
    try scratch.write("broken", to: "frame.0012.png")
    let run = try Run([scratch / "frame.%04d.png", "--stop-after", "9"], on: .shared())
    #expect(run.end == .exit(0) && run.complaint.contains("frame.0012.png"), "\(run.complaint)")
  }

  @Test("a video can come from a pipe as well")
  func standardInput() throws {
    let run = try Run(
      script: "\"$0\" render '\(scratch / "a.json")' -o - --format y4m | \"$0\" render - --hash")
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    expectEqual(run.text.split(separator: "\n").count, 12, "\(run.text)")
    let cut = try Run(
      script: "\"$0\" render '\(scratch / "a.json")' -o - --format y4m | head -c 80000 "
        + "| \"$0\" info --strict -")
    #expect(cut.end == .exit(65) && cut.text.contains("the last frame is truncated"))
  }
}
