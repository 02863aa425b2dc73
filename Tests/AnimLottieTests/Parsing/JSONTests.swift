import TestSupport
import Testing

@testable import AnimLottie

@Suite("Reading JSON")
final class JSONTests {
  /// Keeps the values that a test examines alive.
  private var tapes: [JSONTape] = []

  private func parse(_ text: String, limits: LottieLimits = .init()) throws -> JSONValue {
    try parse(Array(text.utf8), limits: limits)
  }

  private func parse(_ bytes: [UInt8], limits: LottieLimits = .init()) throws -> JSONValue {
    let tape = try JSONParser.parse(bytes, limits: limits)
    tapes.append(tape)
    return tape.value(at: 0)
  }

  @Test("objects, arrays and values are found where they are")
  func structure() throws {
    let root = try parse(#" {"a": [1, {"b": true}, null, "x"], "c": {}, "d": []} "#)
    expectEqual(root.count, 3)
    let list = try #require(root["a"])
    expectEqual(list.count, 4)
    expectEqual(list.first?.number, 1)
    let elements = Array(list.elements)
    expectEqual(elements[1]["b"]?.bool, true)
    #expect(elements[2].isNull)
    expectEqual(elements[3].string, "x")
    expectEqual(root["c"]?.count, 0)
    #expect(root["d"]?.first == nil)
    #expect(root["e"] == nil)
    expectEqual(root.members.map { $0.key.string }, ["a", "c", "d"])
  }

  @Test("the last of several members with the same key is used")
  func duplicateKeys() throws {
    try expectEqual(parse(#"{"a": 1, "b": 2, "a": 3}"#)["a"]?.number, 3)
    try expectEqual(parse(#"{"layers": 1, "b": 2, "layers": 3}"#)["layers"]?.number, 3)
    try expectEqual(parse(#"{"a": 1, "\u0061": 2}"#)["a"]?.number, 2)
    try expectEqual(parse(#"{"\u0061": 1, "a": 2}"#)["a"]?.number, 2)
    let nested = try parse(#"{"a": 1, "b": {"a": 2, "c": {"a": 3}}, "a": 4}"#)
    expectEqual(nested["a"]?.number, 4)
    expectEqual(nested["b"]?["a"]?.number, 2)
  }

  @Test("each of hundreds of keys is found, and no other")
  func manyKeys() throws {
    let keys =
      (97..<123).map { String(UnicodeScalar($0)) }
      + (0..<300).map { "k\($0)" } + ["", "é", "nm", "mn", "layers", "lawyers"]
    let members = keys.enumerated().map { "\"\($0.element)\":\($0.offset)" }
    let object = try parse("{" + members.joined(separator: ",") + "}")
    for (index, key) in keys.enumerated() {
      expectEqual(object[key: key]?.number, Double(index), "\(key)")
      let single = try parse("{\"\(key)\":1}")
      for other in keys {
        expectEqual((single[key: other] != nil), (key == other), "\(key) \(other)")
      }
    }
    expectEqual(object["layers"]?.number, Double(keys.count - 2))
    #expect(object["player"] == nil)
    #expect(object["k300"] == nil)
    expectEqual(object.count, keys.count)
  }

  @Test("strings of all lengths end at their quotes, and numbers at their last digit")
  func lengths() throws {
    for length in 0..<40 {
      let text = String(
        (0..<length).map { _ in "abc\u{7F} !#[]{}".randomElement(using: &random) ?? "a" })
      let number = String(repeating: "7", count: length % 15 + 1)
      for blanks in ["", " ", "\n\t\r  "] {
        let root = try parse("[\"\(text)\"\(blanks),\(number)\(blanks)]\(blanks)")
        expectEqual(Array(root.elements).map { $0.string }, [text, nil])
        expectEqual(Array(root.elements).last?.number, Double(number))
      }
      try expectEqual(parse("\"\(text)\"").string, text)
      try expectEqual(parse("\"\(text)\\n\(text)é\(text)\"").string, "\(text)\n\(text)é\(text)")
      try expectEqual(parse(number).number, Double(number))
      #expect(
        throws: LottieError.invalidJSON(offset: length + 1, reason: "a string is not terminated")
      ) {
        try parse("\"\(text)")
      }
    }
  }

  /// The random numbers, which are the same in every run.
  private var random = SeededGenerator(seed: 1)

  @Test("objects whose member x is a string are found, in the order of the text")
  func scripted() throws {
    let text = #"""
      {"x": 1, "a": {"k": {"x": "b", "x": "c"}, "x": "d"}, "x": ["x", "y"], "e": [{"\u0078": "f"}],
      "y": "x", "xx": "x", "g": {"x": "\u0067"}}
      """#
    let tape = try JSONParser.parse(Array(text.utf8))
    tape.withRoot { root in
      let wanted = [root["a"], root["a"]?["k"], root["e"]?.first, root["g"]]
      expectEqual(tape.scripted, wanted.compactMap { $0?.index })
    }
  }

  @Test("escapes in strings and keys are resolved")
  func escapes() throws {
    let root = try parse(#"{"\u0061": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00!"}"#)
    expectEqual(root["a"]?.string, "\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}!")
  }

  @Test("half a surrogate pair becomes the replacement character")
  func loneSurrogates() throws {
    try expectEqual(parse(#""\ud800""#).string, "\u{FFFD}")
    try expectEqual(parse(#""\ud800\u0041""#).string, "\u{FFFD}A")
    try expectEqual(parse(#""\udc00x""#).string, "\u{FFFD}x")
  }

  @Test("a byte order mark before the text is ignored")
  func byteOrderMark() throws {
    let root = try parse([0xEF, 0xBB, 0xBF] + Array("[1]".utf8))
    expectEqual(root.first?.number, 1)
  }

  @Test(
    "text that isn't UTF-8 is an error with its offset",
    arguments: [
      [0xC3], [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    #expect(throws: LottieError.invalidJSON(offset: 2, reason: "a string is not UTF-8")) {
      try JSONParser.parse(Array("[\"".utf8) + bytes + Array("\"]".utf8))
    }
  }

  @Test(
    "characters of two, three and four bytes are kept", arguments: ["é", "€", "😀", "\u{10FFFF}"])
  func validUTF8(_ text: String) throws {
    try expectEqual(parse("\"\(text)\"").string, text)
  }

  @Test(
    "a text that isn't JSON is an error at the first invalid byte",
    arguments: [
      ("", 0), ("[", 1), ("[1", 2), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":}", 5),
      ("{a:1}", 1), ("{\"a\":1,}", 7), ("[1]]", 3), ("[1] x", 4), ("tru", 0), ("nul]", 0),
      ("\"a", 2), ("[\"\u{1}\"]", 2), (#""\x""#, 2), (#""\u12""#, 5), ("01", 0), ("-", 1),
      ("1.", 2),
      ("1e", 2), ("+1", 0), (".5", 0), ("NaN", 0), ("-Infinity", 1), ("'a'", 0), ("[1}", 2),
      ("{\"a\":1]", 6), ("0x10", 1),
    ])
  func errors(_ text: String, offset: Int) {
    do {
      _ = try JSONParser.parse(Array(text.utf8))
      Issue.record("\(text) was accepted")
    } catch {
      guard case .invalidJSON(offset, _) = error else {
        Issue.record("\(text): \(error)")
        return
      }
    }
  }

  @Test("nesting up to the limit is read, and deeper nesting is an error")
  func depth() throws {
    var limits = LottieLimits()
    limits.jsonDepth = 3
    try expectEqual(parse("[[[1]]]", limits: limits).count, 1)
    #expect(throws: LottieError.tooMuch(.jsonDepth, limit: 3, path: "")) {
      try parse("[[[[1]]]]", limits: limits)
    }
  }

  @Test("a hundred thousand brackets don't exhaust the stack")
  func deepNesting() {
    var limits = LottieLimits()
    limits.jsonDepth = .max
    let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(throws: Never.self) { try parse(text, limits: limits) }
  }

  @Test("values up to the limit are read, and more are an error")
  func nodes() throws {
    var limits = LottieLimits()
    limits.jsonNodes = 4
    try expectEqual(parse("[1,2,3]", limits: limits).count, 3)
    #expect(throws: LottieError.tooMuch(.jsonNodes, limit: 4, path: "")) {
      try parse("[1,2,3,4]", limits: limits)
    }
  }

  @Test("a path goes from the root through keys and indices")
  func paths() throws {
    let root = try parse(#"{"v": 1, "layers": [{"a": 0}, {"ef": [[], {"x": "y"}]}]}"#)
    let layers = try #require(root["layers"])
    let layer = try #require(Array(layers.elements).last)
    let effect = try #require(layer["ef"].flatMap { Array($0.elements).last })
    expectEqual(root.path, "")
    expectEqual(layers.path, "layers")
    expectEqual(effect.path, "layers[1].ef[1]")
    expectEqual(effect["x"]?.path, "layers[1].ef[1].x")
  }
}
