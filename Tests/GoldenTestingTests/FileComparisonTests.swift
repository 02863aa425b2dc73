import TestSupport
import Testing

@testable import AnimGraphics
@testable import GoldenTesting
@testable import LinuxSystem
@testable import OfflineRendering
@testable import PictureFiles

@Suite("Comparing two files")
struct FileComparisonTests {
  @Test("pictures of different sizes differ, whatever is tolerated")
  func sizes() throws {
    let scratch = try ScratchDirectory()
    for (name, width) in [("a.png", 4), ("b.png", 5)] {
      let picture = PixelImage(size: PixelSize(width: width, height: 4))
      try OutputFile.write(try PNG.encode(picture), to: scratch / name)
    }
    var configuration = GoldenConfiguration()
    configuration.tolerance = PictureTolerance(maximum: 255, pixels: 1_000)
    var comparison = FileComparison(configuration, report: nil)
    let text = try comparison.comparePictures(scratch / "a.png", scratch / "b.png", name: "a")
    #expect(!comparison.areEqual)
    #expect(text == "4x4 pixels in one, 5x4 in the other")
  }
}
