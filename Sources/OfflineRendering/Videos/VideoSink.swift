import AnimCore
import Glibc
import ImageFiles
import LinuxSystem

/// A video in a single file, or in a pipe.
package struct VideoSink: FrameSink {
  private let configuration: VideoConfiguration
  private let output: any VideoOutput

  /// Opens the output, to make sure that the video can be written before any work is done.
  package init(_ configuration: VideoConfiguration, _ prepared: PreparedVideo) throws(Failure) {
    self.configuration = configuration
    let (size, plays, path) = (configuration.size, configuration.plays, prepared.path)
    if let encoder = prepared.encoder {
      output = try FFmpegOutput(configuration, encoder)
      return
    }
    output =
      switch configuration.format {
      case .mp4, .webm, .webp, .mkv, .mov, .avif, .y4m, .rgba:
        try StreamOutput(configuration, path: path)
      case .gif:
        try EncodedOutput(
          configuration,
          GIFEncoder(size: size, plays: plays, isDithered: configuration.isDithered), path: path)
      case .apng:
        try EncodedOutput(
          configuration,
          APNGEncoder(size: size, isOpaque: configuration.isOpaque, plays: plays), path: path)
      }
  }

  /// The clean-up if the process ends before the video is finished. It runs on another thread.
  package var cleanUp: @Sendable () -> Void { output.cleanUp }

  /// Returns the bytes of each frame, in the video's format.
  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> [UInt8] {
    guard configuration.format == .y4m else {
      let extendsColors = configuration.format.mixesColors && !configuration.isOpaque
      return { frame throws(Failure) in
        (extendsColors ? frame.pixels.withExtendedColors : frame.pixels).bytes
      }
    }
    let encoder = Y4MEncoder(size: configuration.size, sampling: configuration.sampling)
    return { frame throws(Failure) in encoder.encode(frame.pixels) }
  }

  package func take(_ bytes: [UInt8]) throws(Failure) { try output.write(bytes) }

  package func finish() throws(Failure) { try output.finish() }
}

/// The destination of the frames of a video, in order.
protocol VideoOutput {
  func write(_ frame: [UInt8]) throws(Failure)

  /// Makes the video visible. Call this once, after the last frame.
  func finish() throws(Failure)

  /// See ``VideoSink/cleanUp``.
  var cleanUp: @Sendable () -> Void { get }
}

/// A video that we write ourselves, to a file or a pipe.
private struct StreamOutput: VideoOutput {
  private let file: OutputFile
  let cleanUp: @Sendable () -> Void

  init(_ configuration: VideoConfiguration, path: String) throws(Failure) {
    do throws(OutputError) {
      file = try OutputFile(path: path)
      if configuration.format == .y4m {
        let header = configuration.sampling.header(
          size: configuration.size, rate: configuration.rate)
        try file.write(Array(header.utf8))
      }
    } catch {
      throw Failure(error)
    }
    let hidden = file.hiddenPath
    cleanUp = { if let hidden { FileSystem.unlink(hidden) } }
  }

  func write(_ frame: [UInt8]) throws(Failure) {
    do throws(OutputError) {
      try file.write(frame)
    } catch {
      throw Failure(error)
    }
  }

  func finish() throws(Failure) {
    do throws(OutputError) {
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }
}
