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

  /// Returns the blocks of shell commands in a template: the first installs the viewer, and the
  /// second runs the tests.
  private func commands(in template: String, after marker: String) throws -> [String] {
    let text = try String(contentsOfFile: Self.root + "/packaging/ci/" + template, encoding: .utf8)
    return text.components(separatedBy: marker).dropFirst().map { block in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let indent = lines[0].prefix { $0 == " " }
      return lines.prefix { $0.hasPrefix(indent) }.map { $0.dropFirst(indent.count) }
        .joined(separator: "\n") + "\n"
    }
  }

  private func run(
    _ commands: String, environment: [String: String]
  ) throws -> (end: ChildProcess.End, lines: [String]) {
    let path = ["PATH": "\(scratch.path):/usr/bin:/bin"]
    let variables = environment.merging(path) { given, _ in given }.map { "\($0)=\($1)" }
    let process = try ChildProcess(
      ["env", "-C", scratch.path] + variables + ["bash", "-eo", "pipefail", "-c", commands])
    let end = try process.wait(within: 60)
    return (
      end, (process.text(of: 1) + process.text(of: 2)).split(separator: "\n").map(String.init)
    )
  }

  /// Makes a Python package of the stand-in, and returns its SHA-256.
  private func makePackage() throws -> String {
    try requireTools("python3", "tar", "sha256sum")
    let venv = try ChildProcess(["python3", "-c", "import ensurepip, venv"])
    guard try venv.wait() == .exit(0) else { try Test.cancel("python3-venv is not installed") }
    let (end, lines) = try run(
      """
      mkdir -p release/bin
      mv x11viewer release/bin
      tar -czf x11viewer-1.2-linux-x86_64.tar.gz release
      sha256sum <"$(\(Self.root)/scripts/wheel x11viewer-1.2-linux-x86_64.tar.gz)"
      """, environment: [:])
    expectEqual(end, .exit(0), "\(lines)")
    return try String(#require(lines.last).prefix(64))
  }

  @Test("the action passes quoted arguments as one, keeps the status, and uploads one folder")
  func action() throws {
    let (end, lines) = try run(
      try commands(in: "action.yml", after: "run: |\n")[1],
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
      try commands(in: "action.yml", after: "run: |\n")[1],
      environment: [
        "ANIMATIONS": "one", "ARGUMENTS": "", "RUNNER_TEMP": scratch / "temp",
        "GITHUB_STEP_SUMMARY": scratch / "summary",
      ])
    expectEqual(end, .exit(65))
    expectEqual(Array(lines.prefix(3)), ["test", "one", "--report"])
  }

  @Test("the action installs the package by its pattern, and later steps find the viewer")
  func installation() throws {
    let hash = try makePackage()
    let install = try commands(in: "action.yml", after: "run: |\n")[0]
    var environment = [
      "PACKAGE": "*.whl", "SHA256": hash, "RUNNER_TEMP": scratch.path,
      "GITHUB_PATH": scratch / "path", "PIP_NO_INDEX": "1",
    ]
    let (end, lines) = try run(install, environment: environment)
    expectEqual(end, .exit(0), "\(lines)")
    let path = try scratch.read("path").trimmingCharacters(in: .newlines)
    let (status, printed) = try run(
      "x11viewer test", environment: ["PATH": path + ":/usr/bin:/bin"])
    expectEqual(status, .exit(65))
    expectEqual(printed, ["test"])

    environment["SHA256"] = String(hash.reversed())
    environment["GITHUB_PATH"] = scratch / "none"
    let (failed, message) = try run(install, environment: environment)
    expectEqual(failed, .exit(1))
    #expect(message.joined().contains("HASHES"), "\(message)")
    #expect(!FileManager.default.fileExists(atPath: scratch / "none"))
  }

  @Test("the GitLab job passes quoted arguments as one, and keeps the status")
  func gitLab() throws {
    let (end, lines) = try run(
      try commands(in: "gitlab.yml", after: "- |\n")[1]
        .replacingOccurrences(of: "/tmp/x11viewer/bin/x11viewer", with: "x11viewer"),
      environment: ["X11VIEWER_ANIMATIONS": "one", "X11VIEWER_ARGUMENTS": "-k \"a b\" --jobs 2"])
    expectEqual(end, .exit(65))
    expectEqual(Array(lines.prefix(6)), ["test", "one", "-k", "a b", "--jobs", "2"])
  }

  @Test("the GitLab job installs the package")
  func gitLabInstallation() throws {
    let hash = try makePackage()
    let (end, lines) = try run(
      try commands(in: "gitlab.yml", after: "- |\n")[0]
        .replacingOccurrences(of: "/tmp/x11viewer", with: scratch / "environment"),
      environment: [
        "X11VIEWER_PACKAGE": "./x11viewer-1.2-py3-none-manylinux_2_34_x86_64.whl",
        "X11VIEWER_SHA256": hash, "PIP_NO_INDEX": "1",
      ])
    expectEqual(end, .exit(0), "\(lines)")
    let (status, printed) = try run(
      "'\(scratch / "environment/bin/x11viewer")' test", environment: [:])
    expectEqual(status, .exit(65))
    expectEqual(printed, ["test"])
  }
}
