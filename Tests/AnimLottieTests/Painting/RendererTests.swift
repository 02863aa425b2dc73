import AnimCore
import AnimGraphics
import Foundation
import TestSupport
import Testing

@testable import AnimLottie

/// A square whose expression fails starting at frame 5, with too many copies starting at frame 7.
private let faulty = file(
  layers: """
    {"ty":4,"nm":"Own","ip":0,"op":10,"st":0,\
    "ks":{"r":{"k":7,"x":"$bm_rt = time < 0.5 ? 1 : missing;"}},"shapes":[\
    \(rectangle(0, 0, 10, 10)),\(fill()),\
    {"ty":"rp","c":{"a":1,"k":[{"t":0,"s":[1],"h":1},{"t":7,"s":[10001],"h":1}]},\
    "tr":{"p":{"k":[1,0]}}}]}
    """)

@Suite("A renderer")
struct RendererTests {
  private func report(_ renderer: LottieRenderer, frame: Double) -> LottieDrawingReport {
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    return renderer.draw(frame: frame, into: &list)
  }

  @Test("returns the omissions of a frame, and the expressions that failed in it")
  func returned() throws {
    let renderer = LottieRenderer(try load(faulty))
    for frame in [9, 2, 6, 7.5, 0, 6] {
      let report = report(renderer, frame: frame)
      expectEqual(report.isEmpty, (frame < 5), "\(frame)")
      let failed = report.failedExpressions.map(\.message)
      #expect(failed.count == (frame < 5 ? 0 : 1) && report.failedPaths.count == failed.count)
      #expect(failed.allSatisfy { $0.contains("fails in frame \(Int(frame)): ") }, "\(failed)")
      let omission = report.omission?.description
      expectEqual((omission != nil), (frame >= 7))
      #expect(omission?.hasPrefix("layers[0]: frame \(Int(frame)) has more than") ?? true)
    }
  }

  @Test("is the same for combined frames, in any order and on any number of threads")
  func together() throws {
    let animation = try load(faulty)
    let frames = [9.0, 2, 6, 7, 8, 0, 5]
    let reports = frames.map { report(LottieRenderer(animation), frame: $0) }
    var together = LottieDrawingReport()
    #expect(together.isEmpty)
    for report in reports { together.add(report) }
    var other = LottieDrawingReport()
    let renderer = LottieRenderer(animation)
    for frame in frames.sorted() { other.add(report(renderer, frame: frame)) }
    #expect(together == other && !together.isEmpty)
    expectEqual(together.omission?.message.hasPrefix("frame 7 has"), true)
    expectEqual(together.failedExpressions.first?.message.contains("fails in frames 5 to 9"), true)
  }

  @Test("the omissions of a scene or an image include those of all its images")
  func scene() throws {
    let scene = LottieScene(try load(faulty))
    scene.layout(in: Size(width: 100, height: 50))
    var list = DisplayList(size: PixelSize(width: 100, height: 50))
    for frame in [9.0, 8, 1] {
      scene.show(frame: frame)
      scene.draw(into: &list)
    }
    expectEqual(scene.omission?.frame, 8)
    expectEqual(scene.omission?.description, scene.report.omission?.description)
    expectEqual(scene.report.failedExpressions.first?.message.contains("frames 8 to 9"), true)
    let image = LottieImage(scene.animation)
    ImageLayer(image).drawContent(into: &list, transform: .identity)
    #expect(image.report.isEmpty)
  }

  @Test("drawing and hit testing don't modify the animation, since the renderer has a copy")
  func value() throws {
    let animation = try load(faulty)
    func text() -> String {
      var text = ""
      dump(animation, to: &text)
      return text
    }
    let before = (text: text(), diagnostics: animation.diagnostics, contents: animation.contents)
    let renderer = LottieRenderer(animation)
    for frame in 0..<10 { _ = report(renderer, frame: Double(frame)) }
    _ = renderer.hits("Own", at: Point(x: 5, y: 5), frame: 3)
    expectEqual(text(), before.text)
    #expect(animation.diagnostics == before.diagnostics && animation.contents == before.contents)
  }

  @Test(
    "owns all memory: an animation contains only the data of the file, and never changes")
  func objects() throws {
    var found: Set<String> = []
    /// Notes the types of all objects in a value, however deep.
    func note(_ value: Any) {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class { found.insert("\(mirror.subjectType)") }
      for child in mirror.children { note(child.value) }
    }
    note(try load(faulty))
    expectEqual(found, ["ExpressionIndex", "JSONTape"])
  }
}
