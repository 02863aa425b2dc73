import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  /// Returns the first Swift code block of a page.
  private func code(in page: String) throws -> String {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst()
    return try #require(blocks.first).components(separatedBy: "```")[0]
  }

  @Test("has a program that works with the manifest of the libraries' page, with this clone's path")
  func package() throws {
    let program = try code(in: "README.md")
    let manifest = try code(in: "docs/libraries.md")
    #expect(manifest.contains("path: \"../x11viewer\""))
    let folder = Self.root.appending(path: ".build-tests/readme/Program")
    let sources = folder.appending(path: "Sources/Program")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try manifest.replacing("../x11viewer", with: Self.root.path())
      .write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try (program + "print(gauge.$level.presentation, picture.size.width)\n")
      .write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)

    // As the tests are, so that the library need not be built again.
    let script = #"exec "$("$0" --package-path "$1")/Program""#
    let build = Self.root.appending(path: "scripts/build-tests")
    let printed = try FinishedProgram(["/bin/sh", "-c", script, build.path(), folder.path()])
    #expect(printed.status == 0)
    #expect(printed.output == "50.0 100\n")
  }
}
