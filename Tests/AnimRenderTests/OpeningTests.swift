import CAnimRender
import Foundation
import TestSupport
import Testing

@Suite("Opening animations through C")
struct OpeningTests {
  @Test(
    "files of every format are opened and described as by info --json",
    arguments: [
      ("Corpus/theme-and-machine.json", "json"), ("Corpus/gzip.tgs", "gzip"),
      ("Corpus/themes.lottie", "dotlottie"), ("SVGCorpus/smil.svg", "svg"),
      ("RasterCorpus/frames.gif", "gif"), ("RasterCorpus/frames.apng", "png"),
      ("RasterCorpus/frames.avif", "avif"), ("RasterCorpus/lossy.webp", "webp"),
      ("RasterCorpus/still.jpg", "jpeg"), ("RasterCorpus/frames.aseprite", "aseprite"),
      ("RasterCorpus/sizes.xcursor", "xcursor"), ("Y4MCorpus/half.y4m", "y4m"),
    ])
  func formats(file: String, format: String) throws {
    let handle = try Handle.opened(FuzzerFiles.bytes(of: file))
    let info = try #require(
      JSONSerialization.jsonObject(with: Data(handle.info.utf8)) as? [String: Any])
    expectEqual((info["format"] as? String)?.lowercased(), format)
    expectEqual(info["file"] == nil, true)
    #expect(info["diagnostics"] is [Any])
    let properties = handle.properties
    #expect(properties.width > 0 && properties.height > 0 && properties.frame_count > 0)
    #expect(handle.hash(0, Int(properties.width), Int(properties.height)) != nil)
  }

  @Test("the properties are those of the file")
  func properties() throws {
    let lottie = try Handle.opened(TestAnimation().json).properties
    expectEqual(
      [lottie.width, lottie.height, lottie.first_frame, lottie.frame_count], [240, 60, 0, 50])
    expectEqual(lottie.frame_rate, 25)
    expectEqual(lottie.duration, 2_000_000_000)
    let still = try Handle.opened(TestImages.png(width: 3, height: 2)).properties
    expectEqual([still.width, still.height, still.first_frame, still.frame_count], [3, 2, 0, 1])
    expectEqual(still.duration, 0)
    let timed = try Handle.opened(FuzzerFiles.bytes(of: "RasterCorpus/frames.gif")).properties
    expectEqual(timed.frame_rate, 0)
    expectEqual(timed.duration, 360_000_000)
  }

  @Test("a marker selects the played frames, and the others exist")
  func marker() throws {
    let file = TestAnimation(more: #", "markers": [{"cm": "end", "tm": 40, "dr": 20}]"#).json
    let whole = try Handle.opened(file)
    try "end".withCString { name in
      var options = defaultOptions
      options.marker = name
      let part = try Handle.opened(file, options)
      expectEqual([part.properties.first_frame, part.properties.frame_count], [30, 20])
      expectEqual(part.pixels(30, 240, 60), whole.pixels(30, 240, 60))
      expectEqual(part.pixels(2, 240, 60), whole.pixels(2, 240, 60))
      expectEqual(part.pixels(at: 0, 240, 60), whole.pixels(30, 240, 60))
    }
    "middle".withCString { name in
      var options = defaultOptions
      options.marker = name
      expectFailure(
        ANIMRENDER_INVALID_ARGUMENT, "animation: no marker 'middle'; it has end",
        Array(file.utf8), options)
    }
  }

  @Test("a theme and an animation of a file are selected by their identifiers")
  func parts() throws {
    let bytes = try FuzzerFiles.bytes(of: "Corpus/themes.lottie")
    "nothing".withCString { name in
      for member in [\animrender_options.animation, \.theme] {
        var options = defaultOptions
        options[keyPath: member] = name
        guard case .failed(let status, let message) = Handle.open(bytes, options) else {
          Issue.record("opened")
          continue
        }
        expectEqual(status == ANIMRENDER_OK, false)
        #expect(message.contains("nothing"), "\(message)")
      }
    }
  }

  @Test("expressions can be switched off")
  func expressions() throws {
    let bytes = try FuzzerFiles.bytes(of: "Corpus/expressions.json")
    var options = defaultOptions
    options.flags = UInt32(ANIMRENDER_NO_EXPRESSIONS)
    let (evaluated, stored) = (try Handle.opened(bytes), try Handle.opened(bytes, options))
    #expect((0..<10).contains { evaluated.hash($0, 64, 64) != stored.hash($0, 64, 64) })
    #expect(stored.diagnostics.count > evaluated.diagnostics.count)
  }

  @Test("files are only read in the folder of the options")
  func resources() throws {
    let scratch = try ScratchDirectory()
    let folder = scratch / "files"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["red.png", "files/red.png"] {
      try Data(TestImages.png(width: 8, height: 8)).write(to: URL(fileURLWithPath: scratch / name))
    }
    func svg(_ path: String) -> [UInt8] {
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">\
        <image href="\(path)" width="8" height="8"/></svg>
        """.utf8)
    }
    try folder.withCString { folder in
      var options = defaultOptions
      options.resource_folder = folder
      let red = Array(repeatElement([255, 0, 0, 255] as [UInt8], count: 64).joined())
      try expectEqual(Handle.opened(svg("red.png"), options).pixels(0, 8, 8), red)
      let clear = [UInt8](repeating: 0, count: 256)
      try expectEqual(Handle.opened(svg("../red.png"), options).pixels(0, 8, 8), clear)
      try expectEqual(Handle.opened(svg("red.png")).pixels(0, 8, 8), clear)
      try expectEqual(Handle.opened(svg(scratch / "red.png")).pixels(0, 8, 8), clear)
    }
  }

  @Test("diagnostics have codes, messages and positions")
  func diagnostics() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">
      <script>1</script></svg>
      """
    let handle = try Handle.opened(svg)
    let found = try #require(handle.diagnostics.first)
    #expect(found.code.hasPrefix("svg.") && !found.message.isEmpty)
    expectEqual(found.line, 2)
    try expectEqual(Handle.opened(TestAnimation().json).diagnostics.count, 0)
    var diagnostic = animrender_diagnostic()
    diagnostic.size = MemoryLayout<animrender_diagnostic>.size
    expectEqual(
      Int(animrender_get_diagnostic(handle.pointer, 99, &diagnostic)), ANIMRENDER_INVALID_ARGUMENT)
    expectEqual(
      handle.message, "index: 99 does not exist; call animrender_diagnostic_count first")
  }

  @Test("a copy shares the file, and is independent of the original")
  func copies() throws {
    var original: Handle? = try Handle.opened(TestAnimation().json)
    let copy = try #require(original).copy()
    let drawn = original?.hash(7, 120, 30)
    original = nil
    expectEqual(copy.hash(7, 120, 30), drawn)
  }
}

/// Expects that a file isn't opened.
func expectFailure(
  _ status: Int, _ message: String, _ bytes: [UInt8], _ options: animrender_options? = nil,
  messageSize: Int = 512, at location: SourceLocation = #_sourceLocation
) {
  guard case .failed(let found) = Handle.open(bytes, options, messageSize: messageSize) else {
    Issue.record("opened", sourceLocation: location)
    return
  }
  #expect(found.status == status, sourceLocation: location)
  #expect(found.message == message, sourceLocation: location)
}
