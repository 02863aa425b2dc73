/// The manifest of a sequence, which appears once all of its frames have.
package final class ManifestOutput {
  private let file: OutputFile
  private let files: FrameSequence
  private var text = ""

  /// Whether the files' names, without their folders, tell the frames apart, as in a manifest.
  package static func canName(_ files: FrameSequence) -> Bool {
    files.name(of: 0).map(ManifestLine.isName) ?? false
  }

  /// Opens the manifest, to make sure that it can be written before any work is done.
  ///
  /// - Parameter files: the names of the files, for which ``canName(_:)`` is true.
  package init(path: String, files: FrameSequence, unfinished: UnfinishedFiles) throws(Failure) {
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
