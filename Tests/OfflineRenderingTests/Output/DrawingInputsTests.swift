import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("The record of inputs")
struct DrawingInputsTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 3).json, to: "a.json")
  }

  private func inputs(
    _ configuration: FileConfiguration = FileConfiguration(), of name: String = "a.json",
    version: String = "1"
  ) throws -> DrawingInputs {
    let file = try AnimationFile(scratch / name, configuration)
    let source = try RenderSource(file, file.scenes())
    return try DrawingInputs(
      ofFile: scratch / name, configuration, source, version: version)
  }

  @Test("is the same when it is written and read again, in images and in lines")
  func storage() throws {
    let slot = #","slots":{"x=y; 50 %\u2603":{"p":{"a":0,"k":[1,0,0]}}}"#
    try scratch.write(TestAnimation(frames: 3, more: slot).json, to: "a.json")
    var configuration = FileConfiguration()
    let value = "[0.\(String(repeating: "5", count: 1000)),0,0]"
    configuration.slots = ["x=y; 50 %\u{2603}": value]
    let inputs = try inputs(configuration)
    let image = PixelImage(size: PixelSize(width: 2, height: 2))
    try OutputFile.write(PNG.encode(image, texts: [inputs.text]), to: scratch / "a.png")
    expectEqual(DrawingInputs(inImageAt: scratch / "a.png"), inputs)
    var read = DrawingInputs()
    for line in inputs.lines {
      #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) } && line.utf8.count < 200)
      let isRead = read.append(line: line)
      #expect(isRead)
    }
    expectEqual(read, inputs)
    for line in ["# none", "a=b"] {
      let isRead = read.append(line: line)
      #expect(!isRead, "\(line)")
    }
    try OutputFile.write(PNG.encode(image), to: scratch / "b.png")
    #expect(DrawingInputs(inImageAt: scratch / "b.png") == nil)
  }

  @Test("an animation that is drawn the same way has the same record, wherever it is")
  func paths() throws {
    try FileManager.default.createDirectory(
      atPath: scratch / "b", withIntermediateDirectories: false)
    try OutputFile.write(scratch.bytes("a.json"), to: scratch / "b/c.json")
    var configuration = FileConfiguration()
    configuration.resources = scratch.path
    configuration.fonts.folders = [scratch / "b"]
    try expectEqual(inputs(), inputs(configuration, of: "b/c.json"))
  }

  @Test("changes are named in words, in both directions")
  func changes() throws {
    let old = try inputs()
    try scratch.write(TestAnimation(frames: 4).json, to: "a.json")
    var configuration = FileConfiguration(loops: false)
    configuration.mode = .reverse
    let new = try inputs(configuration, version: "2")
    let changes = old.changes(to: new)
    let file = try #require(changes.first)
    #expect(file.hasPrefix("file ") && file.contains(" instead of "))
    expectEqual(
      Array(changes.dropFirst()), ["with loop no", "with mode reverse", "program 2 instead of 1"])
    expectEqual(
      Array(new.changes(to: old).dropFirst()),
      ["without loop no", "without mode reverse", "program 1 instead of 2"])
    expectEqual(DrawingInputs.sentence(old.changes(to: old)), "the recorded inputs are the same")
  }

  @Test("fonts are recorded by their contents, including those of characters that others lack")
  func fonts() throws {
    let fonts = scratch / "fonts"
    try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: false)
    var font = TinyFont.letters
    (font.family, font.style) = ("Text", "Regular")
    try OutputFile.write(font.bytes, to: fonts + "/a.ttf")
    var other = TinyFont.letters
    (other.family, other.style) = ("Other", "Regular")
    other.glyphs["\u{2603}"] = .block(advance: 500, width: 400, height: 500)
    try OutputFile.write(other.bytes, to: fonts + "/b.ttf")
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">\
      <text y="15" font-family="Text">A\u{2603}</text></svg>
      """
    try scratch.write(svg, to: "a.svg")
    let lottie = """
      {"v":"5.7.0","fr":10,"ip":0,"op":3,"w":40,"h":20,
       "fonts":{"list":[{"fName":"F","fFamily":"Text","fStyle":"Regular"}]},
       "layers":[{"ty":5,"ip":0,"op":3,"st":0,"ks":{},"t":{"a":[],"d":{"k":[
        {"t":0,"s":{"t":"A\u{2603}","f":"F","s":10,"fc":[1,0,0]}}]},"m":{},"p":{}}}]}
      """
    try scratch.write(lottie, to: "t.json")
    var configuration = FileConfiguration()
    configuration.fonts.folders = [fonts]
    for name in ["a.svg", "t.json"] {
      let old = try inputs(configuration, of: name)
      let names = old.lines.filter { $0.hasPrefix("# font ") }.map { $0.prefix { $0 != "=" } }
      expectEqual(names, ["# font Other Regular", "# font Text Regular"], "\(name)")
      other.glyphs["\u{2603}"] = .block(advance: 600, width: 400, height: 500)
      try OutputFile.write(other.bytes, to: fonts + "/b.ttf")
      let changes = try old.changes(to: inputs(configuration, of: name))
      expectEqual(changes.count, 1, "\(changes)")
      #expect(changes.first?.hasPrefix("font Other Regular ") == true, "\(changes)")
      other.glyphs["\u{2603}"] = .block(advance: 500, width: 400, height: 500)
      try OutputFile.write(other.bytes, to: fonts + "/b.ttf")
    }
  }
}
