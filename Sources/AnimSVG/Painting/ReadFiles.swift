/// A cache of files and of data in a document, which later images can use.
///
/// The number of bytes that an image may use is limited, whether they are read for it or are
/// already cached. The result therefore doesn't depend on earlier images.
final class ReadFiles<Key: Hashable, Value> {
  enum Outcome {
    case value(Value)
    /// The file can't be read.
    case nothing
    /// The file exceeds the number of bytes that an image may use.
    case tooLarge
  }

  struct Reading {
    var outcome: Outcome
    /// The number of bytes, or a lower bound if the file is too large.
    var bytes: Int
    /// The number of steps of matching its style sheets.
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
    /// The last image that requested the file, and the result for that image.
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
  /// - Parameter read: A closure that reads the value if it has at most `limit` bytes.
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

  /// Discards files that the last image didn't use, if too many are cached.
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
  /// Returns the same reading for another kind of key and value.
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
