import LinuxSystem
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimationFormats

/// The videos with which the fuzzer of Y4M begins.
@Suite("The fuzzer's Y4M videos")
struct Y4MCorpusTests {
  @Test("have two frames each", arguments: FuzzerFiles.corpus("Y4MCorpus"))
  func corpus(file: String) throws {
    let source = AnimationSource(file, bytes: try FuzzerFiles.bytes(of: file)) { _, _ in nil }
    let scene = try AnimationFile(source, FileConfiguration()).scenes().make()
    expectEqual(scene.playback?.lastFrame, 1)
  }
}
