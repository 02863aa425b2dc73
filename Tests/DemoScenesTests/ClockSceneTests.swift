import AnimCore
import AnimGraphics
import DemoScenes
import TestSupport
import Testing

@Suite("The clock")
struct ClockSceneTests {
  /// Returns a clock that starts at `hour`:`minute`:`second`.
  private func clock(
    _ hour: Int, _ minute: Int, _ second: Double,
    _ change: (inout ClockConfiguration) -> Void = { _ in }
  ) -> ClockScene {
    var configuration = ClockConfiguration()
    configuration.startTime = Double(hour * 3_600 + minute * 60) + second
    change(&configuration)
    return ClockScene(configuration: configuration)
  }

  /// Degrees from 12 o'clock, in 0..<360.
  private func degrees(_ hand: ClockScene.Hand, _ clock: ClockScene) -> Double {
    let turns = clock.angle(of: hand).turns
    return (turns - turns.rounded(.down)) * 360
  }

  @Test("shows the given time, and continues with the time of the scene")
  func showsTheTime() {
    let clock = clock(3, 0, 0)
    clock.update(to: 0.5)
    #expect(abs(degrees(.hour, clock) - 90) < 1e-9)
    #expect(abs(degrees(.minute, clock)) < 1e-9)
    #expect(abs(degrees(.second, clock)) < 1e-9)
    clock.update(to: 15.9)
    #expect(abs(degrees(.second, clock) - 90) < 1e-9)
    #expect(abs(degrees(.minute, clock) - 1.5) < 1e-9)
    clock.update(to: 3 * 3_600 + 0.5)
    #expect(abs(degrees(.hour, clock) - 180) < 1e-9)
  }

  @Test(
    "the hands are at rest when the clock starts", arguments: [0, 0.5, 0.999])
  func startsAtRest(fraction: Double) {
    let clock = clock(0, 0, fraction) {
      $0.curve = .spring(Spring(duration: 1, bounce: 0.4))
      $0.duration = 1
    }
    for time in [0, 0.1, 0.99].filter({ $0 + fraction < 1 }) {
      clock.update(to: time)
      for hand in ClockScene.Hand.allCases { expectEqual(degrees(hand, clock), 0, "at \(time) s") }
    }
    clock.update(to: 1.2 - fraction)
    #expect(degrees(.second, clock) > 0 && degrees(.second, clock) != 6)
  }

  @Test("a tick begins at the start of the second, with the configured curve")
  func tickBegins() {
    let clock = clock(0, 0, 10.25)
    // The eleventh second begins at 0.75; the hand moves for a quarter of a second.
    clock.update(to: 0.75)
    #expect(abs(degrees(.second, clock) - 60) < 1e-9)
    clock.update(to: 0.875)
    let part = TimingFunction.easeIn.value(at: 0.5)
    #expect(abs(degrees(.second, clock) - (60 + 6 * part)) < 1e-9)
    clock.update(to: 1)
    #expect(abs(degrees(.second, clock) - 66) < 1e-9)
  }

  @Test("the image doesn't depend on the frame rate", arguments: [7.0, 24, 59.94, 144])
  func frameRate(rate: Double) {
    let followed = clock(10, 59, 57.3)
    let source = VirtualFrameSource(refreshRate: rate)
    followed.start(on: source)
    source.advance(to: Timestamp(seconds: 5.1))
    followed.update(to: 5.75)
    let sought = clock(10, 59, 57.3)
    sought.update(to: 5.75)
    for hand in ClockScene.Hand.allCases {
      expectEqual(followed.angle(of: hand), sought.angle(of: hand))
    }
  }

  @Test("the second hand continues clockwise from 59 to 0")
  func goesOnClockwise() {
    let clock = clock(0, 0, 59)
    clock.update(to: 0.9)
    var last = degrees(.second, clock)
    #expect(abs(last - 354) < 1e-9)
    for step in 0...25 {
      clock.update(to: 1 + Double(step) / 100)
      let angle = degrees(.second, clock)
      let on = (angle - last + 360).truncatingRemainder(dividingBy: 360)
      #expect(on < 3, "a hundredth of a second moved the hand by \(on)°")
      last = angle
    }
    #expect(min(last, 360 - last) < 1e-9)
  }

  @Test("seeking in any order has the same result as stepping", arguments: [0.0, 0.25, 0.999, 1])
  func seeks(duration: Double) throws {
    func make() throws -> ClockScene {
      let curve = TimingFunction.spring(Spring(duration: 0.5, bounce: 0.4))
      return clock(23, 59, 58.123) {
        $0.duration = duration
        $0.curve = curve
      }
    }
    let stepped = try make()
    let times = (0..<400).map { Double($0) * 0.017 }
    let angles = times.map { time in
      stepped.update(to: time)
      return ClockScene.Hand.allCases.map(stepped.angle(of:))
    }
    var generator = SeededGenerator(seed: 5)
    let sought = try make()
    for index in times.indices.shuffled(using: &generator) {
      sought.update(to: times[index])
      expectEqual(ClockScene.Hand.allCases.map(sought.angle(of:)), angles[index])
    }
  }

  @Test("sweeping hands move continuously and evenly")
  func sweeps() {
    let clock = clock(0, 0, 0) { $0.motion = .sweep }
    clock.update(to: 7.5)
    #expect(abs(degrees(.second, clock) - 45) < 1e-9)
    #expect(abs(degrees(.minute, clock) - 0.75) < 1e-9)
  }

  @Test("sweeping hands depend only on the time, not on earlier frames")
  func sweepsWithoutLag() {
    let clock = clock(0, 0, 0) { $0.motion = .sweep }
    for tick in 0...450 { clock.update(to: Double(tick) / 60) }
    #expect(abs(degrees(.second, clock) - 45) < 1e-9)
  }

  @Test("no frames are needed between two ticks")
  func restsBetweenTicks() {
    let clock = clock(0, 0, 0)
    let source = VirtualFrameSource(refreshRate: 60)
    clock.start(on: source)
    source.advance(to: Timestamp(seconds: 0.1))
    expectEqual(source.demand, .at(Timestamp(seconds: 1)))
    source.advance(to: Timestamp(seconds: 1.1))
    guard case .slot = source.demand else {
      Issue.record("the hand moves, but no frame is wanted")
      return
    }
    source.advance(to: Timestamp(seconds: 1.5))
    expectEqual(source.demand, .at(Timestamp(seconds: 2)))
  }

  @Test(
    "setting the clock in mid-flight moves the hands from their current positions, the shorter way")
  func adjusts() {
    let clock = clock(0, 0, 10)
    clock.update(to: 1.1)
    let before = clock.angle(of: .minute)
    clock.adjustClocks(by: -60)
    expectEqual(clock.angle(of: .minute), before)
    clock.update(to: 1.2)
    let turned = degrees(.minute, clock)
    #expect(turned > 354 && turned < 360.0, "the minute hand went back to \(turned)°")
    clock.update(to: 1.9)
    #expect(abs(degrees(.minute, clock) - (360 - 6 + 1.1)) < 1e-9)
    #expect(abs(degrees(.second, clock) - 66) < 1e-9)
  }

  @Test("a clock that rests between two ticks moves its hands as soon as it is set")
  func adjustsAtRest() {
    let clock = clock(0, 0, 0)
    let source = VirtualFrameSource(refreshRate: 60)
    clock.start(on: source)
    source.advance(to: Timestamp(seconds: 0.5))
    clock.adjustClocks(by: 3_600)
    source.advance(to: Timestamp(seconds: 0.9))
    #expect(abs(degrees(.hour, clock) - 30) < 1e-9)
    expectEqual(source.demand, .at(Timestamp(seconds: 1)))
  }

  @Test("setting the clock again after going back replaces the later adjustment")
  func setAgain() {
    let (clock, other) = (clock(10, 0, 0), clock(10, 0, 0))
    clock.update(to: 20)
    clock.adjustClocks(by: 3_600)
    clock.update(to: 30)
    clock.adjustClocks(by: 60)
    for clock in [clock, other] {
      clock.update(to: 10)
      clock.adjustClocks(by: 600)
    }
    for time in [10.1, 15, 20, 25.5, 40, 5] {
      clock.update(to: time)
      other.update(to: time)
      for hand in ClockScene.Hand.allCases {
        #expect(abs(degrees(hand, clock) - degrees(hand, other)) < 1e-9, "\(time)")
      }
    }
  }

  @Test("a clock that was set can be sought, even to before it was set")
  func adjustmentsAreReplayed() {
    let times = (0..<300).map { Double($0) * 0.013 }
    let stepped = clock(9, 30, 0.4)
    var angles: [[Angle]] = []
    for (index, time) in times.enumerated() {
      stepped.update(to: time)
      if index == 100 { stepped.adjustClocks(by: 3_600) }
      if index == 110 { stepped.adjustClocks(by: -120) }
      angles.append(ClockScene.Hand.allCases.map(stepped.angle(of:)))
    }
    var generator = SeededGenerator(seed: 9)
    for index in times.indices.shuffled(using: &generator) {
      stepped.update(to: times[index])
      expectEqual(ClockScene.Hand.allCases.map(stepped.angle(of:)), angles[index], "frame \(index)")
    }
  }
}
