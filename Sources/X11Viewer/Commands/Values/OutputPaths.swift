import AnimationFormats
import LinuxSystem
import OfflineRendering

/// Where a command writes, each place by the option that names it.
struct OutputPaths {
  private let paths: [(option: String, path: String)]

  /// - Parameter paths: a path is nil where an option is not given.
  init(_ paths: KeyValuePairs<String, String?>) {
    self.paths = paths.compactMap { option, path in path.map { (option, $0) } }
  }

  /// Refuses to write over a file that is read, and to write two things into one file.
  func check(reading inputs: [String]) throws(Failure) {
    for (option, path) in paths where path != OutputFile.standardOutput {
      for input in inputs {
        let input = try InputPath.resolve(input)
        // A file may have the name that stands for standard input.
        guard input != InputPath.standardInput, OutputFile.isSameFile(path, input) else { continue }
        throw Failure(
          "\(option): '\(path)' is what is read, and would be lost; name another", status: .usage)
      }
    }
    for (index, first) in paths.enumerated() where !OutputFile.isStream(first.path) {
      for second in paths.dropFirst(index + 1) {
        guard
          OutputFile.isSameFile(first.path, second.path)
            || FilePath.absolute(first.path) == FilePath.absolute(second.path)
        else { continue }
        throw Failure(
          "\(first.option), \(second.option): both name '\(first.path)', where only one can be",
          status: .usage)
      }
    }
  }
}
