import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Painting in slices")
struct SliceTests {
  private let size = PixelSize(width: 230, height: 190)

  /// Large shapes are painted several rows at a time where possible, but not in low or narrow parts
  /// of them. The difference must not be visible.
  @Test(
    "a large shape painted in slices has the same pixels as one painted at once", arguments: 0..<60)
  func slices(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 3000)
    let append = largeShape(&random)
    let whole = RasterFixtures.coverage(size) { append(&$0, .zero) }
    for isRows in [true, false] {
      let length = isRows ? size.height : size.width
      var cuts = [0]
      while let last = cuts.last, last < length {
        cuts.append(min(length, last + .random(in: 1...70, using: &random)))
      }
      let sliced = RasterFixtures.coverage(size) { list in
        for (start, end) in zip(cuts, cuts.dropFirst()) {
          let (start, extent) = (Double(start), Double(end - start))
          let slice =
            isRows
            ? Rect(x: 0, y: start, width: Double(size.width), height: extent)
            : Rect(x: start, y: 0, width: extent, height: Double(size.height))
          list.withView(slice) { append(&$0, slice.origin - Point(x: 0, y: 0)) }
        }
      }
      expectEqual(sliced, whole)
    }
  }

  @Test("a large polygon with its edges between pixels covers complete pixels")
  func edgesBetweenPixels() {
    let corners = [(20.0, 10.0), (120, 10), (120, 180), (20, 180)].map { Point(x: $0, y: $1) }
    let image = RasterFixtures.coverage(size) { $0.fillPolygon(corners, .white) }
    for y in 0..<size.height {
      for x in 0..<size.width {
        expectEqual(image.level(x, y), ((20..<120).contains(x) && (10..<180).contains(y) ? 255 : 0))
      }
    }
  }

  /// Returns a shape, which can be moved to the left and up.
  private func largeShape(
    _ random: inout SeededGenerator
  ) -> (inout DisplayList, _ by: Vector) -> Void {
    let center = point(x: 60...170, y: 60...130, &random)
    let radius = Double.random(in: 30...140, using: &random)
    let start = Angle(turns: .random(in: 0...1, using: &random))
    let sweep = Angle(turns: .random(in: 0...1, using: &random))
    // Sometimes more corners than can be painted several rows at a time.
    let corners = (0..<Int.random(in: 3...40, using: &random)).map { _ in
      point(x: -50...280, y: -50...240, &random)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return { $0.fillDisc(center: center - $1, radius: radius, .white) }
    case 1: return { list, by in list.fillPolygon(corners.map { $0 - by }, .white) }
    case 2:
      return { $0.stroke(from: center - $1, to: corners[0] - $1, width: radius / 8, .white) }
    default:
      return {
        $0.fillSector(center: center - $1, radius: radius, start: start, sweep: sweep, .white)
      }
    }
  }

  /// Returns a point on the grid of coordinates, so that moving it by whole pixels is exact.
  private func point(
    x: ClosedRange<Double>, y: ClosedRange<Double>, _ random: inout SeededGenerator
  ) -> Point {
    Point(
      x: Fixed(.random(in: x, using: &random)).pixels,
      y: Fixed(.random(in: y, using: &random)).pixels)
  }
}
