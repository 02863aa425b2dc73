/// The LZW variant of GIF: codes with a growing number of bits, least significant bit first.
///
/// Each code represents a substring of the earlier output: the string of the previous code plus the next byte, which
/// are adjacent in the output. The table therefore stores positions rather than bytes, and strings are copied from the
/// output.
final class LZWDecoder {
  /// The maximum number of bits of a code.
  static let longestCode = 12
  /// The number of bytes that may be read beyond the end of the codes.
  static let inputSlack = 8
  /// The number of bytes that may be written beyond the end of the pixels.
  static let outputSlack = 8

  /// The string of each code: its position in the output, and its length in the upper half.
  private let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 << longestCode)

  deinit { table.deallocate() }

  /// Decodes codes into bytes until the input or the output ends, or a code is invalid.
  ///
  /// - Parameters:
  ///   - codes: The codes, followed by ``inputSlack`` bytes.
  ///   - codeCount: The number of bytes of the codes.
  ///   - minimumSize: The number of bits of the initial codes, without special codes, from 0 to 11.
  ///   - output: Memory for the bytes and ``outputSlack`` more.
  ///   - wanted: The number of bytes to decode.
  /// - Returns: The number of decoded bytes.
  func decode(
    _ codes: UnsafeRawPointer, codeCount: Int, minimumSize: Int,
    into output: UnsafeMutableRawPointer, wanted: Int
  ) -> Int {
    let table = table
    let clear = 1 << minimumSize
    let (end, full) = (clear &+ 1, 1 << Self.longestCode)
    let bitCount = codeCount &* 8
    var (size, next, bit, written) = (minimumSize &+ 1, clear &+ 2, 0, 0)
    // The string of the previous code, which is empty after a clear code.
    var (lastStart, lastLength) = (0, 0)
    while written < wanted, bit &+ size <= bitCount {
      let word = codes.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self).littleEndian
      let code = Int(truncatingIfNeeded: word &>> UInt64(bit & 7)) & (1 &<< size &- 1)
      bit &+= size
      let start = written
      if code < clear {
        output.storeBytes(
          of: UInt8(truncatingIfNeeded: code), toByteOffset: written, as: UInt8.self)
        written &+= 1
      } else if code == clear {
        (size, next, lastLength) = (minimumSize &+ 1, clear &+ 2, 0)
        continue
      } else if code == end {
        return written
      } else if lastLength == 0 {
        return written
      } else if code < next {
        let entry = table[code]
        let length = min(Int(entry &>> 32), wanted &- written)
        Self.copy(output, from: Int(entry & 0xFFFF_FFFF), to: written, length)
        written &+= length
      } else if code == next, next < full {
        // The previous string followed by its own first byte.
        let length = min(lastLength &+ 1, wanted &- written)
        Self.copy(output, from: lastStart, to: written, min(lastLength, length))
        if length > lastLength {
          output.storeBytes(
            of: output.load(fromByteOffset: lastStart, as: UInt8.self),
            toByteOffset: written &+ lastLength, as: UInt8.self)
        }
        written &+= length
      } else {
        return written
      }
      if lastLength > 0, next < full {
        table[next] = UInt64(lastLength &+ 1) &<< 32 | UInt64(lastStart)
        next &+= 1
      }
      // The next code may be the one that is about to be defined.
      if next >= 1 &<< size, size < Self.longestCode { size &+= 1 }
      (lastStart, lastLength) = (start, written &- start)
    }
    return written
  }

  /// Returns the number of bytes that ``decode(_:codeCount:minimumSize:into:wanted:)`` would decode, without decoding
  /// them.
  func count(
    _ codes: UnsafeRawPointer, codeCount: Int, minimumSize: Int, wanted: Int
  ) -> Int {
    let clear = 1 << minimumSize
    let (end, full) = (clear &+ 1, 1 << Self.longestCode)
    let bitCount = codeCount &* 8
    var (size, next, bit, count, lastLength) = (minimumSize &+ 1, clear &+ 2, 0, 0, 0)
    while count < wanted, bit &+ size <= bitCount {
      let word = codes.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self).littleEndian
      let code = Int(truncatingIfNeeded: word &>> UInt64(bit & 7)) & (1 &<< size &- 1)
      bit &+= size
      let length: Int
      if code < clear {
        length = 1
      } else if code == clear {
        (size, next, lastLength) = (minimumSize &+ 1, clear &+ 2, 0)
        continue
      } else if code == end || lastLength == 0 {
        break
      } else if code < next {
        length = Int(table[code])
      } else if code == next, next < full {
        length = lastLength &+ 1
      } else {
        break
      }
      count &+= length
      if lastLength > 0, next < full {
        table[next] = UInt64(lastLength &+ 1)
        next &+= 1
      }
      if next >= 1 &<< size, size < Self.longestCode { size &+= 1 }
      lastLength = length
    }
    return min(count, wanted)
  }

  /// Copies a string that ends at or before its destination. May change up to seven bytes after it.
  @inline(__always) private static func copy(
    _ output: UnsafeMutableRawPointer, from source: Int, to target: Int, _ length: Int
  ) {
    var done = 0
    repeat {
      let part = output.loadUnaligned(fromByteOffset: source &+ done, as: UInt64.self)
      output.storeBytes(of: part, toByteOffset: target &+ done, as: UInt64.self)
      done &+= 8
    } while done < length
  }
}
