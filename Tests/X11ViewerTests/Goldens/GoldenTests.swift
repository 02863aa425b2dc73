import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes
@testable import ImageFiles
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

/// An image that was checked by eye once, and must stay the same to the last bit on every machine.
struct Golden: CustomTestStringConvertible, Sendable {
  let name: String
  let arguments: [String]
  let time: Seconds

  var testDescription: String { name }

  private static let size = PixelSize(width: 240, height: 160)
  /// The size for tiled scenes.
  private static let wide = PixelSize(width: 480, height: 160)

  /// Returns the scene at the golden's time.
  func view(at time: Seconds) throws -> SceneView {
    let scenes = try SceneConfiguration.parsed(arguments)
    let size = arguments.isEmpty ? Self.wide : Self.size
    let view = scenes.view(size: size)
    view.scene.update(to: time)
    return view
  }

  /// Returns the image as it is drawn now.
  func draw() throws -> PixelImage {
    try view(at: time).compose().painted()
  }

  /// Returns the image as it was when it was checked.
  func kept() throws -> PixelImage {
    try PNG.decode([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  /// Returns the bytes of a file with an image, at the compression level of the goldens' files.
  func encode(_ image: PixelImage) throws -> [UInt8] {
    try PNG.encode(image, compression: 3)
  }

  /// The path of its file, next to this one.
  var path: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Pictures/\(name).png").path
  }

  static let rewrites = ProcessInfo.processInfo.environment["X11VIEWER_REWRITE_GOLDENS"] == "1"
}

extension Golden {
  static let all: [Golden] =
    at([0, 1.5, 3, 100], "tiled", [])
    + at([0, 0.001, 0.75, 1.5, 2.999, 3], "fan", ["--scene", "fan"])
    + at(
      [0.4, 1.9], "fan-spring",
      [
        "--scene", "fan", "--fan-easing", "spring:0.5", "--fan-direction", "counterclockwise",
        "--fan-start-angle", "90", "--fan-radius", "120", "--fan-color", "#c0392b80",
        "--fan-autoreverse", "--fan-duration", "1",
      ])
    + at([0, 0.125, 1.5, 2, 61], "squares", ["--scene", "squares"])
    + at(
      [1.5], "squares-aligned",
      [
        "--scene", "squares", "--no-squares-antialias", "--squares-edges", "wrap", "--seed",
        "7",
        "--squares-size", "33.3",
      ])
    // Ticks at 10:08:43 and 44, before, at, within, at the end of, and after their motion.
    + at([0, 0.999, 1, 1.05, 1.125, 1.2, 1.25, 1.9, 2.1, 78.1], "clock", ["--scene", "clock"])
    + at(
      [18.1, 18.24, 18.3], "clock-hour",
      [
        "--scene", "clock", "--clock-time", "11:59:42", "--clock-curve", "ease-out",
      ])
    + at(
      [1.3, 1.6], "clock-spring",
      [
        "--scene", "clock", "--clock-curve", "spring:0.6", "--clock-duration", "1",
        "--no-clock-marks", "--clock-face-color", "#20242c", "--clock-second-color", "#ffd166",
      ])
    + at([0.3, 12.7], "clock-sweep", ["--scene", "clock", "--clock-motion", "sweep"])
    + at([0, 1.25, 4.5, 100], "shapes", ["--scene", "shapes"])
    + at(
      [2.9], "shapes-even-odd",
      [
        "--scene", "shapes", "--shapes-corners", "5", "--shapes-fill-rule", "even-odd",
        "--shapes-join", "round", "--shapes-cap", "butt", "--shapes-dashes", "4",
        "--shapes-width", "2.5", "--shapes-color", "#1fa187", "--shapes-duration", "4",
      ])
    + at([0, 0.5, 1], "pacing", ["--scene", "pacing"])

  private static func at(_ times: [Seconds], _ name: String, _ arguments: [String]) -> [Golden] {
    times.map { time in
      let number = "\(time)".hasSuffix(".0") ? "\(Int(time))" : "\(time)"
      return Golden(name: "\(name)-\(number)", arguments: arguments, time: time)
    }
  }
}

@Suite("Golden images")
struct GoldenTests {
  @Test("an image is identical to its golden", arguments: Golden.all)
  func exact(golden: Golden) throws {
    let image = try golden.draw()
    if Golden.rewrites {
      try Data(golden.encode(image)).write(to: URL(fileURLWithPath: golden.path))
      return
    }
    guard let file = try? Data(contentsOf: URL(fileURLWithPath: golden.path)) else {
      Issue.record(
        """
        \(golden.name): no golden; run this, and review the image that it writes: \
        X11VIEWER_REWRITE_GOLDENS=1 ./scripts/test --filter Golden
        """)
      return
    }
    let bytes = [UInt8](file)
    let expected = try PNG.decode(bytes)
    guard image != expected else {
      // Also compares the file, since the files that users save must stay the same.
      try expectEqual(golden.encode(image), bytes)
      return
    }
    Issue.record(
      "\(try ImageFailure(named: golden.name, expected: expected, actual: image).leave())")
  }

  @Test("one scene draws the same goldens in shuffled order as in order")
  func shuffled() throws {
    var random = SeededGenerator(seed: 4)
    for (_, group) in Dictionary(grouping: Golden.all, by: \.arguments) where group.count > 1 {
      let lists = try group.map { ($0, try $0.view(at: $0.time).compose()) }
      let view = try group[0].view(at: 0)
      for (golden, list) in lists.shuffled(using: &random) + lists.shuffled(using: &random) {
        view.scene.update(to: golden.time)
        expectEqual(view.compose(), list, "\(golden.name)")
      }
    }
  }

  @Test("every golden file is compared")
  func leftOver() throws {
    let directory = URL(fileURLWithPath: Golden.all[0].path).deletingLastPathComponent().path
    let kept = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(Set(kept).subtracting(Golden.all.map { "\($0.name).png" }).isEmpty)
    expectEqual(Set(Golden.all.map(\.name)).count, Golden.all.count)
  }
}
