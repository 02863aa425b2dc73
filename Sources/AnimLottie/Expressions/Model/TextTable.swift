import Glibc

/// Texts, each once, that are found by their UTF-8. Objects in a file repeat few names very often.
struct TextTable: Sendable {
  private(set) var texts: [String] = []
  private var hashes: [UInt32] = []
  /// Open addressing: the index of a text, plus one.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// FNV-1a, then mixed, since the table uses the low bits.
  static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ (hash >> 15)
  }

  func index(of text: UnsafeRawBufferPointer, hash: UInt32) -> Int? {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if hashes[index] == hash, texts[index].hasUTF8(text) { return index }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a text that is not in there.
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
    var slot = Int(hashes[index]) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(index + 1)
  }
}

extension String {
  fileprivate func hasUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var copy = self
    return copy.withUTF8 { text in
      guard let own = text.baseAddress, let other = bytes.baseAddress else {
        return text.count == bytes.count
      }
      return text.count == bytes.count && memcmp(own, other, text.count) == 0
    }
  }
}
