import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  /// The blocks of Swift in the README's section about the library.
  private func blocks() throws -> [String] {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(text.range(of: "\n## Build\n")).upperBound
    return text[section...].components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  @Test("has a program and a manifest that work as they are, with this clone's path")
  func package() throws {
    let program = try #require(try blocks().first)
    let manifest = try #require(try blocks().first { $0.hasPrefix("// swift-tools-version") })
    #expect(manifest.contains("path: \"../x11viewer\""))
    let folder = Self.root.appending(path: ".build-tests/readme/Program")
    let sources = folder.appending(path: "Sources/Program")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try manifest.replacing("../x11viewer", with: Self.root.path())
      .write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try (program + "print(dot.x, picture.size.width)\n")
      .write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)

    // As the tests are, so that the library need not be built again.
    let script = #"exec "$("$0" --package-path "$1")/Program""#
    let build = Self.root.appending(path: "scripts/build-tests")
    let printed = try FinishedProgram(["/bin/sh", "-c", script, build.path(), folder.path()])
    #expect(printed.status == 0)
    #expect(printed.output == "50.0 320\n")
  }
}
