import AnimCodecs
import AnimRaster
import AnimationFormats
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Rendering cursors")
struct CursorPlanTests {
  /// Creates a request for a cursor from an SVG of 24 by 12 pixels.
  private func request(
    _ format: CursorEncoding = .xcursor, _ size: WantedSize? = nil, hotSpot: Point? = nil
  ) -> RenderRequest {
    RenderRequest("left_ptr") {
      ($0.format, $0.size, $0.hotSpot) = (.cursor(format), size, hotSpot)
    }
  }

  private func plan(_ request: RenderRequest, of playback: Playback?) throws -> RenderPlan {
    try request.plan(of: RenderInput(playback))
  }

  private func refusal(_ request: RenderRequest) -> String {
    let failure = #expect(throws: Failure.self) { try plan(request, of: .frames(4)) }
    expectEqual(failure?.status, .usage)
    return failure?.message ?? ""
  }

  @Test("the file extension determines the format, and Xcursor files in a folder have no extension")
  func targets() throws {
    try expectEqual(RenderRequest("a.cur").target(), .cursor("a.cur", .cur))
    try expectEqual(RenderRequest("a.ani").target(), .cursor("a.ani", .ani))
    var folder = request()
    (folder.output, folder.files) = ("cursors/", ["left_ptr.svg"])
    try expectEqual(folder.target(), .cursor("cursors/left_ptr", .xcursor))
    folder.format = .cursor(.ani)
    try expectEqual(folder.target(), .cursor("cursors/left_ptr.ani", .ani))
  }

  @Test("frames keep their durations, also at another speed, or have those of the rate")
  func durations() throws {
    let timed = try Playback.hundredths(3, 10, 4)
    try expectEqual(
      plan(request(), of: timed).durations, [3, 10, 4].map { Fraction($0) / 100 })
    var fast = request()
    fast.speed = 2
    try expectEqual(plan(fast, of: timed).durations, [3, 10, 4].map { Fraction($0) / 200 })
    try expectEqual(
      plan(request(), of: .frames(3)).durations, [1, 1, 1].map { Fraction($0) / 25 })
    // The rate is limited to that of the format.
    try expectEqual(plan(request(.ani), of: .frames(4, rate: 120)).durations.count, 2)
    try expectEqual(plan(request(.cur), of: .frames(4)).durations, [1])
  }

  @Test("a cursor has the size of the animation, one other size or a list of sizes")
  func sizes() throws {
    func sides(_ size: WantedSize?) throws -> [Int] {
      try plan(request(.xcursor, size), of: .frames(4)).sizes.map(\.nominal)
    }
    try expectEqual(sides(nil), [32])
    try expectEqual(sides(.width(48)), [48])
    try expectEqual(sides(.list([24, 32])), [24, 32])
  }

  @Test("options that cursors don't support are refused")
  func conflicts() throws {
    var other = RenderRequest("a.gif")
    other.hotSpot = .zero
    #expect(refusal(other).hasPrefix("--hotspot: only supported for cursors"))
    (other.hotSpot, other.size) = (nil, .list([1, 2]))
    #expect(refusal(other).hasPrefix("--size: a list of sizes is only"))
    #expect(
      refusal(request(.cur, .pixels(PixelSize(width: 2, height: 2)))).hasPrefix(
        "--size: a cursor requires a size or a list of sizes"))
    expectEqual(
      refusal(request(.xcursor, .list([32, 0x8000]))),
      "--size: a cursor in xcursor has at most 32767 pixels per side, not 32768; choose a smaller size"
    )
    expectEqual(
      refusal(request(.ani, .width(257))),
      "--size: a cursor in ani has at most 256 pixels per side, not 257; choose a smaller size")
    #expect(refusal(request(.xcursor, .width(6000))).hasPrefix("xcursor: more than 65536 frames"))
    #expect(refusal(request(hotSpot: Point(x: 33, y: 0))).hasPrefix("--hotspot: outside"))
    for (configure, start) in [
      ({ $0.loops = .times(2) }, "--loops: not supported for cursors"),
      ({ $0.scale = 2 }, "--scale: not supported for cursors"),
      ({ $0.configuration.loops = false }, "--no-loop: not supported for cursors"),
      ({ $0.output = "a.gif" }, "--output, --format: 'a.gif' is the name of a file in another"),
      ({ $0.output = "a%d" }, "--output: a cursor is a single file"),
      ({ $0.compression = 3 }, "--compression: only supported for PNG"),
      ({ $0.frame = .number(1) }, "--at, --frame: only supported for a single image"),
      (
        { ($0.format, $0.rate) = (.cursor(.ani), RefreshRate(hertz: 61)) },
        "--fps: at most 60 in ani"
      ),
      ({ ($0.format, $0.frames) = (.cursor(.cur), .all) }, "--frames, --duration"),
    ] as [((inout RenderRequest) -> Void, String)] {
      var request = request()
      configure(&request)
      #expect(refusal(request).hasPrefix(start), "\(start)")
    }
  }

  @Test("a cursor with too many frames is refused before they are drawn")
  func manyFrames() throws {
    var long = request()
    long.duration = 1_000_000
    #expect(refusal(long).hasPrefix("xcursor: more than 65536 frames"))
  }

  /// Renders an SVG in which a red square jumps from the left to the right after a second.
  private func render(
    _ request: RenderRequest, _ scratch: ScratchDirectory
  ) throws -> CursorFile {
    try scratch.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="24" height="12">
        <rect width="12" height="12" fill="red"><animate attributeName="x" values="0;12"
          calcMode="discrete" dur="2s" repeatCount="indefinite"/></rect></svg>
      """, to: "a.svg")
    var request = request
    (request.files, request.output) = ([scratch / "a.svg"], scratch / "left_ptr")
    try request.check()
    let target = try request.target()
    let input = try RenderInput(
      opening: scratch / "a.svg", request, for: target, version: "1", report: { _ in })
    try RenderJob(request, RenderPlan(request, target, input), input, video: nil).run { _ in }
    return try CursorFile(BytesInMemory(scratch.bytes("left_ptr")))
  }

  @Test("an animation becomes a cursor with its frames in each size")
  func rendering() throws {
    let scratch = try ScratchDirectory()
    let wanted = request(.xcursor, .list([12, 24]), hotSpot: Point(x: 6, y: 3))
    let file = try render(wanted, scratch)
    expectEqual(file.pages.map(\.nominalSize), [12, 24])
    expectEqual(
      file.pages.map(\.size), [PixelSize(width: 12, height: 6), PixelSize(width: 24, height: 12)])
    #expect(file.pages[0].hotSpot == (3, 1) && file.pages[1].hotSpot == (6, 3))
    for page in file.pages { expectEqual(page.frames.map(\.delay.numerator), [1000, 1000]) }
    let animation = try CursorAnimation(
      BytesInMemory(scratch.bytes("left_ptr")), file.pages[0])
    try expectEqual(
      animation.pixels(of: 1, in: []),
      (0..<72).map { $0 % 12 < 6 ? 0 : 0xFFFF_0000 })
  }

  @Test("a still cursor shows the chosen frame, and a cursor in a file keeps its hot spot")
  func stillCursors() throws {
    let scratch = try ScratchDirectory()
    var wanted = request(.cur, hotSpot: Point(x: 20, y: 4))
    wanted.time = .seconds(1)
    let file = try render(wanted, scratch)
    expectEqual(file.format, .icon)
    let cursor = try CursorAnimation(
      BytesInMemory(scratch.bytes("left_ptr")), file.pages[0])
    try expectEqual(
      cursor.pixels(of: 0, in: []).prefix(24).map { $0 >> 24 }.firstIndex(of: 255), 12)
    var again = RenderRequest("b.cur")
    (again.files, again.output, again.size) = (
      [scratch / "left_ptr"], scratch / "b.cur", .width(48)
    )
    let target = try again.target()
    let input = try RenderInput(
      opening: scratch / "left_ptr", again, for: target, version: "1", report: { _ in })
    let plan = try RenderPlan(again, target, input)
    expectEqual(plan.sizes.map { [$0.hotX, $0.hotY] }, [[41, 9]])
    // In a file, the hot spot may be to the right of the last pixel.
    let outside = RenderInput(input.source, hotSpot: Point(x: 24.5, y: 0))
    let clamped = try RenderPlan(again, target, outside)
    expectEqual(clamped.sizes.map { [$0.hotX, $0.hotY] }, [[47, 0]])
  }
}
