import AnimCore
import Synchronization

/// A folder with a page that shows the pictures that differ from their goldens. The pictures are
/// files beside the page, so that there can be thousands of them, and the folder can be moved.
package final class GoldenReport: Sendable {
  private let folder: ReportFolder
  private let state = Mutex(State())

  private struct State {
    var entries: [Entry] = []
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

  /// - Parameter path: that of its folder, which must be new or empty.
  package init(folder path: String) throws(Failure) { folder = try ReportFolder(path) }

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
  package func finish(_ summary: GoldenSummary) throws(Failure) {
    let (entries, failure) = state.withLock { ($0.entries, $0.failure) }
    do throws(Failure) {
      if let failure { throw failure }
      let sorted = entries.sorted {
        ($0.subject, $0.result.frame ?? -1) < ($1.subject, $1.result.frame ?? -1)
      }
      let page = GoldenReportPage(summary: summary, entries: sorted).text
      do throws(OutputError) {
        try folder.write([UInt8](page.utf8), to: ReportFolder.page)
        try folder.finish()
      } catch {
        throw Failure(error)
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Removes what was written, unless the report is finished. May be called on any thread.
  package func discard() { folder.discard() }

  private func write(_ picture: PixelImage, _ name: String) throws(Failure) -> Picture {
    let path = "\(ReportFolder.pictures)/\(name).png"
    let bytes = try encode(StraightPixels(picture))
    do throws(OutputError) {
      try folder.write(bytes, to: path)
    } catch {
      throw Failure(error)
    }
    return Picture(path: path, size: picture.size)
  }
}
