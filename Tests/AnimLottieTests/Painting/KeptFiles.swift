/// Small files, each for one feature of the format with all its variants. They are drawn at several
/// frames, which differ if the feature is animated.
enum KeptFiles {
  typealias File = (name: String, json: String)

  static var all: [File] {
    [
      keyframes, geometry, modifiers, paints, layers, mattes, masks, texts, selectors, effects,
      styles,
    ]
    .flatMap { $0() }
  }

  // MARK: - Parts of files

  static func file(
    _ layers: String..., fields: String = "", header: String = #""ip":0,"op":10"#
  ) -> String {
    let fields = fields.isEmpty ? "" : "," + fields
    return """
      {"v":"5.7.0","fr":10,\(header),"w":64,"h":48,"layers":[\(layers.joined(separator: ","))]\
      \(fields)}
      """
  }

  static func layer(_ items: String, _ fields: String = "") -> String {
    shapeLayer([items], fields)
  }

  /// Returns files with the same name, one for each variant.
  static func each(
    _ name: String, _ choices: [String], _ json: (String) -> String
  ) -> [File] {
    choices.map { (name: "\(name) \($0)", json: json($0)) }
  }

  static let red = fill("0.9,0.2,0.1")
  static let blue = fill("0.1,0.3,0.8", opacity: 70)
  static let box = rectangle(12, 8, 30, 22)
  static let sides = lines([[6, 40], [20, 8], [34, 40], [58, 14]])
  static let curve = """
    {"ty":"sh","ks":{"k":{"c":false,"v":[[8,36],[30,12],[56,30]],"i":[[0,0],[-12,0],[0,-14]],\
    "o":[[6,-20],[14,2],[0,0]]}}}
    """
  static let star = """
    {"ty":"sr","sy":1,"p":{"k":[32,24]},"pt":{"k":5},"or":{"k":20},"ir":{"k":8},"r":{"k":10}}
    """

  /// Returns an animated value between two, with handles of easing.
  static func moving(
    _ start: String, _ end: String, _ out: String = "0.3,0.1", _ into: String = "0.6,0.9"
  ) -> String {
    let (o, i) = (out.split(separator: ","), into.split(separator: ","))
    return """
      {"a":1,"k":[{"t":1,"s":\(start),"o":{"x":[\(o[0])],"y":[\(o[1])]},\
      "i":{"x":[\(i[0])],"y":[\(i[1])]}},{"t":8,"s":\(end)}]}
      """
  }

  // MARK: - Values that move

  private static func keyframes() -> [File] {
    let path = """
      {"k":[{"t":1,"s":[10,10],"to":[20,0],"ti":[0,-20],"o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1}},\
      {"t":8,"s":[50,38],"to":[-10,0],"ti":[10,0]},{"t":10,"s":[10,38]}]}
      """
    func file(_ position: String) -> String {
      Self.file(layer(rectangle(-5, -5, 10, 10) + "," + red, #""ks":{"p":\#(position)}"#))
    }
    let ends = ["[10,10]", "[50,38]"]
    let easings = each(
      "easing",
      ["0,0 1,1", "0.4,0 0.6,1", "1,0 0,1", "0.2,1.6 0.7,-0.4", "0,1 1,0", "0.9,0.1 0.95,0.2"]
    ) { handles in
      let parts = handles.split(separator: " ").map(String.init)
      return file(moving(ends[0], ends[1], parts[0], parts[1]))
    }
    let values = [
      "#hold": #"{"k":[{"t":1,"s":[10,10],"h":1},{"t":5,"s":[30,10],"h":1},{"t":8,"s":[50,38]}]}"#,
      "#ends": #"{"k":[{"t":1,"s":[10,10],"e":[30,40]},{"t":5,"s":[30,10],"e":[50,38]},{"t":8}]}"#,
      "#path": path,
      "#each": """
      {"k":[{"t":1,"s":[10,10],"o":{"x":[0.9,0.1],"y":[0,0]},"i":{"x":[1,0.2],"y":[1,1]}},\
      {"t":8,"s":[50,38]}]}
      """,
      "#split": """
      {"s":true,"x":\(moving("[10]", "[50]")),"y":{"k":[{"t":0,"s":[38],"h":1},{"t":4,"s":[9]}]}}
      """,
      "#three": #"{"k":[{"t":0,"s":[10,10,5]},{"t":4,"s":[50,10,0]},{"t":9,"s":[32,40,9]}]}"#,
      "#same": #"{"k":[{"t":4,"s":[10,10]},{"t":4,"s":[50,20]},{"t":4,"s":[20,38]}]}"#,
      "#late": #"{"k":[{"t":4.5,"s":[10,10]},{"t":5.5,"s":[50,38]}]}"#,
    ].sorted { $0.key < $1.key }.map { (name: "position \($0.key)", json: file($0.value)) }
    let others: [File] = [
      ("rotation", #""ks":{"p":{"k":[30,24]},"r":\#(moving("[-30]", "[400]"))}"#),
      ("scale", #""ks":{"p":{"k":[30,24]},"s":\#(moving("[20,150]", "[-200,60]"))}"#),
      ("anchor", #""ks":{"p":{"k":[30,24]},"a":\#(moving("[0,0]", "[12,-9]"))}"#),
      ("opacity", #""ks":{"p":{"k":[30,24]},"o":\#(moving("[-20]", "[130]"))}"#),
      (
        "skew",
        #""ks":{"p":{"k":[30,24]},"sk":\#(moving("[-40]", "[50]")),"sa":\#(moving("[0]", "[90]"))}"#
      ),
      ("turned path", #""ao":1,"ks":{"p":\#(path)}"#),
    ].map { (name: $0.0, json: Self.file(layer(rectangle(-8, -5, 16, 10) + "," + red, $0.1))) }
    let shape = """
      {"ty":"sh","ks":{"k":[{"t":1,"s":[{"c":true,"v":[[8,8],[40,8],[24,40]],\
      "i":[[0,0],[0,0],[6,0]],"o":[[0,0],[0,0],[-6,0]]}],"o":{"x":0.2,"y":0},"i":{"x":0.8,"y":1}},\
      {"t":8,"s":[{"c":true,"v":[[20,4],[60,30],[4,44]],"i":[[0,0],[0,-9],[0,0]],\
      "o":[[0,0],[0,9],[0,0]]}]}]}}
      """
    return easings + values + others + [
      (name: "moving path", json: Self.file(layer(shape + "," + red))),
      (
        name: "moving colour",
        json: Self.file(
          layer(box + #",{"ty":"fl","c":\#(moving("[1,0,0,1]", "[0,0.5,1,1]")),"o":{"k":100}}"#))
      ),
    ]
  }

  // MARK: - Shapes

  private static func geometry() -> [File] {
    let dashes = #","d":[{"n":"d","v":{"k":7}},{"n":"g","v":{"k":4}},{"n":"o","v":{"k":3}}]"#
    var files = each("rectangle", ["0,1", "4,1", "99,1", "4,3", "-3,1"]) { choice in
      let parts = choice.split(separator: ",")
      return file(
        layer(
          #"{"ty":"rc","d":\#(parts[1]),"p":{"k":[32,24]},"s":{"k":[40,26]},"r":{"k":\#(parts[0])}},"#
            + stroke(3, dashes)))
    }
    files += each("ellipse", ["1", "3"]) { direction in
      file(
        layer(
          #"{"ty":"el","d":\#(direction),"p":{"k":[32,24]},"s":{"k":[40,26]}},"#
            + stroke(3, dashes)))
    }
    for (kind, points) in [(1, "5"), (1, "2.5"), (2, "6"), (2, "3")] {
      files += each("star \(kind) \(points)", ["0,0,1", "60,0,1", "0,80,1", "-50,50,3"]) { choice in
        let parts = choice.split(separator: ",")
        return file(
          layer(
            """
            {"ty":"sr","sy":\(kind),"d":\(parts[2]),"p":{"k":[32,24]},"pt":{"k":\(points)},\
            "or":{"k":20},"ir":{"k":8},"r":\(moving("[0]", "[50]")),"os":{"k":\(parts[0])},\
            "is":{"k":\(parts[1])}},
            """ + stroke(2, dashes)))
      }
    }
    for cap in 1...3 {
      files += each("stroke \(cap)", ["1", "2", "3"]) { join in
        let style = """
          {"ty":"st","c":{"k":[0,0.4,0.2,1]},"o":{"k":60},"w":\(moving("[2]", "[9]")),"lc":\(cap),\
          "lj":\(join),"ml":3
          """
        return file(layer(sides + "," + style + "}"), layer(curve + "," + style + dashes + "}"))
      }
    }
    files += each("rule", ["1", "2"]) { rule in
      file(
        layer(
          lines([[32, 4], [50, 44], [6, 16], [58, 16], [14, 44]], isClosed: true)
            + #",{"ty":"fl","c":{"k":[0,0,0.6,1]},"o":{"k":100},"r":\#(rule)}"#))
    }
    files.append(
      (
        name: "uneven stroke",
        json: file(
          layer(
            group(star, stroke(4), transform: #""s":{"k":[150,60]},"p":{"k":[-16,8]}"#)))
      ))
    return files
  }

  private static func modifiers() -> [File] {
    let two = box + "," + rectangle(30, 20, 28, 20)
    var files: [File] = []
    for mode in 1...2 {
      files += each(
        "trim \(mode)",
        ["0,30,0", "20,80,0", "70,20,0", "10,60,120", "0,100,77", "50,50,0", "-20,130,-90"]
      ) { choice in
        let parts = choice.split(separator: ",")
        return file(
          layer(
            two + """
              ,{"ty":"tm","s":{"k":\(parts[0])},"e":\(moving("[\(parts[1])]", "[90]")),\
              "o":{"k":\(parts[2])},"m":\(mode)},
              """ + stroke(3)))
      }
    }
    files += each("merge", ["1", "2", "3", "4", "5"]) { mode in
      file(layer(two + #",{"ty":"mm","mm":\#(mode)},"# + red))
    }
    files += each(
      "modifier",
      [
        #"{"ty":"rd","r":@[2]-[14]}"#, #"{"ty":"pb","a":@[-60]-[80]}"#,
        #"{"ty":"tw","a":@[-90]-[140],"c":{"k":[4,-3]}}"#,
        #"{"ty":"zz","s":@[3]-[9],"r":{"k":3},"pt":{"k":1}}"#,
        #"{"ty":"zz","s":{"k":5},"r":@[0]-[6.4],"pt":{"k":2}}"#,
        #"{"ty":"op","a":@[-6]-[6],"lj":1,"ml":{"k":4}}"#,
        #"{"ty":"op","a":@[-6]-[6],"lj":2,"ml":{"k":4}}"#,
        #"{"ty":"op","a":@[-6]-[6],"lj":3,"ml":{"k":4}}"#,
      ]
    ) { text in
      var json = text
      if let at = text.firstIndex(of: "@") {
        let end = text[at...].firstIndex { $0 == "," || $0 == "}" } ?? text.endIndex
        let ends = text[text.index(after: at)..<end].split(separator: "]-").map { String($0) }
        json.replaceSubrange(at..<end, with: moving(ends[0] + "]", ends[1]))
      }
      return file(layer(star + "," + json + "," + red), layer(curve + "," + json + "," + stroke(2)))
    }
    for order in 1...2 {
      files += each(
        "repeater \(order)",
        [
          "3,0,100,20", "3,-1,100,20", "4.5,0.5,20,100", "2,1.5,60,60", "0,0,100,100",
          "5,-2.25,90,10",
        ]
      ) { choice in
        let parts = choice.split(separator: ",")
        return file(
          layer(
            rectangle(26, 18, 12, 10) + "," + blue + """
              ,{"ty":"rp","c":{"k":\(parts[0])},"o":{"k":\(parts[1])},"m":\(order),\
              "tr":{"p":{"k":[9,4]},"a":{"k":[32,22]},"s":\(moving("[90,110]", "[-60,80]")),\
              "r":{"k":25},"so":{"k":\(parts[2])},"eo":{"k":\(parts[3])}}}
              """))
      }
    }
    files += [
      (
        name: "two modifiers",
        json: file(layer(star + #",{"ty":"rd","r":{"k":4}},{"ty":"tm","e":{"k":60}},"# + stroke(3)))
      ),
      (
        name: "modifier of a group",
        json: file(
          layer(
            group(box, transform: #""r":{"k":20}"#) + #",{"ty":"tm","e":{"k":60}},"# + stroke(3)))
      ),
      (
        name: "group in a group",
        json: file(
          layer(
            group(
              group(box, red, transform: #""o":{"k":50},"r":{"k":15}"#),
              transform: #""p":\#(moving("[0,0]", "[9,6]")),"s":{"k":[80,80]}"#) + "," + sides
              + "," + stroke(2)))
      ),
    ]
    return files
  }

  private static func paints() -> [File] {
    var files: [File] = []
    let stops = [
      #""p":3,"k":{"k":[0,1,0,0,0.5,0,1,0,1,0,0,1]}"#,
      #""p":2,"k":{"k":[0,1,1,0,1,0,0,1,0,1,0.5,0.2,1,0.8]}"#,
      """
      "p":2,"k":{"a":1,"k":[{"t":1,"s":[0,1,0,0,1,0,0,1],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},\
      {"t":8,"s":[0.3,0,1,0,0.8,1,1,0]}]}
      """,
    ]
    for (type, shape) in [("gf", box), ("gs", sides)] {
      for (index, stops) in stops.enumerated() {
        files += each("gradient \(type) \(index)", ["1,0,0", "2,0,0", "2,70,30", "2,-140,200"]) {
          choice in
          let parts = choice.split(separator: ",")
          return file(
            layer(
              shape + """
                ,{"ty":"\(type)","t":\(parts[0]),"s":\(moving("[14,10]", "[30,20]")),\
                "e":{"k":[50,34]},"h":{"k":\(parts[1])},"a":{"k":\(parts[2])},"o":{"k":90},\
                "w":{"k":6},"g":{\(stops)}}
                """))
        }
      }
    }
    files += each("order", ["fill first", "stroke first"]) { order in
      file(
        layer(
          order == "fill first"
            ? star + "," + red + "," + stroke(6, color: "0,0,0")
            : star + "," + stroke(6, color: "0,0,0") + "," + red))
    }
    return files
  }
}
