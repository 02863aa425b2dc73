/// The manifest of a sequence, which appears once all of its frames have.
package final class ManifestOutput {
  private let file: OutputFile
  private let files: FrameSequence
  private var text = ""

  /// Opens the manifest, to make sure that it can be written before any work is done.
  package init(path: String, files: FrameSequence?, unfinished: UnfinishedFiles) throws(Failure) {
    guard let files, let name = files.name(of: 0), ManifestLine.isName(name) else {
      throw Failure(
        "--manifest: the number of the frame must be in the name of the file, not of its folder",
        status: .usage)
    }
    self.files = files
    do throws(OutputError) {
      file = try unfinished.open(path)
    } catch {
      throw Failure(error)
    }
  }

  package func add(_ line: ManifestLine?) {
    guard var line else { return }
    line.name = files.name(of: line.number)
    text += "\(line)\n"
  }

  package func finish() throws(Failure) {
    do throws(OutputError) {
      try file.write(Array(text.utf8))
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }
}
