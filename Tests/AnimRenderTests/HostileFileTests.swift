import CAnimRender
import TestSupport
import Testing

/// Passes the files of all fuzzers, and damaged versions of them, to the library.
@Suite("Hostile files through C")
struct HostileFileTests {
  private static let corpora = ["Corpus", "SVGCorpus", "RasterCorpus", "Y4MCorpus"]
  private static let files = corpora.flatMap(FuzzerFiles.corpus)
  private static let findings = FuzzerFiles.findings("library-")

  /// Opens and draws as the fuzzer does. Returns whether the file was opened.
  @discardableResult
  private func check(_ bytes: [UInt8]) -> Bool {
    let handle: Handle
    switch Handle.open(bytes) {
    case .failed(let status, let message):
      #expect([ANIMRENDER_INVALID_FILE, ANIMRENDER_UNREADABLE].contains(status), "\(message)")
      #expect(!message.isEmpty)
      return false
    case .opened(let opened): handle = opened
    }
    let properties = handle.properties
    let last = properties.first_frame + properties.frame_count - 1
    for frame in Set([properties.first_frame, last / 2, last]) {
      let (pixels, hash) = (handle.pixels(Int(frame), 24, 24), handle.hash(Int(frame), 24, 24))
      expectEqual(pixels == nil, hash == nil)
      if pixels == nil { #expect(!handle.message.isEmpty) }
    }
    _ = handle.pixels(at: 100_000_000, 9, 31)
    #expect(!handle.info.isEmpty)
    _ = handle.diagnostics
    return true
  }

  @Test("files to start with are opened", arguments: files)
  func corpus(file: String) throws {
    #expect(check(try FuzzerFiles.bytes(of: file)))
  }

  @Test("files on which the fuzzer failed are drawn or refused", arguments: findings)
  func finding(file: String) throws { check(try FuzzerFiles.bytes(of: file)) }

  @Test("damaged files are drawn or refused", arguments: files)
  func damaged(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    var random = SeededGenerator(seed: UInt64(bytes.count))
    check(Array(bytes.prefix(bytes.count / 2)))
    for _ in 0..<10 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      check(damaged)
    }
  }

  @Test("files that ask for more than the limits of the program are refused or reduced")
  func limits() {
    check(TestImages.gif(width: 65_535, height: 65_535))
    check(Array(#"{"v":"5","w":1e9,"h":1e9,"fr":1e9,"ip":0,"op":1e18,"layers":[]}"#.utf8))
    for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
      let depth = 100_000
      let nested =
        String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
      check(Array((#"{"v":"5","w":8,"h":8,"fr":1,"ip":0,"op":1,"layers":\#(nested)}"#).utf8))
    }
    let groups = String(repeating: "<g>", count: 100_000)
    check(Array("<svg xmlns=\"http://www.w3.org/2000/svg\">\(groups)".utf8))
  }
}
