import Foundation
import TestSupport
import Testing

@Suite("The layout of the package")
struct LayoutTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path

  /// The Swift modules in Sources, with the names of what they depend on.
  private static func modules() throws -> [String: Set<String>] {
    let scratch = try ScratchDirectory()
    let process = try ChildProcess([
      "swift", "package", "--package-path", root, "--scratch-path", scratch / "build",
      "dump-package",
    ])
    #expect(try process.wait(within: 120) == .exit(0), "\(process.text(of: 2))")
    let package = try JSONSerialization.jsonObject(with: Data(process.text(of: 1).utf8))
    let targets = try #require((package as? [String: Any])?["targets"] as? [[String: Any]])
    var modules: [String: Set<String>] = [:]
    for target in targets where target["path"] == nil || target["path"] is NSNull {
      guard let name = target["name"] as? String, let type = target["type"] as? String,
        ["regular", "executable"].contains(type)
      else { continue }
      // Each is `{"byName": ["AnimCore", null]}` or `{"product": ["Logging", "swift-log", null]}`.
      let dependencies = try #require(target["dependencies"] as? [[String: [Any]]])
      modules[name] = Set(dependencies.compactMap { $0.values.first?.first as? String })
    }
    return modules
  }

  @Test("CONTRIBUTING names the targets and what they depend on as the package does")
  func table() throws {
    let page = try String(contentsOfFile: Self.root + "/CONTRIBUTING.md", encoding: .utf8)
    // | `AnimCore` | … | `AnimGraphics` | … |
    let rows = page.split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == 4 && $0[0].hasPrefix("`") }
    var documented: [String: Set<String>] = [:]
    for row in rows {
      let names = row[2].split(separator: ",")
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `–")) }
      documented[row[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))] =
        Set(names.filter { !$0.isEmpty })
    }
    let modules = try Self.modules()
    #expect(modules.count == 13)
    #expect(documented == modules)
  }

  @Test("every module has tests of its own")
  func tests() throws {
    for module in try Self.modules().keys {
      let tests = "\(Self.root)/Tests/\(module)Tests"
      #expect(FileManager.default.fileExists(atPath: tests), "\(tests)")
    }
  }

  @Test("offline rendering knows neither options nor commands")
  func options() throws {
    let folder = Self.root + "/Sources/OfflineRendering"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      // Whose two dashes are those of CSS.
      .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/GoldenReportStyle.swift") }
    #expect(files.count > 30)
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let found = text.matches(of: /(^|[\s"'`(])--[a-z]+|\b[A-Z][a-z]\w*(Command|Flags?)\b/)
        .map { String(text[$0.range]) }
      #expect(found == [], "\(file)")
    }
  }
}
