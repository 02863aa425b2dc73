import AnimGraphics
import Foundation
import OfflineRendering
import PictureFiles

/// Two pictures that differ but should not, kept for inspection.
package struct PictureFailure {
  package let name: String
  package let expected: PixelImage
  package let actual: PixelImage?

  package init(named name: String, expected: PixelImage, actual: PixelImage?) {
    self.name = name
    self.expected = expected
    self.actual = actual
  }

  /// Writes the expected picture, the actual one and their difference to a directory that is kept,
  /// and returns a sentence that says how they differ and where they are.
  package func leave() throws -> String {
    let directory = NSTemporaryDirectory() + "x11viewer-differences-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    func save(_ picture: PixelImage, _ kind: String) throws {
      try Data(PNG.encode(picture)).write(
        to: URL(fileURLWithPath: "\(directory)/\(name)-\(kind).png"))
    }
    try save(expected, "expected")
    var difference = "there is no picture"
    if let actual {
      try save(actual, "actual")
      difference = "the sizes differ"
      if let found = PictureDifference(expected, actual) {
        try save(PictureDifference.picture(of: expected, actual), "difference")
        difference = "\(found)"
      }
    }
    return "\(name): \(difference); \(directory)"
  }
}
