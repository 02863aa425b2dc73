import CNettle

/// The SHA-256 (FIPS 180-4) of bytes that are added in parts.
package struct SHA256 {
  private var context = sha256_ctx()

  /// The number of bytes of a hash.
  package static let size = 32

  package init() { nettle_sha256_init(&context) }

  package mutating func update(_ bytes: [UInt8]) {
    nettle_sha256_update(&context, bytes.count, bytes)
  }

  /// Adds a text after its length, so that no two lists of texts give the same bytes.
  package mutating func update(_ text: String) {
    let bytes = Array(text.utf8)
    update(withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { Array($0) })
    update(bytes)
  }

  /// Returns the hash of all bytes so far.
  package consuming func digest() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
      nettle_sha256_digest(&context, Self.size, buffer.baseAddress)
      count = Self.size
    }
  }

  /// Returns a hash in lower-case hexadecimal digits.
  package static func text(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
