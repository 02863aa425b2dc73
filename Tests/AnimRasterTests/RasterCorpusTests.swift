import Foundation
import TestSupport
import Testing

@testable import AnimRaster

/// The files with which the fuzzer of pictures begins, and those on which it failed.
@Suite("The pictures of the fuzzer")
struct RasterCorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzzing").standardizedFileURL

  private static func files(in folder: String, where accept: (String) -> Bool) -> [String] {
    let path = self.folder.appendingPathComponent(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter(accept).sorted().map { "\(folder)/\($0)" }
  }

  static let starters = files(in: "RasterCorpus") { _ in true }
  static let findings = files(in: ".build") { $0.hasPrefix("raster-") }

  private func bytes(of file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(file)))
  }

  @Test("there are pictures to start with, of each format")
  func corpusExists() throws {
    #expect(Set(try Self.starters.map { RasterFormat(try bytes(of: $0)) }).count == 4)
  }

  @Test("each picture to start with is drawn as its file says", arguments: starters)
  func corpus(file: String) throws {
    let animation = try RasterAnimation(try bytes(of: file))
    #expect(try animation.pictures().count == (file.contains("frames") ? 4 : 1))
    #expect(animation.index.problems == [])
  }

  @Test("each file on which the fuzzer failed is drawn or refused", arguments: findings)
  func finding(file: String) throws {
    let bytes = try bytes(of: file)
    let time = ContinuousClock().measure { _ = try? RasterAnimation(bytes).pictures() }
    #expect(time < .seconds(60))
  }
}
