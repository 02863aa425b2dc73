import Foundation
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Paging through files")
struct FileListTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    for name in ["b.json", "c.lot", "a.tgs", "d.lottie", ".hidden.json", "x.txt"] {
      try scratch.write("", to: name)
    }
  }

  /// Returns the names of the files that paging leads to, in turn.
  private func names(_ list: FileList, by count: Int, times: Int) -> [String] {
    var list = list
    var cursor = FileCursor(list.path)
    return (0..<times).map { _ in
      cursor.replace(list.files())
      _ = cursor.move(by: count)
      return FilePath.name(of: cursor.path)
    }
  }

  @Test("a single file represents its folder: paging is in the order of names, and wraps around")
  func oneFile() throws {
    let list = try FileList([scratch / "c.lot"])
    #expect(list.isOneFile)
    expectEqual(names(list, by: 1, times: 5), ["d.lottie", "a.tgs", "b.json", "c.lot", "d.lottie"])
    expectEqual(names(list, by: -1, times: 3), ["b.json", "a.tgs", "d.lottie"])
  }

  @Test("an image sequence is one file among those of its folder")
  func sequence() throws {
    for name in ["f.1.png", "f.2.png", "f.3.png", "e.png"] { try scratch.write("", to: name) }
    var list = try FileList([scratch / "f.%d.png"])
    expectEqual(
      list.files().map(FilePath.name),
      ["a.tgs", "b.json", "c.lot", "d.lottie", "e.png", "f.%d.png"])
    expectEqual(names(list, by: 1, times: 6).last, "f.%d.png")
    // A file may have the name of a pattern.
    try scratch.write("", to: "f.#.png")
    try scratch.write("", to: "f.##.png")
    try scratch.write("", to: "f.11.png")
    var literal = try FileList([scratch / "f.##.png"])
    expectEqual(literal.files().count, 11)
    for name in ["f.#.png", "f.##.png", "f.11.png"] { try scratch.remove(name) }
    // A single file on the command line is one of many.
    var one = try FileList([scratch / "f.1.png"])
    expectEqual(one.files().count, 8)
  }

  @Test("cursors without an extension are listed once, and links to them are omitted")
  func cursors() throws {
    try scratch.write("Xcur", to: "wait")
    try scratch.write("Xcur", to: "arrow")
    try scratch.write("Xcu", to: "README")
    try scratch.write("Xcur", to: "x.cursor")
    try FileManager.default.createDirectory(
      atPath: scratch / "folder", withIntermediateDirectories: true)
    try scratch.write("Xcur", to: "folder/hand")
    for (link, target) in [
      ("clock", "wait"), ("hand1", "folder/hand"), ("hand2", "hand1"), ("lost", "nothing"),
      ("tree", "folder"), ("a0.json", "a.tgs"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch / link, withDestinationPath: target)
    }
    expectEqual(mkfifo(scratch / "pipe", 0o600), 0)
    try FileManager.default.createSymbolicLink(
      atPath: scratch / "pipe2", withDestinationPath: "pipe")
    var list = try FileList([scratch / "clock"])
    expectEqual(
      list.files().map(FilePath.name),
      ["a.tgs", "a0.json", "arrow", "b.json", "c.lot", "d.lottie", "hand1", "wait"])
    var listing = FileListing()
    listing.isRecursive = true
    var tree = try FileList([scratch / "folder/.."], listing)
    expectEqual(tree.files().last.map(FilePath.name), "hand")
  }

  @Test("a folder represents the files in it, including new ones")
  func folder() throws {
    let list = try FileList([scratch.path])
    #expect(!list.isOneFile)
    expectEqual(FilePath.name(of: list.path), "a.tgs")
    try scratch.write("", to: "aa.json")
    // Nobody may ever write into it.
    mkfifo(scratch / "ab.json", 0o600)
    expectEqual(names(list, by: 1, times: 2), ["aa.json", "b.json"])
  }

  @Test("a file with another extension has a position among the folder's files by its name")
  func otherName() throws {
    let list = try FileList([scratch / "bb.txt"])
    expectEqual(names(list, by: 1, times: 1), ["c.lot"])
    expectEqual(names(list, by: -1, times: 1), ["b.json"])
    let last = try FileList([scratch / "z.txt"])
    expectEqual(names(last, by: 1, times: 1), ["a.tgs"])
    expectEqual(names(last, by: -1, times: 1), ["d.lottie"])
  }

  @Test("several files keep their order, with the files of a folder in place of the folder")
  func several() throws {
    try FileManager.default.createDirectory(
      atPath: scratch / "more", withIntermediateDirectories: true)
    try scratch.write("", to: "more/m.json")
    let list = try FileList([scratch / "x.txt", scratch / "more", scratch / "b.json"])
    expectEqual(names(list, by: 1, times: 3), ["m.json", "b.json", "x.txt"])
    expectEqual(names(list, by: -4, times: 1), ["b.json"])
  }

  @Test("a folder without animations is rejected")
  func empty() throws {
    try FileManager.default.createDirectory(
      atPath: scratch / "empty", withIntermediateDirectories: true)
    let failure = #expect(throws: Failure.self) { try FileList([scratch / "empty"]) }
    expectEqual(failure?.status, .noInput)
    expectEqual(failure?.message.contains(".lottie"), true)
  }

  @Test("a folder without animations is skipped among other arguments", arguments: [false, true])
  func emptyAmongOthers(isRecursive: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: scratch / "empty", withIntermediateDirectories: true)
    var listing = FileListing()
    listing.isRecursive = isRecursive
    let list = try FileList(
      [scratch / "empty", scratch / "b.json", scratch / "missing/", scratch / "c.lot"], listing)
    expectEqual(names(list, by: 1, times: 2), ["c.lot", "b.json"])
    expectEqual(list.skipped.map(\.path), [scratch / "empty", scratch / "missing/"])
    expectEqual(
      list.skipped.first?.failure.message.hasPrefix("\(scratch / "empty"): no animations"), true)
    let failure = #expect(throws: Failure.self) {
      try FileList([scratch / "empty", scratch / "empty"], listing)
    }
    expectEqual(failure?.message.hasPrefix("\(scratch / "empty"): no animations"), true)
  }

  @Test(
    "a path has a folder and a name",
    arguments: [
      ("a.json", ".", "a.json"), ("/a.json", "/", "a.json"), ("x/y/a.json", "x/y", "a.json"),
      ("./a.json", ".", "a.json"),
    ])
  func paths(path: String, folder: String, name: String) {
    expectEqual(FilePath.folder(of: path), folder)
    expectEqual(FilePath.name(of: path), name)
    let current = FileManager.default.currentDirectoryPath
    #expect(FilePath.absolute(path).hasPrefix("/") && !FilePath.absolute(path).contains("/./"))
    expectEqual(FilePath.absolute("./\(name)"), "\(current)/\(name)")
  }

  @Test("the stem of a name is the part before its file extension, if it has one")
  func stems() {
    for (name, stem) in [
      ("a.json", "a"), ("a.b.json", "a.b"), (".json", ".json"), ("a", "a"), ("a.", "a"), ("", ""),
    ] { expectEqual(FilePath.stem(of: name), stem) }
  }

  @Test("files created within the same tick of the clock are found, and later ones as well")
  func ticks() throws {
    var list = try FileList([scratch.path])
    func files(at time: Int) throws -> Int {
      var times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
      expectEqual(utimensat(AT_FDCWD, scratch.path, &times, 0), 0)
      return list.files().count
    }
    let now = Int(Date().timeIntervalSince1970)
    try expectEqual(files(at: now), 4)
    try scratch.write("", to: "e.json")
    try expectEqual(files(at: now), 5)
    try expectEqual(files(at: now - 100), 5)
    try scratch.write("", to: "f.json")
    try expectEqual(files(at: now - 50), 6)
    try scratch.remove("a.tgs")
    try expectEqual(files(at: now), 5)
  }

  @Test("paging from a removed file moves to its neighbours")
  func gone() throws {
    var list = try FileList([scratch / "b.json"])
    try scratch.remove("b.json")
    var cursor = FileCursor(list.path, in: list.files())
    var back = cursor
    #expect(cursor.move(by: 1) && FilePath.name(of: cursor.path) == "c.lot")
    #expect(back.move(by: -1) && FilePath.name(of: back.path) == "a.tgs")
  }

  @Test(
    "a file that was given twice is two pages, and paging skips unwanted files")
  func cursor() {
    var cursor = FileCursor("a", in: ["a", "b", "a", "c"])
    let turns = (0..<4).map { _ in
      _ = cursor.move(by: 1)
      return cursor.index
    }
    expectEqual(turns, [1, 2, 3, 0])
    #expect(cursor.move(by: 1) { $0 == "c" } && cursor.path == "c")
    #expect(!cursor.move(by: 1) { $0 == "x" } && cursor.index == 3)
    cursor.replace(["c", "d"])
    #expect(cursor.path == "c" && cursor.index == 0)
    cursor.move(to: 2)
    expectEqual(cursor.path, "c")
    var empty = FileCursor("a")
    let hasTurned = empty.move(by: 1)
    #expect(!hasTurned)
  }
}

@Suite("Lists of dropped files")
struct URIListTests {
  @Test("a URI can name this machine")
  func thisMachine() {
    var name = [CChar](repeating: 0, count: 256)
    expectEqual(gethostname(&name, name.count), 0)
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let host = String(decoding: bytes, as: UTF8.self)
    expectEqual(URIList.inputs(Array("file://\(host)/a.json\r\n".utf8)), ["/a.json"])
  }

  @Test(
    "files on this machine are accepted, and other URIs are unchanged if there are none",
    arguments: [
      ("file:///home/a.json\r\n", ["/home/a.json"]),
      ("file:///a%20b%25.json\r\nfile:/c\r\n", ["/a b%.json", "/c"]),
      ("# comment\r\nfile://localhost/x\n", ["/x"]), ("file:///%C3%A4", ["/ä"]),
      ("FILE:///a", ["/a"]), ("http://example.org/a.json\r\n", ["http://example.org/a.json"]),
      ("# comment\r\nhttps://a/b\r\nfile:///c\r\n", ["/c"]),
      ("file://elsewhere.example/a", ["file://elsewhere.example/a"]),
      ("file:///a%00b", ["file:///a%00b"]), ("file:///a%zz", ["file:///a%zz"]),
      ("file:///a%4", ["file:///a%4"]), ("file:///%ff", [String(fileName: [0x2F, 0xFF])]),
      ("file:a", ["file:a"]),
      ("", []), ("file:///a\0", ["/a"]),
    ])
  func list(text: String, paths: [String]) {
    expectEqual(URIList.inputs(Array(text.utf8)), paths)
  }

  @Test("names are in natural order, and no two are equal")
  func order() {
    let names = [
      "a", "a1", "a01", "a2", "a10", "a10b", "b", "s2.json", "s007.json", "s10.json", "ä",
    ]
    expectEqual(
      names.shuffled().sorted(by: NaturalOrder.precedes),
      [
        "a", "a01", "a1", "a2", "a10", "a10b", "b", "s2.json", "s007.json", "s10.json",
        "ä",
      ])
    for a in names {
      for b in names where a != b {
        #expect(NaturalOrder.precedes(a, b) != NaturalOrder.precedes(b, a), "\(a), \(b)")
      }
      #expect(!NaturalOrder.precedes(a, a))
    }
  }
}
