import TestSupport
import Testing

@testable import AnimRaster

/// The files with which the fuzzer of pictures begins, and those on which it failed.
@Suite("The pictures of the fuzzer")
struct RasterCorpusTests {
  static let starters = FuzzerFiles.corpus("RasterCorpus")
  static let findings = FuzzerFiles.findings("raster-")

  @Test("there are pictures to start with, of each format")
  func corpusExists() throws {
    expectEqual(Set(try Self.starters.map { RasterFormat(try FuzzerFiles.bytes(of: $0)) }).count, 4)
  }

  @Test("each picture to start with is drawn as its file says", arguments: starters)
  func corpus(file: String) throws {
    let animation = try RasterAnimation(try FuzzerFiles.bytes(of: file))
    try expectEqual(animation.pictures().count, (file.contains("frames") ? 4 : 1))
    expectEqual(animation.index.problems, [])
  }

  @Test("each file on which the fuzzer failed is drawn or refused", arguments: findings)
  func finding(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    let time = ContinuousClock().measure { _ = try? RasterAnimation(bytes).pictures() }
    #expect(time < .seconds(60))
  }
}
