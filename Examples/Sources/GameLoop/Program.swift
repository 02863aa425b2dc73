import AnimWindow

@main
enum Program {
  static func main() throws {
    let game = Game()
    let window = try LayerWindow(game.tree, title: "Ball", size: Game.room)
    game.start(on: window.source)
    window.onKey = { if $0.key == .escape { window.close() } }
    try window.run()
  }
}
