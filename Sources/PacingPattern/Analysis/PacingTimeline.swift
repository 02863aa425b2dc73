import AnimCore

/// An event in a recording. Indices and counts are those of recorded frames.
enum PacingEvent: Hashable {
  /// A frame of the pattern was shown for `count` recorded frames, starting at `start`.
  case shown(UInt32, start: Int, count: Int, isDoubled: Bool)
  /// Frames of the pattern that were never completely visible. `start` is the recorded frame that
  /// shows the next visible frame.
  case skipped(first: UInt32, count: Int, start: Int)
  /// A frame was shown after a later one.
  case wentBack(from: UInt32, to: UInt32, start: Int)
  case torn(top: UInt32?, bottom: UInt32?, start: Int)
  /// The pattern wasn't visible.
  case absent(start: Int, count: Int)
}

/// Converts the contents of successive recorded frames into events.
///
/// A frame is doubled if it was recorded more often than a slot allows: at 120 recorded frames per
/// second, a frame of a 60 Hz pattern appears twice, or three times if the two clocks drift, but
/// not four times.
struct PacingTimeline {
  /// The number of recorded frames per slot of the pattern.
  private let slot: Double
  private let emit: (PacingEvent) -> Void
  private var index = 0
  private var run: Run?
  /// The last completely visible frame since the pattern became visible.
  private var last: UInt32?

  private struct Run {
    enum Kind: Hashable {
      case shown(UInt32)
      case absent
    }
    var kind: Kind
    var start: Int
    var count: Int
  }

  init(
    recorded: RefreshRate, pattern: RefreshRate, emit: @escaping (PacingEvent) -> Void
  ) {
    slot = recorded.hertz / pattern.hertz
    self.emit = emit
  }

  mutating func add(_ sighting: PatternObservation) {
    switch sighting {
    case .frame(let number): extend(.shown(number))
    case .nothing: extend(.absent)
    case .torn(let top, let bottom):
      endRun()
      emit(.torn(top: top, bottom: bottom, start: index))
    }
    index += 1
  }

  mutating func finish() { endRun() }

  private mutating func extend(_ kind: Run.Kind) {
    if run?.kind == kind {
      run?.count += 1
      return
    }
    endRun()
    run = Run(kind: kind, start: index, count: 1)
    switch kind {
    case .shown(let number): follow(number)
    case .absent: last = nil
    }
  }

  /// Compares a number with the previous one. After the maximum, numbers restart at 0.
  private mutating func follow(_ number: UInt32) {
    if let last {
      let distance = Int32(bitPattern: number &- last)
      if distance > 1 {
        emit(.skipped(first: last &+ 1, count: Int(distance) - 1, start: index))
      } else if distance < 0 {
        emit(.wentBack(from: last, to: number, start: index))
      }
    }
    last = number
  }

  private mutating func endRun() {
    guard let run else { return }
    switch run.kind {
    case .shown(let number):
      let count = Double(run.count)
      emit(
        .shown(
          number, start: run.start, count: run.count,
          isDoubled: count > slot.rounded(.up) && count > 1.5 * slot))
    case .absent: emit(.absent(start: run.start, count: run.count))
    }
    self.run = nil
  }
}
