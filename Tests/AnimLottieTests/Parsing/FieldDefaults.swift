import Testing

@testable import AnimLottie

/// Every optional field of a file, with its default and another value, in a file in which the
/// difference is visible.
enum FieldDefaults {
  struct Row: CustomTestStringConvertible, Sendable {
    /// A file with a place for the field, which is marked with `@`.
    let file: String
    let key: String
    /// The default of the field, as JSON.
    let standard: String
    let other: String

    var testDescription: String { "\(key):\(standard)" }

    /// Returns the file with the field, or without it.
    func json(_ value: String?) -> String {
      file.replacing("@", with: value.map { #","\#(key)":\#($0)"# } ?? "")
    }
  }

  struct Table: CustomTestStringConvertible, Sendable {
    let name: String
    let rows: [Row]

    var testDescription: String { name }
  }

  static let all = [
    layers, transforms, primitives, fills, strokes, gradients, modifiers, repeaters, masks, effects,
    maskStrokes, namedEffects, styles, contents, texts, fonts, textPaths, animators, selectors,
  ]

  /// Rows with one file; the values of properties are in `{"k": }`.
  private static func properties(
    _ file: String, _ fields: [(key: String, standard: String, other: String)]
  ) -> [Row] {
    fields.map {
      Row(
        file: file, key: $0.key, standard: #"{"k":\#($0.standard)}"#, other: #"{"k":\#($0.other)}"#)
    }
  }

  /// Returns rows with the same file, whose values are used unchanged.
  private static func plain(
    _ file: String, _ fields: [(key: String, standard: String, other: String)]
  ) -> [Row] {
    fields.map { Row(file: file, key: $0.key, standard: $0.standard, other: $0.other) }
  }

  // MARK: - Parts of files

  private static func file(_ layers: String..., fields: String = "") -> String {
    """
    {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":64,"h":48,"layers":[\(layers.joined(separator: ","))]\
    \(fields)}
    """
  }

  private static func layer(_ items: String, _ fields: String = "") -> String {
    let transform = fields.contains(#""ks""#) ? "" : #","ks":{}"#
    return #"{"ty":4\#(transform)\#(fields),"shapes":[\#(items)]}"#
  }

  private static func group(_ items: String, transform: String = "") -> String {
    #"{"ty":"gr","it":[\#(items),{"ty":"tr"\#(transform)}]}"#
  }

  private static let red = #"{"ty":"fl","c":{"k":[1,0,0]}}"#
  private static let blue = #"{"ty":"fl","c":{"k":[0,0,1]}}"#
  private static let line = #"{"ty":"st","c":{"k":[1,0,0]},"w":{"k":4}}"#
  private static let square = #"{"ty":"rc","p":{"k":[20,20]},"s":{"k":[24,16]}}"#
  private static let larger = #"{"ty":"rc","p":{"k":[24,22]},"s":{"k":[36,30]}}"#
  /// Two sides of a sharp corner.
  private static let corner = """
    {"ty":"sh","ks":{"k":{"v":[[10,40],[20,10],[30,40]],"i":[[0,0],[0,0],[0,0]],\
    "o":[[0,0],[0,0],[0,0]]}}}
    """
  private static let moving = """
    {"k":[{"t":0,"s":[0,0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[20,30]}]}
    """

  /// Longer sums of lists are too much for the type checker.
  private static func list(_ lists: [[Row]]) -> [Row] { lists.flatMap { $0 } }

  // MARK: - Layers

  private static let layers = Table(
    name: "layers",
    rows: list([
      plain(
        file(
          layer(larger + "," + blue, #","ind":3"#),
          layer(
            square + "," + red,
            """
            ,"ind":5,"masksProperties":[{"pt":{"k":{"c":true,"v":[[10,10],[30,10],[10,30]],\
            "i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}],"ks":{"p":\(moving)}@
            """),
          layer(larger + "," + blue),
          #"{"ty":3,"ind":7,"ks":{"p":{"k":[3,4]}}}"#),
        [
          ("ip", "0", "2"), ("op", "10", "3"),
          ("ao", "0", "1"), ("hd", "false", "true"), ("bm", "0", "1"), ("tt", "0", "2"),
          ("td", "0", "1"), ("parent", "null", "7"), ("hasMask", "true", "false"),
          ("ef", "[]", #"[{"ty":29,"ef":[{"v":{"k":9}}]}]"#),
          ("sy", "[]", #"[{"ty":0}]"#),
        ]),
      plain(
        file(
          layer(square + "," + red, #","ind":3"#), layer(larger + "," + blue, #","ind":5,"tt":1@"#),
          layer(square + "," + red, #","ind":7,"ks":{"p":{"k":[9,9]}}"#)),
        [("tp", "3", "7")]),
      // A file that doesn't start at 0.
      plain(
        file(layer(square + "," + red, "@")).replacing(#""ip":0"#, with: #""ip":-3"#),
        [("ip", "-3", "0"), ("op", "10", "0")]),
    ]))

  private static let transformFields = [
    ("a", "[0,0]", "[5,3]"), ("p", "[0,0]", "[7,9]"), ("s", "[100,100]", "[50,120]"),
    ("r", "0", "30"), ("rz", "0", "30"), ("or", "[0,0,0]", "[0,0,30]"), ("o", "100", "40"),
    ("sk", "0", "20"),
  ]

  private static let transforms = Table(
    name: "transforms",
    rows: list([
      properties(
        file(layer(square + "," + red, #","ks":{"x":0@}"#)), transformFields),
      properties(
        file(layer(group(square + "," + red, transform: "@"))), transformFields),
      properties(
        file(
          layer(
            square + "," + red + #","# + #"{"ty":"rp","c":{"k":3},"tr":{"x":0@}}"#)),
        transformFields.filter { !["a", "o", "sk"].contains($0.0) }),
      properties(
        file(layer(square + "," + red, #","ks":{"sk":{"k":20}@}"#)), [("sa", "0", "30")]),
      properties(
        file(layer(square + "," + red, #","ks":{"p":{"s":true@}}"#)),
        [("x", "0", "5"), ("y", "0", "6")]),
      plain(
        file(layer(square + "," + red, #","ks":{"p":{"k":[4,5],"x":{"k":9},"y":{"k":9}@}}"#)),
        [("s", "false", "true")]),
    ]))

  // MARK: - Shapes

  private static func shape(_ items: String) -> String { file(layer(items)) }

  private static let primitives = Table(
    name: "primitives",
    rows: list([
      properties(
        shape(#"{"ty":"rc","s":{"k":[24,16]}@},"# + red),
        [("p", "[0,0]", "[9,8]"), ("r", "0", "4")]),
      properties(shape(#"{"ty":"rc"@},"# + line), [("s", "[0,0]", "[9,8]")]),
      properties(shape(#"{"ty":"el","s":{"k":[24,16]}@},"# + red), [("p", "[0,0]", "[9,8]")]),
      properties(shape(#"{"ty":"el"@},"# + line), [("s", "[0,0]", "[9,8]")]),
      ["rc", "el"].flatMap {
        plain(
          shape(larger + #",{"ty":"\#($0)","p":{"k":[24,22]},"s":{"k":[9,9]}@},"# + red),
          [("d", "1", "3"), ("d", "2", "3"), ("hd", "false", "true")])
      },
      properties(
        shape(#"{"ty":"sr","or":{"k":20},"ir":{"k":9}@},"# + red),
        [
          ("p", "[0,0]", "[9,8]"), ("pt", "5", "7"), ("r", "0", "20"), ("os", "0", "50"),
          ("is", "0", "50"),
        ]),
      properties(
        shape(#"{"ty":"sr","or":{"k":20}@},"# + red), [("ir", "0", "7")]),
      properties(
        shape(#"{"ty":"sr","ir":{"k":20}@},"# + red), [("or", "0", "7")]),
      plain(
        shape(#"{"ty":"sr","or":{"k":20},"ir":{"k":9}@},"# + red), [("sy", "1", "2")]),
      plain(
        shape(
          larger + #",{"ty":"sr","p":{"k":[24,22]},"or":{"k":9},"ir":{"k":4}@},"# + red),
        [("d", "1", "3")]),
    ]))

  private static let fills = Table(
    name: "fills",
    rows: list([
      properties(
        shape(square + #",{"ty":"fl"@},"# + larger + "," + blue),
        [("o", "100", "30"), ("c", "[0,0,0]", "[1,0,0]")]),
      plain(
        shape(square + "," + larger + #",{"ty":"fl"@}"#), [("r", "1", "2"), ("hd", "0", "1")]),
      plain(
        shape(square + #",{"ty":"fl","c":{"k":[1,1,0]}@},"# + larger + "," + blue),
        [("bm", "0", "1")]),
      plain(
        shape(
          #"{"ty":"gr","it":["# + square + "," + red + #"]@},"# + larger + "," + blue),
        [("bm", "0", "1"), ("hd", "0", "1")]),
    ]))

  private static let strokes = Table(
    name: "strokes",
    rows: list([
      properties(
        shape(corner + #",{"ty":"st"@},"# + larger + "," + blue),
        [("o", "100", "30"), ("c", "[0,0,0]", "[1,0,0]"), ("w", "1", "5")]),
      plain(
        shape(corner + #",{"ty":"st","w":{"k":6}@}"#),
        [
          ("lc", "2", "1"), ("lc", "2", "3"), ("lj", "2", "1"), ("lj", "2", "3"),
        ]),
      plain(
        shape(corner + #",{"ty":"st","w":{"k":6},"c":{"k":[1,1,0]}@},"# + larger + "," + blue),
        [("bm", "0", "1"), ("d", "[]", #"[{"n":"d","v":{"k":5}}]"#)]),
      plain(
        shape(corner + #",{"ty":"st","w":{"k":6},"lj":1@}"#), [("ml", "4", "1")]),
      properties(
        shape(corner + #",{"ty":"st","w":{"k":6},"lj":1@}"#), [("ml2", "4", "1")]),
      properties(
        shape(corner + #",{"ty":"st","w":{"k":6},"d":[{"n":"d","v":{"k":5}},{"n":"o"@}]}"#),
        [("v", "0", "3")]),
    ]))

  private static let colors = #""g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}"#

  private static let gradients = Table(
    name: "gradients",
    rows: ["gf", "gs"].flatMap { type -> [Row] in
      let lists: [[Row]] = [
        properties(
          shape(square + #",{"ty":"\#(type)","e":{"k":[30,30]},\#(colors)@}"#),
          [("s", "[0,0]", "[9,3]"), ("o", "100", "40")]),
        properties(
          shape(square + #",{"ty":"\#(type)","s":{"k":[30,30]},\#(colors)@}"#),
          [("e", "[0,0]", "[9,3]")]),
        plain(
          shape(square + #",{"ty":"\#(type)","e":{"k":[30,30]},\#(colors)@}"#), [("t", "1", "2")]),
        properties(
          shape(square + #",{"ty":"\#(type)","t":2,"e":{"k":[30,30]},\#(colors)@}"#),
          [("h", "0", "40")]),
        properties(
          shape(
            square + #",{"ty":"\#(type)","t":2,"e":{"k":[30,30]},"h":{"k":40},\#(colors)@}"#),
          [("a", "0", "60")]),
        plain(
          shape(
            square + #",{"ty":"\#(type)","e":{"k":[30,30]},"g":{"k":{"k":[0,1,0,0,1,0,0,1]}@}}"#),
          [("p", "2", "1")]),
      ]
      return lists.flatMap { $0 }
    })

  private static let modifiers = Table(
    name: "modifiers",
    rows: list([
      properties(
        shape(square + #",{"ty":"tm"@},"# + line),
        [("s", "0", "20"), ("e", "100", "50")]),
      properties(
        shape(square + #",{"ty":"tm","e":{"k":30}@},"# + line), [("o", "0", "90")]),
      plain(
        shape(square + "," + larger + #",{"ty":"tm","e":{"k":30}@},"# + line), [("m", "1", "2")]),
      properties(shape(square + #",{"ty":"rd"@},"# + red), [("r", "0", "5")]),
      properties(shape(square + #",{"ty":"pb"@},"# + red), [("a", "0", "40")]),
      properties(shape(square + #",{"ty":"op"@},"# + red), [("a", "0", "5")]),
      plain(
        shape(corner + #",{"ty":"op","a":{"k":5}@},"# + red),
        [("lj", "2", "1"), ("lj", "2", "3")]),
      properties(
        shape(corner + #",{"ty":"op","a":{"k":5},"lj":1@},"# + red), [("ml", "4", "1")]),
      properties(
        shape(square + #",{"ty":"zz","r":{"k":3}@},"# + red), [("s", "0", "5")]),
      properties(
        shape(square + #",{"ty":"zz","s":{"k":5}@},"# + red), [("r", "0", "3")]),
      properties(
        shape(square + #",{"ty":"zz","s":{"k":5},"r":{"k":3}@},"# + red), [("pt", "1", "2")]),
      properties(shape(square + #",{"ty":"tw"@},"# + red), [("a", "0", "40")]),
      properties(
        shape(square + #",{"ty":"tw","a":{"k":40}@},"# + red), [("c", "[0,0]", "[20,15]")]),
      plain(shape(square + "," + larger + #",{"ty":"mm"@},"# + red), [("mm", "1", "5")]),
    ]))

  private static let repeaters = Table(
    name: "repeaters",
    rows: list([
      properties(
        shape(square + "," + red + #",{"ty":"rp","tr":{"p":{"k":[9,5]}}@}"#), [("c", "1", "3")]),
      properties(
        shape(square + "," + red + #",{"ty":"rp","c":{"k":2},"tr":{"p":{"k":[9,5]}}@}"#),
        [("o", "0", "1")]),
      plain(
        shape(square + "," + red + #",{"ty":"rp","c":{"k":2},"tr":{"p":{"k":[9,5]}}@}"#),
        [("m", "1", "2")]),
      properties(
        shape(square + "," + red + #",{"ty":"rp","c":{"k":2},"tr":{"p":{"k":[9,5]}@}}"#),
        [("so", "100", "40"), ("eo", "100", "40")]),
    ]))

  // MARK: - Masks, effects and styles

  private static let path = """
    "pt":{"k":{"c":true,"v":[[10,10],[34,12],[12,34]],"i":[[0,0],[0,0],[0,0]],\
    "o":[[0,0],[0,0],[0,0]]}}
    """

  private static let masks = Table(
    name: "masks",
    rows: list([
      plain(
        file(layer(larger + "," + red, #","masksProperties":[{\#(path)@}]"#)),
        [("mode", #""a""#, #""s""#), ("mode", #""a""#, #""n""#), ("inv", "false", "true")]),
      properties(
        file(layer(larger + "," + red, #","masksProperties":[{\#(path)@}]"#)),
        [("o", "100", "40"), ("x", "0", "4"), ("f", "[0,0]", "[4,4]")]),
    ]))

  /// Returns a layer with an effect, in which a placeholder represents the value of one control.
  private static func effect(
    _ type: String, _ values: [(standard: String, other: String)], fields: String = "",
    given: [Int: String] = [:]
  ) -> [Row] {
    values.indices.filter { values[$0].other != "" }.flatMap { index in
      let controls = values.indices.map { other in
        other == index
          ? #"{"ty":0@}"# : #"{"ty":0,"v":{"k":\#(given[other] ?? values[other].standard)}}"#
      }
      return properties(
        file(
          layer(
            square + "," + red,
            #","ef":[{\#(type),"ef":[\#(controls.joined(separator: ","))]}]\#(fields)"#)),
        [("v", values[index].standard, values[index].other)])
    }
  }

  private static let black = ("[0,0,0]", "[0,0.5,1]")
  private static let unread = ("0", "")

  private static let effects = Table(
    name: "effects",
    rows: list([
      effect(#""ty":20"#, [black, black, ("100", "40")], given: [1: "[0,1,0]"]),
      effect(
        #""ty":21"#, [unread, unread, black, unread, unread, unread, ("1", "0.5")]),
      effect(#""ty":23"#, [black, black, black, ("0", "30")], given: [1: "[0,1,0]"]),
      effect(
        #""ty":25"#, [black, ("255", "99"), ("0", "90"), ("0", "7"), ("0", "5")], given: [3: "9"]),
      effect(#""ty":29"#, [("0", "9"), ("1", "2")], given: [0: "12"]),
      plain(
        file(layer(square + "," + red, #","ef":[{"ty":29,"ef":[{"v":{"k":9}}]@}]"#)),
        [("en", "1", "0")]),
    ]))

  private static let maskStrokes = Table(
    name: "strokes along masks",
    rows: list([
      effect(
        #""ty":22"#,
        [
          ("1", "2"), ("0", "1"), unread, black, ("1", "5"), ("1", "0.5"), ("1", "0.5"),
          ("0", "30"), ("100", "50"), ("0", "150"), ("1", "2"),
        ],
        fields: strokedMasks, given: [4: "4"]),
      effect(
        #""ty":22"#,
        [unread, unread, ("0", "1")] + Array(repeating: unread, count: 6), fields: strokedMasks,
        given: [1: "1", 3: "[0,0,0]", 4: "4", 5: "1", 6: "1", 8: "50"]),
    ]))

  private static let strokedMasks =
    #","masksProperties":[{\#(path)},{\#(path.replacing("34", with: "60"))}]"#

  private static let namedEffects = Table(
    name: "effects known by their names",
    rows: list([
      effect(
        #""ty":5,"mn":"ADBE Ramp""#,
        [("[0,0]", "[9,9]"), black, ("[0,0]", "[30,20]"), black, ("1", "2"), unread, ("0", "0.5")],
        given: [0: "[2,3]", 2: "[30,30]", 3: "[0,1,0]"]),
      effect(
        #""ty":5,"mn":"ADBE Geometry2""#,
        [
          ("[0,0]", "[5,4]"), ("[0,0]", "[5,4]"), ("0", "1"), ("100", "50"), ("100", "50"),
          ("0", "20"), ("0", "30"), ("0", "40"), ("100", "50"),
        ], given: [4: "70", 5: "10"]),
      effect(
        #""ty":5,"mn":"ADBE Box Blur2""#, [("0", "5"), ("1", "4"), ("1", "2")],
        given: [0: "6", 1: "3"]),
      effect(
        #""ty":5,"mn":"ADBE 4ColorGradient""#,
        [
          unread, ("[0,0]", "[9,9]"), black, ("[0,0]", "[9,9]"), black, ("[0,0]", "[9,9]"), black,
          ("[0,0]", "[9,9]"), black, unread, ("100", "5"), unread, ("100", "50"), ("1", "2"),
        ],
        given: [
          2: "[1,0,0]", 4: "[0,1,0]", 6: "[0,0,1]", 3: "[30,0]", 5: "[0,30]", 7: "[30,30]",
          12: "60",
        ]),
      effect(#""ty":5,"mn":"ADBE Motion Blur""#, [("90", "30"), ("10", "4")]),
      effect(#""ty":5,"mn":"ADBE Simple Choker""#, [unread, ("0", "3")]),
    ]))

  private static func style(
    _ type: Int, _ fields: [(key: String, standard: String, other: String)], given: String = ""
  ) -> [Row] {
    properties(
      file(layer(square + "," + red, #","sy":[{"ty":\#(type)\#(given)@}]"#)), fields)
  }

  private static let styles = Table(
    name: "styles",
    rows: list([
      style(0, [("s", "3", "6"), ("c", "[0,0,0]", "[0,1,0]")]),
      [1, 2].flatMap {
        style(
          $0,
          [
            ("s", "5", "9"), ("c", "[0,0,0]", "[0,1,0]"), ("o", "100", "40"), ("a", "120", "30"),
            ("d", "5", "9"),
          ])
      },
      style(3, [("s", "5", "9"), ("c", "[0,0,0]", "[0,1,0]"), ("o", "100", "40")]),
      style(7, [("c", "[0,0,0]", "[0,1,0]"), ("so", "100", "40")]),
      plain(
        file(layer(square + "," + red, #","sy":[{"ty":0@}]"#)), [("en", "true", "false")]),
    ]))

  // MARK: - Other contents

  private static let contents = Table(
    name: "other contents",
    rows: list([
      plain(
        file(#"{"ty":1,"sw":20,"sh":10,"ks":{}@}"#), [("sc", ##""#000000""##, ##""#f00""##)]),
      plain(file(#"{"ty":1,"sw":20,"ks":{}@}"#), [("sh", "0", "9")]),
      plain(file(#"{"ty":1,"sh":20,"ks":{}@}"#), [("sw", "0", "9")]),
      plain(
        file(
          #"{"ty":0,"refId":"a","ks":{}@}"#,
          fields: #","assets":[{"id":"a","layers":[{"ty":1,"sw":99,"sh":99,"ks":{}}]}]"#),
        [("w", "64", "20"), ("h", "48", "20")]),
      plain(
        file(
          #"{"ty":2,"refId":"a","ks":{}}"#,
          fields:
            """
            ,"assets":[{"id":"a","e":1,"p":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAAB\
            CAYAAAD0In+KAAAAEUlEQVR4nGP4z8DQwMDw/z8ADX4DfuoeFyEAAAAASUVORK5CYII="@}]
            """),
        [("w", "2", "20"), ("w", "0", "20"), ("h", "1", "20"), ("h", "-3", "20")]),
    ]))

  // MARK: - Text

  private static let outlines = """
    ,"chars":[{"ch":"x","style":"R","fFamily":"F","w":60,"data":{"shapes":[{"ty":"gr","it":[\
    {"ty":"sh","ks":{"k":{"c":true,"v":[[5,0],[50,0],[50,-70]],"i":[[0,0],[0,0],[0,0]],\
    "o":[[0,0],[0,0],[0,0]]}}}]}]}},{"ch":" ","style":"R","fFamily":"F","w":30,"data":{}}]
    """
  private static let font = """
    ,"fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]}\(outlines)
    """

  /// Returns a text layer whose parts may contain a placeholder for a field.
  private static func text(
    document: String = "", options: String = "", path: String = "", animators: String = "",
    text: String = "xx xx", layer: String = ""
  ) -> String {
    file(
      """
      {"ty":5,"ks":{"p":{"k":[20,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","t":"\(text)"\
      \(document)}}]},"m":{"x":0\(options)},"p":{\(path)},"a":[\(animators)]}\(layer)}
      """, fields: font)
  }

  private static let document = #","s":10,"fc":[1,0,0]"#

  private static let texts = Table(
    name: "texts",
    rows: list([
      plain(text(document: #","fc":[1,0,0]@"#), [("s", "0", "9")]),
      plain(text(document: #","s":10@"#), [("fc", "[]", "[1,0,0]")]),
      plain(text(document: #","s":10,"sw":1@"#), [("sc", "[]", "[1,0,0]")]),
      plain(
        text(document: document + #","sc":[0,0,1],"sw":2@"#), [("of", "false", "true")]),
      plain(text(document: document + #","sc":[0,0,1]@"#), [("sw", "0", "2")]),
      plain(
        text(document: document + "@", text: #"xx\rxx"#),
        [
          ("lh", "12", "20"), ("ls", "0", "5"), ("tr", "0", "200"), ("j", "0", "1"),
          ("j", "0", "2"),
        ]),
      plain(
        text(document: document + "@", text: #"xx xx xx xx xx"#), [("sz", "null", "[30,40]")]),
      plain(
        text(document: document + #","sz":[30,40]@"#), [("ps", "[0,0]", "[5,6]")]),
      plain(
        text(
          document: document, options: "@",
          animators: #"{"a":{"r":{"k":40}},"s":{"t":0}}"#),
        [("g", "1", "2"), ("g", "1", "3"), ("g", "1", "4")]),
      properties(
        text(
          document: document, options: "@",
          animators: #"{"a":{"r":{"k":40}},"s":{"t":0}}"#),
        [("a", "[0,0]", "[50,-50]")]),
    ]))

  private static let fonts = Table(
    name: "fonts",
    rows: list([
      plain(
        text(document: document + #","sz":[40,40]"#)
          .replacing(#","ascent":75"#, with: "@"), [("ascent", "75", "40")]),
      plain(text(document: document).replacing(#","w":60"#, with: "@"), [("w", "0", "60")]),
    ]))

  private static let textMask = """
    ,"masksProperties":[{"mode":"n","pt":{"k":{"c":false,"v":[[-9,8],[9,-8],[40,16]],\
    "i":[[0,0],[-8,0],[4,-8]],"o":[[8,0],[8,0],[0,0]]}}}]
    """

  private static let textPaths = Table(
    name: "texts along paths",
    rows: properties(
      text(document: document, path: #""m":0@"#, layer: textMask),
      [("r", "0", "1"), ("p", "1", "0"), ("a", "0", "1"), ("f", "0", "5")]))

  private static let animators = Table(
    name: "animators",
    rows: list([
      properties(
        text(
          document: document + #","sc":[0,0,1],"sw":1"#,
          animators: #"{"a":{"x":0@},"s":{"t":0}}"#),
        transformFields.filter { $0.0 != "or" && $0.0 != "a" } + [
          ("t", "0", "5"), ("sw", "0", "2"), ("fo", "100", "40"), ("so", "100", "40"),
          ("fc", "[1,0,0]", "[0,1,0]"), ("sc", "[0,0,1]", "[0,1,0]"),
        ]),
      properties(
        text(document: document, animators: #"{"a":{"s":{"k":[50,50]}@},"s":{"t":0}}"#),
        [("a", "[0,0]", "[5,3]")]),
    ]))

  private static func selector(_ fields: String, text: String = "xx xx") -> String {
    self.text(
      document: document, animators: #"{"a":{"o":{"k":0}},"s":{"t":0\#(fields)}}"#, text: text)
  }

  private static let selectors = Table(
    name: "selectors",
    rows: list([
      properties(
        selector("@"), [("s", "0", "40"), ("e", "100", "60"), ("a", "100", "40")]),
      properties(selector(#","s":{"k":20},"e":{"k":60}@"#), [("o", "0", "20")]),
      plain(
        selector(#","s":{"k":0},"e":{"k":3}@"#),
        [("r", "1", "2")]),
      plain(
        selector(#","e":{"k":50}@"#, text: "x xxxx x"),
        [("b", "1", "3")]),
      plain(
        selector(#","s":{"k":10},"e":{"k":70}@"#),
        [("sh", "1", "2"), ("sh", "1", "3"), ("sh", "1", "4"), ("sh", "1", "5"), ("sh", "1", "6")]),
      properties(
        selector(#","sh":4,"s":{"k":10},"e":{"k":70}@"#), [("xe", "0", "60"), ("ne", "0", "60")]),
      properties(
        selector(#","s":{"k":12},"e":{"k":70}@"#), [("sm", "100", "0")]),
      properties(selector(#","r":2,"s":{"k":1}@"#), [("e", "1000000", "3")]),
    ]))
}
