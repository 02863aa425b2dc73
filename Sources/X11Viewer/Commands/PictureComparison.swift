import AnimCore
import OfflineRendering

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
