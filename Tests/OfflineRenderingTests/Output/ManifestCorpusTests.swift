import TestSupport
import Testing

@testable import OfflineRendering

/// The manifests with which the fuzzer of texts begins.
@Suite("The manifests of the fuzzer")
struct ManifestCorpusTests {
  @Test("are the same when they are written and read again")
  func corpus() throws {
    let files = FuzzerFiles.corpus("TextCorpus").filter { $0.hasSuffix(".manifest") }
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try FuzzerFiles.bytes(of: file)
      let lines = try Manifest(bytes, of: file).lines
      #expect(lines.count >= 3)
      expectEqual(Array(lines.map { "\($0)\n" }.joined().utf8), bytes)
    }
  }
}
