import CZlib

/// Data that gzip has compressed.
enum Gzip {
  static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// All that was compressed; nil if the data are damaged, end early or hold more than `limit` bytes.
  static func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard let (output, isWhole) = inflate(bytes, limit: limit), isWhole, output.count <= limit
    else {
      return nil
    }
    return output
  }

  /// The first bytes of what was compressed, as far as they are there; nil if there are none.
  static func beginning(of bytes: [UInt8], count: Int) -> [UInt8]? {
    inflate(bytes, limit: count)?.output
  }

  /// Inflates until the end, a mistake, or a limit that may be exceeded by a part of ``chunk``.
  private static func inflate(
    _ bytes: [UInt8], limit: Int
  ) -> (output: [UInt8], isWhole: Bool)? {
    var stream = z_stream()
    // 31: the largest window, and the header of gzip.
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, 31, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var status = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while status == Z_OK, output.count <= limit {
        let before = output.count
        output.append(addingCapacity: chunk) { span in
          span.withUnsafeMutableBufferPointer { buffer, initialized in
            stream.next_out = buffer.baseAddress
            stream.avail_out = UInt32(chunk)
            status = CZlib.inflate(&stream, Z_NO_FLUSH)
            initialized = chunk - Int(stream.avail_out)
          }
        }
        if output.count == before { break }
      }
    }
    return output.isEmpty ? nil : (output, status == Z_STREAM_END)
  }

  private static let chunk = 1 << 14
}
