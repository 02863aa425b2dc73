import TestSupport
import Testing
import XServerSupport

@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Files whose names are not UTF-8", .xServer)
struct FileNameCommandTests {
  private let scratch: ScratchDirectory

  /// Two animations, one of which has an e with an acute accent in its name, encoded in Latin-1.
  init() throws {
    scratch = try ScratchDirectory()
    let bytes = Array(TestAnimation(frames: 4).json.utf8)
    try OutputFile.write(
      bytes, to: scratch / String(fileName: Array("caf".utf8) + [0xE9] + Array(".json".utf8)))
    try OutputFile.write(bytes, to: scratch / "zoo.json")
  }

  private func run(_ script: String, on server: XServer? = nil) throws -> Run {
    try Run(
      script: "cd '\(scratch.path)'; name=$(printf 'caf\\351'); set -e; \(script)", on: server)
  }

  @Test(
    "every command opens them, and prints their bytes in octal digits",
    arguments: [
      ("\"$0\" render $name.json -o $name.png; test -s $name.png", ""),
      ("\"$0\" info --brief .", "caf\\351.json"),
      ("\"$0\" info --json - $name.json", "\"caf\\\\351.json\""),
      (
        "\"$0\" render $name.json -o $name.%d.png --manifest $name.txt; \"$0\" verify $name.txt", ""
      ),
      ("\"$0\" compare $name.json zoo.json", "the same"),
      ("\"$0\" test . --update; \"$0\" test . --junit $name.xml; grep -c '351.json' $name.xml", ""),
      ("\"$0\" test . --update; test -s goldens/$name.0000.png", ""),
      ("\"$0\" thumbnail $name.json $name.png 64; grep -ac 'caf%E9.json' $name.png", ""),
      ("\"$0\" render \"file://$PWD/caf%E9.json\" -o $name.gif; test -s $name.gif", ""),
      (
        "git init -q; git add .; git -c user.name=a -c user.email=b commit -qm a; "
          + "\"$0\" test . --against HEAD", "2 animations"
      ),
    ])
  func commands(script: String, output: String) throws {
    let run = try run(script)
    expectEqual(run.end, .exit(0), "\(script): \(run.complaint)")
    #expect(output.isEmpty || run.text.contains(output), "\(run.text)")
  }

  @Test("messages name them in a form that can be read and pasted")
  func messages() throws {
    let missing = try run("\"$0\" test $name.json --markdown $name.md || cat $name.md")
    #expect(missing.text.contains("--update 'caf'$'\\351''.json'"), "\(missing.text)")
    let broken = try run("echo x > $name.json; \"$0\" render $name.json -o a.png")
    #expect(
      broken.complained(.differs) && broken.complaint.contains("caf\\351.json: "),
      "\(broken.complaint)")
  }

  @Test("the window shows them, and saves images under such names")
  func window() throws {
    let server = try XServer.shared()
    let run = try run(
      "\"$0\" $name.json --stop-after 3 --screenshot $name.png; test -s $name.png", on: server)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
  }
}
