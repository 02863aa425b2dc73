/// The number of a frame as a row of black and white modules, for machines that read a recording.
///
/// A code is ``moduleCount`` modules of equal width and any height, so any line through it contains
/// the entire code: a finder, a white module, ``dataCount`` modules of data, a white module, and a
/// finder. There is at least one white module on either side of it.
///
/// A finder is black, white, three black, white, black: the proportions 1:1:3:1:1 of QR codes
/// (ISO/IEC 18004). The data is the number and its checksum, highest bit first, where a black
/// module is a one.
package struct FrameCode: Hashable, Sendable {
  package let number: UInt32
  package let position: Position
  /// The data, with the last module in the lowest bit.
  package let data: UInt64

  package init(_ number: UInt32, _ position: Position) {
    self.number = number
    self.position = position
    var sum = CRC16()
    sum.add(position.rawValue)
    for shift in stride(from: 24, through: 0, by: -8) {
      sum.add(UInt8(truncatingIfNeeded: number >> shift))
    }
    data = UInt64(number) << 16 | UInt64(sum.value)
  }

  /// The position of a code in the image. The checksum includes it, so that the codes can't be
  /// confused.
  package enum Position: UInt8, CaseIterable, Hashable, Sendable {
    case top
    case bottom
  }
}

extension FrameCode {
  /// The number of bits of the number and its checksum.
  package static let dataCount = 32 + 16
  /// The number of modules between the outer edges of the finders.
  package static let moduleCount = 2 * finderCount + 2 + dataCount
  package static let finderCount = 7
  /// The range of the data modules.
  package static let dataRange = finderCount + 1..<finderCount + 1 + dataCount

  /// Returns whether module 0 to 6 of a finder is black.
  package static func isFinderBlack(_ module: Int) -> Bool { 0b101_1101 >> module & 1 == 1 }

  /// Decodes data at a position. Returns `nil` if the checksum is wrong.
  package init?(data: UInt64, _ position: Position) {
    self.init(UInt32(truncatingIfNeeded: data >> 16), position)
    if self.data != data { return nil }
  }

  /// Returns whether module 0 to 63 is black.
  package func isBlack(_ module: Int) -> Bool {
    let range = Self.dataRange
    if module < Self.finderCount { return Self.isFinderBlack(module) }
    if module > range.upperBound { return Self.isFinderBlack(module - range.upperBound - 1) }
    return range.contains(module) && data >> (range.upperBound - 1 - module) & 1 == 1
  }
}

/// The cyclic redundancy check CRC-16/IBM-3740: polynomial 0x1021, initial value all ones.
struct CRC16 {
  private(set) var value: UInt16 = 0xFFFF

  mutating func add(_ byte: UInt8) {
    value ^= UInt16(byte) << 8
    for _ in 0..<8 { value = value << 1 ^ (value >> 15 == 1 ? 0x1021 : 0) }
  }
}
