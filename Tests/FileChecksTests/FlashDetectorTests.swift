import AnimCore
import TestSupport
import Testing

@testable import FileChecks

@Suite("Flashes")
struct FlashDetectorTests {
  /// Returns the flashes of a second and a half of frames at 60 per second.
  ///
  /// - Parameter color: Returns the colour of a pixel at a time.
  private func series(
    size: PixelSize = PixelSize(width: 400, height: 300), frames: Int = 90, isOpaque: Bool = true,
    _ color: (_ frame: Int, _ x: Int, _ y: Int) -> UInt32
  ) -> FlashSeries {
    var meter = FlashMeter(size: size, isOpaque: isOpaque)
    let image = PixelImage(size: size, isOpaque: isOpaque)
    for frame in 0..<frames {
      for y in 0..<size.height {
        for x in 0..<size.width { image[x, y] = color(frame, x, y) }
      }
      _ = meter.add(image, number: frame, at: Double(frame) / 60)
    }
    return meter.series
  }

  private let black: UInt32 = 0xFF00_0000
  private let white: UInt32 = 0xFFFF_FFFF
  private let red: UInt32 = 0xFFFF_0000

  @Test("three flashes a second pass, and four fail", arguments: [(10, false), (7, true)])
  func rate(framesPerChange: Int, fails: Bool) {
    let series = series { frame, _, _ in frame / framesPerChange % 2 == 0 ? black : white }
    #expect(series.findings.map(\.code) == (fails ? [.flashesGeneral] : []))
  }

  @Test("a quarter of the field may flash")
  func area() {
    // 145 x 150 pixels are just below a quarter of 341 x 256.
    for (width, fails) in [(144, false), (148, true)] {
      let series = series { frame, x, y in
        x < width && y < 148 && frame / 4 % 2 == 0 ? white : black
      }
      #expect(series.findings.isEmpty == !fails, "\(width)")
    }
  }

  @Test("two areas that flash together count together")
  func separateAreas() {
    let series = series { frame, x, y in
      (x < 100 || x >= 200 && x < 300) && y < 140 && frame / 4 % 2 == 0 ? white : black
    }
    #expect(series.findings.map(\.code) == [.flashesGeneral])
  }

  @Test("a slow ramp is a single change")
  func ramp() {
    let series = series { frame, _, _ in
      let level = UInt32(min(frame * 3, 255))
      return 0xFF00_0000 | level << 16 | level << 8 | level
    }
    #expect(series.findings.isEmpty)
    // A change is remembered for a thirtieth of a second.
    #expect((1...3).contains(series.frames.count { $0.measurement.changing.x > 0 }))
  }

  @Test("bright states don't flash with each other")
  func brightStates() {
    let series = series { frame, _, _ in frame / 4 % 2 == 0 ? 0xFFEE_EEEE : white }
    #expect(series.findings.isEmpty)
  }

  @Test("a fine pattern that swaps its colours doesn't flash")
  func finePattern() {
    let series = series { frame, x, y in (x + y + frame / 4) % 2 == 0 ? black : white }
    #expect(series.findings.isEmpty)
  }

  @Test("red and grey of the same luminance flash red by both definitions")
  func redFlashes() throws {
    // Both have a relative luminance of about 0.21.
    let series = series { frame, _, _ in frame / 4 % 2 == 0 ? red : 0xFF7F_7F7F }
    let finding = try #require(series.findings.first)
    #expect(series.findings.map(\.code) == [.flashesRed])
    #expect(!finding.message.contains("WCAG 2.0"))
  }

  @Test("a dark red that flashes only by the older definition is a note")
  func olderRed() {
    // Both are saturated, and differ in brightness alone.
    let series = series { frame, _, _ in frame / 4 % 2 == 0 ? 0xFF60_0000 : 0xFFA0_0000 }
    #expect(series.findings.map(\.code) == [.flashesRedOlder])
  }

  @Test("transparent pixels are judged on black and on white")
  func backgrounds() throws {
    let series = series(isOpaque: false) { frame, _, _ in frame / 4 % 2 == 0 ? white : 0 }
    let finding = try #require(series.findings.first)
    #expect(finding.code == .flashesGeneral)
    #expect(finding.message.contains("on black"))
    let dark = self.series(isOpaque: false) { frame, _, _ in frame / 4 % 2 == 0 ? black : 0 }
    #expect(try #require(dark.findings.first).message.contains("on white"))
  }

  @Test("areas that change one after the other don't flash together")
  func wave() {
    // Every pixel changes more than six times a second, but only a sixth of them within a thirtieth of a second.
    let series = series { frame, x, _ in (x + frame * 8) / 72 % 2 == 0 ? black : white }
    #expect(series.findings.isEmpty)
  }

  @Test("the graph shows every frame, and the limit")
  func graph() {
    let series = series(frames: 30) { frame, _, _ in frame / 4 % 2 == 0 ? black : white }
    #expect(series.graph.contains("25 %"))
    #expect(series.graph.split(separator: "\n").count { $0.hasPrefix("<polyline") } == 3)
  }
}
