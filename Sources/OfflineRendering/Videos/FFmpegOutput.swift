import AnimCore
import Glibc
import LinuxSystem

/// A video that ffmpeg encodes from pixels in a pipe.
///
/// ffmpeg writes to an unnamed or hidden file, which gets its real name at the end. So a video is
/// always complete, even if a process is killed.
///
/// ffmpeg may exit with status 0 even if the end of the video couldn't be written or frames are
/// missing. So a video is valid only if ffmpeg prints no errors, and reports at the end that it has
/// written all frames.
final class FFmpegOutput: VideoOutput {
  private let path: String
  private let format: VideoFormat
  /// The frame durations to write into the finished file, or `nil` to keep those of the rate.
  private let times: WebPFrameTimes?
  private var frames = 0
  private let file: OutputFile
  private let process: Subprocess
  let cleanUp: @Sendable () -> Void

  init(_ configuration: VideoConfiguration, _ prepared: PreparedVideo.Encoder) throws(Failure) {
    (path, format) = (prepared.path, configuration.format)
    times = configuration.times.map(WebPFrameTimes.init)
    (file, process) = (prepared.file, prepared.process)
    do throws(SystemError) {
      try process.start(configuration.numbers)
    } catch {
      throw Failure(
        "\(path): \(format) videos require ffmpeg, which "
          + (error.code == ENOENT
            ? "is not installed; install the package ffmpeg"
            : "cannot be started: \(errorText(error.code))"),
        status: .unavailable)
    }
    let (process, hidden) = (process, file.hiddenPath)
    cleanUp = {
      process.kill()
      if let hidden { FileSystem.unlink(hidden) }
    }
  }

  func write(_ frame: [UInt8]) throws(Failure) {
    do throws(FileDescriptor.Failure) {
      try process.write(frame.span.bytes)
    } catch {
      // It closed its standard input, so it has ended or is about to.
      throw failure(process.wait())
    }
    frames += 1
  }

  func finish() throws(Failure) {
    let end = process.wait()
    guard end == .exit(0), process.lastMessage == nil else { throw failure(end) }
    let progress = FFmpegProgress(process.lastAnswers)
    guard progress.hasEnded else { throw failure("it ended before the video did") }
    guard format.counts(of: frames).contains(progress.frames) else {
      throw failure("\(progress.frames) of \(frames) frames were written")
    }
    if let times, let descriptor = file.unfinished, !times.write(to: descriptor) {
      throw failure("the frame times could not be written")
    }
    do throws(OutputError) {
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }

  private func failure(_ end: Subprocess.End?) -> Failure {
    // After ``cleanUp``, a signal ends this process, too, without a failure.
    while process.wasKilled { pause() }
    // The available encoders depend on the build of ffmpeg.
    if process.lastMessages.contains(where: {
      $0.contains("Unknown encoder") || $0.contains("Requested output format")
    }) {
      return Failure(
        "\(path): the ffmpeg that is installed cannot make videos in \(format); install one that can, or "
          + "choose another format", status: .unavailable)
    }
    if file.stream != nil, process.lastMessages.contains(where: { $0.contains("Broken pipe") }) {
      return Failure(OutputError.readerGone(path: path))
    }
    // ffmpeg doesn't receive the file's name.
    let message = process.lastMessage?.replacing(VideoConfiguration.ffmpegOutput, with: path)
    return switch end {
    case .signal(SIGABRT):
      // For example, an assertion of an encoder failed.
      Failure(
        "\(path): ffmpeg or its encoder aborted"
          + (message.map { " (\($0))" } ?? "")
          + "; install another version, or choose another format",
        status: .unavailable)
    case .signal(let number): failure("it was ended by signal \(number)")
    case .exit(let status): failure(message ?? "exit status \(status)")
    case nil: failure(message ?? "it has ended")
    }
  }

  private func failure(_ reason: String) -> Failure {
    Failure("\(path): ffmpeg: \(reason)", status: .writingFailed)
  }
}

/// The progress that ffmpeg reports in lines such as `frame=12`, as requested with `-progress`.
private struct FFmpegProgress {
  /// The number of frames that ffmpeg has written.
  let frames: Int
  /// Whether ffmpeg has written everything.
  let hasEnded: Bool

  /// - Parameter lines: The last lines of the report.
  init(_ lines: [String]) {
    func last(_ key: String) -> Substring? {
      lines.last { $0.hasPrefix(key + "=") }?.dropFirst(key.count + 1)
    }
    frames = last("frame").flatMap { Int($0) } ?? 0
    hasEnded = last("progress") == "end"
  }
}

extension VideoFormat {
  /// Returns the possible counts of ffmpeg after it has written `frames` frames.
  fileprivate func counts(of frames: Int) -> Set<Int> {
    // libwebp returns the entire video as one packet, and ffmpeg counts packets since version 6.
    self == .webp ? [frames, 1] : [frames]
  }
}

// The message to the process that becomes ffmpeg. It isn't a command line, because that process
// must start only an encoder.
extension VideoConfiguration {
  static let numberCount = 6

  var numbers: [Int] {
    let rate = times == nil ? rate : WebPFrameTimes.rate
    return [
      size.width, size.height, rate.numerator, rate.denominator, plays ?? -1, isOpaque ? 1 : 0,
    ]
  }

  /// Creates a configuration from numbers, or returns `nil` if they are invalid.
  init?(_ format: VideoFormat, _ numbers: [Int]) {
    guard numbers.count == Self.numberCount, numbers[0] > 0, numbers[1] > 0,
      let rate = RefreshRate(numerator: numbers[2], denominator: numbers[3])
    else { return nil }
    self.init(
      format: format, size: PixelSize(width: numbers[0], height: numbers[1]), rate: rate,
      plays: numbers[4] < 0 ? nil : numbers[4], isOpaque: numbers[5] != 0)
  }
}

// The command line of ffmpeg; see ffmpeg(1) and its pages on formats and codecs.
extension VideoConfiguration {
  /// - Parameters:
  ///   - program: The name or the path of ffmpeg.
  ///   - isPipe: Whether the output is a pipe rather than a file.
  func ffmpegCommand(_ program: String = "ffmpeg", isPipe: Bool) -> [String] {
    [
      program, "-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-progress", "pipe:1",
      "-f", "rawvideo", "-pixel_format", "rgba", "-video_size", "\(size.width)x\(size.height)",
      "-framerate", "\(rate.numerator)/\(rate.denominator)", "-i", "pipe:0",
    ]
      + encoding
      + ["-y", isPipe ? "pipe:\(Subprocess.outputDescriptor)" : Self.ffmpegOutput]
  }

  /// The path to which ffmpeg writes: a file that may not have a name yet.
  static let ffmpegOutput = "/dev/fd/\(Subprocess.outputDescriptor)"

  private var encoding: [String] {
    switch format {
    case .mp4:
      // Players expect 4:2:0, which has no odd sizes, so the last row and column are repeated. The
      // index is put first, so that a video can play while it is loading.
      ["-vf", "\(evenSize)\(toYUV)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18"]
        + colorTags + ["-movflags", "+faststart", "-f", "mp4"]
    case .webm:
      // Alternate reference frames, which aren't shown, can't have alpha.
      ["-vf", toYUV, "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0", "-crf"]
        + ["24", "-b:v", "0", "-row-mt", "1", "-deadline", "good", "-cpu-used", "4"]
        + colorTags + ["-f", "webm"]
    case .mkv:
      ["-vf", "\(evenSize)\(toYUV)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18"]
        + colorTags + ["-f", "matroska"]
    case .mov:
      // ProRes 4444, which video editors support, with its alpha. It has the colours of its frames,
      // and no name for the transfer function of sRGB.
      [
        "-vf", toYUV + ",setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709", "-c:v",
        "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le",
      ]
        + ["-alpha_bits", "16", "-vendor", "apl0", "-f", "mov"]
    case .avif:
      // AV1 doesn't support alpha, so alpha is a separate grey image.
      (isOpaque ? [] : ["-map", "0", "-map", "0", "-filter:v:1", "alphaextract"])
        + ["-filter:v:0", toYUV, "-c:v", "libaom-av1", "-pix_fmt:v:0", "yuv444p", "-crf", "18"]
        + ["-cpu-used", "6", "-row-mt", "1"]
        + colorTags.map { $0.hasPrefix("-") ? $0 + ":v:0" : $0 } + [
          "-loop", "\(plays ?? 0)", "-f", "avif",
        ]
    case .webp:
      ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "\(plays ?? 0)", "-f", "webp"]
    case .y4m, .rgba, .gif, .apng: []
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
