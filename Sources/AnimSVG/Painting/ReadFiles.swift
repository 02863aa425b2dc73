/// Files, or data in a document, that have been read once and are kept for later images. An image
/// may use a limited number of bytes of them, whether they were read for it or earlier. The result
/// doesn't depend on earlier images.
final class ReadFiles<Key: Hashable, Value> {
  enum Outcome {
    case value(Value)
    /// There is nothing that can be read.
    case nothing
    /// It would be more than an image may use.
    case tooLarge
  }

  struct Reading {
    var outcome: Outcome
    /// The number of bytes; a lower bound if it is too large.
    var bytes: Int
    /// The steps of matching its style sheets.
    var steps = 0

    static func value(_ value: Value, bytes: Int, steps: Int = 0) -> Reading {
      Reading(outcome: .value(value), bytes: bytes, steps: steps)
    }
    static func nothing(bytes: Int) -> Reading { Reading(outcome: .nothing, bytes: bytes) }
    static func tooLarge(bytes: Int) -> Reading { Reading(outcome: .tooLarge, bytes: bytes) }

    /// The number of bytes in memory.
    fileprivate var keptBytes: Int { if case .value = outcome { bytes } else { 0 } }
  }

  private final class Entry {
    var reading: Reading
    /// The last image that has asked for it, and what became of that.
    var image = 0
    var isRefused = false

    init(_ reading: Reading) { self.reading = reading }
  }

  private let work: DrawingWork
  private var entries: [Key: Entry] = [:]
  private var image = 0

  init(_ work: DrawingWork) { self.work = work }

  deinit {
    for entry in entries.values { work.keptBytes -= entry.reading.keptBytes }
  }

  /// Returns the value for a key.
  ///
  /// - Parameter read: Reads the value if it takes at most `limit` bytes.
  func value(for key: Key, read: (_ limit: Int) -> Reading) -> Outcome {
    beginFrame()
    let rest = PaintingLimits.readBytes - work.readBytes
    let cached = entries[key]
    if let cached, cached.image == image {
      return cached.isRefused ? .tooLarge : cached.reading.outcome
    }
    if work.isExhausted { return .tooLarge }
    let entry = cached ?? Entry(.tooLarge(bytes: 0))
    if case .tooLarge = entry.reading.outcome, entry.reading.bytes <= rest {
      entry.reading = read(rest)
      entries[key] = entry
      work.keptBytes += entry.reading.keptBytes
    }
    entry.image = image
    entry.isRefused = entry.reading.bytes > rest
    if entry.isRefused {
      // Nothing more is tried, as the next may be too large, too, which may take long to find out.
      work.readBytes = PaintingLimits.readBytes
      return .tooLarge
    }
    work.readBytes += entry.reading.bytes
    work.spend(entry.reading.steps, on: .matchedRule)
    return entry.reading.outcome
  }

  /// Forgets what the last image did not need, if too much is kept.
  private func beginFrame() {
    guard image != work.image else { return }
    if work.keptBytes > PaintingLimits.readBytes {
      for (key, entry) in entries where entry.image != image {
        work.keptBytes -= entry.reading.keptBytes
        entries[key] = nil
      }
    }
    image = work.image
  }
}

extension ReadFiles.Reading {
  /// The same of another kind.
  func map<OtherKey, Other>(
    _ transform: (Value) -> Other
  ) -> ReadFiles<OtherKey, Other>.Reading {
    switch outcome {
    case .value(let value): .value(transform(value), bytes: bytes, steps: steps)
    case .nothing: .nothing(bytes: bytes)
    case .tooLarge: .tooLarge(bytes: bytes)
    }
  }
}
