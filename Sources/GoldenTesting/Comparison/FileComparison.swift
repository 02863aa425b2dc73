import AnimCore
import AnimationFormats
import ImageFiles
import LinuxSystem
import OfflineRendering
import PlainText

/// Compares two files, which are both images or both animations, or all files of the same names in
/// two folders. The results have the same form as those of a test run, and use the same reports.
package struct FileComparison {
  private let configuration: GoldenConfiguration
  private let report: GoldenReport?
  private var results: [GoldenResult] = []

  /// - Parameter report: The report that receives the differences.
  package init(_ configuration: GoldenConfiguration, report: GoldenReport?) {
    self.configuration = configuration
    self.report = report
  }

  package var summary: GoldenSummary { GoldenSummary(results: results, stale: []) }

  /// Whether all files so far are the same.
  package var areEqual: Bool { differing == 0 }

  /// The number of files that differ.
  package var differing: Int { results.count(where: \.outcome.isFailure) }

  /// Returns the names in a folder that can be compared. Files with the extension of an animation
  /// but other contents are skipped.
  package static func names(in folder: String) throws(Failure) -> [String] {
    let names: [String]
    do throws(InputError) {
      names = try Folder.names(
        in: folder, fileExtensions: AnimationFormats.supportedExtensions.map { ".\($0)" })
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    return names.filter { !AnimationFormats.isUnrelatedFile(FilePath.join(folder, $0)) }
  }

  /// Returns whether a file in one of two folders is an animation rather than an image.
  package static func isAnimation(_ name: String, in folder: String) -> Bool {
    AnimationFormats.isAnimated(at: FilePath.join(folder, name))
  }

  /// Compares two images.
  ///
  /// - Parameters:
  ///   - name: The name for messages and reports.
  ///   - difference: The path for an image of the differences. If an image can't show any
  ///     difference, an existing file is removed.
  /// - Returns: A description of the differences, and a line for inputs that differ if both files
  ///   record them.
  package mutating func compareImages(
    _ expected: String, _ actual: String, name: String, difference path: String? = nil
  ) throws(Failure) -> [String] {
    let stopwatch = Stopwatch()
    let (old, new) = (try image(at: expected), try image(at: actual))
    let found = GoldenDifference(old, new, configuration.tolerance ?? ImageTolerance())
    var result = GoldenResult(
      subject: name, frame: 0, path: actual, outcome: found.map { .differs($0) } ?? .same,
      duration: stopwatch.seconds)
    result.comparedPath = expected
    if found != nil, let inputs = DrawingInputs(inImageAt: expected) {
      result.inputs = DrawingInputs(inImageAt: actual).map { inputs.changes(to: $0) }
    }
    add(result, old, new)
    let measured = ImageDifference(old, new)
    if let path { try Self.write(measured, of: old, new, to: path) }
    let text =
      measured.map { "\($0)" } ?? ImageDifference.description(ofSizes: old.size, new.size)
    return [text] + [result.inputs.map(DrawingInputs.sentence)].compactMap(\.self)
  }

  /// Compares all frames of two animations: those with the same number or, if the animations have
  /// different frame times, those visible at the same time.
  ///
  /// - Parameters:
  ///   - name: The name for messages and reports.
  ///   - difference: The path for an animated PNG of the differences. If the animations are equal,
  ///     an existing file is removed.
  /// - Returns: A description of the differences, with a line for the frames and one for each
  ///   layer.
  package mutating func compareAnimations(
    _ expected: String, _ actual: String, name: String, difference path: String? = nil
  ) throws(Failure) -> [String] {
    let stopwatch = Stopwatch()
    var pair = SideBySide(
      expected: try version(expected), actual: try version(actual), masks: [],
      tolerance: configuration.tolerance ?? ImageTolerance(), rate: configuration.sceneRate,
      threads: allowedProcessors())
    pair.pairByTime()
    let numbers = try pair.numbers(of: actual)
    let found = try pair.changes(in: numbers)
    let changes = FrameChanges(found, of: pair)
    var result = GoldenResult(
      subject: name, frame: nil, path: actual,
      outcome: changes.map { .differs(.frames($0)) } ?? .same,
      duration: stopwatch.seconds, frames: numbers.count)
    result.comparedPath = expected
    result.edits = AnimationFormats.edits(
      from: try? AnimationSource(at: expected), to: try? AnimationSource(at: actual),
      configuration.file)
    if let changes { try report?.addVideo(of: pair, found, changes, of: results.count) }
    if let path {
      if changes != nil {
        try pair.writeDifferences(of: numbers, to: path)
      } else {
        try Self.remove(path)
      }
    }
    let isExact = (configuration.tolerance ?? ImageTolerance()) == ImageTolerance()
    let same =
      agreeing(
        numbers.count, "the only frame is the same",
        "all \(numbers.count) \(pair.pairs == nil ? "frames" : "moments") are the same")
      + (isExact ? "" : ", within the tolerance")
    let text = changes.map { "\($0)" } ?? same
    add(result, nil, nil)
    return [text] + result.edits
  }

  /// Notes a file that can't be read, in one of two folders.
  package mutating func addUnreadable(_ name: String, at path: String, _ failure: Failure) {
    add(
      GoldenResult(
        subject: name, frame: nil, path: path,
        outcome: .unreadable(failure.message, failure.status), duration: 0), nil, nil)
  }

  /// Notes a file that only one of two folders has.
  package mutating func addSingle(_ name: String, in folder: String) {
    add(
      GoldenResult(
        subject: name, frame: nil, path: FilePath.join(folder, name),
        outcome: .unreadable("\(name): only in \(folder)", .differs), duration: 0), nil, nil)
  }

  private mutating func add(
    _ result: GoldenResult, _ expected: PixelImage?, _ actual: PixelImage?
  ) {
    report?.add(result, of: results.count, expected: expected, actual: actual)
    results.append(result)
  }

  private func version(_ path: String) throws(Failure) -> AnimationVersion {
    var configuration = configuration.file
    // Backgrounds behind the animations aren't compared.
    configuration.background = configuration.background ?? .clear
    let file = try AnimationFile(path, configuration)
    let source = try RenderSource(
      file, file.scenes(), size: self.configuration.size?.pixels(of: file.animation.size),
      scale: self.configuration.scale)
    return AnimationVersion(
      source: source, pageContent: report == nil ? nil : file.pageContent)
  }

  /// Returns a still image, unchanged or drawn in the requested size.
  private func image(at path: String) throws(Failure) -> PixelImage {
    if configuration.size != nil || configuration.scale != 1 { return try drawnImage(at: path) }
    do throws(ImageFileError) {
      return try loadImage(at: path)
    } catch {
      // Drawing would reduce the image, or end the program.
      if case .notAImage(_, .noMemory) = error { throw Failure(error) }
      // A pipe can be read only once.
      guard case .notAImage = error, !OutputFile.isStream(path) else { throw Failure(error) }
      do throws(Failure) {
        return try drawnImage(at: path)
      } catch let reason {
        // For PNG files, the reader's error explains the fault better.
        let format = AnimationFormats.format(ofPath: path)
        throw format?.imageExtensions.contains("png") ?? true ? Failure(error) : reason
      }
    }
  }

  private func drawnImage(at path: String) throws(Failure) -> PixelImage {
    let renderer = FrameRenderer(try version(path).source, threads: 1)
    return try renderer.render(.frame(0, rate: configuration.sceneRate), number: 0).image
  }

  private static func write(
    _ difference: ImageDifference?, of old: PixelImage, _ new: PixelImage, to path: String
  ) throws(Failure) {
    if let difference, !difference.isNone {
      try save(ImageDifference.image(of: old, new), to: path)
    } else if path != OutputFile.standardOutput {
      try remove(path)
    }
  }

  private static func remove(_ path: String) throws(Failure) {
    do throws(OutputError) {
      try OutputFile.remove(path)
    } catch {
      throw Failure(error)
    }
  }
}
