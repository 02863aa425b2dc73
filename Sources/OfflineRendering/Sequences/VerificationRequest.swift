import ImageFiles
import LinuxSystem
import PlainText

/// A request to check the frames of a sequence against manifests.
package struct VerificationRequest {
  /// The paths of the manifests, or `-` for standard input.
  package var manifests: [String] = []
  /// The folder of the files, or `nil` for the folders that the manifests specify.
  package var folder: String?
  /// The frames that must be listed, or `nil` for any.
  package var frames: FrameSelection?
  /// The number of files to check in parallel, or `nil` for one per processor.
  package var jobs: Int?
  /// Whether nothing is printed.
  package var isQuiet = false

  package init() {}

  /// The files that manifests list.
  package struct Listing {
    fileprivate var lines: [ManifestLine] = []
    /// The recorded inputs for each line, or `nil` for lines without a record.
    fileprivate var inputs: [DrawingInputs?] = []
    /// The path of the file for each line.
    package fileprivate(set) var paths: [String] = []
  }

  /// Reads the manifests.
  package func listing() throws(Failure) -> Listing {
    var listing = Listing()
    var seen: Set<Entry> = []
    for path in manifests {
      let manifest: Manifest
      do throws(Manifest.Problem) {
        manifest = try Manifest(reading: path)
      } catch {
        throw Failure("\(error)", status: error.exitStatus)
      }
      let manifestFolder = path == "-" ? "." : FilePath.folder(of: path)
      for (index, line) in manifest.lines.enumerated() {
        let name = line.name ?? ""
        let path =
          folder.map { FilePath.join($0, FilePath.name(of: name)) }
          ?? FilePath.join(manifestFolder, name)
        guard seen.insert(Entry(line, at: path)).inserted else { continue }
        listing.lines.append(line)
        listing.inputs.append(manifest.inputs(ofLineAt: index))
        listing.paths.append(path)
      }
    }
    return listing
  }

  /// Checks the files, and prints the problems.
  ///
  /// - Throws: A failure if there are problems. Without output, its status is returned instead.
  package func run(
    _ listing: Listing, _ output: CommandOutput = CommandOutput()
  ) throws(Failure) -> ExitStatus {
    let (lines, paths) = (listing.lines, listing.paths)
    func say(_ sentence: String) throws(Failure) {
      if !isQuiet { try output.say("\(sentence.printable)\n") }
    }
    var problems = try unlisted(in: lines) + contradictions(in: listing)
    for problem in problems { try say(problem) }
    try FrameVerifier(lines: lines, paths: paths, jobs: jobs ?? allowedProcessors())
      .run { (index, verdict) throws(Failure) in
        guard let problem = verdict.problem(with: lines[index]) else { return }
        let reason =
          verdict.isOtherImage
          ? reason(listing.inputs[index], DrawingInputs(inImageAt: paths[index])) : ""
        problems.append("\(paths[index]): \(problem)\(reason)")
        try say(problems[problems.count - 1])
      }
    let count = Set(lines.map(\.number)).count
    let names = manifests.joined(separator: ", ")
    guard count > 0 else {
      throw Failure("\(names): no frame is listed", status: .differs)
    }
    guard problems.isEmpty else {
      if isQuiet { return .differs }
      throw Failure(
        "\(names): \(counted(problems.count, "problem")) in \(counted(count, "frame"))",
        status: .differs)
    }
    try say(counted(count, "frame") + agreeing(count, " is correct", " are correct"))
    return .success
  }

  /// The properties of a file according to a line. Each is checked once, however often it is
  /// listed.
  private struct Entry: Hashable {
    let line: ManifestLine
    /// The bytes of its path.
    let path: [UInt8]

    init(_ line: ManifestLine, at path: String) {
      self.line = ManifestLine(number: line.number, hash: line.hash, size: line.size)
      self.path = path.fileNameBytes
    }
  }

  /// Problems for frames that are wanted, but not listed.
  private func unlisted(in lines: [ManifestLine]) throws(Failure) -> [String] {
    guard let frames else { return [] }
    guard let numbers = try? frames.numbers(of: nil), numbers.count <= Self.limit else {
      throw Failure("--frames: more than \(Self.limit) frames", status: .usage)
    }
    let listed = Set(lines.map(\.number))
    let missing = (0..<numbers.count).map { numbers[$0] }.filter { !listed.contains($0) }
    return FrameRanges(missing).ranges.map { range in
      range.count == 1
        ? "frame \(range.lowerBound): not in any manifest"
        : "frames \(range.lowerBound)-\(range.upperBound): not in any manifest"
    }
  }

  private static let limit = 10_000_000

  /// Problems for frames that are listed with different pixels.
  private func contradictions(in listing: Listing) -> [String] {
    var first: [Int: Int] = [:]
    var reported: Set<Int> = []
    var problems: [String] = []
    for (index, line) in listing.lines.enumerated() {
      guard let other = first[line.number] else {
        first[line.number] = index
        continue
      }
      guard listing.lines[other].hash != line.hash, reported.insert(line.number).inserted else {
        continue
      }
      problems.append(
        "frame \(line.number): listed with different pixels"
          + reason(listing.inputs[other], listing.inputs[index]))
    }
    return problems
  }

  /// Returns a clause about inputs that differ, or an empty string if they aren't recorded.
  private func reason(_ expected: DrawingInputs?, _ actual: DrawingInputs?) -> String {
    guard let expected, let actual else { return "" }
    return "; \(DrawingInputs.sentence(expected.changes(to: actual)))"
  }
}

extension Manifest.Problem {
  fileprivate var exitStatus: ExitStatus {
    if case .unreadable = self { .noInput } else { .differs }
  }
}

extension FrameVerifier.Verdict {
  /// Whether the file is a complete image, but not the listed one.
  fileprivate var isOtherImage: Bool {
    switch self {
    case .wrongSize, .wrongPixels: true
    case .right, .missing, .unreadable, .broken: false
    }
  }

  /// Returns a description of the problem, or `nil`.
  fileprivate func problem(with line: ManifestLine) -> String? {
    switch self {
    case .right: nil
    case .missing: "missing"
    case .unreadable(let reason): reason
    case .broken(let reason): "incomplete, or \(reason)"
    case .wrongSize(let size):
      "\(size.width)x\(size.height) pixels instead of \(line.size.width)x\(line.size.height)"
    case .wrongPixels: "the pixels differ from frame \(line.number)"
    }
  }
}
