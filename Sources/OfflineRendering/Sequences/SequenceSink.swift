import AnimCore
import Glibc
import ImageFiles
import LinuxSystem

/// Writes numbered files, one per frame. The drawing threads write them in any order. They become visible in order,
/// unless the threads have to wait for a slow disk.
package struct SequenceSink: FrameSink {
  private let files: FrameSequence
  private let format: ImageEncoding
  private let key: DrawingKey?
  private let keepsHash: Bool
  private let inputs: DrawingInputs?
  private let verifiesExisting: Bool
  private let unfinished: UnfinishedFiles

  /// Creates a sink.
  /// - Parameters:
  ///   - key: The key to write into PNG files, by which ``ExistingFrames`` recognises them, or
  ///     `nil`.
  ///   - keepsHash: Whether to write the hash of the pixels as well, because it is computed
  ///     anyway.
  ///   - inputs: The record of what determines the pixels to write into PNG files, or `nil`.
  ///   - verifiesExisting: Whether to keep a PNG file that already has the pixels of the frame.
  ///   - unfinished: The list of files that are being written.
  package init(
    _ files: FrameSequence, as format: ImageEncoding = .png(), key: DrawingKey? = nil,
    keepsHash: Bool = false, inputs: DrawingInputs? = nil, verifiesExisting: Bool = false,
    unfinished: UnfinishedFiles
  ) {
    self.files = files
    self.format = format
    self.key = key
    self.keepsHash = keepsHash
    self.inputs = inputs
    self.verifiesExisting = verifiesExisting
    self.unfinished = unfinished
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> WrittenFile? {
    { [self] frame throws(Failure) in
      let path = files.path(of: frame.number)
      if verifiesExisting, PNGFile.holds(frame.pixels, at: path) { return nil }
      let texts =
        (key?.texts(for: frame, withHash: keepsHash) ?? []) + [inputs?.text].compactMap(\.self)
      let bytes = try frame.encoded(as: format, texts: texts)
      do throws(OutputError) {
        return try unfinished.write(bytes, to: path)
      } catch {
        throw Failure(error)
      }
    }
  }

  package func take(_ file: WrittenFile?) throws(Failure) {
    guard let file else { return }
    do throws(OutputError) {
      try unfinished.finish(file)
    } catch {
      throw Failure(error)
    }
  }
}

/// A completely written file that isn't visible yet.
///
/// The thread that writes it passes it to the thread that finishes it.
package struct WrittenFile: @unchecked Sendable {
  fileprivate let file: OutputFile
}

/// The unfinished files of several threads. Files with hidden names are removed if a signal ends the process.
package final class UnfinishedFiles: Sendable {
  private struct State {
    var paths: Set<String> = []
    /// The number of files that are being opened and aren't in the list yet.
    var opening = 0
    /// The number of written files that another thread must finish.
    var waiting = 0
    var isEnding = false
  }

  private let monitor = Monitor(State())

  package init() {}

  /// The maximum number of files that wait for another thread.
  private static let mostWaiting = 4

  /// Writes `bytes` to `path`. Doesn't return if the process is ending.
  ///
  /// - Returns: The file for ``finish(_:)``, which waits for the disk and is best called by a
  ///   thread that isn't drawing, or `nil` if the file is already finished because enough others
  ///   are waiting.
  func write(_ bytes: [UInt8], to path: String) throws(OutputError) -> WrittenFile? {
    try untilEnding { () throws(OutputError) in
      let file = try open(path)
      try file.write(bytes)
      let waits = monitor.change { state in
        guard state.waiting < Self.mostWaiting else { return false }
        state.waiting += 1
        return true
      }
      if waits {
        file.beginFlushing()
        return WrittenFile(file: file)
      }
      try appear(file)
      return nil
    }
  }

  /// Makes a file visible. Doesn't return if the process is ending.
  func finish(_ written: WrittenFile) throws(OutputError) {
    monitor.change { $0.waiting -= 1 }
    try untilEnding { () throws(OutputError) in try appear(written.file) }
  }

  private func appear(_ file: OutputFile) throws(OutputError) {
    let hidden = file.hiddenPath
    try file.finish()
    if let hidden { monitor.change { _ = $0.paths.remove(hidden) } }
  }

  /// Throws the error of `body`, unless the process is ending, when errors about removed files are irrelevant.
  private func untilEnding<Result>(
    _ body: () throws(OutputError) -> Result
  ) throws(OutputError) -> Result {
    do throws(OutputError) {
      return try body()
    } catch {
      monitor.wait { $0.isEnding ? nil : () }
      throw error
    }
  }

  /// Opens a file that remains in the list until the process ends.
  func open(_ path: String) throws(OutputError) -> OutputFile {
    monitor.wait { state -> Void? in
      guard !state.isEnding else { return nil }
      state.opening += 1
      return ()
    }
    defer { monitor.change { $0.opening -= 1 } }
    let file = try OutputFile(path: path)
    if let hidden = file.hiddenPath { monitor.change { _ = $0.paths.insert(hidden) } }
    return file
  }

  /// Removes the files. Call this immediately before the process ends, on a thread that isn't writing.
  package func remove() {
    monitor.change { $0.isEnding = true }
    let paths = monitor.wait { $0.opening == 0 ? $0.paths : nil }
    for path in paths { FileSystem.unlink(path) }
  }
}
