import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("The frames of a plan")
struct RenderPlanTests {
  private func plan(
    _ output: String?, of playback: Playback?,
    _ configure: (inout RenderRequest) throws -> Void = { _ in }
  ) throws -> RenderPlan {
    try RenderRequest(output, configure).plan(of: RenderInput(playback))
  }

  /// The durations of the frames in a video, in milliseconds.
  private func durations(_ plan: RenderPlan) throws -> [Double] {
    let times = try #require(plan.video?.times)
    return (0..<plan.frames.count).map {
      ((times.begin(of: Fraction($0 + 1)) - times.begin(of: Fraction($0))) * 1000).double
    }
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      #expect((error as? Failure)?.status == .usage)
      return "\(error)"
    }
  }

  @Test("a sequence has all frames of the file at its rate, or those at another rate or speed")
  func counts() throws {
    func count(_ configure: (inout RenderRequest) -> Void) throws -> Int {
      try plan("%d.png", of: .frames(50), configure).frames.count
    }
    try expectEqual(plan("%d.png", of: .frames(50)).numbers, Array(0..<50))
    try expectEqual(plan("%d.png", of: .frames(50)).milliseconds[7], 280)
    try expectEqual(count { $0.rate = RefreshRate(hertz: 2) }, 4)
    try expectEqual(count { $0.speed = 25 }, 2)
    try expectEqual(count { $0.loops = .times(2) }, 100)
    try expectEqual(count { $0.start = .seconds(1) }, 25)
    try expectEqual(count { $0.duration = 0.2 }, 5)
    try expectEqual(
      plan("%d.png", of: .frames(50)) {
        ($0.rate, $0.start, $0.speed) = (RefreshRate(hertz: 10), .seconds(1), 2)
      }.milliseconds, [1000, 1200, 1400, 1600, 1800])
  }

  @Test(
    "frames are selected by numbers and percentages, counted from the offset",
    arguments: [
      ("48..50", 0, [48, 49]), ("96%-100%", 0, [47, 48, 49]), ("100%-100%", 0, [49]),
      ("2", 100, [100, 101]), ("148-", 100, [148, 149]), ("all", 7, Array(7..<57)),
    ])
  func selections(text: String, offset: Int, numbers: [Int]) throws {
    let plan = try plan("%d.png", of: .frames(50)) {
      $0.frames = try #require(FrameSelection(text))
      $0.frameOffset = offset
    }
    expectEqual(plan.numbers, numbers)
    expectEqual(plan.milliseconds, numbers.map { Double($0 - offset) * 40 })
  }

  @Test("a frame past the end is an error with advice, or skipped")
  func pastEnd() throws {
    for playback in [Playback.frames(5), try .hundredths(10, 30, 10, 20, 5)] {
      for output in ["%d.png", "a.gif"] {
        expectEqual(
          refusal { _ = try plan(output, of: playback) { $0.frames = FrameSelection("3-5") } },
          "--frames: frame 5 does not exist; the last is 4; to skip frames past the end, use "
            + "--past-end clip")
        let clipped = try plan(output, of: playback) {
          ($0.frames, $0.pastEnd) = (FrameSelection("3-9"), .clip)
        }
        expectEqual(clipped.numbers, [3, 4])
      }
    }
    expectEqual(
      refusal {
        _ = try plan("%d.png", of: .frames(5)) {
          ($0.frames, $0.frameOffset) = (FrameSelection("3-5"), 4)
        }
      }, "--frames: frame 3 does not exist; the first is 4")
  }

  @Test("a single file requires a frame, but a sequence can be empty", arguments: [false, true])
  func noFrames(isSheet: Bool) throws {
    func none(_ output: String) throws -> RenderPlan {
      try plan(output, of: .frames(5)) {
        $0.sheet = isSheet && output == "a.png" ? SheetLayout("2x2") : nil
        ($0.frames, $0.pastEnd) = (FrameSelection("100-"), .clip)
      }
    }
    for output in isSheet ? ["a.png"] : ["a.gif", "a.apng", "a.y4m"] {
      expectEqual(
        refusal { _ = try none(output) },
        "--frames: no frames selected; choose at least one frame of the animation")
    }
    try expectEqual(none("%d.png").frames.count, 0)
  }

  @Test("the frames of a file with their own durations appear once in each output that keeps them")
  func ownFrames() throws {
    let playback = try Playback.hundredths(10, 30, 10, 20, 5)
    for output in ["%d.png", "a.gif", "a.apng", "a.webp", nil] {
      let whole = try plan(output, of: playback)
      #expect(whole.frames is TimedFrames && whole.numbers == [0, 1, 2, 3, 4], "\(output ?? "")")
      expectEqual(whole.milliseconds, [0, 100, 400, 500, 700])
      if output?.hasPrefix("a") == true {
        try expectEqual(durations(whole), [100, 300, 100, 200, 50])
      }
      let part = try plan(output, of: playback) { $0.frames = FrameSelection("1-3") }
      expectEqual(part.numbers, [1, 2, 3])
    }
    // A video at a rate shows each as often as that takes.
    let regular = try plan("a.rgba", of: playback) { $0.frames = FrameSelection("1-3") }
    #expect(regular.frames is VideoFrames && regular.video?.times == nil)
    expectEqual(regular.numbers, Array(2..<14))
    expectEqual(regular.video?.rate, RefreshRate(hertz: 20))
    // With a rate, a start, a duration or loops, the numbers are those of a video.
    for configure: (inout RenderRequest) -> Void in [
      { $0.rate = RefreshRate(hertz: 10) },
      { ($0.start, $0.rate) = (.zero, RefreshRate(hertz: 10)) },
      { ($0.duration, $0.rate) = (0.75, RefreshRate(hertz: 10)) },
    ] {
      let counted = try plan(nil, of: playback) {
        $0.frames = FrameSelection("0-2")
        configure(&$0)
      }
      expectEqual(counted.milliseconds, [0, 100, 200])
    }
    let shifted = try plan(nil, of: playback) { ($0.frames, $0.frameOffset) = (.all, 7) }
    expectEqual(shifted.numbers, [7, 8, 9, 10, 11])
    let repeated = try plan(nil, of: playback) { $0.loops = .times(2) }
    #expect(repeated.frames is VideoFrames && repeated.frames.count == 30)
  }

  @Test("frames are played in the order of the mode, each with its duration")
  func modes() throws {
    let rows: [(PlaybackMode, [Double], [Double])] = [
      (.reverse, [110, 20, 1000, 70, 30], [0, 110, 130, 1130, 1200]),
      (
        .bounce, [30, 70, 1000, 20, 110, 20, 1000, 70], [0, 30, 100, 1100, 1120, 1230, 1250, 2250]
      ),
    ]
    for (mode, expected, begins) in rows {
      let timed = try plan("a.apng", of: .hundredths(3, 7, 100, 2, 11, mode: mode))
      try expectEqual(durations(timed), expected)
      expectEqual(timed.milliseconds, begins)
    }
    for (mode, count) in [(PlaybackMode.forward, 8), (.reverse, 8), (.bounce, 14)] {
      try expectEqual(plan(nil, of: .frames(8, mode: mode)).frames.count, count)
    }
  }

  @Test("another speed changes the durations of frames, but not below those that browsers keep")
  func speeds() throws {
    func fast(_ output: String, _ speed: Double, _ playback: Playback) throws -> RenderPlan {
      try plan(output, of: playback) { $0.speed = speed }
    }
    try expectEqual(durations(fast("a.apng", 2, .hundredths(4, 8, 100))), [20, 40, 500])
    try expectEqual(durations(fast("a.apng", 0.5, .hundredths(6, 6, 6))), [120, 120, 120])
    // Half of 20 ms would be too short, except for GIF, whose frames have a rate anyway.
    for output in ["a.apng", "a.webp"] {
      let plan = try fast(output, 2, .hundredths(2, 2, 2, 2, 8))
      #expect(plan.frames is VideoFrames && plan.frames.count > 0)
    }
    #expect(try !(fast("a.gif", 2, .frames(4)).frames is TimedFrames))
  }

  @Test("a video has the rate of the file, up to the limit of its format")
  func rates() throws {
    for (output, rate, expected) in [
      ("a.mp4", 25.0, 25.0), ("a.mp4", 120, 120), ("a.gif", 120, 50), ("a.gif", 30, 30),
      ("a.webp", 120, 90), ("a.apng", 120, 90),
    ] {
      expectEqual(
        try plan(output, of: .frames(10, rate: rate)).video?.rate, RefreshRate(hertz: expected),
        "\(output) \(rate)")
    }
    let scene = try plan("a.mp4", of: nil) { ($0.files, $0.duration) = ([], 0.5) }
    expectEqual(scene.video?.rate, RefreshRate(hertz: 60))
    expectEqual(scene.frames.count, 30)
    // Frame times of a WebP are whole milliseconds, so its frames have times even at a rate.
    let webP = try plan("a.webp", of: nil) { ($0.files, $0.duration) = ([], 0.5) }
    expectEqual(webP.video?.times?.exactCount, 30)
    expectEqual(scene.video?.times, nil)
  }

  @Test("a format that stores a loop count contains the frames once")
  func repetitions() throws {
    for (output, count) in [
      ("a.gif", 5), ("a.webp", 5), ("a.apng", 5), ("a.avif", 5), ("a.rgba", 15), ("a.mp4", 15),
    ] {
      let plan = try plan(output, of: .frames(5)) { $0.loops = .times(3) }
      expectEqual(plan.frames.count, count, "\(output)")
    }
  }

  @Test("a video has the loop count of the file on request, and otherwise loops forever")
  func plays() throws {
    func plays(
      ofFile hasLoopCount: Bool = true, _ repetitions: Int?,
      _ configure: (inout RenderRequest) -> Void
    ) throws -> Int? {
      var request = RenderRequest("a.gif")
      configure(&request)
      let input = try RenderInput(
        .frames(2, repetitions: repetitions), hasLoopCount: hasLoopCount)
      return try #require(request.plan(of: input).video).plays
    }
    try expectEqual(plays(3) { _ in }, nil)
    try expectEqual(plays(3) { $0.configuration.obeysLoopCount = true }, 3)
    try expectEqual(plays(1) { $0.configuration.loops = false }, 1)
    try expectEqual(plays(nil) { $0.configuration.loops = true }, nil)
    try expectEqual(
      plays(3) { ($0.configuration.obeysLoopCount, $0.loops) = (true, .times(2)) }, 2)
    try expectEqual(
      plays(3) { ($0.configuration.obeysLoopCount, $0.loops) = (true, .forever) }, nil)
    // The loop count of a file without one comes from elsewhere.
    try expectEqual(plays(ofFile: false, 3) { $0.configuration.obeysLoopCount = true }, nil)
  }

  @Test("a loop is rendered without its introduction, unless a start or a duration is chosen")
  func loops() throws {
    let loop = SceneLoop(start: 3, period: 1)
    let input = try RenderInput(.frames(100), loop: loop)
    let seamless = try RenderRequest("%d.png").plan(of: input)
    #expect(seamless.milliseconds.first == 3000 && seamless.frames.count == 25)
    let whole = try RenderRequest("%d.png") { $0.start = .zero }.plan(of: input)
    #expect(whole.milliseconds.first == 0 && whole.frames.count == 100)
  }

  @Test("an image shows the first frame of a file, two seconds of a scene, or the chosen position")
  func images() throws {
    func instant(
      _ playback: Playback?, _ configure: (inout RenderRequest) -> Void = { _ in }
    ) throws -> SceneInstant {
      let plan = try plan("a.png", of: playback) {
        if playback == nil { $0.files = [] }
        configure(&$0)
      }
      expectEqual(plan.frames.count, 1)
      return plan.frames.instant(at: 0)
    }
    let rate = RefreshRate(hertz: 60)
    try expectEqual(instant(.frames(50)), .time(.zero))
    try expectEqual(instant(nil), .time(.seconds(2)))
    try expectEqual(instant(.frames(50)) { $0.time = .seconds(0.4) }, .time(.seconds(0.4)))
    try expectEqual(instant(.frames(50)) { $0.frame = .number(12) }, .frame(12, rate: rate))
    try expectEqual(instant(.frames(50)) { $0.frame = .percent(50) }, .frame(25, rate: rate))
    try expectEqual(
      instant(.frames(50, range: 20..<30)) { $0.frame = .percent(100) }, .frame(29, rate: rate))
    try expectEqual(
      instant(nil) { ($0.frame, $0.rate) = (.number(12), RefreshRate(hertz: 24)) },
      .frame(12, rate: RefreshRate(hertz: 24)))
    expectEqual(
      refusal { _ = try instant(.frames(50)) { $0.frame = .number(50) } },
      "--frame: frame 50 does not exist; the last is 49")
    expectEqual(
      refusal { _ = try instant(nil) { $0.frame = .percent(50) } },
      "--frame: there is no last frame; use numbers instead of percentages")
  }

  @Test("the hash of a single frame has its number")
  func hashes() throws {
    for configure: (inout RenderRequest) -> Void in [
      { $0.frame = .number(3) }, { $0.time = .seconds(0.12) },
    ] {
      for output in [nil, "a.png"] {
        expectEqual(try plan(output, of: .frames(50), configure).numbers, [3])
      }
    }
  }

  @Test("the frames of a sheet include the first and the last")
  func sheetFrames() throws {
    let layout = try #require(SheetLayout("2x2"))
    expectEqual(layout.indices(of: 10), [0, 3, 6, 9])
    expectEqual(layout.indices(of: 3), [0, 1, 2])
    expectEqual(layout.indices(of: 4), [0, 1, 2, 3])
    expectEqual(SheetLayout("1x1")?.indices(of: 7), [0])
    for text in ["", "2", "0x1", "x", "1x1001", "2x2x2", "-1x2"] {
      #expect(SheetLayout(text) == nil)
    }
  }

  @Test("a sheet has evenly spaced frames, whose durations add up to that of the animation")
  func sheets() throws {
    func sheet(
      _ layout: String, _ configure: (inout RenderRequest) -> Void = { _ in }
    ) throws -> RenderPlan {
      try plan("a.png", of: .frames(10, rate: 10)) {
        $0.sheet = SheetLayout(layout)
        configure(&$0)
      }
    }
    let four = try sheet("2x2")
    expectEqual(four.numbers, [0, 3, 6, 9])
    expectEqual(four.durations.map { ($0 * 1000).rounded }, [300, 300, 300, 100])
    let sums = [
      try sheet("1x1"), try sheet("3x1"), try sheet("7x1"), try sheet("10x1"),
      try sheet("3x1") { $0.rate = RefreshRate(hertz: 60) },
      try sheet("4x1") { $0.frames = FrameSelection("0-8x2") },
    ].map { $0.durations.reduce(0, +) }
    expectEqual(sums, Array(repeating: 1, count: 6))
    try expectEqual(sheet("2x1") { $0.speed = 2 }.durations.reduce(0, +), Fraction(1) / 2)
    let timed = try plan("a.png", of: .hundredths(10, 30, 10, 20, 5)) {
      ($0.sheet, $0.frames) = (SheetLayout("3x1"), FrameSelection("1-3"))
    }
    expectEqual(timed.durations, [30, 10, 20].map { Fraction($0) / 100 })
  }

  @Test("the still image at the end of an animation doesn't extend it")
  func stillEnd() throws {
    // As in SVG, a frame more shows the end.
    for layout in ["1x1", "2x1", "3x1", "7x1", "61x1"] {
      let input = RenderInput(
        try RenderInput(.frames(61, rate: 60)).source, duration: 1)
      let plan = try RenderRequest("a.png") { $0.sheet = SheetLayout(layout) }.plan(of: input)
      expectEqual(plan.durations.reduce(0, +), 1, "\(layout)")
      #expect(plan.durations.allSatisfy { $0 > 0 }, "\(layout)")
    }
  }

  @Test("a sheet that is too large is refused")
  func largeSheet() throws {
    let source = try RenderSource(size: PixelSize(width: 9999, height: 9999), background: .clear) {
      EmptyScene()
    }
    let request = RenderRequest("a.png") {
      ($0.sheet, $0.files, $0.duration) = (SheetLayout("1000x1000"), [], 1)
    }
    #expect(refusal { _ = try request.plan(of: RenderInput(source)) }.hasPrefix("--sheet: "))
  }

  @Test("a manifest requires the number in the names of the files")
  func manifests() throws {
    func plan(_ output: String) throws -> RenderPlan {
      try self.plan(output, of: .frames(2)) { $0.manifest = "m" }
    }
    try expectEqual(plan("a/%d.png").frames.count, 2)
    #expect(refusal { _ = try plan("a%d/b.png") }.hasPrefix("--manifest: the frame number must"))
  }

  @Test("the properties of a video are those of the request and of the background")
  func videos() throws {
    let opaque = try RenderRequest("a.gif") { $0.isDithered = true }
      .plan(of: RenderInput(.frames(2), background: .white)).video
    #expect(opaque?.isOpaque == true && opaque?.isDithered == true && opaque?.format == .gif)
    let sampling = Y4MSampling(chroma: .full, depth: 10, range: .full)
    let video = try plan("a.y4m", of: .frames(2)) { $0.sampling = sampling }.video
    #expect(video?.isOpaque == false && video?.isDithered == false)
    expectEqual(video?.sampling, sampling)
    expectEqual(video?.size, PixelSize(width: 8, height: 4))
  }

  @Test("images are PNG files with the requested compression, or JPEG files")
  func encodings() throws {
    try expectEqual(plan("a.png", of: .frames(2)).encoding, .png())
    try expectEqual(
      plan("%d.png", of: .frames(2)) { $0.compression = 9 }.encoding, .png(compression: 9))
    try expectEqual(plan("%d.JPG", of: .frames(2)).encoding, .jpeg)
  }

  private final class EmptyScene: Scene {
    func layout(in size: Size) {}
    func update(to time: Seconds) {}
    func start(on source: FrameSource) {}
    func draw(into list: inout DisplayList) {}
  }
}
