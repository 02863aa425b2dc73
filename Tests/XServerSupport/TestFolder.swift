import AnimGraphics
import Foundation
import GoldenTesting
import ImageFiles
import LinuxSystem
import OfflineRendering
import TestSupport
import Testing

/// A folder with small animations, their goldens in its folder `goldens`.
package struct TestFolder {
  package let directory: ScratchDirectory

  package init() throws { directory = try ScratchDirectory() }

  /// Tests files of this folder within this process.
  ///
  /// - Parameters:
  ///   - paths: "." for all.
  ///   - frames: The frames, as with `--frames`, or `nil` for the default.
  ///   - report: The path of a report.
  package func compare(
    _ paths: String..., frames: String? = nil, goldens: String? = nil,
    tolerance: ImageTolerance? = nil, updates: Bool = false, report: String? = nil,
    filter: FileFilter = FileFilter(), selecting name: String? = nil,
    _ configure: (inout GoldenConfiguration) -> Void = { _ in }
  ) throws -> Comparison {
    let report = try report.map { try GoldenReport(at: directory / $0) }
    var search = GoldenSearch(goldens: goldens.map { directory / $0 }, filter: filter)
    for path in paths { try search.add(path == "." ? directory.path : directory / path) }
    if let name { try search.select(name) }
    var configuration = GoldenConfiguration()
    configuration.frames = try frames.map { try #require(GoldenFrames($0)) }
    configuration.tolerance = tolerance
    configuration.updates = updates
    configure(&configuration)
    let summary = try GoldenRun.run(search, configuration, report: report)
    try report?.finish(summary)
    return Comparison(
      summary: summary, status: summary.status,
      text: summary.text(acceptingCommand: "").replacing(directory.path + "/", with: ""))
  }

  /// The result of a run in this process.
  package struct Comparison {
    package let summary: GoldenSummary
    package let status: LinuxSystem.ExitStatus
    /// The output, with paths as in the folder.
    package let text: String
  }

  /// Makes the goldens of all files here.
  package func makeGoldens(frames: String? = nil) throws {
    try expectEqual(compare(".", frames: frames, updates: true).status, .success)
  }

  /// Writes an animation of ten frames: a square that moves by a pixel in each.
  package func write(_ name: String, red: Double = 0.5, width: Int = 24) throws {
    try directory.write(TestAnimation.small(color: Self.hex(red), width: width), to: name)
  }

  /// Returns a colour with this amount of red, from 0 to 1, and no other channel.
  private static func hex(_ red: Double) -> String {
    let value = String(Int((red * 255).rounded()), radix: 16)
    return "#\(value.count == 1 ? "0" : "")\(value)0000"
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory / name, withIntermediateDirectories: true)
  }

  /// Returns the names in a subfolder, including hidden ones.
  package func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory / folder).sorted()
  }

  /// Changes one pixel of a golden by `levels` of blue, in the square.
  package func change(_ golden: String, levels: UInt32 = 1) throws {
    let image = try PNG.decode(directory.bytes(golden))
    image[9, 7] ^= levels
    try OutputFile.write(PNG.encode(image), to: directory / golden)
  }
}
