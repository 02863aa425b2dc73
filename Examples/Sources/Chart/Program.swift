import AnimCore
import AnimText
import AnimWindow

@main
enum Program {
  static func main() throws {
    let face = try? SystemFonts().match(family: "sans-serif")?.face
    let chart = Chart(bars: 6, fonts: face.map { FontStack($0) })
    let window = try LayerWindow(chart.tree, title: "Chart", size: Chart.size)
    window.background = Color(white: 0.15)
    window.followsPointer = true
    window.onPointer = chart.handle
    window.onKey = { key in
      if key.key == .escape { return window.close() }
      chart.show(chart.bars.map { _ in Double.random(in: 10...99) })
    }
    chart.show([31, 62, 47, 90, 75, 18])
    try window.run()
  }
}
