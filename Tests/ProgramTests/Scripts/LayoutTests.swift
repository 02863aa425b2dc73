import Foundation
import TestSupport
import Testing

@Suite("The layout of the package")
struct LayoutTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path

  /// Returns the Swift modules in Sources, with the names of their dependencies.
  private static func modules() throws -> [String: Set<String>] {
    let scratch = try ScratchDirectory()
    let process = try ChildProcess([
      "swift", "package", "--package-path", root, "--scratch-path", scratch / "build",
      "dump-package",
    ])
    try expectEqual(process.wait(within: 120), .exit(0), "\(process.text(of: 2))")
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

  @Test("CONTRIBUTING describes every target")
  func table() throws {
    let page = try String(contentsOfFile: Self.root + "/CONTRIBUTING.md", encoding: .utf8)
    // | `AnimCore` | … | … |
    let names = page.split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == 3 && $0[0].hasPrefix("`") }
      .map { $0[0].trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
    try expectEqual(names.sorted(), Self.modules().keys.sorted())
  }

  @Test("the drawing in CONTRIBUTING has every target, above its dependencies")
  func drawing() throws {
    let page = try String(contentsOfFile: Self.root + "/CONTRIBUTING.md", encoding: .utf8)
    let modules = try Self.modules()
    // The first line of the drawing is the program, and no line has anything but names of targets.
    let layers = page.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.trimmingCharacters(in: .whitespaces) != "X11Viewer" }
      .prefix { $0 != "```" }
      .map { $0.split { " │".contains($0) }.map(String.init) }
    var above = Set<String>()
    for layer in layers.reversed() {
      for module in layer {
        let own = try #require(modules[module], "\(module)").filter { modules[$0] != nil }
        expectEqual(own.subtracting(above), [], "\(module)")
      }
      above.formUnion(layer)
    }
    expectEqual(above, Set(modules.keys))
    expectEqual(layers.reduce(0) { $0 + $1.count }, modules.count)
  }

  @Test("a module imports only its dependencies")
  func imports() throws {
    let modules = try Self.modules()
    func all(_ module: String) -> Set<String> {
      (modules[module] ?? []).reduce(into: [module]) { $0.formUnion(all($1)) }
    }
    for module in modules.keys {
      // Without a C library module, Runtime provides it.
      let allowed = all(module).union(["Glibc", "Musl", "Runtime", "Synchronization"])
      for (file, text) in try Self.sources(of: module) {
        let imported = text.matches(of: /(?m)^[ \t@_a-z]*\bimport (\w+)/).map { String($0.1) }
        expectEqual(Set(imported).subtracting(allowed), [], "\(file)")
      }
    }
  }

  @Test("only sources of time and measurements of work read a clock")
  func clocks() throws {
    var readers = Set<String>()
    for module in try Self.modules().keys {
      for (file, text) in try Self.sources(of: module)
      where text.contains(
        /\bclock_gettime\(|\btime\(nil|\bgettimeofday\(|\b(Monotonic|Continuous|Suspending|Wall)Clock\./
      ) {
        readers.insert("\(module)/\(file)")
      }
    }
    expectEqual(
      readers,
      [
        "AnimCore/Time/TimerFrameSource.swift", "LinuxSystem/Clocks/MonotonicClock.swift",
        "LinuxSystem/Descriptors/EventDescriptor.swift", "LinuxSystem/Files/Trash.swift",
        "LinuxSystem/Threads/Threads.swift",
        "OfflineRendering/Files/FileList.swift", "XWindow/Loop/SourceOfTime.swift",
        "X11Viewer/Commands/Configuration/SceneConfiguration.swift",
      ])
  }

  /// Returns the Swift files of a module, by their paths in its folder.
  private static func sources(of module: String) throws -> [(file: String, text: String)] {
    let folder = "\(root)/Sources/\(module)"
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }
      .map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
  }

  @Test("every module has its own tests")
  func tests() throws {
    for module in try Self.modules().keys {
      let tests = "\(Self.root)/Tests/\(module)Tests"
      #expect(FileManager.default.fileExists(atPath: tests), "\(tests)")
    }
  }

  @Test(
    "rendering and testing know neither commands nor options, which only requests and plans name")
  func options() throws {
    let files = try ["OfflineRendering", "GoldenTesting", "ImageFiles"].flatMap(Self.sources)
    #expect(files.count > 30)
    for (file, text) in files {
      let found = text.matches(of: /(^|[\s"'`(])--[a-z]+|\b[A-Z][a-z]\w*(Command|Flags?)\b/)
        .map { String(text[$0.range]) }
        .filter { !Self.mayName(file) || !$0.contains("--") }
      expectEqual(found, [], "\(file)")
    }
  }

  /// Returns whether a file may name options: in the errors of a plan or a request, and in a command to repeat.
  private static func mayName(_ file: String) -> Bool {
    file.hasPrefix("Plans/") || file.hasSuffix("Request.swift")
      || file.hasSuffix("RepeatedCommand.swift")
  }
}
