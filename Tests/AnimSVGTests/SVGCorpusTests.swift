import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimSVG

/// The files with which the fuzzer of SVG begins, and those on which it failed.
@Suite("The SVG files of the fuzzer")
struct SVGCorpusTests {
  static let starters = FuzzerFiles.corpus("SVGCorpus")
  static let findings = FuzzerFiles.findings("svg-")

  private func draw(_ bytes: [UInt8]) throws -> [PixelImage] {
    let renderer = SVGRenderer(try SVGAnimation(bytes))
    let size = PixelSize(width: 20, height: 20)
    let scale = 20 / max(renderer.animation.size.width, renderer.animation.size.height)
    return ([0, 1] as [Fraction]).map { time in
      var list = DisplayList(size: size, background: .clear)
      renderer.draw(
        at: time, into: &list, transform: Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
      let image = PixelImage(size: size, isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: image)
      return image
    }
  }

  @Test("initial files exist, and the animated ones move")
  func corpusExists() throws {
    #expect(Self.starters.count >= 5)
    for name in ["smil", "styles"] {
      let images = try draw(FuzzerFiles.bytes(of: "SVGCorpus/\(name).svg"))
      #expect(images[0] != images[1], "\(name)")
    }
  }

  @Test("each initial file is drawn", arguments: starters)
  func corpus(file: String) throws { _ = try draw(FuzzerFiles.bytes(of: file)) }

  @Test("each file on which the fuzzer failed is drawn or rejected", arguments: findings)
  func finding(file: String) throws { _ = try? draw(FuzzerFiles.bytes(of: file)) }

  @Test("small changes to these files are drawn or rejected", arguments: starters)
  func changed(file: String) throws {
    let original = try FuzzerFiles.bytes(of: file)
    var random = SeededGenerator(seed: UInt64(original.count))
    for _ in 0..<100 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let (from, to) = (
          Int.random(in: 0..<bytes.count, using: &random),
          Int.random(in: 0..<bytes.count, using: &random)
        )
        bytes[from] = bytes[to]
      }
      _ = try? draw(bytes)
    }
  }
}
