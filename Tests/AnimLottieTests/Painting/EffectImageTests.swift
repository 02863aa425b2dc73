import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Effects")
struct EffectImageTests {
  private let opaqueRed: UInt32 = 0xFFFF_0000
  private let opaqueGreen: UInt32 = 0xFF00_FF00
  private let halfGreen: UInt32 = 0x8000_8000
  private let green = "[0,1,0,1]"

  /// Returns an effect of a type, with the values of its controls.
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
    LottieRenderer(try load(file(layers: layer))).draw(frame: 0, into: &list)
    return list.painted()
  }

  /// Returns a mask through points.
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
    expectEqual(image[50, 25], halfGreen)
    expectEqual(image[30, 25], 0)
  }

  @Test("a tint maps brightness to colours")
  func tint() throws {
    let image = try draw(effect(20, "[0,0,0,1]", green, "100"))
    // The luminance of red is 0.2126.
    expectEqual(image[50, 25], 0xFF00_3600)
  }

  @Test("a tritone maps brightness to three colours, and keeps a fraction of the layer's own")
  func tritone() throws {
    let tones = ["[0,0,1,1]", green, "[0,0,0,1]"]
    // The luminance of red is 0.2126: 54 of 255, so that twice that are on the way to the middle.
    try expectEqual(draw(effect(23, tones[0], tones[1], tones[2], "0"))[50, 25], 0xFF00_6C00)
    try expectEqual(draw(effect(23, tones[0], tones[1], tones[2], "100"))[50, 25], opaqueRed)
    try expectEqual(draw(effect(23, tones[0], tones[1], tones[2], "60"))[50, 25], 0xFF99_2B00)
    let named = effect(5, tones[0], tones[1], tones[2]).replacing(
      #""ty":5,"ef""#, with: #""ty":5,"mn":"ADBE Tritone","ef""#)
    try expectEqual(draw(named)[50, 25], 0xFF00_6C00)
  }

  @Test("a drop shadow falls at its angle, clockwise from the top, and rotates with the layer")
  func dropShadow() throws {
    let shadow = effect(25, green, "127.5", "90", "10", "0")
    let image = try draw(shadow)
    expectEqual(image[50, 25], opaqueRed)
    expectEqual(image[65, 25], halfGreen)
    expectEqual(image[35, 25], 0)
    let turned = try draw(shadow, #""ks":{"r":{"k":90},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#)
    expectEqual(turned[50, 40], halfGreen)
    expectEqual(turned[65, 25], 0)
  }

  @Test(
    "a blur has a standard deviation of three tenths of its blurriness, in its dimensions")
  func blur() throws {
    let both = try draw(effect(29, "10", "1", "0"))
    let wide = try draw(effect(29, "10", "2", "0"))
    let high = try draw(effect(29, "10", "3", "0"))
    func alpha(_ image: PixelImage, _ x: Int, _ y: Int) -> Int { Int(image[x, y] >> 24) }
    #expect(abs(alpha(wide, 40, 25) + alpha(wide, 39, 25) - 255) <= 1)
    // One standard deviation (three pixels) inside the edge, 84 % of the colour remains.
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
    expectEqual(image[45, 25], 0x8080_0000)
    expectEqual(image[55, 25], 0)
    expectEqual(image[75, 25], halfGreen)
    expectEqual(image[85, 25], 0)
  }

  @Test("a stroke runs along masks, over the visible part of the layer")
  func stroke() throws {
    let image = try draw(
      effect(22, "1", "0", "0", green, "2", "1", "1", "0", "25"),
      #""ks":{},"# + masks([[10, 5], [90, 5], [90, 6], [10, 6]]))
    #expect(image[30, 5] == opaqueGreen && image[30, 3] == opaqueGreen)
    expectEqual(image[80, 5], 0)
    expectEqual(image[50, 25], 0)
  }

  @Test("a stroke is over the content, instead of it, or reveals it")
  func paintStyles() throws {
    func image(_ style: String) throws -> PixelImage {
      try draw(
        effect(22, "1", "0", "0", green, "2", "1", "1", "0", "100", "0", style),
        #""ks":{},"# + masks([[10, 25], [90, 25], [90, 40], [10, 40]]))
    }
    let over = try image("1")
    #expect(over[50, 25] == opaqueGreen && over[50, 30] == opaqueRed && over[50, 20] == 0)
    let instead = try image("2")
    #expect(instead[50, 25] == opaqueGreen && instead[50, 30] == 0)
    // The mask cuts, too.
    let revealing = try image("3")
    #expect(revealing[50, 25] == opaqueRed && revealing[50, 30] == 0 && revealing[50, 24] == 0)
  }

  @Test("a wide spacing turns a stroke into dots")
  func dots() throws {
    func row(_ spacing: String) throws -> [Bool] {
      let image = try draw(
        effect(22, "1", "0", "0", green, "2", "1", "1", "0", "100", spacing),
        #""ks":{},"# + masks([[10, 5], [90, 5], [90, 45], [10, 45]]))
      return (12..<88).map { image[$0, 5] != 0 }
    }
    #expect(try row("15").allSatisfy { $0 })
    // Dots of five points, three points apart.
    let dotted = try row("175")
    expectEqual(Set(zip(dotted, dotted.dropFirst(8)).map { $0 == $1 }), [true])
    #expect(dotted[..<8].contains(false) && dotted[..<8].contains(true))
  }

  /// Returns a file with a layer of this type, with a stroke along two horizontal lines: the upper
  /// one is half as long as the lower one.
  private func strokedLayer(
    _ type: String, maskMode: String = "n", sequentially: Int = 0, hardness: Double = 1,
    end: Double = 100, style: Int = 1
  ) -> String {
    let lines = [(10, 40, 10), (10, 70, 40)].map {
      """
      {"mode":"\(maskMode)","o":{"k":100},"pt":{"k":{"c":false,\
      "v":[[\($0.0),\($0.2)],[\($0.1),\($0.2)]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}
      """
    }
    let stroke = effect(
      22, "1", "1", "\(sequentially)", green, "4", "\(hardness)", "1", "0", "\(end)", "0",
      "\(style)")
    return file(
      layers: """
        {\(type),"ip":0,"op":10,"st":0,"ks":{},"hasMask":true,\
        "masksProperties":[\(lines.joined(separator: ","))],"ef":[\(stroke)]}
        """,
      #""assets":[{"id":"c","layers":[]},{"id":"i","w":80,"h":50,"u":"","p":"missing.png"}]"#)
  }

  @Test(
    "the Stroke effect draws on a layer without content, whatever its masks cut",
    arguments: [
      #""ty":4,"shapes":[]"#, ##""ty":1,"sw":80,"sh":50,"sc":"#00000000""##,
      #""ty":0,"refId":"c","w":80,"h":50"#, #""ty":2,"refId":"i""#,
    ], ["n", "a", "s", "i", "f"])
  func strokeWithoutContent(type: String, mode: String) throws {
    let image = try rendering(strokedLayer(type, maskMode: mode))
    #expect(image[20, 10] == opaqueGreen && image[60, 40] == opaqueGreen)
    let replaced = try rendering(strokedLayer(type, maskMode: mode, style: 2))
    #expect(replaced[20, 10] == opaqueGreen && replaced[20, 25] == 0)
  }

  @Test("the Stroke effect draws nothing on a null layer, nor to reveal a layer without content")
  func strokeWithoutImage() throws {
    let null = try rendering(strokedLayer(#""ty":3"#))
    #expect(null[20, 10] == 0 && null[60, 40] == 0)
    let revealed = try rendering(strokedLayer(#""ty":4,"shapes":[]"#, style: 3))
    #expect(revealed[20, 10] == 0 && revealed[60, 40] == 0)
  }

  @Test("a sequential stroke finishes each mask before the next, at constant speed")
  func sequentialStroke() throws {
    func image(_ end: Double, _ sequentially: Int) throws -> PixelImage {
      try rendering(strokedLayer(#""ty":4,"shapes":[]"#, sequentially: sequentially, end: end))
    }
    // A third of 90 is the length of the upper line.
    let half = try image(50, 1)
    #expect(half[38, 10] == opaqueGreen && half[20, 40] == opaqueGreen && half[32, 40] == 0)
    let fifth = try image(20, 1)
    #expect(fifth[24, 10] == opaqueGreen && fifth[35, 10] == 0 && fifth[10, 40] == 0)
    let together = try image(50, 0)
    #expect(together[32, 10] == 0 && together[36, 40] == opaqueGreen && together[46, 40] == 0)
  }

  @Test("the hardness of a brush softens the edges of its line, in percent or as a fraction")
  func hardness() throws {
    func column(_ hardness: Double) throws -> [UInt32] {
      let image = try rendering(strokedLayer(#""ty":4,"shapes":[]"#, hardness: hardness))
      return (34...40).map { image[40, $0] >> 24 }
    }
    expectEqual(try column(1), [0, 0, 255, 255, 255, 255, 255])
    expectEqual(try column(100), try column(1))
    expectEqual(try column(50), try column(0.5))
    let soft = try column(0)
    #expect(soft == soft.sorted() && soft[2] > 0 && soft[2] < 80 && soft[6] > 160)
    #expect(soft[4] < 200 && soft[4] > 60)
  }

  @Test("a blur that repeats edge pixels extends the layer's edges, not a shape's")
  func repeatedEdges() throws {
    func solid(_ effect: String, _ fields: String = "") throws -> PixelImage {
      try rendering(
        file(
          layers: ##"""
            {"ty":1,"ip":0,"op":10,"st":0,"sw":40,"sh":20,"sc":"#ff0000",\##(fields)\##
            "ks":{"p":{"k":[30,15]}},"ef":[\##(effect)]}
            """##))
    }
    let repeated = try solid(effect(29, "10", "1", "1"))
    #expect(repeated[30, 15] == opaqueRed && repeated[69, 34] == opaqueRed)
    #expect(repeated[29, 15] == 0 && repeated[70, 34] == 0)
    // A masked image ends within the layer.
    let masked = try solid(
      effect(29, "10", "2", "1"), masks([[10, 0], [40, 0], [40, 20], [10, 20]]) + ",")
    #expect((1..<255).contains(masked[38, 25] >> 24) && masked[69, 25] == opaqueRed)
    let shape = try draw(effect(29, "10", "1", "1"))
    expectEqual(shape, (try draw(effect(29, "10", "1", "0"))))
  }

  // MARK: - Effects that are known by their match names

  /// Returns an effect as After Effects' exporter writes it: each control with its number.
  private func effect(_ name: String, _ values: [Int: String]) -> String {
    let controls = values.sorted { $0.key < $1.key }.map { number, value in
      let digits = String(10_000 + number).dropFirst()
      return #"{"ty":0,"mn":"\#(name)-\#(digits)","v":{"k":\#(value)}}"#
    }
    return #"{"ty":5,"en":1,"mn":"\#(name)","ef":[\#(controls.joined(separator: ","))]}"#
  }

  @Test("a ramp runs between its points in the layer, and rotates with it")
  func ramp() throws {
    func ramp(_ shape: Int, blend: String = "0") -> String {
      effect(
        "ADBE Ramp",
        [
          1: "[40.5,25]", 2: "[0,0,0,1]", 3: "[59.5,25]", 4: "[0,1,0,1]", 5: "\(shape)", 6: "0",
          7: blend,
        ])
    }
    let line = try draw(ramp(1))
    #expect(line[40, 20] == 0xFF00_0000 && line[59, 30] == opaqueGreen && line[30, 25] == 0)
    #expect((118...137).contains(line[49, 20] >> 8 & 0xFF))
    let circle = try draw(ramp(2))
    #expect(circle[40, 25] >> 8 & 0xFF < 8 && circle[59, 25] == circle[59, 24])
    #expect(circle[40, 34] >> 8 & 0xFF > 100)
    let turned = try draw(ramp(1), #""ks":{"r":{"k":90},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#)
    #expect(turned[45, 15] == 0xFF00_0000 && turned[45, 34] == opaqueGreen)
    try expectEqual(draw(ramp(1, blend: "0.5"))[40, 20], 0xFF7F_0000)
    try expectEqual(draw(ramp(1, blend: "100"))[40, 20], opaqueRed)
  }

  /// Returns a gradient of black, green, blue and white, in the corners of the square.
  private func fourColors(_ controls: [Int: String]) -> String {
    let corners = [
      1: "[40.5,15.5]", 2: "[0,0,0,1]", 3: "[59.5,15.5]", 4: "[0,1,0,1]", 5: "[40.5,34.5]",
      6: "[0,0,1,1]", 7: "[59.5,34.5]", 8: "[1,1,1,1]", 10: "0", 13: "100", 14: "1",
    ]
    return effect("ADBE 4ColorGradient", corners.merging(controls) { $1 })
  }

  @Test("each of four colours is weighted by the square of its distance, softened by the blend")
  func fourColors() throws {
    // The result of After Effects' formula for each position and blend ratio.
    for (x, y, blend) in [
      (40, 15, 5.0), (40, 15, 100), (59, 15, 5), (40, 34, 20), (50, 25, 100), (44, 31, 12),
    ] {
      let image = try draw(fourColors([9: "\(blend)"]))
      var (sum, total) = (SIMD3<Double>.zero, 0.0)
      let points: [(Double, Double, SIMD3<Double>)] = [
        (40.5, 15.5, [0, 0, 0]), (59.5, 15.5, [0, 255, 0]), (40.5, 34.5, [0, 0, 255]),
        (59.5, 34.5, [255, 255, 255]),
      ]
      for (px, py, color) in points {
        let (dx, dy) = (Double(x) + 0.5 - px, Double(y) + 0.5 - py)
        let weight = 1 / (dx * dx + dy * dy + blend * blend)
        sum += color * weight
        total += weight
      }
      let word = image[x, y]
      let drawn = SIMD3(
        Double(word >> 16 & 0xFF), Double(word >> 8 & 0xFF), Double(word & 0xFF))
      let difference = drawn - sum / total
      #expect((difference * difference).max() < 1.1, "\(x) \(y) \(blend): \(word)")
      expectEqual(image[30, 25], 0)
    }
  }

  @Test("a gradient of four colours replaces the layer with its opacity, or is laid over it")
  func fourColorOpacity() throws {
    let near = fourColors([9: "0.001", 13: "40"])
    let replaced = try draw(near)
    #expect(replaced[40, 15] == 0x6600_0000 && replaced[40, 34] == 0x6600_0066)
    let over = try draw(fourColors([9: "0.001", 13: "40", 14: "2"]))
    #expect(over[40, 15] == 0xFF99_0000 && over[40, 34] == 0xFF99_0066)
    // Without numbers, the group of points and colours is the first control.
    let values = [
      "0", "[40.5,15.5]", "[0,0,1]", "[59.5,15.5]", "[0,1,0]", "[40.5,34.5]", "[0,1,0]",
      "[59.5,34.5]", "[0,1,0]", "0", "0.001", "0", "60", "2",
    ].map { #"{"ty":0,"v":{"k":\#($0)}}"# }.joined(separator: ",")
    let unnamed = try draw(#"{"ty":5,"mn":"ADBE 4ColorGradient","ef":[\#(values)]}"#)
    #expect(unnamed[40, 15] == 0xFF66_0099 && unnamed[59, 15] == 0xFF66_9900)
    func messages(_ controls: [Int: String]) throws -> [String] {
      try diagnostics(file(layers: #"{"ty":3,"ef":[\#(fourColors(controls))]}"#))
    }
    let between =
      "layers[0].ef[0]: between its points, a gradient of four colours may differ from After Effects"
    expectEqual(try messages([14: "2"]), [between])
    expectEqual(
      try messages([10: "5", 14: "3"]),
      [
        between,
        "layers[0].ef[0]: the blend mode of a gradient of four colours has an undocumented number; "
          + "After Effects may use another mode",
        "layers[0].ef[0]: the jitter of a gradient of four colours is not drawn",
      ])
  }

  @Test(
    "a gradient of four colours with a blend mode is blended with the layer",
    arguments: [
      // Half red, at the green and the white corner.
      (2, 0xFF00_FF00, 0xFFFF_FFFF), (3, 0xFF00_FF00, 0xFFFF_FFFF), (4, 0xFF80_FF00, 0xFFFF_FFFF),
      (5, 0xFF00_0000, 0xFF80_0000), (6, 0xFF80_FF00, 0xFFFF_FFFF), (12, 0xFF00_0000, 0xFF80_0000),
      (13, 0xFF80_FF00, 0xFFFF_FFFF), (14, 0xFF80_FF00, 0xFF7F_FFFF),
      (99, 0xFF00_FF00, 0xFFFF_FFFF),
    ] as [(Int, UInt32, UInt32)])
  func fourColorBlendModes(mode: Int, green: UInt32, white: UInt32) throws {
    let effect = fourColors([9: "0.001", 14: "\(mode)"])
    let image = try rendering(
      file(
        layers: shapeLayer(
          [rectangle(40, 15, 20, 20), fill("0.50196,0,0")], #""ks":{},"ef":[\#(effect)]"#)))
    #expect(image[59, 15] == green && image[59, 34] == white && image[30, 25] == 0)
  }

  @Test(
    "a directional blur runs along its direction, clockwise from the vertical, by its length")
  func directionalBlur() throws {
    func blurred(
      _ direction: String, _ length: String, _ fields: String = #""ks":{}"#
    ) throws -> PixelImage {
      try draw(effect("ADBE Motion Blur", [1: direction, 2: length]), fields)
    }
    func alpha(_ image: PixelImage, _ x: Int, _ y: Int) -> Int { Int(image[x, y] >> 24) }
    let level = try blurred("90", "10")
    // Three boxes that reach 3.69 pixels have a deviation of 4.16: there, an edge has 84 %.
    #expect(abs(alpha(level, 43, 25) + alpha(level, 44, 25) - 428) < 14)
    #expect(abs(alpha(level, 39, 25) + alpha(level, 40, 25) - 255) <= 1)
    #expect(alpha(level, 50, 14) == 0 && alpha(level, 50, 15) > 240)
    let upright = try blurred("0", "10")
    #expect(alpha(upright, 39, 25) == 0 && alpha(upright, 40, 25) > 240)
    #expect(alpha(upright, 50, 12) > 20)
    // To the upper right and the lower left.
    let slanted = try blurred("45", "20")
    #expect(alpha(slanted, 62, 13) > 20 && alpha(slanted, 37, 36) > 20)
    #expect(alpha(slanted, 37, 13) == 0 && alpha(slanted, 62, 36) == 0)
    expectEqual(try blurred("225", "20"), slanted)
    // It turns with the layer and grows with it.
    let turned = #""ks":{"r":{"k":90},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#
    expectEqual(try blurred("90", "10", turned), try blurred("0", "10"))
    let half = #""ks":{"s":{"k":[50,50]},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#
    #expect(abs(alpha(try blurred("90", "10", half), 45, 25) - 160) < 25)
    expectEqual(try blurred("90", "0"), try draw(""))
    expectEqual(try blurred("90", "-5"), try draw(""))
  }

  @Test("a blur in one direction follows the layer's axis, however the layer is rotated")
  func turnedBlur() throws {
    let turned = #""ks":{"r":{"k":45},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#
    let image = try draw(effect(29, "20", "2", "0"), turned)
    func alpha(_ x: Int, _ y: Int) -> Int { Int(image[x, y] >> 24) }
    // The square is rotated by 45 degrees, so both its lower right and its upper left are painted.
    #expect(alpha(61, 36) > 10 && alpha(38, 13) > 10)
    #expect(alpha(61, 13) < 3 && alpha(38, 36) < 3)
  }

  @Test("a transform effect moves the layer's image before the layer's own transform")
  func transformEffect() throws {
    func moved(_ values: [Int: String], _ fields: String = #""ks":{}"#) throws -> PixelImage {
      let all = [1: "[50,25]", 2: "[50,25]", 3: "100", 4: "100", 11: "1"]
      return try draw(
        effect("ADBE Geometry2", all.merging(values) { $1 }), fields)
    }
    try expectEqual(moved([:])[40, 25], opaqueRed)
    let right = try moved([2: "[75,25]"])
    #expect(right[66, 25] == opaqueRed && right[84, 25] == opaqueRed && right[50, 25] == 0)
    try expectEqual(moved([3: "50"])[44, 25], 0)
    // Height and width on their own.
    let flat = try moved([3: "50", 11: "0"])
    #expect(flat[41, 25] == opaqueRed && flat[50, 18] == 0)
    try expectEqual(moved([8: "50"])[50, 25], 0x8080_0000)
    let turned = try moved([7: "45"])
    #expect(turned[37, 25] == opaqueRed && turned[41, 16] == 0)
    let down = try moved(
      [2: "[60,25]"], #""ks":{"r":{"k":90},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#)
    #expect(down[50, 44] == opaqueRed && down[50, 16] == 0)
    // Effects before it move along, and those after it don't.
    let shadow = self.effect(25, green, "255", "90", "30", "0")
    let double = effect("ADBE Geometry2", [1: "[50,25]", 2: "[30,25]", 3: "50", 4: "50", 11: "1"])
    let before = try draw(shadow + "," + double)
    #expect(before[30, 25] == opaqueRed && before[45, 25] == opaqueGreen && before[60, 25] == 0)
    let after = try draw(double + "," + shadow)
    #expect(after[30, 25] == opaqueRed && after[45, 25] == 0 && after[60, 25] == opaqueGreen)
  }

  @Test("a box blur has the spread of its boxes")
  func boxBlur() throws {
    func row(_ radius: Int, _ iterations: Int, _ direction: Int = 1) throws -> [Int] {
      let image = try draw(
        effect("ADBE Box Blur2", [1: "\(radius)", 2: "\(iterations)", 3: "\(direction)", 4: "0"]))
      return (20..<50).map { Int(image[$0, 25] >> 24) }
    }
    // Three boxes of seven pixels reach nine pixels.
    let three = try row(3, 3)
    #expect(three[10] == 0 && abs(three[19] + three[20] - 255) <= 2 && three[29] == 255)
    #expect(three[15] > 0)
    try expectEqual(row(3, 3, 3)[19], 0)
    try expectEqual(row(0, 3)[19...20], [0, 255])
  }

  @Test("a choked layer shrinks by the root of its amount, and grows with a negative amount")
  func choke() throws {
    func choked(_ amount: String, _ fields: String = #""ks":{}"#) throws -> PixelImage {
      try draw(effect("ADBE Simple Choker", [1: "1", 2: amount]), fields)
    }
    /// Returns the number of remaining pixels in the middle row.
    func width(_ image: PixelImage) -> Double {
      Double((0..<100).reduce(0) { $0 + Int(image[$1, 25] >> 24) }) / 255
    }
    // A straight edge moves by 1.15 deviations, each of them √(0.635 · amount).
    for (amount, expected) in [("4", 16.3), ("25", 10.8), ("-9", 25.5), ("-25", 29.2)] {
      let drawn = try width(choked(amount))
      // The edges are hard, so each includes or excludes a pixel whose centre is that close.
      #expect(abs(drawn - expected) < 1, "\(amount): \(drawn)")
    }
    let small = try width(
      choked("16", #""ks":{"s":{"k":[50,50]},"a":{"k":[50,25]},"p":{"k":[50,25]}}"#))
    #expect(abs(small - 6.3) < 0.6, "\(small)")
    // Shapes as narrow as that disappear, and blurred edges become sharp.
    let gone = try choked("90")
    #expect((0..<100).allSatisfy { gone[$0, 25] == 0 })
    let hard = try draw(
      effect(29, "10", "1", "0") + "," + effect("ADBE Simple Choker", [2: "20"]))
    let soft = (0..<100).filter { (1..<255).contains(hard[$0, 25] >> 24) }
    #expect(soft.count <= 4 && hard[50, 25] == opaqueRed)
    // Later effects blur the choked shape instead of the original square.
    let blurred = try draw(
      effect("ADBE Simple Choker", [2: "40"]) + "," + effect(29, "3", "1", "0"))
    #expect(blurred[41, 25] == 0 && blurred[50, 25] != 0)
    try expectEqual(choked("0"), draw(""))
    try expectEqual(choked("1e9"), choked("100"))
  }

  @Test("effects with hostile numbers are drawn within the limits")
  func hostileEffects() throws {
    for number in ["1e300", "-1e12", "null", "[]", "[1e308,-1e308]"] {
      for name in [
        "ADBE Ramp", "ADBE 4ColorGradient", "ADBE Geometry2", "ADBE Box Blur2",
        "ADBE Simple Choker", "ADBE Motion Blur",
      ] {
        let values = Dictionary(uniqueKeysWithValues: (1...14).map { ($0, number) })
        let effects = Array(repeating: effect(name, values), count: 50)
        _ = try draw(effects.joined(separator: ","))
      }
    }
  }
}
