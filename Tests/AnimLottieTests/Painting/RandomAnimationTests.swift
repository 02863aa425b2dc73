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

  @Test("look the same, whatever their painter has drawn before", arguments: [false, true])
  func renderings(hasExpressions: Bool) throws {
    var pictures: [KeptPicture] = []
    for seed in 0..<UInt64(hasExpressions ? 180 : 240) {
      var maker = RandomAnimation(
        seed: seed << 1 | (hasExpressions ? 1 : 0), hasExpressions: hasExpressions)
      let json = maker.json()
      let animation = try load(json)
      let renderer = LottieRenderer(animation)
      var report = LottieDrawingReport()
      var images: [PixelImage] = []
      for frame in Self.frames {
        let drawn = draw(renderer, frame: frame)
        let fresh = draw(LottieRenderer(animation), frame: frame)
        let isEqual = drawn.list == fresh.list && drawn.report == fresh.report
        #expect(isEqual, "\(seed) at \(frame): \(json)")
        images.append(drawn.list.painted())
        report.add(drawn.report)
      }
      var messages = animation.diagnostics.map(\.description)
      messages += animation.contents.slots.map {
        "slot \($0.name): \($0.kind?.rawValue ?? "unused") \($0.value ?? "")"
      }
      messages += report.failedExpressions.map(\.description)
      for point in [(8, 6), (20, 20), (30, 12), (44, 30)].map({ Point(x: $0, y: $1) }) {
        let layers = ["L1", "L2", "L3"].filter { renderer.hits($0, at: point, frame: 4) }
        messages.append("\(point) hits \(layers)")
      }
      pictures.append(KeptPicture("seed \(seed)", images, messages: messages, source: json))
    }
    try Kept.compare(
      pictures, with: hasExpressions ? "random-expressions.json" : "random-files.json")
  }
}
