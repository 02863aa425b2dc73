import AnimGraphics

// The orientation of photographs, which cameras note in EXIF data.
extension Orientation {
  /// - Parameter value: The value of the tag Orientation (TIFF 6.0, section 8), from 1 to 8. Returns `nil` for others.
  init?(tag value: Int) {
    guard 1...8 ~= value else { return nil }
    self.init(
      swapsAxes: value >= 5, mirrorsRows: [2, 3, 6, 7].contains(value),
      mirrorsColumns: [3, 4, 7, 8].contains(value))
  }

  /// Rotates an image in place, because a large photograph may not fit into memory twice.
  ///
  /// - Parameters:
  ///   - words: The pixels, row by row.
  ///   - size: The size before rotation.
  package func turn(_ words: inout [UInt32], of size: PixelSize) {
    guard self != .upright, words.count == size.width * size.height else { return }
    if swapsAxes { Self.transpose(&words, size) }
    if mirrorsRows && mirrorsColumns {
      words.reverse()
    } else if mirrorsRows || mirrorsColumns {
      let size = self.size(of: size)
      words.withUnsafeMutableBufferPointer {
        mirrorsRows ? Self.mirrorRows(of: $0, size) : Self.mirrorColumns(of: $0, size)
      }
    }
  }

  private static func mirrorRows(of words: UnsafeMutableBufferPointer<UInt32>, _ size: PixelSize) {
    for y in 0..<size.height {
      words[y * size.width..<(y + 1) * size.width].reverse()
    }
  }

  private static func mirrorColumns(
    of words: UnsafeMutableBufferPointer<UInt32>, _ size: PixelSize
  ) {
    for y in 0..<size.height / 2 {
      let (upper, lower) = (y * size.width, (size.height - 1 - y) * size.width)
      for x in 0..<size.width { words.swapAt(upper + x, lower + x) }
    }
  }
}

// Rows become columns.
extension Orientation {
  /// The number of rows in a band. One column of a band fills a cache line.
  private static let tallestBand = 16

  /// First, the pixels of each column are brought together within bands of rows. Then these parts of columns are
  /// moved along the cycles of their permutation.
  private static func transpose(_ words: inout [UInt32], _ size: PixelSize) {
    var rows = tallestBand
    while size.height % rows != 0 { rows /= 2 }
    let bands = size.height / rows
    words.withUnsafeMutableBufferPointer { words in
      gatherColumns(words, width: size.width, rows: rows)
      move(words, of: rows, width: size.width, bands: bands)
    }
  }

  private static func gatherColumns(
    _ words: UnsafeMutableBufferPointer<UInt32>, width: Int, rows: Int
  ) {
    guard rows > 1 else { return }
    var band = [UInt32](repeating: 0, count: rows * width)
    band.withUnsafeMutableBufferPointer { band in
      for start in stride(from: 0, to: words.count, by: band.count) {
        for y in 0..<rows {
          for x in 0..<width { band[x &* rows &+ y] = words[start &+ y &* width &+ x] }
        }
        for index in 0..<band.count { words[start &+ index] = band[index] }
      }
    }
  }

  /// - Parameter length: The number of words in a part of a column. A band has `width` parts.
  private static func move(
    _ words: UnsafeMutableBufferPointer<UInt32>, of length: Int, width: Int, bands: Int
  ) {
    let count = width * bands
    var moved = [UInt64](repeating: 0, count: (count + 63) / 64)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: length) { first in
      guard let first = first.baseAddress, let base = words.baseAddress else { return }
      for start in 0..<count where moved[start &>> 6] &>> UInt64(start & 63) & 1 == 0 {
        first.update(from: base + start * length, count: length)
        var position = start
        while true {
          moved[position &>> 6] |= 1 &<< UInt64(position & 63)
          // The source of this part.
          let next = position % bands * width + position / bands
          if next == start { break }
          (base + position * length).update(from: base + next * length, count: length)
          position = next
        }
        (base + position * length).update(from: first, count: length)
      }
    }
  }
}
