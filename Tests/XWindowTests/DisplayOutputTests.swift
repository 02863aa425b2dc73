import CX11
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import XWindow

@Suite(.serialized, .xServer)
struct DisplayOutputTests {
  @Test("text has its usual size on displays with many small pixels, and is unchanged on others")
  func physicalScale() {
    for (width, height, millimetres, scale) in [
      (3840, 2160, (344, 194), 2.5), (3840, 2160, (597, 336), 1.5), (3840, 2160, (878, 485), 1.0),
      (2560, 1440, (597, 336), 1), (2560, 1440, (310, 174), 2), (1920, 1080, (310, 174), 1),
      (1600, 2560, (135, 216), 3), (3840, 2160, (0, 0), 1), (3840, 2160, (160, 90), 1),
      (3840, 2160, (20, 11), 1), (3840, 2160, (1600, 900), 1),
    ] as [(Int, Int, (Int, Int), Double)] {
      let output = DisplayOutput(
        crtc: 1, area: PixelRect(x0: 0, y0: 0, x1: width, y1: height), refreshRate: nil,
        millimetres: PixelSize(width: millimetres.0, height: millimetres.1))
      expectEqual(output.scale, scale, "\(width)x\(height), \(millimetres) mm")
    }
  }

  @Test(
    "a rate is exactly the dot clock divided by the dots",
    arguments: [
      (148_500_000, 2200, 1125, false, false, 60, 1),
      (148_352_000, 2200, 1125, false, false, 148_352, 2_475),
      // 1080i: 25 frames, 50 fields a second.
      (74_250_000, 2640, 1125, false, true, 50, 1),
      // 320×240, with every line doubled.
      (12_587_500, 400, 262, true, false, 125_875, 2_096),
    ])
  func rational(
    clock: Int, horizontal: Int, vertical: Int, isDouble: Bool, isInterlaced: Bool,
    numerator: Int, denominator: Int
  ) throws {
    let rate = try #require(
      RefreshRate(
        dotClock: clock, horizontalTotal: horizontal, verticalTotal: vertical,
        isDoubleScan: isDouble, isInterlaced: isInterlaced))
    expectEqual(rate.numerator * denominator, rate.denominator * numerator)
    #expect(abs(rate.interval * rate.hertz - 1) < 1e-15)
  }

  @Test("a mode's flags determine whether it is interlaced, and whether its lines are doubled")
  func flags() throws {
    func rate(_ flags: Int32) throws -> Double {
      var mode = XRRModeInfo()
      (mode.dotClock, mode.hTotal, mode.vTotal) = (60_000_000, 1_000, 1_000)
      mode.modeFlags = XRRModeFlags(flags)
      return try #require(RefreshRate(mode)).hertz
    }
    try expectEqual(
      [0, RR_HSyncPositive, RR_Interlace, RR_DoubleScan].map(rate), [60, 60, 120, 30])
  }

  @Test("impossible rates are ignored")
  func unbelievable() {
    func rate(dotClock: Int, verticalTotal: Int = 1_000) -> RefreshRate? {
      RefreshRate(
        dotClock: dotClock, horizontalTotal: 1_000, verticalTotal: verticalTotal,
        isDoubleScan: false, isInterlaced: false)
    }
    #expect(rate(dotClock: 0) == nil)
    #expect(rate(dotClock: 60_000_000, verticalTotal: 0) == nil)
    #expect(rate(dotClock: 9_000_000) == nil)
    #expect(rate(dotClock: 401_000_000) == nil)
    #expect(rate(dotClock: 10_000_000) != nil)
    #expect(rate(dotClock: 400_000_000) != nil)
    #expect(
      RefreshRate(
        dotClock: .max, horizontalTotal: .max, verticalTotal: 2, isDoubleScan: true,
        isInterlaced: true) == nil)
  }

  @Test("an area is on the output that shows most of it, or otherwise on the first one")
  func largestPart() {
    // The second is below the first and wider; the third is beside the first.
    let areas = [
      PixelRect(x0: 0, y0: 0, x1: 800, y1: 600), PixelRect(x0: 0, y0: 600, x1: 1_000, y1: 1_200),
      PixelRect(x0: 800, y0: 0, x1: 1_400, y1: 600),
    ]
    let outputs = areas.enumerated().map { index, area in
      DisplayOutput(crtc: ResourceID(index + 1), area: area)
    }
    func shown(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> ResourceID? {
      DisplayOutput.showing(PixelRect(x0: x0, y0: y0, x1: x1, y1: y1), among: outputs)?.crtc
    }
    expectEqual(shown(10, 10, 20, 20), 1)
    expectEqual(shown(0, 400, 1_000, 650), 1)
    expectEqual(shown(0, 500, 1_000, 800), 2)
    expectEqual(shown(500, 0, 1_200, 100), 3)
    expectEqual(shown(700, 300, 820, 1_000), 2)
    expectEqual(shown(2_000, 0, 2_100, 100), 1)
    #expect(DisplayOutput.showing(areas[0], among: []) == nil)
  }

  @Test("Xvnc's mode line gives 60 Hz")
  func vnc() throws {
    let server = try XServer.vnc(pixelFormat: "rgb888", depth: 24)
    let connection = try Connection(display: server.display)
    let area = PixelRect(x0: 10, y0: 10, x1: 20, y1: 20)
    let output = try #require(connection.output(showing: area))
    expectEqual(output.area, PixelRect(x0: 0, y0: 0, x1: 640, y1: 480))
    let rate = try #require(output.refreshRate)
    #expect(abs(rate.hertz - 60) < 0.01)
  }

  @Test("a server without a display has an output but no rate, and one without RandR has neither")
  func none() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let output = try #require(connection.output(showing: connection.screenSize.bounds))
    #expect(output.refreshRate == nil)
    let bareServer = try XServer(["-extension", "RANDR"])
    let bare = try Connection(display: bareServer.display)
    #expect(bare.output(showing: bare.screenSize.bounds) == nil)
    expectEqual(bare.screenSize, PixelSize(width: 640, height: 480))
  }

  @Test("a change of screen size is reported with the new size")
  func change() throws {
    let server = try XServer.vnc(pixelFormat: "rgb888", depth: 24)
    let connection = try Connection(display: server.display)
    connection.watchOutputs()
    connection.synchronize()
    try server.run("xrandr", "--fb", "800x600")
    try connection.wait(until: connection.screenSize == PixelSize(width: 800, height: 600))
  }

  @Test("outputs are queried again only after they have changed")
  func cachedOutputs() throws {
    let server = try XServer.vnc(pixelFormat: "rgb888", depth: 24)
    let connection = try Connection(display: server.display)
    connection.watchOutputs()
    let outputs = connection.outputs()
    var count = connection.requestCount
    expectEqual(connection.outputs(), outputs)
    expectEqual(connection.requestCount, count)
    try server.run("xrandr", "--fb", "800x600")
    try connection.wait(until: connection.screenSize == PixelSize(width: 800, height: 600))
    count = connection.requestCount
    _ = connection.outputs()
    #expect(connection.requestCount > count)
  }
}
