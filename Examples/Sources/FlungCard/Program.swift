import AnimCore
import AnimWindow

@main
enum Program {
  static func main() throws {
    let table = CardTable(size: Size(width: 640, height: 480))
    let window = try LayerWindow(table.tree, title: "Fling the card", size: table.size)
    window.background = Color(white: 0.15)
    window.onPointer = table.handle
    window.onResize = { table.size = $0 }
    window.onKey = { if $0.key == .escape { window.close() } }
    try window.run()
  }
}
