import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Layer styles")
struct LayerStyleImageTests {
  /// A red square of 20 by 20 in the middle of a page of 100 by 50.
  private func draw(_ styles: String..., fields: String = #""ks":{}"#) throws -> PixelImage {
    try rendering(
      file(
        layers: shapeLayer(
          [rectangle(40, 15, 20, 20), fill()],
          fields + #","sy":[\#(styles.joined(separator: ","))]"#)))
  }

  private let shadow = """
    "c":{"k":[0,1,0,1]},"o":{"k":100},"a":{"k":180},"d":{"k":6},"s":{"k":0},"ch":{"k":0}
    """

  @Test("a stroke surrounds the layer, outside of it")
  func stroke() throws {
    let image = try draw(#"{"ty":0,"c":{"k":[0,1,0,1]},"s":{"k":4}}"#)
    #expect(image[50, 25] == red && image[40, 25] == red)
    #expect(image[36, 25] == green && image[35, 25] == 0 && image[50, 38] == green)
    let large = try draw(
      #"{"ty":0,"c":{"k":[0,1,0,1]},"s":{"k":2}}"#,
      fields: #""ks":{"s":{"k":[200,200]},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#)
    #expect(large[26, 25] == green && large[25, 25] == 0)
  }

  @Test("a drop shadow falls away from the light at its angle")
  func dropShadow() throws {
    let image = try draw(#"{"ty":1,\#(shadow)}"#)
    #expect(image[50, 25] == red && image[65, 25] == green && image[66, 25] == 0)
    expectEqual(image[39, 25], 0)
    let above = try draw(#"{"ty":1,\#(shadow.replacing("180", with: "90"))}"#)
    #expect(above[50, 40] == green && above[65, 25] == 0)
  }

  @Test("an inner shadow falls on the layer from the edge towards the light")
  func innerShadow() throws {
    let image = try draw(#"{"ty":2,\#(shadow)}"#)
    #expect(image[45, 25] == green && image[46, 25] == red && image[59, 25] == red)
    #expect(image[39, 25] == 0 && image[60, 25] == 0)
    let half = shadow.replacing(#""o":{"k":100}"#, with: #""o":{"k":50}"#)
    let faint = try draw(#"{"ty":2,\#(half)}"#)
    expectEqual(faint[42, 25], 0xFF7F_8000)
  }

  @Test("an outer glow surrounds the layer, below it")
  func outerGlow() throws {
    let image = try draw(
      #"{"ty":3,"c":{"k":[0,1,0,1]},"o":{"k":100},"s":{"k":10},"ch":{"k":0},"r":{"k":50}}"#)
    #expect(image[50, 25] == red && image[40, 15] == red)
    #expect(image[39, 25] >> 8 & 0xFF > 80 && image[50, 35] == image[39, 25])
    expectEqual(image[20, 25], 0)
  }

  @Test("a colour overlay covers the opaque part of the layer")
  func colorOverlay() throws {
    try expectEqual(draw(#"{"ty":7,"c":{"k":[0,1,0,1]},"so":{"k":100}}"#)[50, 25], green)
    try expectEqual(draw(#"{"ty":7,"c":{"k":[0,0,0,1]},"so":{"k":50}}"#)[50, 25], 0xFF7F_0000)
  }

  @Test("styles are drawn in their own order, not that of the file, and after effects")
  func order() throws {
    let stroke = #"{"ty":0,"c":{"k":[0,0,1,1]},"s":{"k":4}}"#
    let image = try draw(
      #"{"ty":1,\#(shadow)}"#, stroke, #"{"ty":7,"c":{"k":[1,1,1,1]},"so":{"k":100}}"#,
      fields: #""ks":{},"ef":[{"ty":21,"ef":[{},{},{"v":{"k":[0,0,0,1]}},{},{},{},{"v":{"k":1}}]}]"#
    )
    #expect(image[50, 25] == 0xFFFF_FFFF && image[62, 25] == blue && image[69, 25] == green)
  }

  @Test("styles that aren't drawn are reported by name, and disabled ones aren't")
  func diagnostics() throws {
    let json = file(
      layers: shapeLayer(
        [rectangle(40, 15, 20, 20), fill()],
        #""sy":[{"ty":4},{"ty":6},{"ty":8},{"ty":9},{"ty":5,"en":0},3]"#))
    try expectEqual(
      load(json).diagnostics.map(\.description),
      [
        "layers[0].sy[0]: the layer style inner glow is not drawn",
        "layers[0].sy[1]: the layer style satin is not drawn",
        "layers[0].sy[2]: the layer style gradient overlay is not drawn",
        "layers[0].sy[3]: the layer style 9 is not drawn",
        "layers[0].sy[5]: expected a layer style",
      ])
  }

  @Test("styles with hostile numbers are drawn within the limits")
  func hostile() throws {
    for number in ["1e300", "-1e12", "null", "[]"] {
      let fields = ["c", "o", "a", "d", "s", "ch", "so"].map { #""\#($0)":{"k":\#(number)}"# }
      let styles = (0..<10).map { #"{"ty":\#($0),\#(fields.joined(separator: ","))}"# }
      _ = try draw(styles.joined(separator: ","), styles.joined(separator: ","))
    }
  }
}
