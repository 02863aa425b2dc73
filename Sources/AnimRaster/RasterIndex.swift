import AnimCore

/// What a file contains, found without decoding a pixel.
package struct RasterIndex: Hashable, Sendable {
  package let format: RasterFormat
  /// The size of the canvas on which frames are drawn, before they are rotated. Neither side is zero.
  package let canvas: PixelSize
  /// The size of the picture in the file, before it is rotated, or `nil` if it is that of the canvas. A
  /// larger picture is reduced to the canvas while it is decoded.
  var storedCanvas: PixelSize?
  /// How what is on the canvas is turned for every picture.
  package let orientation: RasterOrientation
  /// At least one.
  package let frames: [RasterFrame]
  /// How often all is played; nil for ever.
  package let plays: Int?
  /// The number of repetitions as the file has it; nil if it says nothing.
  package let loopCount: Int?
  /// What is not as it should be, in the order of the file.
  package let problems: [RasterProblem]
  /// What decoding a frame needs of the file beside the frame's own bytes: of a GIF, the colours that
  /// frames share, three bytes each; of a PNG, what stands before the pixels.
  let shared: [UInt8]

  /// Whether the file can move: it has the form of an animation, with one frame or more.
  package let isAnimation: Bool
  /// The colours of the file, or `nil` if they are those of sRGB.
  package var colors: RasterColors?
}

extension RasterIndex {
  /// The size of every picture.
  package var size: PixelSize { orientation.size(of: canvas) }

  /// The size of every picture in the file, which differs from ``size`` if the picture is too large
  /// for this program.
  package var storedSize: PixelSize { orientation.size(of: storedCanvas ?? canvas) }

  /// When each frame begins if it is shown as long as `delay` says, in seconds, which is never zero.
  package func times(_ delay: (FrameDelay) -> Fraction) -> FrameTimes {
    var end = Fraction(0)
    let ends = frames.map { frame in
      end = end + delay(frame.delay)
      return end
    }
    return FrameTimes(ends: ends) ?? FrameTimes(rate: .assumed, count: Double(ends.count))
  }

  /// Frames that are further apart are not compared one by one.
  private static let longestDifference = 64

  /// The pixels in which the pictures of two frames may differ: where frames were drawn between them, and
  /// where one was taken away.
  func difference(_ first: Int, _ second: Int) -> PixelRect {
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

/// A format of files.
package enum RasterFormat: String, Hashable, Sendable {
  case gif = "GIF"
  case png = "PNG"
  case webp = "WebP"
  case jpeg = "JPEG"

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The format of a file, by its first bytes; nil for any other.
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

/// A frame: where it is drawn, how, for how long, and where its bytes are.
package struct RasterFrame: Hashable, Sendable {
  /// The rectangle of the frame, which may reach beyond the canvas.
  package var area: RasterArea
  package var delay: FrameDelay
  package var disposal: Disposal
  package var blend: Blend
  /// Whether the file says that every pixel of the frame is opaque.
  package var isOpaque = false
  /// The colour of a GIF that stands for no colour; nil if there is none.
  var transparentIndex: UInt8?
  /// Whether the file ends before the frame does.
  var isCutOff = false
  /// The bytes of the frame in the file.
  var bytes: Range<Int>
}

/// A rectangle of pixels.
package struct RasterArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  /// Whether a canvas of a size is covered by it.
  package func covers(_ size: PixelSize) -> Bool {
    x == 0 && y == 0 && width >= size.width && height >= size.height
  }

  /// Whether it lies on a canvas of a size, and is not empty.
  func fits(_ size: PixelSize) -> Bool {
    width > 0 && height > 0 && x <= size.width - width && y <= size.height - height
  }
}

/// How long a frame is shown, in seconds, as its file says it.
package struct FrameDelay: Hashable, Sendable {
  package var numerator: Int
  /// Above zero.
  package var denominator: Int

  /// Thousandths of a second.
  init(milliseconds: Int) { self.init(numerator: milliseconds, denominator: 1000) }

  init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package var seconds: Fraction { Fraction(numerator) / Fraction(denominator) }

  /// A hundredth of a second: what browsers take for no delay at all, and the shortest delay above zero in
  /// a GIF.
  package static let shortest = Fraction(1) / 100

  /// What browsers play: at most 10 ms counts as 100 ms (image/FrameTimeout.h in Gecko; WebKit's bugs 26455 and
  /// 36082), since many files that were made without a delay look too fast otherwise.
  package var secondsInBrowsers: Fraction {
    seconds <= Self.shortest ? Self.shortest * 10 : seconds
  }
}

/// What becomes of a frame before the next one is drawn.
package enum Disposal: UInt8, Sendable {
  /// It stays.
  case keep
  /// Its rectangle becomes transparent.
  case clear
  /// The canvas becomes what it was before the frame.
  case restore
}

/// How a frame is drawn onto the canvas.
package enum Blend: UInt8, Sendable {
  /// It takes the place of what was there.
  case replace
  /// It lies over what was there, rounded to the nearest colours; see ``Compositor``.
  case over
  /// It lies over what was there as libwebp computes it, whose results are the pixels of a WebP. What the
  /// frame before has cleared is replaced.
  case overInWebP
}

/// Something in a file that is not as it should be.
package struct RasterProblem: Hashable, Sendable {
  package enum Kind: Sendable {
    /// It is drawn differently from what the file says.
    case approximated
    /// It is not drawn.
    case notDrawn
    /// It is against the rules of the format.
    case invalid
    /// It changes nothing in the picture.
    case remark
  }

  package let kind: Kind
  /// What is wrong, in a few words.
  package let message: String
}

/// The problems of a file while it is read: each message once, and not too many.
struct ProblemList {
  private(set) var problems: [RasterProblem] = []

  mutating func add(_ kind: RasterProblem.Kind, _ message: String) {
    guard problems.count < RasterLimits.maximumProblems,
      !problems.contains(where: { $0.message == message })
    else { return }
    problems.append(RasterProblem(kind: kind, message: message))
  }

  /// A file that ends too early.
  mutating func addCutOff() { add(.invalid, "the file is truncated") }

  /// Bytes that follow the end of a file.
  mutating func add(bytesAfterEnd count: Int) {
    guard count > 0 else { return }
    add(
      .remark,
      count == 1
        ? "a byte after the end is ignored" : "\(count) bytes after the end are ignored")
  }

  /// A picture that is shown with fewer pixels than it has.
  mutating func add(reduced size: PixelSize, to canvas: PixelSize) {
    add(
      .approximated,
      "its \(size.width)x\(size.height) pixels are reduced to \(canvas.width)x\(canvas.height), a limit of "
        + "this program")
  }

  /// Frames that are not played since there are too many.
  mutating func addTooManyFrames() {
    add(
      .notDrawn,
      "of more than \(RasterLimits.maximumFrames) frames only these are played, a limit of this "
        + "program")
  }
}

extension PixelSize {
  /// Throws if pictures of this size are not decoded.
  ///
  /// - Parameter bytes: what each pixel takes until the picture is there; at least four.
  func check(bytesPerPixel bytes: Double = 4) throws(RasterError) {
    try check(limit: min(RasterLimits.maximumArea, Int(RasterLimits.maximumMemory / bytes)))
  }

  /// The largest of some sizes at which a picture of this size fits into memory. Throws if the picture
  /// is too large for any of them.
  ///
  /// - Parameters:
  ///   - sizes: Possible sizes of the decoded picture, in descending order.
  ///   - bytesPerStoredPixel: The bytes that each pixel in the file takes while the picture is decoded.
  ///   - bytesPerPixel: The bytes that each decoded pixel takes.
  func reduced(
    to sizes: some Sequence<PixelSize>, bytesPerStoredPixel: Double, bytesPerPixel: Double = 4
  ) throws(RasterError) -> PixelSize {
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

  /// Throws if pictures of this size are not played.
  func check(limit: Int) throws(RasterError) {
    guard width > 0, height > 0 else { throw .damaged("pictures without pixels") }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, area <= limit else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
  }
}
