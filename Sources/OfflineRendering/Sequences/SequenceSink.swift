import AnimCore
import Glibc

/// Numbered PNG files, a frame each. They are written by the threads that draw, in any order.
package struct SequenceSink: FrameSink {
  private let files: FrameSequence
  private let compression: Int
  private let skipsExisting: Bool
  private let unfinished: UnfinishedFiles

  /// - Parameters:
  ///   - compression: the compression level, from 0 for none to 9 for the most.
  ///   - skipsExisting: whether a file that already has the frame's pixels is left alone.
  ///   - unfinished: has the files that are being written.
  package init(
    _ files: FrameSequence, compression: Int = PNG.defaultCompression, skipsExisting: Bool = false,
    unfinished: UnfinishedFiles
  ) {
    self.files = files
    self.compression = compression
    self.skipsExisting = skipsExisting
    self.unfinished = unfinished
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> Void {
    { [self] frame throws(Failure) in
      let path = files.path(of: frame.number)
      if skipsExisting, PNGFile.holds(frame.pixels, at: path) { return }
      let bytes = try encode(frame.pixels, compression: compression)
      do throws(OutputError) {
        try unfinished.write(bytes, to: path)
      } catch {
        throw Failure(error)
      }
    }
  }

  package func take(_ product: Void) {}
}

/// The files that several threads are writing, as long as they have a hidden name: none of them is
/// left behind where a signal ends the process.
package final class UnfinishedFiles: Sendable {
  private struct State {
    var paths: Set<String> = []
    /// How many files are being opened, and are not yet among the paths.
    var opening = 0
    var isEnding = false
  }

  private let monitor = Monitor(State())

  package init() {}

  /// Writes the whole of `bytes` to `path`. Does not return any more once the process ends.
  func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    do throws(OutputError) {
      let file = try open(path)
      let hidden = file.hiddenPath
      try file.write(bytes)
      try file.finish()
      if let hidden { monitor.change { _ = $0.paths.remove(hidden) } }
    } catch {
      // Where the file has been removed from under it, that is not worth a complaint.
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
    for path in paths { unlink(path) }
  }
}
