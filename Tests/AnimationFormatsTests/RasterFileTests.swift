import AnimCore
import ImageFiles
import PlainText
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("GIF, PNG, WebP and JPEG files")
struct RasterFileTests {
  /// Returns a GIF with a red and a green pixel, shown for these hundredths of a second, and
  /// repeated once.
  private func gif(_ delays: (UInt8, UInt8) = (5, 0)) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 1, 0, 0]
    for (delay, code) in [(delays.0, 0x44), (delays.1, 0x4C)] as [(UInt8, UInt8)] {
      bytes += [
        0x21, 0xF9, 4, 0, delay, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, code, 1, 0,
      ]
    }
    return bytes + [0x3B]
  }

  private func open(
    _ bytes: [UInt8], _ configuration: FileConfiguration = FileConfiguration()
  ) throws -> AnimationFile {
    try AnimationFile(AnimationSource("a.gif", bytes: bytes) { _, _ in nil }, configuration)
  }

  private func playback(
    _ bytes: [UInt8], _ configuration: FileConfiguration = FileConfiguration()
  ) throws -> Playback {
    try #require(open(bytes, configuration).scenes().make().playback)
  }

  @Test(
    "each frame is shown for its own duration, and 10 ms or less counts as 100 ms by default")
  func delays() throws {
    try expectEqual(playback(gif()).times, FrameTimes(durations: [5, 10], ticksPerSecond: 100))
    try expectEqual(
      playback(gif((1, 2))).times, FrameTimes(durations: [10, 2], ticksPerSecond: 100))
    var configuration = FileConfiguration()
    configuration.frameDelays = .file
    #expect(
      try playback(gif((7, 0)), configuration).times
        == FrameTimes(durations: [7, 1], ticksPerSecond: 100))
  }

  @Test("it loops forever, or by the loop count in the file on request")
  func loops() throws {
    #expect(try playback(gif()).repetitions == nil)
    var configuration = FileConfiguration()
    configuration.obeysLoopCount = true
    try expectEqual(playback(gif(), configuration).repetitions, 2)
    configuration.loops = true
    #expect(try playback(gif(), configuration).repetitions == nil)
    configuration.loops = false
    try expectEqual(playback(gif(), configuration).repetitions, 1)
    try expectEqual(open(gif(), configuration).unusedOptionWarnings(), [])
  }

  @Test("pixels are sharp squares at 200 % and above, unless smooth scaling is requested")
  func smoothing() throws {
    for (smooths, scale) in [(false, 2.0), (true, 2), (false, 1.5), (true, 1), (false, 1)] {
      var configuration = FileConfiguration()
      configuration.smoothsPixels = smooths
      let scene = try open(wideGIF, configuration).scenes().make()
      let size = PixelSize(width: Int(2 * scale), height: Int(scale))
      scene.layout(in: Size(width: 2 * scale, height: scale))
      var list = DisplayList(size: size)
      scene.draw(into: &list)
      let image = PixelImage(size: size)
      Rasterizer(threads: 1).paint(list, into: image)
      let colors = Set((0..<size.width).map { image[$0, 0] })
      let isSharp = colors == [0xFFFF_0000, 0xFF00_FF00]
      expectEqual(isSharp, (scale == 1 || scale == 2 && !smooths), "\(smooths) \(scale)")
    }
  }

  /// A red pixel beside a green one.
  private var wideGIF: [UInt8] {
    var bytes = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    // Codes of three bits: clear (4), 0, 1, end (5).
    bytes += [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0b0100_0100, 0b0000_1010, 0, 0x3B]
    return bytes
  }

  @Test("its contents are described for people and for programs")
  func info() throws {
    let info = try open(gif() + [9]).animation.info()
    expectEqual(
      info.text(path: "a.gif"),
      """
      file            a.gif
      format          animated GIF
      size            1x1
      frame rate      none, since frames have different durations
      frames          2
      duration        0.15 s
      plays           2 times
      delays          1 of 2 frames are shown for 100 ms instead of at most 10, as in browsers
      remark          a byte after the end is ignored
      drawn           as intended

      """)
    let fields = Dictionary(uniqueKeysWithValues: info.fields)
    expectEqual(fields["durations"]?.text, "[\n  50,\n  100\n]\n")
    expectEqual(fields["delays"]?.text, "[\n  50,\n  0\n]\n")
    expectEqual(fields["remarks"]?.text, "[\n  \"a byte after the end is ignored\"\n]\n")
    #expect(!info.isIncomplete)
    #expect(fields["plays"]?.text == "2\n" && fields["loopCount"]?.text == "1\n")
  }

  @Test("a still image has neither a frame rate nor a duration, and doesn't repeat")
  func still() throws {
    let file = try open(wideGIF)
    let fields = Dictionary(uniqueKeysWithValues: file.animation.info().fields)
    #expect(fields["frameRate"]?.text == "null\n" && fields["duration"]?.text == "null\n")
    expectEqual(fields["frames"]?.text, "1.0\n")
    var configuration = FileConfiguration()
    configuration.obeysLoopCount = true
    try expectEqual(
      open(wideGIF, configuration).unusedOptionWarnings(),
      ["--file-loops: ignored because a.gif does not move"])
    try expectEqual(open(gif(), configuration).unusedOptionWarnings(), [])
  }

  @Test("an image is the same object for its frame, however often it is requested")
  func identity() throws {
    let scene = try open(gif()).scenes().make()
    scene.layout(in: Size(width: 1, height: 1))
    func list(_ frame: Double) -> DisplayList {
      var list = DisplayList(size: PixelSize(width: 1, height: 1), background: .clear)
      scene.show(frame: frame)
      scene.draw(into: &list)
      return list
    }
    let first = list(0)
    let other = list(1)
    #expect(first != other && list(0) == first && list(1) == other)
  }

  @Test("an unreadable file is reported by name with the reason")
  func failures() {
    let failure = #expect(throws: Failure.self) { try open(Array(gif().prefix(20))) }
    expectEqual(failure?.message, "a.gif: a GIF without an image")
    expectEqual(failure?.status, .differs)
  }
}
