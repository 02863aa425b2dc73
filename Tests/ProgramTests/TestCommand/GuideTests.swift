import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

@Suite("The guide to golden tests")
struct GuideTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path

  /// Returns the commands of the example, in order.
  private func commands() throws -> [String] {
    let page = try String(contentsOfFile: Self.root + "/docs/golden-tests.md", encoding: .utf8)
    let start = try #require(page.range(of: "## Example: reviewing a change"))
    let rest = page[start.upperBound...]
    let part = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    return part.components(separatedBy: "```sh\n").dropFirst().flatMap { block in
      block.components(separatedBy: "```")[0].split(separator: "\n").map(String.init)
    }
  }

  @Test("the commands of the example review and accept a change")
  func pullRequest() throws {
    let scratch = try ScratchDirectory()
    let star = try String(
      contentsOfFile: Self.root + "/Examples/Animations/star.json", encoding: .utf8)
    for folder in ["animations", "export", "bin"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    try scratch.write(star, to: "animations/star.json")
    try scratch.write(star, to: "export/old-star.json")
    let place = try #require(star.range(of: "\"s\": [36]"))
    try scratch.write(
      star.replacingCharacters(in: place, with: "\"s\": [40]"), to: "export/star.json")
    try FileManager.default.createSymbolicLink(
      atPath: scratch / "bin/x11viewer", withDestinationPath: try ViewerProcess.path)
    func run(_ command: String) throws -> (ChildProcess.End, String) {
      let process = try ChildProcess(
        ["env", "-C", scratch.path, "sh", "-c", command],
        environment: [
          "HOME": scratch.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "n",
          "GIT_AUTHOR_EMAIL": "e", "GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "e",
          "PATH": scratch / "bin" + ":/usr/bin:/bin",
        ])
      return (try process.wait(within: 60), process.text(of: 1))
    }
    _ = try run("git init -q -b main")
    let commands = try commands()
    expectEqual(commands.count, 11)
    for command in commands {
      let (end, text) = try run(command)
      let isFinding =
        command.contains("--report") || command.hasPrefix("x11viewer compare")
      expectEqual(end, .exit(isFinding ? 65 : 0), "\(command): \(text)")
      if isFinding { #expect(text.contains("frames 1-58 (58 of 60)"), "\(command): \(text)") }
    }
    try expectEqual(run("git status --porcelain --untracked-files=no").1, "")
    let summary = try scratch.read("summary.md")
    #expect(summary.contains("x11viewer test --update animations"))
    let page = try scratch.read("report.html")
    #expect(page.contains("x11viewer test --update -k animations/star.json animations"))
  }
}
