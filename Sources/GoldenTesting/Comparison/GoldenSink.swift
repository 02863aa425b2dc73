import AnimCore
import ImageFiles
import LinuxSystem
import OfflineRendering

/// Compares the frames of an animation with their goldens, which it writes if it should.
struct GoldenSink: FrameSink {
  private let comparison: GoldenComparison
  private let hashes = HashCollector()
  private let didTake: (Int) -> Void
  private let didCompare: (GoldenResult) -> Void

  /// - Parameters:
  ///   - didTake: A closure that is called for each frame, with the number of frames so far.
  ///   - didCompare: A closure that is called with the result for each image, in order, and then
  ///     with that for the hashes of all frames.
  init(
    _ comparison: GoldenComparison, didTake: @escaping (Int) -> Void,
    didCompare: @escaping (GoldenResult) -> Void
  ) {
    self.comparison = comparison
    self.didTake = didTake
    self.didCompare = didCompare
  }

  /// The lines so far, one for each frame.
  private final class HashCollector {
    var frameCount = 0
    var lines: [ManifestLine] = []
    var stopwatch = Stopwatch()
  }

  struct Product: Sendable {
    let result: GoldenResult?
    let line: ManifestLine?
  }

  func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> Product {
    hashes.stopwatch = Stopwatch()
    return { [comparison] frame throws(Failure) in
      Product(result: try comparison.result(of: frame), line: comparison.line(of: frame))
    }
  }

  func take(_ product: Product) {
    if let result = product.result { didCompare(result) }
    if let line = product.line { hashes.lines.append(line) }
    hashes.frameCount += 1
    didTake(hashes.frameCount)
  }

  func finish() throws(Failure) {
    guard comparison.hasHashes else { return }
    didCompare(
      try comparison.result(
        of: FrameHashes(hashes.lines, masks: comparison.masks), duration: hashes.stopwatch.seconds))
  }
}

/// The comparison of the frames of one animation with its goldens.
struct GoldenComparison: Sendable {
  let subject: GoldenSubject
  /// The index of the animation, by which the report is sorted.
  let index: Int
  /// The frames whose images are compared.
  let images: Set<Int>
  /// Whether the hashes of all frames are compared.
  let hasHashes: Bool
  let masks: [PixelRect]
  let tolerance: ImageTolerance
  /// Whether missing and differing goldens are written.
  let updates: Bool
  /// Creates the failure for a golden that can't be written.
  let failureToWrite: @Sendable (OutputError) -> Failure
  /// The inputs that determine the pixels.
  let inputs: CurrentInputs
  /// Receives the images that differ from their goldens.
  let report: GoldenReport?

  /// Returns the line for the hash of a frame, or `nil` if hashes aren't requested.
  func line(of frame: RenderedFrame) -> ManifestLine? {
    guard hasHashes else { return nil }
    return masks.isEmpty
      ? ManifestLine(frame)
      : ManifestLine(
        number: frame.number,
        hash: PixelHash(StraightPixels(frame.image.masked(by: masks))),
        size: frame.image.size)
  }

  /// Returns the result for an image, or `nil` if it isn't compared.
  func result(of frame: RenderedFrame) throws(Failure) -> GoldenResult? {
    guard images.contains(frame.number) else { return nil }
    let path = subject.golden(.image(frame: frame.number))
    let (outcome, expected, changes) = try compare(frame.image, withGoldenAt: path)
    var result = GoldenResult(
      subject: subject.name, frame: frame.number, path: path, outcome: outcome,
      duration: frame.stopwatch.seconds)
    result.inputs = changes
    switch outcome {
    case .missing, .created: result.unclaimed = [ManifestLine(frame)]
    default: break
    }
    report?.add(result, of: index, expected: expected, actual: frame.image)
    return result
  }

  /// Returns the result for the hashes of all frames.
  func result(of actual: FrameHashes, duration: Seconds) throws(Failure) -> GoldenResult {
    let path = subject.golden(.hashes)
    var result = GoldenResult(
      subject: subject.name, frame: nil, path: path, outcome: .same, duration: duration,
      frames: actual.lines.count)
    do throws(FrameHashes.Problem) {
      let expected = try FrameHashes(reading: path)
      let numbers = expected.changes(to: actual)
      guard !numbers.isEmpty else { return result }
      let difference = GoldenDifference.frames(
        FrameChanges(
          numbers: numbers, expected: expected.lines.count, actual: actual.lines.count,
          maskChange: expected.maskChange(to: actual)))
      result.outcome = updates ? .updated(difference) : .differs(difference)
      result.inputs = inputs.changes(from: expected.inputs)
    } catch {
      switch error {
      case .missing:
        result.outcome = updates ? .created : .missing
        result.unclaimed = actual.lines
      case .isPointer(let reason): result.outcome = .unreadable(reason)
      case .unreadable(let reason):
        result.outcome = updates ? .updated(nil) : .unreadable(reason)
      }
    }
    switch result.outcome {
    case .created, .updated: try keep(Array(actual.text(inputs.value).utf8), at: path)
    default: break
    }
    return result
  }

  /// Returns the result for an image, with its golden if that could be read, and the inputs that
  /// differ from the recorded ones. Writes the golden if it should.
  private func compare(
    _ actual: PixelImage, withGoldenAt path: String
  ) throws(Failure) -> (GoldenResult.Outcome, golden: PixelImage?, inputs: [String]?) {
    let loaded = Result { () throws(ImageFileError) in try loadImage(at: path) }
    switch loaded {
    case .success(let expected):
      let difference = GoldenDifference(
        expected.masked(by: masks), actual.masked(by: masks), tolerance)
      guard let difference else { return (.same, expected, nil) }
      let changes = inputs.changes(from: DrawingInputs(inImageAt: path))
      guard updates else { return (.differs(difference), expected, changes) }
      try keep(image: actual, at: path)
      return (.updated(difference), expected, changes)
    case .failure(.isPointer):
      return (.unreadable("\(path): \(LFSPointer.complaint)"), nil, nil)
    case .failure(let error):
      guard updates else {
        return (error.isMissing ? .missing : .unreadable("\(error)"), nil, nil)
      }
      try keep(image: actual, at: path)
      return (error.isMissing ? .created : .updated(nil), nil, nil)
    }
  }

  private func keep(image: PixelImage, at path: String) throws(Failure) {
    try keep(try encode(image, texts: [inputs.value?.text].compactMap(\.self)), at: path)
  }

  /// Writes a golden.
  private func keep(_ bytes: [UInt8], at path: String) throws(Failure) {
    do throws(OutputError) {
      try Folder.make(FilePath.folder(of: path))
      try OutputFile.write(bytes, to: path)
    } catch {
      throw failureToWrite(error)
    }
  }
}
