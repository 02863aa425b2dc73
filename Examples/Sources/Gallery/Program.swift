import AnimCore
import AnimWindow
import Foundation

@main
enum Program {
  /// swift run Gallery sun.svg spinner.json cat.gif
  static func main() throws {
    let images = try CommandLine.arguments.dropFirst().map { path in
      try Gallery.open([UInt8](Data(contentsOf: URL(filePath: path))), name: path)
    }
    let gallery = Gallery(images)
    let window = try LayerWindow(gallery.tree, title: "Gallery", size: gallery.size)
    window.background = .white
    window.onKey = { if $0.key == .escape { window.close() } }
    try window.run()
  }
}
