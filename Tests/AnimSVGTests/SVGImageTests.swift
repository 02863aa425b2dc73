import AnimCore
import AnimSVG
import AnimText
import TestSupport
import Testing

@Suite("An SVG file as an image")
struct SVGImageTests {
  private func image(
    _ content: String, _ attributes: String = #"width="4" height="2""#,
    resources: SVGResources = SVGResources()
  ) throws(SVGError) -> SVGImage {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(content)</svg>"
    return try SVGImage(Array(text.utf8), resources: resources)
  }

  private func row(_ image: SVGImage, at time: Seconds) -> [UInt32] {
    let pixels = image.pixels(at: time, size: PixelSize(width: 4, height: 2), background: .white)
    return (0..<4).map { pixels[$0, 0] }
  }

  private let red: UInt32 = 0xFFFF_0000
  private let white: UInt32 = 0xFFFF_FFFF

  @Test("has the size of its root, and is clipped to it")
  func size() throws {
    let image = try image("<rect x='1' width='9' height='9' fill='red'/>")
    expectEqual(image.size, Size(width: 4, height: 2))
    expectEqual(row(image, at: 0), [white, red, red, red])
    let larger = image.pixels(at: 0, size: PixelSize(width: 8, height: 4))
    expectEqual((0..<8).map { larger[$0, 3] }, [0, 0, red, red, red, red, red, red])
    #expect(image.duration == 0 && image.loop == nil && image.nextChange(after: 0) == nil)
  }

  @Test("ends with its last animation, and keeps the final state")
  func end() throws {
    let image = try image(
      "<rect width='1' height='2' fill='red'>"
        + "<animate attributeName='width' values='1;2;3' calcMode='discrete' dur='3s' fill='freeze'/></rect>"
    )
    #expect(image.duration == 3 && image.loop == nil)
    let widths = [-1, 0, 1.5, 2.5, 3, 1e9].map { row(image, at: $0).filter { $0 == red }.count }
    expectEqual(widths, [1, 1, 2, 3, 3, 3])
    #expect(image.nextChange(after: 2) == 2 && image.nextChange(after: 3) == nil)
  }

  @Test("repeats after an introduction, at any time")
  func loop() throws {
    let image = try image(
      "<rect width='1' height='2' fill='red'><animate attributeName='width' values='1;2;3' "
        + "calcMode='discrete' begin='1s' dur='3s' repeatCount='indefinite'/></rect>")
    #expect(image.duration == .infinity)
    expectEqual(image.loop, 1..<4)
    let widths = [0, 1.5, 2.5, 3.5, 4.5, 3e6 + 2.5].map { time in
      row(image, at: time).filter { $0 == red }.count
    }
    expectEqual(widths, [1, 1, 2, 3, 1, 2])
  }

  @Test("reads only files below its own folder")
  func resources() throws {
    let requested = Requests()
    let resources = SVGResources(resource: { path in
      requested.add(path)
      return TestImages.png(width: 1, height: 1)
    })
    let paths = [
      "../a.png", "/a.png", "file:///a.png", "http://a/a.png", "b/../../a.png", "b/%2E%2e/a.png",
      "b\\a.png", "b/a.png#c",
    ]
    let images = paths.map {
      "<image width='4' height='2' preserveAspectRatio='none' href='\($0)'/>"
    }
    let image = try image(images.joined(), resources: resources)
    expectEqual(row(image, at: 0), [red, red, red, red])
    expectEqual(Set(requested.paths), ["b/a.png"])
  }

  @Test("reports what it doesn't draw, before and after drawing")
  func omissions() throws {
    let image = try image(
      "\n<script/><text y='1'>Text</text><image href='a.png' width='1' height='1'/>")
    expectEqual(image.diagnostics.map { "\($0)" }, ["line 2, column 1: scripts are not run"])
    #expect(image.omissions.isEmpty)
    _ = row(image, at: 0)
    expectEqual(
      image.omissions.map { "\($0.code) \($0.severity.rawValue): \($0)" },
      [
        "svg.missing-image not drawn: line 2, column 33: "
          + "images that cannot be found or read are not drawn, as that of <image>",
        "svg.missing-font not drawn: text without a font is not drawn",
      ])
  }

  @Test("draws text with the requested family, or with serif")
  func fonts() throws {
    var font = TinyFont.letters
    font.glyphs["A"] = .block(advance: 1000, width: 1000, height: 1000)
    let face = try FontFace(font.bytes)
    for family in ["Own", "serif"] {
      let requested = Requests()
      let resources = SVGResources(font: { name, _ in
        requested.add(name)
        return name == family ? face : nil
      })
      let image = try image(
        "<text y='2' font-size='2' font-family='Own' fill='red'>A</text>", resources: resources)
      #expect(row(image, at: 0).contains(red) && image.omissions.isEmpty)
      #expect(requested.paths.first == "Own" && requested.paths.contains(family))
    }
  }

  @Test("an invalid file is an error")
  func errors() {
    #expect(throws: SVGError.notSVG(root: "html")) { try SVGImage(Array("<html/>".utf8)) }
    #expect(throws: SVGError.invalidCompression) { try SVGImage([0x1F, 0x8B, 8, 0]) }
    #expect(throws: SVGError.invalidSize) { try image("", "width='0'") }
    #expect { try SVGImage(Array("<svg".utf8)) } throws: { "\($0)".contains("line 1") }
  }
}

/// The references that a document requested, in order.
private final class Requests: @unchecked Sendable {
  private(set) var paths: [String] = []
  func add(_ path: String) { paths.append(path) }
}
