import Foundation
import TestSupport
import Testing

@testable import GoldenTesting
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Changes that goldens of each feature detect")
struct FeatureDetectionTests {
  /// The folder of small files, one for each feature of Lottie, with their goldens.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../X11ViewerTests/Goldens/Animations").standardizedFileURL.path

  /// A number in each file that controls the feature.
  private static let changes = [
    PlantedChange(file: "auto-orient", old: #""to": [0, -50]"#, new: #""to": [0, -51]"#),
    PlantedChange(file: "blend-modes", old: #""bm": 2"#, new: #""bm": 3"#),
    PlantedChange(file: "blur-edges", old: #""s": [30]"#, new: #""s": [30.5]"#),
    PlantedChange(file: "effect-blur", old: #""s": [12]"#, new: #""s": [12.2]"#),
    // A level of alpha.
    PlantedChange(file: "effect-fill", old: #""k": 0.7"#, new: #""k": 0.704"#),
    PlantedChange(file: "effect-shadow", old: #""k": 135"#, new: #""k": 136"#),
    PlantedChange(file: "effect-stroke", old: #""s": [90]"#, new: #""s": [90.5]"#),
    PlantedChange(file: "effect-stroke-dots", old: #""k": 150"#, new: #""k": 151"#),
    PlantedChange(file: "effect-stroke-reveal", old: #""k": 9}"#, new: #""k": 9.1}"#),
    PlantedChange(file: "effect-tint", old: "[1, 0.9, 0.8, 1]", new: "[1, 0.9, 0.81, 1]"),
    PlantedChange(file: "even-odd", old: #""r": 2"#, new: #""r": 1"#),
    PlantedChange(file: "expression", old: "[40, 24]", new: "[40.1, 24]"),
    PlantedChange(file: "gradient-stroke", old: "[0, 0.1, 0.5", new: "[0, 0.11, 0.5"),
    PlantedChange(file: "group-opacity", old: #""k": 50"#, new: #""k": 50.5"#),
    PlantedChange(file: "hold", old: #""t": 6"#, new: #""t": 5"#),
    PlantedChange(file: "image", old: "[1000, 1000]", new: "[1001, 1000]"),
    PlantedChange(file: "inverted-matte", old: #""k": 24"#, new: #""k": 24.1"#),
    PlantedChange(file: "luma-matte", old: "[8, 8]", new: "[8.5, 8]"),
    PlantedChange(file: "mask-modes", old: #""k": 70"#, new: #""k": 70.5"#),
    PlantedChange(file: "merge", old: #""mm": 3"#, new: #""mm": 5"#),
    PlantedChange(file: "offset", old: #""s": [6]"#, new: #""s": [6.1]"#),
    PlantedChange(file: "offset-round", old: #""s": [8]"#, new: #""s": [8.1]"#),
    PlantedChange(file: "old-keyframes", old: #""e": [52, 52]"#, new: #""e": [52.5, 52]"#),
    PlantedChange(file: "pucker-bloat", old: #""s": [60]"#, new: #""s": [60.5]"#),
    PlantedChange(file: "radial-highlight", old: #""s": [60]"#, new: #""s": [61]"#),
    PlantedChange(file: "round-corners", old: #""s": [12]"#, new: #""s": [12.1]"#),
    PlantedChange(file: "skew", old: #""k": 20"#, new: #""k": 20.5"#),
    // A level of blue.
    PlantedChange(file: "solid", old: "#8844cc", new: "#8844cd"),
    PlantedChange(file: "split-position", old: #""s": [20]"#, new: #""s": [20.1]"#),
    PlantedChange(file: "stretch", old: #""sr": 2"#, new: #""sr": 2.02"#),
    PlantedChange(file: "text", old: #""tr": 0"#, new: #""tr": 5"#),
    PlantedChange(file: "text-path", old: #""s": [30]"#, new: #""s": [30.5]"#),
    PlantedChange(file: "time-remap", old: #""s": [0.1]"#, new: #""s": [0.11]"#),
    PlantedChange(file: "trim", old: #""k": 60"#, new: #""k": 60.5"#),
    PlantedChange(file: "trim-sequential", old: #""s": [80]"#, new: #""s": [80.2]"#),
    PlantedChange(file: "twist", old: #""s": [90]"#, new: #""s": [90.5]"#),
    PlantedChange(file: "uneven-stroke", old: "[250, 100]", new: "[251, 100]"),
    PlantedChange(file: "zigzag", old: #""s": [10]"#, new: #""s": [10.1]"#),
  ]

  @Test("a small change in any feature differs from its golden", arguments: changes)
  func planted(change: PlantedChange) throws {
    let scratch = try ScratchDirectory()
    let name = "\(change.file).json"
    let text = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
    let place = try #require(text.range(of: change.old))
    try scratch.write(text.replacingCharacters(in: place, with: change.new), to: name)
    var search = GoldenSearch(goldens: "\(Self.folder)/goldens")
    try search.add(scratch / name)
    var configuration = GoldenConfiguration()
    configuration.frames = GoldenFrames("60%")
    let summary = try GoldenRun.run(search, configuration, report: nil)
    expectEqual(summary.differing, 1, "\(summary.text(acceptingCommand: ""))")
  }

  @Test("every feature has a change above")
  func complete() throws {
    let files = try Folder.names(in: Self.folder, fileExtensions: [".json"])
    expectEqual(files, Self.changes.map { "\($0.file).json" }.sorted())
  }
}
