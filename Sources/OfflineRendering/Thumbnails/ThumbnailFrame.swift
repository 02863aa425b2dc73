import AnimCore
import LinuxSystem

/// The choice of the frame that represents an animation in a thumbnail.
///
/// The first frame of many animations is empty. Therefore, some evenly spaced frames are drawn at a
/// small size, and the first frame that contains nearly as much as any other is chosen. The choice
/// depends only on the animation.
enum ThumbnailFrame {
  /// The maximum number of frames to examine.
  static let candidates = 12
  /// The longer side of the examined images, in pixels.
  static let side = 64

  /// Returns the number of the chosen frame.
  ///
  /// - Parameter source: A scene with frames, at a small size on a transparent background.
  static func number(in source: RenderSource) throws(Failure) -> Int {
    let renderer = FrameRenderer(source, threads: 1)
    guard let frames = renderer.scene.wholeFrames else { return 0 }
    var looks: [(number: Int, content: Int)] = []
    var cost = 0
    for number in numbers(in: frames) where cost <= WorkBudget.surveyLimit {
      let frame = try renderer.render(.frame(Fraction(number), rate: .assumed), number: number)
      looks.append((number, content(of: frame.image)))
      cost += frame.cost
    }
    let most = looks.map(\.content).max() ?? 0
    // Ignore small differences, for example from a rotation.
    return looks.first { $0.content * 10 >= most * 9 }?.number ?? frames.lowerBound
  }

  /// Returns evenly spaced numbers from the first to the last frame, in ascending order.
  static func numbers(in frames: ClosedRange<Int>) -> [Int] {
    let last = min(frames.count, candidates) - 1
    guard last > 0 else { return [frames.lowerBound] }
    return (0...last).map { frames.lowerBound + $0 * (frames.count - 1) / last }
  }

  /// Returns a measure of an image's content: the differences between neighbouring pixels and, with
  /// little weight, the covered area. An area of one colour has no differences.
  static func content(of image: PixelImage) -> Int {
    let (width, height) = (image.size.width, image.size.height)
    return image.withPixels { pixels in
      var (differences, coverage) = (0, 0)
      for y in 0..<height {
        for x in 0..<width {
          let pixel = pixels[y * width + x]
          coverage += Int(pixel >> 24)
          if x > 0 { differences += difference(pixel, pixels[y * width + x - 1]) }
          if y > 0 { differences += difference(pixel, pixels[(y - 1) * width + x]) }
        }
      }
      return differences * 256 + coverage
    }
  }

  /// Returns the sum of the differences of all channels.
  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    var sum = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      sum += abs(Int(a >> shift & 255) - Int(b >> shift & 255))
    }
    return sum
  }
}
