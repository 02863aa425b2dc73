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

  /// Returns the frames of one cycle in playback order, and the number of cycles.
  private func played(
    _ tag: String, loops: Bool = false, mode: PlaybackMode? = nil
  ) throws -> (frames: [Int], plays: Int?) {
    let frame = #"{"frame":\#(rectangle(0, 0, 1, 1)),"duration":100}"#
    let frames = [String](repeating: frame, count: 5).joined(separator: ",")
    var configuration = FileConfiguration(marker: "a")
    configuration.obeysLoopCount = loops
    configuration.mode = mode
    let file = try open(
      list("[\(frames)]", meta: #","frameTags":[{"name":"a","from":1,"to":3,\#(tag)}]"#),
      configuration)
    let playback = try #require(file.scenes().make().playback)
    return (
      (0..<Int(playback.cycleCount)).map { Int(playback.frame(at: Double($0) / 10)) },
      playback.repetitions
    )
  }

  @Test("--marker plays the range of a tag in its direction")
  func directions() throws {
    try expectEqual(played(#""direction":"forward""#).frames, [1, 2, 3])
    try expectEqual(played(#""direction":"reverse""#).frames, [3, 2, 1])
    try expectEqual(played(#""direction":"pingpong""#).frames, [1, 2, 3, 2])
    try expectEqual(played(#""direction":"pingpong_reverse""#).frames, [3, 2, 1, 2])
    try expectEqual(played(#""direction":"pingpong""#, mode: .reverse).frames, [3, 2, 1])
  }

  @Test("a tag plays forever, or with --file-loops according to its loop count")
  func repetitions() throws {
    func plays(_ tag: String, mode: PlaybackMode? = nil) throws -> Int? {
      try #expect(played(tag, mode: mode).plays == nil)
      return try played(tag, loops: true, mode: mode).plays
    }
    try expectEqual(plays(#""repeat":"3""#), 3)
    try expectEqual(plays(#""direction":"forward""#), nil)
    // Back and forth counts as two.
    try expectEqual(plays(#""direction":"pingpong","repeat":4"#), 2)
    try expectEqual(plays(#""direction":"pingpong","repeat":4"#, mode: .forward), 4)
    try expectEqual(plays(#""direction":"pingpong","repeat":"9223372036854775807""#), 32_768)
    try expectEqual(plays(#""repeat":-1"#), nil)
    let once = try played(#""direction":"pingpong_reverse","repeat":1"#, loops: true)
    #expect(once == ([3, 2, 1], 1))
  }

  @Test("an unknown marker is an error, and unused loop counts are reported")
  func unusedMarkers() throws {
    var configuration = FileConfiguration(marker: "b")
    let frame = #"{"frame":\#(rectangle(0, 0, 1, 1))}"#
    let json = list(
      "[\(frame),\(frame)]", meta: #","frameTags":[{"name":"a","from":0,"to":1}]"#)
    let failure = #expect(throws: Failure.self) { try open(json, configuration).scenes() }
    expectEqual(failure?.message, "a.json: no marker 'b'; it has a")
    configuration.obeysLoopCount = true
    configuration.marker = "a"
    try expectEqual(
      open(json, configuration).unusedOptionWarnings(),
      ["--file-loops: ignored because the marker has no loop count"])
    configuration.marker = nil
    try expectEqual(
      open(json, configuration).unusedOptionWarnings(),
      ["--file-loops: ignored because a.json has loop counts only for its markers"])
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
