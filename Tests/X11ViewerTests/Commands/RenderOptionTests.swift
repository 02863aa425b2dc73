import Foundation
import TestSupport
import Testing

@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

/// Each option together with its prerequisites. No test of the parts notices that an option isn't
/// read, or that another option is read instead.
@Suite("Options of render")
struct RenderOptionTests {
  /// Arguments, and the option that is added to them.
  private static let rows: [(base: String, added: String)] = [
    ("a.json -o out/p.png", "--at 0.2"), ("a.json -o out/p.png", "--frame 5"),
    ("a.json -o out/p.png --frame 5", "--onion 2"), ("a.json -o out/%d.png", "--frames 3"),
    ("a.json -o out/%d.png", "--frame-offset 100"),
    ("a.json -o out/%d.png --frames 5-20", "--past-end clip"),
    ("a.json -o out/%d.png", "--duration 0.2"), ("a.json -o out/f.rgba", "--loops 2"),
    ("a.json -o out/%d.png", "--fps 10"), ("a.json -o out/%d.png", "--start 0.1"),
    ("a.json -o out/%d.png", "--speed 2"), ("a.json -o out/p.png", "--compression 0"),
    ("a.json -o out/%d.png", "--manifest out/m"), ("a.json -o out/%d.png", "--hash"),
    ("a.json -o out/p.png", "--sheet 4x2"),
    ("a.json -o out/p.png --sheet 4x2", "--sheet-json out/s.json"),
    ("a.json -o out/p.png --sheet 4x2", "--sheet-numbers"),
    ("a.json -o out/f.rgba", "--format y4m"), ("a.json -o out/f.y4m", "--chroma 444"),
    ("a.json -o out/f.y4m", "--depth 10"), ("a.json -o out/f.y4m", "--range full"),
    ("a.json -o out/p.png --size 40x40", "--fit cover"),
    ("m.lottie -o out/p.png", "--animation y"), ("m.lottie -o out/p.png", "--theme t"),
    ("m.lottie -o out/p.png", "--state-machine m"),
    ("m.lottie -o out/p.png", "--script open.script"),
    ("m.lottie -o out/p.png --script open.script --at 1", "--seed 3"),
    ("m.lottie -o out/p.png --script open.script", "--slot tint=[0,0,1]"),
    ("m.lottie -o out/p.png --script open.script", "--no-expressions"),
    ("m.lottie -o out/p.png --script open.script --size 40x40", "--fit cover"),
    ("--scene squares -o out/p.png --size 64x48", "--seed 3"),
    ("a.json -o out/p.png", "--marker part"), ("a.json -o out/p.png", "--slot tint=[0,0,1]"),
    ("a.json -o out/p.png", "--no-expressions"),
    ("text.json -o out/p.png", "--font-dir fonts"),
    ("pages/p.svg -o out/p.png", "--resources ."),
    ("a.json -o out/p.png --at 0.7", "--no-loop"),
    ("a.json -o out/p.png", "--mode reverse"), ("a.json -o out/p.png --at 0.05", "--no-subframes"),
    ("a.json -o out/p.png", "--output out/q.png"), ("a.json -o out/p.png", "--size 40x10"),
    ("a.json -o out/p.png", "--scale 2"), ("a.json -o out/p.png --sheet 2x1", "--compression 0"),
    ("a.json -o out/p.png --sheet 2x1 --sheet-json out/s.json", "--fps 10"),
    ("--scene clock -o out/p.png --size 64x48 --frame 30", "--fps 10"),
    ("-o out/p.png --size 64x48", "--scene clock"),
    ("a.json -o out/p.png", "--background blue"),
    ("b.gif -o out/%d.png --fps 20", "--frame-delays file"), ("b.gif -o out/%d.png", "--fps 20"),
    ("b.gif -o out/p.png --at 60.05", "--file-loops"),
    ("c.gif -o out/p.png --scale 3", "--smooth-pixels"),
    ("c.gif -o out/p.cur", "--hotspot 1,0"),
    ("d.png -o out/p.png", "--no-color-profiles"),
  ]

  /// Options that don't affect the output.
  private static let others: Set = ["jobs", "progress"]

  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    let animation = TestAnimation(
      frames: 12,
      color: #"[1,0,0], "sid": "tint""#,
      more:
        #", "markers": [{"cm": "part", "tm": 14, "dr": 5}], "slots": {"tint": {"p": {"k": [1,0,0]}}}"#
    ).json
    // Half as opaque by an expression.
    let json = animation.replacing(
      #""ks": {"#, with: #""ks": {"o": {"k": 100, "x": "$bm_rt = 50;"}, "#)
    try scratch.write(json, to: "a.json")
    // A red pixel for 10 ms and a green one for 50 ms, played four times.
    var gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    gif += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 3, 0, 0]
    for (delay, code) in [(1, 0x44), (5, 0x4C)] as [(UInt8, UInt8)] {
      gif += [0x21, 0xF9, 4, 0, delay, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, code, 1, 0]
    }
    try Data(gif + [0x3B]).write(to: URL(fileURLWithPath: scratch / "b.gif"))
    try FileManager.default.createDirectory(
      atPath: scratch / "pages", withIntermediateDirectories: true)
    try scratch.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='../b.gif'/></svg>",
      to: "pages/p.svg")
    // A red pixel next to a green one.
    let wide =
      Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
      + [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]
    try Data(wide).write(to: URL(fileURLWithPath: scratch / "c.gif"))
    // A grey pixel whose stored value is linear light.
    let linear =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAABGdBTUEA"
      + "AYagMeiWXwAAAApJREFUeJxjaAAAAIIAgXfNcrYAAAAASUVORK5CYII="
    let image = try #require(Data(base64Encoded: linear))
    try image.write(to: URL(fileURLWithPath: scratch / "d.png"))
    try scratch.write("0.1 fire open\n", to: "open.script")
    let machine = """
      {"initial":"a","states":[
        {"name":"a","type":"PlaybackState","animation":"x","entryActions":[
          {"type":"SetFrame","value":3}],"transitions":[
          {"type":"Transition","toState":"b","guards":[{"type":"Event","inputName":"open"}]}]},
        {"name":"b","type":"PlaybackState","animation":"x","transitions":[],"entryActions":[
          {"type":"SetRandom","inputName":"n","min":1,"max":11},{"type":"SetFrame","value":"$n"}]}],
       "interactions":[],"inputs":[{"type":"Event","name":"open"},
         {"type":"Numeric","name":"n","value":0}]}
      """
    let manifest = """
      {"version":"2","animations":[{"id":"x"},{"id":"y"}],"stateMachines":[{"id":"m"}],
       "themes":[{"id":"t"}]}
      """
    let rules = #"{"rules":[{"id":"tint","type":"Color","value":[0,1,0]}]}"#
    let bytes = Archives.zip([
      ("manifest.json", manifest), ("a/x.json", json),
      ("a/y.json", TestAnimation(frames: 12, color: "[0,0,1]").json), ("s/m.json", machine),
      ("t/t.json", rules),
    ])
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "m.lottie"))
    try scratch.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":20,"layers":[{"ty":5,"ip":0,"op":10,
      "ks":{"p":{"k":[0,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":20,"t":"aw","fc":[1,0,0]}}]}}}],
      "fonts":{"list":[{"fName":"F","fFamily":"Tiny","fStyle":"Regular"}]}}
      """, to: "text.json")
    try FileManager.default.createDirectory(
      atPath: scratch / "fonts", withIntermediateDirectories: true)
    try Data(TinyFont.letters.bytes).write(to: URL(fileURLWithPath: scratch / "fonts/tiny.ttf"))
  }

  /// Returns the output of a run: its files and its text.
  private func written(_ arguments: String) throws -> [String: Data] {
    try? scratch.remove("out")
    try FileManager.default.createDirectory(
      atPath: scratch / "out", withIntermediateDirectories: true)
    let run = try CommandRun("render " + arguments, in: scratch)
    var files = ["": Data(run.output)]
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch / "out") {
      files[name] = Data(try scratch.bytes("out/\(name)"))
    }
    return files
  }

  @Test("each changes the output")
  func effects() throws {
    var known: [String: [String: Data]] = [:]
    for (base, added) in Self.rows {
      let before = try known[base] ?? written(base)
      known[base] = before
      let after = try written("\(base) \(added)")
      let isChanged = before != after && after.contains { !$0.value.isEmpty }
      #expect(isChanged, "\(base) \(added)")
    }
  }

  @Test("all options with values are tested, except those of scenes")
  func completeness() throws {
    let tried = Set(Self.rows.map { String($0.added.dropFirst(2).prefix { $0 != " " }) })
    let all = try options(of: RenderCommand.self)
    let missing = all.subtracting(tried).subtracting(Self.others).filter { name in
      !["fan-", "squares-", "clock-", "shapes-", "pacing-"].contains { name.hasPrefix($0) }
    }
    #expect(missing.isEmpty && all.count > 30, "\(missing.sorted())")
  }
}
