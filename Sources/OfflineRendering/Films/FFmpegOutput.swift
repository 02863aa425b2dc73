import AnimCore
import Glibc
import LinuxSystem

/// A film that ffmpeg encodes from pixels in a pipe.
///
/// ffmpeg writes to a file with no name, or a hidden one, which gets its real name at the end. So
/// there is never half a film, whichever process is killed.
struct FFmpegOutput: FilmOutput {
  private let path: String
  private let file: OutputFile
  private let process: Subprocess
  let cleanUp: @Sendable () -> Void

  init(_ configuration: FilmConfiguration, path: String) throws(Failure) {
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

  func write(_ frame: [UInt8]) throws(Failure) {
    do throws(FileDescriptor.Failure) {
      try process.write(frame.span.bytes)
    } catch {
      // It closed its standard input, so it has ended or is about to.
      throw failure(of: process.wait())
    }
  }

  func finish() throws(Failure) {
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

// The command line of ffmpeg; see ffmpeg(1) and its pages on formats and codecs.
extension FilmConfiguration {
  var ffmpegCommand: [String] {
    [
      "ffmpeg", "-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-f", "rawvideo",
      "-pixel_format", "rgba", "-video_size", "\(size.width)x\(size.height)", "-framerate",
      "\(rate.numerator)/\(rate.denominator)", "-i", "pipe:0",
    ] + encoding + ["-y", Self.ffmpegOutput]
  }

  /// Where ffmpeg writes to: a file that may have no name yet.
  static let ffmpegOutput = "/dev/fd/\(Subprocess.outputDescriptor)"

  private var encoding: [String] {
    switch format {
    case .mp4:
      // Players expect 4:2:0, which has no odd sizes, so the last row and column are repeated. The
      // index is put first, so that a film can play while it is loading.
      ["-vf", "\(evenSize)\(toYUV)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18"]
        + colorTags + ["-movflags", "+faststart", "-f", "mp4"]
    case .webm:
      // Alternate reference frames, which are not shown, cannot have alpha.
      ["-vf", toYUV, "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0", "-crf"]
        + ["24", "-b:v", "0", "-row-mt", "1", "-deadline", "good", "-cpu-used", "4"]
        + colorTags + ["-f", "webm"]
    case .gif:
      // A palette for each frame: a common one would need all frames in memory.
      [
        "-filter_complex",
        "split[a][b];[a]palettegen=reserve_transparent=1:stats_mode=single[p];"
          + "[b][p]paletteuse=new=1:alpha_threshold=128:dither=sierra2_4a",
        // Counts repetitions; −1 stands for none.
        "-loop", "\(plays.map { $0 == 1 ? -1 : $0 - 1 } ?? 0)", "-f", "gif",
      ]
    case .webp:
      ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "\(plays ?? 0)", "-f", "webp"]
    case .apng:
      ["-c:v", "apng", "-pix_fmt", "rgba", "-plays", "\(plays ?? 0)", "-f", "apng"]
    case .y4m, .rgba: []
    }
  }

  private var evenSize: String {
    guard size.width % 2 != 0 || size.height % 2 != 0 else { return "" }
    let (right, bottom) = (size.width % 2, size.height % 2)
    return "pad=\(size.width + right):\(size.height + bottom),"
      + "fillborders=right=\(right):bottom=\(bottom):mode=smear,"
  }

  /// The colours of high definition, stated explicitly: players would otherwise guess.
  private var toYUV: String {
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int"
  }

  private var colorTags: [String] {
    [
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
      "-color_range", "tv",
    ]
  }
}
