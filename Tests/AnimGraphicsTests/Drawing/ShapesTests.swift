import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Appending shapes")
struct ShapesTests {
  let size = PixelSize(width: 100, height: 80)

  @Test("the bounds of a sector are those of its corners, its centre and the arc between")
  func sectorBounds() {
    for (start, sweep, x0, y0, x1, y1) in [
      (0.0, 90.0, 50, 40, 60, 50), (90, 90, 40, 40, 50, 50), (180, 90, 40, 30, 50, 40),
      (270, 90, 50, 30, 60, 40), (0, 180, 40, 40, 60, 50), (315, 90, 50, 32, 60, 48),
      (45, 270, 40, 30, 58, 50), (10, 340, 40, 30, 60, 50),
    ] {
      var list = DisplayList(size: size)
      list.fillSector(
        center: Point(x: 50, y: 40), radius: 10, start: .degrees(start), sweep: .degrees(sweep),
        .white)
      expectEqual(list.commands[0].bounds, PixelRect(x0: x0, y0: y0, x1: x1, y1: y1))
    }
  }

  @Test("a batch keeps the order and the values of its squares, however many there are")
  func batch() {
    var list = DisplayList(size: size)
    list.fillSquares(count: 3, side: 2) { _ in (.zero, .white) }
    list.fillSquares(count: 700, side: 3) { (Point(x: Double($0), y: 8), Color(rgb: UInt32($0))) }
    expectEqual(list.squares.count, 703)
    expectEqual(list.commands[1].shape, .squares(first: 3, count: 700, side: Fixed(pixel: 3)))
    for index in 0..<700 {
      expectEqual(list.squares.x[index + 3], Int32(index * 4096 - 6144))
      expectEqual(list.squares.y[index + 3], 26624)
      expectEqual(list.squares.argb[index + 3], 0xFF00_0000 | UInt32(index))
    }
  }

  @Test("aligned squares are on integral pixels, with sides of at least one")
  func aligned() {
    var list = DisplayList(size: size, scale: 1.5)
    list.fillSquares(count: 50, side: 0.2, isAligned: true) {
      (Point(x: Double($0) * 0.37, y: 7.1), .white)
    }
    #expect(list.squares.x.allSatisfy { $0 % 4096 == 0 })
    expectEqual(list.commands[0].shape, .squares(first: 0, count: 50, side: Fixed(pixel: 1)))
  }

  @Test("a batch with a negative count is empty")
  func negative() {
    var list = DisplayList(size: size)
    list.fillSquares(count: -1, side: 2) { _ in (.zero, .white) }
    expectEqual(list.squares.count, 0)
  }

  @Test("coordinates are rounded to the grid, with ties away from zero, and clamped")
  func rounding() {
    for (units, raw) in [
      (0.5, 1), (-0.5, -1), (0.49999999999999994, 0), (-0.49999999999999994, 0), (1.5, 2),
      (-2.5, -3), (1e12, 1_073_737_728), (-1e12, -1_073_737_728), (.nan, 0),
      (.infinity, 1_073_737_728),
    ] as [(Double, Int32)] {
      expectEqual(Fixed(units / 4096).raw, raw)
    }
  }
}
