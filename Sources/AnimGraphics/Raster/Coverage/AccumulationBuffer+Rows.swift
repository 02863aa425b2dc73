extension AccumulationBuffer {
  /// Turns the accumulated areas into the coverage of the next rows of a shape, and clears them.
  mutating func takeRows(_ rule: FillRule, into store: inout CoverageStore, of shape: Int) {
    switch rule {
    case .nonzero: takeRows(into: &store, of: shape, NonzeroWinding.self)
    case .evenOdd: takeRows(into: &store, of: shape, EvenOddWinding.self)
    }
  }

  @inline(__always) private func takeRows<Winding: WindingRule>(
    into store: inout CoverageStore, of shape: Int, _: Winding.Type
  ) {
    var writer = store.reserve(rows: area.height, width: area.width, shape: shape)
    for row in 0..<area.height { takeRow(row, into: &writer, Winding.self) }
    store.commit(writer)
  }

  @inline(__always) private func takeRow<Winding: WindingRule>(
    _ row: Int, into writer: inout CoverageWriter, _: Winding.Type
  ) {
    let width = area.width
    let sums = sums + row &* stride
    writer.beginRow()
    // The winding sum of the pixel before, four times.
    var sum = SIMD4<Int32>.zero
    // The end of the pixels handled so far, and the number of those just before it with bytes of
    // their own.
    var x = 0
    var length = 0
    for word in 0..<words {
      var bits = touched[row &* words &+ word]
      if bits == 0 { continue }
      touched[row &* words &+ word] = 0
      repeat {
        let block = (word &* 64 &+ bits.trailingZeroBitCount) &* 4
        bits &= bits &- 1
        if block > x {
          if length > 0 { writer.appendBytes(x: x &- length, length: length) }
          length = 0
          let coverage = Winding.coverage(sum.x)
          if coverage != 0 { writer.append(x: x, length: block &- x, solid: coverage) }
        }
        let memory = UnsafeMutableRawPointer(sums + block)
        // Sums of two words each, the second in the upper half.
        let pairs = memory.loadUnaligned(as: SIMD2<UInt64>.self)
        memory.storeBytes(of: .zero, as: SIMD4<Int32>.self)
        var four = unsafeBitCast(pairs &+ (pairs &<< 32), to: SIMD4<Int32>.self)
        four &+= SIMD4(four.x, four.x, four.y, four.y) & SIMD4(0, 0, -1, -1)
        four &+= sum
        sum = SIMD4(repeating: four.w)
        writer.appendFour(Winding.coverage(four))
        length &+= 4
        x = block &+ 4
      } while bits != 0
    }
    // The last four may extend or lie beyond the row.
    if length > 0 {
      let inside = min(x, width) &- (x &- length)
      if inside > 0 { writer.appendBytes(x: x &- length, length: inside, of: length) }
    }
    if x < width, sum.x != 0 {
      let coverage = Winding.coverage(sum.x)
      if coverage != 0 { writer.append(x: x, length: width &- x, solid: coverage) }
    }
  }
}

/// Converts a pixel's winding number, in units of ``Coverage``, to coverage in 0...255.
protocol WindingRule {
  static func coverage(_ sum: Int32) -> UInt32
  static func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32>
}

/// Inside where the winding number is not zero.
enum NonzeroWinding: WindingRule {
  @inline(__always) static func coverage(_ sum: Int32) -> UInt32 { Coverage.rounded(sum) }
  @inline(__always) static func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    Coverage.rounded(sums)
  }
}

/// Inside where the winding number is odd.
enum EvenOddWinding: WindingRule {
  /// Twice the units of a full pixel, 2¹⁷ − 2.
  private static let period = 2 * Coverage.full

  @inline(__always) static func coverage(_ sum: Int32) -> UInt32 {
    coverage(SIMD4(repeating: sum)).x
  }

  /// The distance from the nearest multiple of the period. k·2¹⁷ exceeds k periods by 2k.
  @inline(__always) static func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    let sign = sums &>> 31
    let units = (sums ^ sign) &- sign
    var rest = (units & 0x1FFFF) &+ (units &>> 16 & 0xFFFE)
    rest.replace(with: rest &- period, where: rest .>= period)
    let back = period &- rest
    return Coverage.rounded(rest.replacing(with: back, where: back .< rest))
  }
}
