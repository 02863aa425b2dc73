import AnimCore
import LinuxSystem

/// Two versions of an animation, which are drawn frame by frame.
struct SideBySide {
  let expected: PictureSource
  let actual: PictureSource
  /// The parts that are not compared.
  let masks: [PixelRect]
  let tolerance: PictureTolerance
  /// The rate at which the frames of scenes are counted.
  let rate: RefreshRate
  /// The number of threads that draw a picture.
  let threads: Int

  /// The numbers of the frames that either has.
  var numbers: [Int] {
    [expected, actual].compactMap { $0.makeScene().wholeFrames }
      .reduce(into: Set()) { $0.formUnion($1) }.sorted()
  }

  /// How many frames there should be, and are.
  var counts: (expected: Int, actual: Int) {
    (
      expected.makeScene().wholeFrames?.count ?? 0, actual.makeScene().wholeFrames?.count ?? 0
    )
  }

  /// Draws frames of both, and calls `body` with each. The pictures are valid during the call; one
  /// is nil where that version does not have the frame.
  func draw(
    _ numbers: [Int],
    _ body: (Int, PixelImage?, PixelImage?) throws(Failure) -> Void
  ) throws(Failure) {
    let renderers = (
      FrameRenderer(expected, threads: threads), FrameRenderer(actual, threads: threads)
    )
    for number in numbers {
      let old = try picture(number, renderers.0)
      try body(number, old, try picture(number, renderers.1))
    }
  }

  /// The frames that differ.
  func changes(in numbers: [Int]) throws(Failure) -> [FrameChange] {
    var changes: [FrameChange] = []
    try draw(numbers) { (number, expected, actual) throws(Failure) in
      guard let expected, let actual else {
        changes.append(FrameChange(number: number, difference: nil))
        return
      }
      let difference = GoldenDifference(
        expected.masked(by: masks), actual.masked(by: masks), tolerance)
      if let difference { changes.append(FrameChange(number: number, difference: difference)) }
    }
    return changes
  }

  private func picture(
    _ number: Int, _ renderer: FrameRenderer
  ) throws(Failure) -> PixelImage? {
    if let frames = renderer.scene.wholeFrames, !frames.contains(number) { return nil }
    return try renderer.render(.frame(Fraction(number), rate: rate), number: number).picture
  }
}

extension FrameChanges {
  /// Nil if no frame differs.
  init?(_ changes: [FrameChange], counts: (expected: Int, actual: Int)) {
    if changes.isEmpty { return nil }
    self.init(
      numbers: changes.map(\.number), expected: counts.expected, actual: counts.actual,
      worst: FrameChange.worst(changes))
  }
}
