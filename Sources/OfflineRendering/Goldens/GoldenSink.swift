import AnimCore

/// Compares the frames of an animation with their goldens, which it writes if it should.
struct GoldenSink: FrameSink {
  private let subject: GoldenSubject
  private let index: Int
  private let tolerance: PictureTolerance
  private let updates: Bool
  private let report: GoldenReport?
  private let didCompare: (GoldenResult) -> Void

  /// - Parameters:
  ///   - index: that of the animation, by which the report is sorted.
  ///   - updates: whether missing and differing goldens are written.
  ///   - report: receives the pictures that differ from their goldens.
  ///   - didCompare: called with the result for each frame, in order.
  init(
    _ subject: GoldenSubject, index: Int, tolerance: PictureTolerance, updates: Bool,
    report: GoldenReport?, didCompare: @escaping (GoldenResult) -> Void
  ) {
    self.subject = subject
    self.index = index
    self.tolerance = tolerance
    self.updates = updates
    self.report = report
    self.didCompare = didCompare
  }

  func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> GoldenResult {
    { [subject, index, tolerance, updates, report] frame throws(Failure) in
      let path = subject.golden(of: frame.number)
      let (outcome, expected) = try Self.compare(
        frame.picture, withGoldenAt: path, tolerance, updates: updates)
      let result = GoldenResult(
        subject: subject.name, frame: frame.number, path: path, outcome: outcome,
        duration: Timestamp.now - frame.begin)
      report?.add(result, of: index, expected: expected, actual: frame.picture)
      return result
    }
  }

  func take(_ result: GoldenResult) { didCompare(result) }

  /// The result for a picture, with its golden if that could be read. Writes the golden if it
  /// should.
  private static func compare(
    _ actual: PixelImage, withGoldenAt path: String, _ tolerance: PictureTolerance, updates: Bool
  ) throws(Failure) -> (GoldenResult.Outcome, PixelImage?) {
    let loaded = Result { () throws(PictureFileError) in try loadPicture(at: path) }
    switch loaded {
    case .success(let expected):
      guard let difference = GoldenDifference(expected, actual, tolerance) else {
        return (.same, expected)
      }
      guard updates else { return (.differs(difference), expected) }
      try keep(actual, at: path)
      return (.updated(difference), expected)
    case .failure(let error):
      guard updates else {
        return (error.isMissing ? .missing : .unreadable("\(error)"), nil)
      }
      try keep(actual, at: path)
      return (error.isMissing ? .created : .updated(nil), nil)
    }
  }

  /// Writes a golden.
  private static func keep(_ picture: PixelImage, at path: String) throws(Failure) {
    do throws(OutputError) {
      try Folder.make(FilePath.folder(of: path))
    } catch {
      throw Failure(error)
    }
    try save(picture, to: path)
  }
}
