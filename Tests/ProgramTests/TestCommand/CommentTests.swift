import Foundation
import TestSupport
import Testing
import XServerSupport

/// `packaging/ci/comment`, with a bare repository and a stand-in for the REST API of GitHub.
@Suite("The comment on pull requests")
struct CommentTests {
  private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../packaging/ci/comment").standardizedFileURL.path

  private let scratch: ScratchDirectory
  private let base: String

  /// Creates a repository with an animation on the branch `main`, a shallow clone of which is the
  /// pull request's, and the images of another pull request.
  init() throws {
    try requireTools("git", "python3")
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation.small(), to: "square.json")
    base = try Self.shell(
      """
      mkdir bin source && ln -s '\(ViewerProcess.path)' bin/x11viewer
      git init -q --bare -b main remote && git init -q -b main source
      mkdir -p source/pages/animations && cp square.json source/pages/animations
      cd source && git add . && git commit -qm one && git push -q ../remote main
      git checkout -q --orphan x11viewer-pictures && mkdir -p 6/abc && touch 6/abc/1-after.png
      git rm -q -r --cached . && git add 6 && git commit -qm other && git push -q ../remote HEAD
      git clone -q --depth 1 "file://$PWD/../remote" ../clone && cd ../clone
      git rev-parse HEAD && git commit -q --allow-empty -m two
      """, in: scratch)
  }

  /// Runs commands in a folder, and returns what they print.
  @discardableResult
  private static func shell(
    _ commands: String, in scratch: ScratchDirectory, environment: [String: String] = [:]
  ) throws -> String {
    let identity = [
      "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a",
      "GIT_COMMITTER_EMAIL": "a", "PATH": scratch / "bin" + ":/usr/bin:/bin",
    ]
    let process = try ChildProcess(
      ["sh", "-euc", "cd '\(scratch.path)'; \(commands)"],
      environment: environment.merging(identity) { given, _ in given })
    let end = try process.wait(within: 120)
    expectEqual(end, .exit(0), "\(process.text(of: 2))")
    return process.text(of: 1).trimmingCharacters(in: .newlines)
  }

  private func shell(_ commands: String) throws -> String {
    try Self.shell(commands, in: scratch)
  }

  /// Starts a server with a single issue, which has a comment from another user. It prints each
  /// request and writes the texts of the comments to a file.
  private func server() throws -> (ChildProcess, address: String) {
    try scratch.write(
      """
      import http.server, json, os
      comments = [{"id": 1, "body": "Nice"}]
      class Handler(http.server.BaseHTTPRequestHandler):
          def answer(self):
              print(self.command, self.path, flush=True)
              assert self.headers["Authorization"] == "Bearer secret"
              text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
              if self.command == "GET":
                  result = comments if self.path.endswith("&page=1") else []
              elif self.command == "POST":
                  result = {"id": 20 + len(comments), **json.loads(text)}
                  comments.append(result)
              else:
                  result = next(c for c in comments if self.path.endswith(f"/comments/{c['id']}"))
                  result.update(json.loads(text))
              with open("comments.json", "w") as file:
                  json.dump([comment["body"] for comment in comments], file)
              self.send_response(200)
              self.end_headers()
              self.wfile.write(json.dumps(result).encode())
          do_GET = do_POST = do_PATCH = answer
          def log_message(self, *arguments): pass
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """, to: "server.py")
    let process = try ChildProcess(["env", "-C", scratch.path, "python3", "server.py"])
    return (process, "http://127.0.0.1:\(try process.waitForLine(on: 1))")
  }

  /// Commits the clone's files, and runs the program as the action would. Returns the first digits
  /// of the commit.
  private func comment(_ address: String) throws -> String {
    let head = try shell(
      "cd clone && git add . && git commit -q --allow-empty -m change && git rev-parse HEAD")
    try scratch.write(
      """
      {"pull_request": {"number": 7, "base": {"sha": "\(base)"}, "head": {"sha": "\(head)"}}}
      """, to: "event.json")
    let environment = [
      "GITHUB_REPOSITORY": "owner/name", "GITHUB_EVENT_PATH": scratch / "event.json",
      "GITHUB_API_URL": address, "GITHUB_TOKEN": "secret", "RUNNER_TEMP": scratch / "temp",
      "GITHUB_STEP_SUMMARY": scratch / "summary.md", "GITHUB_OUTPUT": scratch / "output",
    ]
    try Self.shell(
      "cd clone/pages && '\(Self.program)' animations >&2", in: scratch, environment: environment)
    return String(head.prefix(12))
  }

  /// The files on the branch with the images.
  private func branch() throws -> [String] {
    try shell("git -C remote ls-tree -r --name-only x11viewer-pictures")
      .split(separator: "\n").map(String.init)
  }

  private func comments() throws -> [String] {
    try JSONDecoder().decode(
      [String].self, from: Data(contentsOf: URL(fileURLWithPath: scratch / "comments.json")))
  }

  @Test("shows changes in motion, updates itself, and keeps the images of other pull requests")
  func updates() throws {
    let (server, address) = try server()
    let issue = "/repos/owner/name/issues"

    // Nothing to show, so nothing is written.
    _ = try comment(address)
    expectEqual(try comments(), ["Nice"])
    expectEqual(try branch(), ["6/abc/1-after.png"])

    try scratch.write(
      TestAnimation.small(color: "#008000"), to: "clone/pages/animations/square.json")
    try scratch.write("<svg", to: "clone/pages/animations/broken.svg")
    let first = try comment(address)
    let names = ["1-after.png", "1-before.png", "1-difference.png"]
    expectEqual(try branch(), ["6/abc/1-after.png"] + names.map { "7/\(first)/\($0)" })
    try expectEqual(shell("git -C remote rev-list --count x11viewer-pictures"), "1")
    let text = try comments()[1]
    #expect(text.hasPrefix("<!-- x11viewer -->\n"), "\(text)")
    let image = "https://github.com/owner/name/raw/x11viewer-pictures/7/\(first)/1-"
    let images = ["before", "after", "difference"].map { "![](\(image)\($0).png)" }
    #expect(
      text.contains("| animations/square.json | \(images.joined(separator: " | ")) |"), "\(text)")
    #expect(text.contains("| animations/broken.svg |  | cannot be read"), "\(text)")

    // The images show both versions and their difference, with 20 frames per second.
    let facts = try shell(
      """
      git -C remote archive x11viewer-pictures 7/\(first) | tar x && cd 7/\(first)
      draw() { x11viewer render "$1" --at 0.4 --size 256x171 -o "$2"; }
      draw ../../square.json a.png && draw 1-before.png b.png && x11viewer compare -q a.png b.png
      draw ../../clone/pages/animations/square.json a.png
      draw 1-after.png b.png && x11viewer compare -q a.png b.png
      x11viewer info --brief 1-difference.png
      """)
    #expect(facts.hasSuffix(": 256x171, 20 frames/s, 1 s, as intended"), "\(facts)")

    try scratch.remove("clone/pages/animations/broken.svg")
    let second = try comment(address)
    expectEqual(try branch(), ["6/abc/1-after.png"] + names.map { "7/\(second)/\($0)" })
    let updated = try comments()
    expectEqual(updated.count, 2)
    #expect(updated[1].contains(second) && !updated[1].contains(first), "\(updated[1])")

    try scratch.write(TestAnimation.small(), to: "clone/pages/animations/square.json")
    _ = try comment(address)
    expectEqual(try branch(), ["6/abc/1-after.png"])
    #expect(try !comments()[1].contains("raw/"))
    let requests = server.text(of: 1).split(separator: "\n").filter { !$0.hasPrefix("GET") }
    expectEqual(
      requests.dropFirst().map(String.init),
      ["POST \(issue)/7/comments", "PATCH \(issue)/comments/21", "PATCH \(issue)/comments/21"])
  }

  @Test("is in the summary of the job if the token can't write")
  func fork() throws {
    try scratch.writeProgram("#!/bin/sh\nexit 1\n", to: "remote/hooks/pre-receive")
    try scratch.write(
      TestAnimation.small(color: "#008000"), to: "clone/pages/animations/square.json")
    _ = try comment("http://127.0.0.1:9")
    #expect(try scratch.read("summary.md").contains("| animations/square.json | all | differs"))
    expectEqual(try scratch.read("output"), "refused=true\n")
    let folder = scratch / "temp/x11viewer-results/pictures"
    expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder).count, 3)
  }
}
