/// The manifest of a sequence, which appears once all of its frames have.
package final class ManifestSink: FrameSink {
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

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> ManifestLine {
    let files = files
    return { frame throws(Failure) in
      ManifestLine(frame, name: files.name(of: frame.number))
    }
  }

  package func take(_ line: ManifestLine) { text += "\(line)\n" }

  package func finish() throws(Failure) {
    do throws(OutputError) {
      try file.write(Array(text.utf8))
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }
}

/// A line on standard output for each frame, as in a manifest without names.
package struct HashSink: FrameSink {
  package init() {}

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> ManifestLine {
    { frame throws(Failure) in ManifestLine(frame) }
  }

  package func take(_ line: ManifestLine) throws(Failure) {
    do throws(OutputError) {
      try StandardOutput.write("\(line)\n")
    } catch {
      throw Failure(error)
    }
  }
}

extension ManifestLine {
  fileprivate init(_ frame: RenderedFrame, name: String? = nil) {
    self.init(number: frame.number, hash: frame.hash, size: frame.picture.size, name: name)
  }
}
