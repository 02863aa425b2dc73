import AnimCore
import LinuxSystem

/// An encoder for cursors, which have one or more sizes with a series of frames each.
///
/// The start of each frame is rounded to a multiple of the format's unit of time, so errors don't accumulate. A frame
/// that equals the previous one extends its duration, and a frame without duration is omitted.
///
/// A cursor is kept in memory until it is complete, because the table at its start contains the number of frames.
package struct CursorEncoder {
  private let format: CursorEncoding
  private(set) var series: [CursorSeries] = []
  /// The number of pixels of all frames.
  private var area = 0

  /// The maximum number of pixels of all frames that differ: 128 MiB in memory. A cursor with 200 frames in 12 sizes
  /// has 34 MB. An animated Windows cursor can be larger, because it repeats all sizes whenever one changes.
  private static let maximumArea = 1 << 25
  /// The maximum number of frames of all sizes, which libXcursor limits.
  private static let maximumFrames = 0x10000

  package init(_ format: CursorEncoding) { self.format = format }

  /// Starts a size, whose frames follow. Sizes can be in any order.
  package mutating func begin(_ size: CursorSize) {
    series.append(CursorSeries(size: size))
    series.sort { $0.size.nominal < $1.size.nominal }
    current = series.firstIndex { $0.size == size } ?? 0
  }

  /// The index of the size whose frames are being added.
  private var current = 0

  /// Adds a frame of the current size.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and straight alpha in row order, with one byte each.
  ///   - duration: The duration of the frame in seconds, which must be positive.
  package mutating func add(_ pixels: [UInt8], lasting duration: Fraction) throws(Failure) {
    let before = series[current].frames.count
    series[current].add(pixels, lasting: duration, unit: format.unit)
    area += (series[current].frames.count - before) * pixels.count / 4
    guard area <= Self.maximumArea else { throw Self.excess(of: format) }
  }

  /// Throws an error if a cursor would have too many frames, or too many pixels even if no frame differs from another.
  package static func check(
    frames: Int, in sizes: [CursorSize], _ format: CursorEncoding
  ) throws(Failure) {
    let area = sizes.reduce(0) { $0 + $1.pixels.width * $1.pixels.height }
    guard area <= maximumArea, frames <= maximumFrames / max(sizes.count, 1) else {
      throw excess(of: format)
    }
  }

  private static func excess(of format: CursorEncoding) -> Failure {
    Failure(
      "\(format): more than \(maximumFrames) frames or \(maximumArea) pixels in one cursor "
        + "(limit of this program); choose fewer sizes or frames", status: .usage)
  }

  /// Returns the bytes of the file. Every size must have a frame.
  package func finish() -> [UInt8] {
    switch format {
    case .xcursor: xcursor
    case .cur: icon(at: 0)
    case .ani: animation
    }
  }
}

/// The file formats for cursors that can be written. The raw values are their names.
package enum CursorEncoding: String, CaseIterable, Sendable {
  /// The format of the X Window System (Xcursor(3)).
  case xcursor
  /// A Windows cursor, which is a still image.
  case cur
  /// An animated Windows cursor.
  case ani

  /// Whether files can have several frames.
  package var isAnimated: Bool { self != .cur }

  /// The maximum width and height. For Xcursor, it is a limit of libXcursor. Windows cursors store a byte.
  package var maximumSide: Int { self == .xcursor ? 0x7FFF : 256 }

  /// The number of time units in a second: milliseconds, or the jiffies of Windows.
  var unit: Int { self == .xcursor ? 1000 : 60 }
}

/// A size of a cursor.
package struct CursorSize: Hashable, Sendable {
  /// The size by which programs choose: the longer side of the image, in pixels.
  package let nominal: Int
  /// The size of the image.
  package let pixels: PixelSize
  /// The distance of the hot spot, which is a pixel of the image, from the left edge.
  package let hotX: Int
  /// The distance of the hot spot from the top edge.
  package let hotY: Int

  /// Creates a size of an animation.
  ///
  /// - Parameters:
  ///   - nominal: The longer side of the image in pixels, at least 1.
  ///   - natural: The size of the animation, in points.
  ///   - hotSpot: The position of the hot spot in the animation, in points. The pixel that contains it becomes the hot
  ///     spot.
  package init(nominal: Int, of natural: Size, hotSpot: Point) {
    // A smaller side would be rounded to zero.
    let least = Fraction(1) / 1_000_000_000
    let width = max(Fraction(decimal: natural.width), least)
    let height = max(Fraction(decimal: natural.height), least)
    let scale = Fraction(nominal) / max(width, height)
    self.nominal = nominal
    pixels = PixelSize(
      width: max((width * scale).rounded, 1), height: max((height * scale).rounded, 1))
    func pixel(_ position: Double, _ side: Fraction, _ count: Int) -> Int {
      // The rounded size may have another scale in each direction.
      let exact = Fraction(decimal: position) * Fraction(count) / side
      return min(max(exact.floor, 0), count - 1)
    }
    hotX = pixel(hotSpot.x, width, pixels.width)
    hotY = pixel(hotSpot.y, height, pixels.height)
  }
}

/// The frames of a cursor at one size.
struct CursorSeries {
  let size: CursorSize
  private(set) var frames: [Frame] = []
  /// The end of all frames, in seconds.
  private var end = Fraction(0)
  /// The end of all frames, in units.
  private(set) var endUnit = 0

  struct Frame {
    /// The start, in units.
    let start: Int
    /// Red, green, blue and straight alpha in row order, with one byte each.
    let pixels: [UInt8]

    /// The pixels as words 0xAARRGGBB with straight alpha.
    var straightWords: [UInt32] {
      withWords(pixels) { words in
        words.map { word in
          let outer = word & 0xFF_00FF
          return word & 0xFF00_FF00 | outer << 16 | outer >> 16
        }
      }
    }
  }

  init(size: CursorSize) { self.size = size }

  /// Adds a frame, unless it extends the duration of the previous one.
  ///
  /// - Parameter unit: The number of units of time in a second.
  mutating func add(_ pixels: [UInt8], lasting duration: Fraction, unit: Int) {
    let start = (end * Fraction(unit)).rounded
    end = end + duration
    if let last = frames.last, last.start == start { frames.removeLast() }
    if frames.last?.pixels != pixels { frames.append(Frame(start: start, pixels: pixels)) }
    // The last frame is shown, even if it is too short.
    endUnit = max((end * Fraction(unit)).rounded, (frames.last?.start ?? 0) + 1)
  }

  /// Returns the frame that is shown at a time, in units.
  func frame(at time: Int) -> Frame {
    frames[max(frames.indices.partitioningIndex { frames[$0].start > time } - 1, 0)]
  }
}

extension [Int] {
  /// Returns the time from each start to the next, in units.
  ///
  /// - Parameter end: The end of the last.
  func durations(until end: Int) -> [Int] {
    zip(self, dropFirst() + [end]).map { Swift.min($1 - $0, Int(UInt32.max)) }
  }
}

extension [UInt8] {
  /// Appends numbers of four bytes each, least significant byte first.
  mutating func appendWords(_ numbers: Int...) {
    for number in numbers {
      for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
  }

  /// Appends numbers of two bytes each, least significant byte first.
  mutating func appendHalves(_ numbers: Int...) {
    for number in numbers {
      for shift in [0, 8] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
  }
}
