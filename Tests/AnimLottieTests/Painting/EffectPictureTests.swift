import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The picture of effects")
struct EffectPictureTests {
  private let opaqueRed: UInt32 = 0xFFFF_0000
  private let opaqueGreen: UInt32 = 0xFF00_FF00
  private let halfGreen: UInt32 = 0x8000_8000
  private let green = "[0,1,0,1]"

  /// An effect of a type, with the values of its controls.
  private func effect(_ type: Int, _ values: String...) -> String {
    let controls = values.map { #"{"ty":0,"v":{"k":\#($0)}}"# }.joined(separator: ",")
    return #"{"ty":\#(type),"ef":[\#(controls)]}"#
  }

  /// A red square of 20 by 20 in the middle of a page of 100 by 50, premultiplied.
  private func draw(_ effect: String, _ fields: String = #""ks":{}"#) throws -> PixelImage {
    let layer = """
      {"ty":4,"ip":0,"op":10,"st":0,\(fields),"ef":[\(effect)],"shapes":[
      {"ty":"rc","p":{"k":[50,25]},"s":{"k":[20,20]},"r":{"k":0}},
      {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100},"r":1}]}
      """
    var list = DisplayList(size: PixelSize(width: 100, height: 50), background: .clear)
    try load(file(layers: layer)).draw(frame: 0, into: &list)
    return list.painted()
  }

  /// A mask through points.
  private func masks(_ points: [[Int]]) -> String {
    let handles = points.map { _ in "[0,0]" }.joined(separator: ",")
    return """
      "hasMask":true,"masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"c":true,\
      "v":\(points),"i":[\(handles)],"o":[\(handles)]}}}]
      """
  }

  @Test("a fill replaces the colour, at its own opacity")
  func fillEffect() throws {
    let image = try draw(effect(21, "0", "0", green, "0", "0", "0", "0.5"))
    #expect(image[50, 25] == halfGreen)
    #expect(image[30, 25] == 0)
  }

  @Test("a tint maps brightness to colours")
  func tint() throws {
    let image = try draw(effect(20, "[0,0,0,1]", green, "100"))
    // The luminance of red is 0.2126.
    #expect(image[50, 25] == 0xFF00_3600)
  }

  @Test("a drop shadow falls at its angle, clockwise from above, and turns with the layer")
  func dropShadow() throws {
    let shadow = effect(25, green, "127.5", "90", "10", "0")
    let image = try draw(shadow)
    #expect(image[50, 25] == opaqueRed)
    #expect(image[65, 25] == halfGreen)
    #expect(image[35, 25] == 0)
    let turned = try draw(shadow, #""ks":{"r":{"k":90},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#)
    #expect(turned[50, 40] == halfGreen)
    #expect(turned[65, 25] == 0)
  }

  @Test(
    "a blur has a standard deviation of three tenths of its blurriness, in the dimensions it names")
  func blur() throws {
    let both = try draw(effect(29, "10", "1", "0"))
    let wide = try draw(effect(29, "10", "2", "0"))
    let high = try draw(effect(29, "10", "3", "0"))
    func alpha(_ image: PixelImage, _ x: Int, _ y: Int) -> Int { Int(image[x, y] >> 24) }
    #expect(abs(alpha(wide, 40, 25) + alpha(wide, 39, 25) - 255) <= 1)
    // One standard deviation, three pixels, inside the edge, 84 % of the colour is there.
    #expect(abs(alpha(wide, 43, 25) + alpha(wide, 42, 25) - 429) < 12)
    #expect(alpha(wide, 50, 14) == 0 && alpha(wide, 50, 15) > 250)
    #expect(alpha(high, 39, 25) == 0 && alpha(high, 40, 25) > 250)
    #expect(alpha(both, 39, 25) > 100 && alpha(both, 50, 14) > 100)
  }

  @Test("masks apply before effects, and opacity after them")
  func masksFirst() throws {
    let image = try draw(
      effect(25, green, "255", "90", "30", "0"),
      #""ks":{"o":{"k":50}},"# + masks([[40, 15], [50, 15], [50, 35], [40, 35]]))
    #expect(image[45, 25] == 0x8080_0000)
    #expect(image[55, 25] == 0)
    #expect(image[75, 25] == halfGreen)
    #expect(image[85, 25] == 0)
  }

  @Test("a stroke runs along masks, which then do not clip")
  func stroke() throws {
    let image = try draw(
      effect(22, "1", "0", "0", green, "2", "0", "1", "0", "25"),
      #""ks":{},"# + masks([[10, 5], [90, 5], [90, 6], [10, 6]]))
    #expect(image[30, 5] == opaqueGreen && image[30, 3] == opaqueGreen)
    #expect(image[80, 5] == 0)
    #expect(image[50, 25] == opaqueRed)
  }

  @Test("a stroke is over the content, instead of it, or what shows it")
  func paintStyles() throws {
    func image(_ style: String) throws -> PixelImage {
      try draw(
        effect(22, "1", "0", "0", green, "2", "0", "1", "0", "100", "0", style),
        #""ks":{},"# + masks([[10, 25], [90, 25], [90, 26], [10, 26]]))
    }
    let over = try image("1")
    #expect(over[50, 25] == opaqueGreen && over[50, 30] == opaqueRed && over[30, 25] == opaqueGreen)
    let instead = try image("2")
    #expect(instead[50, 25] == opaqueGreen && instead[50, 30] == 0)
    // The mask cuts, too.
    let revealing = try image("3")
    #expect(revealing[50, 25] == opaqueRed && revealing[50, 28] == 0 && revealing[30, 25] == 0)
  }

  @Test("a wide spacing makes dots of a stroke")
  func dots() throws {
    func row(_ spacing: String) throws -> [Bool] {
      let image = try draw(
        effect(22, "1", "0", "0", green, "2", "0", "1", "0", "100", spacing),
        #""ks":{},"# + masks([[10, 5], [90, 5], [90, 45], [10, 45]]))
      return (12..<88).map { image[$0, 5] != 0 }
    }
    #expect(try row("15").allSatisfy { $0 })
    // Of five points, with three more up to the next.
    let dotted = try row("175")
    #expect(Set(zip(dotted, dotted.dropFirst(8)).map { $0 == $1 }) == [true])
    #expect(dotted[..<8].contains(false) && dotted[..<8].contains(true))
  }

  @Test("a blur that repeats edge pixels goes on beyond the layer's edges, not beyond a shape's")
  func repeatedEdges() throws {
    func solid(_ effect: String, _ fields: String = "") throws -> PixelImage {
      try picture(
        file(
          layers: ##"""
            {"ty":1,"ip":0,"op":10,"st":0,"sw":40,"sh":20,"sc":"#ff0000",\##(fields)\##
            "ks":{"p":{"k":[30,15]}},"ef":[\##(effect)]}
            """##))
    }
    let repeated = try solid(effect(29, "10", "1", "1"))
    #expect(repeated[30, 15] == opaqueRed && repeated[69, 34] == opaqueRed)
    #expect(repeated[29, 15] == 0 && repeated[70, 34] == 0)
    // What a mask leaves ends within the layer.
    let masked = try solid(
      effect(29, "10", "2", "1"), masks([[10, 0], [40, 0], [40, 20], [10, 20]]) + ",")
    #expect((1..<255).contains(masked[38, 25] >> 24) && masked[69, 25] == opaqueRed)
    let shape = try draw(effect(29, "10", "1", "1"))
    #expect(shape == (try draw(effect(29, "10", "1", "0"))))
  }
}
