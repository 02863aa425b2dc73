import AnimCore

/// What comparing the PNG files at two paths found.
struct PictureComparison: CustomStringConvertible {
  /// Nil where the pictures are not of one size.
  private let difference: PictureDifference?
  let description: String

  var areEqual: Bool { difference?.isNone ?? false }

  /// Compares the files, and writes a picture of their differences to `path` if there are any that a
  /// picture can show; otherwise none is left there from before.
  init(_ expected: String, _ actual: String, difference path: String?) throws(Failure) {
    let (a, b) = (try Self.picture(at: expected), try Self.picture(at: actual))
    difference = PictureDifference(a, b)
    if let difference {
      description = "\(difference)"
    } else {
      description =
        "\(a.size.width)x\(a.size.height) pixels in one, "
        + "\(b.size.width)x\(b.size.height) in the other"
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

  private static func picture(at path: String) throws(Failure) -> PixelImage {
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
