import AnimCodecs
import AnimCore

/// The cursors in a file, found without decoding pixels: an Xcursor file, or a Windows cursor (`.cur`, `.ani`).
///
/// A file has the same pointer in several sizes, each of which is a page. The frames of a page may have different sizes
/// and hot spots. They are shown as the pointer is seen: the hot spots are at the same position, and the canvas contains
/// all frames.
package struct CursorFile: Sendable {
  package let format: CursorFormat
  /// The pages, from the smallest to the largest. There is at least one.
  package let pages: [CursorPage]
  /// The problems of the file, in file order.
  package let problems: [Diagnostic]

  /// Reads a file.
  ///
  /// - Throws: The reason why the file has no valid image.
  package init(_ bytes: any RasterBytes) throws(RasterError) {
    var start = [UInt8](repeating: 0, count: min(bytes.count, 12))
    guard bytes.fill(&start, from: 0), let format = CursorFormat(start) else {
      throw .unknownFormat
    }
    var problems = DiagnosticList()
    let frames: [CursorFrame]
    switch format {
    case .xcursor: frames = try XcursorContainer(bytes).frames(&problems)
    case .icon: frames = try WindowsIcons(bytes, 0..<bytes.count).frames(&problems)
    case .animated: frames = try WindowsAnimation(bytes).frames(&problems)
    }
    guard !frames.isEmpty else { throw .damaged("a cursor without images") }
    self.format = format
    pages = Dictionary(grouping: frames, by: { $0.nominalSize })
      .map { CursorPage(nominalSize: $0, frames: $1) }
      .sorted { $0.nominalSize < $1.nominalSize }
    self.problems = problems.all
  }

  /// Whether the page with the most frames has more than one.
  package var isAnimated: Bool { pages.contains { $0.frames.count > 1 } }
}

/// A file format for cursors.
package enum CursorFormat: String, Sendable {
  case xcursor = "Xcursor"
  case icon = "Windows cursor or icon"
  case animated = "animated Windows cursor"

  /// Detects the format from the first bytes of a file, or returns `nil` for other formats.
  package init?(_ start: some Collection<UInt8>) {
    if start.starts(with: "Xcur".utf8) {
      self = .xcursor
    } else if start.starts(with: [0, 0, 1, 0]) || start.starts(with: [0, 0, 2, 0]), start.count > 6
    {
      self = .icon
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "ACON".utf8) {
      self = .animated
    } else {
      return nil
    }
  }
}

/// A cursor at one size.
package struct CursorPage: Sendable {
  /// The size by which programs choose, in pixels. The images often have another one.
  package let nominalSize: Int
  /// The frames. There is at least one.
  package let frames: [CursorFrame]
  /// The position of the hot spot on the canvas: the pixel that points.
  package let hotSpot: (x: Int, y: Int)
  /// The size of the canvas for all frames.
  package let size: PixelSize

  fileprivate init(nominalSize: Int, frames: [CursorFrame]) {
    let hotSpot = (
      x: frames.reduce(0) { max($0, $1.hotSpot.x) }, y: frames.reduce(0) { max($0, $1.hotSpot.y) }
    )
    self.nominalSize = nominalSize
    self.frames = frames
    self.hotSpot = hotSpot
    size = PixelSize(
      width: hotSpot.x + frames.reduce(0) { max($0, $1.size.width - $1.hotSpot.x) },
      height: hotSpot.y + frames.reduce(0) { max($0, $1.size.height - $1.hotSpot.y) })
  }
}

/// An image of a cursor.
package struct CursorFrame: Sendable {
  package let nominalSize: Int
  package let size: PixelSize
  package let hotSpot: (x: Int, y: Int)
  package var delay: FrameDelay
  let pixels: Pixels

  /// The pixels in the file.
  enum Pixels: Sendable {
    /// Words 0xAARRGGBB with premultiplied colours, at this offset.
    case words(at: Int)
    /// A bitmap with a mask.
    case bitmap(WindowsBitmap)
    /// A PNG file in this range.
    case png(Range<Int>)
  }
}

/// A cursor at one size, for showing its frames. Thread-safe.
package final class CursorAnimation: RasterSource {
  package let page: CursorPage
  private let bytes: any RasterBytes
  package let series: ImageSeries

  /// - Throws: ``RasterError/tooLarge(width:height:limit:)`` if the canvas is too large.
  package init(_ bytes: any RasterBytes, _ page: CursorPage) throws(RasterError) {
    do throws(CodecError) {
      try page.size.check(
        limit: page.frames.count > 1 ? RasterLimits.maximumMovingArea : RasterLimits.maximumArea)
    } catch {
      throw RasterError(error)
    }
    self.bytes = bytes
    self.page = page
    series = ImageSeries { _, _ in page.size.bounds }
  }

  package var size: PixelSize { page.size }
  package var delays: [FrameDelay] { page.frames.map { $0.delay } }
  package var isAnimation: Bool { page.frames.count > 1 }

  package func pixels(
    of frame: Int, in words: consuming [UInt32] = []
  ) throws(RasterError) -> [UInt32] {
    let frame = page.frames[min(max(frame, 0), page.frames.count - 1)]
    let image = try frame.decoded(from: bytes)
    guard image.count == frame.size.width * frame.size.height else {
      throw .damaged("an image whose size differs from that in its header")
    }
    if frame.size == size { return image }
    var canvas = words
    canvas.clear(count: size.width * size.height)
    let (left, top) = (page.hotSpot.x - frame.hotSpot.x, page.hotSpot.y - frame.hotSpot.y)
    for y in 0..<frame.size.height {
      let row = y * frame.size.width
      let start = (top + y) * size.width + left
      canvas.replaceSubrange(
        start..<start + frame.size.width, with: image[row..<row + frame.size.width])
    }
    return canvas
  }
}

extension CursorFrame {
  /// Returns the pixels row by row, as words 0xAARRGGBB with straight alpha.
  fileprivate func decoded(from bytes: any RasterBytes) throws(RasterError) -> [UInt32] {
    switch pixels {
    case .bitmap(let bitmap): return try bitmap.decoded(from: bytes)
    case .png(let range):
      return try RasterAnimation(PartOfBytes(bytes, range), convertsColors: false).pixels(of: 0)
    case .words(let offset):
      var data = [UInt8](repeating: 0, count: size.width * size.height * 4)
      guard bytes.fill(&data, from: offset) else { throw .damaged("the file is truncated") }
      return (0..<size.width * size.height).map { index in
        let word = data[4 * index..<4 * index + 4].littleEndian
        return UInt32(truncatingIfNeeded: word).straightened
      }
    }
  }
}

/// A part of a file.
private final class PartOfBytes: RasterBytes {
  private let bytes: any RasterBytes
  private let range: Range<Int>

  init(_ bytes: any RasterBytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  var count: Int { range.count }

  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = UnsafeMutableRawBufferPointer(
      rebasing: buffer[..<min(buffer.count, max(0, range.count - offset))])
    return bytes.copy(from: range.lowerBound + offset, into: part)
  }
}

extension RasterBytes {
  /// Fills an array with the bytes at an offset. Returns `false` if there are fewer.
  func fill(_ array: inout [UInt8], from offset: Int) -> Bool {
    guard offset >= 0, offset <= count, array.count <= count - offset else { return false }
    return array.withUnsafeMutableBytes { copy(from: offset, into: $0) == $0.count }
  }

  /// Returns a number of bytes at an offset, or `nil` if there are fewer.
  func bytes(at offset: Int, _ count: Int) -> [UInt8]? {
    guard count <= self.count else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return fill(&bytes, from: offset) ? bytes : nil
  }
}
