import AnimCore
import Synchronization

/// A folder with a page that shows the pictures that differ from their goldens. The pictures are
/// files beside the page, so that there can be thousands of them, and the folder can be moved.
final class GoldenReport: Sendable {
  private let folder: String
  private let isNew: Bool
  private let state = Mutex(State())

  private struct State {
    var entries: [Entry] = []
    /// The paths of the files written so far.
    var files: [String] = []
    /// Why there will be no report.
    var failure: Failure?
  }

  /// A result with its pictures.
  struct Entry: Sendable {
    let subject: Int
    let result: GoldenResult
    var expected: Picture?
    var actual: Picture?
    var difference: Picture?
  }

  struct Picture: Sendable {
    /// The path, relative to the page.
    let path: String
    let size: PixelSize
  }

  private static let page = "index.html"
  private static let pictures = "pictures"

  /// Makes the folder of a report. Existing files are not touched.
  init(folder: String) throws(Failure) {
    self.folder = folder
    isNew = !Folder.isFolder(folder)
    if !isNew, !Folder.isEmpty(folder) {
      throw Failure(
        "\(folder): is not empty; remove it, or name another folder for the report",
        status: .cannotCreate)
    }
    do throws(OutputError) {
      try Folder.make(FilePath.join(folder, Self.pictures))
    } catch {
      throw Failure(error)
    }
  }

  /// Adds a result, unless the picture is as expected. May be called on any thread.
  ///
  /// - Parameter subject: the index of its animation, by which the page is sorted.
  func add(
    _ result: GoldenResult, of subject: Int, expected: PixelImage?, actual: PixelImage?
  ) {
    if case .same = result.outcome { return }
    if state.withLock({ $0.failure != nil }) { return }
    var entry = Entry(subject: subject, result: result)
    let name = "\(subject + 1)-\(result.frame ?? 0)"
    do throws(Failure) {
      if let expected { entry.expected = try write(expected, "\(name)-expected") }
      if let actual { entry.actual = try write(actual, "\(name)-actual") }
      if let expected, let actual, expected.size == actual.size {
        entry.difference = try write(
          PictureDifference.picture(of: expected, actual), "\(name)-difference")
      }
      let entry = entry
      state.withLock { $0.entries.append(entry) }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  /// Writes the page. If that or an earlier write fails, the whole report is removed.
  func finish(_ summary: GoldenSummary) throws(Failure) {
    let (entries, failure) = state.withLock { ($0.entries, $0.failure) }
    do throws(Failure) {
      if let failure { throw failure }
      let sorted = entries.sorted {
        ($0.subject, $0.result.frame ?? -1) < ($1.subject, $1.result.frame ?? -1)
      }
      try write([UInt8](GoldenReportPage(summary: summary, entries: sorted).text.utf8), Self.page)
    } catch {
      remove()
      throw error
    }
  }

  /// Removes everything that was written.
  func remove() {
    for path in state.withLock({ $0.files }) { try? OutputFile.remove(path) }
    Folder.removeIfEmpty(FilePath.join(folder, Self.pictures))
    if isNew { Folder.removeIfEmpty(folder) }
  }

  private func write(_ picture: PixelImage, _ name: String) throws(Failure) -> Picture {
    let path = "\(Self.pictures)/\(name).png"
    let bytes: [UInt8]
    do throws(PNGError) {
      bytes = try PNG.encode(picture)
    } catch {
      throw Failure(error)
    }
    try write(bytes, path)
    return Picture(path: path, size: picture.size)
  }

  private func write(_ bytes: [UInt8], _ name: String) throws(Failure) {
    let path = FilePath.join(folder, name)
    do throws(OutputError) {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw Failure(error)
    }
    state.withLock { $0.files.append(path) }
  }
}
