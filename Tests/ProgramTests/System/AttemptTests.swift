import Foundation
import LinuxSystem
import TestSupport
import Testing
import XServerSupport

/// Makes the attempts of an attacker inside the decoders of the real program, by a preloaded library.
@Suite("An attacker in a decoder", .serialized, .xServer)
struct AttemptTests {
  private let scratch: ScratchDirectory
  private let library: String

  init() throws {
    try requireTools("clang")
    guard Sandbox.facts.allSatisfy({ $0.value.hasPrefix("restricted") }) else {
      try Test.cancel("this kernel cannot lock a process")
    }
    scratch = try ScratchDirectory()
    for folder in ["home/.ssh", "home/.config", "project/.git/hooks", "out", "outside"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    try scratch.write("input", to: "project/input")
    try scratch.write("notes", to: "out/notes")
    try scratch.write("secret", to: "outside/secret")
    try scratch.write("key", to: "home/.ssh/id")
    try scratch.write("", to: "home/.profile")
    library = scratch / "preload.so"
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../CAttempts/preload/preload.c").path
    let compiler = try ChildProcess(
      [
        "clang", "-shared", "-fPIC", "-w", "-I", Self.headers(besides: source), source, "-o",
        library, "-ldl",
      ])
    guard try compiler.wait(within: 60) == .exit(0) else {
      try Test.cancel("the library cannot be compiled: \(compiler.text(of: 2))")
    }
    let viewer = try ViewerProcess.path
    // Images that are decoded by libpng: one, a sequence, and one with its golden and its line in a manifest.
    let image = ["env", "-C", scratch / "project", viewer]
    for arguments in [
      ["render", "--scene", "clock", "--size", "32x32", "--frames", "3", "-o", "a.apng"],
      ["render", "--scene", "clock", "--size", "32x32", "--frames", "3", "-o", "b.apng"],
      [
        "render", "--scene", "clock", "--size", "32x32", "--frames", "0-1", "-o", "f.####.png",
        "--manifest", "frames.txt",
      ],
      ["render", "--scene", "pacing", "--size", "32x32", "--frames", "3", "-o", "a.y4m"],
      ["test", "a.apng", "--update"],
    ] {
      try ChildProcess(image + arguments).wait(within: 60)
    }
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    try Data(Archives.gzip(Array(drawing.utf8))).write(
      to: URL(fileURLWithPath: scratch / "project/a.svgz"))
  }

  private static func headers(besides source: String) -> String {
    URL(fileURLWithPath: source).deletingLastPathComponent()
      .appendingPathComponent("../include").path
  }

  private func environment(_ report: String) -> [String: String?] {
    [
      "LD_PRELOAD": library, "HOME": scratch / "home",
      "ATTEMPTS_FOLDERS": ["project", "out", "outside"].map { scratch / $0 }.joined(separator: ":"),
      "ATTEMPTS_REPORT": scratch / report, "XDG_CONFIG_HOME": "/nonexistent",
    ]
  }

  /// Returns the attempts with their verdicts.
  private func verdicts(_ report: String) throws -> [String: String] {
    let lines = try scratch.read(report).split(separator: "\n").map(String.init)
    #expect(lines.last == "done", "\(report): the attempts are not made")
    return Dictionary(
      lines.dropLast().compactMap { line in
        line.firstRange(of: ": ").map {
          (String(line[$0.upperBound...]), String(line[..<$0.lowerBound]))
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The attempts that succeed in commands that read the files beside their input.
  private static let always: Set<String> = ["read an input", "read a file of the system"]

  private static let commands: [(arguments: String, allowed: Set<String>)] = [
    ("render a.apng -o ../out/a.png", always),
    ("info a.svgz", always),
    ("test a.apng", always),
    ("compare a.apng b.apng", always),
    ("check a.apng", always),
    // Only the images that the manifest lists.
    ("verify frames.txt", ["read a file of the system"]),
    ("thumbnail a.apng ../out/t.png 16", always),
    ("pacing-report a.y4m", always),
  ]

  private func expect(_ verdicts: [String: String], allow allowed: Set<String>, _ name: String) {
    #expect(verdicts.count > 80, "\(name)")
    // Another user's file is refused by its permissions, unless root runs the tests.
    for (attempt, verdict) in verdicts.sorted(by: { $0.key < $1.key }) {
      expectEqual(verdict, allowed.contains(attempt) ? "allowed" : "refused", "\(name): \(attempt)")
    }
  }

  @Test("is refused everything that a command doesn't need")
  func commands() throws {
    var table: [(String, [String: String])] = []
    for (index, (command, allowed)) in Self.commands.enumerated() {
      let process = try ChildProcess(
        ["env", "-C", scratch / "project", try ViewerProcess.path]
          + command.split(separator: " ").map(String.init),
        environment: environment("report\(index)").merging(
          command.hasSuffix(".y4m") ? ["ATTEMPTS_AT_READ": "1"] : [:]
        ) { $1 })
      _ = try process.wait(within: 60)
      let verdicts = try verdicts("report\(index)")
      expect(verdicts, allow: allowed, command)
      table.append((command, verdicts))
    }
    record(table, "commands.md")
  }

  @Test("is refused everything that a window doesn't need")
  func window() throws {
    let viewer = try RunningViewer(
      ["a.apng"], on: try XServer(), in: scratch / "project", environment: environment("report"))
    try viewer.press("q")
    try expectEqual(viewer.process.wait(within: 60), .exit(0))
    let verdicts = try verdicts("report")
    expect(verdicts, allow: ["read a file of the system"], "window")
    record([("window", verdicts)], "window.md")
  }

  /// Attaches a table of the attempts to the results of the tests.
  private func record(_ columns: [(name: String, verdicts: [String: String])], _ name: String) {
    let attempts = Set(columns.flatMap(\.verdicts.keys)).sorted()
    let rows = attempts.map { attempt in
      ([attempt] + columns.map { $0.verdicts[attempt] ?? "" }).joined(separator: " | ")
    }
    let head = (["attempt"] + columns.map(\.name)).joined(separator: " | ")
    let rule = (0...columns.count).map { _ in "---" }.joined(separator: " | ")
    Attachment.record(([head, rule] + rows).map { "| \($0) |\n" }.joined(), named: name)
  }
}
