import AnimCore
import ImageFiles
import LinuxSystem
import OfflineRendering

extension SideBySide {
  /// Writes the differences of frames or pairs as an animated PNG. It is black where the versions
  /// are equal. A version counts as transparent where it is smaller, or lacks the frame.
  ///
  /// - Parameter numbers: The frames or pairs, all of ``numbers(of:)``.
  func writeDifferences(of numbers: [Int], to path: String) throws(Failure) {
    let (old, new) = (expected.source.size, actual.source.size)
    let size = PixelSize(width: max(old.width, new.width), height: max(old.height, new.height))
    let sink = try VideoSink(
      VideoConfiguration(
        format: .apng, size: size, rate: rate, times: times(of: numbers), isOpaque: true),
      PreparedVideo(.apng, path: path, isLocked: false))
    try draw(numbers) { (_, old, new) throws(Failure) in
      let difference = ImageDifference.image(
        of: Self.enlarged(old, to: size), Self.enlarged(new, to: size))
      try sink.take(StraightPixels(difference).bytes)
    }
    try sink.finish()
  }

  /// Returns the times of frames or pairs, or `nil` if frames have the same duration.
  private func times(of numbers: [Int]) -> FrameTimes? {
    if let moments = pairs?.moments {
      let end = max(moments.expectedEnd, moments.actualEnd)
      return FrameTimes(ends: moments.times.dropFirst() + [end])
    }
    let longer = counts.expected > counts.actual ? expected : actual
    guard let first = numbers.first, let times = longer.source.makeScene().playback?.times else {
      return nil
    }
    let start = times.begin(of: Fraction(first))
    return FrameTimes(ends: numbers.map { times.begin(of: Fraction($0 + 1)) - start })
  }

  /// Returns an image with transparent pixels at the right and below, or only such pixels if there
  /// is no image.
  private static func enlarged(_ image: PixelImage?, to size: PixelSize) -> PixelImage {
    if let image, image.size == size { return image }
    let enlarged = PixelImage(size: size, isOpaque: false)
    guard let image else { return enlarged }
    for y in 0..<image.size.height {
      for x in 0..<image.size.width { enlarged[x, y] = image[x, y] }
    }
    return enlarged
  }
}
