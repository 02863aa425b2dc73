/// The space for images in a single-file report. Content that comes first on the page has priority,
/// in whichever order it is added, so that the page doesn't depend on the timing of threads.
struct PageRoom: Sendable {
  /// A result or a video; what is new comes last.
  struct Place: Hashable, Comparable {
    var isNew = false
    let subject: Int
    /// Nil for a video.
    var frame: Int?

    static func < (a: Place, b: Place) -> Bool {
      (a.isNew ? 1 : 0, a.subject, a.frame ?? -1) < (b.isNew ? 1 : 0, b.subject, b.frame ?? -1)
    }
  }

  /// The most bytes in all.
  private let limit: Int
  private var used = 0
  /// The content in the order of the page.
  private var held: [(place: Place, bytes: Int)] = []
  /// The first content without space. Nothing after it gets space, because the result would
  /// otherwise depend on the order of additions.
  private var end: Place?

  init(limit: Int) { self.limit = limit }

  /// Reserves space for content, and takes it from later content.
  ///
  /// - Returns: The content that has no space, or no longer has it.
  mutating func add(_ bytes: Int, at place: Place) -> [Place] {
    // A single giant does not keep all others out.
    guard bytes <= limit, end.map({ place < $0 }) ?? true else { return [place] }
    held.insert((place, bytes), at: held.firstIndex { place < $0.place } ?? held.count)
    used += bytes
    var removed: [Place] = []
    while used > limit, let last = held.popLast() {
      used -= last.bytes
      end = last.place
      removed.append(last.place)
    }
    return removed
  }
}

extension GoldenReport.Entry {
  var place: PageRoom.Place {
    let isNew =
      switch result.outcome {
      case .missing, .created: true
      default: false
      }
    return PageRoom.Place(isNew: isNew, subject: subject, frame: result.frame)
  }

  /// The bytes of its pictures on the page, which has two of them again for the slider.
  var pictureBytes: Int {
    let both = Self.bytes([expected, actual])
    return difference == nil ? both : 2 * both + Self.bytes([difference])
  }

  fileprivate static func bytes(_ pictures: [GoldenReport.Picture?]) -> Int {
    pictures.reduce(0) { $0 + ($1?.path.utf8.count ?? 0) }
  }
}

extension ReportVideo {
  /// The size of its files and images on the page in bytes. The most notable frames are stored as
  /// images for the script, for readers without scripts, and for the slider.
  var pictureBytes: Int {
    let notable = Set(changes.notable)
    let files = player.map { [$0.expected.file, $0.actual.file] } ?? []
    return files.reduce(0) { $0 + $1.path.utf8.count }
      + steps.reduce(0) { sum, step in
        let bytes = GoldenReport.Entry.bytes([step.expected, step.actual, step.difference])
        return sum + bytes * (notable.contains(step.number) ? 3 : 1)
      }
  }
}
