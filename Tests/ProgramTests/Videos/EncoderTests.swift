import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

@Suite("Encoders of videos, by the program")
struct EncoderTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 10, width: 64, height: 32).json, to: "a.json")
  }

  @Test(
    "every encoder of ffmpeg runs in the sandbox",
    arguments: ["mp4", "webm", "mkv", "mov", "avif", "webp"])
  func encoders(format: String) throws {
    try requireTools("ffmpeg")
    let run = try Run(["render", scratch / "a.json", "-o", scratch / "a.\(format)"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    expectEqual(run.complaint, "")
    #expect(try scratch.bytes("a.\(format)").count > 100)
    expectEqual(Set(scratch.allNames), ["a.json", "a.\(format)"])
  }

  @Test("ffmpeg is found in PATH, and the package is named if it is missing")
  func missing() throws {
    let run = try Run(
      ["render", scratch / "a.json", "-o", scratch / "a.mp4"], environment: ["PATH": "/nonexistent"]
    )
    #expect(run.complained(.unavailable), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("package ffmpeg"))
    expectEqual(scratch.allNames, ["a.json"])
  }

  @Test(
    "an interrupted video leaves nothing behind, not even ffmpeg",
    arguments: [SIGTERM, SIGKILL])
  func interrupted(signal: Int32) throws {
    // Reads the first bytes of the video, reports that, and then waits until it is killed.
    try scratch.writeProgram(
      "#!/bin/sh\necho half >&3\necho $$ > '\(scratch / "pid.part")'\n"
        + "mv '\(scratch / "pid.part")' '\(scratch / "pid")'\nexec cat >/dev/null\n",
      to: "ffmpeg")
    let path = scratch.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let process = try ViewerProcess.start(
      ["render", "-o", scratch / "a.mp4", "--scene", "fan", "--frames", "1000000"],
      environment: ["PATH": path])
    try waitUntil("ffmpeg runs") { scratch.allNames.contains("pid") }
    process.send(signal)
    try expectEqual(process.wait(), .signal(signal))
    let pid = try #require(
      pid_t(scratch.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    try waitUntil("ffmpeg is gone") {
      // Its new parent process may not have reaped it.
      guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
        return true
      }
      return text.contains(") Z ")
    }
    expectEqual(scratch.allNames, ["a.json", "ffmpeg", "pid"])
  }

  @Test("a Y4M video in a pipe is a header and its frames")
  func y4m() throws {
    let run = try Run([
      "render", "-o", "-", "--format", "y4m", "--scene", "fan", "--size", "6x4", "--frames", "3",
    ])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let header = "YUV4MPEG2 W6 H4 F60:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n"
    #expect(run.output.starts(with: header.utf8))
    expectEqual(run.output.count, header.utf8.count + 3 * (6 + 36))
  }
}
