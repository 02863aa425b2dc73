import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Layers and how they refer to each other")
struct LayerTests {
  private func layers(_ layers: String, _ fields: String = "") throws -> [LayerModel] {
    try load(file(layers: layers, fields)).document.layers
  }

  @Test("a layer's times, flags and blend mode are those of the file")
  func fields() throws {
    let layer = try #require(
      try layers(
        #"{"ty":3,"nm":"n","ip":2,"op":8,"st":1,"sr":2,"ao":1,"hd":true,"bm":3,"ks":{}}"#
      ).first)
    expectEqual(layer.jsonPath, "layers[0]")
    expectEqual(layer.name, "n")
    expectEqual(layer.visible, 2..<8)
    expectEqual(layer.startTime, 1)
    expectEqual(layer.stretch, 2)
    #expect(layer.isAutoOriented && layer.isHidden)
    expectEqual(layer.blendMode, .overlay)
  }

  @Test("a layer without times is shown during the entire animation")
  func defaultTimes() throws {
    let layer = try #require(try layers(#"{"ty":3,"sr":0}"#).first)
    expectEqual(layer.visible, 0..<10)
    expectEqual(layer.stretch, 1)
  }

  @Test("a layer that ends before it starts is never shown")
  func emptyTimes() throws {
    try expectEqual(layers(#"{"ty":3,"ip":8,"op":2}"#).first?.visible.isEmpty, true)
  }

  @Test("a solid has its size and colour")
  func solid() throws {
    let list = try layers(
      ##"{"ty":1,"sw":30,"sh":20,"sc":"#ff8000"},{"ty":1,"sc":"#0f0"},{"ty":1,"sc":"red"}"##)
    let colors = list.map { layer -> Color? in
      if case .solid(_, let color) = layer.content { return color }
      return nil
    }
    expectEqual(colors, [Color(rgb: 0xFF8000), Color(rgb: 0x00FF00), .black])
    guard case .solid(SIMD2(30, 20), _) = list[0].content else { return #expect(Bool(false)) }
  }

  @Test("a parent is found by its index, wherever it is")
  func parents() throws {
    let list = try layers(
      #"{"ty":3,"ind":1,"parent":7},{"ty":3,"ind":7},{"ty":3,"parent":"7"},{"ty":3,"parent":5}"#)
    expectEqual(list.map(\.parent), [1, nil, 1, nil])
  }

  @Test("a layer that would be its own ancestor loses its parent, and this is reported")
  func parentCycles() throws {
    let json = file(
      layers: #"""
        {"ty":3,"ind":1,"parent":2},{"ty":3,"ind":2,"parent":3},{"ty":3,"ind":3,"parent":1},
        {"ty":3,"ind":4,"parent":4},{"ty":3,"ind":5,"parent":1}
        """#)
    try expectEqual(load(json).document.layers.map(\.parent), [1, 2, nil, nil, 0])
    try expectEqual(
      diagnostics(json),
      [
        "layers[2]: a layer is its own ancestor", "layers[3]: a layer is its own ancestor",
      ])
  }

  @Test("a matte is the layer above, or a specified one")
  func mattes() throws {
    let list = try layers(
      #"""
      {"ty":3,"ind":1,"td":1},{"ty":3,"ind":2,"tt":1},{"ty":3,"ind":3,"tt":4,"tp":5},
      {"ty":3,"ind":4,"tt":2,"tp":5},{"ty":3,"ind":5}
      """#)
    expectEqual(list.map { $0.matte?.source }, [nil, 0, 4, 4, nil])
    expectEqual(list.map(\.isMatteSource), [true, false, false, false, true])
    expectEqual(list[1].matte?.style, Matte(.alpha))
    expectEqual(list[2].matte?.style, Matte(.luma, isInverted: true))
    expectEqual(list[3].matte?.style, Matte(.alpha, isInverted: true))
  }

  @Test("a missing matte, or a layer as its own matte, is dropped and reported")
  func brokenMattes() throws {
    let json = file(
      layers: #"{"ty":3,"ind":1,"tt":1},{"ty":3,"ind":2,"tt":1,"tp":2},{"ty":3,"tt":1,"tp":9}"#)
    #expect(try load(json).document.layers.allSatisfy { $0.matte == nil })
    try expectEqual(
      diagnostics(json),
      [
        "layers[0]: the layer of the matte is missing",
        "layers[2]: the layer of the matte is missing", "layers[1]: a layer is its own matte",
      ])
  }

  @Test("a precomposition refers to the composition of its asset")
  func compositions() throws {
    let json = file(
      layers: #"{"ty":0,"refId":"b","w":30,"h":20,"tm":{"k":0.5}},{"ty":0,"refId":"z"}"#,
      #""assets":[{"id":"a","layers":[]},{"id":"b","layers":[{"ty":3},{"ty":0,"refId":"a"}]}]"#)
    let document = try load(json).document
    expectEqual(document.compositions.map(\.id), ["a", "b"])
    expectEqual(
      document.compositions[1].layers.map(\.jsonPath),
      [
        "assets[1].layers[0]", "assets[1].layers[1]",
      ])
    guard case .composition(let content) = document.layers[0].content else {
      return #expect(Bool(false))
    }
    expectEqual(content.index, 1)
    expectEqual(content.size, SIMD2(30, 20))
    expectEqual(content.timeRemap?.value, 0.5)
    try expectEqual(diagnostics(json), ["layers[1]: there is no composition \"z\""])
  }

  @Test("a precomposition without a width or a height has that of the animation")
  func compositionSizes() throws {
    let json = file(
      layers: """
        {"ty":0,"refId":"a"},{"ty":0,"refId":"a","w":30},{"ty":0,"refId":"a","h":20}
        """, #""assets":[{"id":"a","layers":[]}]"#)
    let sizes = try load(json).document.layers.map { layer -> SIMD2<Double>? in
      if case .composition(let content) = layer.content { content.size } else { nil }
    }
    expectEqual(sizes, [SIMD2(100, 50), SIMD2(30, 50), SIMD2(100, 20)])
  }

  @Test("a layer that would make a composition contain itself is dropped and reported")
  func compositionCycles() throws {
    let json = file(
      layers: #"{"ty":0,"refId":"a"}"#,
      #"""
      "assets":[{"id":"a","layers":[{"ty":0,"refId":"b"}]},
        {"id":"b","layers":[{"ty":0,"refId":"a"},{"ty":0,"refId":"b"}]}]
      """#)
    try expectEqual(
      diagnostics(json),
      [
        "assets[1].layers[0]: a composition contains itself",
        "assets[1].layers[1]: a composition contains itself",
      ])
  }

  @Test(
    "compositions that multiply to too many layers, or are nested too deeply, are errors")
  func expansion() {
    func chain(_ length: Int, times: Int) -> String {
      let assets = (0..<length).map { index in
        let layer = #"{"ty":0,"refId":"\#(index + 1)"}"#
        let layers = Array(repeating: layer, count: times).joined(separator: ",")
        return #"{"id":"\#(index)","layers":[\#(layers)]}"#
      }
      return file(
        layers: #"{"ty":0,"refId":"0"}"#, #""assets":[\#(assets.joined(separator: ","))]"#)
    }
    #expect(throws: Never.self) { try load(chain(4, times: 10)) }
    #expect(throws: LottieError.tooMuch(.layersInFrame, limit: 100_000, path: "")) {
      try load(chain(12, times: 10))
    }
    #expect(throws: Never.self) { try load(chain(63, times: 1)) }
    #expect(throws: LottieError.tooMuch(.compositionDepth, limit: 64, path: "")) {
      try load(chain(64, times: 1))
    }
    #expect(throws: LottieError.tooMuch(.layersInFrame, limit: 100_000, path: "")) {
      try load(chain(80, times: 2))
    }
  }

  @Test("layers that aren't drawn are reported")
  func undrawn() throws {
    try expectEqual(
      diagnostics(
        file(
          layers: #"""
            {"ty":9},{"ty":6},{"ty":99},{},3,{"ty":3,"ddd":1,"sy":[{"ty":5}],"bm":17},
            {"ty":2,"refId":"q"}
            """#)),
      [
        "layers[0]: video is not drawn", "layers[1]: sound is not played",
        "layers[2]: layers of type 99 are not drawn",
        "layers[3]: the type of the layer (ty) is missing", "layers[4]: expected a layer",
        "layers[5].bm: the blend mode 17 is drawn as normal",
        "layers[5].sy[0]: the layer style bevel and emboss is not drawn",
        "layers[6]: there is no image \"q\"",
      ])
  }

  @Test("more layers than the limit are an error")
  func limit() {
    var limits = LottieLimits()
    limits.layers = 1
    #expect(throws: LottieError.tooMuch(.layers, limit: 1, path: "layers")) {
      try load(file(layers: #"{"ty":3},{"ty":3}"#), limits: limits)
    }
  }
}
