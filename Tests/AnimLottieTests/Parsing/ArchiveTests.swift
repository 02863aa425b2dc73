import AnimCodecs
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Unpacking archives")
struct ArchiveTests {
  private let text = Array("{\"a\": [1, 2, 3]}".utf8)

  @Test("entries of a zip file are found by name, stored or deflated")
  func zip() throws {
    let archive = try ZipArchive(
      Archives.zip(
        [
          .init(name: "a", contents: text, isDeflated: false), .init(name: "b/c", contents: text),
          .init(name: "a", contents: [1]),
        ], comment: [1, 2, 3]), limits: LottieLimits())
    expectEqual(archive.entries.map(\.name), ["a", "b/c", "a"])
    for name in ["a", "b/c"] {
      let entry = try #require(archive.entry(name))
      try expectEqual(archive.contents(entry, limit: 100), text)
    }
    #expect(archive.entry("c") == nil)
  }

  @Test("a zip file with other data before it is read")
  func offset() throws {
    let archive = try ZipArchive(
      [1, 2, 3] + Archives.zip([.init(name: "a", contents: text)]), limits: LottieLimits())
    let entry = try #require(archive.entry("a"))
    try expectEqual(archive.contents(entry, limit: 100), text)
  }

  @Test(
    "an entry that doesn't match its header is an error",
    arguments: [
      (Archives.Entry(name: "a", contents: [1, 2], checkSum: 5), "the checksum of a is wrong"),
      (.init(name: "a", contents: [1, 2], size: 3), "the checksum of a is wrong"),
      (.init(name: "a", contents: [1, 2], size: 1), "a is larger than declared"),
      (.init(name: "a", contents: [1, 2], flags: 1), "a is encrypted"),
      (
        .init(name: "a", contents: [1, 2], method: 99),
        "a is compressed by the unknown method 99"
      ),
    ])
  func wrongEntry(_ entry: Archives.Entry, reason: String) throws {
    let archive = try ZipArchive(Archives.zip([entry]), limits: LottieLimits())
    let first = try #require(archive.entries.first)
    #expect(throws: LottieError.damagedArchive(reason: reason)) {
      try archive.contents(first, limit: 100)
    }
  }

  @Test("a zip64 archive is rejected with a specific message")
  func largeArchive() {
    var bytes = Archives.zip([.init(name: "a", contents: text)])
    for offset in bytes.count - 10..<bytes.count - 2 { bytes[offset] = 0xFF }
    let reason = "it is a zip64 archive, for files above 4 GB"
    #expect(throws: LottieError.damagedArchive(reason: reason)) {
      try ZipArchive(bytes, limits: LottieLimits())
    }
  }

  private func faults(_ files: [(String, String)]) throws -> (ids: [String], faults: [String]) {
    let file = try LottieFile(Archives.zip(files))
    return (file.manifest.animations.map(\.id), file.diagnostics.map(\.description))
  }

  @Test(
    "missing and duplicate entries of a manifest are reported and skipped")
  func unequal() throws {
    let twice = "it is in the archive twice; the first one is used"
    let manifest =
      #"{"animations":[{"id":"gone"},{"id":"x"},{"id":"x"},{"id":"y"}],"initial":{"animation":"gone"}}"#
    let found = try faults([
      ("manifest.json", manifest), ("a/x.json", file()), ("a/x.json", "{}"), ("a/y.json", file()),
    ])
    expectEqual(found.ids, ["x", "y"])
    expectEqual(
      found.faults,
      [
        "a/x.json: \(twice)",
        #"manifest.json: the animation "gone" is listed, but the archive has no such file; it is ignored"#,
        #"manifest.json: the animation "x" is listed twice; the first one is used"#,
        #"manifest.json: the initial animation "gone" does not exist; the first one is drawn"#,
      ])
    // If none of the listed animations exists, those in the archive are used.
    try expectEqual(
      faults([("manifest.json", #"{"animations":[{"id":"gone"}]}"#), ("a/x.json", file())]).ids,
      ["x"])
  }

  @Test("a manifest that is missing, corrupt or not JSON is reported as such")
  func manifests() throws {
    let rest = "; the first animation in the archive is drawn"
    let json = #"{"animations":[{"id":"x"},]}"#
    for (files, fault) in [
      ([], "missing"),
      ([("manifest.json", json)], "invalid JSON at byte 26: expected a value"),
    ] {
      let found = try faults(files + [("a/x.json", file())])
      expectEqual(found.faults, ["manifest.json: \(fault)\(rest)"])
      expectEqual(found.ids, ["x"])
    }
    let file = try LottieFile(
      Archives.zip([
        .init(name: "manifest.json", contents: Array(json.utf8), checkSum: 1),
        .init(name: "a/x.json", contents: Array(file().utf8)),
      ]))
    #expect(file.diagnostics.first?.message.contains("checksum of manifest.json") == true)
  }

  /// Returns an animation with an image.
  private static func exported(_ folder: String = "images/") -> String {
    file(layers: "", #""assets":[{"id":"i","w":1,"h":1,"u":"\#(folder)","p":"a.png","e":0}]"#)
  }

  @Test(
    "a zip file of an animation and its images is read, in any folder",
    arguments: ["", "export/", "one/two/", "./"])
  func plainArchive(folder: String) throws {
    let rendering = Array(ImageFixtures.red)
    for (path, image) in [
      ("images/", "images/a.png"), ("/images/", "images/a.png"), ("", "images/a.png"),
      ("", "a.png"), ("img/", "img/a.png"),
    ] {
      let archive = try LottieFile(
        Archives.zip([
          .init(name: "__MACOSX/\(folder)._data.json", contents: [0]),
          .init(name: folder + "images/.hidden.json", contents: [0]),
          .init(name: folder + "data.json", contents: Array(Self.exported(path).utf8)),
          .init(name: folder + image, contents: rendering),
        ]))
      expectEqual(archive.manifest.animations.map(\.id), ["data"])
      expectEqual(archive.diagnostics.map(\.description), [])
      let animation = try archive.animation()
      #expect(animation.contents.images.allSatisfy { $0.isLoaded }, "\(path) \(image)")
    }
  }

  @Test(
    "of several animations in a zip file, data.json is the first, and the outermost folder takes precedence"
  )
  func plainAnimations() throws {
    let found = try faults([
      ("old/a.json", file()), ("a.json", file()), ("data.json", file()), ("b.lot", file()),
    ])
    expectEqual(found.ids, ["data", "a", "b"])
    expectEqual(found.faults, [])
  }

  @Test("a dotLottie file in a folder of the archive is read, with themes and images")
  func enclosedArchive() throws {
    let manifest =
      #"{"version":"2","animations":[{"id":"x","themes":["dark"]}],"themes":[{"id":"dark"}]}"#
    let rendering = Array(ImageFixtures.red)
    let archive = try LottieFile(
      Archives.zip([
        .init(name: "sticker/", contents: []),
        .init(name: "sticker/manifest.json", contents: Array(manifest.utf8)),
        .init(name: "sticker/a/x.json", contents: Array(Self.exported().utf8)),
        .init(name: "sticker/i/a.png", contents: rendering),
        .init(name: "sticker/t/dark.json", contents: Array(#"{"rules":[]}"#.utf8)),
      ]))
    expectEqual(archive.diagnostics.map(\.description), [])
    #expect(try archive.theme("dark").id == "dark")
    #expect(try archive.animation().contents.images.allSatisfy { $0.isLoaded })
  }

  @Test("an entry larger than the limit isn't unpacked")
  func entryLimit() throws {
    let archive = try ZipArchive(
      Archives.zip([.init(name: "a", contents: text)]), limits: LottieLimits())
    let entry = try #require(archive.entry("a"))
    #expect(throws: LottieError.tooMuch(.jsonBytes, limit: 3, path: "a")) {
      try archive.contents(entry, limit: 3)
    }
  }

  @Test("a zip file with more entries than the limit is rejected")
  func entryCount() throws {
    let file = Archives.zip(["a", "b", "c"].map { .init(name: $0, contents: text) })
    var limits = LottieLimits()
    limits.archiveEntries = 3
    try expectEqual(ZipArchive(file, limits: limits).entries.count, 3)
    limits.archiveEntries = 2
    #expect(throws: LottieError.tooMuch(.archiveEntries, limit: 2, path: "")) {
      try ZipArchive(file, limits: limits)
    }
  }

  @Test("a zip file that is truncated or changed anywhere is read or rejected, and never crashes")
  func mutations() {
    let file = Archives.zip([.init(name: "a", contents: text), .init(name: "b", contents: text)])
    func read(_ bytes: [UInt8]) {
      guard let archive = try? ZipArchive(bytes, limits: LottieLimits()) else { return }
      for entry in archive.entries { _ = try? archive.contents(entry, limit: 1000) }
    }
    for offset in file.indices {
      read(Array(file.prefix(offset)))
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var changed = file
        changed[offset] = value
        read(changed)
      }
    }
  }
}
