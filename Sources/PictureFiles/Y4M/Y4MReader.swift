import AnimCore

/// Reads the luma of a video in the YUV4MPEG2 format (y4m), frame by frame.
///
/// The format is a line `YUV4MPEG2 W640 H480 F60:1 C420jpeg …`, then for each frame a line `FRAME
/// …`, the bytes of Y row by row, and those of the two chroma planes, which are skipped.
package final class Y4MReader {
  package let rate: RefreshRate
  /// The number of frames read so far.
  package private(set) var count = 0
  /// Whether the file ends in the middle of a frame, as when the recorder was killed.
  package private(set) var isCutOff = false
  /// The latest frame.
  package private(set) var luma: LumaPlane
  private let input: Y4MInput
  /// How many bytes follow those of Y in a frame.
  private let colorBytes: Int

  private static let longestLine = 4_096
  /// The most pixels of a frame.
  private static let largestArea = PNG.largestArea

  /// Reads the header.
  package init(_ input: Y4MInput) throws(Y4MError) {
    let name = input.name
    guard let line = try input.line(limit: Self.longestLine) else { throw .notY4M(name: name) }
    var fields = line.split(separator: " ")[...]
    guard fields.popFirst() == "YUV4MPEG2" else { throw .notY4M(name: name) }
    func value(_ key: Character) -> Substring? {
      fields.first { $0.first == key }?.dropFirst()
    }
    guard let width = value("W").flatMap({ Int($0) }), width > 0,
      let height = value("H").flatMap({ Int($0) }), height > 0
    else { throw .notY4M(name: name) }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, area <= Self.largestArea else {
      throw .unsupported(name: name, detail: "frames of \(width) by \(height) pixels")
    }
    let fraction = (value("F") ?? "").split(separator: ":").compactMap { Int($0) }
    guard fraction.count == 2,
      let rate = RefreshRate(numerator: fraction[0], denominator: fraction[1])
    else { throw .unsupported(name: name, detail: "no frame rate from 0.001 to 1000 Hz") }
    let colors = value("C") ?? "420"
    guard let bytes = Self.colorBytes(colors, width: width, height: height) else {
      throw .unsupported(name: name, detail: "the colours C\(colors)")
    }
    self.rate = rate
    self.input = input
    colorBytes = bytes
    luma = LumaPlane(size: PixelSize(width: width, height: height))
  }

  /// Reads the next frame into ``luma``; false after the last.
  package func next() throws(Y4MError) -> Bool {
    if try input.isAtEnd() { return false }
    guard let line = try input.line(limit: Self.longestLine) else {
      guard try input.isAtEnd() else { throw .notY4M(name: input.name) }
      isCutOff = true
      return false
    }
    guard line == "FRAME" || line.hasPrefix("FRAME ") else { throw .notY4M(name: input.name) }
    guard try input.read(into: &luma.samples), try input.skip(colorBytes) else {
      isCutOff = true
      return false
    }
    count += 1
    return true
  }

  /// The number of bytes of both chroma planes, at eight bits per sample. Nil for an unknown tag.
  /// The endings of the known tags only say where between the pixels chroma is sampled.
  private static func colorBytes(_ tag: Substring, width: Int, height: Int) -> Int? {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    switch tag {
    case "420", "420jpeg", "420mpeg2", "420paldv": return 2 * halfWidth * halfHeight
    case "422": return 2 * halfWidth * height
    case "444": return 2 * width * height
    case "mono": return 0
    default: return nil
    }
  }
}

/// The luma of a picture, a byte for each pixel, in row order.
package struct LumaPlane {
  package let size: PixelSize
  package var samples: [UInt8]

  package init(size: PixelSize) {
    self.size = size
    samples = Array(repeating: 0, count: size.width * size.height)
  }

  /// - Precondition: the pixel is in the picture.
  package subscript(x: Int, y: Int) -> UInt8 { samples[y * size.width + x] }
}
