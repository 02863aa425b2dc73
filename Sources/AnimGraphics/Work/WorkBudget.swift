/// The work that one image may cost, counted in units of about a nanosecond on one processor.
///
/// The counts depend on the image alone, never on a clock, so the same content is omitted on every
/// machine. All parts of an image share one budget: nested images, text, filters, and the pixels of
/// its display list. The budget has two accounts, because only painting grows with the size of the
/// image.
///
/// A budget belongs to the thread that builds a display list; see ``DisplayList/withBudget(_:_:)``.
package final class WorkBudget {
  /// The units for building one image: reading values, finding boxes, outlining and laying out.
  package static let buildingLimit = 335_000_000
  /// The units for painting an image of up to four million pixels, and for filtering it.
  package static let paintingLimit = 512_000_000
  /// The units for painting each pixel of a larger image, and for filtering it.
  package static let paintingLimitPerPixel = 128
  /// The units after which no more frames are drawn to describe an animation.
  package static let surveyLimit = 1 << 28

  /// The units that building the image has cost.
  @exclusivity(unchecked) package private(set) var building = 0
  /// The units that painting the image will cost, or an upper bound of them.
  @exclusivity(unchecked) package private(set) var painting = 0
  /// The units that the filters of SVG cost, whose results are images in the list.
  @exclusivity(unchecked) private var filtering = 0
  /// The limit for ``painting``, and for ``filtering``.
  @exclusivity(unchecked) private var paintingLimit = WorkBudget.paintingLimit
  /// Whether a part of the image was omitted because painting it would have cost too much.
  @exclusivity(unchecked) package private(set) var isPaintingExhausted = false

  /// Creates the budget of an image that isn't larger than four million pixels.
  package init() {}

  /// Resets the budget for another image.
  package func reset(size: PixelSize) {
    building = 0
    painting = 0
    filtering = 0
    isPaintingExhausted = false
    let (units, isHuge) = size.area.multipliedReportingOverflow(by: Self.paintingLimitPerPixel)
    paintingLimit = isHuge ? .max : max(Self.paintingLimit, units)
  }

  /// Returns the number of costs that alone exceed the limit for building.
  package static func limit(of cost: BuildingCost) -> Int { buildingLimit / cost.units }

  /// The units that the image has cost so far.
  var total: Int { Self.sum(Self.sum(building, painting), filtering) }

  // MARK: Building

  /// Resets the account of building, to answer a question about an image that has been painted.
  package func resetBuilding() { building = 0 }

  /// Whether building the image has cost more than the limit.
  package var isBuildingExhausted: Bool { building > Self.buildingLimit }

  /// Charges the building of a part of the image.
  ///
  /// - Returns: Whether the image is still within its limit.
  @discardableResult
  package func spend(_ count: Int = 1, on cost: BuildingCost) -> Bool {
    // Counts come from files, so that their sums could overflow.
    let (units, isHuge) = count.multipliedReportingOverflow(by: cost.units)
    building = isHuge ? .max : Self.sum(building, max(units, 0))
    return !isBuildingExhausted
  }

  // MARK: Painting

  /// Charges units of painting, unless they are beyond the limit.
  ///
  /// - Parameter units: The units, not negative.
  /// - Returns: Whether the units were charged.
  func paint(_ units: Int) -> Bool {
    let sum = Self.sum(painting, units)
    guard sum <= paintingLimit else { return false }
    painting = sum
    return true
  }

  /// Charges units of painting that the image can't do without, even beyond the limit.
  ///
  /// - Returns: Whether the units are at most an eighth beyond the limit.
  func paintReserved(_ units: Int) -> Bool {
    painting = Self.sum(painting, units)
    return painting <= Self.sum(paintingLimit, paintingLimit / 8)
  }

  /// Takes back units that were charged by an estimate.
  func refund(_ units: Int) { painting -= units }

  /// Stops the painting of further parts, so that the image is omitted from here on, not in pieces.
  func endPainting() { isPaintingExhausted = true }

  // MARK: Filtering

  /// Charges a filter whose result becomes an image, unless it is beyond the limit.
  ///
  /// - Parameters:
  ///   - pixels: The number of pixels.
  ///   - cost: The time for each pixel, as a multiple of that of a blend.
  ///   - isCoarse: Whether the filter is computed with fewer pixels because it was beyond the limit.
  /// - Returns: Whether the filter was charged.
  package func filter(pixels: Int, cost: Int, isCoarse: Bool) -> Bool {
    let (steps, isHuge) = pixels.multipliedReportingOverflow(by: cost)
    let (units, isHuger) = steps.multipliedReportingOverflow(by: PaintingCost.filterStep)
    let most = Self.allowance(paintingLimit, spent: filtering, isCoarse: isCoarse)
    guard !isHuge, !isHuger, units <= most else { return false }
    filtering += units
    return true
  }

  /// Returns the rest of a limit for one filter. Coarse filters may use half as much again, each of
  /// them half of the rest, so that every filter leaves something to the next.
  package static func allowance(_ limit: Int, spent: Int, isCoarse: Bool) -> Int {
    isCoarse ? (sum(limit, limit / 2) - spent) / 2 : limit - spent
  }

  static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, isHuge) = a.addingReportingOverflow(b)
    return isHuge ? .max : sum
  }
}

extension PixelSize {
  /// The number of pixels.
  fileprivate var area: Int {
    let (area, isHuge) = width.multipliedReportingOverflow(by: height)
    return isHuge ? .max : area
  }
}
