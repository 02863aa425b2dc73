import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("Output files")
struct OutputFileTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test("a file appears only when it is finished, and leaves no other file behind")
  func appearsWhole() throws {
    let file = try OutputFile(path: directory / "a.png")
    try file.write(Array("half".utf8))
    expectEqual(directory.visibleNames, [])
    try file.write(Array(" and half".utf8))
    try file.finish()
    expectEqual(directory.allNames, ["a.png"])
    try expectEqual(directory.read("a.png"), "half and half")
  }

  @Test("an unfinished file leaves nothing behind")
  func abandoned() throws {
    do {
      let file = try OutputFile(path: directory / "a.png")
      try file.write([1, 2, 3])
    }
    expectEqual(directory.allNames, [])
  }

  @Test("an existing file is unchanged until the new one is finished")
  func replacing() throws {
    try directory.write("old", to: "a.png")
    do {
      let file = try OutputFile(path: directory / "a.png")
      try file.write(Array("new".utf8))
    }
    try expectEqual(directory.read("a.png"), "old")
    try OutputFile.write(Array("new".utf8), to: directory / "a.png")
    try expectEqual(directory.read("a.png"), "new")
    expectEqual(directory.allNames, ["a.png"])
  }

  @Test("a replaced file keeps its permissions, and a link to it remains a link")
  func permissionsAndLinks() throws {
    try directory.write("old", to: "a.png")
    chmod(directory / "a.png", 0o640)
    symlink("a.png", directory / "link.png")
    try OutputFile.write(Array("new".utf8), to: directory / "link.png")
    try expectEqual(directory.read("a.png"), "new")
    var status = stat()
    expectEqual(stat(directory / "a.png", &status), 0)
    expectEqual(status.st_mode & 0o777, 0o640)
    expectEqual(lstat(directory / "link.png", &status), 0)
    expectEqual(status.st_mode & S_IFMT, S_IFLNK)
  }

  @Test("an invalid path is rejected at once, with the path and the reason")
  func cannotCreate() throws {
    try directory.write("", to: "file")
    for (path, reason) in [
      (directory / "missing/a.png", "cannot be created: No such file or directory"),
      (directory / "file/a.png", "cannot be created: Not a directory"),
      (directory.path, "is a folder; pass a file name"),
      ("", "cannot be created: No such file or directory"),
    ] {
      let error = #expect(throws: OutputError.self) { try OutputFile(path: path) }
      expectEqual(error?.description, "\(path): \(reason)")
      expectEqual(error?.exitStatus, .cannotCreate)
    }
  }

  @Test("a full disk is reported with the path and the reason")
  func fullDisk() throws {
    let error = #expect(throws: OutputError.self) {
      try OutputFile.write([1, 2, 3], to: "/dev/full")
    }
    expectEqual(error?.description, "/dev/full: cannot be written: No space left on device")
    expectEqual(error?.exitStatus, .writingFailed)
  }

  @Test("a file whose folder has been unmounted in the meantime is reported with this reason")
  func unmountedFolder() {
    #expect(
      "\(OutputError(writing: "a/b", code: EXDEV))"
        == "a/b: cannot be written: its folder has been unmounted or replaced")
  }

  @Test("a pipe receives all bytes immediately")
  func pipes() throws {
    let path = directory / "pipe"
    expectEqual(mkfifo(path, 0o600), 0)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let reader = try ChildProcess(["sh", "-c", #"cat "$0/pipe" >"$0/copy""#, directory.path])
    try OutputFile.write(bytes, to: path)
    try expectEqual(reader.wait(), .exit(0))
    try expectEqual(Data(contentsOf: URL(fileURLWithPath: directory / "copy")), Data(bytes))
  }

  @Test("writing waits for a non-blocking pipe")
  func nonBlocking() throws {
    let pipe = try TestSupport.Pipe()
    let end = pipe.writeEnd
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let isWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? FileDescriptor.write(bytes.span.bytes, to: end)
      isWritten.signal()
    }
    let deadline = Deadline(20)
    while pipe.bytes.count < bytes.count, pipe.waitForInput(deadline) { pipe.drain() }
    isWritten.wait()
    // Not compared in the expectation, which would compute an expensive diff.
    let isWhole = pipe.bytes == bytes
    #expect(isWhole)
  }

  @Test("a closed pipe ends writing silently")
  func readerGone() throws {
    let path = directory / "pipe"
    expectEqual(mkfifo(path, 0o600), 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let file = try OutputFile(path: path)
    close(reader)
    let error = #expect(throws: OutputError.self) { try file.write([1]) }
    expectEqual(error, .readerGone(path: path))
    expectEqual(error?.exitStatus, .success)
  }

  @Test("the path of an open descriptor continues at its position")
  func inheritedDescriptors() throws {
    try directory.write("log: ", to: "log")
    let descriptor = open(directory / "log", O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    try OutputFile.write(Array("more".utf8), to: "/dev/fd/\(descriptor)")
    try expectEqual(directory.read("log"), "log: more")
    #expect(throws: OutputError.cannotCreate(path: "/dev/fd/9999", code: EBADF)) {
      try OutputFile(path: "/dev/fd/9999")
    }
  }

  private func path(_ number: Int) -> String { directory / "x11viewer-000\(number).png" }

  @Test("numbered files take the first unused name and overwrite nothing")
  func numbered() throws {
    try directory.write("mine", to: "x11viewer-0002.png")
    let paths = try (1...3).map { index in
      try OutputFile.write([UInt8(48 + index)], toFirstFree: path)
    }
    expectEqual(paths, [1, 3, 4].map { path($0) })
    try expectEqual(directory.read("x11viewer-0002.png"), "mine")
    try expectEqual(directory.read("x11viewer-0004.png"), "3")
    expectEqual(directory.allNames.count, 4)
  }

  @Test("numbered files fail if all names are in use")
  func numberedWithoutEnd() throws {
    try directory.write("mine", to: "x11viewer-0001.png")
    #expect(throws: OutputError.cannotCreate(path: path(1), code: EEXIST)) {
      try OutputFile.write([1], toFirstFree: { _ in path(1) })
    }
    try expectEqual(directory.read("x11viewer-0001.png"), "mine")
    expectEqual(directory.allNames.count, 1)
  }

  @Test("a dangling link isn't overwritten")
  func numberedOverDanglingLink() throws {
    symlink("nowhere", path(1))
    try expectEqual(OutputFile.write([1], toFirstFree: path), path(2))
  }

  @Test("numbered files in a missing folder are rejected")
  func numberedNowhere() throws {
    let missing = directory / "missing/"
    #expect(throws: OutputError.cannotCreate(path: missing + "1", code: ENOENT)) {
      try OutputFile.write([1], toFirstFree: { missing + "\($0)" })
    }
  }
}
