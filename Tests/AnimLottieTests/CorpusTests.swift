import AnimGraphics
import AnimLottie
import Foundation
import Testing

/// The files of the fuzzer, by their paths in its folder.
private enum Files {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzzing").standardizedFileURL

  static let corpus = files(in: "Corpus") { _ in true }

  /// The files on which `scripts/fuzz` failed here. It saves them under these names.
  static let findings = files(in: ".build") { name in
    ["crash-", "leak-", "oom-", "slow-unit-", "timeout-"].contains { name.hasPrefix($0) }
  }

  private static func files(in folder: String, where accept: (String) -> Bool) -> [String] {
    let path = self.folder.appendingPathComponent(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter(accept).sorted().map { "\(folder)/\($0)" }
  }
}

/// What the fuzzer starts with and what it found, as plain inputs.
@Suite("The files of the fuzzer")
struct CorpusTests {
  /// Draws as the fuzzer does.
  private func check(_ renderer: LottieRenderer) {
    let last = max(renderer.animation.frameCount - 1, 0)
    let first = picture(by: renderer, frame: 0)
    _ = picture(by: renderer, frame: last / 2)
    _ = picture(by: renderer, frame: last)
    #expect(picture(by: renderer, frame: 0) == first, "a frame depends on those before it")
  }

  private func picture(by renderer: LottieRenderer, frame: Double) -> PixelImage {
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

  private func bytes(of file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Files.folder.appendingPathComponent(file)))
  }

  @Test("there are files to start with")
  func corpusExists() {
    #expect(Files.corpus.count >= 20)
  }

  @Test(
    "each file to start with is read and draws something, and the same at any time",
    arguments: Files.corpus)
  func corpus(file: String) throws {
    let bytes = try bytes(of: file)
    let animation = try LottieAnimation(bytes, options: .init(resource: { _ in bytes }))
    let renderer = LottieRenderer(animation)
    check(renderer)
    let frames = stride(from: 0, to: animation.frameCount, by: max(animation.frameCount / 10, 1))
    let empty = PixelImage(size: PixelSize(width: 32, height: 32), isOpaque: false)
    #expect(frames.contains { picture(by: renderer, frame: $0) != empty })
  }

  @Test("each file on which the fuzzer failed is drawn or refused", arguments: Files.findings)
  func finding(file: String) throws {
    let bytes = try bytes(of: file)
    let time = ContinuousClock().measure {
      let options = LottieLoadingOptions(resource: { _ in bytes })
      guard let animation = try? LottieAnimation(bytes, options: options) else { return }
      check(LottieRenderer(animation))
    }
    #expect(time < .seconds(60))
  }
}
