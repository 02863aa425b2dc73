import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

@Suite("Manifests")
struct ManifestTableTests {
  private func read(_ json: String) throws -> (manifest: LottieManifest, faults: [String]) {
    var reader = ManifestReader(limits: LottieLimits())
    let tape = try JSONParser.parse(Array(json.utf8), name: "m", limits: LottieLimits())
    let manifest = tape.withRoot { reader.read($0) }
    return (manifest, reader.diagnostics.all.map { "\($0)" })
  }

  /// A field of an animation, the value read from it, and the message, if any.
  private struct Row: Sendable {
    let fields: String
    let isRead: @Sendable (LottieManifest.Animation) -> Bool
    let fault: String?

    init(
      _ fields: String, _ fault: String? = nil,
      _ isRead: @escaping @Sendable (LottieManifest.Animation) -> Bool
    ) {
      (self.fields, self.isRead, self.fault) = (fields, isRead, fault)
    }
  }

  private static let text = "expected text"
  private static let loop = ".loop: expected true, false or a number"

  private static let texts: [Row] = [
    Row(#""name":"N""#) { $0.name == "N" },
    Row(#""name":2"#, ".name: \(text)") { $0.name.isEmpty },
    Row(#""initialTheme":"t""#) { $0.initialTheme == "t" },
    Row(#""initialTheme":"""#) { $0.initialTheme == nil },
    Row(#""initialTheme":null"#) { $0.initialTheme == nil },
    Row(#""themes":["u",3]"#) { $0.themes == ["u"] },
    Row(#""themes":[]"#) { $0.themes == [] },
    Row(#""themes":null"#) { $0.themes == nil },
    Row(#""themes":5"#, ".themes: expected a list") { $0.themes == nil },
    Row(##""background":"#123""##) { $0.background == Color(rgb: 0x11_2233) },
    Row(##""background":"#102030""##) { $0.background == Color(rgb: 0x10_2030) },
    Row(##""background":"#10203040""##) {
      $0.background == Color(red8: 16, green8: 32, blue8: 48, alpha8: 64)
    },
    Row(#""background":"""#) { $0.background == nil },
    Row(
      ##""background":"#102030+f""##,
      ##": the background "#102030+f" is not a color such as #203040"##
    ) { $0.background == nil },
    Row(
      ##""background":"#1020304""##,
      ##": the background "#1020304" is not a color such as #203040"##
    ) {
      $0.background == nil
    },
  ]

  private static let plays: [Row] = [
    Row(#""loop":true"#) { $0.loops == true && $0.loopCount == nil },
    Row(#""loop":false"#) { $0.loops == false && $0.loopCount == nil },
    // As for states, 0 is without end.
    Row(#""loop":0"#) { $0.loops == true && $0.loopCount == nil },
    Row(#""loop":1.5"#) { $0.loops == false && $0.loopCount == nil },
    Row(#""loop":2.75"#) { $0.loops == true && $0.loopCount == 2 },
    Row(#""loop":1e6"#) { $0.loopCount == 1_000_000 },
    Row(#""loop":1e7"#, loop) { $0.loops == nil && $0.loopCount == nil },
    Row(#""loop":-1"#, loop) { $0.loops == nil },
    Row(#""loop":null"#) { $0.loops == nil },
    Row(#""speed":0.001"#) { $0.speed == 0.001 },
    Row(#""speed":1000"#) { $0.speed == 1000 },
    Row(#""speed":1001"#, ": the speed must be 0.001 to 1000; it is played at normal speed") {
      $0.speed == nil
    },
    Row(#""speed":"2""#, ".speed: expected a number") { $0.speed == nil },
    Row(#""autoplay":false"#) { $0.autoplay == false },
    Row(#""autoplay":1"#, ".autoplay: expected true or false") { $0.autoplay == nil },
  ]

  private static let modes: [Row] =
    [
      ("normal", PlaybackMode.forward, PlaybackMode.reverse), ("Forward", .forward, .reverse),
      ("Reverse", .reverse, .reverse), ("bounce", .bounce, .reverseBounce),
      ("Bounce", .bounce, .reverseBounce), ("ReverseBounce", .reverseBounce, .reverse),
    ].flatMap { name, mode, reversed in
      [
        Row(#""playMode":"\#(name)","direction":1"#) { $0.mode == mode },
        Row(#""playMode":"\#(name)","direction":-1"#) { $0.mode == reversed },
      ]
    } + [
      Row(#""direction":-1"#) { $0.mode == .reverse },
      Row(#""direction":true"#, ".direction: expected a number") { $0.mode == nil },
      Row(#""playMode":"x""#, #": unknown play mode "x""#) { $0.mode == nil },
      Row(#""playMode":1"#, ".playMode: \(text)") { $0.mode == nil },
    ]

  @Test(
    "values about playback are read, and ignored with a reason if they have the wrong type")
  func animations() throws {
    for row in Self.texts + Self.plays + Self.modes {
      let (manifest, faults) = try read(#"{"animations":[{"id":"x",\#(row.fields)}]}"#)
      let animation = try #require(manifest[animation: "x"])
      #expect(row.isRead(animation), "\(row.fields)")
      expectEqual(faults, (row.fault.map { ["m.animations[0]\($0)"] } ?? []), "\(row.fields)")
    }
  }

  /// A manifest, its initial animation and state machine, and the messages.
  private static let beginnings: [(json: String, animation: String?, machine: String?, [String])] =
    [
      (#"{"animations":[{"id":"x"},{"id":"y"}]}"#, "x", nil, []),
      (#"{"animations":[{"id":"x"}],"initial":{"animation":"y"}}"#, "y", nil, []),
      (
        #"{"animations":[{"id":"x"}],"initial":{"animation":"y"},"activeAnimationId":"z"}"#, "y",
        nil, []
      ),
      (#"{"animations":[{"id":"x"}],"initial":null,"activeAnimationId":"z"}"#, "z", nil, []),
      (
        #"{"animations":[{"id":"x"}],"initial":{"animation":""},"activeAnimationId":"z"}"#, "x",
        nil, []
      ),
      (
        #"{"animations":[{"id":"x"}],"activeAnimationId":3}"#, "x", nil,
        [".activeAnimationId: \(text)"]
      ),
      (#"{"initial":"x"}"#, nil, nil, [".initial: expected an object"]),
      (#"{"stateMachines":[{"id":"s"}],"initial":{"stateMachine":"s"}}"#, nil, "s", []),
      (#"{"stateMachines":[{"id":"s"}],"initial":{"stateMachine":""}}"#, nil, nil, []),
      (
        #"{"stateMachines":[{"id":"s"}],"initial":{"stateMachine":"q"}}"#, nil, nil,
        [#": the initial state machine "q" does not exist"#]
      ),
      (#"{"initial":{"stateMachine":[]}}"#, nil, nil, [".initial.stateMachine: \(text)"]),
      (
        #"{"animations":7,"themes":{}}"#, nil, nil,
        [".animations: expected a list", ".themes: expected a list"]
      ),
      (#"{"animations":null,"themes":null}"#, nil, nil, []),
      ("3", nil, nil, [": expected an object; the first animation in the archive is drawn"]),
    ]

  @Test("the initial animation is used, or otherwise the first one")
  func initial() throws {
    for row in Self.beginnings {
      let (manifest, faults) = try read(row.json)
      expectEqual(manifest.firstAnimation, row.animation, "\(row.json)")
      expectEqual(manifest.initialStateMachine, row.machine, "\(row.json)")
      expectEqual(faults, row.3.map { "m\($0)" }, "\(row.json)")
    }
  }

  @Test("entries without an identifier are ignored, and a name is optional")
  func entries() throws {
    for key in ["animations", "themes", "stateMachines"] {
      let (manifest, faults) = try read(
        #"{"\#(key)":[{"id":"z","name":"N"},{"name":"N"},{"id":1},{"id":"","name":false},{"id":"z"}]}"#
      )
      let animations = manifest.animations.map { "\($0.id) \($0.name)" }
      let others = (manifest.themes + manifest.stateMachines).map { "\($0.id) \($0.name)" }
      expectEqual(animations + others, ["z N", " ", "z "], "\(key)")
      expectEqual(
        faults,
        [
          "m.\(key)[1]: it has no identifier (id)", "m.\(key)[2]: it has no identifier (id)",
          "m.\(key)[3].name: expected text",
        ])
    }
  }

  @Test("a theme can be applied if it is listed and one of the animations allows it")
  func themes() throws {
    let all = #"{"animations":[{"id":"x","themes":["t"]}],"themes":[{"id":"t"},{"id":"u"}]}"#
    let (some, _) = try read(all)
    expectEqual(["t", "u", "x"].filter(some.allows(theme:)), ["t"])
    let (any, _) = try read(all.replacing(#"{"id":"x""#, with: #"{"id":"y"},{"id":"x""#))
    expectEqual(["t", "u", "x"].filter(any.allows(theme:)), ["t", "u"])
    #expect(any[animation: "y"] != nil && any[animation: "z"] == nil)
    // Without animations, no theme can be applied.
    #expect(!(try read(#"{"themes":[{"id":"t"}]}"#).manifest.allows(theme: "t")))
  }
}
