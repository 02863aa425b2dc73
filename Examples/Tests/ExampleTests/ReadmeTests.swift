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

  @Test(
    "contains a program that works with the manifest from the libraries' page and the path of this clone"
  )
  func package() throws {
    let program = try code(in: "README.md")
    let manifest = try code(in: "docs/libraries.md")
    #expect(manifest.contains("path: \"../x11viewer\""))
    let folder = Self.root.appending(path: ".build-tests/readme/Program")
    let sources = folder.appending(path: "Sources/Program")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    // The traits of this build, with which the library need not be built again.
    try manifest.replacing("../x11viewer", with: Self.root.path())
      .replacing(", traits: []", with: "")
      .write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try (program + "print(gauge.$level.presentation, image.size.width)\n")
      .write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)

    let script = #"exec "$("$0" --package-path "$1")/Program""#
    let build = Self.root.appending(path: "scripts/build-tests")
    let printed = try FinishedProgram(["/bin/sh", "-c", script, build.path(), folder.path()])
    #expect(printed.status == 0)
    #expect(printed.output == "50.0 100\n")
  }

  @Test("contains a program that needs no other package")
  func dependencies() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = folder.appending(path: "Sources/Program")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try code(in: "docs/libraries.md").replacing("../x11viewer", with: Self.root.path())
      .write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try code(in: "README.md")
      .write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
    let shown = try FinishedProgram([
      "/usr/bin/env", "swift", "package", "--package-path", folder.path(), "show-dependencies",
      "--format", "json",
    ])
    #expect(shown.status == 0)
    let package = try #require(
      JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
    let library = try #require((package["dependencies"] as? [[String: Any]])?.first)
    #expect(library["name"] as? String == "x11viewer")
    #expect((library["dependencies"] as? [Any])?.isEmpty == true)
  }
}
