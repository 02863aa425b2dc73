/// The division of a picture into tiles, the unit in which it is repainted and sent.
///
/// Small tiles fit changes more closely; large ones make fewer rectangles to send. A moving square
/// of 20 pixels touches on average 29 × 29 pixels in tiles of 8, and twice that in tiles of 32. The
/// tiles of the last column and row are clipped to the picture.
public struct TileGrid: Hashable, Sendable {
  /// The size of the picture in pixels.
  public let size: PixelSize
  /// The number of tiles in a row.
  public let columns: Int
  /// The number of rows of tiles.
  public let rows: Int

  static let widthShift = 3
  static let heightShift = 3
  /// The width of a tile in pixels.
  public static let tileWidth = 1 << widthShift
  /// The height of a tile in pixels.
  public static let tileHeight = 1 << heightShift

  /// - Parameter size: the picture's; a negative width or height is treated as zero.
  public init(size: PixelSize) {
    self.size = PixelSize(width: max(0, size.width), height: max(0, size.height))
    columns = (self.size.width + Self.tileWidth - 1) >> Self.widthShift
    rows = (self.size.height + Self.tileHeight - 1) >> Self.heightShift
  }

  /// The pixels of a block of tiles.
  public func pixels(columns: Range<Int>, rows: Range<Int>) -> PixelRect {
    PixelRect(
      x0: columns.lowerBound << Self.widthShift,
      y0: rows.lowerBound << Self.heightShift,
      x1: min(columns.upperBound << Self.widthShift, size.width),
      y1: min(rows.upperBound << Self.heightShift, size.height))
  }
}
