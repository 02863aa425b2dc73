import AnimationFormats
import LinuxSystem
import PlainText

/// A request to describe files.
package struct DescriptionRequest {
  /// The files and folders.
  package let files: [String]
  /// The path of the description as JSON, or `-` for standard output.
  package var json: String?
  /// Whether each file is described in one line.
  package var isBrief = false
  /// Whether features that aren't fully supported affect the exit status.
  package var isStrict = false
  /// The number of frames above which a warning is printed.
  package let maximumTestedFrames: Int
  package var configuration = FileConfiguration()

  package init(_ files: [String], maximumTestedFrames: Int) {
    (self.files, self.maximumTestedFrames) = (files, maximumTestedFrames)
  }

  /// Throws an error if an output would overwrite a file to describe.
  package func check() throws(Failure) {
    try OutputPaths(["--json": json]).check(reading: files)
  }

  /// Prints and writes the descriptions.
  ///
  /// - Returns: The status of the last file that can't be described, or otherwise of an incomplete
  ///   one.
  package func run(_ output: CommandOutput = CommandOutput()) throws(Failure) -> ExitStatus {
    var status = ExitStatus.success
    var paths: [String] = []
    for file in files {
      do throws(Failure) {
        let found = try FileList.files(at: file)
        // A file with a shared extension is described if it is named explicitly.
        paths += found == [file] ? found : found.filter { !AnimationFormats.isUnrelatedFile($0) }
      } catch {
        guard files.count > 1, error.status == .noInput else { throw error }
        output.report(error.message)
        status = error.status
      }
    }
    let isOne = paths == files && paths.count == 1
    var objects: [JSON] = []
    for (index, path) in paths.enumerated() {
      let file: AnimationFile
      do throws(Failure) {
        file = try AnimationFile(path, configuration)
      } catch {
        if isOne { throw error }
        // The others are described all the same.
        output.report(error.message)
        status = error.status
        continue
      }
      if isOne { file.unusedOptionWarnings().forEach(output.report) }
      if let count = try? file.scenes().make().wholeFrames?.count, count > maximumTestedFrames {
        output.report(
          "warning: \(file.path): \(count) frames, which may be an error; test --every-frame "
            + "supports at most \(maximumTestedFrames) (limit of this program)")
      }
      let info = file.animation.info()
      if json != nil { objects.append(info.json(path: file.path)) }
      if json != OutputFile.standardOutput {
        let gap = index > 0 && !isBrief ? "\n" : ""
        try output.say(isBrief ? info.line(path: file.path) : gap + info.text(path: file.path))
      }
      if isStrict, info.isIncomplete, status == .success { status = .differs }
    }
    if let json {
      try output.writeReport((isOne ? objects.first ?? .null : .array(objects)).text, to: json)
    }
    return status
  }
}
