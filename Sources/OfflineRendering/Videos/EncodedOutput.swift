import AnimCore
import Glibc
import ImageFiles
import LinuxSystem

/// A video whose frames depend on each other, and are encoded here.
final class EncodedOutput<Encoder: AnimationEncoder>: VideoOutput {
  private let path: String
  private var encoder: Encoder
  private let rate: RefreshRate
  private let times: FrameTimes?
  private var frames = 0
  private let file: OutputFile
  let cleanUp: @Sendable () -> Void

  init(_ configuration: VideoConfiguration, _ encoder: Encoder, path: String) throws(Failure) {
    self.path = path
    self.encoder = encoder
    (rate, times) = (configuration.rate, configuration.times)
    do throws(OutputError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    // Its first bytes are written last.
    if configuration.format == .apng, file.unfinished == nil {
      throw Failure(needingFile: configuration.format, path)
    }
    let hidden = file.hiddenPath
    cleanUp = { if let hidden { FileSystem.unlink(hidden) } }
  }

  func write(_ frame: [UInt8]) throws(Failure) {
    let number = Fraction(frames)
    let duration =
      times.map { $0.begin(of: number + 1) - $0.begin(of: number) } ?? 1 / Fraction(rate)
    frames += 1
    try append(try encoder.add(frame, lasting: duration))
  }

  func finish() throws(Failure) {
    let remainder = try encoder.finish()
    try append(remainder.bytes)
    if let correction = remainder.correction { try write(correction) }
    do throws(OutputError) {
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }

  private func append(_ bytes: [UInt8]) throws(Failure) {
    guard !bytes.isEmpty else { return }
    do throws(OutputError) {
      try file.write(bytes)
    } catch {
      throw Failure(error)
    }
  }

  private func write(_ correction: EncodedEnding.Correction) throws(Failure) {
    guard let descriptor = file.unfinished else { return }
    var done = 0
    while done < correction.bytes.count {
      let count = correction.bytes[done...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(correction.offset + done))
      }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw Failure(OutputError(writing: path, code: errno))
      }
    }
  }
}

extension Failure {
  private static let streamable =
    VideoFormat.allCases.filter(\.isStreamable).map { "\($0)" }.joined(separator: ", ")

  /// Creates the failure for a video format that can't be written to a pipe.
  init(needingFile format: VideoFormat, _ path: String) {
    self.init(
      "\(path): \(format) requires a file; \(Self.streamable) can be written to a pipe",
      status: .usage)
  }
}
