import AnimCore
import AnimLottie
import AnimPNG
import Foundation

/// Renders a frame of an animation as the contents of a PNG file, for example on a server without a
/// display.
///
/// - Parameter width: The width in pixels. The height follows from the animation.
func renderPNG(_ animation: LottieAnimation, frame: Double, width: Int) throws -> [UInt8] {
  let scale = Double(width) / animation.size.width
  let height = max(1, Int((animation.size.height * scale).rounded()))
  var list = DisplayList(size: PixelSize(width: width, height: height), background: .clear)
  LottieRenderer(animation).draw(frame: frame, into: &list, transform: Transform(scale: scale))
  let image = PixelImage(size: list.size, isOpaque: false)
  Rasterizer().paint(list, into: image)
  return try image.png()
}

@main
enum Program {
  /// swift run RenderPNG 12 256 < animation.json > picture.png
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Double($0) }
    guard arguments.count == 2, (1...4096).contains(arguments[1]) else {
      print("usage: RenderPNG FRAME WIDTH < animation.json > picture.png")
      return
    }
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    let animation = try LottieAnimation(Array(text.utf8))
    try FileHandle.standardOutput.write(
      contentsOf: Data(try renderPNG(animation, frame: arguments[0], width: Int(arguments[1]))))
  }
}
