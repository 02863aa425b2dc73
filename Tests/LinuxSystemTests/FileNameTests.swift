import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("Names of files as text")
struct FileNameTests {
  /// Returns a name that Linux allows, composed of valid UTF-8, of almost valid UTF-8, and of the
  /// characters that represent bytes.
  private static func name(_ random: inout SeededGenerator) -> [UInt8] {
    let parts: [[UInt8]] = [
      Array("a".utf8), Array(".json".utf8), Array("é扇🎞\u{301}".utf8),
      Array("\u{10FE80}".utf8), Array("\u{10FEFF}".utf8), Array("\u{10FE7F}\u{10FF00}".utf8),
      [0xF4, 0x8F, 0xBA], [0xC3], [0xA9], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xFF], [0x80],
    ]
    return (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in
      Bool.random(using: &random)
        ? parts.randomElement(using: &random) ?? []
        : [UInt8.random(in: 0x30...0xFF, using: &random)]
    }
  }

  @Test("all bytes survive the conversion to text and back, and no two names have the same text")
  func bijection() {
    var random = SeededGenerator(seed: 40)
    var names: [String: [UInt8]] = [:]
    for _ in 0..<20_000 {
      let (name, other) = (Self.name(&random), Self.name(&random))
      let text = String(fileName: name)
      expectEqual(text.fileNameBytes, name)
      expectEqual(text.systemPath, name.map { CChar(bitPattern: $0) } + [0])
      expectEqual(FilePath.join(text, String(fileName: other)).fileNameBytes, name + [0x2F] + other)
      // Swift considers canonically equivalent strings equal, which isn't enough here.
      let key = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      expectEqual(names.updateValue(name, forKey: key) ?? name, name)
    }
  }

  @Test(
    "invalid UTF-8 is displayed in octal digits",
    arguments: [
      ([0x61, 0xFF, 0x2E], "a\\377."), ([0xE9], "\\351"),
      (Array("\u{10FE80}".utf8), "\\364\\217\\272\\200"), (Array("é".utf8), "é"),
      (Array("🎞".utf8), "🎞"), (Array("\\377".utf8), "\\377"),
    ] as [([UInt8], String)])
  func display(bytes: [UInt8], displayed: String) {
    expectEqual(String(fileName: bytes).displayed, displayed)
  }

  @Test(
    "a path with a zero byte refers to no file",
    arguments: ["\0", "a\0", "a\0.png", "\0a", "\u{10FEFF}\0"])
  func zero(path: String) throws {
    expectEqual(path.systemPath, [0])
    expectEqual(path.fileNameBytes.contains(0), true)
    #expect(throws: OutputError.cannotCreate(path: "/\(path)/a", code: ENOENT)) {
      try OutputFile.write([1], to: "/\(path)/a")
    }
  }

  @Test(
    "a slash ends a name, and a dot starts a file extension, whatever combining mark follows them")
  func marks() {
    expectEqual(FilePath.name(of: "a/\u{301}b"), "\u{301}b")
    expectEqual(FilePath.folder(of: "a/\u{301}b"), "a")
    expectEqual(FilePath.stem(of: "a.\u{301}b"), "a")
    expectEqual(FilePath.fileExtension(of: "a.\u{301}b"), "\u{301}b")
  }

  @Test("a leading tilde is the home folder, and any other is part of a name")
  func tilde() throws {
    let home = String(fileName: try #require(getenv("HOME")))
    expectEqual(FilePath.expandingTilde("~"), home)
    expectEqual(FilePath.expandingTilde("~/a"), home + "/a")
    for path in ["~a", "a/~", "./~", ""] { expectEqual(FilePath.expandingTilde(path), path) }
  }
}
