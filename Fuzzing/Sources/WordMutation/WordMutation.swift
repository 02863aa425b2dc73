import CLibFuzzer

/// Makes a new text from one that libFuzzer has.
///
/// Half of the time, words and signs of a language are put into it, which get past the reader more often than
/// changed bytes.
///
/// - Returns: the new number of bytes.
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt,
  words: [String]
) -> Int {
  // Numbers that depend on the seed alone, so that libFuzzer can repeat a mutation; Knuth's MMIX.
  var state = UInt64(seed) &+ 1
  func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
  guard next(below: 2) == 0 else { return LLVMFuzzerMutate(bytes, count, limit) }
  var text = Array(UnsafeBufferPointer(start: bytes, count: count))
  for _ in 0...next(below: 3) {
    let start = next(below: text.count + 1)
    let end = min(start + next(below: 8), text.count)
    text.replaceSubrange(start..<end, with: Array(words[next(below: words.count)].utf8))
  }
  guard text.count <= limit else { return LLVMFuzzerMutate(bytes, count, limit) }
  bytes.update(from: text, count: text.count)
  return text.count
}
