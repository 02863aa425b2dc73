/// The space for images in a single-file report. Content that comes first on the page has priority,
/// in whichever order it is added, so that the page doesn't depend on the timing of threads.
struct PageRoom: Sendable {
  /// The position of a result or a video. New frames come last.
  struct EntryPosition: Hashable, Comparable {
    var isNew = false
    let subject: Int
    /// The frame, or `nil` for a video.
    var frame: Int?

    static func < (a: EntryPosition, b: EntryPosition) -> Bool {
      (a.isNew ? 1 : 0, a.subject, a.frame ?? -1) < (b.isNew ? 1 : 0, b.subject, b.frame ?? -1)
    }
  }

  /// The maximum number of bytes in total.
  private let limit: Int
  private var used = 0
  /// The content in the order of the page.
  private var held: [(position: EntryPosition, bytes: Int)] = []
  /// The first content without space. Nothing after it gets space, because the result would
  /// otherwise depend on the order of additions.
  private var end: EntryPosition?

  init(limit: Int) { self.limit = limit }

  /// Reserves space for content, and takes it from later content.
  ///
  /// - Returns: The content that has no space, or no longer has it.
  mutating func add(_ bytes: Int, at position: EntryPosition) -> [EntryPosition] {
    // A single very large image doesn't displace all others.
    guard bytes <= limit, end.map({ position < $0 }) ?? true else { return [position] }
    held.insert((position, bytes), at: held.firstIndex { position < $0.position } ?? held.count)
    used += bytes
    var removed: [EntryPosition] = []
    while used > limit, let last = held.popLast() {
      used -= last.bytes
      end = last.position
      removed.append(last.position)
    }
    return removed
  }
}

extension GoldenReport.Entry {
  var position: PageRoom.EntryPosition {
    let isNew =
      switch result.outcome {
      case .missing, .created: true
      default: false
      }
    return PageRoom.EntryPosition(isNew: isNew, subject: subject, frame: result.frame)
  }

  /// The number of bytes of its images on the page, which contains two of them again for the
  /// slider.
  var imageBytes: Int {
    let both = Self.bytes([expected, actual])
    return difference == nil ? both : 2 * both + Self.bytes([difference])
  }

  fileprivate static func bytes(_ images: [GoldenReport.Image?]) -> Int {
    images.reduce(0) { $0 + ($1?.path.utf8.count ?? 0) }
  }
}

extension ReportVideo {
  /// The size of its files and images on the page in bytes. The most notable frames are stored as
  /// images for the script, for readers without scripts, and for the slider.
  var imageBytes: Int {
    let notable = Set(changes.notable)
    let files = player.map { [$0.expected.file, $0.actual.file] } ?? []
    return files.reduce(0) { $0 + $1.path.utf8.count }
      + steps.reduce(0) { sum, step in
        let bytes = GoldenReport.Entry.bytes([step.expected, step.actual, step.difference])
        return sum + bytes * (notable.contains(step.number) ? 3 : 1)
      }
  }
}
