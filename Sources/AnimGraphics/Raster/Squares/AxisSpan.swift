/// The pixels along one axis between two coordinates, and the coverage of each.
struct AxisSpan {
  /// The first and the last pixel that is touched.
  let first: Int
  let last: Int
  /// Their coverage, in units of ``AxisCoverage``.
  let firstUnits: Int
  let lastUnits: Int
  /// The touched pixels inside the clip: low ≤ p < high.
  let low: Int
  let high: Int

  /// The coordinates are in 1/4096 pixel, with `end` greater than `start`.
  @inline(__always) init(_ start: Int, _ end: Int, clip low: Int, _ high: Int) {
    first = start >> 12
    last = (end &- 1) >> 12
    let before = AxisCoverage.units(fraction: start & 4095)
    let within = AxisCoverage.units(fraction: end &- last << 12)
    firstUnits = (first == last ? within : AxisCoverage.full) &- before
    lastUnits = within
    self.low = max(first, low)
    self.high = min(last &+ 1, high)
  }

  @inline(__always) func units(_ pixel: Int) -> Int {
    pixel == first ? firstUnits : pixel == last ? lastUnits : AxisCoverage.full
  }
}
