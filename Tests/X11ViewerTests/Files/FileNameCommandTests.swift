import TestSupport
import Testing

@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Files whose names are not UTF-8, by command")
struct FileNameCommandTests {
  private let scratch: ScratchDirectory
  /// The name of an animation without its extension, in which an e with an acute accent is encoded
  /// in Latin-1.
  private static let name = String(fileName: Array("caf".utf8) + [0xE9])
  private let name = Self.name

  init() throws {
    scratch = try ScratchDirectory()
    let bytes = Array(TestAnimation(frames: 4).json.utf8)
    try OutputFile.write(bytes, to: scratch / (name + ".json"))
    try OutputFile.write(bytes, to: scratch / "zoo.json")
  }

  private func bytes(_ fileExtension: String) throws -> [UInt8] {
    try FileBytes.read(scratch / (name + fileExtension), limit: 1 << 20)
  }

  @Test(
    "every command opens them, and prints their bytes in octal digits",
    arguments: [
      (["render", name + ".json", "-o", name + ".png"], ""),
      (["info", "--brief", "."], "caf\\351.json"),
      (["info", "--json", "-", name + ".json"], "\"caf\\\\351.json\""),
      (["compare", name + ".json", "zoo.json"], "the same"),
      (["thumbnail", name + ".json", name + ".png", "64"], ""),
    ])
  func commands(arguments: [String], output: String) throws {
    let run = try CommandRun(arguments, in: scratch)
    expectEqual(run.end, .exit(0), "\(arguments): \(run.complaint)")
    #expect(output.isEmpty || run.text.contains(output), "\(run.text)")
    guard arguments.contains(name + ".png") else { return }
    let image = try bytes(".png")
    #expect(!image.isEmpty)
    if arguments[0] == "thumbnail" {
      #expect(image.firstRange(of: Array("caf%E9.json".utf8)) != nil)
    }
  }

  @Test("a manifest lists them, and verify finds them")
  func manifest() throws {
    let render = ["render", name + ".json", "-o", name + ".%d.png", "--manifest", name + ".txt"]
    try expectEqual(CommandRun(render, in: scratch).end, .exit(0))
    try expectEqual(CommandRun(["verify", name + ".txt"], in: scratch).end, .exit(0))
  }

  @Test("a file URI names them")
  func uri() throws {
    let run = try CommandRun(
      ["render", "file://\(scratch.path)/caf%E9.json", "-o", name + ".gif"], in: scratch)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    #expect(try !bytes(".gif").isEmpty)
  }

  @Test("test writes their goldens and names them in its report")
  func goldens() throws {
    try expectEqual(CommandRun(["test", ".", "--update"], in: scratch).end, .exit(0))
    let golden = try FileBytes.read(scratch / ("goldens/" + name + ".0000.png"), limit: 1 << 20)
    #expect(!golden.isEmpty)
    let run = try CommandRun(["test", ".", "--junit", name + ".xml"], in: scratch)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    #expect(try bytes(".xml").firstRange(of: Array("351.json".utf8)) != nil)
  }

  @Test("test compares them with a revision")
  func revision() throws {
    try requireTools("git")
    try scratch.sh("git init -q && git add . && git -c user.name=a -c user.email=b commit -qm a")
    let run = try CommandRun(["test", ".", "--against", "HEAD"], in: scratch)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    #expect(run.text.contains("2 animations"))
  }

  @Test("messages name them in a form that can be read and pasted")
  func messages() throws {
    _ = try CommandRun(["test", name + ".json", "--markdown", name + ".md"], in: scratch)
    let summary = String(decoding: try bytes(".md"), as: UTF8.self)
    #expect(summary.contains("--update 'caf'$'\\351''.json'"), "\(summary)")
    try OutputFile.write(Array("x".utf8), to: scratch / (name + ".json"))
    let broken = try CommandRun(["render", name + ".json", "-o", "a.png"], in: scratch)
    #expect(
      broken.complained(.differs) && broken.complaint.contains("caf\\351.json: "),
      "\(broken.complaint)")
  }
}
