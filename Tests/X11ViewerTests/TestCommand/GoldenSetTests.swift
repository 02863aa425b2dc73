import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimLottie
@testable import AnimationFormats
@testable import GoldenTesting
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Assigning goldens to animations")
struct GoldenSetTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("goldens of frames outside the selection aren't stale, however the frames are specified")
  func otherFrames() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    let one = try folder.compare(".", frames: "0")
    expectEqual(one.text, "1 image of 1 animation: 1 as expected\n")
    try folder.directory.write("0", to: "a.frames")
    try expectEqual(folder.compare(".").text, "1 image of 1 animation: 1 as expected\n")
    try folder.directory.remove("a.frames")
    try folder.directory.write("*.json frames=0,2", to: "goldens/settings.txt")
    try expectEqual(folder.compare(".").text, "2 images of 1 animation: 2 as expected\n")
  }

  @Test("goldens of frames that an animation doesn't have are stale, and --prune removes them")
  func prune() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    let golden = try folder.directory.bytes("goldens/a.0000.png")
    for name in ["a.0010.png", "gone.0003.png", "gone.hashes", "notes.png"] {
      try OutputFile.write(golden, to: folder.directory / "goldens/\(name)")
    }
    let run = try folder.compare(".")
    #expect(
      run.text.hasPrefix(
        """
        stale       goldens/a.0010.png
        stale       goldens/gone.0003.png
        stale       goldens/gone.hashes
        5 images
        """))
    #expect(try folder.test(".", "--prune", "--frames", "0").complained(.usage))
    let pruned = try folder.test(".", "--prune")
    expectEqual(pruned.end, .exit(0))
    #expect(pruned.text.contains("removed     goldens/a.0010.png\n"))
    #expect(!pruned.text.contains("stale"))
    try expectEqual(folder.names(in: "goldens").count, 6)
    #expect(try folder.names(in: "goldens").contains("notes.png"))
  }

  @Test("goldens of scenes and of explicitly tested files are never stale, nor moved")
  func namedAlone() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    let frame = try folder.directory.bytes("goldens/a.0000.png")
    for name in ["f.0001.png", "f.0002.png", "still.png"] {
      try OutputFile.write(frame, to: folder.directory / name)
    }
    let named = try folder.test("f.%04d.png", "still.png", "--scene", "clock", "--update")
    expectEqual(named.end, .exit(0), "\(named.complaint)")
    let goldens = try folder.names(in: "goldens")
    #expect(goldens.count > 10 && goldens.contains("clock.0030.png"))
    // As numbered images of the same pixels are.
    try OutputFile.write(frame, to: folder.directory / "new.apng")
    let run = try folder.test(".", "--update", "--prune")
    #expect(
      run.end == .exit(0) && !run.text.contains("moved") && !run.text.contains("removed"),
      "\(run.text)")
    try expectEqual(Set(goldens).subtracting(folder.names(in: "goldens")), [])
  }

  @Test("a renamed animation is recognised by its pixels, and --update moves its goldens")
  func renamed() throws {
    for name in ["a.json", "b.json"] { try folder.write(name, red: name == "a.json" ? 0.3 : 0.6) }
    try folder.makeGoldens()
    let before = try folder.directory.bytes("goldens/b.0005.png")
    rename(folder.directory / "b.json", folder.directory / "c.json")
    let run = try folder.compare(".")
    expectEqual(run.status, .noInput)
    #expect(
      run.text.hasPrefix(
        """
        renamed     c.json: frames 0, 2, 5, 7, 9, as in goldens/b.0000.png
        10 images of 2 animations: 5 as expected, 5 renamed

        """))
    expectEqual(run.summary.title, "5 were renamed")
    let moved = try folder.compare(".", updates: true)
    expectEqual(moved.status, .success)
    #expect(
      moved.text.contains("moved       c.json: frames 0, 2, 5, 7, 9, from goldens/b.0000.png"))
    try expectEqual(folder.directory.bytes("goldens/c.0005.png"), before)
    try expectEqual(folder.names(in: "goldens").count, 10)
    try expectEqual(folder.compare(".").text, "10 images of 2 animations: 10 as expected\n")
  }

  @Test(
    "a renamed animation keeps its images as goldens, even if other goldens are hashes")
  func renamedAmongHashes() throws {
    for name in ["a.json", "b.json"] { try folder.write(name, red: name == "a.json" ? 0.3 : 0.6) }
    try folder.makeGoldens()
    try folder.write("h.json", red: 1)
    try expectEqual(
      folder.compare(".", updates: true, selecting: "h.json") { $0.isEveryFrame = true }.status,
      .success)
    let before = try folder.directory.bytes("goldens/b.0005.png")
    rename(folder.directory / "b.json", folder.directory / "c.json")
    expectEqual(try folder.compare(".").summary.title, "1 was renamed")
    let run = try folder.test(".", "--update", "--prune")
    #expect(
      run.text.contains("moved       c.json: ") && !run.text.contains("removed"), "\(run.text)")
    try expectEqual(folder.directory.bytes("goldens/c.0005.png"), before)
    try expectEqual(folder.names(in: "goldens").count, 11)
    try expectEqual(folder.compare(".").status, .success)
    // Animations with both kinds keep both.
    try expectEqual(
      folder.compare(".", updates: true, selecting: "c.json") { $0.isEveryFrame = true }.status,
      .success)
    rename(folder.directory / "c.json", folder.directory / "d.json")
    let both = try folder.test(".", "--update", "--prune")
    #expect(
      both.text.contains("moved       d.json: ") && !both.text.contains("removed"), "\(both.text)")
    try expectEqual(folder.names(in: "goldens").count, 12)
    try expectEqual(folder.compare(".").status, .success)
  }

  @Test("a golden that can't be read isn't moved with the others of a renamed animation")
  func renamedWithBrokenGolden() throws {
    try folder.write("b.json", red: 0.6)
    try expectEqual(
      folder.compare(".", updates: true) { $0.isEveryFrame = true }.status, .success)
    try folder.directory.write("", to: "goldens/b.0005.png")
    rename(folder.directory / "b.json", folder.directory / "c.json")
    let run = try folder.compare(".", updates: true)
    #expect(run.text.contains("moved       c.json"), "\(run.text)")
    let names = try folder.names(in: "goldens")
    #expect(names.contains("b.0005.png") && names.count == 2, "\(names)")
  }

  @Test(
    "an animation that was renamed and changed is new, and the goldens of the old one are stale")
  func renamedAndChanged() throws {
    try folder.write("b.json")
    try folder.makeGoldens()
    try folder.directory.remove("b.json")
    try folder.write("c.json", red: 1)
    let run = try folder.compare(".")
    #expect(run.summary.missing == 5 && run.summary.renamed == 0 && run.summary.stale.count == 5)
  }

  @Test("the goldens of one animation are claimed by one new name, even if two are alike")
  func alike() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    try folder.directory.remove("a.json")
    for name in ["b.json", "c.json"] { try folder.write(name) }
    let run = try folder.compare(".")
    #expect(run.summary.renamed == 5 && run.summary.missing == 5 && run.summary.stale.isEmpty)
  }

  @Test("if goldens are elsewhere, a golden folder among the animations contains no animations")
  func elsewhere() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    rename(folder.directory / "goldens/a.0000.png", folder.directory / "goldens/old.0000.png")
    #expect(try folder.compare(".", goldens: "kept", updates: true).summary.stale.isEmpty)
    try expectEqual(folder.compare(".").summary.stale.count, 1)
  }

  @Test("a folder may have the name of an animation, and its own goldens")
  func folders() throws {
    try folder.write("a.json")
    try folder.makeFolder("b.json")
    try folder.write("b.json/c.json")
    let run = try folder.compare(".", updates: true)
    #expect(run.status == .success && run.summary.created == 10)
  }

  @Test("all masks in matching lines of the settings apply")
  func masks() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    try folder.write("a.json", red: 1)
    let lines = "a.json mask=0,0,24x4 mask=0,12,24x4\n*.json mask=0,4,24x4 # more\n"
    for (more, status) in [("", ExitStatus.differs), ("*.json mask=0,8,24x4\n", .success)] {
      try folder.directory.write(lines + more, to: "goldens/settings.txt")
      try expectEqual(folder.compare(".").status, status)
    }
  }

  @Test("new images aren't counted among those that differ")
  func title() throws {
    for name in ["a.json", "b.json"] { try folder.write(name) }
    try folder.makeGoldens()
    try folder.change("goldens/a.0005.png")
    for name in try folder.names(in: "goldens") where name.hasPrefix("b") {
      try folder.directory.remove("goldens/\(name)")
    }
    let run = try folder.compare(".", report: "report")
    expectEqual(run.summary.title, "1 differs, 5 have no golden")
    let page = try folder.directory.read("report/index.html")
    #expect(page.contains("<h1>1 differs, 5 have no golden</h1>"))
    // Changed frames precede new ones, and have index entries.
    let order = ["href=\"#a1\"", "href=\"#a2\"", "id=\"a1\"", "id=\"a2\""].compactMap {
      page.range(of: $0)?.lowerBound
    }
    #expect(order.count == 4 && order == order.sorted())
  }

  @Test(
    "scripts are played by the requested machine with the requested seed, and have their own goldens"
  )
  func scripts() throws {
    func machine(_ name: String) -> String {
      """
      {"initial":"\(name)","inputs":[{"type":"Numeric","name":"n","value":0}],"states":[
       \(["one", "two"].map { state in
        #"""
        {"type":"PlaybackState","name":"\#(state)","animation":"x","transitions":[],"entryActions":[
         {"type":"SetRandom","inputName":"n","min":1,"max":1000}]}
        """#
       }.joined(separator: ","))]}
      """
    }
    try folder.write("x.json")
    let bytes = Archives.zip([
      (
        "manifest.json",
        #"{"version":"2","animations":[{"id":"x"}],"stateMachines":[{"id":"a"},{"id":"b"}]}"#
      ), ("a/x.json", try folder.directory.read("x.json")), ("s/a.json", machine("one")),
      ("s/b.json", machine("two")),
    ])
    try folder.directory.remove("x.json")
    try OutputFile.write(bytes, to: folder.directory / "m.lottie")
    func unmet(
      _ script: String, _ configure: (inout GoldenConfiguration) -> Void
    ) throws -> Int {
      try folder.directory.write(script + "\n", to: "m.lottie.script")
      return try folder.compare(".", updates: true, configure).summary.unmet
    }
    try expectEqual(unmet("0 expect state one") { _ in }, 0)
    #expect(try folder.names(in: "goldens").contains("m.lottie.script.0000.png"))
    #expect(try folder.names(in: "goldens").contains("m.lottie.0000.png"))
    try expectEqual(unmet("0 expect state two") { _ in }, 1)
    try expectEqual(unmet("0 expect state two") { $0.file.stateMachine = .id("b") }, 0)
    var configuration = FileConfiguration()
    configuration.stateMachine = .first
    var numbers: [String] = []
    for seed in [1, 2] as [UInt64] {
      configuration.seed = seed
      let file = try AnimationFile(folder.directory / "m.lottie", configuration)
      let makeScene = try #require(try file.scenes().makeInteractive)
      numbers.append(makeScene().inputs[0].value)
    }
    #expect(numbers[0] != numbers[1])
    try expectEqual(unmet("0 expect n \(numbers[0])") { _ in }, 0)
    try expectEqual(unmet("0 expect n \(numbers[1])") { _ in }, 1)
    try expectEqual(unmet("0 expect n \(numbers[1])") { $0.file.seed = 2 }, 0)
    // A file beside a script lists its frames.
    try folder.directory.remove("m.lottie.script")
    try folder.directory.write("0\n", to: "m.lottie.more.frames")
    try folder.directory.write("1 end\n", to: "m.lottie.more.script")
    try expectEqual(folder.compare(".", updates: true).status, .success)
    let goldens = try folder.names(in: "goldens").filter { $0.hasPrefix("m.lottie.more.") }
    expectEqual(goldens, ["m.lottie.more.0000.png"])
  }

  @Test("a script whose file was removed, or has no machine, is reported")
  func strayScripts() throws {
    try folder.write("a.json")
    for name in ["gone.lottie.tap.script", "notes.script", "a.json.tap.script"] {
      try folder.directory.write("1 end\n", to: name)
    }
    var search = GoldenSearch(goldens: nil)
    try search.add(folder.directory.path)
    expectEqual(search.strayScripts, [folder.directory / "gone.lottie.tap.script"])
    let text = try folder.compare(".", updates: true).text
    #expect(text.contains("a.json.tap.script: "), "\(text)")
    #expect(text.contains("a.json: the file has no state machine"), "\(text)")
    let run = try folder.test(".")
    #expect(run.complaint.hasPrefix("x11viewer: warning: "), "\(run.complaint)")
    #expect(
      run.complaint.contains("gone.lottie.tap.script: not tested, because "), "\(run.complaint)")
  }

  @Test("a pointer of Git LFS isn't a golden, and isn't overwritten")
  func pointer() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    let pointer = """
      version https://git-lfs.github.com/spec/v1
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345

      """
    try folder.directory.write(pointer, to: "goldens/a.0005.png")
    for updates in [false, true] {
      let run = try folder.compare(".", updates: updates)
      expectEqual(run.status, .noInput)
      #expect(
        run.text.contains(
          "unreadable  goldens/a.0005.png: a Git LFS pointer, not the file itself; run git "
            + "lfs pull\n"), "\(run.text)")
    }
    try expectEqual(folder.directory.read("goldens/a.0005.png"), pointer)
    // It isn't an animation either, or another file that can be left out.
    try folder.directory.write(pointer, to: "new.json")
    #expect(try folder.compare(".").text.contains("unreadable  new.json: a Git LFS pointer"))
  }

  @Test("JSON without an animation is skipped and counted, unless it was named or accepted")
  func others() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    try folder.directory.write("{\"name\": \"x\"}", to: "package.json")
    try folder.directory.write("{ // a comment\n}", to: "tsconfig.json")
    try folder.directory.write("[]", to: "list.json")
    let run = try folder.compare(".")
    expectEqual(run.status, .success)
    expectEqual(
      run.text,
      """
      5 images of 1 animation: 5 as expected
      3 files are not animations and were skipped

      """)
    try expectEqual(folder.compare("package.json").status, .noInput)
    // Half of an animation isn't a different kind of file.
    try folder.directory.write("{\"v\": \"5.7.0\", \"layers\": [", to: "half.json")
    #expect(try folder.compare(".").text.contains("unreadable  half.json: invalid JSON"))
    try folder.directory.remove("half.json")
    try folder.directory.write("{\"v\": \"5.7.0\",", to: "start.json")
    #expect(try folder.compare(".").text.contains("unreadable  start.json: invalid JSON"))
    try folder.directory.remove("start.json")
    try folder.directory.write("{}", to: "a.json")
    try expectEqual(folder.compare(".").status, .noInput)
    let nothing = try folder.test("package.json", "--exclude", "x")
    expectEqual(nothing.end, .exit(66))
  }

  @Test("a folder without animations is an error")
  func nothing() throws {
    try folder.directory.write("{}", to: "package.json")
    let run = try folder.test(".")
    #expect(run.complained(.noInput))
    #expect(
      run.complaint.contains("package.json: not an animation, like all other files that were found")
    )
  }

  @Test("files are excluded or selected by patterns of names, folders and paths")
  func filters() throws {
    for name in ["in", "in/drafts", "in/node_modules", "in/node_modules/x"] {
      try folder.makeFolder(name)
    }
    let files = ["a.json", "b.tgs.json", "drafts/a.json", "node_modules/x/a.json"]
    for name in files { try folder.write("in/\(name)") }
    func tested(_ included: [String], _ excluded: [String]) throws -> [String] {
      let filter = FileFilter(included: included, excluded: excluded)
      let run = try folder.compare("in", frames: "0", filter: filter)
      expectEqual(run.summary.stale, [])
      return run.summary.results.map {
        String($0.subject.dropFirst(folder.directory.path.count + 4))
      }
    }
    try expectEqual(tested([], ["node_modules"]), ["a.json", "b.tgs.json", "drafts/a.json"])
    try expectEqual(tested([], ["node_modules/", "drafts/*"]), ["a.json", "b.tgs.json"])
    try expectEqual(tested(["a.*"], ["node_modules"]), ["a.json", "drafts/a.json"])
    try expectEqual(tested(["drafts/*.json", "b*"], []), ["b.tgs.json", "drafts/a.json"])
    try expectEqual(tested(["*.json"], ["*/x"]), ["a.json", "b.tgs.json", "drafts/a.json"])
    let chosen = try folder.compare("in", frames: "0", selecting: "drafts")
    expectEqual(chosen.summary.results.count, 1)
    #expect(throws: Failure.self) { try folder.compare("in", selecting: "none") }
    let run = try folder.test("in", "--exclude", "node_modules", "-k", "a.json", "--frames", "0")
    #expect(run.text.contains("2 images of 2 animations"))
  }

  @Test("goldens of excluded animations aren't stale")
  func unselected() throws {
    for name in ["a.json", "b.json"] { try folder.write(name) }
    try folder.makeGoldens()
    for filter in [FileFilter(excluded: ["b.json"]), FileFilter(included: ["a.json"])] {
      try expectEqual(folder.compare(".", filter: filter).summary.stale, [])
    }
    try expectEqual(folder.compare(".", selecting: "a.json").summary.stale, [])
  }

  @Test("--fail-fast starts no further animation after the first failure")
  func failFast() throws {
    for index in 0..<9 { try folder.write("\(index).json") }
    try folder.makeGoldens()
    try folder.write("0.json", red: 1)
    let run = try folder.compare(".") {
      $0.stopsAtFailure = true
      $0.jobs = 1
    }
    expectEqual(run.status, .differs)
    #expect(run.summary.animations == 1 && run.summary.untested == 8)
    expectEqual(run.summary.stale, [])
    #expect(run.text.contains("8 animations not tested, after the first failure\n"))
  }

  @Test("masks exclude parts of images, and tolerances apply to the files in their line")
  func settings() throws {
    for name in ["a.json", "b.json"] { try folder.write(name) }
    try folder.makeGoldens()
    for name in ["a", "b"] { try folder.change("goldens/\(name).0005.png", levels: 2) }
    try folder.directory.write(
      """
      # Anything goes at the pixel that the test changes.
      a.json mask=9,7,1x1
      b.* tolerance=2;1
      """, to: "goldens/settings.txt")
    try expectEqual(folder.compare(".").status, .success)
    try expectEqual(folder.compare(".", tolerance: ImageTolerance()).summary.differing, 1)
    for mask in ["8,7,1x1", "10,7,1x1", "9,8,1x1", "9,6,1x1", "30,30,5x5"] {
      try folder.directory.write("* mask=\(mask)", to: "goldens/settings.txt")
      try expectEqual(folder.compare(".").summary.differing, 2, "\(mask)")
    }
    for word in ["mask=1,2", "mask=0,0,0x1", "tolerance=1", "frames=x", "every", "mask"] {
      try folder.directory.write("\n* \(word)", to: "goldens/settings.txt")
      let failure = #expect(throws: Failure.self) { try folder.compare(".") }
      expectEqual(
        failure?.message.contains("settings.txt: line 2: '\(word)' is an unknown setting"), true)
    }
  }

  @Test("settings of a folder apply to its subfolders, even if all goldens are in one folder")
  func settingsOfTrees() throws {
    try folder.makeFolder("in/below")
    for name in ["in/a.json", "in/below/a.json"] { try folder.write(name) }
    try expectEqual(folder.compare("in", goldens: "kept", updates: true).status, .success)
    try folder.change("kept/below/a.0005.png")
    try expectEqual(folder.compare("in", goldens: "kept").status, .differs)
    try folder.directory.write("a.json tolerance=1;1", to: "kept/settings.txt")
    try expectEqual(folder.compare("in", goldens: "kept").status, .success)
    try folder.directory.write("a.json tolerance=0;0", to: "kept/below/settings.txt")
    try expectEqual(folder.compare("in", goldens: "kept").status, .differs)
  }

  @Test("every report option writes its report, and Markdown shows names literally")
  func reports() throws {
    try folder.write("a_b*[c]|d.json")
    let run = try folder.test(".", "--frames", "0", "--markdown", "m.md", "--json", "o.json")
    expectEqual(run.end, .exit(66))
    let text = try folder.directory.read("m.md")
    #expect(text.hasPrefix("### 1 has no golden\n\n1 image of 1 animation: 1 has no golden.\n"))
    #expect(text.contains(#"| a\_b\*\[c\]\|d.json | 0 | has no golden |"#))
    let json = try JSONSerialization.jsonObject(with: Data(folder.directory.bytes("o.json")))
    let results = try #require((json as? [String: Any])?["results"] as? [[String: Any]])
    expectEqual(results.map { $0["verdict"] as? String }, ["missing"])
    #expect(try folder.test(".", "--markdown", "-").complained(.usage))
  }

  @Test("an invalid line of the settings is rejected with its number")
  func invalidSettings() throws {
    try folder.write("a.json")
    try folder.makeGoldens()
    let empty = "has no settings; write some after it, such as every-frame"
    for (line, reason) in [
      ("foo", ": 'foo' \(empty)"), ("*.json # mask=0,0,1x1", ": '*.json' \(empty)"),
      ("a\u{0}b every-frame", " is not text; write it again"),
      ("* every-frame \u{1}", " is not text; write it again"),
    ] {
      try folder.directory.write("# é\n\t* every-frame\r\n\(line)\n", to: "goldens/settings.txt")
      let failure = #expect(throws: Failure.self) { try folder.compare(".") }
      expectEqual(failure?.status, .noInput)
      expectEqual(
        failure?.message, "\(folder.directory / "goldens/settings.txt"): line 3\(reason)")
    }
  }
}
