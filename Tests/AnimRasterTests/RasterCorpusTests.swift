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

  @Test("a picture that is cut off anywhere says so, unless there is none", arguments: starters)
  func cutOff(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    for count in 1..<bytes.count {
      guard let animation = try? RasterAnimation(Array(bytes.prefix(count))) else { continue }
      #expect(animation.index.problems.count > 0, "\(count) bytes")
    }
  }

  @Test("a JPEG has its end wherever that is, whatever follows it")
  func jpegEnd() throws {
    let bytes = try FuzzerFiles.bytes(of: try #require(Self.starters.first { $0.hasSuffix("jpg") }))
    for count in [0, 1, 2, 4094, 4095, 4096, 9000] {
      let animation = try RasterAnimation(bytes + [UInt8](repeating: 0xFF, count: count))
      expectEqual(
        animation.messages,
        count == 0
          ? []
          : count == 1
            ? ["a byte after the end is ignored"] : ["\(count) bytes after the end are ignored"])
    }
    let cut = try RasterAnimation(bytes.dropLast(2) + [UInt8](repeating: 0xD9, count: 9000))
    expectEqual(cut.messages, ["the file is cut off"])
  }

  @Test("each file on which the fuzzer failed is drawn or refused", arguments: findings)
  func finding(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    let time = ContinuousClock().measure { _ = try? RasterAnimation(bytes).pictures() }
    #expect(time < .seconds(60))
  }
}
