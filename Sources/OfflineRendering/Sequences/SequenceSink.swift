import AnimCore
import Glibc
import LinuxSystem
import PictureFiles

/// Numbered files, a frame each. They are written by the threads that draw, in any order, and appear in
/// order, unless the disk is so slow that the threads have to wait for it.
package struct SequenceSink: FrameSink {
  private let files: FrameSequence
  private let format: PictureFormat
  private let key: DrawingKey?
  private let keepsHash: Bool
  private let verifiesExisting: Bool
  private let unfinished: UnfinishedFiles

  /// Creates a sink.
  /// - Parameters:
  ///   - key: The key to write into PNG files, by which ``ExistingFrames`` recognises them, or
  ///     `nil`.
  ///   - keepsHash: Whether to write the hash of the pixels as well, because it is computed
  ///     anyway.
  ///   - verifiesExisting: Whether to keep a PNG file that already has the pixels of the frame.
  ///   - unfinished: The list of files that are being written.
  package init(
    _ files: FrameSequence, as format: PictureFormat = .png(), key: DrawingKey? = nil,
    keepsHash: Bool = false, verifiesExisting: Bool = false, unfinished: UnfinishedFiles
  ) {
    self.files = files
    self.format = format
    self.key = key
    self.keepsHash = keepsHash
    self.verifiesExisting = verifiesExisting
    self.unfinished = unfinished
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> WrittenFile? {
    { [self] frame throws(Failure) in
      let path = files.path(of: frame.number)
      if verifiesExisting, PNGFile.holds(frame.pixels, at: path) { return nil }
      let bytes = try frame.encoded(
        as: format, texts: key?.texts(for: frame, withHash: keepsHash) ?? [])
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

/// A file that has all of its bytes, and is still to appear.
///
/// The thread that writes it passes it on to the one that finishes it.
package struct WrittenFile: @unchecked Sendable {
  fileprivate let file: OutputFile
}

/// The files that several threads are writing, as long as they have a hidden name: none of them is
/// left behind where a signal ends the process.
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

  /// Makes a file appear. Does not return any more once the process ends.
  func finish(_ written: WrittenFile) throws(OutputError) {
    monitor.change { $0.waiting -= 1 }
    try untilEnding { () throws(OutputError) in try appear(written.file) }
  }

  private func appear(_ file: OutputFile) throws(OutputError) {
    let hidden = file.hiddenPath
    try file.finish()
    if let hidden { monitor.change { _ = $0.paths.remove(hidden) } }
  }

  /// Throws what `body` throws, unless the process ends: where a file has been removed from under it, that
  /// is not worth a complaint.
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

  /// Begins a file that stays among these until the process ends.
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

  /// Removes the files. To be called on a thread that writes none, right before the process ends.
  package func remove() {
    monitor.change { $0.isEnding = true }
    let paths = monitor.wait { $0.opening == 0 ? $0.paths : nil }
    for path in paths { FileSystem.unlink(path) }
  }
}
