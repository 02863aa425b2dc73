import Glibc
import LinuxSystem
import PictureFiles

/// Where a film will be, with what has to be there before the file is read that it is made from: where ffmpeg makes
/// the film, its output, and the process that becomes ffmpeg, since no program can be started afterwards.
package struct PreparedFilm {
  let format: FilmFormat
  let path: String
  /// Nil for a film that is encoded here.
  let encoder: Encoder?

  struct Encoder {
    let path: String
    let file: OutputFile
    let process: Subprocess
  }

  /// To be called while there is only one thread.
  ///
  /// - Parameter isLocked: whether ffmpeg gives up what it does not need.
  package init(_ format: FilmFormat, path: String, isLocked: Bool) throws(Failure) {
    (self.format, self.path) = (format, path)
    switch format {
    case .mp4, .webm, .webp, .mkv, .mov, .avif:
      encoder = try Self.encoder(format, path, isLocked: isLocked)
    case .y4m, .rgba, .gif, .apng: encoder = nil
    }
  }

  /// The process that the film needs; nil if it needs none.
  package var processID: pid_t? { encoder?.process.processID }

  private static func encoder(
    _ format: FilmFormat, _ path: String, isLocked: Bool
  ) throws(Failure) -> Encoder {
    let file: OutputFile
    do throws(OutputError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    guard let descriptor = file.unfinished else { throw Failure(needingFile: format, path) }
    do throws(SystemError) {
      let process = try Subprocess(
        waitingWithOutput: descriptor, numberCount: FilmConfiguration.numberCount
      ) {
        if isLocked { Sandbox.lockProgram(writingTo: Subprocess.outputDescriptor) }
      } command: {
        FilmConfiguration(format, $0)?.ffmpegCommand
      }
      return Encoder(path: path, file: file, process: process)
    } catch {
      throw Failure(error)
    }
  }
}
