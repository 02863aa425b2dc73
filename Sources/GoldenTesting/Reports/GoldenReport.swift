import AnimCore
import ImageFiles
import LinuxSystem
import OfflineRendering
import Synchronization

/// A page that shows the differences from goldens: in a folder next to the images, which allows for
/// thousands of them, or in a single file that contains as many as fit.
package final class GoldenReport: Sendable {
  private let target: Target
  private let player: ReportPlayer?
  private let state: Mutex<State>

  /// The maximum number of bytes of images and videos in a page that is a single file. The page then
  /// still opens quickly, and the largest playable video fits.
  package static let embeddedBytes = 16_000_000

  private enum Target {
    case folder(ReportFolder)
    case file(path: String)
  }

  private struct State {
    var entries: [Entry] = []
    var videos: [Int: ReportVideo] = [:]
    /// The number of videos that were started.
    var videoCount = 0
    /// The remaining space in a single-file report.
    var room: PageRoom?
    /// The content for which there is no space.
    var omitted: Set<PageRoom.EntryPosition> = []
    /// The reason why there won't be a report.
    var failure: Failure?

    mutating func add(_ entry: Entry) {
      entries.append(entry)
      if entry.imageBytes > 0 { claim(entry.imageBytes, at: entry.position) }
    }

    mutating func add(_ video: ReportVideo, of subject: Int) {
      videos[subject] = video
      claim(video.imageBytes, at: PageRoom.EntryPosition(subject: subject))
    }

    private mutating func claim(_ bytes: Int, at position: PageRoom.EntryPosition) {
      guard let removed = room?.add(bytes, at: position), !removed.isEmpty else { return }
      for position in removed where position.frame == nil { videos[position.subject] = nil }
      for index in entries.indices where removed.contains(entries[index].position) {
        entries[index].removeImages()
      }
      omitted.formUnion(removed)
    }
  }

  /// A result with its images.
  struct Entry: Sendable {
    let subject: Int
    var result: GoldenResult
    var expected: Image?
    var actual: Image?
    var difference: Image?

    mutating func removeImages() { (expected, actual, difference) = (nil, nil, nil) }
  }

  struct Image: Sendable {
    /// The path, relative to the page, or the image itself.
    let path: String
    let size: PixelSize
  }

  /// Returns whether a report at a path is a single file rather than a folder.
  package static func isPage(_ path: String) -> Bool { path.hasSuffix(".html") }

  /// Returns the folders that a report at a path writes: its own, and the hidden one in which it is prepared.
  package static func folders(of path: String) -> [String] { ReportFolder.folders(of: path) }

  /// The file extensions of the files in a report's folder.
  package static let extensions = [".html", ".png", ".js"]

  /// Creates a report.
  /// - Parameters:
  ///   - path: The path of a folder, which must be new, empty or an earlier report, or of a
  ///     single file with the extension .html.
  ///   - player: The player for animations on the page. Without it, they are shown as images.
  ///   - embeddedBytes: The maximum size of images and videos in a single file, in bytes.
  package init(
    at path: String, player: ReportPlayer? = .installed,
    embeddedBytes: Int = GoldenReport.embeddedBytes
  ) throws(Failure) {
    self.player = player
    var state = State()
    if Self.isPage(path) {
      target = .file(path: path)
      state.room = PageRoom(limit: embeddedBytes)
    } else {
      target = .folder(try ReportFolder(path))
    }
    self.state = Mutex(state)
  }

  /// Adds a result, unless the image is as expected. May be called on any thread.
  ///
  /// - Parameter subject: The index of its animation, by which the page is sorted.
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
          ImageDifference.image(of: expected, actual), "\(name)-difference")
      }
      let entry = entry
      state.withLock { $0.add(entry) }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  /// Adds the video of an animation that differs, unless there are already very many videos. May be
  /// called on any thread.
  ///
  /// - Parameters:
  ///   - found: The frames that differ.
  ///   - subject: The index of the animation.
  func addVideo(
    of pair: SideBySide, _ found: [FrameChange], _ changes: FrameChanges, of subject: Int
  ) throws(Failure) {
    let (videos, renderings) =
      if case .folder = target { (100, 120) } else { (20, 48) }
    let isWanted = state.withLock { state in
      state.videoCount += 1
      return state.videoCount <= videos && state.failure == nil
    }
    guard isWanted else { return }
    let name = "\(subject + 1)-video"
    var video = ReportVideo(
      changes: changes,
      rate: (pair.actual.source.makeScene().videoRate ?? pair.rate).hertz)
    video.player = try videoPlayer(of: pair, changes, name: name)
    let isPlayed = video.player != nil
    // For an animation with too many frames, show the requested ones.
    let all = (try? pair.numbers(of: name)) ?? changes.numbers
    let numbers = ReportVideo.numbers(
      of: all, changes, limit: isPlayed ? ReportVideo.playedFrames : renderings)
    video.steps = numbers.map { ReportVideo.Step(number: $0) }
    if isPlayed { video.note(found) }
    // Animations that are played need images only for readers without scripts.
    let drawn = isPlayed ? changes.notable : numbers
    let positions = Dictionary(uniqueKeysWithValues: zip(numbers, numbers.indices))
    try pair.draw(drawn) { (number, expected, actual) throws(Failure) in
      guard let position = positions[number] else { return }
      video.steps[position] = try step(number, expected, actual, name: "\(name)-\(number)")
    }
    let finished = video
    state.withLock { $0.add(finished, of: subject) }
  }

  /// Returns the player of a video, or `nil` if it can only be shown as images.
  private func videoPlayer(
    of pair: SideBySide, _ changes: FrameChanges, name: String
  ) throws(Failure) -> ReportVideo.Player? {
    // The player shows frames of the same number side by side.
    guard player != nil, pair.pairs == nil, let expected = pair.expected.pageContent,
      let actual = pair.actual.pageContent, pair.expected.source.scale == 1,
      pair.actual.source.scale == 1
    else { return nil }
    func version(
      _ content: [UInt8], _ source: RenderSource, _ frames: Int, _ role: String
    ) throws(Failure) -> ReportVideo.Version {
      ReportVideo.Version(
        file: try write(content, "\(name)-\(role)"), size: source.size,
        background: source.background, frames: frames)
    }
    return ReportVideo.Player(
      expected: try version(expected, pair.expected.source, changes.expected, "expected"),
      actual: try version(actual, pair.actual.source, changes.actual, "actual"))
  }

  private func step(
    _ number: Int, _ expected: PixelImage?, _ actual: PixelImage?, name: String
  ) throws(Failure) -> ReportVideo.Step {
    var step = ReportVideo.Step(number: number)
    if let expected { step.expected = try write(expected, "\(name)-expected") }
    guard let actual else {
      step.isWhole = true
      return step
    }
    let difference = expected.flatMap { ImageDifference($0, actual) }
    step.isWhole = difference == nil
    // The same image isn't written twice.
    if difference?.isNone == true {
      step.actual = step.expected
      return step
    }
    step.actual = try write(actual, "\(name)-actual")
    if let expected, let difference {
      step.measured = difference
      step.difference = try write(
        ImageDifference.image(of: expected, actual), "\(name)-difference")
    }
    return step
  }

  /// Writes the page. If this or an earlier write fails, the entire report is removed.
  ///
  /// - Parameters:
  ///   - acceptingCommand: A closure that returns the command that accepts the new frames of an
  ///     animation, or of all animations if there is no name.
  ///   - pruningCommand: The command that removes stale goldens, or an empty string.
  package func finish(
    _ summary: GoldenSummary, acceptingCommand: @escaping (String?) -> String = { _ in "" },
    pruningCommand: String = ""
  ) throws(Failure) {
    let (entries, videos, omitted, failure) = state.withLock {
      ($0.entries, $0.videos, $0.omitted.count, $0.failure)
    }
    do throws(Failure) {
      if let failure { throw failure }
      let sorted = Self.judged(entries, by: summary).sorted {
        ($0.subject, $0.result.frame ?? -1) < ($1.subject, $1.result.frame ?? -1)
      }
      var page = GoldenReportPage(
        summary: summary, entries: sorted, videos: videos, omitted: omitted,
        acceptingCommand: acceptingCommand, pruningCommand: pruningCommand)
      if let player, videos.values.contains(where: { $0.player != nil }) {
        page.program = try write(player.bytes, "lottie")
      }
      let bytes = [UInt8](page.text.utf8)
      do throws(OutputError) {
        switch target {
        case .folder(let folder):
          try folder.write(bytes, to: ReportFolder.page)
          try folder.finish()
        case .file(let path): try OutputFile.write(bytes, to: path)
        }
      } catch {
        throw Failure(error)
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Returns the entries with information that is available only at the end: the changes in a file,
  /// and whether it was renamed, are found after its images were compared.
  private static func judged(_ entries: [Entry], by summary: GoldenSummary) -> [Entry] {
    let results = Dictionary(grouping: summary.results) { $0.key }
    return entries.map { entry in
      guard let matching = results[entry.result.key], matching.count == 1 else { return entry }
      var entry = entry
      entry.result = matching[0]
      return entry
    }
  }

  /// Returns the paths of the images of each result: the actual image, the expected one and their
  /// difference. For all frames of an animation, these are the images of the frame that differs
  /// most. Returns no images for a single-file report and for a report that can't be written.
  package func images() -> ResultImages {
    guard case .folder(let folder) = target else { return ResultImages() }
    return state.withLock { state in
      var images = ResultImages()
      guard state.failure == nil else { return images }
      for entry in state.entries {
        var renderings = [entry.actual, entry.expected, entry.difference]
        if entry.result.frame == nil, let video = state.videos[entry.subject] {
          let number = video.changes.worst?.number ?? video.changes.numbers.first
          let step = video.steps.first { $0.number == number }
          renderings = [step?.actual, step?.expected, step?.difference]
        }
        let paths = renderings.compactMap { $0.map { FilePath.join(folder.path, $0.path) } }
        images.add(paths, of: entry.result)
      }
      return images
    }
  }

  /// Removes all written files, unless the report is finished. May be called on any thread.
  package func discard() {
    if case .folder(let folder) = target { folder.discard() }
  }

  private func write(_ image: PixelImage, _ name: String) throws(Failure) -> Image {
    let bytes = try encode(image)
    switch target {
    case .file:
      return Image(path: "data:image/png;base64," + base64(bytes), size: image.size)
    case .folder(let folder):
      let path = "\(ReportFolder.images)/\(name).png"
      try write(bytes, to: path, in: folder)
      return Image(path: path, size: image.size)
    }
  }

  /// Writes a file for the page's script. It is a script itself, since a page that was opened from a
  /// folder may load no others.
  private func write(_ bytes: [UInt8], _ name: String) throws(Failure) -> ReportVideo.File {
    switch target {
    case .file:
      let script = ReportPlayer.delivery(of: base64(bytes), name, quote: "%22")
      return ReportVideo.File(name: name, path: "data:text/javascript,\(script)")
    case .folder(let folder):
      let path = "\(ReportFolder.images)/\(name).js"
      let script = ReportPlayer.delivery(of: base64(bytes), name, quote: "\"")
      try write([UInt8](script.utf8), to: path, in: folder)
      return ReportVideo.File(name: name, path: path)
    }
  }

  private func write(_ bytes: [UInt8], to path: String, in folder: ReportFolder) throws(Failure) {
    do throws(OutputError) {
      try folder.write(bytes, to: path)
    } catch {
      throw Failure(error)
    }
  }
}

/// The paths of the images of results in a report.
package struct ResultImages {
  private var paths: [GoldenResult.Key: [String]] = [:]

  package init() {}

  mutating func add(_ images: [String], of result: GoldenResult) { paths[result.key] = images }

  func images(of result: GoldenResult) -> [String] { paths[result.key] ?? [] }
}

/// Returns the bytes in Base64 (RFC 4648).
private func base64(_ bytes: [UInt8]) -> String {
  let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  let length = (bytes.count + 2) / 3 * 4
  return String(unsafeUninitializedCapacity: length) { text in
    var end = 0
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word = 0
      for index in 0..<3 { word = word << 8 | (index < count ? Int(bytes[start + index]) : 0) }
      for index in 0..<4 {
        text[end] =
          index <= count ? digits[word >> (18 - 6 * index) & 63] : UInt8(ascii: "=")
        end += 1
      }
    }
    return end
  }
}
