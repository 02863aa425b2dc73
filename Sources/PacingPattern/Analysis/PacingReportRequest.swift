import FramePacing
import LinuxSystem

/// A request to report which frames of the pattern a recording shows.
package struct PacingReportRequest {
  /// The path of the recording, or `-` for standard input.
  package let recording: String
  /// The rate at which the pattern counts frames.
  package var patternRate = PacingConfiguration.defaultRate
  package var form = PacingReport.Form.text
  /// The number of skipped frames that are accepted, or `nil` for any.
  package var maximumSkipped: Int?

  package init(_ recording: String) { self.recording = recording }

  /// Prints the report.
  package func run(_ output: CommandOutput = CommandOutput()) throws(Failure) {
    var analysis = PacingAnalysis(form: form)
    analysis.patternRate = patternRate
    let result: PacingAnalysis.Result
    do throws(RecordingError) {
      result = try analysis.run(recording) { print($0, output) }
    } catch {
      throw Failure("\(error)", status: error.exitStatus)
    }
    if form == .csv {
      output.complain(result.summary)
    } else {
      try output.say(result.summary)
    }
    result.notes.forEach(output.report)
    if let maximumSkipped, result.skipped > maximumSkipped {
      throw Failure(
        "\(recording): \(result.skipped) frames were skipped, more than --max-skipped "
          + "\(maximumSkipped)",
        status: .differs)
    }
  }

  /// Prints a line of the report. A recording may be endless, so the program ends as soon as its
  /// output is closed, unless the exit status matters.
  private func print(_ line: String, _ output: CommandOutput) {
    do throws(Failure) {
      if maximumSkipped != nil { return try output.say(line) }
      do throws(OutputError) {
        try output.write(line)
      } catch {
        throw Failure(error)
      }
    } catch {
      error.report()
    }
  }
}
