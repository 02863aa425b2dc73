import ImageFiles
import LinuxSystem

/// Writes the manifest of a sequence, which becomes visible after all frames.
package final class ManifestSink: FrameSink {
  private let file: OutputFile
  private let files: FrameSequence
  /// The folder of the files, relative to the folder of the manifest.
  private let folder: String
  private var text: String
  private var existing: ExistingLines

  /// Returns whether file names without folders identify all frames, as a manifest requires.
  package static func canName(_ files: FrameSequence) -> Bool {
    files.name(of: 0).map(ManifestLine.isName) ?? false
  }

  /// Opens the manifest, to check that it is writable before any work is done.
  ///
  /// - Parameters:
  ///   - files: The names of the files, for which ``canName(_:)`` is true.
  ///   - inputs: The record of what determines the pixels, or `nil`.
  ///   - existing: The lines of frames that aren't drawn, in order.
  package init(
    path: String, files: FrameSequence, inputs: DrawingInputs? = nil,
    existing: [ManifestLine] = [], unfinished: UnfinishedFiles
  ) throws(Failure) {
    self.files = files
    text = (inputs?.lines ?? []).map { "\($0)\n" }.joined()
    self.existing = ExistingLines(existing)
    // A manifest on standard output is relative to the current folder.
    let manifestFolder = path == OutputFile.standardOutput ? "." : FilePath.folder(of: path)
    folder = FilePath.relative(files.folder, to: manifestFolder) ?? "."
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

/// Prints a line for each frame, as in a manifest without names.
package final class HashSink: FrameSink {
  private var existing: ExistingLines
  private let print: (String) throws(OutputError) -> Void

  /// - Parameters:
  ///   - existing: The lines of frames that aren't drawn, in order.
  ///   - print: Receives the text.
  package init(
    existing: [ManifestLine] = [],
    print: @escaping (String) throws(OutputError) -> Void = StandardOutput.write
  ) {
    self.existing = ExistingLines(existing)
    self.print = print
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> ManifestLine {
    { frame throws(Failure) in ManifestLine(frame) }
  }

  package func take(_ line: ManifestLine) throws(Failure) {
    for line in existing.take(before: line.number) + [line] { try write(line) }
  }

  package func finish() throws(Failure) { for line in existing.take() { try write(line) } }

  private func write(_ line: ManifestLine) throws(Failure) {
    do throws(OutputError) {
      try print("\(line)\n")
    } catch {
      throw Failure(error)
    }
  }
}

/// The lines of frames that aren't drawn, to be inserted between those of other frames.
private struct ExistingLines {
  private var rest: ArraySlice<ManifestLine>

  init(_ lines: [ManifestLine]) { rest = lines[...] }

  /// Removes and returns the lines before a frame, or all remaining lines.
  mutating func take(before number: Int = .max) -> ArraySlice<ManifestLine> {
    let taken = rest.prefix { $0.number < number }
    rest = rest.dropFirst(taken.count)
    return taken
  }
}

extension ManifestLine {
  package init(_ frame: RenderedFrame) {
    self.init(number: frame.number, hash: frame.hash, size: frame.image.size)
  }
}
