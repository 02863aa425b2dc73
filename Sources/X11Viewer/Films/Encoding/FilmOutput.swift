/// Takes the frames of a film one after the other.
protocol FilmOutput {
  /// - Parameter frame: in the form that the format wants; see ``FilmConfiguration/encode(_:)``.
  func write(_ frame: [UInt8]) throws(Failure)

  /// Makes the film appear. To be called once, after the last frame.
  func finish() throws(Failure)

  /// What has to be done where the process ends before the film is finished. It runs on another
  /// thread.
  var cleanUp: @Sendable () -> Void { get }
}

extension FilmConfiguration {
  /// Makes sure that the film can be written, before any work is done for it.
  func open(_ path: String) throws(Failure) -> any FilmOutput {
    format.needsFFmpeg
      ? try FFmpegOutput(self, path: path) : try StreamOutput(self, path: path)
  }

  /// The bytes of a frame for the output.
  func encode(_ pixels: StraightPixels) -> [UInt8] {
    format == .y4m ? Y4MEncoder(size: size, sampling: sampling).encode(pixels) : pixels.bytes
  }
}
