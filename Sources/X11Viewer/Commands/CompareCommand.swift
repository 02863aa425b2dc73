import AnimCore
import ArgumentParser

/// Says whether two PNG pictures are the same.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two PNG pictures pixel by pixel; exit status 65 if they differ.")

  @Argument(help: "A PNG picture.")
  var expected: String

  @Argument(help: "Another one.")
  var actual: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where a picture of the differences goes, if there are any.", valueName: "path"))
  var difference: String?

  func run() throws {
    let (a, b) = (try picture(at: expected), try picture(at: actual))
    guard let found = PictureDifference(a, b) else {
      throw Failure(
        "\(expected) has \(a.size.width)x\(a.size.height) pixels, "
          + "but \(actual) has \(b.size.width)x\(b.size.height)", status: .differs)
    }
    if difference != OutputFile.standardOutput { try StandardOutput.write("\(found)\n") }
    if found.isNone { return }
    if let difference { try save(PictureDifference.picture(of: a, b), to: difference) }
    throw Failure("\(actual) differs from \(expected)", status: .differs)
  }

  private func picture(at path: String) throws(Failure) -> PixelImage {
    let file: InputFile
    do throws(InputError) {
      file = try InputFile.open(path)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    do throws(PNGError) {
      return try PNG.decode(file)
    } catch {
      if let code = file.failure {
        throw Failure("\(InputError(path: path, code: code))", status: .noInput)
      }
      throw Failure("\(path): \(error)", status: .differs)
    }
  }
}
