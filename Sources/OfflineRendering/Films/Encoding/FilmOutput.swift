/// Receives the frames of a film, one after the other.
package protocol FilmOutput {
  /// - Parameter frame: the bytes of the frame in the film's format; see
  ///   ``FilmConfiguration/encode(_:)``.
  func write(_ frame: [UInt8]) throws(Failure)

  /// Makes the film appear. Call it once, after the last frame.
  func finish() throws(Failure)

  /// What must be done if the process ends before the film is finished. Runs on another thread.
  var cleanUp: @Sendable () -> Void { get }
}

extension FilmConfiguration {
  /// Opens the output, to make sure that the film can be written before any work is done.
  package func open(_ path: String) throws(Failure) -> any FilmOutput {
    format.needsFFmpeg
      ? try FFmpegOutput(self, path: path) : try StreamOutput(self, path: path)
  }

  /// The bytes of a frame, in the film's format.
  func encode(_ pixels: StraightPixels) -> [UInt8] {
    format == .y4m ? Y4MEncoder(size: size, sampling: sampling).encode(pixels) : pixels.bytes
  }
}
