import AnimCore
import ImageFiles
import LinuxSystem

/// Finds the frames of a sequence whose files are complete and record the same inputs and size. They needn't be drawn
/// again.
package struct ExistingFrames {
  /// The frames to draw.
  package let missing: any FrameList
  /// A line for each existing frame, if requested.
  package let lines: [ManifestLine]

  private enum Found {
    case missing
    case present(ManifestLine?)
  }

  /// Finds existing frames.
  /// - Parameters:
  ///   - frames: All requested frames.
  ///   - hasLines: Whether to return the hashes of existing frames, which are read from the files
  ///     or computed from their pixels.
  ///   - jobs: The number of threads.
  package init(
    _ frames: some FrameList, in files: FrameSequence, _ key: DrawingKey, size: PixelSize,
    hasLines: Bool, jobs: Int
  ) throws(Failure) {
    var missing: [Int] = []
    var lines: [ManifestLine] = []
    @Sendable func find(_ index: Int) -> Found {
      let number = frames.number(at: index)
      let path = files.path(of: number)
      guard let note = PNGNote(at: path), note.size == size,
        key.isIn(note, for: frames.instant(at: index))
      else { return .missing }
      guard hasLines else { return .present(nil) }
      if let hash = DrawingKey.hash(in: note) {
        return .present(ManifestLine(number: number, hash: hash, size: size))
      }
      guard let pixels = try? PNGFile.pixels(at: path), pixels.size == size else { return .missing }
      return .present(ManifestLine(number: number, hash: PixelHash(pixels), size: size))
    }
    try OrderedWork(count: frames.count, jobs: jobs) { { index throws(Failure) in find(index) } }
      .run { (index, found) throws(Failure) in
        switch found {
        case .missing: missing.append(index)
        case .present(let line): if let line { lines.append(line) }
        }
      }
    self.missing = SomeFrames(all: frames, indices: missing)
    self.lines = lines
  }
}

/// A selection of the frames in a list.
private struct SomeFrames<All: FrameList>: FrameList {
  let all: All
  let indices: [Int]

  var count: Int { indices.count }

  func number(at index: Int) -> Int { all.number(at: indices[index]) }

  func instant(at index: Int) -> SceneInstant { all.instant(at: indices[index]) }
}
