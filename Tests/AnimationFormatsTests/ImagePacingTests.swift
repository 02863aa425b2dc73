import AnimCore
import ImageFiles
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("The times of the frames of an animated image")
struct ImagePacingTests {
  /// The durations of the frames in hundredths of a second. Some are whole slots at 60 Hz, others
  /// aren't, and some are less than two slots.
  private static let delays = [5, 2, 3, 7, 11, 4, 2, 13]

  /// Returns a video of images of one pixel, with the frame number in the red component.
  private static func video(_ encoder: some AnimationEncoder) throws -> [UInt8] {
    var encoder = encoder
    var bytes: [UInt8] = []
    for (number, delay) in delays.enumerated() {
      let pixel = [UInt8(number), 0, 0, 255]
      bytes += try encoder.add(pixel, lasting: Fraction(delay) / 100)
    }
    let remainder = try encoder.finish()
    bytes += remainder.bytes
    if let correction = remainder.correction {
      let end = correction.offset + correction.bytes.count
      bytes.replaceSubrange(correction.offset..<end, with: correction.bytes)
    }
    return bytes
  }

  @Test(
    "over ten minutes, each change is in the first slot at or after its time, and so is the seam",
    arguments: [60.0, 59.94, 144])
  func slots(hertz: Double) throws {
    let size = PixelSize(width: 1, height: 1)
    let gif = try Self.video(GIFEncoder(size: size, plays: nil))
    let apng = try Self.video(APNGEncoder(size: size, isOpaque: true, plays: nil))
    for bytes in [gif, apng] {
      let source = AnimationSource("a.gif", bytes: bytes) { _, _ in nil }
      let scene = try AnimationFile(source, FileConfiguration()).scenes().make()
      scene.layout(in: Size(width: 1, height: 1))
      let display = VirtualFrameSource(refreshRate: hertz)
      display.background = Immediately()
      scene.start(on: display)
      var (shown, changes) = (0, 0)
      var list = DisplayList(size: size)
      let image = PixelImage(size: size)
      let rasterizer = Rasterizer(threads: 1)
      while display.now.seconds < 600 {
        let before = display.now
        display.pump()
        list.removeAll(size: size)
        scene.draw(into: &list)
        rasterizer.paint(list, into: image)
        let number = Int(image[0, 0] >> 16 & 255)
        // The frame that is due, counted in whole hundredths.
        if changes == 0 { (shown, changes) = (number, 1) }
        if number != shown {
          let (cycle, frame) = changes.quotientAndRemainder(dividingBy: Self.delays.count)
          let hundredths =
            cycle * Self.delays.reduce(0, +) + Self.delays[..<frame].reduce(0, +)
          let due = Timestamp(seconds: Double(hundredths) / 100)
          #expect(number == frame && due <= display.now && due > before, "\(changes)")
          (shown, changes) = (number, changes + 1)
        }
      }
      // 1,276 times 47 hundredths of a second, and 28 more, for five frames and perhaps the sixth.
      let whole = 1_276 * Self.delays.count
      #expect(changes == whole + 5 || changes == whole + 6, "\(changes)")
    }
  }

  private struct Immediately: BackgroundWork {
    func run(_ work: @escaping @Sendable () -> Void) { work() }
  }
}
