// Layers, texts, effects and styles.
extension KeptFiles {
  private static let under = layer(
    rectangle(4, 6, 34, 30) + "," + fill("0.2,0.7,0.4"), #""ind":9"#)

  static func layers() -> [File] {
    let over = rectangle(20, 14, 36, 26) + "," + fill("0.9,0.6,0.1", opacity: 80)
    var files = each("blend", (0...17).map(String.init)) { mode in
      file(layer(over, #""bm":\#(mode)"#), under)
    }
    files += each("blend of a fill", ["1", "3", "5", "11", "16"]) { mode in
      file(
        layer(
          rectangle(20, 14, 36, 26) + #",{"ty":"fl","c":{"k":[0.9,0.6,0.1]},"bm":\#(mode)},"#
            + rectangle(4, 6, 34, 30) + "," + blue))
    }
    files += each(
      "frames",
      [
        #""ip":2,"op":7"#, #""ip":0,"op":4.5"#, #""ip":3,"op":3"#, #""ip":-5,"op":50,"st":4"#,
        #""ip":0,"op":10,"sr":2"#, #""ip":0,"op":10,"sr":0.5,"st":1"#, #""ip":0,"op":10,"hd":true"#,
      ]
    ) { fields in
      file(
        layer(box + "," + red, #""ks":{"r":\#(moving("[0]", "[60]"))},\#(fields)"#)
          .replacing(#""st":0,"#, with: fields.contains(#""st""#) ? "" : #""st":0,"#),
        header: #""ip":0,"op":10"#)
    }
    let parts = layer(
      star + "," + red, #""ks":{"r":\#(moving("[0]", "[80]")),"a":{"k":[9,9]}},"ip":1,"op":9"#)
    files += each(
      "composition",
      [
        #""w":64,"h":48"#, #""w":30,"h":24"#, #""w":64,"h":48,"st":3"#, #""w":64,"h":48,"sr":0.5"#,
        #""w":64,"h":48,"tm":\#(moving("[0.8]", "[0.1]"))"#,
        #""w":64,"h":48,"tm":{"k":[{"t":0,"s":[0.2],"h":1},{"t":5,"s":[0.6],"h":1}]}"#,
        #""w":40,"h":40,"ks":{"o":{"k":50},"s":{"k":[70,120]},"r":{"k":-10}}"#,
      ]
    ) { fields in
      let transform = fields.contains(#""ks""#) ? "" : #""ks":{},"#
      return file(
        #"{"ty":0,"refId":"a",\#(transform)\#(fields)}"#, under,
        fields: #""assets":[{"id":"a","layers":[\#(parts)]}]"#)
    }
    files += each("parent", ["2", "3", "7", "null"]) { parent in
      file(
        layer(rectangle(-6, -4, 12, 8) + "," + red, #""ks":{"p":{"k":[8,5]}},"parent":\#(parent)"#),
        """
        {"ty":3,"ind":2,"parent":3,"ks":{"p":{"k":[14,6]},"r":\(moving("[0]", "[90]")),\
        "o":{"k":0}}}
        """, #"{"ty":3,"ind":3,"ks":{"p":{"k":[20,14]},"s":{"k":[150,80]},"a":{"k":[2,1]}}}"#)
    }
    files.append(
      (
        name: "solid",
        json: file(
          ##"{"ty":1,"sw":30,"sh":20,"sc":"#3366cc","ks":{"p":{"k":[9,7]},"r":{"k":12}}}"##, under)
      ))
    return files
  }

  static func mattes() -> [File] {
    let source = layer(
      star + #",{"ty":"fl","c":{"k":[0.3,0.8,0.5,1]},"o":{"k":80}}"#, #""ind":4,"td":1"#)
    var files = each("matte", ["1", "2", "3", "4"]) { kind in
      file(source, layer(box + "," + red, #""tt":\#(kind)"#), under)
    }
    files += each("matte by reference", ["1", "2", "3", "4"]) { kind in
      file(layer(box + "," + red, #""tt":\#(kind),"tp":4"#), under, source)
    }
    files += each("matte of a moving layer", [#""o":{"k":40}"#, #""r":\#(moving("[0]", "[90]"))"#])
    {
      transform in
      file(
        layer(star + "," + red, #""ind":4,"td":1,"ks":{\#(transform)}"#),
        layer(box + "," + blue, #""tt":1,"bm":1"#), under)
    }
    return files
  }

  static func masks() -> [File] {
    func mask(_ mode: String, _ shape: String, _ fields: String = "") -> String {
      #"{"mode":"\#(mode)","pt":{"k":\#(shape)}\#(fields)}"#
    }
    let triangle = """
      {"c":true,"v":[[8,4],[54,12],[20,44]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}
      """
    let round = """
      {"c":true,"v":[[40,10],[60,28],[40,46],[22,28]],"i":[[-10,0],[0,-10],[10,0],[0,10]],\
      "o":[[10,0],[0,10],[-10,0],[0,-10]]}
      """
    let all = ["a", "s", "i", "l", "d", "f", "n"]
    var files: [File] = []
    for first in ["a", "s", "n"] {
      for isInverted in [false, true] {
        files += each("mask \(first) \(isInverted)", all) { second in
          let masks = [
            mask(first, triangle, #","inv":\#(isInverted),"o":{"k":70}"#),
            mask(second, round, #","o":\#(moving("[100]", "[30]"))"#),
          ].joined(separator: ",")
          return file(
            layer(rectangle(2, 2, 60, 44) + "," + red, #""masksProperties":[\#(masks)]"#), under)
        }
      }
    }
    files += each(
      "mask", [#""x":@"#, #""f":{"k":[6,2]}"#, #""f":{"k":[4,4]},"x":@"#, #""inv":true,"x":@"#]
    ) { fields in
      let fields = "," + fields.replacing("@", with: moving("[-4]", "[5]"))
      return file(
        layer(
          rectangle(2, 2, 60, 44) + "," + red,
          #""masksProperties":[\#(mask("a", round, fields))],"ks":{"s":{"k":[90,110]}}"#))
    }
    return files
  }

  // MARK: - Text

  private static let glyphs = """
    "chars":[{"ch":"x","style":"R","fFamily":"F","w":60,"data":{"shapes":[{"ty":"gr","it":[\
    {"ty":"sh","ks":{"k":{"c":true,"v":[[5,0],[50,0],[50,-70]],"i":[[0,0],[0,0],[0,0]],\
    "o":[[0,0],[0,0],[0,0]]}}}]}]}},{"ch":"y","style":"R","fFamily":"F","w":40,"data":{"shapes":[\
    {"ty":"gr","it":[{"ty":"el","p":{"k":[20,-20]},"s":{"k":[30,50]}}]}]}},\
    {"ch":" ","style":"R","fFamily":"F","w":30,"data":{}}]
    """

  private static func text(
    _ text: String = #"xyx xy\rxx"#, document: String = "", options: String = #""g":1"#,
    path: String = "", animators: String = "", layer: String = ""
  ) -> String {
    file(
      """
      {"ty":5,"ks":{"p":{"k":[30,16]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","t":"\(text)","s":11,\
      "fc":[0.8,0.1,0.2]\(document)}}]},"m":{\(options)},"p":{\(path)},"a":[\(animators)]}\(layer)}
      """,
      fields: #""fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":72}]},"# + glyphs)
  }

  static func texts() -> [File] {
    var files = each("text aligned", (0...6).map(String.init)) {
      text(document: #","j":\#($0),"tr":30"#)
    }
    files += each("text in a box", (0...6).map(String.init)) {
      text(document: #","j":\#($0),"sz":[30,40],"ps":[-14,-10],"lh":12"#)
    }
    files += each(
      "text",
      [
        #","sc":[0,0,1],"sw":1.5"#, #","sc":[0,0,1],"sw":1.5,"of":true"#, #","ls":4"#,
        #","tr":-80"#,
        #","lh":20"#, #","sz":[18,9],"ps":[-9,2]"#,
      ]
    ) { text(document: $0) }
    files.append(
      (
        name: "text that changes",
        json: text().replacing(
          "}}]},", with: #"}},{"t":4,"s":{"f":"F","t":"y","s":20,"fc":[0,0,1]}}]},"#)
      ))
    let mask = """
      ,"masksProperties":[{"mode":"n","pt":{"k":{"c":false,"v":[[-24,10],[0,-6],[28,20]],\
      "i":[[0,0],[-10,0],[0,-14]],"o":[[4,-12],[10,0],[0,0]]}}}]
      """
    files += each(
      "text along a path",
      [
        #""m":0"#, #""m":0,"r":{"k":1}"#, #""m":0,"p":{"k":0}"#, #""m":0,"a":{"k":1}"#,
        #""m":0,"f":\#(moving("[-10]", "[20]"))"#, #""m":0,"r":{"k":1},"p":{"k":0},"f":{"k":8}"#,
      ]
    ) { path in text("xyxy", path: path, layer: mask) }
    for justification in 1...2 {
      files.append(
        (
          name: "text along a path, aligned \(justification)",
          json: text("xyxy", document: #","j":\#(justification)"#, path: #""m":0"#, layer: mask)
        ))
    }
    return files
  }

  static func selectors() -> [File] {
    let turned = #""p":{"k":[0,-6]},"r":{"k":40},"s":{"k":[150,60]}"#
    var files: [File] = []
    for shape in 1...6 {
      files += each(
        "selector \(shape)",
        ["0,100,0,0,100", "20,70,0,0,100", "20,70,60,-40,100", "70,20,0,0,50", "0,50,0,0,0"]
      ) { choice in
        let parts = choice.split(separator: ",")
        let selector = """
          {"t":0,"sh":\(shape),"s":{"k":\(parts[0])},"e":{"k":\(parts[1])},"xe":{"k":\(parts[2])},\
          "ne":{"k":\(parts[3])},"sm":{"k":\(parts[4])},"o":\(moving("[-30]", "[40]"))}
          """
        return text(animators: #"{"a":{\#(turned)},"s":\#(selector)}"#)
      }
    }
    for basis in 1...4 {
      files += each("selector based on \(basis)", ["1,20,60", "2,1,3", "2,0.5,1.5"]) { choice in
        let parts = choice.split(separator: ",")
        return text(
          #"xy x yyx\rxx y"#,
          animators: """
            {"a":{\(turned)},"s":{"t":0,"b":\(basis),"r":\(parts[0]),"s":{"k":\(parts[1])},\
            "e":{"k":\(parts[2])}}}
            """)
      }
    }
    files += each("selector in any order", ["20,60", "0,40", "50,100"]) { choice in
      let parts = choice.split(separator: ",")
      return text(
        animators:
          #"{"a":{\#(turned)},"s":{"t":0,"rn":1,"s":{"k":\#(parts[0])},"e":{"k":\#(parts[1])}}}"#)
    }
    files += each(
      "animator",
      [
        #""p":{"k":[4,-6]}"#, #""s":{"k":[60,140]}"#, #""r":{"k":50}"#, #""o":{"k":30}"#,
        #""sk":{"k":30},"sa":{"k":20}"#, #""fc":{"k":[0,0.6,0.2]}"#, #""fo":{"k":40}"#,
        #""sc":{"k":[0,0,1]},"sw":{"k":2}"#, #""sw":{"k":2}"#, #""so":{"k":30}"#, #""t":{"k":60}"#,
        #""t":{"k":-40}"#, #""a":{"k":[6,3]},"r":{"k":30}"#,
      ]
    ) { properties in
      text(
        document: #","j":2,"sc":[0,0,0],"sw":0.5"#,
        animators:
          #"{"a":{\#(properties)},"s":{"t":0,"a":{"k":80},"s":{"k":0},"e":\#(moving("[10]", "[90]"))}}"#
      )
    }
    files += each("grouping", ["1,0,0", "2,0,0", "3,0,0", "4,0,0", "1,50,-50", "3,-100,100"]) {
      choice in
      let parts = choice.split(separator: ",")
      return text(
        options: #""g":\#(parts[0]),"a":{"k":[\#(parts[1]),\#(parts[2])]}"#,
        animators: #"{"a":{"r":{"k":40},"s":{"k":[70,70]}},"s":{"t":0}}"#)
    }
    files.append(
      (
        name: "two animators",
        json: text(
          animators: """
            {"a":{\(turned)},"s":{"t":0,"e":{"k":50}}},{"a":{"p":{"k":[5,5]},"o":{"k":50}},\
            "s":{"t":0,"s":{"k":30}}}
            """)
      ))
    return files
  }

  // MARK: - Effects and styles

  private static func controls(_ values: String...) -> String {
    values.map { #"{"ty":0,"v":\#($0.hasPrefix("{") ? $0 : #"{"k":\#($0)}"#)}"# }
      .joined(separator: ",")
  }

  static func effects() -> [File] {
    let grow = moving("[1]", "[7]")
    let effects: [(String, String)] = [
      (#""ty":20"#, controls("[0.2,0,0.4]", "[1,0.9,0.5]", "80")),
      (#""ty":21"#, controls("0", "0", "[0,0.5,1]", "0", "0", "0", "0.6")),
      (#""ty":25"#, controls("[0,0,0]", "150", moving("[0]", "[300]"), "6", "4")),
      (#""ty":25"#, controls("[0,0.4,0]", "255", "135", "9", "0")),
      (#""ty":29"#, controls(grow, "1")), (#""ty":29"#, controls(grow, "2", "1")),
      (#""ty":29"#, controls(grow, "3")),
      (
        #""ty":5,"mn":"ADBE Ramp""#,
        controls("[10,8]", "[1,0,0]", "[50,40]", "[0,0,1]", "1", "0", "0.2")
      ),
      (
        #""ty":5,"mn":"ADBE Ramp""#,
        controls("[30,24]", "[1,0,0]", "[50,40]", "[0,0,1]", "2", "0", "0")
      ),
      (
        #""ty":5,"mn":"ADBE Ramp""#,
        controls("[30,24]", "[1,0,0]", "[50,40]", "[0,0,1]", "2", "0", "40")
      ),
      (
        #""ty":5,"mn":"ADBE 4ColorGradient""#,
        controls(
          "0", "[5,5]", "[1,0,0]", "[60,5]", "[0,1,0]", "[5,45]", "[0,0,1]", "[60,45]", "[1,1,0]",
          "0", "20", "0", "70", "1")
      ),
      (
        #""ty":5,"mn":"ADBE Geometry2""#,
        controls("[20,15]", "[30,24]", "0", "60", "130", "20", "15", moving("[0]", "[50]"), "60")
      ),
      (
        #""ty":5,"mn":"ADBE Geometry2""#,
        controls("[20,15]", "[30,24]", "1", "60", "130", "0", "0", "10", "100")
      ),
      (#""ty":5,"mn":"ADBE Box Blur2""#, controls(grow, "1", "1")),
      (#""ty":5,"mn":"ADBE Box Blur2""#, controls(grow, "3", "2", "1")),
      (#""ty":5,"mn":"ADBE Box Blur2""#, controls(grow, "2", "3")),
    ]
    let files: [File] = effects.enumerated().map { index, effect in
      let effects = #""ef":[{\#(effect.0),"ef":[\#(effect.1)]}]"#
      return (
        name: "effect \(index) \(effect.0)",
        json: file(
          layer(
            box + "," + red + "," + star + "," + blue, #"\#(effects),"ks":{"s":{"k":[90,90]}}"#),
          under)
      )
    }
    let shape = """
      "masksProperties":[{"mode":"n","pt":{"k":{"c":true,"v":[[10,8],[54,12],[20,44]],\
      "i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}},{"mode":"n","pt":{"k":{"c":false,\
      "v":[[4,40],[60,30]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}]
      """
    let strokes = each(
      "effect stroke",
      [
        "1,0,1,0,100,1", "2,0,0.5,0,100,1", "1,1,1,20,70,1", "1,0,1,70,20,2", "1,1,1,0,100,3",
        "9,0,1,0,100,1",
      ]
    ) { choice in
      let parts = choice.split(separator: ",").map(String.init)
      let values = controls(
        parts[0], parts[1], "0", "[0,0.6,0.1]", moving("[2]", "[8]"), "100", parts[2], parts[3],
        parts[4], "40", parts[5])
      return file(
        layer(box + "," + red, #"\#(shape),"ef":[{"ty":22,"ef":[\#(values)]}]"#), under)
    }
    return files + strokes
  }

  static func styles() -> [File] {
    let color = #""c":{"k":[0,0.5,0.9]}"#
    let all = [
      #"{"ty":0,\#(color),"s":@}"#, #"{"ty":0,"s":{"k":2}}"#,
      #"{"ty":1,\#(color),"o":{"k":80},"a":{"k":40},"d":@,"s":{"k":3}}"#,
      #"{"ty":1,\#(color),"o":{"k":100},"a":{"k":-120},"d":{"k":8},"s":{"k":0}}"#,
      #"{"ty":2,\#(color),"o":{"k":90},"a":{"k":200},"d":@,"s":{"k":4}}"#,
      #"{"ty":3,\#(color),"o":{"k":70},"s":@}"#, #"{"ty":7,\#(color),"so":{"k":60}}"#,
    ].map { $0.replacing("@", with: moving("[1]", "[8]")) }
    let shapes = box + "," + red + "," + star + "," + fill("0.2,0.2,0.2", opacity: 60)
    let files = all.enumerated().map { index, style in
      (
        name: "style \(index)",
        json: file(layer(shapes, #""sy":[\#(style)],"ks":{"o":{"k":80},"r":{"k":5}}"#), under)
      )
    }
    let scaled = all.enumerated().map { index, style in
      (
        name: "style \(index), scaled",
        json: file(
          layer(shapes, #""sy":[\#(style)],"ks":{"s":{"k":[170,140]},"a":{"k":[9,6]}}"#), under)
      )
    }
    return files + scaled + [
      (
        name: "styles in their order",
        json: file(layer(shapes, #""sy":[\#(all.joined(separator: ","))]"#), under)
      ),
      (
        name: "a style and an effect",
        json: file(
          layer(shapes, #""sy":[\#(all[3])],"ef":[{"ty":29,"ef":[\#(controls("4", "1"))]}]"#), under
        )
      ),
    ]
  }
}
