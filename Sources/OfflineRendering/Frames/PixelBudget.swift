import AnimGraphics
import LinuxSystem

/// A budget for the number of pixels that several threads draw at the same time: at most that of the largest image.
///
/// Without it, memory use would be the size of the largest image times the number of jobs.
package final class PixelBudget: Sendable {
  /// The number of pixels in use.
  private let used = Monitor(0)

  package init() {}

  /// Returns the number of images of a size that may be drawn at the same time, at least one.
  ///
  /// - Parameters:
  ///   - size: The size of each image.
  ///   - jobs: The number of images that the user or the machine allows.
  static func jobs(for size: PixelSize, upTo jobs: Int) -> Int {
    max(1, min(jobs, ImageLimit.area / max(size.width * size.height, 1)))
  }

  /// Runs `body` once the budget has room for the pixels. A single image may exceed the budget.
  ///
  /// - Parameter count: The number of pixels that `body` draws at the same time.
  package func withPixels<Result>(
    _ count: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    used.wait { used -> Void? in
      guard used == 0 || used + count <= ImageLimit.area else { return nil }
      used += count
      return ()
    }
    defer { used.change { $0 -= count } }
    return try body()
  }
}
