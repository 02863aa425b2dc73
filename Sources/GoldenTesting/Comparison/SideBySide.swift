import AnimCore
import LinuxSystem
import OfflineRendering

/// One version of an animation.
struct AnimationVersion: Sendable {
  let source: RenderSource
  /// The data with which a web page can play the animation pixel for pixel, or `nil` if it can't.
  var pageContent: [UInt8]?

  /// The numbers of the frames, or `nil` if it is endless.
  var frames: ClosedRange<Int>? { source.makeScene().wholeFrames }
}

/// Two versions of an animation, which are drawn frame by frame.
struct SideBySide {
  let expected: AnimationVersion
  let actual: AnimationVersion
  /// The parts that aren't compared.
  let masks: [PixelRect]
  let tolerance: ImageTolerance
  /// The rate at which the frames of scenes are counted.
  let rate: RefreshRate
  /// The number of threads that draw an image.
  let threads: Int
  /// The pairs of simultaneous frames, or `nil` if frames with the same number are compared.
  private(set) var pairs: FramePairs?

  /// Returns the numbers of the frames in either version, or of the pairs.
  ///
  /// - Parameter name: The name of the animation, for an error if there are too many frames.
  func numbers(of name: String) throws(Failure) -> [Int] {
    if let pairs {
      try FrameHashes.check(count: pairs.pairs.count, of: name)
      return pairs.pairs.indices.map { pairs.firstNumber + $0 }
    }
    let ranges = [expected, actual].compactMap(\.frames)
    try FrameHashes.check(count: ranges.map(\.count).max() ?? 0, of: name)
    return ranges.reduce(into: Set()) { $0.formUnion($1) }.sorted()
  }

  /// Switches to comparing simultaneous frames if their numbers don't correspond.
  mutating func pairByTime() {
    pairs = FramePairs(expected.source.makeScene(), actual.source.makeScene())
  }

  /// Returns the numbers of the given frames of the current version, or of the pairs that start
  /// with them.
  func numbers(ofFrames frames: [Int]) -> [Int] {
    guard let pairs else { return frames }
    return frames.compactMap { frame in
      pairs.pairs.firstIndex { $0.actual == Fraction(frame) }.map { pairs.firstNumber + $0 }
    }
  }

  /// The expected and the actual number of frames.
  var counts: (expected: Int, actual: Int) {
    (expected.frames?.count ?? 0, actual.frames?.count ?? 0)
  }

  /// Draws frames of both versions, and calls `body` with each. The images are valid during the
  /// call. An image is `nil` if its version lacks the frame.
  func draw(
    _ numbers: [Int],
    _ body: (Int, PixelImage?, PixelImage?) throws(Failure) -> Void
  ) throws(Failure) {
    let renderers = (
      FrameRenderer(expected.source, threads: threads),
      FrameRenderer(actual.source, threads: threads)
    )
    for number in numbers {
      var pair = FramePairs.Pair(expected: Fraction(number), actual: Fraction(number))
      if let pairs { pair = pairs.pairs[number - pairs.firstNumber] }
      let old = try image(pair.expected, number, renderers.0)
      try body(number, old, try image(pair.actual, number, renderers.1))
    }
  }

  /// Returns the frames that differ.
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

  private func image(
    _ frame: Fraction?, _ number: Int, _ renderer: FrameRenderer
  ) throws(Failure) -> PixelImage? {
    guard let frame else { return nil }
    if let frames = renderer.scene.wholeFrames, !frames.contains(frame.floor) { return nil }
    return try renderer.render(.frame(frame, rate: rate), number: number).image
  }
}

extension FrameChanges {
  /// Creates the changes, or returns `nil` if no frame differs.
  init?(_ changes: [FrameChange], of pair: SideBySide) {
    if changes.isEmpty { return nil }
    self.init(
      numbers: changes.map(\.number), expected: pair.counts.expected, actual: pair.counts.actual,
      moments: pair.pairs?.moments, worst: FrameChange.worst(changes))
  }
}
