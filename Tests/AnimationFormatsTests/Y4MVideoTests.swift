import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Y4M videos")
struct Y4MVideoTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Returns a grey video of 2 by 1 pixels, whose frames have the given samples.
  private static func video(
    _ frames: [UInt8], header: String = "F10:1 Cmono XCOLORRANGE=FULL", line: String = "FRAME"
  ) -> [UInt8] {
    Array("YUV4MPEG2 W2 H1 \(header)\n".utf8)
      + frames.flatMap { Array("\(line)\n".utf8) + [$0, $0] }
  }

  private func open(_ bytes: [UInt8]) throws -> AnimationFile {
    try AnimationFile(
      AnimationSource("a.y4m", bytes: bytes) { _, _ in nil }, FileConfiguration())
  }

  private func grey(_ scene: any Scene) -> UInt32 {
    scene.layout(in: Size(width: 2, height: 1))
    var list = DisplayList(size: PixelSize(width: 2, height: 1), background: .clear)
    scene.draw(into: &list)
    let image = PixelImage(size: list.size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    return image[1, 0]
  }

  private func message(_ bytes: [UInt8]) -> String? {
    do {
      _ = try open(bytes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("have the rate and the frames of the file, in any order")
  func frames() throws {
    let path = scratch / "a.y4m"
    try Data(Self.video([10, 20, 30])).write(to: URL(fileURLWithPath: path))
    let file = try AnimationFile(path, FileConfiguration())
    #expect(file.animation.size == Size(width: 2, height: 1) && file.animation.duration == 0.3)
    let scene = try file.scenes().make()
    for (frame, word) in [(2.0, 0xFF1E_1E1E), (0, 0xFF0A_0A0A), (1, 0xFF14_1414)] {
      scene.show(frame: frame)
      expectEqual(grey(scene), UInt32(word), "\(frame)")
    }
    expectEqual(
      file.animation.info().text(path: "a.y4m"),
      """
      file            a.y4m
      format          Y4M
      size            2x1
      frame rate      10 frames/s
      frames          3
      duration        0.3 s
      colors          mono, 8 bits, full range
      drawn           as intended

      """)
  }

  @Test("frame lines may have parameters, the same in each")
  func parameters() throws {
    let scene = try open(Self.video([10, 20], line: "FRAME Ip")).scenes().make()
    scene.show(frame: 1)
    expectEqual(grey(scene), 0xFF14_1414)
  }

  @Test("frame headers may differ in length, and anything else ends the video")
  func irregular() throws {
    let header = Array("YUV4MPEG2 W2 H1 F10:1 Cmono XCOLORRANGE=FULL\n".utf8)
    func frame(_ line: String, _ grey: UInt8) -> [UInt8] { Array("\(line)\n".utf8) + [grey, grey] }
    let long = "FRAME X" + String(repeating: "x", count: 100)
    let video = header + frame("FRAME Ip", 10) + frame("FRAME", 20) + frame(long, 30)
    let file = try open(video)
    let scene = try file.scenes().make()
    expectEqual(scene.playback?.times.count, 3)
    for (number, word) in [(2, 0xFF1E_1E1E), (0, 0xFF0A_0A0A), (1, 0xFF14_1414)] {
      scene.show(frame: Double(number))
      expectEqual(grey(scene), UInt32(word), "\(number)")
    }
    #expect(file.animation.notice(name: "a") == nil)
    for (rest, count, message) in [
      (frame("FRAME", 40).dropLast(), 3, "the last frame is truncated"),
      (Array("nothing".utf8)[...], 3, "7 bytes after the frames are ignored"),
    ] {
      let file = try open(video + rest)
      try expectEqual(file.scenes().make().playback?.times.count, Double(count))
      expectEqual(file.animation.notice(name: "a"), message)
    }
    // The same holds if all headers are equal.
    let zeros = try open(Self.video([10, 20]) + [UInt8](repeating: 0, count: 500))
    try expectEqual(zeros.scenes().make().playback?.times.count, 2)
    expectEqual(zeros.animation.notice(name: "a"), "500 bytes after the frames are ignored")
  }

  @Test("a truncated video has its complete frames, and reports that")
  func cutOff() throws {
    let whole = Self.video([10, 20])
    for count in 1...7 {
      let file = try open(Array(whole.dropLast(count)))
      try expectEqual(file.scenes().make().playback?.times.count, 1)
      expectEqual(file.animation.notice(name: "a"), "the last frame is truncated")
      #expect(file.animation.info().isIncomplete)
    }
    #expect(try open(whole).animation.notice(name: "a") == nil)
  }

  @Test("approximations are reported")
  func diagnostics() throws {
    let file = try open(Self.video([10], header: "F10:1 It A4:3 Cmono"))
    expectEqual(
      file.animation.info().diagnostics.map(\.message),
      [
        "the two fields of a frame are shown together", "pixels of 4:3 are shown as squares",
      ])
    #expect(
      file.animation.notice(name: "a.y4m")
        == "2 things are not drawn as intended; see x11viewer info a.y4m")
  }

  @Test("hostile bytes result in a message")
  func hostile() {
    let line = "YUV4MPEG2 W2 H1 F10:1 Cmono\n"
    for (text, reason) in [
      ("YUV4MPEG2 ", "a Y4M video whose first line does not end"),
      (
        "YUV4MPEG2 " + String(repeating: "x", count: 99_999) + "\n", "whose first line does not end"
      ),
      ("YUV4MPEG2 W2 H1\n", "no frame rate"),
      ("YUV4MPEG2 W-2 H1 F1:1\n", "does not state its size"),
      (line, "without a frame"), (line + "FRAM\nxx", "without a frame"),
      (line + "FRAME\nx", "without a complete frame"),
      ("YUV4MPEG2 W8192 H8192 F1:1 Cmono\nFRAME\nx", "without a complete frame"),
      ("YUV4MPEG2 W8193 H8192 F1:1 Cmono\nFRAME\nx", "are too large (limit of this program: "),
      ("YUV4MPEG2 W99999 H99999 F1:1 Cmono\nFRAME\nx", "frames of 99999 by 99999 pixels"),
    ] {
      expectEqual(message(Array(text.utf8))?.contains(reason), true, "\(text.prefix(60))")
    }
    // Random bytes after a header that is right.
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = message(Array((line + "FRAME\n").utf8) + bytes)
    }
  }

  @Test("a frame that isn't at the expected position is reported when it is shown")
  func misplaced() throws {
    var bytes = Self.video([10, 20, 30, 40, 50])
    bytes[bytes.count - 4 * 8] = UInt8(ascii: "f")
    let scene = try #require(open(bytes).scenes().make() as? any ReadingScene)
    scene.show(frame: 2)
    #expect(grey(scene) == 0xFF1E_1E1E && scene.readFailure == nil)
    scene.show(frame: 1)
    expectEqual(grey(scene), 0)
    expectEqual(scene.readFailure?.message, "a.y4m: frame 1 is not at the expected position")
    // The viewer adds the file's name.
    expectEqual(scene.omission?.description, "frame 1 is not at the expected position")
  }

  @Test("a sparse video of terabytes is opened without being read")
  func large() throws {
    let path = scratch / "large.y4m"
    let start = Array("YUV4MPEG2 W4096 H4096 F25:1 C444\nFRAME\n".utf8)
    try Data(start).write(to: URL(fileURLWithPath: path))
    let frame = 4096 * 4096 * 3 + 6
    let count = 20_000
    let disk = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for number in [count / 2, count - 1] {
      try disk.seek(toOffset: UInt64(start.count - 6 + number * frame))
      try disk.write(contentsOf: Data("FRAME\n".utf8))
    }
    expectEqual(truncate(path, off_t(start.count - 6 + count * frame)), 0)
    let file = try AnimationFile(path, FileConfiguration())
    try expectEqual(file.scenes().make().playback?.times.count, Double(count))
  }
}
