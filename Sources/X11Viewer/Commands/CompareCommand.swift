import AnimCore
import ArgumentParser
import OfflineRendering

/// Compares PNG pictures.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two PNG pictures, or two folders of them, pixel by pixel.",
    discussion: """
      Prints the largest difference of any channel and the number of differing pixels. The exit \
      status is 65 if any pictures differ.

      In two folders, pictures of the same name are compared; folders inside them are ignored.
      """)

  @Argument(help: "A PNG picture, or a folder of them.")
  var expected: String

  @Argument(help: "The picture or folder to compare with it.")
  var actual: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a picture of the differences to this file, or those of a folder's pictures into this "
        + "folder. An old one is removed if there is no difference.",
      valueName: "path"),
    transform: parsePicturePath)
  var difference: String?

  @OptionGroup var allowed: ToleranceFlag

  @Flag(name: .shortAndLong, help: "Print nothing; only set the exit status.")
  var quiet = false

  func run() throws {
    do {
      switch (Folder.isFolder(expected), Folder.isFolder(actual)) {
      case (true, true): try compareFolders()
      case (false, false): try comparePictures()
      default:
        throw Failure(
          "\(expected), \(actual): only one is a folder; compare two pictures or two folders",
          status: .usage)
      }
    } catch let failure as Failure where quiet && failure.status == .differs {
      throw ExitCode(failure.status.rawValue)
    }
  }

  private func comparePictures() throws(Failure) {
    let comparison = try PictureComparison(expected, actual, difference: difference)
    if difference != OutputFile.standardOutput { try say("\(comparison)\n") }
    if !comparison.areEqual(within: allowed.configuration) {
      throw Failure("\(actual): differs from \(expected)", status: .differs)
    }
  }

  private func compareFolders() throws(Failure) {
    let (expectedNames, actualNames) = (try names(in: expected), try names(in: actual))
    let common = Set(expectedNames).intersection(actualNames)
    var differing = 0
    let all = Set(expectedNames).union(actualNames)
    for name in all.sorted() {
      guard common.contains(name) else {
        differing += 1
        try say("\(name): only in \(expectedNames.contains(name) ? expected : actual)\n")
        continue
      }
      let comparison = try PictureComparison(
        "\(expected)/\(name)", "\(actual)/\(name)", difference: difference.map { "\($0)/\(name)" })
      try say("\(name): \(comparison)\n")
      if !comparison.areEqual(within: allowed.configuration) { differing += 1 }
    }
    guard !all.isEmpty else {
      throw Failure("\(expected), \(actual): no PNG pictures to compare", status: .noInput)
    }
    if differing > 0 {
      throw Failure(
        "\(actual): \(differing) of \(all.count) pictures differ from those in \(expected)",
        status: .differs)
    }
  }

  private func names(in folder: String) throws(Failure) -> [String] {
    do throws(InputError) {
      return try Folder.names(in: folder, endings: [".png"])
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
  }

  private func say(_ line: String) throws(Failure) {
    guard !quiet else { return }
    do throws(OutputError) {
      try StandardOutput.write(line)
    } catch {
      throw Failure(error)
    }
  }
}

/// The result of comparing two PNG files.
struct PictureComparison: CustomStringConvertible {
  /// Nil if the sizes of the pictures differ.
  private let difference: PictureDifference?
  let description: String

  /// Whether the pictures differ by no more than `tolerance`.
  func areEqual(within tolerance: PictureTolerance) -> Bool {
    difference.map(tolerance.allows) ?? false
  }

  /// Compares the files, and writes a picture of their differences to `path` if there are any that
  /// a picture can show; otherwise, removes an old one.
  init(_ expected: String, _ actual: String, difference path: String?) throws(Failure) {
    let (a, b): (PixelImage, PixelImage)
    do throws(PictureFileError) {
      (a, b) = (try loadPicture(at: expected), try loadPicture(at: actual))
    } catch {
      throw Failure(error)
    }
    difference = PictureDifference(a, b)
    if let difference {
      description = "\(difference)"
    } else {
      description = PictureDifference.description(ofSizes: a.size, b.size)
    }
    guard let path else { return }
    if let difference, !difference.isNone {
      try save(PictureDifference.picture(of: a, b), to: path)
    } else if path != OutputFile.standardOutput {
      do throws(OutputError) {
        try OutputFile.remove(path)
      } catch {
        throw Failure(error)
      }
    }
  }
}
