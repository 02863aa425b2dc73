import AnimCore
import LinuxSystem
import PlainText
import Synchronization

/// Checks files on several processors.
package final class CheckRun: ParallelWork {
  private let work: [(path: String, configuration: CheckConfiguration)]
  private let results: Mutex<[CheckResult?]>

  /// Returns the results for files, in their order.
  ///
  /// - Parameter jobs: The number of files to check at the same time.
  package static func results(
    _ work: [(path: String, configuration: CheckConfiguration)], jobs: Int
  ) -> [CheckResult] {
    let run = CheckRun(work)
    WorkerPool(workers: max(1, min(jobs, work.count))).run(run, parts: work.count)
    return run.results.withLock { $0.compactMap(\.self) }
  }

  private init(_ work: [(path: String, configuration: CheckConfiguration)]) {
    self.work = work
    results = Mutex(Array(repeating: nil, count: work.count))
  }

  package func run(part: Int, worker: Int) {
    let result = FileCheck.result(work[part].path, work[part].configuration)
    results.withLock { $0[part] = result }
  }
}

/// The results for all files, for people and for programs.
package struct CheckReport: Sendable {
  private let results: [CheckResult]

  package init(_ results: [CheckResult]) { self.results = results }

  /// The exit status: that of the first file that can't be read, or otherwise of the findings.
  package var status: ExitStatus {
    results.compactMap(\.failure).first?.status
      ?? (results.allSatisfy(\.passes) ? .success : .differs)
  }

  /// A verdict for each file, followed by its findings.
  package var text: String {
    var text = results.map(Self.text).joined()
    guard results.count > 1 else { return text }
    let passing = results.count(where: \.passes)
    let unreadable = results.count { $0.failure != nil }
    let failing = results.count - passing - unreadable
    text +=
      "\(counted(results.count, "file")): \(passing) \(agreeing(passing, "passes", "pass"))"
      + (failing > 0 ? ", \(failing) \(agreeing(failing, "fails", "fail"))" : "")
      + (unreadable > 0 ? ", \(unreadable) cannot be checked" : "") + "\n"
    return text
  }

  private static func text(_ result: CheckResult) -> String {
    if let failure = result.failure { return "unreadable  \(failure.message)".printable + "\n" }
    let verdict = result.passes ? "passes" : "fails"
    return ([verdict.padded(after: 12) + result.path] + result.findings.map(Self.text))
      .map { $0.printable + "\n" }.joined()
  }

  private static func text(_ finding: Finding) -> String {
    let frames = finding.frames.map {
      $0.count == 1 ? " (frame \($0.lowerBound))" : " (frames \($0.lowerBound)-\($0.upperBound))"
    }
    return "  " + (finding.severity == .note ? "note  " : "      ")
      + "\(finding.code.rawValue): \(finding.message)\(frames ?? "")"
  }

  /// An object with the results of all files.
  package var json: JSON {
    .object([
      ("status", .integer(Int(status.rawValue))), ("files", .array(results.map(\.json))),
    ])
  }
}

extension CheckResult {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [
      ("file", .string(path)),
      ("verdict", .string(failure != nil ? "unreadable" : passes ? "passes" : "fails")),
    ]
    if let failure { members.append(("reason", .string(failure.message))) }
    members.append(("findings", .array(findings.map(\.json))))
    if failure == nil { members.append(("frames", .integer(frames))) }
    if let loop { members.append(("loop", loop.json)) }
    if let cost { members.append(("cost", cost.json)) }
    if let flashes { members.append(("flashes", flashes.json)) }
    return .object(members)
  }
}
