import Glibc
import ImageFiles
import LinuxSystem

/// The resources of a video that must exist before its input is read: its output and, if ffmpeg
/// encodes it, the process that becomes ffmpeg, because no program can be started later.
package struct PreparedVideo {
  let format: VideoFormat
  let path: String
  /// The encoder process, or `nil` for a video that is encoded in this process.
  let encoder: Encoder?

  struct Encoder {
    let path: String
    let file: OutputFile
    let process: Subprocess
  }

  /// Prepares a video. Call this while there is only one thread.
  ///
  /// - Parameters:
  ///   - program: The encoder: ffmpeg, or a program that takes its arguments.
  ///   - isLocked: Whether to sandbox the encoder.
  package init(
    _ format: VideoFormat, path: String, program: String = "ffmpeg", isLocked: Bool
  ) throws(Failure) {
    (self.format, self.path) = (format, path)
    switch format {
    case .mp4, .webm, .webp, .mkv, .mov, .avif:
      encoder = try Self.encoder(format, path, program, isLocked: isLocked)
    case .y4m, .rgba, .gif, .apng: encoder = nil
    }
  }

  /// The process of the encoder, or `nil` if the video doesn't need one.
  package var processID: pid_t? { encoder?.process.processID }

  private static func encoder(
    _ format: VideoFormat, _ path: String, _ program: String, isLocked: Bool
  ) throws(Failure) -> Encoder {
    let file: OutputFile
    do throws(OutputError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    guard let descriptor = file.unfinished ?? (format.isStreamable ? file.stream : nil) else {
      throw Failure(needingFile: format, path)
    }
    let isPipe = file.stream != nil
    do throws(SystemError) {
      let process = try Subprocess(
        waitingWithOutput: descriptor, numberCount: VideoConfiguration.numberCount
      ) {
        if isLocked { Sandbox.lockProgram(writingTo: Subprocess.outputDescriptor) }
      } command: {
        VideoConfiguration(format, $0)?.ffmpegCommand(program, isPipe: isPipe)
      }
      return Encoder(path: path, file: file, process: process)
    } catch {
      throw Failure(error)
    }
  }
}
