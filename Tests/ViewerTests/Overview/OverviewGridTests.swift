import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import Viewer
@testable import XWindow

@Suite("The arrangement of an overview")
struct OverviewGridTests {
  private static let frame = frame(640, 520)

  private static func frame(
    _ width: Int, _ height: Int, scale: Double = 1, label: Int = 13
  ) -> OverviewGrid.Frame {
    OverviewGrid.Frame(
      size: PixelSize(width: width, height: height), scale: scale, labelHeight: label)
  }

  /// Four columns of 160 pixels, and three rows of 173, of ten.
  private var grid = OverviewGrid(count: 40, selected: 0, in: Self.frame)

  @Test("cells are pressed where they are drawn, and only those in the window are visible")
  func cells() {
    #expect(grid.columns == 4 && grid.wholeRows == 3 && grid.rowCount == 10)
    expectEqual(grid.visible, 0..<16)
    for index in grid.visible {
      let rect = grid.rect(of: index)
      #expect(rect.width == 160 && rect.height == 173)
      for (x, y) in [(rect.x0, rect.y0), (rect.x1 - 1, rect.y1 - 1)] where y < 520 {
        expectEqual(grid.cell(at: WindowPosition(x: x, y: y)), index)
      }
    }
    for (x, y) in [(-1, 5), (5, -1), (640, 5), (5, 520)] {
      #expect(grid.cell(at: WindowPosition(x: x, y: y)) == nil)
    }
  }

  @Test(
    "at the end the last row is at the lower edge, and the rest of the window shows part of the row above"
  )
  func end() {
    let frame = Self.frame(640, 600)
    var grid = OverviewGrid(count: 38, selected: 0, in: frame)
    #expect(grid.columns == 4 && grid.wholeRows == 3)
    grid.select(.max)
    expectEqual(grid.rect(of: 37).y1, 600)
    expectEqual(grid.visible, 24..<38)
    for index in grid.visible {
      let rect = grid.rect(of: index)
      expectEqual(grid.cell(at: WindowPosition(x: rect.x0, y: max(rect.y0, 0))), index)
      expectEqual(grid.cell(at: WindowPosition(x: rect.x1 - 1, y: rect.y1 - 1)), index)
    }
    grid.scroll(rows: -1)
    expectEqual(grid.rect(of: 24).y0, 0)
  }

  @Test("there is no cell next to and below the last one")
  func free() {
    var grid = OverviewGrid(count: 38, selected: 0, in: Self.frame)
    grid.select(.max)
    let last = grid.rect(of: 37)
    for (x, index) in [(last.x0, 37), (last.x1, nil), (last.x1 + 160, nil)] {
      expectEqual(grid.cell(at: WindowPosition(x: x, y: last.y0 + 5)), index)
    }
  }

  @Test("keys move the selection, which stays in the window")
  mutating func moving() {
    grid.move(columns: -1)
    expectEqual(grid.selected, 0)
    grid.move(rows: -1)
    expectEqual(grid.selected, 0)
    grid.move(rows: 1)
    grid.move(columns: 1)
    expectEqual(grid.selected, 5)
    grid.move(rows: 2)
    #expect(grid.selected == 13 && grid.firstRow == 1)
    grid.turnPages(1)
    #expect(grid.selected == 25 && grid.firstRow == 4)
    grid.turnPages(-5)
    #expect(grid.selected == 1 && grid.firstRow == 0)
    grid.select(.max)
    #expect(grid.selected == 39 && grid.firstRow == 7)
    grid.move(rows: 1)
    grid.move(columns: 1)
    expectEqual(grid.selected, 39)
    grid.select(0)
    expectEqual(grid.firstRow, 0)
  }

  @Test("from an empty position below the second-to-last row, the selection moves to the last cell")
  func shortRow() {
    var grid = OverviewGrid(count: 38, selected: 35, in: Self.frame)
    grid.move(rows: 1)
    expectEqual(grid.selected, 37)
    grid.move(rows: 1)
    expectEqual(grid.selected, 37)
    grid.turnPages(1)
    expectEqual(grid.selected, 37)
  }

  @Test("the wheel moves the rows within their range, and the selection with them")
  mutating func scrolling() {
    grid.select(2)
    grid.scroll(rows: 2)
    #expect(grid.firstRow == 2 && grid.selected == 10)
    grid.scroll(rows: 100)
    #expect(grid.firstRow == 7 && grid.selected == 30)
    grid.select(.max)
    grid.scroll(rows: -100)
    #expect(grid.firstRow == 0 && grid.selected == 11)
  }

  @Test("the scroll bar shows the position of the visible rows, and moves them")
  mutating func scrollBar() throws {
    let size = Self.frame.size
    let first = try #require(grid.thumb)
    #expect(first.y0 == 0 && first.x1 == size.width && first.y1 < size.height)
    #expect(grid.isOnBar(WindowPosition(x: size.width - 2, y: 9)))
    #expect(!grid.isOnBar(WindowPosition(x: size.width - 40, y: 9)))
    for (y, row) in [(size.height, 7), (-5, 0), (first.y1 / 2, 0), (size.height / 2, 4)] {
      grid.scroll(toThumbAt: y)
      expectEqual(grid.firstRow, row, "\(y)")
    }
    var small = OverviewGrid(count: 3, selected: 0, in: Self.frame)
    small.scroll(toThumbAt: 100)
    #expect(small.thumb == nil && small.firstRow == 0)
    #expect(!small.isOnBar(WindowPosition(x: size.width - 2, y: 9)))
  }

  @Test("the pointer selects a partly visible cell without scrolling")
  mutating func pointing() {
    grid.point(at: 13)
    #expect(grid.selected == 13 && grid.firstRow == 0)
    grid.move(columns: 1)
    #expect(grid.selected == 14 && grid.firstRow == 1)
  }

  @Test("few cells are as large as possible while all fit, up to twice their width")
  func fewCells() {
    let two = OverviewGrid(count: 2, selected: 0, in: Self.frame(640, 400))
    expectEqual(two.columns, 3)
    let wide = OverviewGrid(count: 2, selected: 0, in: Self.frame(600, 400))
    #expect(wide.columns == 2 && wide.cellSize.width == 300)
    expectEqual(OverviewGrid(count: 2, selected: 0, in: Self.frame(600, 200)).columns, 3)
  }

  @Test("cells become larger and smaller in steps, and twice as large if a point is two pixels")
  mutating func sizes() {
    var widths: [Int] = []
    for _ in 0..<6 {
      grid.resizeCells(by: -1)
      widths.append(grid.columns)
    }
    expectEqual(widths, [6, 8, 8, 8, 8, 8])
    for _ in 0..<6 { grid.resizeCells(by: 1) }
    expectEqual(grid.columns, 2)
    let fine = OverviewGrid(count: 40, selected: 0, in: Self.frame(1280, 1040, scale: 2, label: 26))
    #expect(fine.columns == 4 && fine.cellSize == PixelSize(width: 320, height: 346))
  }

  @Test("a window of any size shows the selected cell, and arithmetic doesn't overflow")
  mutating func extremes() {
    for count in [1, 17, 100_000] {
      var grid = OverviewGrid(count: count, selected: 16, in: Self.frame)
      let selected = grid.selected
      for (width, height, scale) in [
        (0, 0, 1.0), (1, 1, 64), (32_767, 3, 1), (3, 32_767, 0.01), (3840, 2160, 2), (320, 240, 1),
      ] {
        grid.resize(to: Self.frame(width, height, scale: scale))
        #expect(grid.visible.contains(selected), "\(width)x\(height): \(grid.visible)")
        #expect(grid.visible.upperBound <= count)
        #expect(grid.rect(of: selected).width > 0)
      }
    }
    expectEqual(OverviewGrid(count: 0, selected: 5, in: Self.frame(0, 0)).selected, 0)
  }

  @Test("random steps keep the selection among the cells, and visible after every key")
  func property() {
    var generator = SeededGenerator(seed: 7)
    for count in [1, 2, 5, 39, 1_000] {
      var grid = OverviewGrid(count: count, selected: 0, in: Self.frame)
      for _ in 0..<2_000 {
        let isKey = Int.random(in: 0..<6, using: &generator)
        switch isKey {
        case 0: grid.move(columns: Int.random(in: -2...2, using: &generator))
        case 1: grid.move(rows: Int.random(in: -2...2, using: &generator))
        case 2: grid.turnPages(Int.random(in: -3...3, using: &generator))
        case 3: grid.scroll(rows: Int.random(in: -4...4, using: &generator))
        case 4: grid.resizeCells(by: Int.random(in: -1...1, using: &generator))
        default:
          grid.resize(
            to: Self.frame(
              Int.random(in: 1...900, using: &generator),
              Int.random(in: 1...900, using: &generator)))
        }
        #expect((0..<count).contains(grid.selected))
        #expect(grid.visible.contains(grid.selected))
      }
    }
  }
}

@Suite("The pages of an overview")
struct OverviewPagesTests {
  private let pages = OverviewPages(
    files: ["x/a.json", "x/b.lottie", "x/c.json"], path: "x/b.lottie", animations: ["run", "sit"])

  @Test("each file is a page, and so is each animation of the current one")
  func order() {
    expectEqual(pages.count, 4)
    expectEqual(
      (0..<4).map { pages[$0].name }, ["a.json", "b.lottie: run", "b.lottie: sit", "c.json"])
    for index in 0..<4 { expectEqual(pages.index(of: pages[index]), index) }
    expectEqual(pages.index(of: OverviewPage(path: "x/b.lottie")), 1)
    #expect(pages.index(of: OverviewPage(path: "x/d.json")) == nil)
    let plain = OverviewPages(files: ["a", "b"], path: "a", animations: ["only"])
    #expect(plain.count == 2 && plain[0].animation == nil)
  }

  @Test("when the folder changes, the selected page stays selected, or the one at its position")
  func replacing() {
    var control = OverviewControl(
      pages, selected: 3,
      in: OverviewGrid.Frame(
        size: PixelSize(width: 640, height: 480), scale: 1, labelHeight: 13))
    expectEqual(control.front.title, "c.json (4 of 4) - x11viewer")
    control.replace(files: ["x/0.json", "x/a.json", "x/b.lottie", "x/c.json"])
    expectEqual(control.front.title, "c.json (5 of 5) - x11viewer")
    control.replace(files: ["x/0.json", "x/a.json", "x/c.json"])
    expectEqual(control.front.title, "c.json (3 of 3) - x11viewer")
    control.replace(files: ["x/0.json", "x/a.json"])
    expectEqual(control.front.title, "a.json (2 of 2) - x11viewer")
    control.replace(files: [])
    expectEqual(control.front.title, "a.json (2 of 2) - x11viewer")
  }

  @Test("names with control characters for terminals are harmless")
  func names() {
    expectEqual(OverviewPage(path: "x/\u{1B}[2J.json").name, "?[2J.json")
  }
}
