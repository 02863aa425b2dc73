import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

/// The same must be true with and without a hidden name.
@Suite("Unnamed files")
struct TemporaryFileTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test("an abandoned file leaves nothing behind", arguments: [true, false])
  func abandoned(unnamed: Bool) throws {
    do {
      let file = try TemporaryFile(beside: directory / "a", unnamed: unnamed)
      try file.write([1].span.bytes)
      expectEqual(directory.visibleNames, [])
    }
    expectEqual(directory.allNames, [])
  }

  @Test("a file replaces another", arguments: [true, false])
  func replaces(unnamed: Bool) throws {
    try directory.write("old", to: "a")
    do {
      let file = try TemporaryFile(beside: directory / "a", unnamed: unnamed)
      try file.write(Array("new".utf8).span.bytes)
      try file.replace(directory / "a")
    }
    expectEqual(directory.allNames, ["a"])
    try expectEqual(directory.read("a"), "new")
  }

  @Test("a file takes only an unused name", arguments: [true, false])
  func claims(unnamed: Bool) throws {
    try directory.write("old", to: "a")
    do {
      let file = try TemporaryFile(beside: directory / "a", unnamed: unnamed)
      try file.write(Array("new".utf8).span.bytes)
      #expect(try !file.claim(directory / "a"))
      #expect(try file.claim(directory / "b"))
    }
    expectEqual(directory.allNames, ["a", "b"])
    try expectEqual(directory.read("a"), "old")
    try expectEqual(directory.read("b"), "new")
  }
}
