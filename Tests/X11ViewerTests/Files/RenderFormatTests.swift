import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import X11Viewer

@Suite("Rendering every format")
struct RenderFormatTests {
  private let scratch: ScratchDirectory
  /// The same animation in each format: twelve frames of 240 by 48 pixels, 24 in a second.
  private let files: [String]

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12, rate: 24, height: 48).json, to: "a.json")
    files = [scratch / "a.json", scratch / "frame.%04d.png", scratch / "a.y4m"]
    for file in files.dropFirst() {
      let colors = file.hasSuffix(".y4m") ? ["--chroma", "444", "--depth", "10"] : []
      let run = try CommandRun(["render", files[0], "-o", file, "--background", "white"] + colors)
      try #require(run.end == .exit(0), "\(run.complaint)")
    }
  }

  @Test("render draws the same frames of each, in images, sequences, sheets and videos")
  func render() throws {
    let hashes = try files.map {
      try CommandRun(["render", $0, "--hash", "--background", "white"]).text.split(separator: "\n")
    }
    #expect(hashes[0].count == 12 && Set(hashes[0]).count == 12)
    #expect(hashes[1] == hashes[0] && hashes[2].count == 12)
    for file in files {
      for arguments in [
        ["-o", scratch / "p.png", "--frame", "5"], ["-o", scratch / "p.%02d.png"],
        ["-o", scratch / "p.png", "--sheet", "4x1"], ["-o", scratch / "p.y4m"],
      ] {
        let run = try CommandRun(["render", file] + arguments)
        #expect(run.end == .exit(0) && run.complaint == "", "\(file): \(run.complaint)")
      }
    }
  }

  @Test("a single image of a sequence is a still image")
  func still() throws {
    let image = scratch / "frame.0003.png"
    let hash = try CommandRun(["render", image, "--hash"]).text.split(separator: " ").last
    let frame = try CommandRun(["render", files[1], "--hash", "--frames", "3-3,"]).text
    #expect(hash != nil && hash == frame.split(separator: " ").last)
  }

  @Test("a rendered animated PNG has the same frames, each once, and the same duration")
  func animatedPNG() throws {
    let video = scratch / "a.apng"
    try #require(
      try CommandRun(["render", files[0], "-o", video, "--background", "white"]).end == .exit(0))
    let hashes = try CommandRun(["render", files[0], "--hash", "--background", "white"]).text
    try expectEqual(CommandRun(["render", video, "--hash"]).text, hashes)
    try expectEqual(CommandRun(["render", video, "--hash", "--frames", "all"]).text, hashes)
    let playback = try #require(
      AnimationFile(video, FileConfiguration()).scenes().make().playback)
    #expect(playback.cycleDuration == 0.5 && playback.frameRate == RefreshRate(hertz: 24))
  }
}
