import TestSupport
import Testing

@testable import AnimCore

/// Compares random playbacks with a list of their steps, made by counting from one to the next.
@Suite("Properties of every playback")
struct PlaybackPropertyTests {
  /// A shown frame and the time at which it appears.
  private struct Step {
    var begin: Fraction
    var frame: Fraction
    /// Whether a key stops at this step. It doesn't if the step repeats the last frame after
    /// everything was played.
    var isStep = true
  }

  /// Returns a random playback: with a rate or its own frame times, of all frames or some, in any
  /// order.
  private static func playback(
    _ random: inout SeededGenerator, hasSubframes: Bool = false
  ) throws -> Playback {
    let isListed = !hasSubframes && Bool.random(using: &random)
    let count = Int.random(in: 1...12, using: &random)
    let times: FrameTimes
    if isListed {
      let ticks = [30, 100, 1000, 44_100].randomElement(using: &random) ?? 100
      let durations = (0..<count).map { _ in Int.random(in: 1...40, using: &random) }
      times = try #require(FrameTimes(durations: durations, ticksPerSecond: ticks))
    } else {
      let rates: [Double] = [24, 25, 29.97, 23.976, 60, 7, 0.3, 204.8]
      let hertz = rates.randomElement(using: &random) ?? 24
      let parts: [Double] = [0, 0, 0.5, 0.1, 0.987_654_321]
      let part = parts.randomElement(using: &random) ?? 0
      times = FrameTimes(rate: RefreshRate(hertz: hertz), count: Double(count) + part)
    }
    let a = Double(Int.random(in: -1...4 * count, using: &random)) / 4
    let b = Double(Int.random(in: 1...4 * count, using: &random)) / 4
    return Playback(
      times, range: Bool.random(using: &random) ? nil : min(a, b)..<max(a, b) + 0.25,
      speed: [1, 1, 2, 0.5, 0.3, 12.5].randomElement(using: &random) ?? 1,
      mode: PlaybackMode.allCases.randomElement(using: &random) ?? .forward,
      repetitions: [nil, 1, 2, 3].randomElement(using: &random) ?? nil, hasSubframes: hasSubframes)
  }

  private static let playbacks: [Playback] = {
    var random = SeededGenerator(seed: 38)
    return (0..<400).compactMap { _ in try? playback(&random) }
  }()

  private static let smooth: [Playback] = {
    var random = SeededGenerator(seed: 83)
    return (0..<200).compactMap { _ in try? playback(&random, hasSubframes: true) }
  }()

  /// Returns the steps of the first three cycles, or of all if there are fewer, and the frames
  /// shown after them.
  private static func steps(of playback: Playback) -> [Step] {
    let first = playback.frames.lowerBound
    let length = playback.frames.upperBound - first
    let frames = (0..<length.ceiling).map { first + Fraction($0) }
    var order = frames
    switch playback.mode {
    case .forward: break
    case .reverse: order.reverse()
    case .bounce: order += frames.dropFirst().dropLast().reversed()
    case .reverseBounce:
      order = Array(frames.reversed()) + frames.dropFirst().dropLast()
    }
    let speed = Fraction(decimal: playback.speed)
    func duration(_ index: Int) -> Fraction {
      if playback.times.listedEnds != nil {
        let frame = order[index]
        return (playback.times.begin(of: frame + 1) - playback.times.begin(of: frame)) / speed
      }
      let isCut = index == order.count - 1 && (!playback.mode.returns || frames.count == 1)
      let part = isCut ? length - Fraction(frames.count - 1) : 1
      return part / Fraction(playback.frameRate ?? .assumed)
    }
    var steps: [Step] = []
    var begin = Fraction(0)
    for _ in 0..<(playback.repetitions ?? 3) {
      for index in order.indices {
        steps.append(Step(begin: begin, frame: order[index]))
        begin = begin + duration(index)
      }
    }
    let returns = playback.mode.returns && frames.count > 1
    if playback.repetitions != nil, let last = returns ? order.first : order.last {
      steps.append(Step(begin: begin, frame: last, isStep: returns))
    }
    return steps
  }

  /// Returns the frame shown some seconds after a step that isn't the last.
  private static func frame(
    _ playback: Playback, from step: Fraction, to next: Fraction, after seconds: Fraction
  ) -> Fraction {
    guard playback.isAnimated else { return step }
    let first = playback.frames.lowerBound
    let part = seconds * Fraction(playback.frameRate ?? .assumed)
    switch playback.mode {
    case .forward:
      let last = first + Fraction((playback.frames.upperBound - first).ceiling - 1)
      return playback.repetitions == nil ? step + part : min(step + part, last)
    case .reverse: return max(step - part, first)
    case .bounce, .reverseBounce: return step + (next - step) / 2
    }
  }

  @Test("the time of a frame shows that frame", arguments: playbacks + smooth)
  func identity(playback: Playback) {
    var frame = playback.frames.lowerBound
    while frame.double <= playback.lastFrame {
      expectEqual(playback.frame(at: playback.time(of: frame)), frame.double)
      expectEqual(playback.frame(at: playback.time(of: frame.double)), frame.double)
      frame = frame + 1
    }
  }

  @Test(
    "each frame is shown from the nanosecond nearest to its start to that of the next",
    arguments: playbacks)
  func frames(playback: Playback) {
    let steps = Self.steps(of: playback)
    for (step, next) in zip(steps, steps.dropFirst()) {
      for time in [
        step.begin.timestamp, Timestamp(nanoseconds: next.begin.timestamp.nanoseconds - 1),
      ] {
        expectEqual(playback.frame(at: time), step.frame.double, "\(time)")
      }
      expectEqual(playback.frame(afterPlaying: step.begin), step.frame)
    }
    if playback.repetitions != nil, let last = steps.last {
      expectEqual(playback.frame(at: last.begin.double + 1e6), last.frame.double)
      expectEqual(playback.frame(afterPlaying: last.begin + 1_000_000), last.frame)
    }
  }

  @Test(
    "the next change is the first nanosecond at which another frame is shown", arguments: playbacks)
  func changes(playback: Playback) {
    let steps = Self.steps(of: playback)
    let isEndless = playback.repetitions == nil
    for index in steps.indices {
      let next = steps[index...].first { $0.frame != steps[index].frame }
      // Beyond the steps that were counted.
      if next == nil, isEndless, playback.isAnimated { continue }
      let begin = steps[index].begin.timestamp
      expectEqual(playback.nextChange(after: begin), next?.begin.timestamp)
      let later = Timestamp(nanoseconds: begin.nanoseconds + 1)
      expectEqual(playback.nextChange(after: later), next?.begin.timestamp)
    }
  }

  @Test("a step has the same effect as a seek to it, and can be reversed", arguments: playbacks)
  func stepping(playback: Playback) {
    let steps = Self.steps(of: playback).filter(\.isStep).map(\.begin.timestamp)
    for (index, begin) in steps.enumerated() {
      for count in [1, 2, 5] where index + count < steps.count {
        let reached = playback.time(stepping: count, from: begin)
        expectEqual(reached, steps[index + count])
        expectEqual(playback.time(stepping: -count, from: reached), begin)
        let between = Timestamp(nanoseconds: begin.nanoseconds + 1)
        expectEqual(playback.time(stepping: count, from: between), steps[index + count])
        expectEqual(playback.time(stepping: -1, from: between), begin)
      }
      expectEqual(playback.time(stepping: -index - 1, from: begin), .zero)
    }
    if playback.repetitions != nil, let last = steps.last {
      expectEqual(playback.time(stepping: 3, from: last), last)
      // Long after the end, the last frame is still shown.
      expectEqual(
        playback.time(stepping: -1, from: last + 100), steps.dropLast().last ?? .zero)
    }
  }

  @Test("ten thousand repetitions later, the same frames are shown", arguments: playbacks)
  func repetitions(playback: Playback) {
    var playback = playback
    playback.repetitions = nil
    let start = Fraction(10_000) * playback.exactCycleDuration
    for step in Self.steps(of: playback) {
      expectEqual(playback.frame(at: (start + step.begin).timestamp), step.frame.double)
      expectEqual(playback.frame(afterPlaying: start + step.begin), step.frame)
    }
  }

  @Test("between whole frames, the image changes until it stays unchanged", arguments: smooth)
  func subframes(playback: Playback) {
    let steps = Self.steps(of: playback)
    for (step, next) in zip(steps, steps.dropFirst()) {
      let middle = ((step.begin + next.begin) / 2).timestamp
      let half = (next.begin - step.begin) / 2
      #expect(
        playback.frame(afterPlaying: step.begin + half)
          == Self.frame(playback, from: step.frame, to: next.frame, after: half))
      for time in [step.begin.timestamp, middle] {
        let frame = playback.frame(at: time)
        let after = Timestamp(nanoseconds: time.nanoseconds + 1)
        switch playback.nextChange(after: time) {
        case time?: #expect(playback.frame(at: after) != frame)
        case let change?:
          let before = Timestamp(nanoseconds: change.nanoseconds - 1)
          #expect(playback.frame(at: before) == frame && playback.frame(at: after) == frame)
          #expect(playback.frame(at: change) != frame)
        case nil:
          #expect(playback.frame(at: after) == frame && playback.frame(at: 1e6) == frame)
        }
      }
    }
  }

  @Test("listed times that correspond to a rate are played like that rate", arguments: 0..<200)
  func listedRates(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...30, using: &random)
    let rates: [Double] = [24, 25, 29.97, 23.976, 59.94, 7]
    let hertz = rates.randomElement(using: &random) ?? 24
    let rate = RefreshRate(hertz: hertz)
    let listed = try #require(
      FrameTimes(ends: (1...count).map { Fraction($0) / Fraction(rate) }))
    let first = Double(Int.random(in: 0..<count, using: &random))
    let last = Double(Int.random(in: Int(first)..<count, using: &random))
    let options = (
      range: first..<last + 1,
      speed: ([1, 2, 0.5, 1.5] as [Double]).randomElement(using: &random) ?? 1,
      mode: PlaybackMode.allCases.randomElement(using: &random) ?? .forward,
      repetitions: [nil, 1, 2].randomElement(using: &random) ?? nil
    )
    let (a, b) = (
      Playback(
        listed, range: options.range, speed: options.speed, mode: options.mode,
        repetitions: options.repetitions),
      Playback(
        FrameTimes(rate: rate, count: Double(count)), range: options.range, speed: options.speed,
        mode: options.mode, repetitions: options.repetitions, hasSubframes: false)
    )
    #expect(a.frameRate == b.frameRate && a.commonRate == b.commonRate)
    #expect(a.exactCycleDuration == b.exactCycleDuration && a.cycleCount == b.cycleCount)
    #expect(a.isAnimated == b.isAnimated && a.lastFrame == b.lastFrame)
    for _ in 0..<100 {
      let time = Timestamp(nanoseconds: Int64.random(in: 0...5_000_000_000, using: &random))
      expectEqual(a.frame(at: time), b.frame(at: time))
      expectEqual(a.nextChange(after: time), b.nextChange(after: time))
      let count = Int.random(in: -3...3, using: &random)
      expectEqual(a.time(stepping: count, from: time), b.time(stepping: count, from: time))
    }
    for frame in stride(from: first, through: last, by: 1) {
      expectEqual(a.time(of: frame), b.time(of: frame))
    }
  }
}
