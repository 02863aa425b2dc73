import Foundation
import TestSupport
import Testing

@testable import Viewer

/// The page of keys, which is made from the table of keys.
@Suite("The page of keys")
struct KeyPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path
  private static let page = root + "/docs/keys.md"
  private static let (start, end) = ("<!-- keys -->\n", "<!-- end of keys -->\n")

  /// Such as `<kbd>Ctrl</kbd>+<kbd>C</kbd>`.
  private func markup(_ key: String) -> String {
    let isPlus = key.hasSuffix("+")
    let parts = key.split(separator: "+").map(String.init) + (isPlus ? ["+"] : [])
    return parts.map { part in
      let text = part.replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: ">", with: "&gt;")
        // A cell would end.
        .replacingOccurrences(of: "|", with: "&#124;")
      return "<kbd>\(text)</kbd>"
    }.joined(separator: "+")
  }

  private func keys(_ row: KeyRow) -> String {
    row.bindings.map { markup($0.key) }.joined(separator: " ")
  }

  private static let conditions: [(HelpContext, String)] = [
    (.timeline, "animations"), (.clock, "clocks"), (.files, "files"), (.scenes, "built-in scenes"),
    (.themes, "files with themes"), (.machines, "interactive files"),
    (.machine, "state machines"), (.pixels, "files of pixels"),
  ]

  private var tables: String {
    var text = ""
    for topic in KeyTopic.allCases where topic != .custom {
      text +=
        "\n## \(topic.rawValue)\n\n| keys | function | for | action |\n|---|---|---|---|\n"
      for row in KeyTable.rows where row.topic == topic {
        let conditions = Self.conditions.filter { row.needs.contains($0.0) }.map(\.1)
        var actions: [String] = []
        for binding in row.bindings where !actions.contains("`\(binding.action)`") {
          actions.append("`\(binding.action)`")
        }
        text += "| \(keys(row)) | \(row.details) | \(conditions.joined(separator: ", "))"
        text += conditions.isEmpty ? "| " : " | "
        text += "\(actions.joined(separator: ", ")) |\n"
      }
    }
    let everywhere = KeyTable.rows.filter { if case .everywhere = $0.scope { true } else { false } }
    text += "\nWhile all pages are shown, these work as ever: "
    text += everywhere.map(keys).joined(separator: ", ") + ".\n\n"
    return text
  }

  @Test("has the same keys, meanings and actions as the table")
  func page() throws {
    let page = try String(contentsOfFile: Self.page, encoding: .utf8)
    let start = try #require(page.range(of: Self.start)).upperBound
    let end = try #require(page.range(of: Self.end)).lowerBound
    if Kept.rewrites {
      try page.replacingCharacters(in: start..<end, with: tables)
        .write(toFile: Self.page, atomically: true, encoding: .utf8)
      return
    }
    #expect(
      page[start..<end] == tables,
      "X11VIEWER_REWRITE_GOLDENS=1 ./scripts/test --filter KeyPage writes docs/keys.md again")
  }

  /// A page as generate-manual writes it, without a newline at its end.
  private static let generatedPage = """
    .Sh NAME
    .Nm x11viewer
    .Sh SYNOPSIS
    .Nm
    .Ar subcommand
    .Sh DESCRIPTION
    Plays animations.
    .Sh "EXIT STATUS"
    .Ex -std
    .Sh AUTHORS
    """

  @Test("becomes a section of the manual page, before the environment, files and exit statuses")
  func manual() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(Self.generatedPage.trimmingCharacters(in: .newlines), to: "page")
    let process = try ChildProcess([Self.root + "/scripts/manual", scratch / "page"])
    try expectEqual(process.wait(within: 60), .exit(0), "\(process.text(of: 2))")
    let page = process.text(of: 1)
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".Sh ") }
    expectEqual(
      sections,
      [
        ".Sh NAME", ".Sh SYNOPSIS", ".Sh DESCRIPTION", ".Sh KEYS", ".Sh ENVIRONMENT", ".Sh FILES",
        ".Sh EXIT STATUS",
      ])
    #expect(page.contains(".Sh SYNOPSIS\n.Nm\n.Op Ar options\n.Op Ar\n"))
    #expect(page.contains(".It \"\\&~/.config/x11viewer/config\""))
    #expect(page.contains(".It \"\\&DISPLAY\"") && page.contains(".It \"\\&78\""))
    let start = try #require(page.range(of: ".Sh KEYS\n")).upperBound
    let text = page[start..<(try #require(page.range(of: ".Sh ENVIRONMENT")).lowerBound)]
    let lines = text.split(separator: "\n").map(String.init)
    expectEqual(lines.count { $0.hasPrefix(".It ") }, KeyTable.rows.count)
    expectEqual(lines.count { $0.hasPrefix(".Ss ") }, KeyTopic.allCases.count - 1)
    #expect(!text.contains("kbd") && !text.contains("&lt;"))
    for row in KeyTable.rows { #expect(text.contains(row.details), "\(row.details)") }
    // Nothing in a line is taken for a request.
    let requests = [".Sh", ".Ss", ".Bl", ".It", ".El", ".Pp"]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains { line.hasPrefix($0) }, "\(line)")
    }
  }
}
