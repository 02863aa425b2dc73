import TestSupport
import Testing

@testable import AnimLottie

/// The message and location for each kind of mistake in a file.
@Suite("Diagnostics of files")
struct DiagnosticTableTests {
  private func reports(_ json: String) throws -> [String] {
    try load(json).diagnostics.map(\.description)
  }

  @Test(
    "an error in a layer is reported at its location, and nothing else is",
    arguments: [
      (#"{"ty":3,"sr":0.0000001}"#, "layers[0].sr: the time stretch is too small"),
      (#"{"ty":3,"sr":"a"}"#, "layers[0].sr: expected a number"),
      (#"{"ty":3,"bm":"a"}"#, "layers[0].bm: a blend mode is a whole number"),
      (#"{"ty":3,"bm":77}"#, "layers[0].bm: the blend mode 77 is drawn as normal"),
      (#"{"ty":3,"ks":3}"#, "layers[0].ks: expected a transform"),
      (#"{"ty":3,"ks":{"o":{"k":"a"}}}"#, "layers[0].ks.o.k: the value is of the wrong type"),
      (#"{"ty":3,"ks":{"o":3}}"#, ""),
      (
        #"{"ty":3,"ks":{"o":{"k":[{"t":0,"s":"a"}]}}}"#,
        "layers[0].ks.o.k[0].s: the value is of the wrong type"
      ),
      (
        #"{"ty":3,"ks":{"o":{"k":[{"t":5,"s":[1]},{"t":2,"s":[1]}]}}}"#,
        "layers[0].ks.o.k: the keyframes are not in order of time"
      ),
      (
        #"{"ty":3,"ks":{"o":{"k":[{"s":[1],"h":1},{"t":2,"s":[1]}]}}}"#,
        "layers[0].ks.o.k[0]: a keyframe without a time is ignored"
      ),
      (
        #"{"ty":3,"ks":{"o":{"k":[{"t":0,"s":[1],"i":{"x":[1]},"o":{"x":[0],"y":[0]}},{"t":2,"s":[1]}]}}}"#,
        "layers[0].ks.o.k[0]: the easing is incomplete; it is drawn as linear"
      ),
      (#"{"ty":3,"parent":7}"#, "layers[0].parent: there is no such layer"),
      (#"{"ty":3,"tt":1}"#, "layers[0]: the layer of the matte is missing"),
      (#"{"ty":3,"tt":1,"tp":5}"#, "layers[0]: the layer of the matte is missing"),
      (#"{"ty":3,"tt":9}"#, "layers[0]: unknown matte mode 9"),
      (#"{"ty":3,"tt":1.5}"#, "layers[0].tt: expected a whole number"),
      ("7", "layers[0]: expected a layer"),
      ("{}", "layers[0]: the type of the layer (ty) is missing"),
      (#"{"ty":6}"#, "layers[0]: sound is not played"),
      (#"{"ty":9}"#, "layers[0]: video is not drawn"),
      (#"{"ty":13}"#, ""),
      (#"{"ty":15}"#, ""),
      (#"{"ty":44}"#, "layers[0]: layers of type 44 are not drawn"),
      (#"{"ty":0,"refId":"a"}"#, #"layers[0]: there is no composition "a""#),
      (#"{"ty":2,"refId":"a"}"#, #"layers[0]: there is no image "a""#),
      (#"{"ty":4}"#, "layers[0]: the list of shapes is missing"),
      (#"{"ty":5}"#, "layers[0]: the text is missing"),
      (#"{"ty":5,"t":{}}"#, "layers[0].t: the text has no document"),
      (
        #"{"ty":1,"sw":1,"sh":1,"sc":"red"}"#,
        "layers[0].sc: expected a colour such as #ff0000; black is drawn"
      ),
      (#"{"ty":3,"masksProperties":[1]}"#, "layers[0].masksProperties[0]: expected a mask"),
      (
        #"{"ty":3,"masksProperties":[{"mode":"a"}]}"#,
        "layers[0].masksProperties[0]: the mask has no path"
      ),
      (
        #"{"ty":3,"masksProperties":[{"mode":"x","pt":{"k":{"i":[],"o":[],"v":[]}}}]}"#,
        #"layers[0].masksProperties[0]: there is no mask mode "x"; add is drawn"#
      ),
      (
        #"{"ty":3,"masksProperties":[{"mode":"l","f":{"k":[3,3]},"pt":{"k":{"i":[],"o":[],"v":[]}}}]}"#,
        """
        layers[0].masksProperties: beside feathered masks, lighten and difference are drawn as \
        add, and darken as intersect
        """
      ),
      (#"{"ty":3,"ef":[1]}"#, "layers[0].ef[0]: expected an effect"),
      (#"{"ty":3,"sy":[1]}"#, "layers[0].sy[0]: expected a layer style"),
      (#"{"ty":3,"ks":{"rx":{"k":5}}}"#, "layers[0].ks.rx: the rotation in 3D is not drawn"),
      (
        #"{"ty":3,"ks":{"or":{"k":[5,0,0]}}}"#,
        "layers[0].ks.or: the orientation in 3D is not drawn"
      ),
    ])
  func layers(layer: String, wanted: String) throws {
    try expectEqual(reports(file(layers: layer)), (wanted.isEmpty ? [] : [wanted]))
  }

  @Test(
    "an error in a shape is reported at its location, and nothing else is",
    arguments: [
      ("{}", "the type of the shape (ty) is missing"),
      (#"{"ty":"qq"}"#, #"shapes of type "qq" are not drawn"#),
      (#"{"ty":"gr"}"#, "the list of shapes is missing"),
      (#"{"ty":"sh"}"#, "the path (ks) is missing"),
      (#"{"ty":"gf"}"#, "the colours of the gradient are missing"),
      (#"{"ty":"gf","t":3,"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#, ""),
      (#"{"ty":"gs","t":2,"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#, ""),
      (#"{"ty":"mm","mm":9}"#, "unknown merge mode 9"),
      (#"{"ty":"tr"}"#, ""),
      (#"{"ty":"no"}"#, ""),
      (#"{"ty":"gs","w":{"k":1}}"#, "the colours of the gradient are missing"),
    ])
  func shapes(shape: String, wanted: String) throws {
    let found = try reports(file(layers: shapeLayer(shape)))
    expectEqual(found, (wanted.isEmpty ? [] : ["layers[0].shapes[0]: " + wanted]))
  }

  @Test("a gradient has as many colours as it declares, and at most four numbers each")
  func gradients() throws {
    func report(_ count: Int) throws -> [String] {
      try reports(
        file(
          layers: shapeLayer(
            #"{"ty":"gf","g":{"p":\#(count),"k":{"k":[0,1,0,0,1,0,0,1]}}}"#)))
    }
    #expect(try report(2).isEmpty && report(1).isEmpty && report(0).isEmpty)
    let wanted = [
      "layers[0].shapes[0].g: a gradient does not have the declared number of colours"
    ]
    #expect(try report(3) == wanted && report(-1) == wanted)
  }

  @Test(
    "invalid JSON is reported with its location and the reason",
    arguments: [
      ("", 0, "unexpected end of the text"), ("1 2", 2, "unexpected text after the value"),
      ("[1", 2, "unexpected end of the text"), (#"{"a":1"#, 6, "unexpected end of the text"),
      ("{1:2}", 1, "expected a key in quotes"), (#"{"a" 1}"#, 5, "expected a colon"),
      (#"{"a":1,}"#, 7, "expected a key in quotes"), ("[1,]", 3, "expected a value"),
      ("[1}", 2, "expected a comma or the end of the array"),
      (#"{"a":1]"#, 6, "expected a comma or the end of the object"),
      ("[tru]", 1, "expected a value"), ("nul", 0, "expected a value"),
      ("\"a\nb\"", 2, "a string must not contain control characters"),
      ("\"a", 2, "a string is not terminated"), (#""\x""#, 2, "unknown escape"),
      (#""\u12g4""#, 5, "expected four hexadecimal digits"),
      ("01", 0, "a number must not start with 0"), ("-01", 1, "a number must not start with 0"),
      ("-", 1, "expected a digit"), ("1.", 2, "expected a digit"),
      ("1e", 2, "expected a digit"), ("1e+", 3, "expected a digit"),
    ])
  func json(text: String, offset: Int, reason: String) {
    #expect(throws: LottieError.invalidJSON(offset: offset, reason: reason)) {
      try JSONParser.parse(Array(text.utf8))
    }
  }

  @Test(
    "an escape becomes its character",
    arguments: [
      (#"\"\\\/"#, "\"\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{c}\n\r\t"), (#"a\u0041b"#, "aAb"),
      (#"\u00e9\u20ac"#, "é€"), (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, "\u{FFFD}"),
      (#"\ud83dx"#, "\u{FFFD}x"), (#"\ude00"#, "\u{FFFD}"),
      (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"),
      (#"\ud83d\n"#, "\u{FFFD}\n"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
    ])
  func escapes(text: String, wanted: String) throws {
    let tape = try JSONParser.parse(Array("\"\(text)\"".utf8))
    #expect(tape.withRoot { $0.string } == wanted)
  }

  @Test(
    "an error describes its object",
    arguments: [
      (LottieError.unknownFormat, "not a Lottie animation: neither JSON, nor gzip, nor zip"),
      (.invalidJSON(offset: 3, reason: "a"), "invalid JSON at byte 3: a"),
      (.damagedArchive(reason: "a"), "corrupt archive: a"),
      (.noAnimation, "the archive has no animation"),
      (.unknownAnimation("a"), #"the file has no animation "a""#),
      (.notAnAnimation(reason: "a"), "not a Lottie animation: a"),
      (.tooMuch(.layers, limit: 3, path: ""), "more than 3 layers (limit of this program)"),
      (
        .tooMuch(.keyframes, limit: 3, path: "a"),
        "a: more than 3 keyframes (limit of this program)"
      ),
      (.invalidField(path: "a", reason: "b"), "a: b"),
      (.unknownSlot("a"), #"the animation has no slot "a""#),
      (.invalidSlot("a", reason: "b"), #"invalid value for the slot "a": b"#),
    ] as [(LottieError, String)])
  func errors(error: LottieError, wanted: String) {
    expectEqual(error.description, wanted)
  }
}
