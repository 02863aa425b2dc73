import AnimGraphics
import AnimLottie
import TestSupport
import Testing

/// The files of the fuzzer.
private enum Files {
  static let corpus = FuzzerFiles.corpus("Corpus")
  static let findings = FuzzerFiles.findings("crash-", "leak-", "oom-", "slow-unit-", "timeout-")
}

/// Runs the fuzzer's initial inputs and its findings as plain inputs.
@Suite("The files of the fuzzer")
struct CorpusTests {
  /// Draws as the fuzzer does.
  private func check(_ renderer: LottieRenderer) {
    let last = max(renderer.animation.frameCount - 1, 0)
    let first = rendering(by: renderer, frame: 0)
    _ = rendering(by: renderer, frame: last / 2)
    _ = rendering(by: renderer, frame: last)
    expectEqual(rendering(by: renderer, frame: 0), first, "a frame depends on those before it")
  }

  private func rendering(by renderer: LottieRenderer, frame: Double) -> PixelImage {
    let animation = renderer.animation
    let size = PixelSize(width: 32, height: 32)
    let scale = 32 / max(animation.size.width, animation.size.height)
    var list = DisplayList(size: size, background: .clear)
    renderer.draw(
      frame: frame, into: &list,
      transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
    let image = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    return image
  }

  @Test("there are files to start with")
  func corpusExists() {
    #expect(Files.corpus.count >= 20)
  }

  @Test(
    "each file to start with is read and draws something, and the same at any time",
    arguments: Files.corpus)
  func corpus(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    let animation = try LottieAnimation(bytes, options: .init(resource: { _ in bytes }))
    let renderer = LottieRenderer(animation)
    check(renderer)
    let frames = stride(from: 0, to: animation.frameCount, by: max(animation.frameCount / 10, 1))
    let empty = PixelImage(size: PixelSize(width: 32, height: 32), isOpaque: false)
    #expect(frames.contains { rendering(by: renderer, frame: $0) != empty })
  }

  @Test("each file on which the fuzzer failed is drawn or rejected", arguments: Files.findings)
  func finding(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    let time = ContinuousClock().measure {
      let options = LottieLoadingOptions(resource: { _ in bytes })
      guard let animation = try? LottieAnimation(bytes, options: options) else { return }
      check(LottieRenderer(animation))
    }
    #expect(time < .seconds(60))
  }
}
