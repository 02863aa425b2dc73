import Foundation
import TestSupport
import Testing

@testable import GoldenTesting
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Golden images of animations")
struct AnimationGoldenTests {
  /// The folder with a small file for each feature of Lottie, and their goldens.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Animations").path

  @Test("each feature is identical to its golden")
  func features() throws {
    var search = GoldenSearch(goldens: nil)
    try search.add(Self.folder)
    #expect(search.subjects.count >= 38)
    var configuration = GoldenConfiguration()
    configuration.frames = GoldenFrames("60%")
    let summary = try GoldenRun.run(search, configuration, report: nil)
    expectEqual(
      summary.same, search.subjects.count,
      "\(summary.text(acceptingCommand: "x11viewer test \(Self.folder) --frames 60% --update"))")
  }
}
