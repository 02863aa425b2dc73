import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Encoders of videos")
struct EncoderTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 10, width: 64, height: 32).json, to: "a.json")
  }

  /// Returns a property of a video's stream, from ffprobe.
  private func probe(_ name: String, _ entry: String) throws -> String {
    let process = try ChildProcess([
      "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=\(entry)", "-of",
      "csv=p=0", scratch / name,
    ])
    try process.wait()
    return process.text(of: 1).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns whether no channel is further off than `tolerance`.
  private func areNear(_ a: [UInt8], _ b: [UInt8], tolerance: Int) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }

  @Test(
    "GIF and APNG videos have the same bytes with any number of threads, and need no ffmpeg")
  func threads() throws {
    for format in ["gif", "apng"] {
      for jobs in ["1", "4"] {
        let run = try CommandRun(
          ["render", scratch / "a.json", "-o", scratch / "\(jobs).\(format)", "--jobs", jobs],
          encoder: "/nonexistent")
        expectEqual(run.end, .exit(0), "\(run.complaint)")
      }
      try expectEqual(scratch.bytes("1.\(format)"), scratch.bytes("4.\(format)"))
    }
    let pipe = try CommandRun(["render", scratch / "a.json", "-o", "-", "--format", "gif"])
    try expectEqual(pipe.output, scratch.bytes("1.gif"))
  }

  @Test("a WebP keeps the times of frames to the millisecond")
  func webPTimes() throws {
    try requireTools("ffmpeg")
    let milliseconds = [42, 42, 41, 500, 42]
    var encoder = APNGEncoder(size: PixelSize(width: 8, height: 4), isOpaque: true, plays: nil)
    var bytes: [UInt8] = []
    for (number, duration) in milliseconds.enumerated() {
      let pixels = (0..<32).flatMap { [UInt8($0 * 8), UInt8(number * 50), 7, 255] as [UInt8] }
      bytes += try encoder.add(pixels, lasting: Fraction(duration) / 1000)
    }
    let remainder = try encoder.finish()
    bytes += remainder.bytes
    if let correction = remainder.correction {
      let end = correction.offset + correction.bytes.count
      bytes.replaceSubrange(correction.offset..<end, with: correction.bytes)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "in.apng"))
    let run = try CommandRun(["render", scratch / "in.apng", "-o", scratch / "out.webp"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    try expectEqual(durations(of: "out.webp"), milliseconds)
    let comparison = try CommandRun(["compare", scratch / "in.apng", scratch / "out.webp"])
    expectEqual(comparison.end, .exit(0), "\(comparison.text)")
  }

  @Test("a WebP at a constant rate has the expected duration") func regularWebP() throws {
    try requireTools("ffmpeg")
    // A scene that changes with every frame.
    let run = try CommandRun(
      ["render", "--scene", "pacing", "--size", "8x8", "--duration", "0.5", "--fps", "60", "-o"]
        + [scratch / "out.webp"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    try expectEqual(durations(of: "out.webp").reduce(0, +), 500)
  }

  /// Returns the durations of a file's frames in milliseconds.
  private func durations(of name: String) throws -> [Int] {
    let info = try CommandRun(["info", "--json", "-", scratch / name])
    let object = try JSONSerialization.jsonObject(with: Data(info.output)) as? [String: Any]
    return try #require(object?["durations"] as? [Int], "\(info.text)")
  }

  @Test("mp4 is white where nothing is drawn, accepts odd sizes, and has the file's rate")
  func mp4() throws {
    try requireTools("ffmpeg", "ffprobe")
    let run = try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "a.mp4", "--size", "63x31", "--loops", "3"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    #expect(
      try probe("a.mp4", "width,height,pix_fmt,color_space,r_frame_rate,nb_read_frames")
        == "64,32,yuv420p,bt709,25/1,30")
    let pixels = try videoFrame(0, of: scratch / "a.mp4")
    let corner = Array(pixels.suffix(4))
    #expect(areNear(corner, [255, 255, 255, 255], tolerance: 3), "\(corner)")
  }

  @Test("webm, gif and mov keep transparency")
  func alpha() throws {
    try requireTools("ffmpeg", "ffprobe")
    for (name, decoder) in [("a.webm", ["-c:v", "libvpx-vp9"]), ("a.gif", []), ("a.mov", [])] {
      let run = try CommandRun(["render", scratch / "a.json", "-o", scratch / name])
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      let pixels = try videoFrame(5, of: scratch / name, decoder: decoder)
      expectEqual(pixels.count, 64 * 32 * 4)
      guard pixels.count == 64 * 32 * 4 else { continue }
      #expect(pixels[3] < 8, "\(name)")
      // The middle of the square.
      let place = (16 * 64 + 30) * 4
      #expect(
        areNear(Array(pixels[place..<place + 4]), [255, 0, 0, 255], tolerance: 12), "\(name)")
    }
  }

  /// Renders a video by a script in place of ffmpeg.
  private func avif(withFFmpeg script: String) throws -> CommandRun {
    try scratch.writeProgram("#!/bin/sh\n\(script)\n", to: "ffmpeg")
    // Threads that run tests block signals, which the script would inherit.
    var (aborting, mask) = (sigset_t(), sigset_t())
    sigaddset(&aborting, SIGABRT)
    pthread_sigmask(SIG_UNBLOCK, &aborting, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    return try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "a.avif"], encoder: scratch / "ffmpeg")
  }

  @Test(
    "an ffmpeg without the encoder is reported as such",
    arguments: ["Unknown encoder 'libaom-av1'", "[x] Requested output format 'avif' is not known."])
  func noEncoder(message: String) throws {
    let run = try avif(withFFmpeg: "echo \"\(message)\" >&2; echo a.avif: no >&2; exit 1")
    #expect(run.complained(.unavailable), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("cannot make videos in avif; "), "\(run.complaint)")
    expectEqual(scratch.allNames, ["a.json", "ffmpeg"])
  }

  @Test("an ffmpeg whose encoder aborts is reported as the cause, with its reason")
  func abortingEncoder() throws {
    let run = try avif(
      withFFmpeg: "echo 'av1.c:9: f: Assertion failed.' >&2; kill -ABRT $$")
    #expect(run.complained(.unavailable), "\(run.end) \(run.complaint)")
    #expect(
      run.complaint.contains("aborted (av1.c:9: f: Assertion failed.); install another version"),
      "\(run.complaint)")
    expectEqual(scratch.allNames, ["a.json", "ffmpeg"])
  }

  @Test("gif and webp store the number of times that they are played")
  func loopCount() throws {
    try requireTools("ffmpeg")
    for (name, mark, expected) in [
      // It counts repetitions.
      ("a.gif", "NETSCAPE2.0", [3, 1, 6, 0]), ("a.webp", "ANIM", [255, 255, 255, 255, 7, 0]),
    ] as [(String, String, [UInt8])] {
      let run = try CommandRun(["render", scratch / "a.json", "-o", scratch / name, "--loops", "7"])
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      let bytes = try scratch.bytes(name)
      let range = try #require(bytes.firstRange(of: Array(mark.utf8)))
      let start = name == "a.gif" ? range.upperBound : range.upperBound + 4
      expectEqual(Array(bytes[start...].prefix(expected.count)), expected, "\(name)")
    }
  }

  @Test("without ffmpeg, one sentence names the package to install")
  func missing() throws {
    let run = try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "a.mp4"], encoder: "/nonexistent")
    #expect(run.complained(.unavailable), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("package ffmpeg"))
    expectEqual(scratch.allNames, ["a.json"])
  }

  @Test("if ffmpeg fails, its last line is the reason, and no video is left")
  func failure() throws {
    try scratch.writeProgram(
      "#!/bin/sh\nhead -c 100 >/dev/null\necho half >&3\necho one >&2\necho 'no such codec' >&2\nexit 3\n",
      to: "ffmpeg")
    let run = try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "a.mp4", "--size", "500x500"],
      encoder: scratch / "ffmpeg")
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    expectEqual(run.complaint, "x11viewer: \(scratch / "a.mp4"): ffmpeg: no such codec\n")
    expectEqual(scratch.allNames, ["a.json", "ffmpeg"])
  }

  @Test(
    "a video that lacks frames or its end is invalid, even if ffmpeg exits with status 0",
    arguments: [
      ("echo 'no trailer: No space left on device' >&2", "no trailer: No space left on device"),
      ("printf 'frame=9\\nprogress=end\\n'", "9 of 10 frames were written"),
      ("printf 'frame=11\\nprogress=end\\n'", "11 of 10 frames were written"),
      ("printf 'frame=10\\nprogress=continue\\n'", "it ended before the video did"),
      ("printf 'progress=end\\n'", "0 of 10 frames were written"),
      (":", "it ended before the video did"),
    ])
  func broken(script: String, reason: String) throws {
    try scratch.writeProgram("#!/bin/sh\ncat >&3\n\(script)\n", to: "ffmpeg")
    let run = try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "a.mp4"], encoder: scratch / "ffmpeg")
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    expectEqual(run.complaint, "x11viewer: \(scratch / "a.mp4"): ffmpeg: \(reason)\n")
    expectEqual(scratch.allNames, ["a.json", "ffmpeg"])
  }

  @Test(
    "on a full disk, no video is left, however much of it fits",
    arguments: ["mp4", "webm", "gif", "webp", "apng", "mkv", "mov", "avif"])
  func fullDisk(format: String) throws {
    if !["gif", "apng"].contains(format) { try requireTools("ffmpeg") }
    let arguments = ["render", "--scene", "squares", "--size", "300x150", "--frames", "12"]
    let output = ["--fps", "25", "-o"]
    let whole = try CommandRun(arguments + output + [scratch / "a.\(format)"])
    expectEqual(whole.end, .exit(0), "\(whole.complaint)")
    let pages = try scratch.bytes("a.\(format)").count / 4096
    try #require(pages > 2)
    try FileManager.default.createDirectory(
      atPath: scratch / "small", withIntermediateDirectories: false)
    let video = scratch / "small/b.\(format)"
    let runs = try withSmallDisk(at: scratch / "small") { disk in
      // A file system in memory has whole pages, and at least one is missing.
      try Set([1, pages / 2, pages - 1, pages]).sorted().map { size in
        try disk.resize(to: size)
        return (run: try CommandRun(arguments + output + [video]), names: try disk.names)
      }
    }
    #expect(runs.count >= 3)
    for (run, names) in runs {
      expectEqual(run.end, .exit(ExitStatus.writingFailed.rawValue))
      #expect(
        run.complaint.hasPrefix("x11viewer: \(video): ")
          && run.complaint.contains("No space left on device"), "\(run.complaint)")
      expectEqual(names, [])
    }
  }

  @Test("a Y4M video is a header and its frames")
  func y4m() throws {
    let scratch = try ScratchDirectory()
    let arguments = ["--scene", "fan", "--size", "6x4", "--frames", "3", "--fps", "30000/1001"]
    let run = try CommandRun(["render", "-o", scratch / "a.y4m"] + arguments)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let bytes = try scratch.bytes("a.y4m")
    let header = "YUV4MPEG2 W6 H4 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n"
    #expect(bytes.starts(with: header.utf8))
    expectEqual(bytes.count, header.utf8.count + 3 * (6 + 36))
    expectEqual(scratch.allNames, ["a.y4m"])
  }
}
