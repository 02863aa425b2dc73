/// Paints display lists into memory.
///
/// A pixel's colour is a function of the list alone: painted in one go or tile by tile, on one
/// thread or many, with or without the frames before, the bits are the same. A rasteriser keeps
/// scratch memory from frame to frame, and allocates only while frames grow.
public final class Rasterizer {
  private var painter = ShapePainter(width: 0)
  private var width = 0
  private var bins = SquareBins()
  private var batches: [Batch] = []

  public init() {}

  deinit {
    painter.deallocate()
    bins.deallocate()
  }

  /// Paints the marked tiles: background first, then the commands in the order of the list.
  ///
  /// - Parameters:
  ///   - tiles: of a grid of the list's size.
  ///   - pixels: the picture as words 0xFFRRGGBB; other tiles keep what they hold.
  ///   - stride: words from the start of a row to the start of the next.
  public func paint(
    _ list: DisplayList, tiles: TileSet, into pixels: UnsafeMutableBufferPointer<UInt32>,
    stride: Int
  ) {
    let size = tiles.grid.size
    precondition(size.bounds == TileGrid(size: list.size).size.bounds, "a grid of another size")
    guard let base = pixels.baseAddress, size.width > 0, size.height > 0 else { return }
    precondition(
      stride >= size.width && pixels.count >= (size.height - 1) * stride + size.width,
      "too little memory for the picture")
    if size.width > width {
      painter.deallocate()
      painter = ShapePainter(width: size.width)
      width = size.width
    }
    list.squares.withArrays { x, y, argb in
      collectBatches(of: list, x, y, argb)
      tiles.words.withUnsafeBufferPointer { words in
        guard let words = words.baseAddress else { return }
        let bits = TileBits(words: words, wordsPerRow: tiles.wordsPerRow)
        bins.prepare(tiles.grid, batches: batches.count, shares: 1)
        for number in batches.indices {
          bins.count(batches[number], bits, number: number, share: 0)
        }
        bins.place()
        for number in batches.indices { bins.fill(batches[number], bits, number: number, share: 0) }
      }
      list.points.withUnsafeBufferPointer { points in
        tiles.forEachRectangle { area in
          paint(list, points, area, base, stride: stride)
        }
      }
    }
  }

  /// Paints the whole picture.
  public func paint(_ list: DisplayList, into image: PixelImage) {
    var tiles = TileSet(TileGrid(size: list.size))
    tiles.markAll()
    image.withMutablePixels { paint(list, tiles: tiles, into: $0, stride: image.size.width) }
  }

  private func collectBatches(
    of list: DisplayList, _ x: UnsafeBufferPointer<Int32>, _ y: UnsafeBufferPointer<Int32>,
    _ argb: UnsafeBufferPointer<UInt32>
  ) {
    batches.removeAll(keepingCapacity: true)
    guard let x = x.baseAddress, let y = y.baseAddress, let argb = argb.baseAddress else { return }
    for command in list.commands {
      guard case .squares(let first, let count, let side) = command.shape else { continue }
      let start = Int(first)
      batches.append(
        Batch(
          x: x + start, y: y + start, argb: argb + start, count: Int(count), side: Int(side.raw),
          x0: command.bounds.x0, y0: command.bounds.y0,
          x1: command.bounds.x1, y1: command.bounds.y1))
    }
  }

  private func paint(
    _ list: DisplayList, _ points: UnsafeBufferPointer<FixedPoint>, _ area: PixelRect,
    _ base: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    Canvas(base, stride: stride, clip: area).clear(to: list.background.argb | 0xFF00_0000)
    var number = 0
    for command in list.commands {
      let part = command.bounds.intersection(area)
      if case .squares = command.shape {
        if !part.isEmpty { paintSquares(number, part, base, stride: stride) }
        number += 1
      } else if !part.isEmpty {
        painter.paint(command, points: points, on: Canvas(base, stride: stride, clip: part))
      }
    }
  }

  /// Paints the part of a batch that lies in `area`.
  private func paintSquares(
    _ number: Int, _ area: PixelRect, _ base: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    let side = batches[number].side
    for row in area.y0 >> TileGrid.heightShift...(area.y1 - 1) >> TileGrid.heightShift {
      for column in area.x0 >> TileGrid.widthShift...(area.x1 - 1) >> TileGrid.widthShift {
        let tile = PixelRect(
          x0: column << TileGrid.widthShift, y0: row << TileGrid.heightShift,
          x1: (column + 1) << TileGrid.widthShift, y1: (row + 1) << TileGrid.heightShift)
        let canvas = Canvas(base, stride: stride, clip: area.intersection(tile))
        for square in bins.squares(batch: number, column: column, row: row) {
          let x = Int(square.x)
          let y = Int(square.y)
          canvas.fill(x0: x, y0: y, x1: x &+ side, y1: y &+ side, Ink(argb: square.argb))
        }
      }
    }
  }
}
