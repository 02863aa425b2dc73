import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

@Suite("The frame shown at a time")
struct LottiePlaybackTests {
  /// Returns an empty animation of 60 frames, at 30 a second.
  private func playback(
    frames: Int = 60, rate: String = "30",
    _ change: (inout LottieSceneConfiguration) -> Void = { _ in }
  ) throws -> Playback {
    let text =
      "{\"v\":\"5.7.0\",\"fr\":\(rate),\"ip\":5,\"op\":\(5 + frames),\"w\":10,\"h\":10,\"layers\":[]}"
    var configuration = LottieSceneConfiguration()
    change(&configuration)
    return configuration.playback(of: try LottieAnimation(Array(text.utf8)))
  }

  @Test("playback loops, or stops at the last frame")
  func looping() throws {
    let round = try playback()
    for (time, frame) in [(0, 0), (0.5, 15), (1.95, 58.5), (2, 0), (2.5, 15), (-1, 0)] {
      #expect(abs(round.frame(at: time) - frame) < 1e-9, "\(time)")
    }
    let once = try playback { $0.loops = false }
    for (time, frame) in [(0, 0), (0.5, 15), (1.95, 58.5), (1.99, 59), (2, 59), (1e9, 59)] {
      #expect(abs(once.frame(at: time) - frame) < 1e-9, "\(time)")
    }
    for time in [Double.nan, .infinity, -.infinity] { expectEqual(round.frame(at: time), 0) }
  }

  /// Rates at which few frames, or none, begin at a whole number of nanoseconds.
  private static let rates = [
    "24", "23.976", "29.97", "29.9700012207031", "59.94", "60", "25", "7", "204.8", "1000", "0.3",
  ]

  @Test("the nearest nanosecond to a frame's start shows that frame", arguments: rates)
  func wholeFrames(rate: String) throws {
    let whole = try playback(frames: 5_000, rate: rate) { $0.hasSubframes = false }
    let between = try playback(frames: 5_000, rate: rate)
    let exact = RefreshRate(hertz: try #require(Double(rate)))
    for number in 0..<12_000 {
      let time = Timestamp(nanoseconds: exact.nanoseconds(toSlot: number)).seconds
      expectEqual(whole.frame(at: time), Double(number % 5_000))
      expectEqual(between.frame(at: time), Double(number % 5_000))
    }
  }

  @Test(
    "one nanosecond earlier shows the previous frame, and one later only slightly more",
    arguments: rates
  )
  func neighbours(rate: String) throws {
    let whole = try playback(frames: 5_000, rate: rate) { $0.hasSubframes = false }
    let between = try playback(frames: 5_000, rate: rate)
    let exact = RefreshRate(hertz: try #require(Double(rate)))
    for number in stride(from: 1, to: 12_000, by: 7) {
      // If the start is exactly between two nanoseconds, either of them may show the frame.
      let beginning = exact.nanoseconds(toSlot: number)
      let before = Timestamp(nanoseconds: beginning - (rate == "204.8" ? 2 : 1)).seconds
      let after = Timestamp(nanoseconds: beginning + 1).seconds
      expectEqual(whole.frame(at: before), Double((number - 1) % 5_000))
      expectEqual(whole.frame(at: after), Double(number % 5_000))
      let part = between.frame(at: after) - Double(number % 5_000)
      #expect(part >= 0 && part < 2e-9 * exact.hertz + 1e-11)
    }
  }

  @Test(
    "a third of a second is ten frames at 30 per second, and thirds of a frame's duration are exact"
  )
  func thirds() throws {
    let whole = try playback { $0.hasSubframes = false }
    expectEqual(whole.frame(at: 1.0 / 3), 10)
    expectEqual(whole.frame(at: 2.0 / 3), 20)
    try expectEqual(playback().frame(at: 1.0 / 3), 10)
    try expectEqual(playback().frame(afterPlaying: 1.0 / 3), 1.0 / 3)
    try expectEqual(playback().frame(at: 0.001), 0.03)
    // Less than a ten-thousandth of a frame before the next.
    expectEqual(whole.frame(at: 0.333_333_3), 9)
    let near = try playback().frame(at: 0.333_333_3)
    #expect(near < 10 && near > 9.999_998)
  }

  @Test("a range is played from its first frame, and clamped to the animation")
  func parts() throws {
    let part = try playback { $0.range = 10..<20 }
    expectEqual(part.frame(at: 0), 10)
    #expect(abs(part.frame(at: 0.4) - 12) < 1e-9)
    expectEqual(part.lastFrame, 19)
    for range in [-5.0..<5, 50..<500, 100..<200, 60..<60, -9 ..< -3, 7..<7] {
      let odd = try playback { $0.range = range }
      for time in stride(from: 0, to: 4, by: 0.01) {
        #expect((0..<60).contains(odd.frame(at: time)), "\(range)")
      }
    }
  }

  @Test("the next image is due at once, with the next whole frame, or never")
  func nextChange() throws {
    try expectEqual(playback().nextChange(after: 0.71), 0.71)
    let whole = try playback { $0.hasSubframes = false }
    for (time, next) in [(0, 1.0 / 30), (0.5, 16.0 / 30), (0.51, 16.0 / 30), (1.99, 2)] {
      #expect(abs((whole.nextChange(after: time) ?? -1) - next) < 1e-9, "\(time)")
    }
    // Regardless of rounding, the frame after the next change is a different one.
    var (time, frames) = (0.0, 0)
    while time < 10 {
      let next = Timestamp(seconds: try #require(whole.nextChange(after: time))).seconds
      #expect(whole.frame(at: next) != whole.frame(at: time))
      (time, frames) = (next, frames + 1)
    }
    expectEqual(frames, 300)
    let once = try playback { $0.loops = false }
    expectEqual(once.nextChange(after: 1.9), 1.9)
    #expect(once.nextChange(after: 1.98) == nil)
    #expect(once.nextChange(after: 7) == nil)
    #expect(try playback(frames: 1).nextChange(after: 0) == nil)
  }

  @Test(
    "the announced images are complete, in each mode and for any number of loops",
    arguments: [PlaybackMode.forward, .reverse, .bounce, .reverseBounce], [1, 2, 3, nil])
  func changes(mode: PlaybackMode, count: Int?) throws {
    let playback = try playback(frames: 6) {
      $0.hasSubframes = false
      $0.mode = mode
      $0.loops = true
      $0.loopCount = count
    }
    // Longer than three times there and back.
    let slots = 0..<45
    var expected: [Double] = []
    for slot in slots {
      let frame = playback.frame(at: (Double(slot) + 0.5) / 30)
      if frame != expected.last { expected.append(frame) }
    }
    var found = [playback.frame(at: 0)]
    var time = 0.0
    while let next = playback.nextChange(after: time), next < 44.5 / 30 {
      time = Timestamp(seconds: next).seconds
      let frame = playback.frame(at: time)
      if frame != found.last { found.append(frame) }
    }
    #expect(found == expected && expected.count > 5)
  }
}

@Suite("A scene of an animation")
struct LottieSceneTests {
  private func scene(
    frames: Int = 60, _ change: (inout LottieSceneConfiguration) -> Void = { _ in }
  ) throws -> LottieScene {
    let text =
      "{\"v\":\"5.7.0\",\"fr\":30,\"ip\":5,\"op\":\(5 + frames),\"w\":10,\"h\":10,\"layers\":[]}"
    var configuration = LottieSceneConfiguration()
    change(&configuration)
    return LottieScene(try LottieAnimation(Array(text.utf8)), configuration: configuration)
  }

  /// Returns the demand of a scene for a 60 Hz display after the slots before `slot`.
  private func demand(_ scene: LottieScene, after slots: Int) -> FrameSource.Demand {
    let source = FrameSource()
    scene.start(on: source)
    for slot in 0..<slots {
      source.deliver(slot: slot, targetTimestamp: Timestamp(seconds: Double(slot) / 60))
    }
    return source.demand
  }

  @Test("sleeps until the next whole frame, and permanently if nothing moves")
  func rest() throws {
    expectEqual(demand(try scene(), after: 3), .slot(3, orAt: nil))
    let whole = try scene { $0.hasSubframes = false }
    expectEqual(demand(whole, after: 3), .at(Timestamp(seconds: 2.0 / 30)))
    expectEqual(demand(try scene(frames: 1), after: 1), .nothing)
    let once = try scene(frames: 2) { $0.loops = false }
    expectEqual(demand(once, after: 4), .nothing)
    expectEqual(once.frame, 1)
  }

  @Test("is played according to its configuration, as far as that is valid")
  func configuration() throws {
    func check(
      _ change: (inout LottieSceneConfiguration) -> Void, _ wanted: (inout Playback) -> Void,
      line: Int = #line
    ) throws {
      let json = #"{"v":"5.7.0","fr":30,"ip":5,"op":14.5,"w":10,"h":10,"layers":[]}"#
      var configuration = LottieSceneConfiguration()
      change(&configuration)
      let scene = LottieScene(try load(json), configuration: configuration)
      var playback = Playback(FrameTimes(rate: RefreshRate(hertz: 30), count: 9.5))
      wanted(&playback)
      expectEqual(scene.playback, playback, "line \(line)")
      expectEqual(scene.frame, playback.frame(at: .zero), "line \(line)")
    }
    try check({ _ in }, { _ in })
    for mode in PlaybackMode.allCases { try check({ $0.mode = mode }, { $0.mode = mode }) }
    for (range, wanted) in [
      (-5..<4.5, 0..<4.5), (2.25..<7.75, 2.25..<7.75), (8..<500, 8..<9.5),
    ] as [(Range<Double>, Range<Double>)] {
      try check({ $0.range = range }, { $0.range = wanted })
    }
    try check({ $0.hasSubframes = false }, { $0.hasSubframes = false })
    for (loops, count, wanted) in [
      (true, nil, nil), (true, 2, 2), (true, 0, 1), (false, nil, 1), (false, 3, 1),
    ] as [(Bool, Int?, Int?)] {
      try check({ ($0.loops, $0.loopCount) = (loops, count) }, { $0.repetitions = wanted })
    }
    for (speed, wanted) in [(2, 2), (0.3, 0.3), (-1, 1), (0, 1), (.nan, 1), (.infinity, 1)]
      as [(Double, Double)]
    {
      try check({ $0.speed = speed }, { $0.speed = wanted })
    }
  }

  @Test("shows a requested frame, and returns when a frame is played")
  func frames() throws {
    let scene = try scene { $0.range = 10..<20 }
    expectEqual(scene.frame, 10)
    scene.show(frame: 42.5)
    expectEqual(scene.frame, 42.5)
    scene.show(frame: 60)
    expectEqual(scene.frame, 59)
    scene.show(frame: -3)
    expectEqual(scene.frame, 0)
    let playback = try #require(scene.playback)
    expectEqual(playback.cycleDuration, 10.0 / 30)
    expectEqual(playback.time(of: 13.0), .seconds(0.1))
    expectEqual(playback.time(of: 5.0), .zero)
    expectEqual(playback.time(of: 25.0), .seconds(0.3))
  }
}
