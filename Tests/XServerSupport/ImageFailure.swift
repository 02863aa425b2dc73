import AnimGraphics
import Foundation
import ImageFiles
import OfflineRendering

/// Two images that differ but shouldn't, kept for inspection.
package struct ImageFailure {
  package let name: String
  package let expected: PixelImage
  package let actual: PixelImage?

  package init(named name: String, expected: PixelImage, actual: PixelImage?) {
    self.name = name
    self.expected = expected
    self.actual = actual
  }

  /// Writes the expected image, the actual image and their difference to a folder that is kept, and
  /// returns a sentence that describes the difference and the location of the files.
  package func leave() throws -> String {
    let directory = NSTemporaryDirectory() + "x11viewer-differences-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    func save(_ image: PixelImage, _ kind: String) throws {
      try Data(PNG.encode(image)).write(
        to: URL(fileURLWithPath: "\(directory)/\(name)-\(kind).png"))
    }
    try save(expected, "expected")
    var difference = "there is no image"
    if let actual {
      try save(actual, "actual")
      difference = "the sizes differ"
      if let found = ImageDifference(expected, actual) {
        try save(ImageDifference.image(of: expected, actual), "difference")
        difference = "\(found)"
      }
    }
    return "\(name): \(difference); \(directory)"
  }
}
