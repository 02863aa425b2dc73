import AnimCodecs
import AnimCore
import AnimRaster
import ImageFiles
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Sprite sheets")
struct SheetTests {
  /// A sheet of 4 × 2 pixels, numbered from 1 by their blue.
  private static let image: [UInt8] = {
    var image = PixelImage(size: PixelSize(width: 4, height: 2), isOpaque: true)
    for index in 0..<8 { image[index % 4, index / 4] = 0xFF00_0001 + UInt32(index) }
    return (try? PNG.encode(image)) ?? []
  }()

  private func open(
    _ json: String, image: String = "s.png", _ configuration: FileConfiguration = .init()
  ) throws -> AnimationFile {
    let source = AnimationSource("a.json", bytes: Array(json.utf8)) { name, _ in
      name == image ? Self.image : nil
    }
    return try AnimationFile(source, configuration)
  }

  private func list(_ frames: String, meta: String = "") -> String {
    #"{"frames":\#(frames),"meta":{"image":"s.png"\#(meta)}}"#
  }

  /// Returns the blue of a frame's pixels, and 0 for transparent ones.
  private func blues(_ json: String, _ frame: Int) throws -> [Int] {
    let list = try SheetList(Array(json.utf8), path: "a.json")
    let animation = try SheetAnimation(
      list.sheet, image: RasterAnimation(BytesInMemory(Self.image)))
    return try animation.pixels(of: frame).map { Int($0 & 255) }
  }

  private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    #"{"x":\#(x),"y":\#(y),"w":\#(width),"h":\#(height)}"#
  }

  @Test("frames are the rectangles of an array or an object, in file order")
  func frames() throws {
    let (first, second) = (
      #"{"frame":\#(rectangle(2, 0, 2, 2)),"duration":40}"#,
      #"{"frame":\#(rectangle(0, 0, 2, 2)),"duration":12.5}"#
    )
    for text in ["[\(first),\(second)]", #"{"z":\#(first),"a":\#(second)}"#] {
      try expectEqual(blues(list(text), 0), [3, 4, 7, 8])
      try expectEqual(blues(list(text), 1), [1, 2, 5, 6])
      expectEqual(
        try #require(open(list(text)).scenes().make().playback).times,
        FrameTimes(durations: [80, 25], ticksPerSecond: 2000))
    }
  }

  @Test("a trimmed frame is at its place on the canvas, and a rotated one is upright")
  func trimmed() throws {
    let place = #""spriteSourceSize":\#(rectangle(1, 0, 2, 1)),"sourceSize":{"w":3,"h":2}"#
    let json = list(
      #"[{"frame":\#(rectangle(1, 1, 2, 1)),\#(place)},"#
        + #"{"frame":\#(rectangle(3, 0, 2, 1)),"rotated":true,\#(place)}]"#)
    try expectEqual(blues(json, 0), [0, 6, 7, 0, 0, 0])
    // On the sheet, the row is a column: from above, the left to the right pixel.
    try expectEqual(blues(json, 1), [0, 4, 8, 0, 0, 0])
  }

  @Test("tags are markers, and listed with their directions")
  func tags() throws {
    let frame = #"{"frame":\#(rectangle(0, 0, 1, 1)),"duration":100}"#
    let file = try open(
      list(
        "[\(frame),\(frame),\(frame)]",
        meta: #","frameTags":[{"name":"run","from":1,"to":2,"direction":"pingpong","repeat":"2"},"#
          + #"{"name":"lost","from":1,"to":7}]"#))
    expectEqual(
      try #require(file.scenes().make().playback).markers, [SceneMarker(frame: 1, name: "run")])
    let info = file.animation.info()
    expectEqual(info.sections.map(\.lines), [["run: frames 1 to 2, pingpong, 2 times"]])
  }

  @Test(
    "a list that can't be shown is an error",
    arguments: [
      (#"{"frames":[]}"#, "needs \"frames\" and the name"),
      (#"{"frames":[],"meta":{"image":"s.png"}}"#, "without frames"),
      (
        #"{"frames":[{}],"meta":{"image":"s.png"}}"#, "frame 0 of the sprite sheet has no rectangle"
      ),
      (
        #"{"frames":{"a":{"frame":{"x":3,"y":0,"w":2,"h":1}}},"meta":{"image":"s.png"}}"#,
        "frame 0 of the sprite sheet lies outside"
      ),
      (
        #"{"frames":{"a":{"frame":{"x":-1,"y":0,"w":2,"h":1}}},"meta":{"image":"s.png"}}"#,
        "frame 0 of the sprite sheet lies outside"
      ),
      (
        #"{"frames":[{"frame":{"x":0,"y":0,"w":2147483647,"h":2147483647}}],"meta":{"image":"s.png"}}"#,
        "too large"
      ),
      (
        #"{"frames":[{"frame":{"x":0,"y":0,"w":1,"h":1}}],"meta":{"image":"t.png"}}"#,
        "the image \"t.png\" cannot be read"
      ),
      (#"{"frames":["#, "JSON"),
    ])
  func errors(json: String, reason: String) {
    let failure = #expect(throws: Failure.self) { try open(json) }
    #expect(failure.map { $0.message.contains(reason) } == true, "\(String(describing: failure))")
  }

  @Test("a sheet is distinguished from a Lottie animation by its start")
  func recognition() {
    for (text, isSheet) in [
      (#" { "frames" : []}"#, true), ("\u{FEFF}{\"frames\":1", true),
      (#"{"meta":{"image":"a.png"},"frames":{}}"#, true),
      (#"{"meta":{"g":"x"},"v":"5.7.0","layers":[]}"#, false), (#"{"v":"5","frames":1}"#, false),
      ("[]", false), ("", false),
    ] {
      #expect(SheetList.recognizes(Array(text.utf8)) == isSheet, "\(text)")
    }
  }
}
