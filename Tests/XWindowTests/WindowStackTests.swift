import Testing

@testable import AnimGraphics
@testable import XWindow

@Suite("The windows above another")
struct WindowStackTests {
  private let area = PixelRect(x0: 0, y0: 0, x1: 10, y1: 10)
  private var stack: WindowStack

  /// Windows 1 to 4, with the last one on top. Window 3 isn't mapped.
  init() {
    let area = area
    stack = WindowStack(
      (1...4).map { WindowStack.Entry(id: ResourceID($0), area: area, isMapped: $0 != 3) })
  }

  private func above(_ id: ResourceID) -> [ResourceID] { stack.windows(above: id).map(\.id) }

  @Test("are the mapped windows on top of it")
  mutating func mapping() {
    #expect(above(1) == [2, 4])
    stack.apply(.mapped(3))
    stack.apply(.unmapped(2))
    #expect(above(1) == [3, 4])
    #expect(above(9).isEmpty)
  }

  @Test("change when a window is created, moved to another position, or destroyed")
  mutating func order() {
    stack.apply(.added(5, area: area))
    stack.apply(.mapped(5))
    #expect(above(2) == [4, 5])
    stack.apply(.configured(2, area: area, below: 5))
    #expect(above(1) == [4, 5, 2])
    stack.apply(.configured(2, area: area, below: 0))
    #expect(above(2) == [1, 4, 5])
    stack.apply(.lowered(5))
    stack.apply(.raised(1))
    #expect(above(5) == [2, 4, 1])
    stack.apply(.removed(4))
    #expect(above(5) == [2, 1])
  }

  @Test("have their last reported areas")
  mutating func areas() {
    let new = PixelRect(x0: 5, y0: 6, x1: 25, y1: 36)
    stack.apply(.configured(4, area: new, below: 3))
    #expect(stack.entries.last?.area == new)
    stack.apply(.moved(4, to: WindowPosition(x: 1, y: 2)))
    #expect(stack.entries.last?.area == PixelRect(x0: 1, y0: 2, x1: 21, y1: 32))
  }

  @Test("leave the parts of an area that they don't cover")
  func subtraction() {
    let whole = [PixelRect(x0: 0, y0: 0, x1: 10, y1: 10)]
    let rest = whole.subtracting(PixelRect(x0: 2, y0: 3, x1: 5, y1: 6))
    #expect(rest.map { $0.width * $0.height }.reduce(0, +) == 100 - 9)
    #expect(rest.allSatisfy { !$0.isEmpty })
    #expect(whole.subtracting(PixelRect(x0: -5, y0: -5, x1: 20, y1: 20)).isEmpty)
    #expect(whole.subtracting(PixelRect(x0: 10, y0: 0, x1: 20, y1: 10)) == whole)
  }
}
