import CLibFuzzer

/// The mutator, which libFuzzer calls to make a new file from one that it has.
///
/// Randomly changed bytes are hardly ever JSON. So half of the time, values in the text are
/// replaced by others, which gets past the parser.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  var random = Random(state: UInt64(seed) &+ 1)
  let text = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard text.first == UInt8(ascii: "{"), random.next(below: 2) == 0 else {
    return LLVMFuzzerMutate(bytes, count, limit)
  }
  var changed = text
  for _ in 0...random.next(below: 3) { replaceValue(in: &changed, &random) }
  guard changed.count <= limit else { return LLVMFuzzerMutate(bytes, count, limit) }
  bytes.update(from: changed, count: changed.count)
  return changed.count
}

private func replaceValue(in text: inout [UInt8], _ random: inout Random) {
  let values = valueRanges(in: text)
  guard !values.isEmpty else { return }
  let place = values[random.next(below: values.count)]
  let other = values[random.next(below: values.count)]
  let replacement: [UInt8] =
    switch random.next(below: 4) {
    case 0: Array(text[other])
    case 1: Array(text[place]) + [UInt8(ascii: ",")] + Array(text[other])
    default: Array(oddValues[random.next(below: oddValues.count)].utf8)
    }
  text.replaceSubrange(place, with: replacement)
}

private let oddValues = [
  "null", "true", "[]", "{}", "[[]]", "\"\"", "0", "1", "2", "3", "4", "5", "25", "-1", "0.5",
  "100",
  "1e3", "1e5", "-1e9", "1e12", "1e308", "1e-308", "[0,0]", "[1e9,-1e9]", "[{\"t\":0,\"s\":[1]}]",
]

/// The ranges of the values in a text that is JSON, or almost.
private func valueRanges(in text: [UInt8]) -> [Range<Int>] {
  var ranges: [Range<Int>] = []
  var open: [Int] = []
  var place = 0
  while place < text.count {
    let start = place
    place += 1
    switch text[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(start)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if let first = open.popLast(), first > 0 { ranges.append(first..<place) }
    case UInt8(ascii: "\""):
      while place < text.count, text[place] != UInt8(ascii: "\"") { place += 1 }
      place = min(place + 1, text.count)
      let isKey = place < text.count && text[place] == UInt8(ascii: ":")
      if !isKey { ranges.append(start..<place) }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      while place < text.count, !",]} \n".utf8.contains(text[place]) { place += 1 }
      ranges.append(start..<place)
    default: break
    }
  }
  return ranges
}

/// Numbers that depend on the seed alone, so that libFuzzer can repeat a mutation.
private struct Random {
  var state: UInt64

  /// A number in 0 ..< `bound`.
  mutating func next(below bound: Int) -> Int {
    // Constants of Knuth's MMIX.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
