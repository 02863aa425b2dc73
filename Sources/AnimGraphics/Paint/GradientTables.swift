/// The premultiplied colours of a gradient at 1024 evenly spaced positions.
final class GradientTable: @unchecked Sendable {
  static let count = 1024
  /// Written when the table is made, before any other thread can see it.
  let words = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
  fileprivate(set) var stops: GradientStops
  private(set) var isOpaque = false
  /// When it was last used.
  fileprivate var use = 0

  fileprivate init(_ stops: GradientStops) {
    self.stops = stops
    compute()
  }

  deinit { words.deallocate() }

  fileprivate func compute() {
    stops.store(words, count: Self.count)
    isOpaque = stops.isOpaque
  }
}

/// Tables of gradients, kept from frame to frame and found by their stops. It belongs to one
/// thread; its tables may be read by any.
final class GradientTables {
  private var tables: [GradientTable] = []
  private var use = 0
  /// The number of tables to keep, of 4 KB each.
  private static let capacity = 64

  /// The table for stops, of which there must be at least one.
  func table(for stops: GradientStops) -> GradientTable {
    use += 1
    for table in tables where table.stops == stops {
      table.use = use
      return table
    }
    let table = unused(for: stops)
    table.use = use
    return table
  }

  /// A new table or, if there are many, the least recently used one.
  private func unused(for stops: GradientStops) -> GradientTable {
    guard tables.count == Self.capacity,
      let oldest = tables.indices.min(by: { tables[$0].use < tables[$1].use })
    else {
      let table = GradientTable(stops)
      tables.append(table)
      return table
    }
    guard isKnownUniquelyReferenced(&tables[oldest]) else {
      tables[oldest] = GradientTable(stops)
      return tables[oldest]
    }
    tables[oldest].stops = stops
    tables[oldest].compute()
    return tables[oldest]
  }
}
