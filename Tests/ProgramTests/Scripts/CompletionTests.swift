import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

/// Completions in shells, as installed.
@Suite("Completion")
struct CompletionTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write("{}", to: "spinner.json")
    try scratch.write("", to: "notes.txt")
  }

  /// Runs a shell in a folder of one animation, and of the completions.
  ///
  /// - Returns: The lines that it prints.
  private func run(_ shell: String, _ arguments: String..., script: String) throws -> [String] {
    try requireTools(shell)
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardizedFileURL.path
    let completion = try ChildProcess([
      root + "/scripts/completion", try ViewerProcess.path, shell,
    ])
    try expectEqual(completion.wait(), .exit(0), "\(completion.text(of: 2))")
    try scratch.write(completion.text(of: 1), to: "completion")
    let process = try ChildProcess(
      ["env", "-C", scratch.path, shell] + arguments + ["-c", script])
    try expectEqual(process.wait(), .exit(0), "\(process.text(of: 2))")
    let lines = process.text(of: 1).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map(String.init)
  }

  /// Words that are offered for the last word of a command line, and words that aren't.
  private static let offers: [(words: String, offers: Set<String>, others: Set<String>)] = [
    ("--sce", ["--scene"], []), ("--scene fa", ["fan"], ["spinner.json"]),
    ("--scene fan --fan-du", ["--fan-duration"], []), ("spinner.json --lo", ["--loop"], []),
    ("--scene fan sp", ["spinner.json"], []), ("re", ["render"], []),
    ("view --scene fa", ["fan"], []), ("render --ha", ["--hash"], []),
    ("render --list", [], ["--list-scenes"]), ("--ver", ["--version"], []),
    ("help t", ["test", "thumbnail"], ["view", "spinner.json"]),
    ("--config no", ["notes.txt"], []), ("--screenshot no", ["notes.txt"], []),
    ("--stats-json no", ["notes.txt"], []), ("render -o no", ["notes.txt"], []),
    ("compare no", ["notes.txt"], []), ("test --junit no", ["notes.txt"], []),
  ]

  private func check(_ lines: [String]) {
    expectEqual(lines.count, Self.offers.count)
    for (line, (words, offers, others)) in zip(lines, Self.offers) {
      let offered = Set(line.split(separator: " ").map(String.init))
      #expect(offered.isSuperset(of: offers), "\(words): \(line)")
      #expect(offered.isDisjoint(with: others), "\(words): \(line)")
    }
  }

  @Test("bash offers the options of view without a subcommand, and those of others after theirs")
  func bash() throws {
    let lines = Self.offers.map { "offer x11viewer \($0.words)" }.joined(separator: "\n")
    check(
      try run(
        "bash", "--norc",
        script: """
          source ./completion
          offer() {
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
            COMPREPLY=()
            _x11viewer_or_view "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
          }
          \(lines)
          """))
  }

  @Test("fish does the same")
  func fish() throws {
    let lines = Self.offers.map { "offer 'x11viewer \($0.words)'" }.joined(separator: "\n")
    check(
      try run(
        "fish", "--no-config",
        script: """
          source ./completion
          function offer
            echo (complete -C $argv[1] | string replace -r '\\t.*' '')
          end
          \(lines)
          """))
  }

  @Test("zsh treats words without a subcommand as those of view")
  func zsh() throws {
    let lines = try run(
      "zsh", "-f",
      script: """
        compdef() {}
        source ./completion
        _x11viewer_words() { print -r -- $CURRENT $words }
        complete() { local words=("$@") CURRENT=$#; _x11viewer }
        complete x11viewer --scene fa
        complete x11viewer --sc
        complete x11viewer render --ha
        complete x11viewer re
        complete x11viewer help t
        """)
    expectEqual(
      lines,
      [
        "4 x11viewer view --scene fa", "3 x11viewer view --sc", "3 x11viewer render --ha",
        // Subcommands, and files.
        "2 x11viewer re", "3 x11viewer view re",
        // Subcommands alone.
        "2 x11viewer t",
      ])
  }
}
