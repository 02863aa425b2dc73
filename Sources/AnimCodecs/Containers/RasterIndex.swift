import AnimGraphics

/// The contents of a file, found without decoding pixels.
package struct RasterIndex: Hashable, Sendable {
  package let format: RasterFormat
  /// The size of the canvas for the frames, before rotation. Neither side is zero.
  package let canvas: PixelSize
  /// The size of the image in the file, before rotation, or `nil` if it equals the canvas. A larger image is reduced to
  /// the canvas while it is decoded.
  var storedCanvas: PixelSize?
  /// The rotation of the canvas for every image.
  package let orientation: Orientation
  /// The frames. There is at least one.
  package let frames: [RasterFrame]
  /// The number of times to play the animation, or `nil` to loop forever.
  package let plays: Int?
  /// The loop count in the file, or `nil` if the file doesn't specify one.
  package let loopCount: Int?
  /// The problems of the file, in file order.
  package let problems: [Diagnostic]
  /// The data shared by all frames: the global palette of a GIF, with three bytes per colour, or
  /// the chunks of a PNG before the pixels.
  let shared: [UInt8]

  /// Whether the file is an animation, even if it has only one frame.
  package let isAnimation: Bool
  /// The colours of the file, or `nil` for sRGB.
  package var colors: RasterColors?
}

extension RasterIndex {
  /// The size of every image.
  package var size: PixelSize { orientation.size(of: canvas) }

  /// The size of every image in the file, which differs from ``size`` if the image is too large for this program.
  package var storedSize: PixelSize { orientation.size(of: storedCanvas ?? canvas) }

  /// The maximum number of frames between two that are compared exactly.
  private static let longestDifference = 64

  /// Returns an area that contains every difference between the images of two frames: the rectangles of the frames
  /// drawn or removed in between.
  package func difference(_ first: Int, _ second: Int) -> PixelRect {
    let (low, high) = (min(first, second), max(first, second))
    if low == high { return .empty }
    guard high - low <= Self.longestDifference else { return size.bounds }
    var changed = PixelRect.empty
    for number in low...high {
      let frame = frames[number]
      guard number > low || frame.disposal != .keep else { continue }
      let area = frame.area
      changed = changed.union(
        PixelRect(x0: area.x, y0: area.y, x1: area.x + area.width, y1: area.y + area.height))
    }
    return orientation.area(of: changed.intersection(canvas.bounds), in: canvas)
  }
}

extension RasterIndex {
  /// Reads the contents of a file.
  package init(_ bytes: any RasterBytes) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard let start = reader.bytes(min(bytes.count, 12)) else { throw .unknownFormat }
    switch RasterFormat(start) {
    case .gif?: self = try GIFContainer.index(of: bytes)
    #if Codecs
      case .png?: self = try PNGContainer.index(of: bytes)
      case .webp?: self = try WebPContainer.index(of: bytes)
      case .jpeg?: self = try JPEGContainer.index(of: bytes)
      case nil: throw .unknownFormat
    #else
      // The decoder of the format requires a C library.
      default: throw .unknownFormat
    #endif
    }
  }
}

/// A file format.
package enum RasterFormat: String, Hashable, Sendable {
  case gif = "GIF"
  case png = "PNG"
  case webp = "WebP"
  case jpeg = "JPEG"

  package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Detects the format from the first bytes of a file, or returns `nil` for other formats.
  package init?(_ start: some Collection<UInt8>) {
    if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if start.starts(with: Self.pngSignature) {
      self = .png
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}

/// A frame: its area, blending, duration, and bytes in the file.
package struct RasterFrame: Hashable, Sendable {
  /// The rectangle of the frame, which may extend beyond the canvas.
  package var area: RasterArea
  package var delay: FrameDelay
  package var disposal: Disposal
  package var blend: FrameBlend
  /// Whether the file declares every pixel of the frame to be opaque.
  package var isOpaque = false
  /// The transparent palette index of a GIF frame, or `nil` if all indices are opaque.
  var transparentIndex: UInt8?
  /// Whether the file is truncated within the frame.
  var isCutOff = false
  /// The bytes of the frame in the file.
  var bytes: Range<Int>

  /// Whether the frame hides everything beneath its rectangle.
  package var replacesCanvas: Bool { blend == .replace || isOpaque }
}

/// A rectangle of pixels.
package struct RasterArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Returns whether the rectangle covers a canvas of the given size.
  package func covers(_ size: PixelSize) -> Bool {
    x == 0 && y == 0 && width >= size.width && height >= size.height
  }

  /// Returns whether the rectangle isn't empty and lies within a canvas of the given size.
  func fits(_ size: PixelSize) -> Bool {
    width > 0 && height > 0 && x <= size.width - width && y <= size.height - height
  }
}

/// The duration of a frame in its file, in seconds.
package struct FrameDelay: Hashable, Sendable {
  package var numerator: Int
  /// The denominator, which is positive.
  package var denominator: Int

  /// Creates a delay in milliseconds.
  package init(milliseconds: Int) { self.init(numerator: milliseconds, denominator: 1000) }

  package init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

/// The disposal of a frame before the next one is drawn.
package enum Disposal: UInt8, Sendable {
  /// The frame remains.
  case keep
  /// The frame's rectangle becomes transparent.
  case clear
  /// The canvas is restored to its state before the frame.
  case restore
}

/// The mode for drawing a frame onto the canvas.
package enum FrameBlend: UInt8, Sendable {
  /// The frame replaces the pixels beneath it.
  case replace
  /// The frame is composited over the canvas, rounded to the nearest colours; see ``Compositor``.
  case over
  /// The frame is composited over the canvas with the rounding of libwebp, which defines the pixels of a WebP. It
  /// replaces the area that the previous frame has cleared.
  case overInWebP
}

extension PixelSize {
  /// Throws if images of this size can't be decoded.
  ///
  /// - Parameter bytes: The memory for each pixel during decoding, in bytes, at least four.
  func check(bytesPerPixel bytes: Double = 4) throws(CodecError) {
    try check(limit: min(RasterLimits.maximumArea, Int(RasterLimits.maximumMemory / bytes)))
  }

  /// Returns the largest of several sizes at which an image of this size fits into memory. Throws if it is too large
  /// for all of them.
  ///
  /// - Parameters:
  ///   - sizes: The possible sizes of the decoded image, in descending order.
  ///   - bytesPerStoredPixel: The memory for each pixel in the file during decoding, in bytes.
  ///   - bytesPerPixel: The memory for each decoded pixel, in bytes.
  func reduced(
    to sizes: some Sequence<PixelSize>, bytesPerStoredPixel: Double, bytesPerPixel: Double = 4
  ) throws(CodecError) -> PixelSize {
    try check(limit: RasterLimits.maximumStoredArea)
    let stored = Double(width * height) * bytesPerStoredPixel
    for size in sizes {
      let area = size.width * size.height
      if area <= RasterLimits.maximumArea,
        stored + Double(area) * bytesPerPixel <= RasterLimits.maximumMemory
      {
        return size
      }
    }
    throw .tooLarge(
      width: width, height: height,
      limit: Int(RasterLimits.maximumMemory / (bytesPerStoredPixel + bytesPerPixel / 64)))
  }

  /// Throws if images of this size can't be shown.
  package func check(limit: Int) throws(CodecError) {
    guard width > 0, height > 0 else { throw .damaged("images without pixels") }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, area <= limit else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
  }
}
