import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Layers that refer to each other")
struct LayerReferenceTests {
  private func layers(_ fields: String...) throws -> [LayerModel] {
    let layers = fields.map { #"{"ty":3,"ip":0,"op":10,\#($0)}"# }.joined(separator: ",")
    return try load(file(layers: layers)).document.layers
  }

  @Test("refer to the first of several layers with the same index")
  func repeatedIndex() throws {
    let layers = try layers(
      #""ind":1"#, #""ind":1"#, #""ind":2,"parent":1"#, #""ind":3,"tt":1,"tp":1"#, #""ind":1"#)
    expectEqual(layers.map(\.parent), [nil, nil, 0, nil, nil])
    expectEqual(layers[3].matte?.source, 0)
    expectEqual(layers.map(\.isMatteSource), [true, false, false, false, false])
  }

  @Test("use the layer above as their matte unless they specify another one")
  func mattes() throws {
    let layers = try layers(
      #""ind":7"#, #""ind":5,"tt":2"#, #""ind":6,"tt":3,"tp":7"#, #""ind":8,"tt":4,"tp":0"#)
    expectEqual(layers.map { $0.matte?.source }, [nil, 0, 0, nil])
    expectEqual(layers[1].matte?.style, Matte(.alpha, isInverted: true))
    expectEqual(layers[2].matte?.style, Matte(.luma))
    expectEqual(layers.map(\.isMatteSource), [true, false, false, false])
  }

  @Test("are mattes if they are marked as such, even if nothing uses them")
  func unusedMatte() throws {
    try expectEqual(layers(#""ind":1,"td":1"#, #""ind":2"#).map(\.isMatteSource), [true, false])
  }

  @Test("are never shown if they end before they start")
  func frames() throws {
    let layers = try layers(#""x":0"#, #""ind":2"#)
    #expect(layers.allSatisfy { $0.visible == 0..<10 })
    let layer = #"{"ty":3,"ip":5,"op":2}"#
    #expect(try load(file(layers: layer)).document.layers[0].visible.isEmpty)
  }
}
