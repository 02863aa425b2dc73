import TestSupport
import Testing

@testable import AnimGraphics
@testable import XWindow

struct WindowGeometryTests {
  private let screen = PixelSize(width: 1000, height: 800)
  private let size = PixelSize(width: 200, height: 100)

  @Test(
    "offsets count from the near edge, or from the far one with a minus",
    arguments: [
      ("+10+20", 10, 20), ("-10-20", 790, 680), ("200x100+-5+7", -5, 7), ("--5+0", 805, 0),
      ("=200x100-0+0", 800, 0),
    ])
  func offsets(text: String, x: Int, y: Int) throws {
    let position = try WindowGeometry(text).position(of: size, on: screen)
    expectEqual(position, WindowPosition(x: x, y: y))
  }

  @Test("each part may be omitted")
  func parts() throws {
    let only = try WindowGeometry("640x480")
    #expect(only.width == 640 && only.height == 480)
    #expect(only.position(of: size, on: screen) == nil)
    let width = try WindowGeometry("640")
    #expect(width.width == 640 && width.height == nil)
  }

  @Test("the given corner stays in place")
  func gravity() throws {
    // NorthWest, NorthEast, SouthWest, SouthEast as numbered by X.
    try expectEqual(
      ["+0+0", "-0+0", "+0-0", "-0-0"].map { try WindowGeometry($0).gravity }, [1, 3, 7, 9])
  }

  @Test("a corner is clamped to the 16 bits of the protocol")
  func farCorners() throws {
    let far = try WindowGeometry("--32767+-32767").position(of: size, on: screen)
    expectEqual(far, WindowPosition(x: 32_767, y: -32_767))
    let wide = PixelSize(width: 32_767, height: 32_767)
    let left = try WindowGeometry("-32767-0").position(of: wide, on: screen)
    expectEqual(left, WindowPosition(x: -32_768, y: 800 - 32_767))
  }

  @Test(
    "an invalid geometry, or one that overflows, is rejected with an example",
    arguments: [
      "", "wide", "x", "10x10+a", "100x100-2147483648+0", "+0-2147483648", "+32768+0", "+0--32768",
      "+4294967296+0", "4294967297x5", "+99999999999999999999+0",
    ])
  func invalid(text: String) {
    let error = #expect(throws: WindowError.invalidGeometry(text)) { try WindowGeometry(text) }
    expectEqual(error?.description.contains("640x480"), true)
  }
}
