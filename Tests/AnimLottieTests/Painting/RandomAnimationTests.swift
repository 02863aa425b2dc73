import AnimGraphics
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Random files")
struct RandomAnimationTests {
  private static let size = PixelSize(width: 64, height: 48)
  /// The order in which a painter draws the frames, which doesn't affect their images.
  private static let frames = [5, 9.25, 0, 2.5, 5]

  private func draw(
    _ renderer: LottieRenderer, frame: Double
  ) -> (list: DisplayList, report: LottieDrawingReport) {
    var list = DisplayList(size: Self.size, background: .clear)
    let report = renderer.draw(frame: frame, into: &list)
    return (list, report)
  }

  private func hash(_ texts: [String]) -> UInt64 { Kept.hash(texts.joined(separator: "\n")) }

  @Test("look the same, whatever their painter has drawn before", arguments: [false, true])
  func renderings(hasExpressions: Bool) throws {
    var items: [String: [UInt64]] = [:]
    for seed in 0..<UInt64(hasExpressions ? 180 : 240) {
      var maker = RandomAnimation(
        seed: seed << 1 | (hasExpressions ? 1 : 0), hasExpressions: hasExpressions)
      let json = maker.json()
      let animation = try load(json)
      let renderer = LottieRenderer(animation)
      var report = LottieDrawingReport()
      var hashes: [UInt64] = []
      for frame in Self.frames {
        let drawn = draw(renderer, frame: frame)
        let fresh = draw(LottieRenderer(animation), frame: frame)
        let isEqual = drawn.list == fresh.list && drawn.report == fresh.report
        #expect(isEqual, "\(seed) at \(frame): \(json)")
        hashes.append(Kept.hash(drawn.list.painted()))
        report.add(drawn.report)
      }
      for index in 1...3 {
        let hits = [
          Point(x: 8, y: 6), Point(x: 20, y: 20), Point(x: 30, y: 12), Point(x: 44, y: 30),
        ]
        .map { renderer.hits("L\(index)", at: $0, frame: 4) }
        hashes.append(hits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
      }
      hashes.append(hash(animation.diagnostics.map(\.description)))
      hashes.append(
        hash(
          animation.contents.slots.map {
            "\($0.name) \($0.kind?.rawValue ?? "") \($0.value ?? "")"
          }))
      hashes.append(hash(report.failedExpressions.map(\.description)))
      let first = seed / 12 * 12
      items["files of the seeds \(first) to \(first + 11)", default: []].append(Kept.hash(hashes))
    }
    try Kept.compare(
      items.map { (name: $0, hash: Kept.hash($1)) },
      with: hasExpressions ? "random-expressions.json" : "random-files.json")
  }
}
