import AnimCore

/// Reads the luma of a video in the YUV4MPEG2 format (y4m), frame by frame.
///
/// The format is a line `YUV4MPEG2 W640 H480 F60:1 C420jpeg …`, followed by each frame: a line
/// `FRAME …`, the bytes of Y row by row, and the bytes of the two chroma planes, which are skipped.
package final class Y4MReader {
  package let rate: RefreshRate
  /// The number of frames read so far.
  package private(set) var count = 0
  /// Whether the file ends in the middle of a frame, for example because the recorder was killed.
  package private(set) var isCutOff = false
  /// The latest frame.
  package private(set) var luma: LumaPlane
  private let input: Y4MInput
  /// The number of bytes after the Y samples of a frame.
  private let colorBytes: Int

  /// Reads the header.
  package init(_ input: Y4MInput) throws(Y4MError) {
    let name = input.name
    guard let line = try input.line(limit: Y4MHeader.longestLine) else { throw .notY4M(name: name) }
    let header: Y4MHeader
    do throws(Y4MHeaderError) {
      header = try Y4MHeader(line)
    } catch {
      switch error {
      case .notY4M: throw .notY4M(name: name)
      case .unsupported(let detail): throw .unsupported(name: name, detail: detail)
      }
    }
    guard header.colors.depth == 8 else {
      throw .unsupported(name: name, detail: "the colours C\(header.colors.tag)")
    }
    rate = header.rate
    self.input = input
    colorBytes = 2 * header.samples.colorCount
    luma = LumaPlane(size: header.size)
  }

  /// Reads the next frame into ``luma``. Returns `false` after the last frame.
  package func next() throws(Y4MError) -> Bool {
    if try input.isAtEnd() { return false }
    guard let line = try input.line(limit: Y4MHeader.longestLine) else {
      guard try input.isAtEnd() else { throw .notY4M(name: input.name) }
      isCutOff = true
      return false
    }
    guard Y4MHeader.isFrame(line) else { throw .notY4M(name: input.name) }
    guard try input.read(into: &luma.samples), try input.skip(colorBytes) else {
      isCutOff = true
      return false
    }
    count += 1
    return true
  }
}

/// The luma of an image, a byte for each pixel, in row order.
package struct LumaPlane {
  package let size: PixelSize
  package var samples: [UInt8]

  package init(size: PixelSize) {
    self.size = size
    samples = Array(repeating: 0, count: size.width * size.height)
  }

  /// - Precondition: The pixel is in the image.
  package subscript(x: Int, y: Int) -> UInt8 { samples[y * size.width + x] }
}
