import AnimCore
import Glibc

/// The frames of an animation, reduced to square cells with the mean colour of their pixels.
///
/// The side of a cell is 4 pixels, about a tenth of a degree of the field of view at the viewing
/// distance that WCAG assumes. Patterns finer than that, such as noise, don't count as flashes.
struct FrameCells {
  static let side = 4

  /// A colour in linear light, from 0 to 1: red, green and blue.
  typealias LinearColor = SIMD3<Float>

  let size: PixelSize
  let columns: Int
  let rows: Int
  /// The backgrounds behind transparent pixels.
  let backgrounds: [Backdrop]
  /// The current colours of all cells on each background.
  private(set) var colors: [[LinearColor]]
  /// The indices of the cells that differ from the previous frame, in ascending order.
  private(set) var changed: [Int] = []
  /// The mean difference between the channels of the last two frames, from 0 to 255.
  private(set) var step = 0.0
  private let previous: PixelImage
  private var isFirst = true
  private let isOpaque: Bool

  /// The background behind transparent pixels.
  enum Backdrop: String, Sendable {
    /// The frames have no transparent pixels, or the file has a background.
    case own
    case black
    case white
  }

  /// - Parameter isOpaque: Whether the frames have no transparent pixels.
  init(size: PixelSize, isOpaque: Bool) {
    self.size = size
    self.isOpaque = isOpaque
    columns = (size.width + Self.side - 1) / Self.side
    rows = (size.height + Self.side - 1) / Self.side
    backgrounds = isOpaque ? [.own] : [.black, .white]
    colors = Array(
      repeating: Array(repeating: .zero, count: columns * rows), count: backgrounds.count)
    previous = PixelImage(size: size, isOpaque: isOpaque)
  }

  /// Replaces the frame.
  mutating func show(_ image: PixelImage) {
    changed.removeAll(keepingCapacity: true)
    var difference = 0
    image.withPixels { source in
      previous.withMutablePixels { old in
        Self.table.withUnsafeBufferPointer { table in
          var light = CellLight(table: table, isOpaque: isOpaque)
          for row in 0..<rows where isFirst || bandDiffers(row, source, old) {
            for column in 0..<columns where isFirst || differs(column, row, source, old) {
              difference += replace(column, row, old, by: source, &light)
              changed.append(row * columns + column)
            }
          }
        }
      }
    }
    isFirst = false
    step = mean(difference)
  }

  /// Returns the pixels of a cell.
  private func area(_ column: Int, _ row: Int) -> (x: Range<Int>, y: Range<Int>) {
    let (x, y) = (column * Self.side, row * Self.side)
    return (x..<min(x + Self.side, size.width), y..<min(y + Self.side, size.height))
  }

  /// Returns whether any cell of a row differs. This is much faster than comparing the cells.
  private func bandDiffers(
    _ row: Int, _ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeMutableBufferPointer<UInt32>
  ) -> Bool {
    let start = row * Self.side * size.width
    let count = min(Self.side * size.width, a.count - start)
    guard let a = a.baseAddress, let b = b.baseAddress else { return false }
    return memcmp(a + start, b + start, count * MemoryLayout<UInt32>.stride) != 0
  }

  private func differs(
    _ column: Int, _ row: Int, _ a: UnsafeBufferPointer<UInt32>,
    _ b: UnsafeMutableBufferPointer<UInt32>
  ) -> Bool {
    let area = area(column, row)
    for y in area.y {
      let line = y &* size.width
      for x in area.x where a[line &+ x] != b[line &+ x] { return true }
    }
    return false
  }

  /// Replaces the pixels of a cell, and returns the sum of the differences of all channels.
  private mutating func replace(
    _ column: Int, _ row: Int, _ old: UnsafeMutableBufferPointer<UInt32>,
    by source: UnsafeBufferPointer<UInt32>, _ light: inout CellLight
  ) -> Int {
    let area = area(column, row)
    var distance = 0
    light.removeAll()
    for y in area.y {
      let line = y &* size.width
      for x in area.x {
        let word = source[line &+ x]
        let previous = old[line &+ x]
        if word != previous {
          distance += Self.distance(word, previous, isOpaque: isOpaque)
          old[line &+ x] = word
        }
        light.add(word)
      }
    }
    let scale = 1 / (Float(area.x.count * area.y.count) * 65_535)
    let index = row * columns + column
    colors[0][index] = LinearColor(light.sums.0) * scale
    if !isOpaque { colors[1][index] = LinearColor(light.sums.1) * scale }
    return distance
  }

  /// Returns the mean difference between the channels of the current frame and another image.
  func difference(from image: PixelImage) -> Double {
    var difference = 0
    image.withPixels { source in
      previous.withPixels { old in
        for index in source.indices where source[index] != old[index] {
          difference += Self.distance(source[index], old[index], isOpaque: isOpaque)
        }
      }
    }
    return mean(difference)
  }

  private func mean(_ difference: Int) -> Double {
    Double(difference) / Double(max(size.width * size.height * (isOpaque ? 3 : 4), 1))
  }

  private static func distance(_ a: UInt32, _ b: UInt32, isOpaque: Bool) -> Int {
    func difference(_ shift: UInt32) -> Int {
      abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
    }
    return difference(16) + difference(8) + difference(0) + (isOpaque ? 0 : difference(24))
  }

  /// The linear light of each sRGB level, from 0 to 65,535.
  private static let table: [UInt16] = (0...255).map { level in
    let value = Double(level) / 255
    // IEC 61966-2-1, equations 5 and 6.
    let light =
      value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
    return UInt16((light * 65_535).rounded())
  }
}

/// The sums of the linear light of pixels, on their background or on black and on white.
private struct CellLight {
  let table: UnsafeBufferPointer<UInt16>
  let isOpaque: Bool
  private(set) var sums = (SIMD3<UInt32>.zero, SIMD3<UInt32>.zero)
  /// The last pixel and its light. Neighbours often have the same colour.
  private var last: UInt32 = 0
  private var light: (SIMD3<UInt32>, SIMD3<UInt32>)

  init(table: UnsafeBufferPointer<UInt16>, isOpaque: Bool) {
    (self.table, self.isOpaque) = (table, isOpaque)
    light = (.zero, SIMD3(repeating: 65_535))
  }

  mutating func removeAll() { sums = (.zero, .zero) }

  mutating func add(_ word: UInt32) {
    if word != last {
      last = word
      light.0 = linear(word)
      // Colours are premultiplied, so a white background adds the same to all channels.
      let missing = 0xFF &- word >> 24
      light.1 = isOpaque || missing == 0 ? light.0 : linear(Self.brightened(word, missing))
    }
    sums.0 &+= light.0
    sums.1 &+= light.1
  }

  private static func brightened(_ word: UInt32, _ light: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 { min(word >> shift & 0xFF &+ light, 0xFF) << shift }
    return channel(16) | channel(8) | channel(0)
  }

  private func linear(_ word: UInt32) -> SIMD3<UInt32> {
    SIMD3(
      UInt32(table[Int(word >> 16 & 0xFF)]), UInt32(table[Int(word >> 8 & 0xFF)]),
      UInt32(table[Int(word & 0xFF)]))
  }
}
