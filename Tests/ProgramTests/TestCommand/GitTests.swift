import TestSupport
import Testing
import XServerSupport

@Suite("Git, for test --against")
struct GitTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("revisions without Git exit with 69, and name the package to install")
  func noGit() throws {
    try folder.write("a.json")
    for path in ["/nonexistent", "bin"] {
      // A search path with a shell, and one without.
      let run = try Run(
        script: """
          cd '\(folder.directory.path)' && mkdir -p bin && ln -sf "$(command -v sh)" bin/sh \
            && PATH=\(path) exec "$0" test . --against HEAD
          """)
      #expect(run.complained(.unavailable), "\(run.end) \(run.complaint)")
      expectEqual(
        run.complaint,
        "x11viewer: HEAD: requires git, which is not installed; install the package "
          + "git\n")
    }
  }

  @Test("Git can only read files with --against, and has all rights with --no-sandbox")
  func lockedGit() throws {
    try folder.write("a.json")
    let commit = try Run(
      script: """
        cd '\(folder.directory.path)' && git init -q && git add . \
          && git -c user.name=a -c user.email=b commit -qm a
        """)
    expectEqual(commit.end, .exit(0), "\(commit.complaint)")
    let git = """
      #!/bin/sh
      echo >>'\(folder.directory / "log")' && echo written >>'\(folder.directory / "log")'
      PATH=${PATH#*:} exec git "$@"
      """
    try folder.makeFolder("bin")
    try folder.directory.writeProgram(git, to: "bin/git")
    let path = "PATH='\(folder.directory / "bin")':$PATH"
    for (option, isWritten) in [("--sandbox", false), ("--no-sandbox", true)] {
      let run = try Run(
        script: "cd '\(folder.directory.path)' && \(path) \"$0\" test . --against HEAD \(option)")
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      #expect(run.text.contains("1 as expected"))
      expectEqual(folder.directory.allNames.contains("log"), isWritten)
    }
  }
}
