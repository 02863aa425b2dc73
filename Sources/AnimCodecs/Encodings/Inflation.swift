#if Codecs
  import CZlib
#endif

/// Decompresses deflate data, with zlib. Every call fails without the trait `Codecs`.
package enum Inflation {
  /// Returns whether the bytes are the start of a gzip file.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Returns the contents of a gzip file (RFC 1952). Joins its members and verifies their
  /// checksums and sizes.
  package static func gzip(_ bytes: [UInt8], limit: Int) throws(InflationError) -> [UInt8] {
    var output: [UInt8] = []
    try run(bytes[...], .gzip, into: &output, limit: limit)
    return output
  }

  /// Returns the first bytes of a gzip file's contents, as far as possible from the first bytes
  /// of the file.
  package static func beginning(ofGzip bytes: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    try? run(bytes[...], .gzip, into: &output, limit: count)
    return output
  }

  /// Returns the first bytes of the contents of a zlib stream (RFC 1950), as far as they are intact.
  package static func beginning(ofZlib bytes: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    try? run(bytes[...], .zlib, into: &output, limit: count)
    return output
  }

  /// Returns the contents of a raw deflate stream (RFC 1951).
  package static func raw(
    _ bytes: ArraySlice<UInt8>, limit: Int
  ) throws(InflationError) -> [UInt8] {
    var output: [UInt8] = []
    try run(bytes, .raw, into: &output, limit: limit)
    return output
  }

  /// Returns the contents of a zlib stream (RFC 1950).
  static func zlib(_ bytes: ArraySlice<UInt8>, limit: Int) throws(InflationError) -> [UInt8] {
    var output: [UInt8] = []
    try run(bytes, .zlib, into: &output, limit: limit)
    return output
  }

  private enum Wrapper { case raw, zlib, gzip }
}

/// The reason why data can't be decompressed.
package enum InflationError: Error, Hashable, Sendable {
  /// The data is corrupt or truncated, for this reason.
  case damaged(String)
  /// The contents exceed the limit.
  case tooLarge
  /// The program was built without the trait `Codecs`.
  case unavailable
}

#if Codecs
  extension Inflation {
    /// Whether this build supports decompression.
    package static let isAvailable = true

    /// Appends decompressed data, up to the first error or to `limit` bytes.
    private static func run(
      _ bytes: ArraySlice<UInt8>, _ wrapper: Wrapper, into output: inout [UInt8], limit: Int
    ) throws(InflationError) {
      let windowBits =
        switch wrapper {
        case .raw: -MAX_WBITS
        case .zlib: MAX_WBITS
        case .gzip: MAX_WBITS + 16
        }
      let result = bytes.withUnsafeBufferPointer { input in
        Result { () throws(InflationError) in
          var stream = z_stream()
          guard anim_inflate_init(&stream, windowBits) == Z_OK else {
            throw .damaged("there is not enough memory to unpack it")
          }
          defer { inflateEnd(&stream) }
          try run(&stream, input, isGzip: wrapper == .gzip, into: &output, limit: limit)
        }
      }
      try result.get()
    }

    private static func run(
      _ stream: inout z_stream, _ input: UnsafeBufferPointer<UInt8>, isGzip: Bool,
      into output: inout [UInt8], limit: Int
    ) throws(InflationError) {
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let (status, count) = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(clamping: chunk.count)
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, chunk.count - Int(stream.avail_out))
        }
        let room = limit - output.count
        output.append(contentsOf: chunk[..<min(count, room)])
        guard count <= room else { throw .tooLarge }
        switch status {
        case Z_OK: continue
        case Z_STREAM_END:
          guard isGzip, isMember(stream) else { return }
          inflateReset(&stream)
        // The input is truncated.
        case Z_BUF_ERROR: throw .damaged("it is truncated")
        default: throw .damaged(message(stream))
        }
      }
    }

    /// Returns whether another member of a gzip file follows. Anything else after a member is
    /// ignored.
    private static func isMember(_ stream: z_stream) -> Bool {
      guard stream.avail_in >= 2, let next = stream.next_in else { return false }
      return next[0] == 0x1F && next[1] == 0x8B
    }

    private static func message(_ stream: z_stream) -> String {
      stream.msg.map { String(cString: $0) } ?? "it is not a deflate stream"
    }

    /// Returns the CRC-32 of gzip, zip and PNG files.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
      UInt32(
        truncatingIfNeeded: crc32_z(
          0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
    }
  }
#else
  extension Inflation {
    package static let isAvailable = false

    private static func run(
      _ bytes: ArraySlice<UInt8>, _ wrapper: Wrapper, into output: inout [UInt8], limit: Int
    ) throws(InflationError) {
      throw .unavailable
    }

    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 { 0 }
  }
#endif
