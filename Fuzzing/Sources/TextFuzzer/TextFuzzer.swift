import AnimCore
import AnimLottie
import Mutation

@testable import LinuxSystem
@testable import OfflineRendering

/// The fuzz target. libFuzzer calls it repeatedly with generated line-based text: manifests of frames, and scripts for
/// state machines.
///
/// Reads the text as both. libFuzzer checks that this doesn't trap or use too much time or memory. The result must be
/// the same when it is written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func readAgain(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let manifest = try? Manifest(bytes, of: "a") {
    let text = manifest.lines.map { "\($0)\n" }.joined()
    let again = try? Manifest(text.fileNameBytes, of: "a")
    precondition(again?.lines == manifest.lines, "another manifest is written")
  }
  if let script = try? InteractionScript(String(decoding: bytes, as: UTF8.self)) {
    let again = try? InteractionScript(script.description)
    precondition(again?.entries.map(\.command) == script.entries.map(\.command), "another script")
    precondition(again?.entries.map(\.time) == script.entries.map(\.time), "at other times")
    precondition(script.end.seconds >= 0, "it ends before it begins")
  }
  return 0
}

/// The mutator. libFuzzer calls it to create new text from existing text.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  mutate(bytes, count, limit, seed) { text, random in
    random.next(below: 2) == 0 ? nil : insertingWords(words, into: text, &random)
  }
}

private let words = [
  "\n", " ", "  ", "\t", "\r\n", "#", "\"", "\\", "0", "1.5 ", "86400 ", "-1 ", "1e308", "1e-9 ",
  ".5",
  "pointerDown 1 2", "pointerUp 1 2", "pointerMove 1 2", "pointerEnter 0 0", "pointerExit 0 0",
  "click 9 9", "set a 1", "set \"a b\" \"c\"", "set a true", "fire a", "start", "stop", "end",
  "expect state a", "expect a 1", "expect a \"\\n\"", "@elapsedTime",
  " 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef ", "1x1 ", "512x512 ",
  "9223372036854775808", "../", "./", "a.png", "\u{85}", "\u{2028}",
]
