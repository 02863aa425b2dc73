import Foundation
import TestSupport
import Testing

/// The templates in `packaging/ci`, whose shell commands run here with a stand-in for the viewer.
@Suite("The CI templates")
struct CITemplateTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path

  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    // Prints its arguments, one per line, writes the requested files, and fails like a test.
    try scratch.writeProgram(
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      while [ $# -gt 0 ]; do
        case "$1" in
        --report) mkdir -p "$2" && touch "$2/index.html" ;;
        --junit) touch "$2" ;;
        esac
        shift
      done
      exit 65

      """, to: "x11viewer")
  }

  /// Returns the last block of shell commands in a template, which runs the tests.
  private func commands(in template: String, after marker: String) throws -> String {
    let text = try String(contentsOfFile: Self.root + "/packaging/ci/" + template, encoding: .utf8)
    let start = try #require(text.range(of: marker, options: .backwards)).upperBound
    let lines = text[start...].split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines[0].prefix { $0 == " " }
    return lines.prefix { $0.hasPrefix(indent) }.map { $0.dropFirst(indent.count) }
      .joined(separator: "\n") + "\n"
  }

  private func run(
    _ commands: String, environment: [String: String]
  ) throws -> (end: ChildProcess.End, lines: [String]) {
    let variables = environment.map { "\($0)=\($1)" }
    let process = try ChildProcess(
      ["env", "-C", scratch.path, "PATH=\(scratch.path):/usr/bin:/bin"] + variables
        + ["bash", "-eo", "pipefail", "-c", commands])
    let end = try process.wait(within: 60)
    return (end, process.text(of: 1).split(separator: "\n").map(String.init))
  }

  @Test("the action passes quoted arguments as one, keeps the status, and uploads one folder")
  func action() throws {
    let (end, lines) = try run(
      try commands(in: "action.yml", after: "run: |\n"),
      environment: [
        "ANIMATIONS": "one two", "ARGUMENTS": "--exclude 'a b' --tolerance 2,100",
        "RUNNER_TEMP": scratch / "temp", "GITHUB_STEP_SUMMARY": scratch / "summary",
      ])
    expectEqual(end, .exit(65))
    expectEqual(
      Array(lines.prefix(7)), ["test", "one", "two", "--exclude", "a b", "--tolerance", "2,100"])
    #expect(lines.joined(separator: " ").contains(" --annotations github"))
    let uploaded = scratch / "temp/x11viewer-results"
    expectEqual(
      try FileManager.default.contentsOfDirectory(atPath: uploaded).sorted(),
      ["report", "report.xml"])
    let template = try String(
      contentsOfFile: Self.root + "/packaging/ci/action.yml", encoding: .utf8)
    #expect(template.contains("path: ${{ runner.temp }}/x11viewer-results\n"))
  }

  @Test("the action runs without additional arguments")
  func noArguments() throws {
    let (end, lines) = try run(
      try commands(in: "action.yml", after: "run: |\n"),
      environment: [
        "ANIMATIONS": "one", "ARGUMENTS": "", "RUNNER_TEMP": scratch / "temp",
        "GITHUB_STEP_SUMMARY": scratch / "summary",
      ])
    expectEqual(end, .exit(65))
    expectEqual(Array(lines.prefix(3)), ["test", "one", "--report"])
  }

  @Test("the GitLab job passes quoted arguments as one, and keeps the status")
  func gitLab() throws {
    let commands = try commands(in: "gitlab.yml", after: "- |\n")
      .replacingOccurrences(of: "/tmp/x11viewer/bin/x11viewer", with: "x11viewer")
    let (end, lines) = try run(
      commands,
      environment: ["X11VIEWER_ANIMATIONS": "one", "X11VIEWER_ARGUMENTS": "-k \"a b\" --jobs 2"])
    expectEqual(end, .exit(65))
    expectEqual(Array(lines.prefix(6)), ["test", "one", "-k", "a b", "--jobs", "2"])
  }
}
