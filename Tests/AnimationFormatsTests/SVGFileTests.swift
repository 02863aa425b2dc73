import AnimCore
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("SVG files") struct SVGFileTests {
  private func open(_ body: String, name: String = "a.svg") throws -> AnimationFile {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>\(body)</svg>"
    return try AnimationFile(
      AnimationSource(name, bytes: Array(text.utf8)) { _, _ in nil }, FileConfiguration())
  }

  private func animation(_ rest: String) -> String {
    "<rect width='9' height='9'><animate id='m' attributeName='x' to='9' \(rest)/></rect>"
  }

  @Test("a file is recognized as an SVG by its first bytes, whatever its name") func recognized() {
    let rows: [(String, Bool)] = [
      ("<svg/>", true), ("\u{FEFF} <?xml version='1.0'?><!-- a --><svg>", true),
      ("<!DOCTYPE svg [<!ENTITY a 'b'>]>\n<s:svg xmlns:s='a'>", true), ("{\"a\":\"<svg\"}", false),
      ("<html><body><svg/></body></html>", false), ("<!-- <html> --><svg", true),
      ("<!DOCTYPE svg PUBLIC 'a' 'b'>\n<?pi?>\n<svg\n", true), ("<!-- <svg/>", false),
      ("<html><body>", false), ("svg", false), ("", false),
    ]
    for (text, expected) in rows {
      expectEqual(SVGFormat().recognizes(Array(text.utf8)), expected, "\(text)")
    }
    let wide = Array("\u{FEFF}<svg/>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(SVGFormat().recognizes(wide))
    // "<svg/>", and "{}", by gzip.
    let drawing: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xB3, 0x29, 0x2E, 0x4B, 0xD7, 0xB7, 0x03, 0,
    ]
    let other: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xAB, 0xAE, 0x05, 0]
    #expect(SVGFormat().recognizes(drawing))
    #expect(!SVGFormat().recognizes(other))
  }

  @Test("it lasts until everything has ended or repeats, or otherwise a minute")
  func durations() throws {
    let rows: [(String, Double, Double)] = [
      ("", 1.0 / 60, 1), (animation("dur='2s'"), 2, 121),
      (animation("dur='2s' begin='1s' repeatCount='indefinite'"), 3, 180),
      (animation("dur='1s'") + animation("dur='1.5s' repeatCount='2'"), 3, 181),
    ]
    for (body, duration, frames) in rows {
      let file = try open(body)
      expectEqual(file.animation.duration, duration, "\(body)")
      let playback = try #require(file.scenes().make().playback)
      expectEqual(playback.times.count, frames, "\(body)")
      expectEqual(playback.times.frameRate?.hertz, 60)
    }
  }

  @Test("the duration tells when an animation starts to repeat")
  func repetition() throws {
    for (attributes, duration) in [
      ("dur='2s' repeatCount='indefinite'", "2 s, over and over"),
      ("dur='2s' begin='1s' repeatCount='indefinite'", "after 1 s, 2 s over and over"),
    ] {
      let info = try open(animation(attributes)).animation.info()
      expectEqual(info.rows.first { $0.0 == "duration" }?.1, duration)
    }
  }

  @Test("the ids of animations are markers, and omissions are reported with their location")
  func contents() throws {
    let file = try open(animation("begin='1s' dur='1s'") + "<script/>")
    let playback = try #require(file.scenes().make().playback)
    expectEqual(playback.markers, [SceneMarker(frame: 60, name: "m")])
    let info = file.animation.info()
    expectEqual(info.diagnostics.map { "\($0.place)" }, ["line 1, column 160"])
    expectEqual(info.diagnostics.map(\.message), ["scripts are not run"])
    let json = info.diagnostics.map { $0.json.text }.joined()
    for field in [
      #""code": "svg.script""#, #""path": "line 1, column 160""#, #""line": 1"#,
      #""column": 160"#, #""layer": null"#, #""severity": "not drawn""#,
    ] { #expect(json.contains(field), "\(field) in \(json)") }
    expectEqual(info.summary, ["40x20", "2 s", "4 elements"])
  }

  @Test("omissions that are found only by drawing are reported, too") func omissions() throws {
    let rows = [
      ("<text y='9'>a</text>", "text without a font is not drawn"),
      ("<switch>\(Self.foreign())<rect/></switch>", "a foreignObject is not drawn"),
      (
        String(repeating: "<g opacity='.9'>", count: 60) + "<rect width='9' height='9'/>"
          + String(repeating: "</g>", count: 60),
        "groups, clips and masks are nested more deeply than is drawn"
      ),
    ]
    for (body, message) in rows {
      expectEqual(try open(body).animation.info().diagnostics.map(\.message), [message])
    }
  }

  private static func foreign(_ attributes: String = "") -> String {
    "<foreignObject width='9' height='9' \(attributes)/>"
  }

  @Test("a foreignObject that no browser shows isn't reported") func hiddenForeignObjects() throws {
    for body in [
      "<switch>\(Self.foreign("requiredExtensions='a'"))<rect/></switch>",
      "<switch><rect/>\(Self.foreign())</switch>", "<defs>\(Self.foreign())</defs>",
      "<g display='none'>\(Self.foreign())</g>", "<foreignObject width='9'/>",
      Self.foreign("visibility='hidden'"),
    ] {
      expectEqual(try open(body).animation.info().diagnostics.map(\.message), [], "\(body)")
    }
  }

  @Test("animations begin at their exact time at every frame rate") func exactTimes() throws {
    func images(_ begin: Int, _ times: [Seconds]) throws -> [DisplayList] {
      let file = try open(
        "<rect width='9' height='9'><set attributeName='x' to='9' begin='\(begin)0ms'/></rect>")
      let scene = try file.scenes().make()
      scene.layout(in: Size(width: 40, height: 20))
      return times.map { time in
        var list = DisplayList(size: PixelSize(width: 40, height: 20))
        scene.update(to: time)
        scene.draw(into: &list)
        return list
      }
    }
    for hundredth in 1..<100 {
      let time = Double(hundredth) / 100
      let shown = try images(hundredth, [time - 0.001, time, time + 0.001])
      #expect(shown[0] != shown[1] && shown[1] == shown[2], "\(time)")
    }
  }

  @Test("a corrupt file is rejected with the location of the error") func damaged() {
    let failure = #expect(throws: Failure.self) { try open("<g>") }
    #expect(
      failure?.message
        == "a.svg: not well-formed: line 1, column 69: </svg> ends <g>")
  }
}
