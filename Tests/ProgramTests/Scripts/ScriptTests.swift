import Foundation
import TestSupport
import Testing

@testable import OfflineRendering
@testable import X11Viewer

@Suite("Scripts")
struct ScriptTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path

  /// Runs a script by its path below the root, with a `swift` that prints its directory and
  /// arguments, in an environment in which `cd scripts/..` would go elsewhere and print it.
  private func run(_ script: String) throws -> (output: [Substring], complaint: String) {
    let scratch = try ScratchDirectory()
    let other = scratch / "other/scripts"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try scratch.writeProgram(
      """
      #!/bin/sh
      case "$*" in
      --version) echo "Swift version 6.3.1" ;;
      *--show-bin-path*) echo /programs ;;
      *) echo "$PWD: $*" >&2 ;;
      esac
      """, to: "swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let process = try ChildProcess(
      ["env", "-C", root, "sh", script],
      environment: ["CDPATH": scratch / "other", "PATH": scratch.path + ":" + path])
    try expectEqual(process.wait(), .exit(0), "\(process.text(of: 2))")
    return (process.text(of: 1).split(separator: "\n"), process.text(of: 2))
  }

  @Test("build prints only the path of the program, whatever CDPATH contains")
  func build() throws {
    let (output, complaint) = try run("scripts/build")
    expectEqual(output, ["/programs/x11viewer"])
    #expect(complaint.contains("--package-path \(root) "), "\(complaint)")
  }

  @Test("format works on this package, whatever CDPATH contains")
  func format() throws {
    let (output, complaint) = try run("scripts/format")
    expectEqual(output, [])
    #expect(complaint.hasPrefix("\(root): format --in-place"), "\(complaint)")
  }

  @Test("package names its files by the version of the program")
  func packageVersion() throws {
    let process = try ChildProcess([root + "/scripts/package", "--version"])
    let end = try process.wait()
    // A source archive has no commits.
    if process.text(of: 2).contains("not a git repository") { return }
    expectEqual(end, .exit(0), "\(process.text(of: 2))")
    let version = process.text(of: 1)
    #expect(version.hasPrefix(Program.version + "+git") || version == Program.version + "\n")
  }

  @Test("all mentions of a Swift version are the same")
  func versions() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }
    for package in ["", "Benchmarks/", "Examples/"] {
      #expect(try text(package + "Package.swift").hasPrefix("// swift-tools-version: 6.3\n"))
    }
    #expect(try text("scripts/setup").contains("Swift 6.3 or newer"))
    let images = try text(".github/workflows/test.yml").components(separatedBy: "\"swift:")
    #expect(images.count > 1)
    #expect(images.dropFirst().allSatisfy { $0.hasPrefix("6.3-") })
  }
}
