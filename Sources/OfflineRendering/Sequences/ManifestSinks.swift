import LinuxSystem
import PictureFiles

/// The manifest of a sequence, which appears once all of its frames have.
package final class ManifestSink: FrameSink {
  private let file: OutputFile
  private let files: FrameSequence
  /// The folder of the files, relative to that of the manifest.
  private let folder: String
  private var text = ""
  private var existing: ExistingLines

  /// Whether the files' names, without their folders, tell the frames apart, as in a manifest.
  package static func canName(_ files: FrameSequence) -> Bool {
    files.name(of: 0).map(ManifestLine.isName) ?? false
  }

  /// Opens the manifest, to make sure that it can be written before any work is done.
  ///
  /// - Parameters:
  ///   - files: the names of the files, for which ``canName(_:)`` is true.
  ///   - existing: lines of frames that are not drawn, in their order.
  package init(
    path: String, files: FrameSequence, existing: [ManifestLine] = [], unfinished: UnfinishedFiles
  ) throws(Failure) {
    self.files = files
    self.existing = ExistingLines(existing)
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
    { frame throws(Failure) in ManifestLine(frame) }
  }

  package func take(_ line: ManifestLine) {
    for line in existing.take(before: line.number) + [line] { add(line) }
  }

  private func add(_ line: ManifestLine) {
    let name = files.name(of: line.number).map { FilePath.join(folder, $0) }
    text +=
      "\(ManifestLine(number: line.number, hash: line.hash, size: line.size, name: name))\n"
  }

  package func finish() throws(Failure) {
    existing.take().forEach(add)
    do throws(OutputError) {
      try file.write(text.fileNameBytes)
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }
}

/// A line on standard output for each frame, as in a manifest without names.
package final class HashSink: FrameSink {
  private var existing: ExistingLines

  /// - Parameter existing: lines of frames that are not drawn, in their order.
  package init(existing: [ManifestLine] = []) { self.existing = ExistingLines(existing) }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> ManifestLine {
    { frame throws(Failure) in ManifestLine(frame) }
  }

  package func take(_ line: ManifestLine) throws(Failure) {
    for line in existing.take(before: line.number) + [line] { try write(line) }
  }

  package func finish() throws(Failure) { for line in existing.take() { try write(line) } }

  private func write(_ line: ManifestLine) throws(Failure) {
    do throws(OutputError) {
      try StandardOutput.write("\(line)\n")
    } catch {
      throw Failure(error)
    }
  }
}

/// The lines of frames that are not drawn, to be put between those of frames that are.
private struct ExistingLines {
  private var rest: ArraySlice<ManifestLine>

  init(_ lines: [ManifestLine]) { rest = lines[...] }

  /// The next lines, which are before a frame; those that are left unless one is given.
  mutating func take(before number: Int = .max) -> ArraySlice<ManifestLine> {
    let taken = rest.prefix { $0.number < number }
    rest = rest.dropFirst(taken.count)
    return taken
  }
}

extension ManifestLine {
  package init(_ frame: RenderedFrame) {
    self.init(number: frame.number, hash: frame.hash, size: frame.picture.size)
  }
}
