import AnimCore

/// A state machine in virtual time: its run at any time, as a function of a script and that time.
///
/// The machine advances in ticks of 1/60 s and at the times of the script. In between, a copy of it
/// advances to the requested time. The result therefore doesn't depend on the requested times or
/// their order. A run is stored every ten seconds, so that going back doesn't start over.
struct MachineTimeline: Sendable {
  /// Returns whether a layer is at a point in the image of a run.
  typealias HitTest = (LottieStateMachinePlayer, _ layer: String, Point) -> Bool

  /// An unmet expectation.
  struct Failure: Hashable, Sendable {
    let entry: InteractionScript.Entry
    /// The actual value.
    let found: String
  }

  private struct Mark: Sendable {
    /// The time of the run, in nanoseconds: that of a tick or of a command.
    var time: Int64
    /// The number of executed commands.
    var count: Int
    var run: LottieStateMachinePlayer
  }

  private(set) var script: InteractionScript
  /// The stored runs in chronological order. The first is at 0.
  private var marks: [Mark]
  private var head: Mark
  /// The unmet expectations up to the head, by their index in the script.
  private var unmet: [Int: Failure] = [:]
  /// The latest time in nanoseconds whose events were reported, and the number of its commands.
  private var told: (time: Int64, count: Int) = (-1, 0)
  private var events: [LottieStateMachinePlayer.Event] = []

  private static let ticksPerSecond: Int64 = 60
  private static let ticksPerMark: Int64 = 600
  private static let nanoseconds: Int64 = 1_000_000_000

  /// - Parameter run: A run that hasn't been started.
  init(_ run: LottieStateMachinePlayer, _ script: InteractionScript) {
    self.script = script
    head = Mark(time: 0, count: 0, run: run)
    head.run.start()
    events = head.run.takeEvents()
    marks = [head]
  }

  /// Returns the run at a time. Times before the start count as 0, and those after a day as a day.
  mutating func run(at time: Timestamp, _ hits: HitTest) -> LottieStateMachinePlayer {
    let longest = Timestamp(seconds: InteractionScript.maximumTime)
    let time = min(max(time.nanoseconds, 0), longest.nanoseconds)
    if time < head.time {
      head = marks.last { $0.time <= time } ?? marks[0]
    }
    while head.count < script.entries.count {
      let entry = script.entries[head.count]
      guard entry.time.nanoseconds <= time else { break }
      tick(to: entry.time.nanoseconds)
      step(to: entry.time.nanoseconds)
      carryOut(entry, hits)
    }
    tick(to: time)
    var run = head.run
    if time > head.time { run.advance(byExactly: Self.exact(time) - Self.exact(head.time)) }
    return run
  }

  /// Executes a command now, at the time of the head or later, and discards all later commands.
  mutating func append(
    _ command: InteractionScript.Command, at time: Timestamp, _ hits: HitTest
  ) {
    _ = run(at: time, hits)
    script.removeAll(after: time)
    let kept = script.entries.count
    script.append(command, at: time)
    marks.removeAll { $0.time > time.nanoseconds || $0.count > kept }
    // If the end was executed and is removed, the machine continues as if it had never existed.
    if head.count > kept { head = marks[marks.count - 1] }
    unmet = unmet.filter { $0.value.entry.time <= time }
    told = (min(told.time, time.nanoseconds), min(told.count, kept))
    _ = run(at: time, hits)
  }

  /// Returns the events up to the latest requested time, each only once.
  mutating func takeEvents() -> [LottieStateMachinePlayer.Event] {
    defer { events = [] }
    return events
  }

  /// The unmet expectations up to the latest requested time, in order.
  var failures: [Failure] { unmet.sorted { $0.key < $1.key }.map { $0.value } }

  /// Advances to the last tick that isn't after a time.
  private mutating func tick(to end: Int64) {
    var number = head.time * Self.ticksPerSecond / Self.nanoseconds
    while Self.time(ofTick: number) <= head.time { number += 1 }
    while Self.time(ofTick: number) <= end {
      step(to: Self.time(ofTick: number))
      if number % Self.ticksPerMark == 0, head.time > marks[marks.count - 1].time {
        marks.append(head)
      }
      number += 1
    }
  }

  private static func time(ofTick number: Int64) -> Int64 {
    (number * nanoseconds + ticksPerSecond / 2) / ticksPerSecond
  }

  /// Returns a time in seconds. The time of a tick between two nanoseconds is exact.
  private static func exact(_ time: Int64) -> Fraction {
    let number = (time * ticksPerSecond + nanoseconds / 2) / nanoseconds
    return self.time(ofTick: number) == time
      ? Fraction(Int(number)) / Fraction(Int(ticksPerSecond))
      : Fraction(Timestamp(nanoseconds: time))
  }

  private mutating func step(to time: Int64) {
    guard time > head.time else { return }
    head.run.advance(byExactly: Self.exact(time) - Self.exact(head.time))
    head.time = time
    tell()
  }

  private mutating func tell() {
    let new = head.run.takeEvents()
    guard (head.time, head.count) > told else { return }
    told = (head.time, head.count)
    if events.count < LottieStateMachinePlayer.maximumEvents { events += new }
  }

  private mutating func carryOut(_ entry: InteractionScript.Entry, _ hits: HitTest) {
    let index = head.count
    head.count += 1
    switch entry.command {
    case .pointer(let kind, let point):
      let run = head.run
      head.run.pointer(kind) { hits(run, $0, point) }
    case .set(let name, let value): head.run.set(name, to: value)
    case .fire(let name): head.run.fire(name)
    case .start: head.run.start()
    case .stop: head.run.stop()
    case .end: break
    case .expectState(let name):
      let state = head.run.state ?? ""
      unmet[index] = state == name ? nil : Failure(entry: entry, found: "the state is \"\(state)\"")
    case .expectValue(let name, let value):
      let found = head.run.value(of: name) ?? .event
      unmet[index] =
        found.isAbout(value) ? nil : Failure(entry: entry, found: "\(name) is \(found)")
    }
    tell()
  }
}

extension InputValue {
  /// Returns whether both are equal with 32-bit precision.
  fileprivate func isAbout(_ other: InputValue) -> Bool {
    if case .number(let a) = self, case .number(let b) = other { return Float(a) == Float(b) }
    return self == other
  }
}
