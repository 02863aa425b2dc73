import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("User commands")
struct ShellCommandTests {
  private let folder: ScratchDirectory
  private let ready: EventDescriptor
  private let commands: ShellCommands

  init() throws {
    folder = try ScratchDirectory()
    ready = try EventDescriptor()
    commands = ShellCommands(ready: ready)
  }

  private func waitForFailure() -> [String] {
    _ = waitUntilReadable(
      ready.fileDescriptor, untilNanoseconds: MonotonicClock.nanoseconds + 20_000_000_000)
    return commands.takeFailures()
  }

  @Test("receive the unchanged file name, whatever a shell would do with it")
  func names() throws {
    let name = "/x/$(touch \(folder / "pwned")) '\";`touch \(folder / "pwned")` *\n.json"
    let command =
      "printf %s \"$1\" > '\(folder / "one")'; printf %s \"$X11VIEWER_FILE\" > '\(folder / "two")'; exit 3"
    try commands.start(command, about: name)
    expectEqual(waitForFailure(), ["\(command): ended with status 3"])
    #expect(try folder.read("one") == name && folder.read("two") == name)
    expectEqual(folder.allNames, ["one", "two"])
  }

  @Test("aren't waited for, and leave nothing behind when they have ended")
  func ends() throws {
    try commands.start("echo $$ > '\(folder / "pid")'; exec sleep 600", about: "/x")
    try waitUntil("it runs") { try !folder.allNames.isEmpty && !folder.read("pid").isEmpty }
    let pid = try #require(pid_t(try folder.read("pid").split(separator: "\n").first ?? ""))
    kill(pid, SIGKILL)
    expectEqual(waitForFailure().first?.hasSuffix("ended by signal 9"), true)
    #expect(kill(pid, 0) != 0 && errno == ESRCH, "no process is left over")
  }

  @Test("aren't started without a limit")
  func limit() throws {
    for _ in 0..<32 {
      try commands.start("read x < '\(folder.path)/fifo' 2>&-; exec sleep 5", about: "/x")
    }
    #expect(throws: Failure.self) { try commands.start("true", about: "/x") }
  }
}
