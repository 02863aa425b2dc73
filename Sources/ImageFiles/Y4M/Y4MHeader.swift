import AnimCodecs
import AnimCore

/// The first line of a video in the YUV4MPEG2 format (y4m): `YUV4MPEG2 W640 H480 F60:1 C420jpeg …`.
///
/// Each frame consists of a line `FRAME …` and the bytes of its planes: Y row by row, and then both
/// chroma planes, which may have fewer samples.
package struct Y4MHeader: Hashable, Sendable {
  /// The size of a frame. Neither side is zero.
  package let size: PixelSize
  package let rate: RefreshRate
  package let colors: Y4MColors
  /// Whether samples have the full range, rather than 16 to 235 of 255.
  package let hasFullRange: Bool
  /// Whether each frame shows one instant. Otherwise, its lines show two.
  package let isProgressive: Bool
  /// The aspect ratio of a pixel as stored in the file, or `nil` if pixels are square or the ratio
  /// is unknown.
  package let pixelAspect: String?

  /// The start of the first line of a video.
  package static let start = "YUV4MPEG2 "
  /// The maximum number of bytes in a line.
  package static let longestLine = 4_096

  /// Returns whether a line is that before a frame.
  package static func isFrame(_ line: String) -> Bool {
    line == "FRAME" || line.hasPrefix("FRAME ")
  }

  /// Parses the first line, without its line feed.
  package init(_ line: String) throws(Y4MHeaderError) {
    var fields = line.split(separator: " ")[...]
    guard fields.popFirst() == "YUV4MPEG2" else { throw .notY4M }
    func value(_ name: Character) -> Substring? {
      fields.first { $0.first == name }?.dropFirst()
    }
    guard let width = value("W").flatMap({ Int($0) }), width > 0,
      let height = value("H").flatMap({ Int($0) }), height > 0
    else { throw .notY4M }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, area <= PNG.largestArea else {
      throw .unsupported("frames of \(width) by \(height) pixels")
    }
    size = PixelSize(width: width, height: height)
    let fraction = (value("F") ?? "").split(separator: ":").compactMap { Int($0) }
    guard fraction.count == 2,
      let rate = RefreshRate(numerator: fraction[0], denominator: fraction[1])
    else { throw .unsupported("no frame rate from 0.001 to 1000 Hz") }
    self.rate = rate
    let tag = value("C") ?? "420"
    guard let colors = Y4MColors(tag) else { throw .unsupported("the colours C\(tag)") }
    self.colors = colors
    hasFullRange = fields.contains("XCOLORRANGE=FULL")
    isProgressive = ["p", "?"].contains(value("I") ?? "?")
    let aspect = value("A") ?? "0:0"
    pixelAspect = ["0:0", "1:1"].contains(aspect) ? nil : String(aspect)
  }

  /// The meaning of the samples of a frame.
  package var samples: SampleFormat {
    let weights = Y4MMatrix.weights(for: size)
    return SampleFormat(
      size: size, depth: colors.depth, hasColor: colors.hasColor, columns: colors.columns,
      rows: colors.rows, isCenteredInColumns: colors.isCentered.x,
      isCenteredInRows: colors.isCentered.y, hasFullRange: hasFullRange,
      matrix: .weights(red: weights.red, blue: weights.blue))
  }

  /// The bytes of a frame, without its line.
  package var frameBytes: Int {
    let samples = samples
    return (size.width * size.height + 2 * samples.colorCount) * samples.bytesPerSample
  }
}

/// The reason why the first line of a video can't be read.
package enum Y4MHeaderError: Error, Hashable {
  case notY4M
  /// The file is an unsupported kind of Y4M, which the text names.
  case unsupported(String)
}

/// The colour format of a video.
package struct Y4MColors: Hashable, Sendable {
  /// The tag in the file, such as `420jpeg`.
  package let tag: String
  /// Bits per sample, 8 to 16.
  package let depth: Int
  /// Whether the video has colours.
  package let hasColor: Bool
  /// The number of adjacent columns that share a colour sample.
  let columns: Int
  /// The number of adjacent rows that share a colour sample.
  let rows: Int
  /// Whether a chroma sample is in the centre of its pixels, rather than at the first pixel,
  /// horizontally and vertically.
  let isCentered: (x: Bool, y: Bool)

  package static func == (a: Y4MColors, b: Y4MColors) -> Bool { a.tag == b.tag }
  package func hash(into hasher: inout Hasher) { hasher.combine(tag) }

  /// Parses a tag. Returns `nil` if it is unknown.
  /// - Parameter tag: The text after the C in the first line.
  package init?(_ tag: Substring) {
    let base = tag.hasPrefix("mono") ? "mono" : tag.prefix(3)
    let rest = tag.dropFirst(base.count)
    var depth = 8
    var isCentered = (x: false, y: true)
    switch (base, rest) {
    case ("420", ""), ("420", "jpeg"): isCentered = (true, true)
    case ("420", "mpeg2"): break
    // As ffmpeg has it: at the first pixel.
    case ("420", "paldv"): isCentered = (false, false)
    case ("422", ""), ("444", ""), ("411", ""), ("mono", ""): break
    case ("mono", _):
      guard let bits = Int(rest) else { return nil }
      depth = bits
    default:
      guard rest.first == "p", let bits = Int(rest.dropFirst()) else { return nil }
      depth = bits
      // Centred samples, as in our own videos.
      if base == "420" { isCentered = (true, true) }
    }
    guard (8...16).contains(depth) else { return nil }
    switch base {
    case "420": (columns, rows) = (2, 2)
    case "422": (columns, rows) = (2, 1)
    case "411": (columns, rows) = (4, 1)
    case "444", "mono": (columns, rows) = (1, 1)
    default: return nil
    }
    self.tag = String(tag)
    self.depth = depth
    self.isCentered = isCentered
    hasColor = base != "mono"
  }
}

/// The matrix between RGB and YCbCr.
///
/// The format doesn't specify the matrix. Players such as mpv choose it by the size, and so does
/// this program: ITU-R BT.709 for high definition, otherwise BT.601.
enum Y4MMatrix {
  /// Returns the weights of red and blue in luma.
  static func weights(for size: PixelSize) -> (red: Double, blue: Double) {
    let isHighDefinition = size.width >= 1280 || size.height > 576
    return isHighDefinition ? (0.2126, 0.0722) : (0.299, 0.114)
  }
}
