import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("The rules of texts, paths and exit statuses")
struct TextRuleTests {
  @Test("exit statuses are those of sysexits.h")
  func statuses() {
    expectEqual(ExitStatus.allCases.map(\.rawValue), [0, 64, 65, 66, 69, 73, 74, 75, 78])
    #expect(ExitStatus.usage.rawValue == 64 && ExitStatus.noInput.rawValue == 66)
    #expect(ExitStatus.timedOut.rawValue == 75 && ExitStatus.differs.rawValue == 65)
    expectEqual(Failure(usage: "The value is wrong.").message, "the value is wrong")
    expectEqual(Failure(usage: "--x: no").message, "--x: no")
    expectEqual(Failure(usage: "").status, .usage)
    expectEqual(Failure(SystemError(call: "x")).status, .unavailable)
  }

  @Test("control characters are shown as question marks")
  func printable() {
    expectEqual("a\u{1B}[1mb\u{7F}\u{9F}c".printable, "a?[1mb??c")
    // A name that would be read from right to left.
    expectEqual("a\u{202E}gnp.exe\u{2066}\u{200F}".printable, "a?gnp.exe??")
    expectEqual("tab\tline\n".printable, "tab?line?")
    expectEqual("a\u{2028}b\u{2029}\u{61C}c".printable, "a?b??c")
    expectEqual("é\u{A0}扇~ ".printable, "é\u{A0}扇~ ")
  }

  @Test("paths are split and joined as the kernel interprets them")
  func paths() {
    let rows: [(String, name: String, folder: String)] = [
      ("a", "a", "."), ("a/b", "b", "a"), ("/a", "a", "/"), ("/a/b.c", "b.c", "/a"),
      ("./a", "a", "."), ("a/b/", "b", "a/b"), ("/", "/", "/"),
    ]
    for row in rows {
      expectEqual(FilePath.name(of: row.0), row.name, "\(row.0)")
      expectEqual(FilePath.folder(of: row.0), row.folder, "\(row.0)")
    }
    #expect(FilePath.join(".", "a") == "a" && FilePath.join("a", "b") == "a/b")
    #expect(FilePath.join("/", "a") == "/a" && FilePath.join("a/", "b") == "a/b")
  }

  @Test("an absolute path has no dots, and refers to the same file even through a link")
  func absolutePaths() throws {
    for (path, clean) in [
      ("/x/../y/./z", "/y/z"), ("/../x", "/x"), ("/x..y/.z", "/x..y/.z"), ("/a//b", "/a//b"),
    ] { expectEqual(FilePath.absolute(path), clean) }
    #expect(!FilePath.absolute("./a/../b").contains("/."))
    let scratch = try ScratchDirectory()
    for folder in ["one", "one/two"] { try #require(mkdir(scratch / folder, 0o700) == 0) }
    try scratch.write("", to: "one/two/a")
    try scratch.write("", to: "one/b")
    try #require(symlink("one/two", scratch / "link") == 0)
    // The parent of the link's target isn't the parent of the link.
    let resolved = try #require(realpath(scratch / "one/b", nil))
    defer { free(resolved) }
    expectEqual(FilePath.absolute(scratch / "link/../b"), String(cString: resolved))
    expectEqual(FilePath.absolute(scratch / "one/../link/./a"), scratch / "link/a")
    expectEqual(FilePath.fromRoot(scratch / "link/../b"), scratch / "link/../b")
    #expect(
      FilePath.fromRoot("../b").hasPrefix("/") && FilePath.fromRoot("../b").hasSuffix("/../b"))
  }

  @Test("folders are listed without hidden entries, and created with their parents")
  func folders() throws {
    let scratch = try ScratchDirectory()
    try expectEqual(Folder.make(scratch / "a/b/c").count, 3)
    #expect(try Folder.make(scratch / "a/b/c").isEmpty)
    for name in ["b.json", "a.json", ".hidden.json", "B.JSON", "c.txt", "xjson"] {
      try scratch.write("x", to: name)
    }
    try expectEqual(
      Folder.names(in: scratch.path, fileExtensions: [".json"]), ["B.JSON", "a.json", "b.json"])
    try expectEqual(Folder.names(in: scratch.path, fileExtensions: [".txt", ".lot"]), ["c.txt"])
    try expectEqual(Folder.folders(in: scratch.path), ["a"])
    #expect(try Folder.names(in: scratch.path).contains(".hidden.json"))
    #expect(Folder.isFolder(scratch / "a") && !Folder.isFolder(scratch / "c.txt"))
    #expect(!Folder.isFolder(scratch / "none"))
    try scratch.write("x", to: "a/b/file")
    // Files and folders of files are removed. Anything deeper isn't ours.
    #expect(throws: OutputError.self) { try Folder.empty(scratch / "a") }
    try Folder.remove(scratch / "a/b")
    #expect(!Folder.isFolder(scratch / "a/b") && Folder.isFolder(scratch / "a"))
    Folder.removeIfEmpty(scratch / "a")
    #expect(!Folder.isFolder(scratch / "a"))
    Folder.removeIfEmpty(scratch.path)
    #expect(Folder.isFolder(scratch.path))
  }
}
