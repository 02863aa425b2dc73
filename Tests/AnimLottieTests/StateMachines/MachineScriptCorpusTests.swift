import AnimLottie
import TestSupport
import Testing

/// The scripts with which the fuzzer of texts begins.
@Suite("The scripts of the fuzzer")
struct MachineScriptCorpusTests {
  @Test("are the same when they are written and read again")
  func corpus() throws {
    let files = FuzzerFiles.corpus("TextCorpus").filter { $0.hasSuffix(".script") }
    #expect(!files.isEmpty)
    for file in files {
      let script = try LottieInteractionScript(
        String(decoding: FuzzerFiles.bytes(of: file), as: UTF8.self))
      #expect(script.entries.count >= 10)
      let again = try LottieInteractionScript(script.description)
      expectEqual(again.entries.map(\.command), script.entries.map(\.command))
    }
  }
}
