import AnimationFormats
import ImageFiles
import LinuxSystem

/// The outputs of a command, each with its option.
package struct OutputPaths {
  private let paths: [(option: String, path: String)]
  private let sequence: (option: String, files: FrameSequence)?

  /// - Parameters:
  ///   - paths: The paths of the options. A path is `nil` if its option is missing.
  ///   - sequence: An image sequence and its option, or `nil`.
  package init(
    _ paths: KeyValuePairs<String, String?>,
    sequence: (option: String, files: FrameSequence)? = nil
  ) {
    self.paths = paths.compactMap { option, path in path.map { (option, $0) } }
    self.sequence = sequence
  }

  /// Throws an error if an output would overwrite an input, or if two outputs have the same file.
  package func check(reading inputs: [String]) throws(Failure) {
    try checkFiles(of: inputs)
    for (index, first) in paths.enumerated() where !OutputFile.isStream(first.path) {
      for second in paths.dropFirst(index + 1) {
        guard
          OutputFile.isSameFile(first.path, second.path)
            || FilePath.absolute(first.path) == FilePath.absolute(second.path)
        else { continue }
        throw Failure(
          "\(first.option), \(second.option): cannot both write to '\(first.path)'",
          status: .usage)
      }
    }
  }

  private func checkFiles(of inputs: [String]) throws(Failure) {
    var outputs = paths.filter { $0.path != OutputFile.standardOutput }
    // The numbers that will be written aren't known yet.
    if let sequence {
      outputs += ((try? sequence.files.files()) ?? []).map { (sequence.option, $0) }
    }
    let written = outputs.compactMap { output in
      FileIdentity(at: output.path).map { (output.option, output.path, $0) }
    }
    guard !written.isEmpty else { return }
    var read: Set<FileIdentity> = []
    // A file may have the same name as standard input.
    for input in inputs where input != InputPath.standardInput {
      let files = AnimationFormats.files(of: try InputPath.resolve(input))
      read.formUnion(files.compactMap { FileIdentity(at: $0) })
    }
    guard let (option, path, _) = written.first(where: { read.contains($0.2) }) else { return }
    throw Failure(
      "\(option): '\(path)' is an input file; choose another output", status: .usage)
  }
}
