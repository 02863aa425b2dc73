/// The number of a frame as a row of black and white modules, for machines to read from a recording.
///
/// A code is ``moduleCount`` modules of equal width and as high as one likes, so that any line
/// through it reads the whole: a finder, a white module, ``dataCount`` modules of data, a white
/// module, a finder. To the left and right of it is at least one white module.
///
/// A finder is black, white, three black, white, black: the proportions 1:1:3:1:1 by which QR codes
/// are found (ISO/IEC 18004). The data are the number and its check sum, the highest bit first, a
/// black module being a one.
package struct FrameCode: Hashable, Sendable {
  package let number: UInt32
  package let place: Place
  /// The data, the last module in the lowest bit.
  package let data: UInt64

  package init(_ number: UInt32, _ place: Place) {
    self.number = number
    self.place = place
    var sum = CRC16()
    sum.add(place.rawValue)
    for shift in stride(from: 24, through: 0, by: -8) {
      sum.add(UInt8(truncatingIfNeeded: number >> shift))
    }
    data = UInt64(number) << 16 | UInt64(sum.value)
  }

  /// Where in the picture a code stands. It is part of the check sum, so that a code cannot be
  /// taken for the one of the other place.
  package enum Place: UInt8, CaseIterable, Hashable, Sendable {
    case top
    case bottom
  }
}

extension FrameCode {
  /// Of the number and of its check sum.
  package static let dataCount = 32 + 16
  /// From the outer edge of one finder to that of the other.
  package static let moduleCount = 2 * finderCount + 2 + dataCount
  package static let finderCount = 7
  /// Which modules are the data.
  package static let dataRange = finderCount + 1..<finderCount + 1 + dataCount

  /// Whether the module in a place from 0 to 6 of a finder is black.
  package static func isFinderBlack(_ module: Int) -> Bool { 0b101_1101 >> module & 1 == 1 }

  /// The code that has this data in this place; nil where the check sum says that there is none.
  package init?(data: UInt64, _ place: Place) {
    self.init(UInt32(truncatingIfNeeded: data >> 16), place)
    if self.data != data { return nil }
  }

  /// Whether the module in a place from 0 to 63 is black.
  package func isBlack(_ module: Int) -> Bool {
    let range = Self.dataRange
    if module < Self.finderCount { return Self.isFinderBlack(module) }
    if module > range.upperBound { return Self.isFinderBlack(module - range.upperBound - 1) }
    return range.contains(module) && data >> (range.upperBound - 1 - module) & 1 == 1
  }
}

/// The cyclic redundancy check CRC-16/IBM-3740: polynomial 0x1021, begun with all ones.
struct CRC16 {
  private(set) var value: UInt16 = 0xFFFF

  mutating func add(_ byte: UInt8) {
    value ^= UInt16(byte) << 8
    for _ in 0..<8 { value = value << 1 ^ (value >> 15 == 1 ? 0x1021 : 0) }
  }
}
