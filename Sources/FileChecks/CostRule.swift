import AnimCore
import AnimationFormats
import PlainText

/// The counted work for drawing frames.
struct WorkMeasurement: Sendable {
  /// The work of all frames, in nanoseconds of one processor.
  private(set) var total = 0.0
  /// The time for which the frames are shown, in seconds.
  private(set) var duration = 0.0
  /// The largest work for a frame, and its number.
  private(set) var largest = (work: 0, frame: 0)
  private(set) var frames = 0

  mutating func add(_ work: Int, lasting seconds: Double) {
    total += Double(work)
    duration += seconds
    if work > largest.work { largest = (work, frames) }
    frames += 1
  }
}

/// The cost of a file. It is counted rather than measured, and the same on every machine.
struct CostMeasurement: Sendable {
  /// The size of the file, in bytes.
  let fileSize: Int
  /// The memory for its decoded images, in bytes.
  let imageBytes: Int
  /// The number of expressions.
  let expressions: Int
  let work: WorkMeasurement

  init(_ work: WorkMeasurement, _ facts: AnimationFacts, of file: AnimationFile) {
    self.work = work
    imageBytes = facts.imageBytes
    expressions = facts.expressions
    fileSize = file.byteCount
  }

  /// The mean work of a frame, in units of a nanosecond.
  private var meanWork: Double { work.frames > 0 ? work.total / Double(work.frames) : 0 }

  func findings(_ limits: CheckLimits) -> [Finding] {
    var findings: [Finding] = []
    if fileSize > limits.fileSize {
      findings.append(
        Finding(
          .costFileSize,
          "the file has \(kibibytes(fileSize)) KiB, more than \(kibibytes(limits.fileSize))"))
    }
    if imageBytes > limits.memory {
      findings.append(
        Finding(
          .costMemory,
          "the decoded images take \(mebibytes(imageBytes)) MiB, more than "
            + "\(mebibytes(limits.memory))"))
    }
    let allowed = limits.workShare * work.duration * 1e9
    if work.frames > 1, work.total > allowed, allowed > 0 {
      var finding = Finding(
        .costWork,
        "drawing takes \(percent(work.total / (work.duration * 1e9))) of the time of one "
          + "processor, more than \(percent(limits.workShare))")
      finding.frames = work.largest.frame...work.largest.frame
      findings.append(finding)
    }
    return findings
  }

  private func percent(_ share: Double) -> String {
    "\(decimalText(share * 100, places: share < 0.1 ? 1 : 0)) %"
  }

  private func kibibytes(_ bytes: Int) -> Int { (bytes + 1023) / 1024 }

  private func mebibytes(_ bytes: Int) -> String {
    decimalText(Double(bytes) / 1_048_576, places: 1)
  }

  var json: JSON {
    .object([
      ("fileSize", .integer(fileSize)), ("imageBytes", .integer(imageBytes)),
      ("expressions", .integer(expressions)), ("meanWork", .number(meanWork.rounded())),
      ("largestWork", .integer(work.largest.work)),
      ("largestWorkFrame", .integer(work.largest.frame)),
    ])
  }
}
