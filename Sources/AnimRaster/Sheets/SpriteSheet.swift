import AnimCodecs
import AnimCore

/// The list of a sprite sheet: where the frames are in its image.
package struct SpriteSheet: Sendable {
  /// The size of the canvas on which all frames are shown.
  package let size: PixelSize
  /// The frames. There is at least one.
  package let frames: [Sprite]

  package struct Sprite: Hashable, Sendable {
    /// The rectangle on the sheet. Its size is that before the rotation.
    package var area: RasterArea
    /// Whether the frame is rotated clockwise on the sheet.
    package var isRotated: Bool
    /// The position of the rectangle on the canvas.
    package var x: Int
    package var y: Int
    /// The size of the canvas.
    package var canvas: PixelSize
    package var delay: FrameDelay

    package init(
      area: RasterArea, isRotated: Bool, x: Int, y: Int, canvas: PixelSize, delay: FrameDelay
    ) {
      self.area = area
      self.isRotated = isRotated
      self.x = x
      self.y = y
      self.canvas = canvas
      self.delay = delay
    }

    /// The size of the rectangle as it is on the sheet.
    fileprivate var storedSize: PixelSize {
      isRotated
        ? PixelSize(width: area.height, height: area.width)
        : PixelSize(width: area.width, height: area.height)
    }
  }

  /// - Throws: ``RasterError/damaged(_:)`` if a frame doesn't fit its canvas.
  package init(_ frames: [Sprite]) throws(RasterError) {
    guard !frames.isEmpty else { throw .damaged("a sprite sheet without frames") }
    size = PixelSize(
      width: frames.reduce(0) { max($0, $1.canvas.width) },
      height: frames.reduce(0) { max($0, $1.canvas.height) })
    do throws(CodecError) {
      try size.check(limit: RasterLimits.maximumMovingArea)
    } catch {
      throw RasterError(error)
    }
    for (number, frame) in frames.enumerated() {
      let area = RasterArea(
        x: frame.x, y: frame.y, width: frame.area.width, height: frame.area.height)
      guard area.isInside(size) else {
        throw .damaged("frame \(number) of the sprite sheet does not fit its canvas")
      }
    }
    self.frames = frames
  }
}

extension RasterArea {
  /// Returns whether the rectangle isn't empty and lies within an image of the given size. No number is too large.
  fileprivate func isInside(_ size: PixelSize) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && width <= size.width && height <= size.height
      && x <= size.width - width && y <= size.height - height
  }
}

/// The frames of a sprite sheet. Thread-safe.
package final class SheetAnimation: RasterSource {
  package let sheet: SpriteSheet
  package let series: ImageSeries
  /// The pixels of the sheet.
  private let words: [UInt32]
  private let width: Int

  /// - Parameter image: The image with the frames.
  /// - Throws: ``RasterError/damaged(_:)`` if a frame lies outside of the image.
  package init(_ sheet: SpriteSheet, image: RasterAnimation) throws(RasterError) {
    for (number, frame) in sheet.frames.enumerated() {
      let stored = frame.storedSize
      let area = RasterArea(
        x: frame.area.x, y: frame.area.y, width: stored.width, height: stored.height)
      guard area.isInside(image.size) else {
        throw .damaged("frame \(number) of the sprite sheet lies outside of its image")
      }
    }
    self.sheet = sheet
    words = try image.pixels(of: 0)
    width = image.size.width
    series = ImageSeries { _, _ in sheet.size.bounds }
  }

  package var size: PixelSize { sheet.size }
  package var delays: [FrameDelay] { sheet.frames.map { $0.delay } }
  package var isAnimation: Bool { sheet.frames.count > 1 }

  package func pixels(
    of frame: Int, in words: consuming [UInt32] = []
  ) throws(RasterError) -> [UInt32] {
    let frame = sheet.frames[min(max(frame, 0), sheet.frames.count - 1)]
    var canvas = words
    canvas.clear(count: size.width * size.height)
    let (left, top) = (frame.area.x, frame.area.y)
    for y in 0..<frame.area.height {
      let row = (frame.y + y) * size.width + frame.x
      for x in 0..<frame.area.width {
        // A row is a column on the sheet, from the right, if the frame is rotated.
        let (column, line) =
          frame.isRotated ? (left + frame.area.height - 1 - y, top + x) : (left + x, top + y)
        canvas[row + x] = self.words[line * width + column]
      }
    }
    return canvas
  }
}
