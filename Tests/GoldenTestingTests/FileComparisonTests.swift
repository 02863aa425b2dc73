import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import GoldenTesting
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Comparing two files")
struct FileComparisonTests {
  @Test("images of different sizes differ, whatever the tolerance")
  func sizes() throws {
    let scratch = try ScratchDirectory()
    for (name, width) in [("a.png", 4), ("b.png", 5)] {
      let image = PixelImage(size: PixelSize(width: width, height: 4))
      try OutputFile.write(try PNG.encode(image), to: scratch / name)
    }
    var configuration = GoldenConfiguration()
    configuration.tolerance = ImageTolerance(maximum: 255, pixels: 1_000)
    var comparison = FileComparison(configuration, report: nil)
    let text = try comparison.compareImages(scratch / "a.png", scratch / "b.png", name: "a")
    #expect(!comparison.areEqual)
    expectEqual(text, ["4x4 pixels in one, 5x4 in the other"])
  }

  @Test("the inputs that differ are named if both images record them and have other pixels")
  func inputs() throws {
    let scratch = try ScratchDirectory()
    let image = PixelImage(size: PixelSize(width: 2, height: 1))
    func write(_ name: String, _ texts: [PNG.Text]) throws {
      try OutputFile.write(try PNG.encode(image, texts: texts), to: scratch / name)
    }
    let texts = ["dark", "light"].map {
      PNG.Text(keyword: "x11viewer:inputs", text: "program=1;theme=\($0)")
    }
    try write("a.png", [texts[0]])
    try write("same.png", [texts[1]])
    image.withMutablePixels { $0[1] = 0xFFFF_0000 }
    try write("b.png", [texts[1]])
    try write("none.png", [])
    let pixels = "maxDifference=255;differingPixels=1"
    for (name, lines) in [
      ("b.png", [pixels, "inputs: theme light instead of dark"]), ("none.png", [pixels]),
      ("same.png", ["maxDifference=0;differingPixels=0"]),
    ] {
      var comparison = FileComparison(GoldenConfiguration(), report: nil)
      let text = try comparison.compareImages(scratch / "a.png", scratch / name, name: name)
      expectEqual(text, lines, "\(name)")
    }
  }

  @Test("an image of the differences replaces an earlier one, and equal images remove it")
  func differenceImage() throws {
    let scratch = try ScratchDirectory()
    let image = PixelImage(size: PixelSize(width: 2, height: 1))
    try OutputFile.write(try PNG.encode(image), to: scratch / "a.png")
    image.withMutablePixels { $0[1] = 0xFFFF_0000 }
    try OutputFile.write(try PNG.encode(image), to: scratch / "b.png")
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    for name in ["b.png", "a.png"] {
      _ = try comparison.compareImages(
        scratch / "a.png", scratch / name, name: name, difference: scratch / "d.png")
      expectEqual(Folder.hasEntry(scratch / "d.png"), name == "b.png")
    }
  }

  @Test("hashes of frames with many masks are read")
  func masks() throws {
    let scratch = try ScratchDirectory()
    let masks = (0..<200).map { "mask=\($0),0,1x1" }.joined(separator: " ")
    let hash = String(repeating: "0", count: 64)
    try scratch.write("# \(masks)\n0 \(hash) 4x4\n", to: "a.sha256")
    let hashes = try FrameHashes(reading: scratch / "a.sha256")
    expectEqual(hashes.masks, masks)
    expectEqual(hashes.lines.count, 1)
  }

  /// Returns a video of a red image and a green one.
  private func video(_ encoder: some AnimationEncoder) throws -> [UInt8] {
    var encoder = encoder
    var bytes: [UInt8] = []
    for color: [UInt8] in [[255, 0, 0, 255], [0, 255, 0, 255]] {
      let pixels = (0..<9).flatMap { _ in color }
      bytes += try encoder.add(pixels, lasting: Fraction(1) / 10)
    }
    let remainder = try encoder.finish()
    bytes += remainder.bytes
    if let correction = remainder.correction {
      let end = correction.offset + correction.bytes.count
      bytes.replaceSubrange(correction.offset..<end, with: correction.bytes)
    }
    return bytes
  }

  @Test("a PNG with frames is an animation by its content, and one without frames is an image")
  func movingImages() throws {
    let scratch = try ScratchDirectory()
    let size = PixelSize(width: 3, height: 3)
    let gif = try video(GIFEncoder(size: size, plays: nil))
    let apng = try video(APNGEncoder(size: size, isOpaque: true, plays: nil))
    try OutputFile.write(gif, to: scratch / "video.gif")
    try OutputFile.write(apng, to: scratch / "moving.png")
    try OutputFile.write(try PNG.encode(PixelImage(size: size)), to: scratch / "still.png")
    let names = ["video.gif", "moving.png", "still.png", "none.png"]
    expectEqual(
      names.map { AnimationFormats.isAnimation(at: scratch / $0) }, [true, true, false, false])
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    let same = try comparison.compareAnimations(
      scratch / "video.gif", scratch / "moving.png", name: "video")
    #expect(same == ["all 2 frames are the same"] && comparison.areEqual)
    let text = try comparison.compareAnimations(
      scratch / "video.gif", scratch / "still.png", name: "still")
    expectEqual(text.first?.hasPrefix("frames 0-1 (2 of 2); 1 frame instead of 2"), true)
    let still = try comparison.compareAnimations(
      scratch / "still.png", scratch / "still.png", name: "still")
    expectEqual(still, ["the only frame is the same"])
    var search = GoldenSearch(goldens: nil)
    try search.add(scratch.path)
    expectEqual(search.subjects.map(\.stem).sorted(), ["moving.png", "video.gif"])
  }

  @Test("an image is recognized whatever its format and name")
  func stills() throws {
    let scratch = try ScratchDirectory()
    let size = PixelSize(width: 3, height: 3)
    let red: [UInt8] = (0..<9).flatMap { _ in [255, 0, 0, 255] as [UInt8] }
    var gif = GIFEncoder(size: size, plays: nil)
    try OutputFile.write(
      gif.add(red, lasting: Fraction(1)) + gif.finish().bytes, to: scratch / "a.gif")
    let image = PixelImage(size: size, isOpaque: false)
    image.withMutablePixels { for index in $0.indices { $0[index] = 0xFFFF_0000 } }
    for name in ["b.png", "c.webp"] {
      try OutputFile.write(try PNG.encode(image), to: scratch / name)
    }
    try OutputFile.write(try scratch.bytes("a.gif"), to: scratch / "d.png")
    for name in ["a.gif", "b.png", "c.webp", "d.png"] {
      #expect(!AnimationFormats.isAnimated(at: scratch / name), "\(name)")
      var comparison = FileComparison(GoldenConfiguration(), report: nil)
      let text = try comparison.compareImages(scratch / "b.png", scratch / name, name: name)
      expectEqual(text, ["maxDifference=0;differingPixels=0"], "\(name)")
    }
  }

  @Test("a video that can't be drawn in the middle doesn't prevent other tests")
  func brokenVideo() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 3).json, to: "a.json")
    var video = Array("YUV4MPEG2 W2 H1 F10:1 Cmono\n".utf8)
    for line in ["FRAME", "fRAME", "FRAME", "FRAME", "FRAME"] {
      video += Array("\(line)\n".utf8) + [9, 9]
    }
    try OutputFile.write(video, to: scratch / "b.y4m")
    var search = GoldenSearch(goldens: nil)
    try search.add(scratch.path)
    var configuration = GoldenConfiguration()
    (configuration.updates, configuration.isQuiet) = (true, true)
    let summary = try GoldenRun.run(search, configuration, report: nil)
    let broken = summary.results.filter { $0.subject.hasSuffix("b.y4m") && $0.outcome.isFailure }
    expectEqual(broken.count, 1)
    guard case .unreadable(let reason, .differs)? = broken.first?.outcome else {
      Issue.record("\(broken)")
      return
    }
    #expect(reason.hasSuffix("b.y4m: frame 1 is not at the expected position"))
    #expect(summary.results.contains { $0.subject.hasSuffix("a.json") && !$0.outcome.isFailure })
  }

  @Test("frames are paired by time if their numbers don't correspond")
  func times() throws {
    let scratch = try ScratchDirectory()
    let size = PixelSize(width: 2, height: 2)
    /// Adds a video of grey images with durations in hundredths of a second.
    func add(_ name: String, _ frames: [(UInt8, Int)]) throws {
      var encoder = APNGEncoder(size: size, isOpaque: true, plays: nil)
      var bytes: [UInt8] = []
      for (grey, duration) in frames {
        let pixels: [UInt8] = (0..<16).map { $0 % 4 == 3 ? 255 : grey }
        bytes += try encoder.add(pixels, lasting: Fraction(duration) / 100)
      }
      let remainder = try encoder.finish()
      bytes += remainder.bytes
      if let correction = remainder.correction {
        let end = correction.offset + correction.bytes.count
        bytes.replaceSubrange(correction.offset..<end, with: correction.bytes)
      }
      try OutputFile.write(bytes, to: scratch / name)
    }
    try add("joined.png", [(255, 20), (0, 10), (255, 10)])
    try add("late.png", [(255, 24), (0, 6), (255, 10)])
    try add("long.png", [(255, 20), (0, 10), (255, 20)])
    // The same for the eye as the first, at 20 frames a second.
    let lumas: [UInt8] = [235, 235, 235, 235, 16, 16, 235, 235]
    let frames = lumas.flatMap { luma -> [UInt8] in
      Array("FRAME\n".utf8) + Array(repeating: luma, count: 4) + Array(repeating: 128, count: 8)
    }
    let video = Array("YUV4MPEG2 W2 H2 F20:1 C444\n".utf8) + frames
    try OutputFile.write(video, to: scratch / "video.y4m")
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    func compare(_ first: String, _ second: String) throws -> String? {
      try comparison.compareAnimations(scratch / first, scratch / second, name: first).first
    }
    try expectEqual(compare("joined.png", "video.y4m"), "all 8 moments are the same")
    try expectEqual(compare("video.y4m", "joined.png"), "all 8 moments are the same")
    try expectEqual(
      compare("joined.png", "late.png"),
      "at 0.2 s (1 of 4 moments), most at 0.2 s: maxDifference=255;differingPixels=4")
    try expectEqual(
      compare("video.y4m", "long.png"), "at 0.4 s (1 of 9 moments); 0.5 s instead of 0.4 s")

    _ = try comparison.compareAnimations(
      scratch / "joined.png", scratch / "late.png", name: "late", difference: scratch / "d.apng")
    try add("differences.png", [(0, 20), (255, 4), (0, 16)])
    try expectEqual(compare("differences.png", "d.apng"), "all 3 frames are the same")
  }

  @Test("an animated PNG of the differences is as large and as long as both animations")
  func differenceVideo() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 3, width: 4, height: 3).json, to: "a.json")
    try scratch.write(TestAnimation(frames: 2, width: 3, height: 5).json, to: "b.json")
    let path = scratch / "d.apng"
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    for (name, isWritten) in [("b.json", true), ("a.json", false)] {
      _ = try comparison.compareAnimations(
        scratch / "a.json", scratch / name, name: name, difference: path)
      expectEqual(Folder.hasEntry(path), isWritten)
      guard isWritten else { continue }
      let file = try AnimationFile(path, GoldenConfiguration().file)
      expectEqual(file.animation.size, Size(width: 4, height: 5))
      let scene = try RenderSource(file, file.scenes(), size: nil, scale: 1).makeScene()
      let playback = try #require(scene.playback)
      expectEqual(playback.times.begin(of: playback.frames.upperBound), Fraction(3) / 25)
    }
  }

  @Test("an animated PNG of the differences can't be written to a pipe")
  func differencePipe() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation.small(), to: "a.json")
    var request = ComparisonRequest(expected: scratch / "a.json", actual: scratch / "a.json")
    request.difference = OutputFile.standardOutput
    let error = #expect(throws: Failure.self) { try request.run(nil) }
    expectEqual(error?.status, .usage)
  }

  @Test("a GIF and a Lottie animation with another rate are compared at the times of changes")
  func otherRate() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 60, width: 3, height: 3).json, to: "a.json")
    try OutputFile.write(
      video(GIFEncoder(size: PixelSize(width: 3, height: 3), plays: nil)), to: scratch / "b.gif")
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    let lines = try comparison.compareAnimations(scratch / "a.json", scratch / "b.gif", name: "b")
    #expect(lines[0].hasPrefix("at 0.1-"), "\(lines)")
    #expect(lines[0].contains(" moments); 0.2 s instead of 2.4 s, most at "), "\(lines)")
    #expect(!lines[0].contains("frame"))
    let json = JSONReport(summary: comparison.summary).text
    #expect(json.contains("\"times\": [") && json.contains("\"actualDuration\": 0.2"))
  }

  /// 16 by 16 pixels.
  private static let blackJPEG = [UInt8](
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxO\
        QERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAQABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/\
        xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AJ+A/9k=
        """) ?? Data())

  @Test("images of other formats are compared by their pixels, too")
  func jpeg() throws {
    let scratch = try ScratchDirectory()
    let image = PixelImage(size: PixelSize(width: 16, height: 16))
    try OutputFile.write(try PNG.encode(image), to: scratch / "a.png")
    try OutputFile.write(Self.blackJPEG, to: scratch / "b.jpg")
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    let text = try comparison.compareImages(scratch / "a.png", scratch / "b.jpg", name: "a")
    expectEqual(text, ["maxDifference=0;differingPixels=0"])
    try expectEqual(FileComparison.names(in: scratch.path).sorted(), ["a.png", "b.jpg"])
    #expect(throws: Failure.self) {
      try comparison.compareImages(scratch / "a.png", scratch / "c.jpg", name: "a")
    }
  }

  @Test("animations with too many frames are rejected")
  func limit() throws {
    let scratch = try ScratchDirectory()
    let path = scratch / "a.json"
    let json =
      #"{"v":"5.7.0","fr":60,"ip":0,"op":262145,"w":8,"h":8,"layers":[{"ty":3,"ip":0,"op":9,"st":0,"#
      + #""ks":{}}]}"#
    try OutputFile.write([UInt8](json.utf8), to: path)
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    let failure = #expect(throws: Failure.self) {
      try comparison.compareAnimations(path, path, name: "a")
    }
    expectEqual(
      failure?.message.hasSuffix(
        "262145 frames, but at most 262144 are tested (limit of this program); select "
          + "some frames"), true)
  }
}
