/// The squares of a display list, sorted into the tiles they touch and, in a tile, in painting
/// order: then all that is painted on a tile is painted while the tile is in the cache.
///
/// The sort is a counting sort: count the squares of every tile, give each tile its place, put
/// them there. Several threads can do it together, each with its share of every batch.
struct SquareBins {
  /// What a tile needs to know of a square.
  struct Entry {
    /// Left and top edge in 1/4096 pixel.
    let x: Int32
    let y: Int32
    /// 0xAARRGGBB.
    let argb: UInt32
  }

  /// Squares that are larger (in 1/4096 pixel) are not sorted, since each would touch many tiles.
  static let largestSide = Fixed(raw: 64 << 12)

  /// For each share, batch and tile: first the count, then where the next entry goes, at last
  /// where the entries end.
  private var cursors = Scratch<Int32>()
  private var entries = Scratch<Entry>()
  private var columns = 0
  private var tileCount = 0
  private var binCount = 0
  private var shares = 0

  func deallocate() {
    cursors.deallocate()
    entries.deallocate()
  }

  /// Makes room for the counts of so many batches. Call it before ``count(_:_:batch:share:)``.
  mutating func prepare(_ grid: TileGrid, batches: Int, shares: Int) {
    columns = grid.columns
    tileCount = grid.columns * grid.rows
    binCount = tileCount * batches
    self.shares = shares
    cursors.reserve(binCount * shares)
  }

  /// Counts the squares of one share of a batch.
  func count(_ batch: Batch, _ tiles: TileBits, number: Int, share: Int) {
    let counts = cursors.base + (share * binCount + number * tileCount)
    counts.update(repeating: 0, count: tileCount)
    for index in batch.share(share, of: shares) {
      let part = batch.tiles(index)
      for row in part.rows {
        for column in part.columns where tiles.contains(column: column, row: row) {
          counts[row &* columns &+ column] &+= 1
        }
      }
    }
  }

  /// Turns the counts of all shares into places.
  mutating func place() {
    var sum: Int32 = 0
    for bin in 0..<binCount {
      for share in 0..<shares {
        let count = cursors.base[share &* binCount &+ bin]
        cursors.base[share &* binCount &+ bin] = sum
        sum &+= count
      }
    }
    entries.reserve(Int(sum))
  }

  /// Puts the squares of one share of a batch into their places.
  func fill(_ batch: Batch, _ tiles: TileBits, number: Int, share: Int) {
    let places = cursors.base + (share * binCount + number * tileCount)
    for index in batch.share(share, of: shares) {
      let part = batch.tiles(index)
      let entry = Entry(x: batch.x[index], y: batch.y[index], argb: batch.argb[index])
      for row in part.rows {
        for column in part.columns where tiles.contains(column: column, row: row) {
          let bin = row &* columns &+ column
          entries.base[Int(places[bin])] = entry
          places[bin] &+= 1
        }
      }
    }
  }

  /// The squares of a batch that touch a tile.
  func squares(batch number: Int, column: Int, row: Int) -> UnsafeBufferPointer<Entry> {
    let bin = number &* tileCount &+ row &* columns &+ column
    let ends = cursors.base + (shares &- 1) &* binCount
    let start = bin == 0 ? 0 : Int(ends[bin &- 1])
    return UnsafeBufferPointer(start: entries.base + start, count: Int(ends[bin]) &- start)
  }
}
