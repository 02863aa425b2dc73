import AnimCore
import AnimWindow

@main
enum Program {
  static func main() throws {
    let list = PullList(rows: 20, size: Size(width: 320, height: 400))
    let window = try LayerWindow(list.tree, title: "Pull for more", size: list.size)
    window.background = Color(white: 0.15)
    window.onPointer = list.handle
    window.onResize = { list.size = $0 }
    window.onKey = { if $0.key == .escape { window.close() } }
    try window.run()
  }
}
