import AnimCore
import Glibc

/// A film that ffmpeg encodes from pixels in a pipe.
///
/// ffmpeg writes to a file with no name, or a hidden one, which gets its real name at the end. So
/// there is never half a film, whichever process is killed.
package struct FFmpegOutput: FilmOutput {
  private let path: String
  private let file: OutputFile
  private let process: Subprocess
  package let cleanUp: @Sendable () -> Void

  package init(_ configuration: FilmConfiguration, path: String) throws(Failure) {
    self.path = path
    let format = configuration.format
    do throws(OutputError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    guard let descriptor = file.unfinished else {
      throw Failure(
        "\(path): a film in \(format) needs a file; y4m and rgba can go to a pipe", status: .usage)
    }
    let process: Subprocess
    do throws(SystemError) {
      process = try Subprocess(configuration.ffmpegCommand, output: descriptor)
    } catch {
      guard error.code == ENOENT else { throw Failure(error) }
      throw Failure(
        "\(path): films in \(format) are made by ffmpeg, which is not installed; install the "
          + "package ffmpeg", status: .unavailable)
    }
    self.process = process
    let hidden = file.hiddenPath
    cleanUp = {
      process.kill()
      if let hidden { unlink(hidden) }
    }
  }

  package func write(_ frame: [UInt8]) throws(Failure) {
    do throws(FileDescriptor.Failure) {
      try process.write(frame.span.bytes)
    } catch {
      // It closed its standard input, so it has ended or is about to.
      throw failure(of: process.wait())
    }
  }

  package func finish() throws(Failure) {
    let end = process.wait()
    guard end == .exit(0) else { throw failure(of: end) }
    do throws(OutputError) {
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }

  private func failure(of end: Subprocess.End?) -> Failure {
    // ffmpeg does not know the file's name.
    let message = process.lastMessage?.replacing(FilmConfiguration.ffmpegOutput, with: path)
    let reason =
      switch end {
      case .signal(let number): "it was ended by signal \(number)"
      case .exit(let status): message ?? "exit status \(status)"
      case nil: message ?? "it has ended"
      }
    return Failure("\(path): ffmpeg: \(reason)", status: .writingFailed)
  }
}
