@testable import AnimGraphics
@testable import PacingPattern

/// A y4m recording of a screen with a window that shows the pacing scene.
struct Recording {
  var screen = PixelSize(width: 320, height: 180)
  var window = PixelSize(width: 240, height: 140)
  /// The window's top left corner on the screen.
  var origin = (x: 41, y: 23)
  var rate = "120:1"
  var colors = "C420jpeg"
  /// The luma values of black and white.
  var levels = (black: 16, white: 235)
  var bytes: [UInt8] = []
  private let scene = PacingScene()
  private let rasterizer = Rasterizer()

  /// Appends the same image a few times.
  ///
  /// - Parameters:
  ///   - number: The frame in the window, or `nil` for a screen without the window.
  ///   - tear: The line of the window from which it shows `lower`.
  mutating func show(
    _ number: Int?, times: Int = 1, lower: Int? = nil, tear: Int = 70
  ) {
    if bytes.isEmpty {
      bytes += "YUV4MPEG2 W\(screen.width) H\(screen.height) F\(rate) Ip A1:1 \(colors)\n".utf8
    }
    // A desktop with many edges, but no code.
    let row = (0..<screen.width).map { UInt8($0 % 7 < 3 ? 40 : 200) }
    var luma: [UInt8] = []
    for _ in 0..<screen.height { luma += row }
    if let number { draw(number, lines: 0..<window.height, into: &luma) }
    if let lower { draw(lower, lines: tear..<window.height, into: &luma) }
    for _ in 0..<times {
      bytes += "FRAME\n".utf8
      bytes += luma
      bytes += [UInt8](repeating: 128, count: colorBytes)
    }
  }

  private var colorBytes: Int {
    let half = ((screen.width + 1) / 2, (screen.height + 1) / 2)
    switch colors {
    case "C422": return 2 * half.0 * screen.height
    case "C444": return 2 * screen.width * screen.height
    case "Cmono": return 0
    default: return 2 * half.0 * half.1
    }
  }

  private func draw(_ number: Int, lines: Range<Int>, into luma: inout [UInt8]) {
    scene.layout(in: Size(width: Double(window.width), height: Double(window.height)))
    scene.update(to: Double(number) / 60)
    var list = DisplayList(size: window)
    scene.draw(into: &list)
    let image = PixelImage(size: window)
    rasterizer.paint(list, into: image)
    let gain = levels.white - levels.black
    image.withPixels { pixels in
      luma.withUnsafeMutableBufferPointer { luma in
        for y in lines {
          let row = (origin.y + y) * screen.width + origin.x
          for x in 0..<window.width {
            let green = Int(pixels[y * window.width + x] >> 8 & 0xFF)
            luma[row + x] = UInt8(levels.black + green * gain / 255)
          }
        }
      }
    }
  }
}
