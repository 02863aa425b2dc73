import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("The trash")
struct TrashTests {
  private let folder: ScratchDirectory

  init() throws { folder = try ScratchDirectory() }

  @Test("keeps files of the same name, and records their original paths and the times of deletion")
  func home() throws {
    let data = folder / "data"
    let name = "ä b%\"\n.json"
    for text in ["one", "two"] {
      try folder.write(text, to: name)
      try Trash(data: data).put(folder / name, now: 1_700_000_000)
      #expect(!Folder.hasEntry(folder / name))
    }
    try expectEqual(folder.read("data/Trash/files/\(name)"), "one")
    try expectEqual(folder.read("data/Trash/files/\(name).2"), "two")
    let note = try folder.read("data/Trash/info/\(name).2.trashinfo").split(separator: "\n")
    #expect(note.count == 3 && note[0] == "[Trash Info]")
    expectEqual(note[1], "Path=" + FilePath.escaped(folder.path) + "/%C3%A4%20b%25%22%0A.json")
    #expect(note[2].hasPrefix("DeletionDate=2023-11-1") && note[2].count == 32)
    var status = stat()
    #expect(stat(data + "/Trash/files", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test("a link itself is moved, and a file that can't be moved stays and leaves no record")
  func failures() throws {
    let trash = Trash(data: folder / "data")
    try folder.write("x", to: "target")
    symlink("target", folder / "link")
    try trash.put(folder / "link")
    #expect(try folder.read("target") == "x" && Folder.hasEntry(folder / "data/Trash/files/link"))
    do {
      try trash.put(folder / "none")
      Issue.record("it is not there")
    } catch {
      #expect(
        error.message
          == "\(folder / "none"): cannot be moved to the trash: No such file or directory")
    }
    // A file in place of the trash.
    try folder.write("", to: "file")
    do {
      try Trash(data: folder / "file").put(folder / "target")
      Issue.record("it is nowhere")
    } catch {
      try expectEqual(folder.read("target"), "x")
    }
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: folder / "data/Trash/info").count, 1)
  }

  @Test(
    "on another file system is in its top folder",
    .enabled(if: TrashTests.isOtherFileSystem, "/dev/shm is no file system of its own"))
  func otherFileSystem() throws {
    let name = "x11viewer-\(UUID().uuidString)"
    try Data("x".utf8).write(to: URL(fileURLWithPath: "/dev/shm/\(name)"))
    let bin = "/dev/shm/.Trash-\(getuid())"
    let isNew = !Folder.hasEntry(bin)
    defer {
      for path in ["/dev/shm/\(name)", "\(bin)/files/\(name)", "\(bin)/info/\(name).trashinfo"] {
        unlink(path)
      }
      if isNew { try? FileManager.default.removeItem(atPath: bin) }
    }
    try Trash(data: folder / "data").put("/dev/shm/\(name)")
    #expect(Folder.hasEntry("\(bin)/files/\(name)") && !Folder.hasEntry(folder / "data"))
    let note = try String(contentsOfFile: "\(bin)/info/\(name).trashinfo", encoding: .utf8)
    #expect(note.contains("Path=\(name)\n"), "relative to the top")
  }

  private static var isOtherFileSystem: Bool {
    var (shm, scratch) = (stat(), stat())
    return stat("/dev/shm", &shm) == 0 && stat(NSTemporaryDirectory(), &scratch) == 0
      && shm.st_dev != scratch.st_dev
  }
}
