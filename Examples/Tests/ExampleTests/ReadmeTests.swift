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
    // What is built stays for the next time.
    let folder = Self.root.appending(path: "Examples/.build/readme/Program")
    let sources = folder.appending(path: "Sources/Program")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try manifest.replacing("../x11viewer", with: Self.root.path())
      .write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try (program + "print(dot.x, picture.size.width)\n")
      .write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)

    let swift = Process()
    swift.executableURL = URL(filePath: "/usr/bin/env")
    swift.arguments = ["swift", "run", "--package-path", folder.path()]
    let output = Pipe()
    swift.standardOutput = output
    try swift.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    swift.waitUntilExit()
    #expect(swift.terminationStatus == 0)
    #expect(String(decoding: printed, as: UTF8.self) == "50.0 320\n")
  }
}
