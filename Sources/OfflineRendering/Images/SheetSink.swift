import AnimCore
import ImageFiles
import LinuxSystem
import PlainText

/// The columns and rows of a sheet: several frames in one image, in reading order.
package struct SheetLayout: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Parses `COLUMNSxROWS`. Returns `nil` for other text, and for more than a thousand columns or rows.
  package init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let columns = Int(sides[0]), let rows = Int(sides[1]),
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { return nil }
    self.columns = columns
    self.rows = rows
  }

  /// The number of frames in the sheet.
  package var count: Int { columns * rows }

  /// Returns the indices of evenly spaced frames, including the first and the last. A single frame is the first one. If
  /// all frames fit, returns all of them.
  ///
  /// - Parameter total: The number of available frames, at least one.
  package func indices(of total: Int) -> [Int] {
    if total <= count { return Array(0..<total) }
    return (0..<count).map {
      count == 1 ? 0 : ($0 * (total - 1) * 2 + count - 1) / (2 * (count - 1))
    }
  }

  /// Returns the size of the sheet.
  package func size(of frame: PixelSize) -> PixelSize {
    PixelSize(width: frame.width * columns, height: frame.height * rows)
  }

  /// Returns the position of a frame.
  func origin(of index: Int, _ frame: PixelSize) -> (x: Int, y: Int) {
    (index % columns * frame.width, index / columns * frame.height)
  }
}

/// The frames that a sheet shows, selected from a list.
package struct SheetFrames: FrameList {
  private let frames: any FrameList
  private let indices: [Int]

  package init(_ frames: any FrameList, _ layout: SheetLayout) {
    self.frames = frames
    indices = layout.indices(of: frames.count)
  }

  package var count: Int { indices.count }
  package func number(at index: Int) -> Int { frames.number(at: indices[index]) }
  package func instant(at index: Int) -> SceneInstant { frames.instant(at: indices[index]) }

  /// Returns the time from each frame to the next, in seconds. The durations add up to that of all
  /// frames.
  ///
  /// - Parameters:
  ///   - rate: The rate of frames without times.
  ///   - total: The duration of the animation, or `nil` if only some of its frames are chosen. A
  ///     frame that only starts at the end of the animation replaces the end of the one before.
  package func durations(at rate: RefreshRate, total: Fraction? = nil) -> [Fraction] {
    if let timed = frames as? TimedFrames {
      return (0..<count).map { index in
        let end = index + 1 < count ? indices[index + 1] : frames.count
        return (indices[index]..<end).reduce(Fraction(0)) { $0 + timed.duration(at: $1) }
      }
    }
    guard frames.count > 0 else { return [] }
    // The distance of frames, which may be a part of all.
    let step = frames.count > 1 ? frames.number(at: 1) - frames.number(at: 0) : 1
    let first = frames.number(at: 0)
    func time(_ number: Int) -> Fraction { Fraction(number - first) / Fraction(rate) }
    let whole = time(frames.number(at: frames.count - 1) + step)
    // At most the last frame is too long. An animation that plays back and forth is twice as long.
    let end =
      total.flatMap { $0 < whole && whole - $0 < time(first + 2 * step) ? $0 : nil } ?? whole
    var starts = (0..<count).map { min(time(number(at: $0)), end) }
    if count > 1, starts[count - 1] == end {
      starts[count - 1] = max((starts[count - 2] + end) / 2, end - time(first + step))
    }
    return zip(starts, starts.dropFirst() + [end]).map { $1 - $0 }
  }
}

/// Writes a sheet of frames to a file: a video strip, or a sprite sheet with a list of the frames.
package final class SheetSink: FrameSink {
  private let path: String
  private let layout: SheetLayout
  private let frame: PixelSize
  private let list: String?
  private let hasNumbers: Bool
  private let format: ImageEncoding
  private let durations: [Fraction]
  /// The pixels as in a file, because some animations have exact ones.
  private var sheet: StraightPixels
  private var numbers: [Int] = []

  /// - Parameters:
  ///   - source: The image source. A sheet of its size must be drawable.
  ///   - list: The path of a JSON file for the positions of the frames, or `nil`.
  ///   - hasNumbers: Whether to draw the frame number in the corner of each frame.
  ///   - durations: The duration of each frame for the list, in seconds.
  package init(
    path: String, _ layout: SheetLayout, _ source: RenderSource, list: String? = nil,
    hasNumbers: Bool = false, durations: [Fraction], as format: ImageEncoding = .png()
  ) {
    self.path = path
    self.layout = layout
    frame = source.size
    self.list = list
    self.hasNumbers = hasNumbers
    self.durations = durations
    self.format = format
    let empty = PixelImage(
      size: layout.size(of: frame), isOpaque: source.background.alpha == 255)
    let word = source.background.premultipliedARGB
    empty.withMutablePixels { $0.update(repeating: word) }
    sheet = StraightPixels(empty)
  }

  package struct Product: Sendable {
    let number: Int
    let pixels: StraightPixels
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> Product {
    { frame throws(Failure) in
      Product(number: frame.number, pixels: frame.pixels)
    }
  }

  package func take(_ product: Product) {
    let origin = layout.origin(of: numbers.count, frame)
    let length = frame.width * 4
    for y in 0..<frame.height {
      let start = offset(origin.x, origin.y + y)
      sheet.bytes.replaceSubrange(
        start..<start + length, with: product.pixels.bytes[y * length..<(y + 1) * length])
    }
    if hasNumbers { drawNumber(product.number, at: origin) }
    numbers.append(product.number)
  }

  package func finish() throws(Failure) {
    let bytes = try sheet.encoded(as: format)
    do throws(OutputError) {
      try OutputFile.write(bytes, to: path)
      if let list { try OutputFile.write(Array(json.text.utf8), to: list) }
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the offset of a pixel in the sheet.
  private func offset(_ x: Int, _ y: Int) -> Int { (y * sheet.size.width + x) * 4 }

  /// Returns durations in milliseconds, rounded to eighths, whose sum is exactly the rounded total.
  static func milliseconds(_ durations: [Fraction]) -> [Double] {
    var (total, end) = (Fraction(0), 0)
    return durations.map { duration in
      let start = end
      total = total + duration
      end = (total * 8000).rounded
      return Double(end - start) / 8
    }
  }

  /// The positions of the frames, in the "array" format of TexturePacker, Phaser and PixiJS.
  private var json: JSON {
    let size = JSON.object([("w", .integer(frame.width)), ("h", .integer(frame.height))])
    let milliseconds = Self.milliseconds(durations)
    let frames = numbers.enumerated().map { index, number in
      let origin = layout.origin(of: index, frame)
      return JSON.object([
        ("filename", .string("\(number)")),
        (
          "frame",
          .object([
            ("x", .integer(origin.x)), ("y", .integer(origin.y)), ("w", .integer(frame.width)),
            ("h", .integer(frame.height)),
          ])
        ),
        ("rotated", .bool(false)), ("trimmed", .bool(false)),
        (
          "spriteSourceSize",
          .object([
            ("x", .integer(0)), ("y", .integer(0)), ("w", .integer(frame.width)),
            ("h", .integer(frame.height)),
          ])
        ), ("sourceSize", size), ("duration", .number(milliseconds[index])),
      ])
    }
    return .object([
      ("frames", .array(frames)),
      (
        "meta",
        .object([
          ("image", .string(FilePath.name(of: path))), ("format", .string("RGBA8888")),
          (
            "size",
            .object([("w", .integer(sheet.size.width)), ("h", .integer(sheet.size.height))])
          ), ("scale", .string("1")),
        ])
      ),
    ])
  }
}

// Frame numbers in the corners.
extension SheetSink {
  /// The digits: five rows of three pixels, most significant bit first.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  /// Draws a number in white on black, at twice the size in frames of at least 64 pixels, and clipped to the frame.
  private func drawNumber(_ number: Int, at origin: (x: Int, y: Int)) {
    let scale = min(frame.width, frame.height) >= 64 ? 2 : 1
    let text = String(number).utf8.map { Int($0 - UInt8(ascii: "0")) }
    let (width, height) = ((text.count * 4 + 1) * scale, 7 * scale)
    for y in 0..<min(height, frame.height) {
      for x in 0..<min(width, frame.width) {
        let (column, row) = (x / scale - 1, y / scale - 1)
        var isSet = false
        if column >= 0, column % 4 < 3, (0..<5).contains(row), column / 4 < text.count {
          isSet = Self.digits[text[column / 4]][row] >> (2 - column % 4) & 1 == 1
        }
        let start = offset(origin.x + x, origin.y + y)
        for channel in 0..<3 { sheet.bytes[start + channel] = isSet ? 255 : 0 }
        sheet.bytes[start + 3] = 255
      }
    }
  }
}
