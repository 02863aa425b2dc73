import AnimCore
import AnimationFormats
import PlainText

/// The counted work for drawing frames, in the units of `WorkBudget`. It is an upper bound: layers count with all the
/// pixels that they may touch.
struct WorkMeasurement: Sendable {
  private(set) var total = 0
  /// The largest work for a frame, and its number.
  private(set) var largest = (work: 0, frame: 0)
  private(set) var frames = 0

  mutating func add(_ work: Int) {
    total += work
    if work > largest.work { largest = (work, frames) }
    frames += 1
  }

  /// The mean work of a frame.
  var mean: Int { frames > 0 ? total / frames : 0 }
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
    if work.largest.work > limits.work {
      var finding = Finding(
        .costWork,
        "a frame takes up to \(millions(work.largest.work)) million units of work, more than "
          + "\(millions(limits.work))")
      finding.frames = work.largest.frame...work.largest.frame
      findings.append(finding)
    }
    return findings
  }

  private func millions(_ units: Int) -> String {
    decimalText(Double(units) / 1e6, places: units < 10_000_000 ? 3 : 0)
  }

  private func kibibytes(_ bytes: Int) -> Int { (bytes + 1023) / 1024 }

  private func mebibytes(_ bytes: Int) -> String {
    decimalText(Double(bytes) / 1_048_576, places: 1)
  }

  var json: JSON {
    .object([
      ("fileSize", .integer(fileSize)), ("imageBytes", .integer(imageBytes)),
      ("expressions", .integer(expressions)), ("meanWork", .integer(work.mean)),
      ("largestWork", .integer(work.largest.work)),
      ("largestWorkFrame", .integer(work.largest.frame)),
    ])
  }
}
