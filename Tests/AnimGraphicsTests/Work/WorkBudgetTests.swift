import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Work budget") struct WorkBudgetTests {
  private let size = PixelSize(width: 1000, height: 1000)
  private let canvas = Rect(x: 0, y: 0, width: 1000, height: 1000)
  private let red = Color(red8: 255, green8: 0, blue8: 0, alpha8: 8)

  /// Returns a list that `body` appends to within a budget, and that budget.
  private func drawn(
    _ body: (inout DisplayList) -> Void
  ) -> (list: DisplayList, budget: WorkBudget) {
    let budget = WorkBudget()
    budget.reset(size: size)
    var list = DisplayList(size: size, background: .clear)
    list.withBudget(budget, body)
    return (list, budget)
  }

  private func path(_ rect: Rect) -> Path {
    var path = Path()
    path.addRect(rect)
    return path
  }

  @Test("content beyond the painted area is omitted in order and recorded")
  func area() {
    let path = path(canvas)
    let (list, budget) = drawn { list in
      for _ in 0..<1000 { list.fill(path, .color(red)) }
      list.fill(Rect(x: 0, y: 0, width: 1, height: 1), .white)
    }
    // Three units for each of a million pixels, and the edges.
    #expect((150...170).contains(list.commands.count))
    #expect(list.commands.allSatisfy { $0.bounds == size.bounds })
    expectEqual(list.omissions, .work)
    #expect(budget.isPaintingExhausted)
    #expect(budget.painting <= WorkBudget.paintingLimit)
  }

  @Test("without a budget everything is painted")
  func unlimited() {
    var list = DisplayList(size: size)
    for _ in 0..<1000 { list.fill(path(canvas), .color(red)) }
    expectEqual(list.commands.count, 1000)
    expectEqual(list.omissions, [])
  }

  @Test("long thin lines are charged by their pixels instead of their boxes")
  func lines() {
    let (list, _) = drawn { list in
      for index in 0..<2000 {
        list.stroke(
          from: Point(x: 0, y: Double(index % 100)), to: Point(x: 1000, y: 1000), width: 1, .white)
      }
    }
    expectEqual(list.commands.count, 2000)
    expectEqual(list.omissions, [])
  }

  @Test("a line of letters is charged by the boxes of the letters, even where it leaves the image")
  func letters() {
    func line(_ letters: Int, y: Double) -> Int {
      var path = Path()
      for index in 0..<letters {
        path.addRect(Rect(x: Double(index) * 10, y: y, width: 6, height: 8))
      }
      return drawn { $0.fill(path, .white) }.budget.painting
    }
    // The box of the line has 800 pixels. Each letter has four edges of up to 6 + 8 pixels.
    let area = 100 * 10 * 8 * PaintingCost.opaque
    let whole = line(100, y: 100)
    #expect(
      (4 * 14 * 100 * PaintingCost.edge...4 * 17 * 100 * PaintingCost.edge + area)
        .contains(whole))
    // Edges outside the image are followed, but not painted.
    #expect(line(200, y: 100) > whole)
    #expect(line(200, y: 100) < 2 * whole)
  }

  @Test("a zigzag across the entire image is charged by the rows that its edges cross")
  func zigzags() {
    let (list, _) = drawn { list in
      for line in 0..<100 {
        var path = Path()
        path.move(to: .zero)
        for corner in 1..<1000 {
          path.addLine(to: Point(x: Double(corner), y: corner % 2 == 0 ? Double(line) : 1000))
        }
        list.fill(path, .color(red))
      }
    }
    #expect(list.commands.count < 30)
    expectEqual(list.omissions, .work)
  }

  @Test("groups are charged by their own area")
  func groups() {
    let (list, _) = drawn { list in
      for _ in 0..<1000 {
        list.withGroup(GroupStyle(opacity: 0.5, blendMode: .saturation)) { list in
          list.fill(canvas, .white)
        }
      }
    }
    let visible = list.commands.filter { !$0.bounds.isEmpty }.count
    #expect((40...110).contains(visible))
    expectEqual(list.omissions, .work)
  }

  @Test("masks of painted content are kept beyond the limit")
  func masks() {
    let (list, budget) = drawn { list in
      list.withGroup(GroupStyle(isIsolated: true)) { list in
        for _ in 0..<1000 { list.fill(canvas, red) }
        list.clip(to: path(Rect(x: 0, y: 0, width: 10, height: 10)))
      }
    }
    #expect(budget.isPaintingExhausted)
    expectEqual(list.commands.first?.bounds, PixelRect(x0: 0, y0: 0, x1: 10, y1: 10))
  }

  @Test("a group whose mask is beyond the limit shows nothing")
  func refusedMasks() {
    // Each of the long edges is charged.
    var zigzag = Path()
    zigzag.move(to: Point(x: 0, y: 0))
    for index in 1...20_000 {
      zigzag.addLine(to: Point(x: Double(index % 1000), y: index % 2 == 0 ? 0 : 1000))
    }
    let (list, budget) = drawn { list in
      for _ in 0..<1000 { list.fill(canvas, red) }
      list.withGroup(GroupStyle()) { list in
        list.fill(canvas, red)
        list.clip(to: zigzag)
      }
    }
    #expect(budget.isPaintingExhausted)
    expectEqual(list.omissions, .work)
    #expect(
      list.commands.allSatisfy { command in
        if case .group = command.shape { command.bounds.isEmpty } else { true }
      })
  }

  @Test("an image is charged the same, whatever was drawn into its list before")
  func secondImage() {
    func draw(_ list: inout DisplayList) -> Int {
      let budget = WorkBudget()
      budget.reset(size: size)
      list.withBudget(budget) { list in
        let thin = path(Rect(x: 0, y: 0, width: 1000, height: 1))
        for _ in 0..<600 { list.fill(path(canvas), .color(red)) }
        list.fill(thin, .color(red))
      }
      return budget.painting
    }
    var list = DisplayList(size: size, background: .clear)
    let alone = draw(&list)
    let count = list.commands.count
    expectEqual(draw(&list), alone)
    expectEqual(list.commands.count, 2 * count)
  }

  @Test("a larger image may paint as many layers as a small one")
  func sizes() {
    for side in [100, 1000, 4000, 20_000] {
      let budget = WorkBudget()
      let size = PixelSize(width: side, height: side)
      budget.reset(size: size)
      var list = DisplayList(size: size, background: .clear)
      list.withBudget(budget) { list in
        for _ in 0..<100 { list.fill(Rect(x: 0, y: 0, width: 20_000, height: 20_000), .white) }
      }
      expectEqual(list.omissions, [], "\(side) pixels")
    }
  }

  @Test("a list that is drawn in parts shares its budget")
  func parts() {
    let (list, budget) = drawn { list in
      for _ in 0..<100 {
        _ = list.part(size.bounds, scale: 1) { part in
          for _ in 0..<10 { part.fill(canvas, red) }
        }
      }
      list.fill(canvas, .white)
    }
    #expect(budget.isPaintingExhausted)
    #expect(list.commands.isEmpty)
  }

  @Test("building has its own limit, and sums don't overflow")
  func building() {
    let budget = WorkBudget()
    budget.spend(10, on: .attribute)
    expectEqual(budget.building, 100)
    #expect(!budget.isBuildingExhausted)
    budget.spend(.max, on: .parsedByte)
    budget.spend(.max, on: .parsedByte)
    #expect(budget.isBuildingExhausted)
    #expect(!budget.isPaintingExhausted)
    budget.reset(size: size)
    expectEqual(budget.building, 0)
  }

  @Test("outlines cover the cells that they enclose", arguments: FillRule.allCases)
  func cells(rule: FillRule) {
    // A ring: its inside is open by either rule.
    var ring = path(canvas)
    ring.move(to: Point(x: 900, y: 100))
    ring.addLine(to: Point(x: 100, y: 100))
    ring.addLine(to: Point(x: 100, y: 900))
    ring.addLine(to: Point(x: 900, y: 900))
    ring.close()
    let (list, budget) = drawn { list in
      list.fill(ring, .color(red), rule: rule)
      list.measureEstimated(list.tools.charging?.budget ?? WorkBudget())
    }
    let edges = 8 * 1000 * PaintingCost.edge
    #expect((1_080_000...1_350_000 + edges).contains(budget.painting))
    expectEqual(list.commands.count, 1)
  }
}
