import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

/// An archive with one animation, `x`, whose layer has slots, and with themes.
private func archive(
  _ themes: [(id: String, text: String)], manifest: String = "", listed: [String]? = nil,
  layer: String = #"{"ty":3,"ks":{"o":{"sid":"fade","k":10},"r":{"sid":"turn","k":20}}}"#
) -> [UInt8] {
  let ids = (listed ?? themes.map(\.id)).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
  let text = #"{"version":"2","animations":[{"id":"x"\#(manifest)}],"themes":[\#(ids)]}"#
  return Archives.zip(
    [("manifest.json", text), ("a/x.json", file(layers: layer))]
      + themes.map { ("t/\($0.id).json", $0.text) })
}

@Suite("Themes")
struct ThemeTests {
  private let dim = (id: "dim", text: #"{"rules":[{"type":"Scalar","id":"fade","value":40}]}"#)

  private func values(_ animation: LottieAnimation) -> [Double?] {
    let transform = animation.document.layers[0].transform
    return [transform.opacity.value, transform.rotation.value]
  }

  @Test("a theme sets the slots of its rules, and leaves the others unchanged")
  func sets() throws {
    let animation = try LottieAnimation(archive([dim]), options: .init(theme: .id("dim")))
    expectEqual(values(animation), [40, 20])
    expectEqual(animation.theme, "dim")
    #expect(animation.diagnostics.isEmpty)
  }

  @Test("the file's initial theme is applied unless another one, or none, is requested")
  func initial() throws {
    let other = (id: "other", text: #"{"rules":[{"type":"Scalar","id":"turn","value":5}]}"#)
    let file = archive([dim, other], manifest: #","initialTheme":"dim""#)
    try expectEqual(values(LottieAnimation(file)), [40, 20])
    try expectEqual(values(LottieAnimation(file, options: .init(theme: .none))), [10, 20])
    try expectEqual(values(LottieAnimation(file, options: .init(theme: .id("other")))), [10, 5])
  }

  @Test("a requested value takes precedence over the theme")
  func overrides() throws {
    let animation = try LottieAnimation(
      archive([dim]), options: .init(theme: .id("dim"), slots: ["fade": "70"]))
    expectEqual(values(animation), [70, 20])
  }

  @Test("a theme that isn't listed, or that no animation allows, is unknown")
  func unknown() {
    for bytes in [
      archive([dim], listed: []), archive([dim], manifest: #","themes":["other"]"#),
      archive([]),
    ] {
      #expect(throws: LottieError.unknownTheme("dim")) {
        try LottieAnimation(bytes, options: .init(theme: .id("dim")))
      }
    }
  }

  @Test(
    "an invalid theme is rejected with its location, or skipped if it is the initial theme",
    arguments: [
      ("{", "t/t.json", "invalid JSON at byte 1: expected a key in quotes"),
      ("{}", "t/t.json", "there is no list of rules"),
      (#"{"rules":[{"id":"fade"}]}"#, "t/t.json.rules[0]", "the rule has no type"),
      (
        #"{"rules":[{"type":"Hue","id":"fade","value":1}]}"#, "t/t.json.rules[0]",
        "unknown type of rule \"Hue\""
      ),
      (#"{"rules":[3]}"#, "t/t.json.rules[0]", "the rule has no slot (id)"),
      (
        #"{"rules":[{"type":"Gradient","id":"g","value":[{"offset":0,"color":[1,2]}]}]}"#,
        "t/t.json.rules[0].value[0]", "a stop has an offset and a color of four numbers"
      ),
    ])
  func refused(text: String, path: String, reason: String) throws {
    let file = archive([("t", text)], manifest: #","initialTheme":"t""#)
    #expect(throws: LottieError.invalidTheme("t", path: path, reason: reason)) {
      try LottieAnimation(file, options: .init(theme: .id("t")))
    }
    let animation = try LottieAnimation(file)
    expectEqual(values(animation), [10, 20])
    expectEqual(
      animation.diagnostics.map(\.description), ["\(path): \(reason); the theme is not applied"])
  }

  @Test(
    "a rule that matches nothing, or has a value of another type, is reported and has no effect")
  func mismatches() throws {
    let rules = #"""
      {"rules":[{"type":"Scalar","id":"gone","value":1},{"type":"Text","id":"fade","value":{"text":"a"}},
      {"type":"Color","id":"turn"},{"type":"Scalar","id":"turn","value":"x"}]}
      """#
    let animation = try LottieAnimation(archive([("t", rules)]), options: .init(theme: .id("t")))
    expectEqual(values(animation), [10, 20])
    expectEqual(
      animation.diagnostics.map(\.description),
      [
        "t/t.json.rules[2]: the rule has neither a value nor keyframes and is ignored",
        "t/t.json.rules[3].value: a Scalar cannot have this value; it is ignored",
        "t/t.json.rules[1].k: the value is of the wrong type",
        "t/t.json.rules[0]: the animation has no slot \"gone\"",
      ])
  }

  @Test(
    "keyframes hold, are eased by the tangents at both their ends, and take precedence over a value"
  )
  func keyframes() throws {
    let rules = #"""
      {"rules":[{"type":"Scalar","id":"fade","value":9,"keyframes":[{"frame":0,"value":0,"hold":true},
      {"frame":2,"value":10,"outTangent":{"x":0.5,"y":0}},{"frame":6,"value":20,"inTangent":{"x":0.5,"y":1}}]}]}
      """#
    let animation = try LottieAnimation(archive([("t", rules)]), options: .init(theme: .id("t")))
    let opacity = animation.document.layers[0].transform.opacity
    expectEqual([0, 1.9, 2, 4, 6, 9].map { opacity.value(at: $0) }, [0, 0, 10, 15, 20, 20])
    #expect(opacity.value(at: 3) < 12)
  }

  @Test("an expression of a theme is run, and its value is drawn if expressions are disabled")
  func expressions() throws {
    let rules = #"{"rules":[{"type":"Scalar","id":"fade","value":30,"expression":"value + 5"}]}"#
    let bytes = archive([("t", rules)])
    let animation = try LottieAnimation(bytes, options: .init(theme: .id("t")))
    expectEqual(animation.contents.expressions, 1)
    let stored = try LottieAnimation(
      bytes, options: .init(theme: .id("t"), runsExpressions: false))
    expectEqual(values(stored), [30, 20])
    expectEqual(
      stored.diagnostics.map(\.message), ["the expression is not run; its stored value is drawn"])
  }

  @Test("rules for other animations are skipped, and the last of several for one slot is used")
  func selection() throws {
    let rules = #"""
      {"rules":[{"type":"Scalar","id":"fade","value":1},{"type":"Scalar","id":"fade","value":2},
      {"type":"Scalar","id":"turn","value":3,"animations":["y"]}]}
      """#
    let animation = try LottieAnimation(archive([("t", rules)]), options: .init(theme: .id("t")))
    expectEqual(values(animation), [2, 20])
  }

  @Test("an image of a theme must be in the archive; otherwise, the file's own is kept")
  func images() throws {
    func image(_ source: String) throws -> (Image?, [String]) {
      let json = file(#""assets":[{"id":"i","sid":"logo","p":"red.png","w":4,"h":4}]"#)
      let rules = #"{"rules":[{"type":"Image","id":"logo","value":{"src":"\#(source)"}}]}"#
      let manifest = #"{"version":"2","animations":[{"id":"x"}],"themes":[{"id":"t"}]}"#
      let animation = try LottieAnimation(
        Archives.zip([
          .init(name: "manifest.json", contents: Array(manifest.utf8)),
          .init(name: "a/x.json", contents: Array(json.utf8)),
          .init(name: "t/t.json", contents: Array(rules.utf8)),
          .init(name: "i/red.png", contents: ImageFixtures.red),
          .init(name: "i/two.png", contents: ImageFixtures.two),
        ]), options: .init(theme: .id("t")))
      return (animation.document.images.first?.image, animation.diagnostics.map(\.description))
    }
    let (two, none) = try image("../any/two.png")
    #expect(two?.size == PixelSize(width: 2, height: 1) && none.isEmpty)
    let (missing, reasons) = try image("gone.png")
    expectEqual(missing?.size, PixelSize(width: 1, height: 1))
    expectEqual(
      reasons, ["t/t.json.rules[0]: the image cannot be read: there is no file \"gone.png\""])
    let (remote, refusals) = try image("https://example.org/two.png")
    expectEqual(remote?.size, PixelSize(width: 1, height: 1))
    expectEqual(
      refusals,
      [
        "t/t.json.rules[0]: images are not downloaded; the rule is ignored"
      ])
  }

  @Test("a text of a theme keeps omitted properties")
  func texts() throws {
    let layer =
      #"{"ty":5,"t":{"d":{"sid":"title","k":[{"s":{"t":"a","s":10,"tr":7},"t":0}]}}}"#
    let rules = #"{"rules":[{"type":"Text","id":"title","value":{"text":"b","justify":"Center"}}]}"#
    let animation = try LottieAnimation(
      archive([("t", rules)], layer: layer), options: .init(theme: .id("t")))
    guard case .text(let text) = animation.document.layers[0].content else {
      return #expect(Bool(false))
    }
    let document = try #require(text.documents.first?.document)
    #expect(document.text == "b" && document.size == 10 && document.tracking == 7)
    expectEqual(document.justification, .center)
  }

  @Test("themes that are truncated or changed anywhere are applied or rejected, and never crash")
  func mutations() {
    let text = #"""
      {"rules":[{"type":"Scalar","id":"fade","keyframes":[{"frame":0,"value":1,"outTangent":{"x":[0.5],"y":0}},
      {"frame":5,"value":2,"inTangent":{"x":1,"y":1}}],"expression":"1"},{"type":"Gradient","id":"turn",
      "value":[{"offset":0,"color":[1,0,0,1]}]},{"type":"BezierPath","id":"p","value":{"vertices":[[0,1]],"closed":true}}]}
      """#
    let bytes = Array(text.utf8)
    for offset in bytes.indices {
      for value: UInt8 in [0x22, 0x30, 0x5D, 0x7D, 0x2C] {
        var changed = bytes
        changed[offset] = value
        _ = try? LottieAnimation(
          archive([("t", String(decoding: changed, as: UTF8.self))]),
          options: .init(theme: .id("t")))
      }
    }
  }
}

@Suite("Manifests of dotLottie files")
struct ManifestTests {
  private func manifest(_ text: String) throws -> (LottieManifest, [String]) {
    let bytes = Archives.zip([("manifest.json", text), ("a/x.json", file()), ("a/y.json", file())])
    let file = try LottieFile(bytes)
    return (file.manifest, file.diagnostics.map(\.description))
  }

  @Test("version 2 of the format is read")
  func versionTwo() throws {
    let (manifest, diagnostics) = try manifest(
      #"""
      {"version":"2","initial":{"animation":"y","stateMachine":"m"},
      "animations":[{"id":"x","name":"First","background":"#20304080","themes":["t"]},{"id":"y"}],
      "themes":[{"id":"t","name":"Dark"}],"stateMachines":[{"id":"m"}]}
      """#)
    #expect(diagnostics.isEmpty)
    #expect(manifest.firstAnimation == "y" && manifest.initialStateMachine == "m")
    expectEqual(manifest.animations.map(\.name), ["First", ""])
    #expect(
      manifest.animations[0].background
        == Color(red8: 0x20, green8: 0x30, blue8: 0x40, alpha8: 0x80))
    expectEqual(manifest.themes.map(\.name), ["Dark"])
    #expect(manifest.allows(theme: "t") && !manifest.allows(theme: "u"))
  }

  @Test("playback settings in version 1 of the format are read")
  func versionOne() throws {
    let (manifest, diagnostics) = try manifest(
      #"""
      {"version":"1","activeAnimationId":"y","animations":[
      {"id":"x","loop":3,"speed":2,"direction":-1,"playMode":"bounce","autoplay":false},
      {"id":"y","loop":false,"direction":1,"playMode":"normal"}]}
      """#)
    #expect(diagnostics.isEmpty)
    expectEqual(manifest.firstAnimation, "y")
    let (x, y) = (manifest.animations[0], manifest.animations[1])
    #expect(x.loops == true && x.loopCount == 3 && x.speed == 2 && x.autoplay == false)
    expectEqual(x.mode, .reverseBounce)
    #expect(y.loops == false && y.loopCount == nil && y.speed == nil && y.mode == .forward)
  }

  @Test("invalid settings are reported and ignored")
  func nonsense() throws {
    let (manifest, diagnostics) = try manifest(
      #"""
      {"animations":[{"id":"x","speed":0,"loop":"yes","background":"red","themes":3},{"name":"none"}],
      "themes":{},"initial":{"animation":"gone","stateMachine":"gone"}}
      """#)
    #expect(manifest.animations.map(\.id) == ["x"] && manifest.firstAnimation == "x")
    expectEqual(
      diagnostics,
      [
        "manifest.json.animations[0].themes: expected a list",
        "manifest.json.animations[0]: the background \"red\" is not a color such as #203040",
        "manifest.json.animations[0].loop: expected true, false or a number",
        "manifest.json.animations[0]: the speed must be 0.001 to 1000; it is played at normal speed",
        "manifest.json.animations[1]: it has no identifier (id)",
        "manifest.json.themes: expected a list",
        "manifest.json: the initial state machine \"gone\" does not exist",
        "manifest.json: the initial animation \"gone\" does not exist; the first one is drawn",
      ])
  }
}

@Suite("The order in which frames are played")
struct PlayModeTests {
  /// Returns the first `count` frames shown of an animation with five frames.
  private func frames(
    _ mode: PlaybackMode, loops: Bool = true, loopCount: Int? = nil, count: Int
  ) throws -> [Double] {
    var configuration = LottieSceneConfiguration()
    configuration.mode = mode
    configuration.loops = loops
    configuration.loopCount = loopCount
    configuration.range = 2..<7
    let playback = configuration.playback(of: try load(file()))
    return (0..<count).map { playback.frame(afterPlaying: Double($0)) }
  }

  @Test("frames are played forward, backward or both, and none twice at a turning point")
  func modes() throws {
    try expectEqual(frames(.forward, count: 7), [2, 3, 4, 5, 6, 2, 3])
    try expectEqual(frames(.reverse, count: 7), [6, 5, 4, 3, 2, 6, 5])
    try expectEqual(frames(.bounce, count: 11), [2, 3, 4, 5, 6, 5, 4, 3, 2, 3, 4])
    try expectEqual(frames(.reverseBounce, count: 11), [6, 5, 4, 3, 2, 3, 4, 5, 6, 5, 4])
  }

  @Test("playback ends at the last frame of the order, after the number of repetitions")
  func ends() throws {
    try expectEqual(frames(.reverse, loops: false, count: 7), [6, 5, 4, 3, 2, 2, 2])
    try expectEqual(frames(.bounce, loops: false, count: 10), [2, 3, 4, 5, 6, 5, 4, 3, 2, 2])
    try expectEqual(
      frames(.forward, loopCount: 2, count: 12), [2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 6, 6])
  }

  @Test("a scene has the speed of its configuration")
  func speed() throws {
    var configuration = LottieSceneConfiguration()
    configuration.speed = 2
    let scene = LottieScene(try load(file()), configuration: configuration)
    let fast = try #require(scene.playback)
    #expect(fast.frameRate == RefreshRate(hertz: 20) && fast.cycleDuration == 0.5)
    expectEqual(fast.frame(at: 0.25), 5)
    configuration.mode = .reverse
    let reversed = try configuration.playback(of: load(file()))
    #expect(reversed.frame(at: 0.25) == 4 && reversed.time(of: 4.0) == .seconds(0.25))
  }
}
