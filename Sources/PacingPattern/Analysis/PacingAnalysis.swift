import AnimCore
import FramePacing
import ImageFiles
import LinuxSystem
import PlainText

/// Reads a recording of the pattern from start to end, one frame at a time.
package struct PacingAnalysis {
  /// The rate at which the pattern counts frames.
  package var patternRate = PacingConfiguration.defaultRate
  private let form: PacingReport.Form

  package init(form: PacingReport.Form = .text) { self.form = form }

  package struct Result {
    /// The number of frames of the pattern that are missing from the recording.
    package var skipped: Int
    /// The result in one line, terminated by a line feed.
    package var summary: String
    /// Limitations of the result, one sentence each.
    package var notes: [String]
  }

  /// Analyses a recording.
  /// - Parameters:
  ///   - path: The path of the recording, or `-` for standard input.
  ///   - write: A closure that receives the lines of the report while the recording is read.
  package func run(
    _ path: String, write: @escaping (String) -> Void
  ) throws(RecordingError) -> Result {
    let input: Y4MInput
    let video: Y4MReader
    do throws(Y4MError) {
      input = try Y4MInput(path: path)
      video = try Y4MReader(input)
    } catch {
      throw .recording(error)
    }
    let report = PacingReport(form, rate: video.rate, write: write)
    var timeline = PacingTimeline(recorded: video.rate, pattern: patternRate) { report.add($0) }
    var pattern = PatternReader()
    do throws(Y4MError) {
      while try video.next() { timeline.add(pattern.read(video.luma)) }
    } catch {
      throw .recording(error)
    }
    timeline.finish()
    guard report.tally.hasPattern else { throw .noPattern(name: input.name) }
    report.finish()
    return Result(
      skipped: report.tally.skipped, summary: report.summary(frames: video.count),
      notes: notes(on: video))
  }

  private func notes(on video: Y4MReader) -> [String] {
    var notes: [String] = []
    if video.rate.hertz < patternRate.hertz {
      notes.append(
        "The pattern counts \(decimalText(patternRate.hertz, places: 2)) frames per second, more than "
          + "were recorded: not every frame that was skipped was missing on the screen.")
    }
    if video.isCutOff { notes.append("The recording ends in the middle of a frame.") }
    return notes
  }
}

/// The reason why a recording can't be analysed.
package enum RecordingError: Error, Hashable {
  case recording(Y4MError)
  /// No frame shows the pattern.
  case noPattern(name: String)

  package var exitStatus: ExitStatus {
    switch self {
    case .recording(let error): error.exitStatus
    case .noPattern: .differs
    }
  }
}

extension RecordingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .recording(let error): "\(error)"
    case .noPattern(let name):
      "\(name): no frame shows the pattern; record a window of "
        + "the scene 'pacing', all of it in sight and its modules two pixels wide or more"
    }
  }
}
