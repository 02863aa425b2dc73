import AnimCore
import ArgumentParser
import ImageFiles
import LinuxSystem
import OfflineRendering
import PlainText

/// Checks the frames of a sequence against manifests.
struct VerifyCommand: CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check an image sequence against the manifest that 'render' wrote.",
    usage: "x11viewer verify [<options>] <manifest> ...",
    discussion: """
      Render:  x11viewer render a.json -o a.%04d.png --manifest a.txt
      Check:   x11viewer verify a.txt

      Lists missing, incomplete and different files, and exits with status 65 if there are any. \
      Pass several manifests to check all parts of a video. They can overlap.
      """)

  @Argument(
    help: ArgumentHelp("A manifest, or - for standard input.", valueName: "manifest"),
    completion: .file())
  var manifests: [String]

  @Option(
    "folder", "Look for the files in this folder (default: relative to the manifest).",
    completion: .directory)
  var folder: String?

  @Option("frames", "Require these frames, such as 1-600, to be listed.", FrameSelection.parse)
  var frames: FrameSelection?

  @Option(
    "n", "Check this many files in parallel (default: the number of processors).",
    name: .shortAndLong, in: 1...1024)
  var jobs: Int?

  @Flag("Print nothing; only set the exit status.", name: .shortAndLong)
  var quiet = false

  @OptionGroup var sandbox: SandboxFlag

  func check() throws {
    if frames?.isRelative ?? false {
      throw ValidationError("--frames: percentages are not supported for a manifest; use numbers")
    }
  }

  func run() throws {
    // Manifests are lines of text, and their images may be anywhere.
    try sandbox.lock { sandbox in
      sandbox.readsDisks = true
      for path in manifests where path != "-" {
        sandbox.read(besides: path)
        sandbox.read(below: FilePath.folder(of: path))
      }
      if let folder { sandbox.read(below: folder) }
    }
    var (lines, paths) = ([ManifestLine](), [String]())
    var seen: Set<Entry> = []
    for path in manifests {
      let manifest: Manifest
      do throws(Manifest.Problem) {
        manifest = try Manifest(reading: path)
      } catch {
        throw Failure("\(error)", status: error.exitStatus)
      }
      let manifestFolder = path == "-" ? "." : FilePath.folder(of: path)
      for line in manifest.lines {
        let name = line.name ?? ""
        let path =
          folder.map { FilePath.join($0, FilePath.name(of: name)) }
          ?? FilePath.join(manifestFolder, name)
        guard seen.insert(Entry(line, at: path)).inserted else { continue }
        lines.append(line)
        paths.append(path)
      }
    }
    // Only the images themselves, since whoever wrote the manifest chose their folders.
    try sandbox.lock { $0.readableFiles = paths }
    var problems = try unlisted(in: lines) + contradictions(in: lines)
    for problem in problems { try say(problem) }
    try FrameVerifier(lines: lines, paths: paths, jobs: jobs ?? allowedProcessors())
      .run { (index, verdict) throws(Failure) in
        guard let problem = verdict.problem(with: lines[index]) else { return }
        problems.append("\(paths[index]): \(problem)")
        try say(problems[problems.count - 1])
      }
    let count = Set(lines.map(\.number)).count
    guard count > 0 else {
      throw Failure("\(manifests.joined(separator: ", ")): no frame is listed", status: .differs)
    }
    guard problems.isEmpty else {
      if quiet { throw ExitCode(ExitStatus.differs.rawValue) }
      throw Failure(
        "\(manifests.joined(separator: ", ")): \(counted(problems.count, "problem")) in "
          + counted(count, "frame"), status: .differs)
    }
    try say(counted(count, "frame") + agreeing(count, " is correct", " are correct"))
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
  private func contradictions(in lines: [ManifestLine]) -> [String] {
    var first: [Int: PixelHash] = [:]
    var reported: Set<Int> = []
    var problems: [String] = []
    for line in lines {
      if let hash = first[line.number] {
        if hash != line.hash, reported.insert(line.number).inserted {
          problems.append("frame \(line.number): listed with different pixels")
        }
      } else {
        first[line.number] = line.hash
      }
    }
    return problems
  }

  private func say(_ sentence: String) throws(Failure) {
    guard !quiet else { return }
    do throws(OutputError) {
      try StandardOutput.say("\(sentence.printable)\n")
    } catch {
      throw Failure(error)
    }
  }
}

extension Manifest.Problem {
  fileprivate var exitStatus: ExitStatus {
    if case .unreadable = self { .noInput } else { .differs }
  }
}

extension FrameVerifier.Verdict {
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
