import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Limited file systems", .xServer)
struct FileSystemTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// An animation with one frame, so that its images have the same name.
  private static let still = #"{"v":"5.7.0","fr":10,"ip":0,"op":1,"w":9,"h":9,"layers":[]}"#

  private func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test("numbered files need neither hard links nor unnamed files, and overwrite nothing")
  func numberedOnFAT() throws {
    let fat = try FATFileSystem()
    let sequence = try FrameSequence(pattern: fat.path + "/%d.png")
    for number in 1...3 {
      #expect(
        try OutputFile.write([UInt8(48 + number)], toFirstFree: sequence.path(of:))
          == sequence.path(of: number))
    }
    try expectEqual(names(in: fat.path), ["1.png", "2.png", "3.png"])
    try expectEqual(String(contentsOfFile: fat.path + "/1.png", encoding: .utf8), "1")
  }

  @Test("files are replaced without hard links or unnamed files")
  func replacingOnFAT() throws {
    let fat = try FATFileSystem()
    for text in ["old", "new"] { try OutputFile.write(Array(text.utf8), to: fat.path + "/a.png") }
    try expectEqual(names(in: fat.path), ["a.png"])
    try expectEqual(String(contentsOfFile: fat.path + "/a.png", encoding: .utf8), "new")
  }

  @Test("s saves images on a file system without hard links")
  func saveOnFAT() throws {
    let fat = try FATFileSystem()
    try directory.write(Self.still, to: "still.json")
    let viewer = try RunningViewer(
      ["--size", "200x100", directory / "still.json"], on: try XServer(), in: fat.path)
    for name in ["still-0000.png", "still-0000-2.png"] {
      try viewer.press("s")
      _ = try viewer.process.waitForLine(on: 2) { $0.contains(name) }
    }
    try expectEqual(names(in: fat.path), ["still-0000-2.png", "still-0000.png"])
  }

  @Test("s saves images if links are refused, and overwrites nothing")
  func refusedLinks() throws {
    let names = ["still-0000.png", "still-0000-2.png", "still-0000-3.png"]
    try directory.write("mine", to: names[1])
    let log = try ScratchDirectory()
    try log.write(Self.still, to: "still.json")
    var tracer = ["strace", "-f", "-qq", "-o", log / "calls", "-P", "."]
    for name in names { tracer += ["-P", name] }
    // The directory itself, which is opened to create an unnamed file.
    tracer += ["-e", "inject=openat:error=EOPNOTSUPP", "-e", "inject=linkat:error=EPERM"]
    let server = try XServer()
    let process = try ChildProcess(
      ["env", "-C", directory.path] + tracer
        + [try ViewerProcess.path, "--size", "200x100", "--print-window-id", log / "still.json"],
      environment: ["DISPLAY": server.display])
    let id = try process.waitForLine(on: 1)
    try server.run("xdotool", "windowfocus", "--sync", id)
    for name in [names[0], names[2]] {
      try server.run("xdotool", "key", "s")
      _ = try process.waitForLine(on: 2) { $0.contains(name) }
    }
    expectEqual(Set(directory.allNames), Set(names))
    try expectEqual(directory.read(names[1]), "mine")
    let calls = try log.read("calls")
    #expect(calls.contains("linkat(") && calls.contains("EPERM"))
    #expect(
      calls.split(separator: "\n").contains { $0.contains("renameat2(") && $0.hasSuffix("= 0") })
  }

  @Test("a file that is a mount point is written in place")
  func mounted() throws {
    try directory.write("outer", to: "a.png")
    try directory.write("inner, and longer than an image", to: "inner")
    chmod(directory / "inner", 0o640)
    let script = """
      cd '\(directory.path)' && mount --bind inner a.png || exit 99
      "$0" render -o a.png --size 9x9
      """
    let process = try ChildProcess(["unshare", "-m", "sh", "-c", script, try ViewerProcess.path])
    let end = try process.wait()
    guard end != .exit(99), end != .exit(1) else {
      try Test.cancel("this process may not mount: \(process.text(of: 2))")
    }
    expectEqual(end, .exit(0), "\(process.text(of: 2))")
    try expectEqual(directory.read("a.png"), "outer")
    try expectEqual(directory.bytes("inner"), Run(["render", "-o", "-", "--size", "9x9"]).output)
    expectEqual(directory.allNames, ["a.png", "inner"])
  }

  @Test("a read-only file isn't replaced, even in a writable folder")
  func unwritable() throws {
    try directory.write("old", to: "a.png")
    chmod(directory / "a.png", 0o444)
    chmod(directory.path, 0o777)
    var command = [try ViewerProcess.path, "render", "-o", directory / "a.png", "--size", "9x9"]
    if getuid() == 0 {
      // Root can write everything.
      command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
    }
    let process = try ChildProcess(command)
    let end = try process.wait()
    guard end != .exit(126), end != .exit(127) else {
      try Test.cancel("another user may not run this: \(process.text(of: 2))")
    }
    expectEqual(end, .exit(ExitStatus.cannotCreate.rawValue))
    #expect(process.text(of: 2).contains("Permission denied"), "\(process.text(of: 2))")
    try expectEqual(directory.read("a.png"), "old")
    expectEqual(directory.allNames, ["a.png"])
  }

  @Test("a file is flushed to disk before it is named", arguments: ["new.png", "old.png"])
  func synchronized(name: String) throws {
    try directory.write("old", to: "old.png")
    let process = try ChildProcess([
      "strace", "-f", "-qq", "-e", "trace=write,fsync,linkat,rename,renameat2", "-o",
      directory / "calls", try ViewerProcess.path, "render", "-o", directory / name, "--size",
      "9x9",
    ])
    try expectEqual(process.wait(), .exit(0), "\(process.text(of: 2))")
    let calls = try directory.read("calls").split(separator: "\n").map {
      String($0.split(separator: "(")[0].split(separator: " ").last ?? "")
    }
    let written = try #require(calls.lastIndex(of: "write"))
    let synchronized = try #require(calls.firstIndex(of: "fsync"))
    let renamed = try #require(calls.firstIndex { $0 == "rename" || $0 == "linkat" })
    #expect(written < synchronized && synchronized < renamed, "\(calls)")
  }
}
