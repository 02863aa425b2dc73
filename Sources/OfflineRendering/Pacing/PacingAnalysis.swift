import AnimCore
import DemoScenes
import FramePacing

/// Reads a recording of the pattern from beginning to end, a frame at a time.
package struct PacingAnalysis {
  /// The rate at which the pattern counts frames.
  package var patternRate = PacingConfiguration.defaultRate
  private let form: PacingReport.Form

  package init(form: PacingReport.Form = .text) { self.form = form }

  package struct Result {
    /// The number of frames of the pattern that are missing from the recording.
    package var skipped: Int
    /// The result in one line, with a line feed at its end.
    package var summary: String
    /// Limitations of the result, in a sentence each.
    package var notes: [String]
  }

  /// - Parameter write: receives the lines of the report while the recording is read.
  package func run(
    _ input: RecordingInput, write: @escaping (String) -> Void
  ) throws(RecordingError) -> Result {
    let video = try Y4MReader(input)
    let report = PacingReport(form, rate: video.rate, write: write)
    var timeline = PacingTimeline(recorded: video.rate, pattern: patternRate) { report.add($0) }
    var pattern = PatternReader()
    while try video.next() { timeline.add(pattern.read(video.luma)) }
    timeline.finish()
    guard report.tally.hasPattern else { throw .noPattern(path: input.path) }
    report.finish()
    return Result(
      skipped: report.tally.skipped, summary: report.summary(frames: video.count),
      notes: notes(on: video))
  }

  private func notes(on video: Y4MReader) -> [String] {
    var notes: [String] = []
    if video.rate.hertz < patternRate.hertz {
      notes.append(
        "The pattern counts \(decimalText(patternRate.hertz, places: 2)) frames a second, more than "
          + "were recorded: not every frame that was skipped was missing on the screen.")
    }
    if video.isCutOff { notes.append("The recording ends in the middle of a frame.") }
    return notes
  }
}
