import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

/// The files with which the fuzzer of images begins, and those on which it failed.
@Suite("The images of the fuzzer")
struct RasterCorpusTests {
  static let files = FuzzerFiles.corpus("RasterCorpus")
  static let starters = files.filter { (try? RasterFormat(FuzzerFiles.bytes(of: $0))) != nil }
  static let others = files.filter { !starters.contains($0) }
  static let findings = FuzzerFiles.findings("raster-")

  @Test("there are images to start with, of each format")
  func corpusExists() throws {
    expectEqual(Set(try Self.starters.map { RasterFormat(try FuzzerFiles.bytes(of: $0)) }).count, 4)
  }

  @Test("each image to start with is drawn as its file specifies", arguments: starters)
  func corpus(file: String) throws {
    let animation = try RasterAnimation(try FuzzerFiles.bytes(of: file))
    try expectEqual(animation.images().count, (file.contains("frames") ? 4 : 1))
    expectEqual(animation.index.problems, [])
  }

  @Test("each cursor, sprite and AVIF to start with is valid", arguments: others)
  func otherFormats(file: String) throws {
    let bytes = BytesInMemory(try FuzzerFiles.bytes(of: file))
    if let cursor = try? CursorFile(bytes) {
      expectEqual(cursor.problems, [])
    } else if let sprite = try? AsepriteFile(bytes) {
      expectEqual(sprite.problems, [])
    } else {
      expectEqual(try AVIFFile(bytes).problems, [])
    }
  }

  @Test(
    "an image that is truncated anywhere is reported as such, unless nothing can be shown",
    arguments: starters)
  func cutOff(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    for count in 1..<bytes.count {
      guard let animation = try? RasterAnimation(Array(bytes.prefix(count))) else { continue }
      #expect(animation.index.problems.count > 0, "\(count) bytes")
    }
  }

  @Test("the end of a JPEG is found, whatever follows it")
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
    expectEqual(cut.messages, ["the file is truncated"])
  }

  @Test("a JPEG whose scan ends early is truncated, although it has an end marker")
  func shortScan() throws {
    let bytes = try FuzzerFiles.bytes(of: try #require(Self.starters.first { $0.hasSuffix("jpg") }))
    expectEqual(try RasterAnimation(bytes).truncatedFrames(), [])
    for missing in [20, 60] {
      let short = try RasterAnimation(bytes.dropLast(2 + missing) + [0xFF, 0xD9])
      expectEqual(short.index.problems, [])
      expectEqual(short.truncatedFrames(), [0])
      try expectEqual(short.images().count, 1)
    }
  }

  @Test("complete files have no truncated frames", arguments: starters)
  func complete(file: String) throws {
    expectEqual(try RasterAnimation(try FuzzerFiles.bytes(of: file)).truncatedFrames(), [])
  }

  @Test("a progressive JPEG without its last scans is truncated")
  func missingScans() {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, 0, UInt8(content.count + 2)] + content
    }
    func lacksScans(_ frame: UInt8, _ scans: [[UInt8]]) -> Bool {
      let components: [UInt8] = [8, 0, 8, 0, 8, 2, 1, 0x11, 0, 2, 0x11, 0]
      let bytes =
        [0xFF, 0xD8] + segment(frame, components)
        + scans.flatMap { segment(0xDA, $0) + [0x12, 0xFF, 0, 0x34] } + [0xFF, 0xD9]
      return bytes.withUnsafeBytes { JPEGScans(of: $0).lacksScans }
    }
    let (first, lowest): ([UInt8], [UInt8]) = (
      [2, 1, 0, 2, 0, 0, 0, 1], [2, 1, 0, 2, 0, 0, 0, 0x10]
    )
    let rest: [[UInt8]] = [[1, 1, 0, 1, 63, 0], [1, 2, 0, 1, 63, 0]]
    #expect(!lacksScans(0xC2, [first, lowest] + rest))
    #expect(lacksScans(0xC2, [first] + rest))
    #expect(lacksScans(0xC2, [first, lowest, rest[0]]))
    #expect(!lacksScans(0xC0, [[2, 1, 0, 2, 0, 0, 63, 0]]))
    #expect(lacksScans(0xC0, [[1, 1, 0, 0, 63, 0]]))
  }

  @Test("each file on which the fuzzer failed is drawn or rejected", arguments: findings)
  func finding(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    let time = ContinuousClock().measure { _ = try? RasterAnimation(bytes).images() }
    #expect(time < .seconds(60))
  }
}
