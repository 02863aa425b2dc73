import CLibFuzzer

/// Mutates a file of libFuzzer in place.
///
/// - Parameters:
///   - seed: The seed of all random choices.
///   - mutation: Returns a new file, or `nil` to let libFuzzer change single bytes.
/// - Returns: The new number of bytes.
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt,
  by mutation: ([UInt8], inout RandomNumbers) -> [UInt8]?
) -> Int {
  var random = RandomNumbers(seed: seed)
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  // Changing bytes remains the most effective mutation for readers.
  guard random.next(below: 8) > 0, let changed = mutation(file, &random), changed.count <= limit
  else { return LLVMFuzzerMutate(bytes, count, limit) }
  bytes.update(from: changed, count: changed.count)
  return changed.count
}

/// Creates a new file from two files of libFuzzer.
///
/// - Parameter mutation: Returns the first file with parts of the second, or `nil` if that isn't possible.
/// - Returns: The number of bytes of the result, or 0 to try something else.
public func crossOver(
  _ first: UnsafePointer<UInt8>, _ firstCount: Int, _ second: UnsafePointer<UInt8>,
  _ secondCount: Int, _ result: UnsafeMutablePointer<UInt8>, _ limit: Int, _ seed: CUnsignedInt,
  by mutation: ([UInt8], [UInt8], inout RandomNumbers) -> [UInt8]?
) -> Int {
  var random = RandomNumbers(seed: seed)
  let files = (
    Array(UnsafeBufferPointer(start: first, count: firstCount)),
    Array(UnsafeBufferPointer(start: second, count: secondCount))
  )
  guard let changed = mutation(files.0, files.1, &random), changed.count <= limit else { return 0 }
  result.update(from: changed, count: changed.count)
  return changed.count
}

/// Returns bytes mutated by libFuzzer, at most as many as before.
func changed(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  guard !bytes.isEmpty else { return bytes }
  let count = bytes.withUnsafeMutableBufferPointer { buffer in
    buffer.baseAddress.map { LLVMFuzzerMutate($0, buffer.count, buffer.count) } ?? 0
  }
  return Array(bytes.prefix(count))
}
