import LinuxSystem
import PictureFiles

/// The manifest of a sequence, which appears once all of its frames have.
package final class ManifestSink: FrameSink {
  private let file: OutputFile
  private let files: FrameSequence
  /// The folder of the files, relative to that of the manifest.
  private let folder: String
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
    // A manifest on standard output is read where it was made.
    let own = path == OutputFile.standardOutput ? "." : FilePath.folder(of: path)
    folder = FilePath.relative(files.folder, to: own) ?? "."
    do throws(OutputError) {
      file = try unfinished.open(path)
    } catch {
      throw Failure(error)
    }
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> ManifestLine {
    let (files, folder) = (files, folder)
    return { frame throws(Failure) in
      ManifestLine(frame, name: files.name(of: frame.number).map { FilePath.join(folder, $0) })
    }
  }

  package func take(_ line: ManifestLine) { text += "\(line)\n" }

  package func finish() throws(Failure) {
    do throws(OutputError) {
      try file.write(text.fileNameBytes)
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
  package init(_ frame: RenderedFrame, name: String? = nil) {
    self.init(number: frame.number, hash: frame.hash, size: frame.picture.size, name: name)
  }
}
