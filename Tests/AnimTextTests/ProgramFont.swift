import TestSupport

/// A font in which the outline of each glyph is a program: The Compact Font Format Specification, with Type 2
/// charstrings. There are at least five glyphs.
struct ProgramFont {
  /// The programs of the glyphs.
  var programs: [[UInt8]]
  /// The global subroutines. The first of fewer than 1240 has the number -107.
  var subroutines: [[UInt8]] = []

  /// 50 50 rmoveto, 100 hlineto, 100 vlineto, -100 hlineto, endchar.
  static let square: [UInt8] = [189, 189, 21, 239, 6, 239, 7, 39, 6, 14]
  /// Calls of the first of ``delays``, which take millions of steps and do nothing.
  static let delay = calls(0, 150)
  static let delays = [calls(1, 150) + [11], calls(2, 150) + [11], [11]]

  /// Calls of a subroutine, by its index.
  static func calls(_ subroutine: UInt8, _ count: Int) -> [UInt8] {
    Array(repeatElement([32 + subroutine, 29], count: count).joined())
  }

  /// The tables of another font, with outlines of another kind.
  var bytes: [UInt8] {
    var font = TinyFont.letters
    for index in 0..<max(programs.count - font.glyphs.count - 1, 0) {
      font.glyphs[Unicode.Scalar(UInt8(0xA0 + index))] = .block(advance: 9, width: 9, height: 9)
    }
    let file = font.bytes
    func number(_ offset: Int, _ size: Int) -> Int {
      file[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
    var tables: [(tag: [UInt8], bytes: [UInt8])] = [(Array("CFF ".utf8), outlines)]
    for record in stride(from: 12, to: 12 + 16 * number(4, 2), by: 16) {
      let tag = Array(file[record..<record + 4])
      let (offset, size) = (number(record + 8, 4), number(record + 12, 4))
      if !["glyf", "loca"].contains(String(decoding: tag, as: UTF8.self)) {
        tables.append((tag, Array(file[offset..<offset + size])))
      }
    }
    var (directory, data) = ([UInt8](), [UInt8]())
    for table in tables {
      let offset = 12 + 16 * tables.count + data.count
      directory += table.tag + word(0) + word(offset) + word(table.bytes.count)
      data += table.bytes + [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
    }
    return Array("OTTO".utf8) + [0, UInt8(tables.count), 0, 0, 0, 0, 0, 0] + directory + data
  }

  private var outlines: [UInt8] {
    let start = [1, 0, 4, 1] + index([[0x41]])
    let strings = index([]) + index(subroutines)
    // Its offset as a number of five bytes, and the operator.
    func top(_ offset: Int) -> [UInt8] { index([[29] + word(offset) + [17]]) }
    return start + top((start + top(0) + strings).count) + strings + index(programs)
  }

  private func index(_ items: [[UInt8]]) -> [UInt8] {
    let count: [UInt8] = [UInt8(items.count >> 8), UInt8(items.count & 0xFF)]
    guard !items.isEmpty else { return count }
    var offset = 1
    var offsets = word(offset)
    for item in items {
      offset += item.count
      offsets += word(offset)
    }
    return count + [4] + offsets + items.joined()
  }

  private func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
