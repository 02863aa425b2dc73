/// A table of texts without duplicates, which are looked up by their UTF-8. Few different names
/// occur very often in a file.
struct TextTable: Sendable {
  private(set) var texts: [String] = []
  private var hashes: [UInt32] = []
  /// The slots of the hash table with open addressing: the index of a text plus one.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// Returns the FNV-1a hash, with mixed bits because the table uses the low ones.
  static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ (hash >> 15)
  }

  func index(of text: UnsafeRawBufferPointer, hash: UInt32) -> Int? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if hashes[index] == hash, texts[index].hasUTF8(text) { return index }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a text that isn't in the table.
  mutating func add(_ text: String) {
    var text = text
    let hash = text.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) }
    texts.append(text)
    hashes.append(hash)
    if texts.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for index in texts.indices { insert(index) }
    } else {
      insert(texts.count - 1)
    }
  }

  private mutating func insert(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hashes[index]) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(index + 1)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether the bytes are equal. Compares eight bytes at a time.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var offset = 0
    while count - offset >= 8 {
      let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < count {
      if self[offset] != other[offset] { return false }
      offset += 1
    }
    return true
  }
}

extension String {
  fileprivate func hasUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var copy = self
    return copy.withUTF8 { UnsafeRawBufferPointer($0).hasSameBytes(as: bytes) }
  }
}
