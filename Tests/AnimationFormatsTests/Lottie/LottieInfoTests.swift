import Foundation
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Information about Lottie files")
struct LottieInfoTests {
  private static let animation = """
    {"v":"5.9.1","nm":"All","fr":29.97,"ip":0,"op":90,"w":320.5,"h":200,"layers":[\
    {"ty":5,"nm":"Title","ip":0,"op":90,"t":{"d":{"k":[{"t":0,"s":{"f":"F","t":"x","s":9}}]},\
    "a":[],"m":{},"p":{}},"ks":{}},\
    {"ty":0,"refId":"c","nm":"Part","ip":0,"op":90,"w":9,"h":9,"ks":{},"tm":{"k":0}},\
    {"ty":2,"refId":"photo","nm":"Photo","ip":0,"op":90,"ks":{},"tt":1},\
    {"ty":6,"nm":"Song","ip":0,"op":90,"refId":"song"},\
    {"ty":4,"nm":"Shapes","ip":0,"op":90,"ks":{"r":{"k":0,"x":"$bm_rt = gone;"}},"shapes":[\
    {"ty":"gr","it":[{"ty":"rc","p":{"k":[0,0]},"s":{"sid":"size","k":[9,9]},"r":{"k":1}},\
    {"ty":"sh","ks":{"k":{"c":true,"v":[[0,0]],"i":[[0,0]],"o":[[0,0]]}}},\
    {"ty":"fl","c":{"sid":"tint","k":[1,0,0]},"o":{"k":100}},\
    {"ty":"gf","t":1,"s":{"k":[0,0]},"e":{"k":[9,9]},"o":{"k":100},\
    "g":{"p":2,"k":{"sid":"shade","k":[0,1,0,0,1,0,0,1]}}},\
    {"ty":"st","c":{"k":[0,0,1]},"o":{"k":100},"w":{"k":2},"bm":3,\
    "d":[{"n":"d","v":{"k":2}}]},{"ty":"gs","t":2,"s":{"k":[0,0]},"e":{"k":[9,9]},"o":{"k":100},\
    "w":{"k":1},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}},\
    {"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"k":0}},{"ty":"rp","c":{"k":2},"tr":{}},\
    {"ty":"mm","mm":2},{"ty":"rd","r":{"k":2}},{"ty":"zz"},{"ty":"pb"},{"ty":"tw"},{"ty":"op"},\
    {"ty":"tr"}]},{"ty":"xx"}],"masksProperties":[{"mode":"a","pt":{"k":{"c":true,"v":[],"i":[],\
    "o":[]}}}],"ef":[{"ty":20,"ef":[]},{"ty":21,"ef":[]},{"ty":25,"ef":[]},{"ty":29,"ef":[]},\
    {"ty":22,"ef":[]},{"ty":5,"mn":"ADBE Ramp","ef":[]},{"ty":5,"mn":"ADBE Geometry2","ef":[]},\
    {"ty":28,"nm":"Warp","ef":[]}],"sy":[{"ty":1},{"ty":4}]},\
    {"ty":1,"nm":"Solid","sw":9,"sh":9,"sc":"#fff","ip":0,"op":90,"ks":{},"hd":true,"bm":1},\
    {"ty":3,"nm":"Null","ip":0,"op":90,"ks":{},"parent":4}],\
    "fonts":{"list":[{"fName":"F","fFamily":"Fam","fStyle":"Bold"}]},\
    "assets":[{"id":"c","layers":[{"ty":4,"nm":"Inner","ip":0,"op":9,"ks":{},"shapes":[\
    {"ty":"el"},{"ty":"sr","sy":1,"pt":{"k":5},"or":{"k":9},"ir":{"k":4}},{"ty":"fl"}]}]},\
    {"id":"photo","w":4,"h":2.5,"u":"images/","p":"photo.png"},{"id":"song","u":"","p":"song.mp3"}],\
    "markers":[{"cm":"part","tm":10,"dr":5.5},{"cm":"end","tm":80}],\
    "slots":{"tint":{"p":{"k":[1,0.5,0]}},"size":{"p":{"k":[9,9]}},"unused":{"p":{"k":3}},\
    "shade":{"p":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}}}
    """

  private static let themes: [(String, String)] = [
    (
      "t/dark.json",
      #"{"rules":[{"id":"tint","type":"Color","value":[0,0,0]},{"id":"gone","type":"Scalar","value":1}]}"#
    ), ("t/empty.json", #"{"rules":[]}"#), ("t/broken.json", "{"),
  ]

  private static let machines: [(String, String)] = [
    (
      "s/main.json",
      """
      {"initial":"a","inputs":[{"type":"Numeric","name":"n","value":1},{"type":"Event","name":"e"}],\
      "states":[{"type":"PlaybackState","name":"a","animation":"","transitions":[]},\
      {"type":"PlaybackState","name":"b","animation":"","segment":"nowhere","transitions":[]}],\
      "interactions":[{"type":"Click","actions":[{"type":"Dance"}]}]}
      """
    ), ("s/broken.json", #"{"initial":"x","states":[]}"#),
  ]

  private static func manifest(_ more: String) -> String {
    """
    {"version":"2","generator":"tests","animations":[{"id":"one"\(more)},{"id":"two"}],\
    "themes":[{"id":"dark","name":"Dark"},{"id":"empty"},{"id":"broken"},{"id":"missing"}],\
    "stateMachines":[{"id":"main"},{"id":"broken"},{"id":"missing"}],\
    "initial":{"animation":"one","stateMachine":"main"}}
    """
  }

  /// Writes a file with all features. `more` is added to its manifest.
  private func write(_ more: String = "", to scratch: ScratchDirectory) throws {
    let bytes = Archives.zip(
      [
        ("manifest.json", Self.manifest(more)), ("a/one.json", Self.animation),
        ("a/two.json", #"{"v":"5.0.0","fr":1,"ip":0,"op":1,"w":1,"h":1,"layers":[]}"#),
      ] + Self.themes + Self.machines)
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "all.lottie"))
  }

  @Test("describes every feature as text and as JSON")
  func everything() throws {
    let scratch = try ScratchDirectory()
    try write(##","speed":1.5,"background":"#102030""##, to: scratch)
    var themed = FileConfiguration()
    themed.theme = .id("dark")
    let (info, path) = try info("all.lottie", in: scratch, themed)
    func compare(_ text: String, with file: String) throws {
      try Kept.compare(text.replacing(scratch.path, with: "…"), with: file)
    }
    try compare(info.text(path: path), with: "info.txt")
    try compare(Kept.compact(info.json(path: path).text), with: "info.json")
    #expect(info.isIncomplete)
    #expect(
      info.line(path: "a")
        == "a: 320.5x200, 29.97 frames/s, 3.003 s, 8 layers, 16 not as intended\n"
    )
  }

  @Test("has a minimum of lines for an empty file")
  func nothing() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      #"{"fr":60,"ip":0,"op":600,"w":10,"h":20,"layers":[]}"#, to: "empty.json")
    let (info, _) = try info("empty.json", in: scratch)
    expectEqual(
      info.text(path: "a"),
      """
      file            a
      format          JSON
      size            10x20
      frame rate      60 frames/s
      frames          600
      duration        10 s
      layers          0
      drawn           as intended

      """)
    expectEqual(info.line(path: "a"), "a: 10x20, 60 frames/s, 10 s, 0 layers, as intended\n")
    #expect(!info.isIncomplete)
  }

  @Test("rounds numbers to at most three decimals")
  func numbers() {
    let texts = [2.9996, 1.0004, 0.5, 29.97, -0.0126, 1e300].map(AnimationInfo.rounded)
    expectEqual(texts, ["3", "1", "0.5", "29.97", "-0.013", "1e+300"])
  }

  @Test("contains the playback settings of the file, if any")
  func playback() throws {
    let scratch = try ScratchDirectory()
    for (more, line) in [
      ("", nil),
      (#","loop":true,"speed":1.5,"autoplay":true"#, "at speed 1.5, forever, automatically"),
      (#","loop":false,"playMode":"Bounce","autoplay":false"#, "bounce, once, on request"),
      (#","loop":3,"direction":-1"#, "reverse, 3 times"),
    ] {
      try write(more, to: scratch)
      let lines = try info("all.lottie", in: scratch).0.text(path: "a").split(separator: "\n")
      let said = lines.first { $0.hasPrefix("playback") }
      expectEqual(said.map(String.init), line.map { "playback        \($0)" }, "\(more)")
    }
  }

  @Test("contains the expressions that fail in frames, within a time limit")
  func failures() throws {
    let scratch = try ScratchDirectory()
    let layer = ##"{"ty":1,"ip":0,"op":9,"sc":"#ff0000","ks":{"r":{"k":0,"x":"while(1);"}}}"##
    for (count, frames) in [(1, "in frames 0 to 8"), (40, "in frames 0 to 1")] {
      let layers = Array(repeating: layer, count: count).joined(separator: ",")
      try scratch.write(
        #"{"fr":10,"ip":0,"op":9,"w":9,"h":9,"layers":[\#(layers)]}"#, to: "endless.json")
      let (info, _) = try info("endless.json", in: scratch)
      expectEqual(info.diagnostics.count, count)
      let message = try #require(info.diagnostics.first?.message)
      #expect(message.contains("fails \(frames): too many steps"), "\(message)")
    }
  }

  private func info(
    _ name: String, in scratch: ScratchDirectory,
    _ configuration: FileConfiguration = FileConfiguration()
  ) throws -> (AnimationInfo, path: String) {
    let file = try AnimationFile(scratch / name, configuration)
    return (file.animation.info(), file.path)
  }
}
