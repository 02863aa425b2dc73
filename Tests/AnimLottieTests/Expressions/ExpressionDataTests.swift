import Synchronization
import TestSupport
import Testing

@testable import AnimLottie

@Suite("Expressions that read data from a JSON file")
struct ExpressionDataTests {
  private let prices = #"""
    {"rate":2.5,"name":"Fruit €","none":null,"on":true,"zero":0,
     "items":[{"name":"Apple","price":3},{"name":"Pear","price":4},[7,8]],"rate2":1,"twice":1,"twice":2}
    """#
  private let holder = #"{"ty":15,"ind":9,"nm":"prices.json","refId":"data","ip":0,"op":30}"#
  private let outline = "var data = thisComp.layer('prices.json')('Data')('Outline'); "

  /// Returns the first two numbers of a position that reads the data.
  private func numbers(
    _ expression: String, asset: String = #""p":"prices.json","u":"data/""#,
    limits: LottieLimits = LottieLimits(), files: [String: String]? = nil
  ) throws -> (numbers: [Double]?, diagnostics: [String]) {
    let json = file(
      expressions: [
        layer(1, "Own", #""p":\#(property(outline + "$bm_rt = \(expression);"))"#), holder,
      ], #""assets":[{"id":"data","t":3,\#(asset)}]"#)
    let files = files ?? ["data/prices.json": prices]
    let probe = try ExpressionProbe(json, limits: limits) { files[$0].map { Array($0.utf8) } }
    let numbers = probe.numbers(at: 0).map { Array($0.prefix(2)) }
    return (numbers, probe.animation.diagnostics.map(\.message) + probe.reasons)
  }

  @Test("members are found by their names, and elements by the number at the end of a name")
  func values() throws {
    try expectEqual(numbers("[data('rate'), data('rate2')]").numbers, [2.5, 1])
    try expectEqual(numbers("[data('items')('items 1')('price'), 0]").numbers, [4, 0])
    try expectEqual(
      numbers("[data('items')('items0')('price'), data('items')(2)(1)]").numbers, [3, 8])
    try expectEqual(numbers("[data('twice'), data('zero')]").numbers, [2, 0])
    #expect(
      try numbers("[data('name') === 'Fruit €' ? 1 : 0, data('items')(0)('name').length]").numbers
        == [1, 5])
    try expectEqual(numbers("[data('on') === true, data('none') === null]").numbers, [1, 1])
  }

  @Test("missing data results in an empty text")
  func missing() throws {
    try expectEqual(
      numbers("[data('rates') === '', data('items')('items 3') === '']").numbers, [1, 1])
    #expect(
      try numbers("[data('items')('first') === '', data('items')(99999999999) === '']").numbers
        == [1, 1])
    try expectEqual(
      numbers(
        "[thisComp.layer('prices.json')('Data')('Other') === null, data.rate === undefined]"
      )
      .numbers, [1, 1])
  }

  @Test("the data can be embedded in the file itself")
  func embedded() throws {
    let asset = #""e":1,"p":"data:application/json;base64,eyJyYXRlIjo0fQ==""#
    try expectEqual(numbers("[data('rate'), 1]", asset: asset).numbers, [4, 1])
  }

  @Test("unreadable data is reported by name, and ends the expressions that request it")
  func unreadable() throws {
    let absent = try numbers("[data('rate'), 1]", files: [:])
    #expect(absent.numbers == nil)
    expectEqual(
      absent.diagnostics,
      [
        "the data for expressions cannot be read: there is no file \"data/prices.json\"",
        "line 1: Error: the data of the layer is missing",
      ])
    let damaged = try numbers("[data('rate'), 1]", files: ["data/prices.json": #"{"rate":}"#])
    #expect(damaged.numbers == nil)
    expectEqual(
      damaged.diagnostics.first?.hasPrefix("the data for expressions cannot be read:"), true)
  }

  @Test("all data together is subject to the limits of the JSON text of an animation")
  func limits() throws {
    var limits = LottieLimits()
    limits.jsonBytes = 2000
    let filler = String(repeating: " ", count: 1500)
    let asset = #""p":"a"},{"id":"other","t":3,"p":"b"},{"id":"last","t":3,"p":"c""#
    let files = ["a": prices + filler, "b": "{}" + filler, "c": "{}"]
    let result = try numbers("[data('rate'), 1]", asset: asset, limits: limits, files: files)
    expectEqual(result.numbers, [2.5, 1])
    expectEqual(result.diagnostics.count, 2)
    expectEqual(
      result.diagnostics.last?.hasSuffix("it is larger than this program reads"), true)
  }

  @Test("corrupt data is remembered, so that it is not read again for each asset")
  func damage() throws {
    var limits = LottieLimits()
    limits.jsonBytes = 10_000
    let assets = (0..<50).map { #"{"id":"\#($0)","t":3,"p":"a"}"# }.joined(separator: ",")
    let json = file(
      expressions: [layer(1, "Own", #""r":\#(property("$bm_rt = 1;", stored: "0"))"#)],
      #""assets":[\#(assets)]"#)
    let reads = Mutex(0)
    _ = try load(json, limits: limits) { _ in
      reads.withLock { $0 += 1 }
      return Array((String(repeating: " ", count: 4000) + "{").utf8)
    }
    expectEqual(reads.withLock { $0 }, 3)
  }

  @Test("a search in long data takes steps")
  func steps() throws {
    let members = (0..<20_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    var limits = LottieLimits()
    limits.expressionSteps = 10_000
    let files = ["data/prices.json": "{\(members)}"]
    try expectEqual(numbers("[data('k7'), 1]", files: files).numbers, [7, 1])
    #expect(try numbers("[data('k7'), 1]", limits: limits, files: files).numbers == nil)
  }

  @Test("files without expressions, or with disabled expressions, read no data")
  func unused() throws {
    let json = file(expressions: [holder], #""assets":[{"id":"data","t":3,"p":"prices.json"}]"#)
    let still = try load(json) { _ in
      Issue.record("it was read")
      return nil
    }
    #expect(still.diagnostics.isEmpty && still.contents.data.isEmpty)
    let moving = file(
      expressions: [holder, layer(1, "Own", #""r":\#(property("$bm_rt = 1;", stored: "0"))"#)],
      #""assets":[{"id":"data","t":3,"p":"prices.json"}]"#)
    try expectEqual(load(moving) { _ in Array("{}".utf8) }.contents.data, ["data"])
  }
}
