import AnimCore
import AnimWindow
import Testing

@testable import Chart

@Suite("The example of a chart")
struct ChartTests {
  private let chart = Chart(bars: 3, fonts: nil)

  private var heights: [Double] { chart.bars.map(\.$rect.presentation.size.height) }

  @Test("its bars rise one after the other, and the highest fills the chart")
  func rise() {
    chart.show([10, 40, 20])
    chart.tree.update(to: 0.04)
    #expect(heights[0] > 0 && heights[1...] == [0, 0])
    chart.tree.update(to: 0.12)
    #expect(heights.allSatisfy { $0 > 0 })
    chart.tree.update(to: 9)
    #expect(heights == [55, 220, 110] && !chart.tree.hasRunningAnimations)
    #expect(chart.bars.allSatisfy { $0.rect.maxY == 0 })
  }

  @Test("bars move to new values from their current positions, without a jump")
  func interrupt() {
    chart.show([10, 40, 20])
    chart.tree.update(to: 0.2)
    let before = heights
    let speed = chart.bars[0].$rect.velocity
    chart.show([40, 20, 10])
    #expect(heights == before && chart.bars[0].$rect.velocity == speed)
    chart.tree.update(to: 9)
    #expect(heights == [220, 110, 55])
  }

  @Test("the bar below the pointer has another colour")
  func pointer() {
    chart.show([10, 40, 20])
    chart.tree.update(to: 9)
    for (point, hit) in [(Point(x: 240, y: 270), 1), (Point(x: 240, y: 20), nil)] {
      chart.handle(PointerEvent(phase: .moved, point: point, time: .zero))
      #expect(chart.bars.firstIndex { $0.fillColor == .orange } == hit)
    }
  }
}
