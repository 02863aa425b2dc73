import AnimCore
import ImageFiles
import LinuxSystem

/// Writes a cursor. It receives all frames in each size, and writes the file after the last one.
final class CursorSink: FrameSink {
  private let path: String
  private let durations: [Fraction]
  private var encoder: CursorEncoder
  /// The number of sizes that aren't finished.
  private var remaining: Int
  /// The index of the next frame.
  private var next = 0
  /// Counts the frames of all sizes.
  private let progress: Progress

  /// - Parameters:
  ///   - durations: The duration of each frame, in seconds.
  ///   - sizes: The sizes that follow.
  ///   - progress: Counts the frames of all sizes.
  init(
    path: String, _ format: CursorEncoding, _ durations: [Fraction], _ sizes: [CursorSize],
    _ progress: Progress
  ) {
    (self.path, self.durations, self.progress) = (path, durations, progress)
    (encoder, remaining) = (CursorEncoder(format), sizes.count)
  }

  /// Starts a size, whose frames follow.
  func begin(_ size: CursorSize) {
    encoder.begin(size)
    next = 0
  }

  func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> [UInt8] {
    { frame throws(Failure) in frame.pixels.bytes }
  }

  func take(_ pixels: [UInt8]) throws(Failure) {
    try encoder.add(pixels, lasting: durations[next])
    next += 1
    progress.advance()
  }

  func finish() throws(Failure) {
    remaining -= 1
    guard remaining == 0 else { return }
    progress.finish()
    do throws(OutputError) {
      try OutputFile.write(encoder.finish(), to: path)
    } catch {
      throw Failure(error)
    }
  }
}
