/// A rotation by quarter turns, combined with a flip: one of eight.
package struct Orientation: Hashable, Sendable {
  /// Whether rows become columns, before anything is mirrored.
  package let swapsAxes: Bool
  /// Whether left and right are exchanged.
  package let mirrorsRows: Bool
  /// Whether above and below are exchanged.
  package let mirrorsColumns: Bool

  package init(swapsAxes: Bool, mirrorsRows: Bool, mirrorsColumns: Bool) {
    self.swapsAxes = swapsAxes
    self.mirrorsRows = mirrorsRows
    self.mirrorsColumns = mirrorsColumns
  }

  /// Unchanged.
  package static let upright = Orientation(
    swapsAxes: false, mirrorsRows: false, mirrorsColumns: false)
  /// Left and right exchanged.
  package static let flippedHorizontally = Orientation(
    swapsAxes: false, mirrorsRows: true, mirrorsColumns: false)
  /// The orientation with top and bottom exchanged.
  package static let flippedVertically = Orientation(
    swapsAxes: false, mirrorsRows: false, mirrorsColumns: true)

  /// Creates a clockwise rotation by a number of quarter turns, or a counterclockwise one if it is negative.
  package init(quarterTurns: Int) {
    let turns = quarterTurns & 3
    self.init(
      swapsAxes: turns & 1 == 1, mirrorsRows: turns == 1 || turns == 2, mirrorsColumns: turns >= 2)
  }

  /// Whether the orientation is a mirror image, however it is rotated.
  package var isMirrored: Bool { (swapsAxes != mirrorsRows) != mirrorsColumns }

  /// The clockwise quarter turns, after left and right were exchanged if the orientation is mirrored.
  package var quarterTurns: Int {
    let rotated = isMirrored ? Orientation.flippedHorizontally.followed(by: self) : self
    return rotated.swapsAxes ? (rotated.mirrorsRows ? 1 : 3) : (rotated.mirrorsRows ? 2 : 0)
  }

  /// Returns first this orientation, then `next`.
  package func followed(by next: Orientation) -> Orientation {
    let (rows, columns) =
      next.swapsAxes ? (mirrorsColumns, mirrorsRows) : (mirrorsRows, mirrorsColumns)
    return Orientation(
      swapsAxes: swapsAxes != next.swapsAxes, mirrorsRows: rows != next.mirrorsRows,
      mirrorsColumns: columns != next.mirrorsColumns)
  }

  /// The orientation that leads back.
  package var inverse: Orientation {
    swapsAxes
      ? Orientation(swapsAxes: true, mirrorsRows: mirrorsColumns, mirrorsColumns: mirrorsRows)
      : self
  }
}

// Mapping images and their parts.
extension Orientation {
  /// Maps the size of an image.
  package func size(of size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Maps the size of a view.
  package func size(of size: Size) -> Size {
    swapsAxes ? Size(width: size.height, height: size.width) : size
  }

  /// Maps an area of an image of a size.
  package func area(of area: PixelRect, in size: PixelSize) -> PixelRect {
    guard !area.isEmpty else { return area }
    let (rotated, size) = (
      swapsAxes ? PixelRect(x0: area.y0, y0: area.x0, x1: area.y1, y1: area.x1) : area,
      self.size(of: size)
    )
    return PixelRect(
      x0: mirrorsRows ? size.width - rotated.x1 : rotated.x0,
      y0: mirrorsColumns ? size.height - rotated.y1 : rotated.y0,
      x1: mirrorsRows ? size.width - rotated.x0 : rotated.x1,
      y1: mirrorsColumns ? size.height - rotated.y0 : rotated.y1)
  }

  /// Maps a point of a view of a size.
  package func point(of point: Point, in size: Size) -> Point {
    let (x, y) = swapsAxes ? (point.y, point.x) : (point.x, point.y)
    let size = self.size(of: size)
    return Point(
      x: mirrorsRows ? size.width - x : x, y: mirrorsColumns ? size.height - y : y)
  }

  /// Maps a part of a view of a size.
  package func rect(of rect: Rect, in size: Size) -> Rect {
    let corner = point(of: rect.origin, in: size)
    let rotated = self.size(of: rect.size)
    return Rect(
      x: mirrorsRows ? corner.x - rotated.width : corner.x,
      y: mirrorsColumns ? corner.y - rotated.height : corner.y, width: rotated.width,
      height: rotated.height)
  }

  /// The side of the squares in which pixels are moved, small enough for a cache to hold their rows
  /// in both images.
  private static let block = 16

  /// Copies the pixels of an image to their positions in the rotated image.
  ///
  /// - Parameters:
  ///   - source: The pixels, row by row.
  ///   - size: The size of the source. The destination has the same number of pixels.
  package func copy(
    _ source: UnsafeBufferPointer<UInt32>, of size: PixelSize,
    to target: UnsafeMutableBufferPointer<UInt32>
  ) {
    let count = size.width * size.height
    guard count > 0, source.count >= count, target.count >= count,
      let pixels = source.baseAddress, let rotated = target.baseAddress
    else { return }
    let rotatedSize = self.size(of: size)
    // The steps in the target for a step to the right and a step down in the source.
    let column = mirrorsRows ? -1 : 1
    let row = mirrorsColumns ? -rotatedSize.width : rotatedSize.width
    let (right, down) = swapsAxes ? (row, column) : (column, row)
    let first =
      (mirrorsRows ? rotatedSize.width - 1 : 0)
      + (mirrorsColumns ? (rotatedSize.height - 1) * rotatedSize.width : 0)
    for top in stride(from: 0, to: size.height, by: Self.block) {
      for left in stride(from: 0, to: size.width, by: Self.block) {
        for y in top..<min(top + Self.block, size.height) {
          var position = first &+ y &* down &+ left &* right
          for x in left..<min(left + Self.block, size.width) {
            rotated[position] = pixels[y &* size.width &+ x]
            position &+= right
          }
        }
      }
    }
  }
}
