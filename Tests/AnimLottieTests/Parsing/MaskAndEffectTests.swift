import TestSupport
import Testing

@testable import AnimCore
@testable import AnimLottie

@Suite("Masks and effects of layers")
struct MaskAndEffectTests {
  private func layer(_ fields: String) throws -> LayerModel? {
    try load(file(layers: #"{"ty":3,\#(fields)}"#)).document.layers.first
  }

  @Test("masks have their mode, path, opacity and expansion")
  func masks() throws {
    let path = #"{"k":{"i":[[0,0]],"o":[[0,0]],"v":[[1,2]],"c":true}}"#
    let masks = try #require(
      try layer(
        #"""
        "hasMask":true,"masksProperties":[
          {"mode":"s","inv":true,"pt":\#(path),"o":{"k":50},"x":{"k":3}},{"mode":"n","pt":\#(path)},
          {"pt":\#(path)},{"mode":"f"},{"mode":"q"}]
        """#)?.masks)
    expectEqual(masks.map(\.mode), [.subtract, nil, .add, .difference, .add])
    #expect(masks[0].isInverted)
    expectEqual(masks[0].shape.value?.vertices, [SIMD2(1, 2)])
    expectEqual(masks[0].opacity.value, 50)
    expectEqual(masks[0].expansion.value, 3)
    expectEqual(masks[2].opacity.value, 100)
  }

  @Test("masks are ignored if the layer declares that it has none")
  func noMasks() throws {
    try expectEqual(
      layer(#""hasMask":false,"masksProperties":[{"mode":"a"}]"#)?.masks.isEmpty, true)
  }

  @Test("masks without a path or of an unknown mode are reported")
  func maskDiagnostics() throws {
    try expectEqual(
      diagnostics(
        file(
          layers: #"""
            {"ty":3,"masksProperties":[{"mode":"q","f":{"k":[3,3]}},{"f":{"k":[0,0]},"pt":{}},4]}
            """#)),
      [
        "layers[0].masksProperties[0]: there is no mask mode \"q\"; add is drawn",
        "layers[0].masksProperties[0]: the mask has no path",
        "layers[0].masksProperties[1].pt: expected a property",
        "layers[0].masksProperties[2]: expected a mask",
      ])
  }

  @Test("effects are recognised by number or by name")
  func effects() throws {
    let effects = try #require(
      try layer(
        #"""
        "ef":[
          {"ty":21,"ef":[{},{},{"v":{"k":[1,0,0,1]}},{},{},{},{"v":{"k":0.5}}]},
          {"ty":5,"mn":"ADBE Drop Shadow","ef":[{"v":{"k":[0,0,1,1]}},{"v":{"k":128}},
            {"v":{"k":90}},{"v":{"k":7}},{"v":{"k":3}}]},
          {"ty":29,"ef":[{"v":{"k":12}},{"v":{"k":2}},{"v":{"k":1}}]},
          {"ty":20,"ef":[{"v":{"k":[0,0,0]}},{"v":{"k":[1,1,1]}},{"v":{"k":30}}]},
          {"ty":22,"ef":[]}, {"ty":21,"en":0}, {"ty":5,"ef":[{"v":{"k":1}}]}
        ]
        """#)?.effects)
    expectEqual(effects.count, 5)
    guard case .fill(let color, let opacity) = effects[0],
      case .dropShadow(let shadow) = effects[1], case .gaussianBlur(let blur) = effects[2],
      case .tint(_, let white, let amount) = effects[3], case .stroke(let stroke) = effects[4]
    else { return #expect(Bool(false)) }
    expectEqual(color.value, SIMD4(1, 0, 0, 1))
    expectEqual(opacity.value, 0.5)
    expectEqual(shadow.color.value, SIMD4(0, 0, 1, 1))
    let shadowValues = [shadow.opacity, shadow.angle, shadow.distance, shadow.softness]
    expectEqual(shadowValues.map(\.value), [128, 90, 7, 3])
    let blurValues = [blur.blurriness, blur.dimensions, blur.repeatsEdgePixels]
    expectEqual(blurValues.map(\.value), [12, 2, 1])
    #expect(white.value == SIMD4(1, 1, 1, 1) && amount.value == 30)
    expectEqual(stroke.end.value, 100)
  }

  @Test("groups of controls are distinguished from effects by their match names")
  func effectsOfTypeFive() throws {
    func effect(_ name: String, _ match: String, _ fields: String = "") -> String {
      #"{"ty":5,"nm":"\#(name)","mn":"\#(match)","en":1,"ef":[]\#(fields)}"#
    }
    let effects = [
      effect("A", "ADBE Slider Control"), effect("B", "ADBE Point3D Control"),
      effect("C", "Pseudo/1234/Rig"), effect("D", "ADBE Bulge"), effect("E", "CC Bend It"),
      effect("F", "ADBE Bevel Alpha").replacing("\"en\":1", with: "\"en\":0"),
      effect("G", "ADBE Matte Choker"), effect("H", "ADBE CM WigglePosition"),
    ]
    try expectEqual(
      diagnostics(file(layers: #"{"ty":3,"ef":[\#(effects.joined(separator: ","))]}"#)),
      [
        "layers[0].ef[3]: the effect D (ADBE Bulge) is not drawn",
        "layers[0].ef[4]: the effect E (CC Bend It) is not drawn",
        "layers[0].ef[6]: the effect G (ADBE Matte Choker) is not drawn",
      ])
  }

  @Test("effects that aren't drawn are reported, but controls for expressions aren't")
  func effectDiagnostics() throws {
    #expect(
      try diagnostics(
        file(layers: #"{"ty":3,"ef":[{"ty":5,"nm":"Slider"},{"ty":33,"nm":"Puppet"},{"ty":32},5]}"#)
      )
        == [
          "layers[0].ef[1]: the effect Puppet is not drawn",
          "layers[0].ef[2]: the effect 32 is not drawn", "layers[0].ef[3]: expected an effect",
        ])
  }
}
